"""Claims of Zhang, Wang and Luo 2025."""

import numpy as np

from delayed_bandits.analysis.claims import Claim, Finding
from delayed_bandits.analysis.curves import AllCurves
from delayed_bandits.analysis.intervals import exact, mean_interval, ratio_interval
from delayed_bandits.papers.zhang2025 import ours
from delayed_bandits.papers.zhang2025.claims_shared import against_best
from delayed_bandits.papers.zhang2025.shared import (
    DELAYS,
    DIMENSIONS,
    OVERHEAD_WORLDS,
    PAYOFFS,
    TEXTBOOK,
    bounds,
    constant,
    overhead,
)


def claims(curves: AllCurves, delays: np.ndarray) -> list[Claim]:
    """Judge the paper's statements."""
    return [
        beats_benchmarks(curves),
        ours.without_guess(curves),
        ours.with_theorem_width(curves),
        ours.tuned_benchmarks(curves),
        phase_transition(curves),
        overhead_is_bounded(curves),
        overhead_follows_the_smaller_bound(curves),
        losses_have_less_overhead(curves),
        restarts_are_few(curves),
        ours.theory_is_slow(curves),
        ours.guess_helps(curves),
        ours.imputing_one_knows_no_delay(curves),
        ours.data_are_kept(curves),
        ours.contexts_are_learnt(curves),
    ]


def beats_benchmarks(curves: AllCurves) -> Claim:
    return Claim(
        "The algorithm outperforms all three benchmarks in all setups.",
        "Section 5, Figure 1",
        "its regret is below that of the best of four LinUCBs with the textbook's width "
        "(Algorithm 1 as printed but β = 0.5)",
        against_best(curves, "phased", TEXTBOOK),
        "The paper's benchmarks, T, D, payoffs and β are not known to us. With losses and a "
        "large D, B begins at 1/D and must double often, and every restart plays about D "
        "rounds or more before much is eliminated. With rewards a guess costs one restart.",
    )


def phase_transition(curves: AllCurves) -> Claim:
    findings = []
    for payoffs, name in (("losses", "phased"), ("rewards", "phased_no_guess")):
        for dimension in DIMENSIONS:
            curve = curves[f"{payoffs}-{dimension}-long", name]
            horizon = int(curve.rounds[-1])
            early = curve.at(horizon // 40) / (horizon // 40)
            late = (curve.final - curve.at(horizon // 2)) / (horizon - horizon // 2)
            findings.append(
                Finding(
                    f"{payoffs}, n = {dimension}",
                    "regret per round of the second half over that of the first fortieth",
                    ratio_interval(late, early),
                    high=0.05,
                )
            )
    return Claim(
        "Regret grows steeply until bad actions are eliminated, and then hardly at all.",
        "Figure 1, as a summary of it says",
        "per round, the second half of 200,000 rounds has less than a twentieth of the regret of "
        "the first fortieth (D = 1,000; losses with the guess B, rewards without)",
        findings,
    )


def overhead_is_bounded(curves: AllCurves) -> Claim:
    findings = []
    for payoffs in PAYOFFS:
        for delay in DELAYS:
            curve = curves[f"{payoffs}-6-{delay}", "phased"]
            worst = curve.trace["maximal_delay"] * constant(curve, "largest_gap")
            bound = worst * np.log(curve.rounds[-1])
            findings.append(
                Finding(
                    f"{payoffs}, D = {delay:,}",
                    "overhead over D Δ_max log T",
                    ratio_interval(overhead(curves, f"{payoffs}-6", delay), bound),
                    high=1,
                )
            )
    return Claim(
        "The overhead of delay is of the order of D Δ_max log T.",
        "abstract",
        "regret less that with D = 1 and the same first guess is below D Δ_max log T, without a "
        "constant (n = 6)",
        findings,
        "The bound has a constant and, in Theorem 1, for losses a factor log(d*): a ratio "
        "somewhat above 1 does not contradict it.",
    )


def overhead_follows_the_smaller_bound(curves: AllCurves) -> Claim:
    findings = []
    for world, label in OVERHEAD_WORLDS.items():
        for delay in DELAYS:
            curve = curves[f"{world}-{delay}", "phased"]
            if curve.trace["payoffs"] == "rewards":
                continue
            least = np.minimum(*bounds(curve))
            findings.append(
                Finding(
                    f"{label}, D = {delay:,}",
                    "overhead over log(d*) min(W_1, W_2)",
                    ratio_interval(overhead(curves, world, delay), least),
                    high=1,
                )
            )
    return Claim(
        "The overhead of delay is at most of the order of log(d*) min(W_1, W_2).",
        "Theorem 1",
        "regret less that with D = 1 and the same first guess is below log(d*) min(W_1, W_2), "
        "log(d*) being at least 1, without a constant",
        findings,
        "The theorem has a constant: a ratio somewhat above 1 does not contradict it.",
    )


def losses_have_less_overhead(curves: AllCurves) -> Claim:
    findings = []
    for delay in DELAYS:
        losses, rewards = (
            overhead(curves, world, delay) for world in ("overhead-low-wide", "overhead-rewards")
        )
        findings.append(
            Finding(
                f"D = {delay:,}",
                "overhead with losses less that with rewards",
                mean_interval(losses - rewards),
                high=0,
            )
        )
    return Claim(
        "Where the best action's delay is small, losses suffer less from delay than rewards.",
        "abstract: a separation of the bounds; that it shows in regret is our reading",
        "the overhead with losses of means 0.02 to 0.62 is below that with rewards of these means",
        findings,
        "With losses B doubles from 1/D, with rewards it is halved once or twice.",
    )


def restarts_are_few(curves: AllCurves) -> Claim:
    findings = []
    for name, label in (("phased_theory", "β of the theorem"), ("phased", "β = 0.5")):
        for delay in DELAYS:
            excess = []
            for dimension in DIMENSIONS:
                curve = curves[f"losses-{dimension}-{delay}", name]
                shortest = curve.trace["maximal_delay"] * constant(curve, "best")
                most = np.floor(np.log2(shortest)) + 1
                excess.append(np.max(constant(curve, "restarts") - most))
            findings.append(
                Finding(
                    f"{label}, D = {delay:,}",
                    "most restarts beyond ⌊log₂(D μ*)⌋ + 1",
                    exact(max(excess)),
                    high=0.5,
                )
            )
    return Claim(
        "All actions are eliminated only while the guess B is at most μ*.",
        "Section 3, after Algorithm 1",
        "no seed has more than ⌊log₂(D μ*)⌋ + 1 restarts",
        findings,
    )
