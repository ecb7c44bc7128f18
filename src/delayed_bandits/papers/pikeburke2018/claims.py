"""Claims of Pike-Burke et al. 2018 (arXiv:1709.06853)."""

from delayed_bandits.analysis.claims import Claim
from delayed_bandits.analysis.measurements import Instead, Known, Measurement, variant
from delayed_bandits.analysis.verdicts import above, below
from delayed_bandits.papers.pikeburke2018 import measures as m
from delayed_bandits.papers.pikeburke2018.claims_figures import FIGURES
from delayed_bandits.papers.pikeburke2018.conclusions import CONCLUSIONS
from delayed_bandits.papers.pikeburke2018.findings import FINDINGS

__all__ = ["CLAIMS", "CONCLUSIONS"]

IGNORING = Instead(("odaaf_ignoring",), "its n_m ignores delays")
ENDED = "Two phases end by T{}, and the worse arm is dropped after the first."


CLAIMS = [
    Claim(
        "c05",
        "With the n_m of equation 2, ODAAF's estimates stay within their intervals with the stated "
        "probability",
        quote="the estimates constructed by Algorithm 1 satisfy the following",
        place="Lemma 4.1; its probability, 1 − 3 / (T 4^-m), is reconstructed",
        variants=[m.RECONSTRUCTED],
        on=["errors-uniform", "errors-exponential"],
        measurements=[
            Measurement(
                m.beyond, ("odaaf",), below(m.promised(3, horizon=32_000, ended=2)), IGNORING
            )
        ],
        remark=ENDED.format("") + " Delays are long compared with the first block. With mean delay "
        "20 the intervals would hold even with the n_m for no delay.",
    ),
    Claim(
        "c25",
        "With their n_m, the estimates of ODAAF-B and ODAAF-V stay within their intervals with the "
        "stated probability",
        quote="the estimates obtained by Algorithm 1 satisfy the following",
        place="Lemma 4.2, and one of Appendix E that our text lacks; we reconstruct 1 − 12 / (T "
        "4^-m)",
        variants=[
            m.RECONSTRUCTED,
            variant("ours", "ODAAF-B without bridges, not the paper's claim", "no_bridge"),
        ],
        measurements=[
            Measurement(
                m.beyond,
                (f"{at}:{run}",),
                below(m.promised(12, horizon=32_000, ended=ended)),
                IGNORING._replace(runs=(f"{at}:odaaf_ignoring",)),
                key=run,
                variants=[key],
            )
            for at, run, ended, key in (
                ("errors-uniform", "odaaf_b", 3, "reconstructed"),
                ("errors-poisson", "odaaf_v", 2, "reconstructed"),
                ("errors-uniform", "odaaf_b_no_bridge", 3, "no_bridge"),
            )
        ],
        remark=ENDED.format(" (three for ODAAF-B)") + " Without bridges, late rewards of the "
        "dropped arm enter the second phase (c35), but in our setting the intervals hold.",
    ),
    Claim(
        "c33",
        "UCB algorithms switch arms frequently, and play long stretches only if one arm alone is "
        "best",
        quote="UCB-style algorithms tend to switch arms frequently and will only play the optimal "
        "arm for long stretches if a unique optimal arm exists.",
        place="Section 1.1",
        quantifier="each",
        variants=[variant("reconstructed", "UCB1 on sums, uniform delays of mean 20")],
        measurements=[
            Measurement(
                m.median_stretch,
                (f"{at}:ucb1_on_sums",),
                below(1),
                Instead(("uniform-20:odaaf",), "it plays long blocks"),
                case=f"{arms}, uniform delays of mean 20",
                key=at,
            )
            for at, arms in (("uniform-20", "gap 0.1"), ("uniform-20-equal", "equal arms"))
        ]
        + [
            Measurement(
                m.stretches,
                ("uniform-20:ucb1_on_sums", "uniform-20-equal:ucb1_on_sums"),
                above(1, tolerance=-1),
                Known("random play", 1, "it ignores the arms"),
                case="gap 0.1 against equal arms, uniform delays of mean 20",
                key="longer",
            )
        ],
        tolerance="'frequently' means: a median stretch shorter than the mean delay; 'only if': a "
        "mean stretch more than twice as long",
    ),
    Claim(
        "c35",
        "With bridges, bounded delays and estimates within their intervals, delay changes the sum "
        "of a block in phase m by at most 2^-(m-1) E[τ] in expectation",
        quote="expected discrepancy between the sum of observations in this period and the "
        "quantity [...] is bounded by the expected delay",
        place="Section 4.2, Proposition 1, its bound reconstructed; the quote, of Section 4.1, is "
        "on the bound without bridges",
        quantifier="each",
        variants=[m.RECONSTRUCTED],
        on=["corruption-uniform", "corruption-twopoint"],
        measurements=[
            Measurement(
                m.corrupted(3),
                ("odaaf_b",),
                below(2**-2),
                Instead(("odaaf_b_no_bridge",), "late rewards of the dropped arm enter the block"),
                key="bridges-{distribution}",
            )
        ],
        remark="Phase 3 is the first without the worse arm, whose late rewards bridges are to keep "
        "out. All estimates stay within their intervals in these runs. Equations (3) and (4), the "
        "bounds without bridges, hold for all algorithms that play blocks. We do not judge them.",
    ),
    *FIGURES,
    *FINDINGS,
]
