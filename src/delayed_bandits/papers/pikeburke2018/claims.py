"""Claims of Pike-Burke et al. 2018 (arXiv:1709.06853)."""

from delayed_bandits.analysis.claims import Claim
from delayed_bandits.analysis.measurements import Instead, Known, Measurement, variant
from delayed_bandits.analysis.verdicts import above, below
from delayed_bandits.papers.pikeburke2018 import measures as m
from delayed_bandits.papers.pikeburke2018.claims_figures import FIGURES
from delayed_bandits.papers.pikeburke2018.findings import CONCLUSIONS, FINDINGS

__all__ = ["CLAIMS", "CONCLUSIONS"]

WORST = "the worst of six gaps from 0.0125 to 0.4, of two arms"
IGNORING = Instead(("odaaf_ignoring",), "its n_m has no term for delays")


CLAIMS = [
    Claim(
        "c03",
        "Without bridges late rewards of a dropped arm corrupt the next block beyond the bound of "
        "Proposition 1",
        quote="Without the bridge period this dependence would impair the validity of our "
        "confidence intervals.",
        place="Section 3; the bound, 2^-(m-1) E[τ], is reconstructed",
        variants=[m.RECONSTRUCTED],
        on=["corruption-uniform", "corruption-twopoint"],
        measurements=[
            Measurement(
                m.corrupted(3),
                ("odaaf_b_no_bridge",),
                above(1),
                Instead(("odaaf_b",), "bridges keep the late rewards of the dropped arm out"),
            )
        ],
        remark="Phase 3 is the first without the worse arm, which was played last before it. The "
        "confidence intervals hold all the same (o08).",
    ),
    Claim(
        "c05",
        "Given the n_m of equation 2 all estimates of the first phase are within half the "
        "tolerance with the stated probability",
        quote="the estimates constructed by Algorithm 1 satisfy the following: For every fixed arm "
        "and phase , with probability , either or:",
        place="Lemma 4.1; its probability, 1 − 3 / (T 4^-m), is reconstructed",
        variants=[m.RECONSTRUCTED],
        on=["errors-uniform", "errors-exponential"],
        measurements=[
            Measurement(
                m.beyond, ("odaaf",), below(m.promised(3, horizon=10_000, ended=1)), IGNORING
            )
        ],
        remark="Delays are long: with mean delay 20 even n_m for no delay has valid intervals.",
    ),
    Claim(
        "c22",
        "The worst-case regret is of the order in T of the non-anonymous problem, up to logarithms",
        quote="We provide an algorithm that matches the worst case regret of the non-anonymous "
        "problem exactly when the delays are bounded, and up to logarithmic factors or an additive "
        "variance term, for unbounded delays.",
        place="Abstract and Fig. 1; problem independent bounds of Sections 4.1 to 4.3",
        variants=[m.RECONSTRUCTED],
        measurements=[
            Measurement(
                m.worst_order,
                tuple(
                    key
                    for number in (step, step + 2)
                    for key in (*m.worst(run, number), *m.worst("qpmd", 4))
                ),
                below(0, tolerance=0.1),
                Known("a regret linear in T, over √T", 0.5, "it has another order"),
                case=f"uniform delays of mean 20, T = {m.HORIZONS[step - 1]:,} to "
                f"{m.HORIZONS[step + 1]:,}",
                key=f"{run}-{step}",
            )
            for run, step in (
                ("odaaf", 1),
                ("odaaf", 2),
                ("odaaf_b", 1),
                ("odaaf_b", 2),
                ("odaaf_v", 2),
            )
        ],
        tolerance=f"a factor log T grows like T to the power 0.08 here, so it passes; {WORST}",
        remark="At T = 15,625 ODAAF-V does no better than random play, whose worst regret grows "
        "like T. In most measurements only QPM-D's regret varies between runs.",
    ),
    Claim(
        "c24",
        "With bridges the corruption of a block in phase m is at most 2^-(m-1) E[τ]",
        quote="Since , this is considerably tighter than (3).",
        place="Proposition 1, whose bound is reconstructed",
        variants=[m.RECONSTRUCTED],
        on=["corruption-uniform", "corruption-twopoint"],
        measurements=[
            Measurement(
                m.corrupted(3),
                ("odaaf_b",),
                below(1),
                Instead(("odaaf_b_no_bridge",), "late rewards of the dropped arm enter the block"),
            )
        ],
        remark="Phase 3 is the first without the worse arm, which was played last before it.",
    ),
    Claim(
        "c25",
        "Given their n_m, all estimates of ODAAF-B and ODAAF-V are within half the tolerance with "
        "the stated probability",
        quote="the estimates obtained by Algorithm 1 satisfy the following: For any arm and phase "
        ", with probability at least , either or",
        place="Lemma 4.2 and its analogue in Appendix E; their probability, 1 − 12 / (T 4^-m), is "
        "reconstructed",
        variants=[m.RECONSTRUCTED],
        measurements=[
            Measurement(
                m.beyond,
                (f"{at}:{run}",),
                below(m.promised(12, horizon=20_000, ended=ended)),
                Instead((f"{at}:odaaf_ignoring",), "its n_m has no term for delays"),
                key=run,
            )
            for at, run, ended in (
                ("errors-bridge", "odaaf_b", 2),
                ("errors-poisson", "odaaf_v", 1),
            )
        ],
    ),
    Claim(
        "c27",
        "The lower bound of Lai and Robbins holds for aggregated anonymous feedback, too",
        quote="we therefore expect the lower bound in (1) to also hold for the MABDAAF problem.",
        place="Section 2, equation (1), formula reconstructed",
        variants=[variant("ours", "algorithms that are given nothing of the delays")],
        on=["uniform-20", "exponential-20"],
        measurements=[
            Measurement(
                m.slope_of_log,
                (run,),
                above(1),
                Known("a learner that makes no more mistakes", 0, "its regret stays as it is"),
                key=f"{run}-{{distribution}}",
            )
            for run in ("ucb1_on_sums", "ars_ucb")
        ],
        remark="The bound is on algorithms that learn in every environment as T grows.",
    ),
    Claim(
        "c28",
        "The intervals of the naive approach hold with the stated probability",
        quote="We start by showing that the confidence bounds holds with high probability",
        place="Appendix B, Lemma 4; its probability, 1 − 2 / (T 4^-m), is reconstructed",
        variants=[m.RECONSTRUCTED],
        on=["errors-naive"],
        measurements=[
            Measurement(
                m.naive_beyond,
                ("odaaf_naive",),
                below(m.promised(2, horizon=5000, ended=1)),
                IGNORING,
            )
        ],
    ),
    *FIGURES,
    *FINDINGS,
]
