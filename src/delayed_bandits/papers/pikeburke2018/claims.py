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
TWO_PHASES = "Two phases end in the runs. The worse arm is dropped after the first."


CLAIMS = [
    Claim(
        "c03",
        "Without bridges late rewards of a dropped arm corrupt the next block beyond the bound of "
        "Proposition 1",
        quote="Due to the bridge period, even when is the first arm played in phase , , so it was "
        "not eliminated in phase .",
        place="Section 4.2, proof of Proposition 1, whose bound, 2^-(m-1) E[τ], is reconstructed",
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
        remark="The paper's proof needs bridges. That the bound fails without them is our reading. "
        "Phase 3 is the first without the worse arm, which is played just before. The confidence "
        "intervals hold without bridges, too (c25).",
    ),
    Claim(
        "c05",
        "Given the n_m of equation 2 all estimates are within half the tolerance with the stated "
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
        remark=f"{TWO_PHASES} Delays are long. With mean delay 20 the intervals of ODAAF hold even "
        "with the n_m for no delay.",
    ),
    Claim(
        "c22",
        "The worst-case regret has the order in T of the non-anonymous problem: exactly given a "
        "bound on the delays, up to a logarithm given the mean, up to a term given the variance",
        quote="We provide an algorithm that matches the worst case regret of the non-anonymous "
        "problem exactly when the delays are bounded, and up to logarithmic factors or an additive "
        "variance term, for unbounded delays.",
        place="Abstract and Fig. 1; problem independent bounds of Sections 4.1 to 4.3",
        variants=[
            variant("reconstructed", "ODAAF-B, exactly", "odaaf_b"),
            variant("reconstructed", "ODAAF, up to a logarithm", "odaaf"),
            variant("reconstructed", "ODAAF-V, up to a term", "odaaf_v"),
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
                Known("a regret linear in T, over √T", 0.5, "it has another order"),
                case=f"uniform delays of mean 20, T = {m.HORIZONS[step - 1]:,} to "
                f"{m.HORIZONS[step + 1]:,}",
                key=f"{step}",
                variants=[run],
            )
            for run, most, steps in (
                ("odaaf", 0.1, (1, 2)),
                ("odaaf_b", 0.08, (1, 2)),
                ("odaaf_v", 0.1, (2,)),
            )
            for step in steps
        ],
        tolerance=f"a factor log T adds a power of {m.LOG_POWER:.3f}, which 'exactly' excludes and "
        f"'up to a logarithm' allows; {WORST}",
        remark="At T = 15,625 ODAAF-V does no better than random play, whose worst regret grows "
        "like T. In most measurements only QPM-D's regret varies between runs.",
    ),
    Claim(
        "c24",
        "With bridges the expected corruption of a block in phase m is at most 2^-(m-1) E[τ]",
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
        remark="Phase 3 is the first without the worse arm, which is played just before.",
    ),
    Claim(
        "c25",
        "Given their n_m, all estimates of ODAAF-B and ODAAF-V are within half the tolerance with "
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
        remark=f"{TWO_PHASES} ODAAF-B also ends a third one. Without bridges late rewards of the "
        "dropped arm enter the second phase (c03), but n_m leaves room for them.",
    ),
    Claim(
        "c29",
        "Without bridges the expected corruption of an arm's observations is at most E[τ] a block, "
        "and m E[τ] over m phases",
        quote="expected discrepancy between the sum of observations in this period and the "
        "quantity is bounded by the expected delay , (3) [...] Summing this over phases gives a "
        "bound (4)",
        place="Section 4.1, equations (3) and (4), formulas reconstructed",
        variants=[m.RECONSTRUCTED],
        on=["corruption-uniform", "corruption-twopoint", "corruption-poisson"],
        measurements=[
            Measurement(
                m.corrupted(phases, total=True),
                ("odaaf",),
                below(phases),
                key=f"{phases}-{{distribution}}",
            )
            for phases in (1, 3)
        ],
        no_control="the paper proves it for all algorithms that play in blocks",
    ),
    Claim(
        "c30",
        "With bridges the corruption of an arm's observations over m phases is below the bound (4) "
        "by a factor of about m",
        quote="Note that this bound is an improvement of a factor of compared to (4).",
        place="Section 4.2, after Proposition 1",
        variants=[m.RECONSTRUCTED],
        measurements=[
            Measurement(
                m.corrupted(3, total=True),
                (f"corruption-{at}:{run}",),
                below(1),
                Instead((f"corruption-{at}:odaaf",), "it has no bridges"),
                key=f"{run}-{at}",
            )
            for at, run in (("uniform", "odaaf_b"), ("twopoint", "odaaf_b"), ("poisson", "odaaf_v"))
        ],
        tolerance="a third of (4), which is 3 E[τ] over three phases",
        remark="The first block loses rewards to later ones. A block after a bridge gets as many "
        "late rewards as it loses. The paper says it of ODAAF-B, we measure ODAAF-V, too.",
    ),
    *FIGURES,
    *FINDINGS,
]
