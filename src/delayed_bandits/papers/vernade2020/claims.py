"""Claims of Vernade et al. 2020 (arXiv:1807.02089) on theorems and the algorithm."""

from delayed_bandits.analysis.claims import Claim
from delayed_bandits.analysis.measurements import AN_ORDER, Instead, Known, Measurement, variant
from delayed_bandits.analysis.measures import difference, rate
from delayed_bandits.analysis.verdicts import above, below
from delayed_bandits.papers.vernade2020 import lost, measures, variants
from delayed_bandits.papers.vernade2020.claims_figures import FIGURES
from delayed_bandits.papers.vernade2020.conclusions import CONCLUSIONS
from delayed_bandits.papers.vernade2020.findings import FINDINGS

__all__ = ["CLAIMS", "CONCLUSIONS"]


def with_windows(*windows: int) -> tuple[str, ...]:
    return tuple(measures.WINDOWS[m] + "{arms}:{ucb}" for m in windows)


CLAIMS = [
    Claim(
        "c01",
        "The regret of OTFLinUCB grows with T at most as a square root",
        quote="We prove optimal O(d T) bounds on the regret of the first algorithm",
        place="Abstract (the square root is lost in the text used here); Theorem 2",
        variants=[variants.PRINTED],
        on=["longer-100", "longer-500"],
        measurements=[Measurement(rate(5), ("{ucb}",), below(0.5, tolerance=0.25), variants.ALONE)],
        tolerance="halfway between the exponents of a square root and of a line",
        remark="OTFLinUCB does not use T, so R(t) is its regret with the horizon t.",
    ),
    Claim(
        "c02",
        "The confidence sets of Theorem 1 hold τₘθ in all rounds with probability 1 − 2δ",
        quote="Then the following holds for all t T with probability at least 1 2δ.",
        place="Theorem 1",
        variants=[variants.PRINTED],
        on=["constant-200", "constant-500"],
        measurements=[measures.coverage],
        remark="All delays equal the window, so that its conversions are all missing.",
    ),
    Claim(
        "c03",
        "m = 2µ is a natural choice of the window",
        quote="a somewhat natural choice of the windowing parameter is m = 2µ.",
        place="Section 4, Choosing the window",
        variants=variants.MAIN,
        measurements=[
            Measurement(
                measures.over_the_best,
                with_windows(200, 25, 100, 500, 1000),
                below(1, tolerance=0.5),
                Instead(
                    with_windows(25, 100, 200, 500, 1000),
                    "a quarter of the mean, which loses four of five rewards",
                    "m = 25 / the best of the others",
                ),
                case="mean delay 100, T = 3000",
                key="window-200",
            )
        ],
        tolerance="'natural' means: at most 1.5 times the regret of the best window that we ran",
    ),
    Claim(
        "c04",
        "Norms stored in the round of play do no more than slightly increase the width",
        quote="This slightly increases the upper confidence bounds",
        place="Section 5, Improved computation complexity",
        variants=[variants.PRINTED],
        on=variants.FIG1,
        measurements=[
            Measurement(measure, ("otflinucb_confidence",), below(1, tolerance=0.1), key=key)
            for measure, key in ((measures.width_at_end, "end"), (measures.width_at_most, "most"))
        ],
        tolerance="'slightly' means: by at most a tenth",
        no_control="two widths of the same rounds",
        remark="The widths differ most in the first m rounds, before the window is full.",
    ),
    Claim(
        "c07",
        "The factor 1/τₘ of the upper bound is loose: its square root would do",
        quote="We speculate that the upper bound is loose. In fact, were τm known it would be "
        "possible to improve our upper bounds",
        place="Section 6, after Theorem 3",
        variants=[lost.TWO_ARMS],
        measurements=[
            lost.of_policy(lost.exponent, policy, below(0.5, tolerance=0.25))
            for policy in ("kl_ucb_lost", "thompson_lost", "otflinucb_arms_tau")
        ],
        tolerance="halfway between the exponents of a square root and of a line",
        remark="A rate on two arms is no bound. KL-UCB and Thompson sampling are not given τ. Here "
        "even the lower bound grows faster than a square root of 1/τ (o13).",
    ),
    Claim(
        "c25",
        "The width of the confidence interval depends on m somewhat mildly",
        quote="the confidence interval also depends (somewhat mildly) on m.",
        place="Section 4, Choosing the window",
        variants=[variants.PRINTED],
        measurements=[
            Measurement(
                measures.width,
                tuple(measures.WINDOWS[m] + ":otflinucb_confidence" for m in (late, early)),
                below(1, tolerance=0.5),
                Known("a width proportional to m", late / early, "m multiplies it"),
                case=f"m = {late} against {early}, T = 3000",
                key=f"{late}",
            )
            for early, late in ((25, 100), (100, 500), (200, 1000))
        ],
        tolerance="'mildly' means: four or five times the window widens it by at most a half",
    ),
    Claim(
        "c26",
        "The variance τ(1 − τ) of censoring allows confidence sets of radius τf",
        quote="we could obtain a tighter bound by taking it into acount",
        place="Remark 2",
        variants=[
            variant("printed", "radius τf in place of f", sets="tau"),
            variant("ours", "radius √τ f in place of f", sets="root"),
        ],
        on=["rare"],
        measurements=[
            Measurement(
                measures.leaves_set, ("otflinucb_confidence_{sets}",), below(0, tolerance=0.2)
            )
        ],
        no_control="two radii on the same runs",
        tolerance="2δ, as in Theorem 1",
        remark="Our text has τₘ² for the square of the radius. But τ(1 − τ) is the square of about "
        "√τ for small τ.",
    ),
    Claim(
        "c27",
        "A more conservative βₜ sacrifices empirical advantages",
        quote="A more conservative choice would be the right-hand side of Equation (9). [...] this "
        "sacrifices certain empirical advantages",
        place="Section 7",
        variants=[
            variant("reconstructed", "β = f + sum of norms", "variance", ts="conservative"),
            variant("reconstructed", "its square", "deviation", ts="conservative_squared"),
        ],
        on=variants.FIG1,
        measurements=[Measurement(difference, ("otflints_{ts}", "otflints"), above(0))],
        no_control=AN_ORDER,
        remark="Our text has lost equation (9). Its right-hand side bounds a norm, so that its "
        "square is the variance.",
    ),
    *FIGURES,
    *FINDINGS,
]
