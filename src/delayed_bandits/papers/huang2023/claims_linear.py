"""Claims of Huang et al. 2023, Section 7: linear bandits."""

import numpy as np

from delayed_bandits.analysis.claims import Claim, Finding
from delayed_bandits.analysis.curves import AllCurves
from delayed_bandits.analysis.intervals import ratio_interval
from delayed_bandits.papers.huang2023.claims_shared import (
    RATE,
    SQUARE_ROOT,
    exponent_in,
    exponent_in_the_horizon,
    fixed_delay,
)


def banker_bolo_in_the_horizon(curves: AllCurves) -> Claim:
    return Claim(
        "The regret of Banker-BOLO is at most of the order of n^(3/2) √T + n² √D: in T",
        "Theorem 7.1 and Table 1",
        RATE.format("T, from T/10 to T,"),
        [
            Finding(
                f"{body}, n = 5, {label}",
                "exponent",
                exponent_in_the_horizon(curves[f"{body}-{delay}", "banker_bolo"]),
                high=SQUARE_ROOT,
            )
            for body in ("ball", "box")
            for delay, label in {"none": "no delay", "geometric": "geometric delays"}.items()
        ]
        + [
            Finding(
                "simplex, n = 3, no delay",
                "exponent",
                exponent_in_the_horizon(curves["simplex-none", "banker_bolo"]),
                high=SQUARE_ROOT,
            )
        ],
        "A theorem on the order does not say from which T on it holds. Of the fixed delays see "
        "below.",
    )


def banker_bolo_in_delay_and_dimension(curves: AllCurves) -> Claim:
    dimensions = (curves[f"ball-{n}-none", "banker_bolo"] for n in (2, 10))
    delays = (curves[f"ball-lock-{d}", "banker_bolo"] for d in (100, 1000))
    in_n = exponent_in(lambda trace: trace["body"]["dimension"], *dimensions)
    in_d = exponent_in(fixed_delay, *delays)
    return Claim(
        "The regret of Banker-BOLO is at most of the order of n^(3/2) √T + n² √D: in n and D",
        "Theorem 7.1 and Table 1",
        "the exponent in n is below 3/2 from 2 to 10, that in a fixed delay below 3/4",
        [
            Finding("ball, no delay", "exponent in n", in_n, high=1.5),
            Finding("ball, LOCK", "exponent in d", in_d, high=SQUARE_ROOT),
        ],
    )


def known_delay(curves: AllCurves) -> Claim:
    low, high = (curves[f"box-fixed{d}", "exponential_weights"].final for d in (10, 100))
    return Claim(
        "With a known fixed delay d the regret can be of the order of √(n (n + d) T)",
        "Section 1.2 and Appendix A.1, of Ito et al. (2020)",
        "the regret for d = 100 over that for d = 10 is at most √((n + 100) / (n + 10)) = 2.65",
        [Finding("box, n = 5", "ratio of R(T)", ratio_interval(high, low), high=np.sqrt(105 / 15))],
        "Continuous exponential weights, a simple form of their algorithm.",
    )
