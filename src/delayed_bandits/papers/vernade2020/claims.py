"""Claims of Vernade et al. 2020 (arXiv:1807.02089) on theorems and the algorithm."""

from delayed_bandits.analysis.claims import Claim
from delayed_bandits.analysis.measurements import Instead, Measurement, variant
from delayed_bandits.analysis.measures import rate
from delayed_bandits.analysis.verdicts import below
from delayed_bandits.papers.vernade2020 import measures, variants
from delayed_bandits.papers.vernade2020.claims_figures import FIGURES
from delayed_bandits.papers.vernade2020.findings import CONCLUSIONS, FINDINGS

__all__ = ["CLAIMS", "CONCLUSIONS"]


def with_windows(*windows: int) -> tuple[str, ...]:
    return tuple(measures.WINDOWS[m] + "{arms}:{ucb}" for m in windows)


CLAIMS = [
    Claim(
        "c01",
        "The regret of OTFLinUCB grows with T at most as a square root",
        quote="We prove optimal O(d T) bounds on the regret of the first algorithm",
        place="Abstract (the square root is lost in the text used here); Theorem 2",
        variants=variants.EVERY,
        on=["long-100{arms}", "long-500{arms}"],
        measurements=[Measurement(rate(5), ("{ucb}",), below(0.5, tolerance=0.25), variants.ALONE)],
        tolerance="halfway between the exponents of a square root and of a line",
        remark="With mean delay 500 OTFLinUCB as printed is still leaving its linear phase at "
        "T = 25,000. It does not use T, so R(t) is its regret with the horizon t.",
    ),
    Claim(
        "c02",
        "The confidence sets of Theorem 1 hold τₘθ in all rounds with probability 1 − 2δ",
        quote="Then the following holds for all t T with probability at least 1 2δ.",
        place="Theorem 1",
        variants=[variants.PRINTED],
        on=variants.FIG1,
        measurements=[measures.coverage],
        remark="Sets of radius f alone, less than half as wide, do not fail either. So these runs "
        "cannot show whether the doubled radius and the sum of norms are needed.",
    ),
    Claim(
        "c03",
        "m = 2µ is a natural choice of the window",
        quote="a somewhat natural choice of the windowing parameter is m = 2µ.",
        place="Section 4, Choosing the window",
        variants=variants.EVERY,
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
        remark="For the printed variant this says little, since m = 25 is on the limit, too.",
    ),
    Claim(
        "c04",
        "Norms stored in the round of play do no more than slightly increase the width",
        quote="This slightly increases the upper confidence bounds",
        place="Section 5, Improved computation complexity",
        not_tested="no run records the bounds; o08 measures what stored norms do to the regret",
    ),
    Claim(
        "c05",
        "The regret of OTFLinUCB is below the bound of Theorem 2",
        quote="With probability at least 1 2δ the regret of OTFLin UCB satisfies",
        place="Theorem 2",
        variants=[variants.PRINTED._replace(what="as printed, both kinds of arms")],
        on=lambda setting: setting.has("otflinucb"),
        measurements=[measures.under_the_bound],
        remark="At these horizons the bound is above what any policy can lose.",
    ),
    Claim(
        "c06",
        "The bound penalises a large window by its lower-order term, and a small one by τₘ",
        quote="linear in m, which prevents the user from choosing m very large. On the other "
        "hand, τm is increasing in m",
        place="Remark 3",
        quantifier="each",
        variants=[variant("printed", "the bound of Theorem 2, delays of mean 100")],
        measurements=[measures.bound_by_window],
    ),
    Claim(
        "c07",
        "The factor 1/τₘ of the upper bound is loose: its square root would do",
        quote="We speculate that the upper bound is loose.",
        place="Section 6, after Theorem 3",
        not_tested="it is about bounds for all instances, and our runs are on one; see o05",
    ),
    Claim(
        "c23",
        "No policy has a lower worst-case regret than a multiple of min(T, √(TK/τₘ))",
        place="Theorem 3",
        not_tested="it is about every policy's worst instance, which no run shows",
    ),
    Claim(
        "c25",
        "The width of the confidence interval depends on m somewhat mildly",
        quote="the confidence interval also depends (somewhat mildly) on m.",
        place="Section 4, Choosing the window",
        not_tested="no run records the width; c03 and o07 measure what m does to the regret",
    ),
    *FIGURES,
    *FINDINGS,
]
