"""Claims of Vernade et al. 2020 (arXiv:1807.02089) on theorems and the algorithm."""

from collections.abc import Mapping

from delayed_bandits.analysis.claims import Claim
from delayed_bandits.analysis.measurements import AN_ORDER, Instead, Known, Measurement, variant
from delayed_bandits.analysis.measures import difference, rate, ratio
from delayed_bandits.analysis.verdicts import above, below
from delayed_bandits.papers.vernade2020 import lost, measures, variants
from delayed_bandits.papers.vernade2020.claims_figures import FIGURES
from delayed_bandits.papers.vernade2020.conclusions import CONCLUSIONS
from delayed_bandits.papers.vernade2020.findings import FINDINGS

__all__ = ["CLAIMS", "CONCLUSIONS"]


def with_windows(settings: Mapping[int, str], *windows: int) -> tuple[str, ...]:
    return tuple(settings[m] + "{arms}:{ucb}" for m in windows)


CLAIMS = [
    Claim(
        "c01",
        "The regret of OTFLinUCB grows at most like √T, up to logarithms",
        quote="We prove optimal [...] bounds on the regret of the first algorithm",
        place="Abstract, whose bound has lost a square root in our text; Theorem 2",
        variants=[variants.PRINTED],
        on=["longer-100", "longer-500"],
        measurements=[Measurement(rate(5), ("{ucb}",), below(0.5, tolerance=0.25), variants.ALONE)],
        tolerance="halfway between the exponents of a square root and of a line",
        remark="OTFLinUCB is not given T, so R(t) is also its regret at the horizon t.",
    ),
    Claim(
        "c03",
        "If the mean delay µ is known, a window of m = 2µ is a somewhat natural choice",
        quote="When the mean µ [...] is finite and known, then a somewhat natural choice of the "
        "windowing parameter is m = 2µ.",
        place="Section 4, Choosing the window",
        variants=variants.MAIN,
        measurements=[
            Measurement(
                measures.over_the_best,
                with_windows(settings, 200, 25, 100, 500, 1000),
                below(1, tolerance=0.5),
                Instead(
                    with_windows(settings, 25, 100, 200, 500, 1000),
                    "it loses four of five rewards",
                    "m = 25 in place of m = 200",
                ),
                case=f"mean delay 100, m from 25 to 1,000, T = {T:,}",
                key="window-200",
                variants=keys,
            )
            for settings, T, keys in (
                (measures.LONG, 25_000, ["printed"]),
                (measures.WINDOWS, 3_000, ["attributed", "attributed_binary"]),
            )
        ],
        tolerance="'natural' means: at most 1.5 times the regret of the best of our five windows",
        remark="The paper's reason is τₘ ≥ 1/2, and we measure regret. The printed OTFLinUCB has "
        "longer runs, since it does not learn by T = 3,000 (c09).",
    ),
    Claim(
        "c04",
        "Stored norms slightly increase the upper confidence bounds",
        quote="This slightly increases the upper confidence bounds, but not so much that the "
        "analysis is affected",
        place="Section 5, Improved computation complexity",
        variants=[variants.PRINTED],
        measurements=[
            Measurement(measure, runs, below(1, tolerance=0.1), at=on, key=key + "-{panel}")
            for measure, runs, key, on in (
                (measures.width_at_end, ("otflinucb_confidence",), "end", ("fig1a", "fig1b")),
                (measures.width_at_most, ("otflinucb_confidence",), "most", ("fig1a", "fig1b")),
                (ratio, ("otflinucb_stored", "otflinucb"), "regret", variants.FIG1),
            )
        ],
        tolerance="the paper means that the analysis is not affected; a tenth is our choice",
        no_control="two widths, or two regrets, are compared",
        remark="The statement fails only in the first 3 m rounds. In these the width in the middle "
        "panel reaches {c04.printed[most-fig1b]:.0%} of that without stored norms. At T it has "
        "{c04.printed[end-fig1b]:.1%}, and the regret {c04.printed[regret-fig1b]:.1%}.",
    ),
    Claim(
        "c07",
        "If τₘ is known, intervals that use the variance should reduce the factor 1/τₘ to its "
        "square root",
        quote="Were this value known we believe that using a concentration analysis that makes use "
        "of the variance should improved the dependence to match the lower bound.",
        place="Section 9, and Section 6 after Theorem 3",
        variants=[lost.TWO_ARMS],
        measurements=[lost.of_policy(lost.exponent, "otflinucb_arms_tau", lost.NEAR_ROOT)],
        tolerance="halfway between the exponents of a square root and of a line",
        remark="The paper speculates on an upper bound for linear bandits. A rate measured on two "
        "arms proves no bound. KL-UCB and Thompson sampling, not given τ, are in o13.",
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
                case=f"m = {late:,} against {early}, T = 3,000",
                key=f"{late}",
            )
            for early, late in ((25, 100), (100, 500), (200, 1000))
        ],
        tolerance="'mildly' means: a window four or five times as long widens the interval by at "
        "most a half",
        remark="The sum of norms falls with t, so longer windows need more rounds. Our longest "
        "window is a third of the horizon.",
    ),
    Claim(
        "c26",
        "Taking the variance τₘ(1 − τₘ) of censoring into account would allow tighter confidence "
        "sets",
        quote="we could obtain a tighter bound by taking it into acount",
        place="Remark 2",
        variants=[variant("ours", "radius √τ f in place of f")],
        on=["rare"],
        measurements=[
            Measurement(
                measures.leaves_set,
                ("otflinucb_confidence_root",),
                below(0, tolerance=0.2),
                Instead(("otflinucb_confidence_tau",), "the deviation is larger", "radius τf"),
            )
        ],
        tolerance="2δ, as in Theorem 1",
        remark="For small τ the standard deviation of censoring is about √τ, so we take √τ f. Our "
        "text of the remark is damaged and seems to have τf, the radius of the control.",
    ),
    Claim(
        "c27",
        "A more conservative βₜ sacrifices empirical advantages",
        quote="A more conservative choice would be the right-hand side of Equation (9). [...] this "
        "sacrifices certain empirical advantages",
        place="Section 7",
        variants=[
            variant("reconstructed", "β = f + sum of norms, and the square of this sum"),
        ],
        on=variants.FIG1,
        measurements=[
            Measurement(difference, (f"otflints_{ts}", "otflints"), above(0), key=ts + "-{panel}")
            for ts in ("conservative", "conservative_squared")
        ],
        no_control=AN_ORDER,
        remark="Our text has lost equation (9). Its right-hand side bounds a norm, and β is a "
        "variance. So we run this bound and its square.",
    ),
    *FIGURES,
    *FINDINGS,
]
