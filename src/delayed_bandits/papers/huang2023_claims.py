"""Claims of Huang et al. 2023: the rates of its Table 1, and its remarks.

Those that are ours are in `huang2023_ours`. An upper bound says that regret grows at most at a
rate, not on which environment it does: so a rate is judged by the exponent of the regret, which
must not be above it. For square roots that is 3/4, halfway to linear growth: logarithms add some.
"""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from delayed_bandits.aggregation import Curves
from delayed_bandits.algorithms.banker import total_investment
from delayed_bandits.claims import Claim, Finding
from delayed_bandits.delays.laws import law_from
from delayed_bandits.papers import huang2023_ours as ours
from delayed_bandits.statistics import Interval, exact, exponent_interval, ratio_interval
from delayed_bandits.tables import read_table
from delayed_bandits.traces.slots import slots_for

AllCurves = Mapping[tuple[str, str], Curves]
SQUARE_ROOT = 0.75
LONG = {
    "long-sca-fixed100": "constrained adversary, fixed 100",
    "long-lock-fixed100": "LOCK, fixed 100",
    "long-lock-geometric": "LOCK, geometric",
}
RATE = "the exponent of the regret in {} is below 3/4, halfway between the bound's 1/2 and linear"


def claims(curves: AllCurves, criteo: Path) -> list[Claim]:
    """Judge the paper's statements.

    Parameters
    ----------
    curves : mapping
        Regret of every seed for each (setting, algorithm).
    criteo : Path
        The table of Criteo delays.

    Returns
    -------
    list of Claim
    """
    delays = read_table(criteo)["delay"].to_numpy()
    return [
        banker_tinf_in_the_horizon(curves),
        banker_tinf_in_the_delay(curves),
        banker_tinf_in_the_arms(curves),
        zimmert_seldin(curves),
        scale_free(curves, "banker_sftinf", "Banker-SFTINF", "Theorem 6.1 and Table 1"),
        scale_free(curves, "banker_sflbinf", "Banker-SFLBINF", "Theorem 6.3 and Table 1"),
        scale_free_in_the_horizon(curves),
        sf_mab(curves),
        banker_bolo_in_the_horizon(curves),
        banker_bolo_in_delay_and_dimension(curves),
        ito(curves),
        worse_by_a_factor(curves),
        better_than_sf_mab(curves),
        small_losses(curves),
        vanilla_without_delay(curves),
        investment_bounded(delays),
        little_memory(delays),
        delays_by_arm(curves),
        *ours.claims(curves),
    ]


def in_horizon(curve: Curves) -> Interval:
    """Exponent of the regret from a tenth of the horizon to its end."""
    return exponent_interval(curve.at(int(curve.rounds[-1]) // 10), curve.final, 10)


def banker_tinf_in_the_horizon(curves):
    """R_T of Banker-TINF is of the order of sqrt(T) for a given mean delay."""
    return Claim(
        "The regret of Banker-TINF is at most of the order of √(KT) + √(K D log D): in T",
        "Corollary 5.1 and Table 1; D is of the order of T where the mean delay is fixed",
        RATE.format("T, from T/10 to T = 400,000,"),
        [
            Finding(label, "exponent", in_horizon(curves[key, "banker_tinf"]), high=SQUARE_ROOT)
            for key, label in LONG.items()
        ],
    )


def banker_tinf_in_the_delay(curves):
    """R_T of Banker-TINF is of the order of sqrt(D)."""
    keys = [(100, 250), (250, 1000), (1000, 2500)]
    return Claim(
        "The regret of Banker-TINF is at most of the order of √(KT) + √(K D log D): in D",
        "Corollary 5.1 and Table 1",
        RATE.format("a fixed delay"),
        [
            Finding(
                f"LOCK, K = 2, d from {low} to {high}",
                "exponent",
                exponent_interval(
                    curves[f"delay-{low}", "banker_tinf"].final,
                    curves[f"delay-{high}", "banker_tinf"].final,
                    high / low,
                ),
                high=SQUARE_ROOT,
            )
            for low, high in keys
        ],
    )


def banker_tinf_in_the_arms(curves):
    """R_T of Banker-TINF is of the order of sqrt(K)."""
    return Claim(
        "The regret of Banker-TINF is at most of the order of √(KT) + √(K D log D): in K",
        "Corollary 5.1 and Table 1",
        RATE.format("K, from 8 to 32,"),
        [
            Finding(
                f"gap 0.1 √(K/8), {label}",
                "exponent",
                exponent_interval(
                    curves[f"arms-8-{delay}", "banker_tinf"].final,
                    curves[f"arms-32-{delay}", "banker_tinf"].final,
                    4,
                ),
                high=SQUARE_ROOT,
            )
            for delay, label in {"fixed10": "fixed 10", "geometric": "geometric"}.items()
        ],
        "With a gap that does not grow with K the regret grows like K, as does that without delay: "
        "the gap is then large for many arms.",
    )


def zimmert_seldin(curves):
    """R_T of Zimmert-Seldin is of the order of sqrt(KT) + sqrt(D)."""
    found = [
        Finding(label, "exponent in T", in_horizon(curves[key, "zimmert_seldin"]), high=SQUARE_ROOT)
        for key, label in LONG.items()
    ]
    ends = curves["delay-100", "zimmert_seldin"], curves["delay-2500", "zimmert_seldin"]
    found.append(
        Finding(
            "LOCK, K = 2, d from 100 to 2500",
            "exponent in d",
            exponent_interval(ends[0].final, ends[1].final, 25),
            high=SQUARE_ROOT,
        )
    )
    return Claim(
        "The regret of Zimmert–Seldin is at most of the order of √(KT) + √D",
        "Table 1, first row",
        RATE.format("T and in a fixed delay"),
        found,
    )


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
                    curves[f"scale-large-{delay}", name].final / 10_000,
                    curves[f"scale-one-{delay}", name].final,
                ),
                0.8,
                1.25,
            )
            for delay in ("none", "geometric")
        ],
        "L stands outside the root in the theorems, in Table 1 within it, which cannot be: regret "
        "has the unit of the losses.",
    )


def scale_free_in_the_horizon(curves):
    """R_T of the scale-free algorithms is of the order of sqrt(T)."""
    labels = {"banker_sftinf": "Banker-SFTINF", "banker_sflbinf": "Banker-SFLBINF"}
    return Claim(
        "The regret of Banker-SFTINF and Banker-SFLBINF is at most of the order of √(K (D + T)) L",
        "Theorems 6.1 and 6.3, Table 1",
        RATE.format("T, from T/10 to T = 100,000,"),
        [
            Finding(
                f"{labels[name]}, {delay}, L = 10,000",
                "exponent",
                in_horizon(curves[f"scale-large-{delay}", name]),
                high=SQUARE_ROOT,
            )
            for name in labels
            for delay in ("none", "geometric")
        ],
        "The floor of the action scale in line 9 of Algorithm 4 keeps Banker-SFLBINF in its linear "
        "phase under delays; without it see the figure.",
    )


def sf_mab(curves):
    """R_T of SF-MAB is of the order of sqrt(T) without delay."""
    labels = {"sf_mab_fixed": "fixed exploration", "sf_mab_adaptive": "adaptive exploration"}
    return Claim(
        "The regret of SF-MAB is at most of the order of K √T L without delay",
        "Table 1, Putta and Agrawal (2022)",
        RATE.format("T, from T/10 to T = 100,000,"),
        [
            Finding(
                f"{label}, L = {scale}",
                "exponent",
                in_horizon(curves[f"scale-{key}-none", name]),
                high=SQUARE_ROOT,
            )
            for name, label in labels.items()
            for key, scale in {"one": "1", "large": "10,000"}.items()
        ],
    )


def banker_bolo_in_the_horizon(curves):
    """R_T of Banker-BOLO is of the order of sqrt(T)."""
    return Claim(
        "The regret of Banker-BOLO is at most of the order of n^(3/2) √T + n² √D: in T",
        "Theorem 7.1 and Table 1",
        RATE.format("T, from T/10 to T = 100,000,"),
        [
            Finding(
                f"{body}, n = 5, {label}",
                "exponent",
                in_horizon(curves[f"{body}-{delay}", "banker_bolo"]),
                high=SQUARE_ROOT,
            )
            for body in ("ball", "box")
            for delay, label in {"none": "no delay", "geometric": "geometric delays"}.items()
        ],
        "A theorem on the order does not say from which T on it holds. The floor 8n of the action "
        "scale is active for much longer than this horizon under delays.",
    )


def banker_bolo_in_delay_and_dimension(curves):
    """R_T of Banker-BOLO grows with the root of d and at most with n^(3/2) without delay."""
    low, high = (curves[f"ball-{n}-none", "banker_bolo"].final for n in (2, 10))
    found = [Finding("ball, no delay", "exponent in n", exponent_interval(low, high, 5), high=1.5)]
    low, high = (curves[f"ball-lock-{d}", "banker_bolo"].final for d in (100, 1000))
    found.append(
        Finding("ball, LOCK", "exponent in d", exponent_interval(low, high, 10), high=SQUARE_ROOT)
    )
    return Claim(
        "The regret of Banker-BOLO is at most of the order of n^(3/2) √T + n² √D: in n and D",
        "Theorem 7.1 and Table 1",
        "the exponent in n is below 3/2 from 2 to 10, that in a fixed delay below 3/4",
        found,
    )


def ito(curves):
    """R_T of exponential weights that are told d is of the order of sqrt(n (n + d) T)."""
    low, high = (curves[f"box-fixed{d}", "exponential_weights"].final for d in (10, 100))
    return Claim(
        "With a known fixed delay d the regret can be of the order of √(n (n + d) T)",
        "Table 1, Ito et al. (2020)",
        "the regret for d = 100 over that for d = 10 is at most √((n + 100) / (n + 10)) = 2.65",
        [Finding("box, n = 5", "ratio of R(T)", ratio_interval(high, low), high=np.sqrt(105 / 15))],
        "Continuous exponential weights, a simple form of their algorithm.",
    )


def worse_by_a_factor(curves):
    """Under fixed delays Banker-TINF is worse than Zimmert-Seldin by the stated factor at most."""
    found = []
    for d in (10, 100):
        total = d * 100_000
        factor = np.sqrt(8 * np.log(total) / np.log(8))
        for world, label in {"sca": "constrained adversary", "lock": "LOCK"}.items():
            banker, other = (
                curves[f"{world}-fixed{d}", name].final
                for name in ("banker_tinf", "zimmert_seldin")
            )
            ratio = ratio_interval(banker, other)
            found.append(Finding(f"{label}, fixed {d}", "ratio of R(T)", ratio, high=factor))
    return Claim(
        "Banker-TINF is 'slightly worse' than Zimmert–Seldin in the term of the delay",
        "Remark 5.2: √(K D log D) against √(D log K)",
        "under fixed delays the ratio of the regrets is at most √(K ln D / ln K), about 8",
        found,
    )


def better_than_sf_mab(curves):
    """Without delay Banker-SFLBINF has less regret than SF-MAB."""
    settings = {"scale-one-none": "L = 1", "scale-large-none": "L = 10,000", "signed": "signed"}
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


def vanilla_without_delay(curves):
    """Without delay Banker-OMD is OMD."""
    found = []
    for world, label in {"sca": "constrained adversary", "lock": "LOCK"}.items():
        banker, vanilla = (curves[f"{world}-none", name] for name in ("banker_tinf", "tsallis_inf"))
        ratio = ratio_interval(banker.final, vanilla.final)
        found.append(Finding(label, "ratio of R(T)", ratio, 0.8, 1.25))
    return Claim(
        "Without delay Banker-OMD is vanilla OMD",
        "Remark 4.4; with the scales of Tsallis-INF it is Tsallis-INF",
        "the mean regrets of Banker-TINF and Tsallis-INF agree to a fifth",
        found,
        "The same arms are played for the first thousand rounds or so; then rounding errors part "
        "the trajectories, which are chaotic.",
    )


LAWS = {
    "no delay": {"law": "constant", "rounds": 0},
    "fixed 10": {"law": "constant", "rounds": 10},
    "fixed 100": {"law": "constant", "rounds": 100},
    "packets": {"law": "packet", "size": 201},
    "front": {"law": "front", "size": 4472},
    "Criteo": {"law": "criteo", "scale": 1.75e-4},
}
HORIZON = 100_000


def sampled(description, criteo) -> np.ndarray:
    """Delays of a law without chance: those of Criteo in an order of low discrepancy."""
    golden = (np.sqrt(5) - 1) / 2
    return law_from(description, criteo).sample(np.arange(HORIZON) * golden % 1)


def investment_bounded(criteo):
    """B_T is at most of the order of sqrt(T) + sqrt(D) log D."""
    found = []
    for label, description in LAWS.items():
        invested, experienced = total_investment(sampled(description, criteo))
        bound = np.sqrt(HORIZON) + np.sqrt(experienced[-1]) * np.log(max(experienced[-1], 1))
        found.append(Finding(label, "B_T / bound", exact(invested[-1] / bound), high=1 + 1e-9))
    return Claim(
        "The total investment B_T is at most of the order of √T + √D log D",
        "Theorem 4.6",
        "B_T / (√T + √D ln D) is at most 1 at T = 100,000; it hangs on the delays alone",
        found,
    )


def little_memory(criteo):
    """At most of the order of sqrt(D) rounds are outstanding at one time."""
    found = []
    for label, description in LAWS.items():
        delays = np.minimum(sampled(description, criteo), HORIZON)
        total = np.minimum(delays, np.arange(HORIZON)[::-1]).sum()
        slots = slots_for(delays.astype(np.int32)[None]).free.size
        share = slots / (1 + np.sqrt(2 * total))
        found.append(Finding(label, "duals held / (1 + √(2D))", exact(share), high=1 + 1e-9))
    return Claim(
        "With pooled withdrawal Banker-OMD needs memory of the order of √D K",
        "Appendix A.5",
        "the most duals that are held at one time, each of K numbers, are at most 1 + √(2D)",
        found,
    )


def delays_by_arm(curves):
    """The bounds hold for delays that depend on the arm."""
    curve = curves["sca-by-arm", "banker_tinf"]
    return Claim(
        "The bound of Banker-TINF holds for delays that depend on the arm",
        "Appendix A.3",
        RATE.format("T, from T/10 to T = 100,000,"),
        [Finding("geometric, mean 25 k of arm k", "exponent", in_horizon(curve), high=SQUARE_ROOT)],
    )
