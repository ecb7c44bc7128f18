"""Claims of Zhang, Wang and Luo 2025 (arXiv:2502.12528).

Settings:

- losses-n-D, rewards-n-D: as in Figure 1
- theory-D, theory-D-T, theory-runs-D-T: n = 5. T is 10⁷ if the name has none, so that Algorithm 1
  learns with the theorem's β
- other theory- and overhead-: an environment of `OVERHEAD_ENVIRONMENTS`, D, and possibly T or n

Each variant says which algorithm {phased} is.
"""

from functools import partial
from itertools import pairwise

from delayed_bandits.analysis.claims import Claim
from delayed_bandits.analysis.measurements import Instead, Known, Measurement, variant
from delayed_bandits.analysis.measures import exponent_in
from delayed_bandits.analysis.verdicts import above, below, within
from delayed_bandits.papers.zhang2025 import measures
from delayed_bandits.papers.zhang2025.conclusions import CONCLUSIONS
from delayed_bandits.papers.zhang2025.findings import FINDINGS, HALF_WIDTH, PRINTED
from delayed_bandits.papers.zhang2025.measures import DELAYS, OVERHEAD_ENVIRONMENTS

__all__ = ["CLAIMS", "CONCLUSIONS"]

NO_STRUCTURE = "each estimate rests on one arm", "arms without structure"
FIRST_TERM = r"is of order $\otil(\min\{\frac{n^2}{\Delta_{\min}}, n\sqrt{T}\})$"
WITH_D_10 = PRINTED._replace(
    what="β of the theorem, n = 3, T = 2,000,000, overhead over D = 10 with the same first guess",
    names={
        "runs": ("theory-{at}-{D}:phased_theory", "theory-{at}-10:phased_theory_{D}"),
        "delays": [1000],
    },
)
WITH_D_1 = HALF_WIDTH._replace(
    what="β = 0.5, n = 6, T = 100,000, overhead over D = 1 with the same first guess",
    names={"runs": measures.SAME_GUESS, "delays": DELAYS, "waits": measures.WAITING},
)
ONE_INSTANCE = PRINTED._replace(what="β of the theorem, one instance for all runs")
theorem = partial(Claim, place="Section 3, the theorem and after it")

CLAIMS = [
    Claim(
        "c03",
        "Unobserved losses of one action, taken as 0, may lead to an overestimation of another",
        [
            Measurement(
                measures.of_estimates("above", "share of estimates above the true mean"),
                (f"zeros-actions-{delay}:zero_estimates",),
                above(0, tolerance=-0.1),
                Instead((f"zeros-arms-{delay}:zero_estimates",), *NO_STRUCTURE),
            )
            for delay in DELAYS
        ],
        [variant("printed", "least squares in LinUCB, losses that are their means")],
        quote="naively treating the unobserved loss of one action as zero might not necessarily "
        "lead to an underestimation of another action",
        place="Section 3, Challenges",
        tolerance="at least a tenth of the estimates, which is our choice",
    ),
    Claim(
        "c06",
        "All actions are eliminated only if the guess B is at most the least mean μ*",
        [measures.few_restarts],
        [HALF_WIDTH],
        lambda s: s.trace["payoffs"] == "losses" and s.trace["maximal_delay"] > 1,
        place="Section 3, after Algorithm 1",
        quote="If the active set becomes empty, this means that the guess $B$ is too small",
        tolerance="even the interval of a share of 1 reaches below 1",
        remark="The paper proves the statement for its β, so only a narrower width can fail. Runs "
        "with one seed share an instance, which makes the interval somewhat too narrow.",
    ),
    theorem(
        "c07",
        "The overhead of delay grows with T at most like its bound, log(d*) min(W₁, W₂)",
        [
            Measurement(
                measures.growth_over_bound,
                tuple(
                    f"theory-runs-{run}"
                    for T in (1_250_000, 10_000_000)
                    for run in (f"1000-{T}:phased_theory", f"10-{T}:phased_theory_1000")
                ),
                below(0, tolerance=0.25),
                Known("√T times the bound", 0.5, "it is of a larger order"),
                case="losses of 0 or 1, n = 5, K = 50, D = 1,000, T from 1.25 to 10 million",
                key="T",
            )
        ],
        [PRINTED._replace(what="β of the theorem, overhead over D = 10 with the same first guess")],
        quote=r"\log(d^\star)\cdot \order\left( \min\left\{W_1,W_2\right\}\right)",
        tolerance="a quarter of a power, where √T times the bound would have a half",
        remark="We take log(d*), which counts the restarts, as at least 1. An algorithm that waits "
        "D rounds meets the bound, too.",
    ),
    theorem(
        "c08",
        "Regret grows at most like √T, the growth of the bound's first term",
        [
            Measurement(
                measures.growth_of_worst,
                tuple(f"{instance}:phased_theory" for instance in measures.INSTANCES),
                below(0.5, tolerance=0.25),
                Instead(
                    tuple(f"{instance}:random_play" for instance in measures.INSTANCES),
                    "it does not learn",
                ),
                case="n = 3, D = 10, least gaps of 0.01125 to 0.36, T from 400,000 to 10 million",
                key="worst",
            )
        ],
        [ONE_INSTANCE],
        quote=FIRST_TERM,
        tolerance="halfway between the exponents of a square root and of a line",
    ),
    theorem(
        "c09",
        "From n = 3 to n = 6 regret grows no faster than n², the growth of the bound's first term",
        [
            Measurement(
                exponent_in("n", 2),
                (f"{small}:phased_theory", f"{large}:phased_theory"),
                within(1, tolerance=1),
                Known("an algorithm that does not learn", 0, "its regret does not depend on n"),
                case=case,
                key=key,
            )
            for small, large, case, key in (
                ("fixed-360", "fixed-6-360", "least gap 0.36, n from 3 to 6, T = 10⁷", "fixed"),
                *(
                    (
                        f"theory-{environment}-10",
                        f"theory-{environment}-10-6",
                        f"{OVERHEAD_ENVIRONMENTS[f'overhead-{environment}']}, n from 3 to 6",
                        environment,
                    )
                    for environment in ("low-wide", "high-wide")
                ),
            )
        ],
        [PRINTED],
        quote=FIRST_TERM,
        tolerance="from the power 0 without learning to the power 2 of the bound",
        remark="Two values of n show how regret grows between them, not that it is a power of n.",
    ),
    theorem(
        "c19",
        "Regret grows at most like 1/Δ_min, the growth of the bound's first term",
        [
            Measurement(
                exponent_in("1/Δ_min", 2),
                (f"{large}:phased_theory", f"{small}:phased_theory"),
                below(1, tolerance=0.25),
                Known("1/Δ_min²", 2, "it is of a larger order"),
                case=f"n = 3, D = 10, T = 10⁷, least gap from {gap:g} to {gap / 2:g}",
                key=small,
            )
            for (large, small), gap in zip(
                pairwise(measures.INSTANCES), (0.36, 0.18, 0.09, 0.045, 0.0225), strict=True
            )
        ],
        [ONE_INSTANCE],
        quote=FIRST_TERM,
        tolerance="a quarter of a power",
        remark="At the smallest Δ_min, 10⁷ rounds are too few: there the bound is n√T.",
    ),
    theorem(
        "c11",
        "The overhead of delay grows less with T if the shortest delay, d*, is near 0 (in our runs "
        "all delays are shorter by the same amount)",
        [
            Measurement(
                measures.difference_in_growth,
                tuple(
                    f"theory-growth-{environment}-wide-{run}"
                    for environment in ("low", "high")
                    for T in (2_000_000, 500_000)
                    for run in (f"1000-{T}:phased_theory", f"10-{T}:phased_theory_1000")
                ),
                below(0),
                case="least means 0.02 against 0.3, n = 3, D = 1,000, T from 0.5 to 2 million",
            )
        ],
        [PRINTED],
        quote=r"focusing only on the part that grows in $T$, we see that $W_1$ only depends on "
        r"$d^\star$, the expected delay of the optimal action",
        no_control="a comparison of two environments; the reverse order fails it",
        remark="The paper says more: the growing part of W₁ depends on d* only. Here the other "
        "delays differ, too, by as much as d*.",
    ),
    theorem(
        "c12",
        "The overhead of delay is smaller when the shortest delay is near 0 (in our runs all "
        "delays are shorter by the same amount)",
        [measures.costs_less],
        [WITH_D_10, WITH_D_1],
        quote="the delay overhead of our algorithm is small when either the shortest delay is "
        "small or all actions have similar losses",
        no_control="LinUCB that waits did not run for as many rounds as the theorem's β needs",
        remark="The paper speaks of the part that grows in T. Where all actions have similar "
        "losses, it predicts a small overhead for all delays, and no order. We do not test this, "
        "since similar losses make the overhead small for every algorithm.",
    ),
    *FINDINGS,
]
