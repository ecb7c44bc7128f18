"""Claims of Huang et al. 2023, Section 6: losses of unknown range."""

from delayed_bandits.analysis.claims import Claim, Finding
from delayed_bandits.analysis.intervals import ratio_interval
from delayed_bandits.papers.huang2023.shared import RATE, SQUARE_ROOT, exponent_in_the_horizon


def claims(curves):
    """Judge them, on the regret of every seed for each (setting, algorithm)."""
    return [
        scale_free(curves, "banker_sftinf", "Banker-SFTINF", "Theorem 6.1 and Table 1"),
        scale_free(curves, "banker_sflbinf", "Banker-SFLBINF", "Theorem 6.3 and Table 1"),
        scale_free_in_the_horizon(curves),
        sf_mab_in_the_horizon(curves),
        better_than_sf_mab(curves),
        small_losses(curves),
    ]


def scale_free(curves, name, label, place):
    """Losses of 10,000 times the range make 10,000 times the regret."""
    return Claim(
        f"The regret of {label} is proportional to the range L of the losses",
        f"{place}: √(K (D + T)) L",
        "R(T) / L at L = 10,000 is between 4/5 and 5/4 of that at L = 1",
        [
            Finding(
                {"none": "no delay", "geometric": "geometric delays"}[delay],
                "R(T) / L, L = 10,000 over L = 1",
                ratio_interval(
                    curves[f"range-large-{delay}", name].final / 10_000,
                    curves[f"range-one-{delay}", name].final,
                ),
                0.8,
                1.25,
            )
            for delay in ("none", "geometric")
        ],
    )


def scale_free_in_the_horizon(curves):
    """R_T of the scale-free algorithms is of the order of sqrt(T)."""
    labels = {"banker_sftinf": "Banker-SFTINF", "banker_sflbinf": "Banker-SFLBINF"}
    return Claim(
        "The regret of Banker-SFTINF and Banker-SFLBINF is at most of the order of √(K (D + T)) L",
        "Theorems 6.1 and 6.3, Table 1",
        RATE.format("T, from T/10 to T,"),
        [
            Finding(
                f"{labels[name]}, {'no' if delay == 'none' else 'geometric'} delay, L = 10,000",
                "exponent",
                exponent_in_the_horizon(curves[f"range-large-{delay}", name]),
                high=SQUARE_ROOT,
            )
            for name in labels
            for delay in ("none", "geometric")
        ],
        "Under geometric delays the floor of line 9 of Algorithm 4 makes the regret some eight "
        "times that without it; see the figure.",
    )


def sf_mab_in_the_horizon(curves):
    """R_T of SF-MAB is of the order of sqrt(T) without delay."""
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


def better_than_sf_mab(curves):
    """Without delay Banker-SFLBINF has less regret than SF-MAB."""
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


def small_losses(curves):
    """The bound of Banker-SFLBINF adapts to small losses."""

    def ratio(setting, name):
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
