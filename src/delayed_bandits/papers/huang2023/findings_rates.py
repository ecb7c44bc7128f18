"""Our findings on the growth of regret with T, d and L in Huang et al. 2023."""

import numpy as np

from delayed_bandits.analysis.claims import Claim
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import Interval, exponent_interval
from delayed_bandits.analysis.measurements import Instead, Known, Measurement, variant
from delayed_bandits.analysis.measures import measure, ratio
from delayed_bandits.analysis.verdicts import above
from delayed_bandits.papers.huang2023 import measures as m
from delayed_bandits.papers.huang2023.shared import largest_loss


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
]
