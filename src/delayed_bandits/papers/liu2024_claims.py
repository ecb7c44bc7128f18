"""Claims of Liu and Maghsudi 2024."""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from delayed_bandits.aggregation import AllCurves
from delayed_bandits.claims import Claim, Finding
from delayed_bandits.delays.laws import laws_from
from delayed_bandits.papers.liu2024_common import (
    ACCEPT,
    CELLS,
    DIVERSE,
    NEAR,
    SIMILAR,
    doral_against_dalp,
    gain,
    relative_gain,
)
from delayed_bandits.papers.liu2024_ours import (
    delay_costs,
    greedy_leads_until_it_has_spent,
    letter_does_no_harm,
    waiting_reverses_the_order,
)
from delayed_bandits.statistics import (
    exact,
    exponent_interval,
    mean_interval,
    ratio_interval,
)


def claims(curves: AllCurves, criteo: Path) -> list[Claim]:
    """Judge all claims on the runs of the paper."""
    judged: list[Callable[[AllCurves], Claim]] = [
        similar_delays_overlap,
        heavy_tails_favour_doral,
        first_panel_favours_doral,
        own_cutoff_exceeds_500,
        least_answers,
        doral_starts_late,
        greedy_is_worse,
        race_finds_the_fastest,
        regret_below_root,
        budget_is_spent,
        greedy_leads_until_it_has_spent,
        waiting_reverses_the_order,
        letter_does_no_harm,
        delay_costs,
    ]
    return [claim(curves) for claim in judged]


def similar_delays_overlap(curves: AllCurves) -> Claim:
    """Fig. 1."""
    return Claim(
        "Under similar delays DORAL and D-ALP overlap.",
        "Section 5, Fig. 1",
        "their final rewards differ by less than 1 %",
        doral_against_dalp(curves, SIMILAR, -NEAR, NEAR),
    )


def heavy_tails_favour_doral(curves: AllCurves) -> Claim:
    """Fig. 2(b), also for the shorter horizon and Criteo delays."""
    findings = doral_against_dalp(curves, ["fig2b", "criteo"], 0, np.inf)
    for setting, label in (
        ("fig2b-short", "T = 100,000"),
        ("fig2b-unit", "norms of 1"),
        ("fig2b-noiseless", "no noise"),
    ):
        measured = gain(curves, setting, "doral", "dalp")
        case = f"{CELLS['fig2b']}, A′ = 5, {label}"
        findings.append(Finding(case, findings[0].quantity, measured, low=0))
    measured = gain(curves, "fig2b", "doral_cutoff", "dalp_cutoff", "reward_cutoff")
    case = f"{CELLS['fig2b']}, A′ = 5, m = max UCB, rewards within m"
    findings.append(Finding(case, findings[0].quantity, measured, low=0))
    return Claim(
        "DORAL outperforms D-ALP under heavy-tailed delays.",
        "Section 5, Fig. 2(b)",
        "the final reward of DORAL is larger",
        findings,
        remark=(
            "The gap depends on A′, which the paper does not state: the more slow arms are "
            "accepted, the more D-ALP loses by taking their answers for certain. The Criteo delays "
            "are ours."
        ),
    )


def first_panel_favours_doral(curves: AllCurves) -> Claim:
    """Fig. 2(a), and the missing Fig. 2(c)."""
    return Claim(
        "D-ALP has more regret than DORAL in Fig. 2(a).",
        "Section 5, Fig. 2(a)",
        "the final reward of DORAL is larger",
        doral_against_dalp(curves, ["fig2a"], 0, np.inf),
        remark=(
            "The text expects it of a larger m, which D-ALP does not have here; with A′ = 8 it "
            "holds for the reason of Fig. 2(b). That they come close in Fig. 2(c) cannot be "
            "judged: there is no such panel."
        ),
    )


def own_cutoff_exceeds_500(curves: AllCurves) -> Claim:
    """The m of Algorithm 1."""
    cutoffs = {
        (setting, name): curves[setting, name].columns["cutoff"][:, -1]
        for setting in DIVERSE
        for name in ("doral_cutoff", "dalp_cutoff")
    }
    doral, dalp = cutoffs["fig2b", "doral_cutoff"], cutoffs["fig2b", "dalp_cutoff"]
    larger = mean_interval(cutoffs["fig2a", "dalp_cutoff"])
    return Claim(
        "D-ALP identifies an m above 500 in Fig. 2(a); it and DORAL similar ones in Fig. 2(b).",
        "Section 5",
        "its mean m is above 500 in Fig. 2(a); in Fig. 2(b) they differ by less than a tenth",
        [
            Finding(f"D-ALP, {CELLS['fig2a']}", "m = max UCB", larger, low=500),
            Finding(
                f"{CELLS['fig2b']}, where the mean m is {doral.mean():.0f}",
                "m of D-ALP over that of DORAL",
                ratio_interval(dalp, doral),
                0.9,
                1.1,
            ),
        ],
        remark=(
            "m bounds a mean delay, and the largest mean of Fig. 2(a) is 300. DORAL and D-ALP "
            "share the first stage, so their m is the same on every seed."
        ),
    )


def least_answers(curves: AllCurves) -> Claim:
    """The two values of tau that the paper gives."""
    findings = []
    for setting, printed in (("fig2a", 0.81), ("fig2b", 0.36)):
        trace = curves[setting, "doral"].specification["trace"]
        least = min(float(law.cdf(500)) for law in laws_from(trace["delay"]))
        findings.append(
            Finding(CELLS[setting], "least τ(500)", exact(least), printed - 0.005, printed + 0.005)
        )
    return Claim(
        "The lowest τ(500) is 0.81 with geometric and 0.36 with Pareto delays.",
        "Section 5",
        "the same to two digits",
        findings,
    )


def doral_starts_late(curves: AllCurves) -> Claim:
    """The first stage."""
    findings = []
    for setting, label in CELLS.items():
        for accept, suffix in ACCEPT.items():
            doral, greedy = curves[setting, f"doral{suffix}"], curves[setting, "d_linucb"]
            tenth = len(doral.rounds) // 10 - 1
            rewards = (curve.columns["reward"][:, tenth] for curve in (doral, greedy))
            measured = relative_gain(*rewards)
            case = f"{label}, A′ = {accept}"
            findings.append(
                Finding(case, "reward of DORAL over D-LinUCB at T/10, minus 1", measured, high=0)
            )
    return Claim(
        "DORAL starts late to accumulate rewards, as it spends time on identifying arms.",
        "Section 5",
        "after a tenth of the rounds its reward is below that of D-LinUCB, which pulls at once",
        findings,
        remark=(
            "Rewards of the first stage count here. Part of the gap is not the first stage but the "
            "pace: D-LinUCB spends 1 a round, DORAL B/T."
        ),
    )


def greedy_is_worse(curves: AllCurves) -> Claim:
    """D-LinUCB and Random."""
    findings = [
        Finding(
            f"{label}, {against}",
            "reward of DORAL over it, minus 1",
            gain(curves, setting, "doral", name),
            low=0,
        )
        for setting, label in CELLS.items()
        for name, against in (("d_linucb", "D-LinUCB"), ("random", "Random"))
    ]
    for setting in ("fig1a", "fig1b", "fig2a", "fig2b"):
        findings.append(
            Finding(
                f"{CELLS[setting]}, D-LinUCB, T = 100,000",
                "reward of DORAL over it, minus 1",
                gain(curves, f"{setting}-short", "doral", "d_linucb"),
                low=0,
            )
        )
    return Claim(
        "DORAL collects more than D-LinUCB, which is greedy, and than Random.",
        "Section 5, Figs 1 and 2",
        "its final reward is larger (A′ = 5)",
        findings,
    )


def race_finds_the_fastest(curves: AllCurves) -> Claim:
    """PR-SAR."""
    findings = []
    for setting, label in CELLS.items():
        for accept, suffix in ACCEPT.items():
            accepted = curves[setting, f"doral{suffix}"].columns["accepted"][:, -1]
            share = float(np.mean(accepted == 2**accept - 1))
            case = f"{label}, A′ = {accept}"
            findings.append(Finding(case, "share of the seeds", exact(share), low=0.5))
    return Claim(
        "PR-SAR finds the top responsive arms.",
        "Section 4.1",
        "on most seeds it accepts exactly the A′ arms of the smallest mean delays",
        findings,
        remark="Where it does not, it takes a neighbour of nearly the same delay.",
    )


def regret_below_root(curves: AllCurves) -> Claim:
    """How regret grows."""
    findings = []
    for setting, label in CELLS.items():
        for name, policy in (("doral", "DORAL"), ("dalp", "D-ALP")):
            curve = curves[setting, name]
            middle = curve.at(int(curve.rounds[-1]) // 2)
            measured = exponent_interval(middle, curve.final, 2)
            findings.append(
                Finding(f"{policy}, {label}", "exponent over the second half", measured, high=0.5)
            )
    return Claim(
        "Regret grows slower than the square root of the rounds.",
        "after Wu et al. 2015, whose UCB-ALP is the model of the second stage",
        "the exponent of the regret over the second half of the rounds is below 1/2 (A′ = 5)",
        findings,
        remark=(
            "Arms that the first stage has rejected are lost: where one of them would be best for "
            "some context, a part of the regret is linear whatever is learnt."
        ),
    )


def budget_is_spent(curves: AllCurves) -> Claim:
    """The hard constraint."""
    findings = []
    for setting, label in CELLS.items():
        for name in ("doral", "dalp", "doral_8", "dalp_8", "d_linucb", "random", "ucb_alp"):
            curve = curves[setting, name]
            budget = curve.specification["trace"]["budget"]
            left = float(np.max(np.abs(budget - curve.columns["spent"][:, -1])))
            case = f"{label}, {name}"
            findings.append(Finding(case, "largest budget left", exact(left), -0.5, 0.5))
    return Claim(
        "Every policy spends its budget to zero, and no more.",
        "equation 3; with b/(T - t)",
        "nothing is left on any seed",
        findings,
    )
