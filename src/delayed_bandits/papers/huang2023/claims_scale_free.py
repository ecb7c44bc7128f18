"""Claims of Huang et al. 2023, Section 6: losses of unknown range."""

from delayed_bandits.analysis.claims import Claim, Finding
from delayed_bandits.analysis.curves import AllCurves
from delayed_bandits.analysis.intervals import Interval, ratio_interval
from delayed_bandits.papers.huang2023.claims_shared import (
    RATE,
    SCALE_FREE,
    SQUARE_ROOT,
    exponent_in_the_horizon,
    over_range,
)


def proportional(curves: AllCurves, name: str, source: str) -> Claim:
    return Claim(
        f"The regret of {SCALE_FREE[name]} is proportional to the range L of the losses",
        f"{source}: √(K (D + T)) L",
        "R(T) / L at L = 10,000 is between 4/5 and 5/4 of that at L = 1",
        [
            Finding(
                label,
                "R(T) / L, L = 10,000 over L = 1",
                ratio_interval(
                    over_range(curves[f"range-large-{delay}", name]),
                    over_range(curves[f"range-one-{delay}", name]),
                ),
                0.8,
                1.25,
            )
            for delay, label in {"none": "no delay", "geometric": "geometric delays"}.items()
        ],
    )


def in_the_horizon(curves: AllCurves) -> Claim:
    return Claim(
        "The regret of Banker-SFTINF and Banker-SFLBINF is at most of the order of √(K (D + T)) L",
        "Theorems 6.1 and 6.3, Table 1",
        RATE.format("T, from T/10 to T,"),
        [
            Finding(
                f"{label}, {'no' if delay == 'none' else 'geometric'} delay, L = 10,000",
                "exponent",
                exponent_in_the_horizon(curves[f"range-large-{delay}", name]),
                high=SQUARE_ROOT,
            )
            for name, label in SCALE_FREE.items()
            for delay in ("none", "geometric")
        ],
        "Under geometric delays the floor of line 9 of Algorithm 4 makes the regret some eight "
        "times that without it; see the figure.",
    )


def sf_mab_in_the_horizon(curves: AllCurves) -> Claim:
    labels = {"sf_mab_fixed": "fixed exploration", "sf_mab_adaptive": "adaptive exploration"}
    return Claim(
        "The regret of SF-MAB is at most of the order of K √T L without delay",
        "Table 1, Putta and Agrawal (2022)",
        RATE.format("T, from T/10 to T,"),
        [
            Finding(
                f"{label}, L = {scale}",
                "exponent",
                exponent_in_the_horizon(curves[f"range-{key}-none", name]),
                high=SQUARE_ROOT,
            )
            for name, label in labels.items()
            for key, scale in {"one": "1", "large": "10,000"}.items()
        ],
    )


def better_than_sf_mab(curves: AllCurves) -> Claim:
    settings = {"range-one-none": "L = 1", "range-large-none": "L = 10,000", "signed": "signed"}
    others = {"sf_mab_fixed": "fixed", "sf_mab_adaptive": "adaptive"}
    return Claim(
        "Without delay Banker-SFLBINF improves on SF-MAB",
        "Remark 6.4: 'our algorithm dominates theirs by a factor of √K in the worst case'",
        "the ratio of the regrets is below 1, against both explorations of SF-MAB",
        [
            Finding(
                f"{label}, {exploration} exploration",
                "ratio of R(T)",
                ratio_interval(curves[key, "banker_sflbinf"].final, curves[key, name].final),
                high=1,
            )
            for key, label in (settings | {"spikes": "spikes", "growth": "growth"}).items()
            for name, exploration in others.items()
        ],
        "The bound is better on every sequence of losses, an algorithm need not be. On spikes the "
        "floor of line 9 costs more than exploration does.",
    )


def small_losses(curves: AllCurves) -> Claim:
    def ratio(setting: str, name: str) -> Interval:
        return ratio_interval(curves[setting, "banker_sflbinf"].final, curves[setting, name].final)

    return Claim(
        "Banker-SFLBINF adapts to small losses",
        "Theorem 6.3: the bound has the squares of the losses that are met, not L² T",
        "where few losses are large, its regret is below that of algorithms whose bound has L² T",
        [
            Finding(
                "spikes, over Banker-SFTINF", "ratio", ratio("spikes", "banker_sftinf"), high=1
            ),
            Finding("spikes, over Tsallis-INF", "ratio", ratio("spikes", "tsallis_inf"), high=1),
            Finding(
                "signed spikes, over Tsallis-INF",
                "ratio",
                ratio("signed-spikes", "tsallis_inf"),
                high=1,
            ),
        ],
        "Tsallis-INF is told L.",
    )
