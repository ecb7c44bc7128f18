"""Our findings on the growth of regret with T, d and L in Huang et al. 2023."""

import numpy as np

from delayed_bandits.analysis.claims import Claim
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import Interval, exponent_interval
from delayed_bandits.analysis.measurements import Instead, Known, Measurement, variant
from delayed_bandits.analysis.measures import measure, ratio
from delayed_bandits.analysis.settings import Setting
from delayed_bandits.analysis.verdicts import above
from delayed_bandits.papers.huang2023 import measures as m
from delayed_bandits.papers.huang2023.shared import largest_loss, on_lock

ARMED = ("tinf", "reconstructed")
ON_ARMS = [
    ({d: f"delay-{d}" for d in (5, 25, 125)}, "LOCK with two arms"),
    ({d: f"delay-{d}" for d in (100, 250, 1000, 2500)}, "LOCK with two arms"),
    ({10: "lock-fixed10", 100: "lock-fixed100"}, "LOCK with eight arms"),
    ({10: "gap-fixed10", 100: "gap-fixed100"}, "LOCK with eight arms and gap 0.1"),
    (m.up_to_100("sca"), "Stochastically constrained adversary"),
]
ON_POINTS = [
    ({d: f"ball-lock-{d}" for d in (5, 25, 125)}, "The ball, n = 5, LOCK"),
    ({d: f"ball-lock-{d}" for d in (100, 250, 1000)}, "The ball, n = 5, LOCK"),
    (m.up_to_100("ball"), "The ball, n = 5"),
    (m.up_to_100("box"), "The box, n = 5"),
]


def in_range(setting: Setting) -> bool:
    """Tell whether losses neither grow nor stay below 1, the first guess of L."""
    losses = setting.trace["losses"]
    return isinstance(losses, str) or (
        losses["distribution"] != "growing" and largest_loss(setting.trace) >= 1
    )


@measure("exponent in T of R(T) of {first} / the bound of Theorem 6.1")
def growth_over_bound(low: Curves, high: Curves) -> Interval:
    """Return p if regret over the bound grows like T^p; there is no delay."""

    def over(curve: Curves) -> np.ndarray:
        T, L = int(curve.rounds[-1]), largest_loss(curve.trace)
        environment = m.Environment(T, 0, curve.trace["arms"], 0, L)
        return curve.final / m.BOUNDS["√(K (D + T) log(D + T)) L"](environment)

    return exponent_interval(over(low), over(high), high.rounds[-1] / low.rounds[-1])


RATES = [
    Claim(
        "o38",
        "With losses up to 1/√T Banker-SFTINF as printed learns little, so its regret over the "
        "bound of Theorem 6.1 grows with T",
        [
            Measurement(
                ratio,
                ("banker_sftinf_greedy", "uniform"),
                above(0.9),
                Instead(
                    tuple(f"range-one-none:{run}" for run in ("banker_sftinf_greedy", "uniform")),
                    "losses are as large as the first guess of L",
                ),
            ),
            Measurement(
                growth_over_bound,
                tuple(f"tiny-{T}:banker_sftinf_greedy" for T in (10_000, 1_000_000)),
                above(0.25),
                Known("a regret of the bound's order", 0, "the ratio stays"),
                case="T from 10,000 to 1,000,000",
                key="growth",
            ),
        ],
        [variant("printed", "greedy withdrawal, Algorithm 3, no delay")],
        ["tiny-10000", "tiny-100000", "tiny-1000000"],
        place="Theorem 6.1, as the first guess L̂₁ = 1 is never lowered",
        tolerance="nine tenths of random play's regret, and the power 1/4 in T",
        remark="The scale σ_t is about √(t / ln t) whatever L is. So all losses together move a "
        "dual by about L √T √ln T. If L is 1/√T, this is √ln T: too little to leave the uniform "
        "distribution. Regret then grows like L T, the bound like L √(T ln T).",
    ),
    Claim(
        "o41",
        "Where random play has regret, regret grows at most like T^(3/4) from T/5 to T",
        [m.in_the_horizon("{run}")],
        [
            variant("printed", "Banker-TINF", "tinf", run="banker_tinf_greedy"),
            variant("printed", "Banker-SFTINF", "sftinf", run="banker_sftinf_greedy"),
            variant("printed", "Banker-SFLBINF", "sflbinf", run="banker_sflbinf_greedy"),
            variant("printed", "Banker-BOLO", "bolo", run="banker_bolo"),
            variant("reconstructed", "in part from third-party code", run="zimmert_seldin"),
        ],
        lambda setting: not on_lock(setting.trace) and in_range(setting),
        quantifier="most",
        place="Corollary 5.1, Theorems 6.1, 6.3 and 7.1, whose bounds are roots of T",
        tolerance=m.HALFWAY,
        remark="It fails on LOCK under a delay of 100 rounds and batches, on spikes, and for "
        "Banker-BOLO under a delay of 10, where its scale stays at 8n, the least that Algorithm 5 "
        "allows. At a given mean delay an algorithm that ignores delays has this rate, too.",
    ),
    Claim(
        "o42",
        "With a constant delay d regret grows at most like d^(3/4)",
        [
            *(m.growth("{run}", "d", ds, case, "tsallis_inf", ARMED) for ds, case in ON_ARMS),
            *(m.growth("banker_bolo", "d", ds, case, "bolo", ["bolo"]) for ds, case in ON_POINTS),
        ],
        [
            variant("printed", "Banker-TINF", "tinf", run="banker_tinf_greedy"),
            variant("printed", "Banker-BOLO", "bolo"),
            variant("reconstructed", "Zimmert–Seldin", run="zimmert_seldin"),
        ],
        quantifier="most",
        place="Corollary 5.1, Theorem 7.1 and Table 1, whose bounds are roots of D",
        tolerance=m.HALFWAY,
        remark="From delays of about √T on, an algorithm that ignores them loses all there is to "
        "lose, so its regret grows slowly, too.",
    ),
]
