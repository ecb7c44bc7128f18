"""Claims of Huang et al. 2023 on arms: the rates of its Table 1, and its remarks.

An upper bound limits the rate at which regret grows, and does not name an environment where it
grows so fast. So a rate is judged by the exponent of the regret, which must not be above it.
"""

import numpy as np

from delayed_bandits.algorithms.banker import total_investment
from delayed_bandits.analysis.claims import Claim, Finding
from delayed_bandits.analysis.curves import AllCurves
from delayed_bandits.analysis.intervals import exact, mean_interval, ratio_interval
from delayed_bandits.papers.huang2023 import claims_linear, claims_scale_free, ours
from delayed_bandits.papers.huang2023.claims_shared import (
    RATE,
    SQUARE_ROOT,
    WORLDS,
    exponent_in,
    exponent_in_the_horizon,
    fixed_delay,
)
from delayed_bandits.papers.huang2023.shared import DETERMINISTIC, delays_in_order
from delayed_bandits.traces.slots import experienced_delay, slots_for

HORIZON = 100_000
LONG = {
    "long-sca-fixed100": "constrained adversary, fixed 100",
    "long-lock-fixed100": "LOCK, fixed 100",
    "long-lock-geometric": "LOCK, geometric",
}


def claims(curves: AllCurves, delays: np.ndarray) -> list[Claim]:
    """Judge the paper's statements."""
    return [
        banker_tinf_in_the_horizon(curves),
        banker_tinf_in_the_delay(curves),
        banker_tinf_in_the_arms(curves),
        zimmert_seldin_rates(curves),
        worse_by_a_factor(curves),
        vanilla_without_delay(curves),
        investment_bounded(delays),
        little_memory(delays),
        delays_by_arm(curves),
        claims_scale_free.proportional(curves, "banker_sftinf", "Theorem 6.1 and Table 1"),
        claims_scale_free.proportional(curves, "banker_sflbinf", "Theorem 6.3 and Table 1"),
        claims_scale_free.in_the_horizon(curves),
        claims_scale_free.sf_mab_in_the_horizon(curves),
        claims_scale_free.better_than_sf_mab(curves),
        claims_scale_free.small_losses(curves),
        claims_linear.banker_bolo_in_the_horizon(curves),
        claims_linear.banker_bolo_in_delay_and_dimension(curves),
        claims_linear.known_delay(curves),
        ours.scale_free_below_one(curves),
        ours.scale_free_as_mended(curves),
        ours.linear_while_the_floor_is_active(curves),
        ours.ignoring_wins_on_benign_data(curves),
        ours.ignoring_loses_on_lock(curves),
        ours.worst_case(curves),
        ours.pooled_beats_greedy(curves),
        ours.lost_feedback(curves),
    ]


def banker_tinf_in_the_horizon(curves: AllCurves) -> Claim:
    return Claim(
        "The regret of Banker-TINF is at most of the order of √(KT) + √(K D log D): in T",
        "Corollary 5.1 and Table 1; D is of the order of T where the mean delay is fixed",
        RATE.format("T, from T/10 to T,"),
        [
            Finding(
                label,
                "exponent",
                exponent_in_the_horizon(curves[key, "banker_tinf"]),
                high=SQUARE_ROOT,
            )
            for key, label in LONG.items()
        ],
    )


def banker_tinf_in_the_delay(curves: AllCurves) -> Claim:
    cases = [(100, 250), (250, 1000), (1000, 2500)]
    return Claim(
        "The regret of Banker-TINF is at most of the order of √(KT) + √(K D log D): in D",
        "Corollary 5.1 and Table 1",
        RATE.format("a fixed delay"),
        [
            Finding(
                f"LOCK, K = 2, d from {low} to {high}",
                "exponent",
                exponent_in(
                    fixed_delay, *(curves[f"delay-{d}", "banker_tinf"] for d in (low, high))
                ),
                high=SQUARE_ROOT,
            )
            for low, high in cases
        ],
    )


def banker_tinf_in_the_arms(curves: AllCurves) -> Claim:
    return Claim(
        "The regret of Banker-TINF is at most of the order of √(KT) + √(K D log D): in K",
        "Corollary 5.1 and Table 1",
        RATE.format("K, from 8 to 32,"),
        [
            Finding(
                f"gap 0.1 √(K/8), {label}",
                "exponent",
                exponent_in(
                    lambda trace: trace["arms"],
                    curves[f"arms-8-{delay}", "banker_tinf"],
                    curves[f"arms-32-{delay}", "banker_tinf"],
                ),
                high=SQUARE_ROOT,
            )
            for delay, label in {"fixed10": "fixed 10", "geometric": "geometric"}.items()
        ],
        "Uniform play has the exponent 0.57 here. With a gap that does not grow with K the regret "
        "grows like K, as does that without delay: the gap is then large for many arms.",
    )


def zimmert_seldin_rates(curves: AllCurves) -> Claim:
    found = [
        Finding(
            label,
            "exponent in T",
            exponent_in_the_horizon(curves[key, "zimmert_seldin"]),
            high=SQUARE_ROOT,
        )
        for key, label in LONG.items()
    ]
    ends = (curves[f"delay-{d}", "zimmert_seldin"] for d in (100, 2500))
    in_d = exponent_in(fixed_delay, *ends)
    found.append(
        Finding("LOCK, K = 2, d from 100 to 2500", "exponent in d", in_d, high=SQUARE_ROOT)
    )
    return Claim(
        "The regret of Zimmert–Seldin is at most of the order of √(KT) + √D",
        "Table 1, first row",
        RATE.format("T and in a fixed delay"),
        found,
    )


def worse_by_a_factor(curves: AllCurves) -> Claim:
    found = []
    for d in (10, 100):
        for world, label in WORLDS.items():
            banker, other = (
                curves[f"{world}-fixed{d}", name] for name in ("banker_tinf", "zimmert_seldin")
            )
            arms = banker.trace["arms"]
            factor = np.sqrt(arms * np.log(d * banker.rounds[-1]) / np.log(arms))
            ratio = ratio_interval(banker.final, other.final)
            found.append(Finding(f"{label}, fixed {d}", "ratio of R(T)", ratio, high=factor))
    return Claim(
        "Banker-TINF is 'slightly worse' than Zimmert–Seldin in the term of the delay",
        "Remark 5.2: √(K D log D) against √(D log K)",
        "under fixed delays the ratio of the regrets is at most √(K ln D / ln K), about 8",
        found,
    )


def vanilla_without_delay(curves: AllCurves) -> Claim:
    found = []
    for world, label in WORLDS.items():
        banker, vanilla = (curves[f"{world}-none", name] for name in ("banker_tinf", "tsallis_inf"))
        scale = np.sqrt(banker.trace["arms"] * banker.rounds[-1])
        difference = (banker.final - vanilla.final) / scale
        found.append(
            Finding(label, "difference of R(T) / √(KT)", mean_interval(difference), -0.1, 0.1)
        )
    return Claim(
        "Without delay Banker-TINF is Tsallis-INF",
        "ours, after Remark 4.4: without delay and with constant scales Banker-OMD is vanilla OMD",
        "the regrets of the same replication differ by less than a tenth of √(KT) in the mean",
        found,
        "The same arms are played for thousands of rounds; then rounding errors part the "
        "trajectories, which are chaotic.",
    )


def investment_bounded(delays: np.ndarray) -> Claim:
    found = []
    for label in DETERMINISTIC:
        invested, experienced = total_investment(delays_in_order(label, HORIZON, delays))
        bound = np.sqrt(HORIZON) + np.sqrt(experienced[-1] * np.log(max(experienced[-1], 1)))
        found.append(Finding(label, "B_T / bound", exact(invested[-1] / bound), high=1 + 1e-9))
    return Claim(
        "The total investment B_T is at most of the order of √T + √(D log D)",
        "Theorem 4.6 as it is proved in Appendix B; its text has √D log D",
        "B_T / (√T + √(D ln D)) is at most 1 at T = 100,000; it depends on the delays alone",
        found,
    )


def little_memory(delays: np.ndarray) -> Claim:
    found = []
    for label in DETERMINISTIC:
        in_order = np.minimum(delays_in_order(label, HORIZON, delays), HORIZON).astype(np.int32)
        total = experienced_delay(in_order)
        slots = slots_for(in_order[None]).free.size
        share = slots / (1 + np.sqrt(2 * total))
        found.append(Finding(label, "duals held / (1 + √(2D))", exact(share), high=1 + 1e-9))
    return Claim(
        "With pooled withdrawal Banker-OMD needs memory of the order of √D K",
        "Appendix A.5",
        "the most duals that are held at one time, each of K numbers, are at most 1 + √(2D), which "
        "is arithmetic: m outstanding rounds have cost a delay of m (m - 1) / 2",
        found,
    )


def delays_by_arm(curves: AllCurves) -> Claim:
    curve = curves["sca-by-arm", "banker_tinf"]
    return Claim(
        "The bound of Banker-TINF holds for delays that depend on the arm",
        "Appendix A.3",
        RATE.format("T, from T/10 to T,"),
        [
            Finding(
                "geometric, mean 25 k of arm k",
                "exponent",
                exponent_in_the_horizon(curve),
                high=SQUARE_ROOT,
            )
        ],
    )
