"""What a reader of Zhang, Wang and Luo 2025 will ask beside its claims."""

import numpy as np

from delayed_bandits.aggregation import AllCurves
from delayed_bandits.claims import Claim, Finding
from delayed_bandits.papers.zhang2025_common import (
    DELAYS,
    DIMENSIONS,
    PAYOFFS,
    TEXTBOOK,
    TUNED,
    best_of,
    constant,
)
from delayed_bandits.statistics import exact, mean_interval, ratio_interval


def against_best(curves: AllCurves, name: str, benchmarks: list[str]) -> list[Finding]:
    """Regret over that of the best benchmark, in every setup that these were run in."""
    findings = []
    for payoffs in PAYOFFS:
        for delay in DELAYS:
            for dimension in DIMENSIONS:
                setting = f"{payoffs}-{dimension}-{delay}"
                if (setting, benchmarks[0]) not in curves:
                    continue
                best = best_of(curves, setting, benchmarks)
                findings.append(
                    Finding(
                        f"{payoffs}, D = {delay:,}, n = {dimension}",
                        "regret over that of the best benchmark",
                        ratio_interval(curves[setting, name].final, best.final),
                        high=1,
                    )
                )
    return findings


def without_guess(curves: AllCurves) -> Claim:
    """Judge the algorithm without B."""
    return Claim(
        "Without the guess B the algorithm outperforms the benchmarks.",
        "ours",
        "its regret with β = 0.5 is below that of the best LinUCB with the textbook's width",
        against_best(curves, "spanner_free", TEXTBOOK),
    )


def with_theorem_width(curves: AllCurves) -> Claim:
    """Judge the algorithm with the β of Theorem 1."""
    return Claim(
        "With the theorem's β the algorithm outperforms the benchmarks.",
        "ours",
        "its regret is below that of the best LinUCB with the textbook's width",
        against_best(curves, "spanner_theory", TEXTBOOK),
        remark="100,000 rounds are not enough for it to eliminate much; see the figure theory.",
    )


def tuned_benchmarks(curves: AllCurves) -> Claim:
    """Judge the algorithm against LinUCB with a small width."""
    return Claim(
        "The algorithm outperforms LinUCB that is tuned as it is.",
        "ours",
        "its regret with β = 0.5 and without B is below that of the better LinUCB with α = 1",
        against_best(curves, "spanner_free", TUNED),
        remark=(
            "β = 0.5 is a twentieth of the theorem's; α = 1 is about an eighth of the textbook's."
        ),
    )


def theory_is_slow(curves: AllCurves) -> Claim:
    """Judge when the theorem's β begins to tell."""
    findings = []
    for delay in (10, 1000):
        curve = curves[f"theory-{delay}", "spanner_theory"]
        uniform = curves[f"theory-{delay}", "uniform_random"]
        findings += [
            Finding(
                f"D = {delay:,}",
                "rounds before the first elimination",
                mean_interval(constant(curve, "first_elimination")),
                low=1000,
            ),
            Finding(
                f"D = {delay:,}",
                "share of uniform play's regret at 100,000 rounds",
                ratio_interval(curve.at(10**5), uniform.at(10**5)),
                low=0.5,
            ),
            Finding(
                f"D = {delay:,}",
                "share of uniform play's regret at 10⁷ rounds",
                ratio_interval(curve.final, uniform.final),
                high=0.1,
            ),
        ]
    return Claim(
        "The theorem's β shows nothing before some million rounds.",
        "ours",
        "nothing is eliminated in the first 1,000 rounds, the regret is above half of that of "
        "uniform play at 100,000 rounds, and below a tenth of it at 10⁷ (n = 5, K = 50)",
        findings,
    )


def guess_costs(curves: AllCurves) -> Claim:
    """Judge what guessing B costs."""
    findings = [
        Finding(
            f"{payoffs}, D = {delay:,}",
            "regret with a guess over that without",
            ratio_interval(*(curves[setting, name].final for name in ("spanner", "spanner_free"))),
            high=1,
        )
        for payoffs in PAYOFFS
        for delay in (10, 100, 1000, 5000)
        if (setting := f"{payoffs}-6-{delay}")
    ]
    findings += [
        Finding(
            f"losses, D = {delay:,}, B from 0.25",
            "regret with a guess over that without",
            ratio_interval(
                *(
                    curves[f"losses-6-{delay}", name].final
                    for name in ("spanner_quarter", "spanner_free")
                )
            ),
            high=1,
        )
        for delay in (100, 1000, 5000)
    ]
    return Claim(
        "The guess B lowers regret.",
        "ours; the guess is what takes D out of one of the bounds",
        "regret with it is below that without (β = 0.5, n = 6)",
        findings,
    )


def imputing_one_knows_no_delay(curves: AllCurves) -> Claim:
    """Judge LinUCB where payoffs are 0 or 1."""
    short, long = (curves[f"bernoulli-{delay}", "one"].regret for delay in DELAYS)
    return Claim(
        "With payoffs in {0, 1}, LinUCB that takes what is missing for 1 plays as without delay.",
        "ours",
        "its regret with D = 100 and D = 1,000 is the same at every checkpoint",
        [
            Finding(
                "losses of 0 or 1, n = 6",
                "largest difference",
                exact(float(np.max(np.abs(short - long)))),
                -0.5,
                0.5,
            )
        ],
        remark="A payoff that has not come after 0 rounds is a 1.",
    )


def data_are_kept(curves: AllCurves) -> Claim:
    """Judge the algorithm for arms without structure."""
    findings = [
        Finding(
            f"{payoffs}, D = {delay:,}",
            "regret over that without a guess",
            ratio_interval(
                *(
                    curves[f"arms-{payoffs}-{delay}", f"arms_{kind}"].final
                    for kind in ("kept", "free")
                )
            ),
            high=1,
        )
        for payoffs in PAYOFFS
        for delay in (100, 1000, 5000)
    ]
    return Claim(
        "For arms without structure, the guess lowers regret if payoffs are kept at a restart.",
        "ours; Section 3 does not say what becomes of them",
        "regret with the guess is below that without",
        findings,
    )


def contexts_are_learnt(curves: AllCurves) -> Claim:
    """Judge the reduction of contexts to fixed actions."""
    uniform = curves["contexts", "uniform_random"]
    findings = [
        Finding(
            label,
            "share of uniform play's regret per round, last fifth",
            ratio_interval(
                *(
                    curve.final - curve.at(int(0.8 * curve.rounds[-1]))
                    for curve in (curves["contexts", name], uniform)
                )
            ),
            high=0.1,
        )
        for name, label in (
            ("contexts_known", "distribution known"),
            ("contexts_estimated", "distribution estimated"),
        )
    ]
    return Claim(
        "The reduction to fixed actions learns with contexts too.",
        "Section 4, whose text was not at hand",
        "in the last fifth of 262,143 rounds regret grows less than a tenth as fast as that of "
        "uniform play (β = 0.5)",
        findings,
        remark=(
            "The best of 200 policies is still some hundredths worse than the best action of each "
            "context. Estimated, the slack is above most gaps until far more rounds."
        ),
    )
