"""Claims of Pike-Burke et al. 2018 (arXiv:1709.06853)."""

from delayed_bandits.analysis.claims import Claim
from delayed_bandits.analysis.measurements import Instead, Known, Measurement, variant
from delayed_bandits.analysis.verdicts import above, below
from delayed_bandits.papers.chapelle2011.measures import slope
from delayed_bandits.papers.pikeburke2018 import measures as m
from delayed_bandits.papers.pikeburke2018.claims_figures import FIGURES
from delayed_bandits.papers.pikeburke2018.findings import CONCLUSIONS, FINDINGS

__all__ = ["CLAIMS", "CONCLUSIONS"]

WORST = "the worst of six gaps from 0.0125 to 0.4, of two arms"
IGNORING = Instead(("odaaf_ignoring",), "its n_m ignores delays")
TWO_PHASES = "Two phases end by T, and the worse arm is dropped after the first."


CLAIMS = [
    Claim(
        "c05",
        "With the n_m of equation 2 all estimates are within half the tolerance, with the stated "
        "probability",
        quote="the estimates constructed by Algorithm 1 satisfy the following: For every fixed arm "
        "and phase , with probability , either or:",
        place="Lemma 4.1; its probability, 1 − 3 / (T 4^-m), is reconstructed",
        variants=[m.RECONSTRUCTED],
        on=["errors-uniform", "errors-exponential"],
        measurements=[
            Measurement(
                m.beyond, ("odaaf",), below(m.promised(3, horizon=32_000, ended=2)), IGNORING
            )
        ],
        remark=f"{TWO_PHASES} The delays are long compared with the first block. With mean delay "
        "20 ODAAF's intervals would hold even with the n_m for no delay.",
    ),
    Claim(
        "c22",
        "In T the worst-case regret has the order of the non-anonymous problem: exactly if a bound "
        "on the delays is given, and up to a logarithm if only the mean is given",
        quote="We provide an algorithm that matches the worst case regret of the non-anonymous "
        "problem exactly when the delays are bounded, and up to logarithmic factors or an additive "
        "variance term, for unbounded delays.",
        place="Abstract and Fig. 1; problem independent bounds of Sections 4.1 to 4.3",
        variants=[
            variant("reconstructed", "ODAAF-B, exactly", "odaaf_b"),
            variant("reconstructed", "ODAAF, up to a logarithm", "odaaf"),
        ],
        measurements=[
            Measurement(
                m.worst_order,
                tuple(
                    key
                    for number in (step, step + 2)
                    for key in (*m.worst(run, number), *m.worst("qpmd", 4))
                ),
                below(0, tolerance=most),
                Known("a regret linear in T divided by √T", 0.5, "it has another order"),
                case=f"uniform delays of mean 20, T = {m.HORIZONS[step - 1]:,} to "
                f"{m.HORIZONS[step + 1]:,}",
                key=f"{step}",
                variants=[run],
            )
            for run, most in (("odaaf", 0.1), ("odaaf_b", 0.08))
            for step in (1, 2)
        ],
        tolerance=f"a factor log T adds a power of {m.LOG_POWER:.3f}; 'exactly' excludes it, and "
        f"'up to a logarithm' allows it; {WORST}",
        remark="We do not measure ODAAF-V. At T = 15,625 it does no better than random play, so "
        "that its regret starts by growing like T. In most measurements only QPM-D's regret varies "
        "between runs.",
    ),
    Claim(
        "c25",
        "With their n_m, all estimates of ODAAF-B and ODAAF-V are within half the tolerance, with "
        "the stated probability",
        quote="the estimates obtained by Algorithm 1 satisfy the following: For any arm and phase "
        ", with probability at least , either or",
        place="Lemma 4.2 and its analogue in Appendix E; their probability, 1 − 12 / (T 4^-m), is "
        "reconstructed",
        variants=[
            m.RECONSTRUCTED,
            variant("ours", "ODAAF-B without bridges, which the paper needs", "no_bridge"),
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
        remark=f"{TWO_PHASES} ODAAF-B also ends a third phase. Without bridges late rewards of the "
        "dropped arm enter the second phase (o12), and the intervals still hold.",
    ),
    Claim(
        "c31",
        "If the bound on the delays is large, the naive confidence bounds lead to much more "
        "worst-case regret than QPM-D has",
        quote="For and large , this is significantly worse than that of Joulani et al. (2013).",
        place="Section 3, and Theorem 5 in Appendix B",
        variants=[variant("reconstructed", "n_m derived from the proof of Lemma 4")],
        measurements=[
            Measurement(
                m.worst_by_bound,
                m.by_bound("odaaf_naive"),
                above(1, tolerance=-0.5),
                Instead(m.by_bound("odaaf"), "its n_m does not depend on the bound"),
                case="delays of mean 20, bound from 40 to 2,000, T = 250,000",
                key="bound",
            )
        ],
        tolerance=f"'much more' means: the ratio grows by more than a half; {WORST}",
    ),
    Claim(
        "c32",
        "The lower bound of Lai and Robbins also holds for delayed, aggregated anonymous feedback",
        quote="we therefore expect the lower bound in (1) to also hold for the MABDAAF problem.",
        place="Section 2, equation (1)",
        variants=[variant("reconstructed", "mean delay 20, algorithms that are not given T")],
        on=["uniform-20", "exponential-20"],
        measurements=[
            Measurement(
                slope,
                (run,),
                above(1),
                Known("no more exploration", 0, "its regret does not grow"),
                key=f"{run}-{{distribution}}",
            )
            for run in ("ucb1_on_sums", "ars_ucb")
        ],
        remark="The bound is on the slope of regret over log T in the limit. We measure this slope "
        "over the last nine tenths of the rounds.",
    ),
    Claim(
        "c33",
        "UCB algorithms play much longer stretches if one arm alone is best",
        quote="UCB-style algorithms tend to switch arms frequently and will only play the optimal "
        "arm for long stretches if a unique optimal arm exists.",
        place="Section 1.1",
        variants=[variant("reconstructed", "uniform delays of mean 20, gap 0.1 against none")],
        measurements=[
            Measurement(
                m.stretches,
                (f"uniform-20:{run}", f"uniform-20-equal:{run}"),
                above(2),
                Known("random play", 1, "it ignores the arms"),
                case="gap 0.1 against equal arms, uniform delays of mean 20",
                key=run,
            )
            for run in ("qpmd", "ucb1_on_sums")
        ],
        tolerance="'much longer' means: more than twice as long",
    ),
    *FIGURES,
    *FINDINGS,
]
