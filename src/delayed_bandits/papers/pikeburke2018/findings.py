"""Our findings on Pike-Burke et al. 2018, and conclusions."""

from functools import partial

from delayed_bandits.analysis.claims import Claim, Conclusion
from delayed_bandits.analysis.measurements import AN_ORDER, Instead, Measurement, variant
from delayed_bandits.analysis.measures import ratio
from delayed_bandits.analysis.verdicts import above, below
from delayed_bandits.papers.pikeburke2018 import measures as m

SIMPLE = ("ucb1_on_sums", "ars_ucb")
COMPARED = {
    "uniform-20": ((*SIMPLE, "ars_ucb_doubling"), ("odaaf", "odaaf_b")),
    "exponential-20": ((*SIMPLE, "ars_ucb_doubling"), ("odaaf", "odaaf_v")),
    "uniform-1000": (SIMPLE, ("odaaf",)),
    "criteo-20": (SIMPLE, ("odaaf", "odaaf_b", "odaaf_v")),
    "criteo-100s": (SIMPLE, ("odaaf", "odaaf_b", "odaaf_v")),
}
"""Simple algorithms, and variants of ODAAF to compare them with, by setting."""

finding = partial(Claim, variants=[m.RECONSTRUCTED])

FINDINGS = [
    finding(
        "o01",
        "Simple algorithms on sums, given nothing of the delays, have less regret than ODAAF",
        place="Fig. 3, with UCB1 that takes sums for rewards and ARS-UCB of Wang et al. 2021 added",
        measurements=[
            Measurement(
                ratio, (f"{at}:{simple}", f"{at}:{run}"), below(1), key=f"{at}-{simple}-{run}"
            )
            for at, (simples, runs) in COMPARED.items()
            for run in runs
            for simple in simples
        ],
        no_control=AN_ORDER,
        remark="Under short delays UCB1 plays the better arm in ever longer stretches. Under long "
        "delays its mean regret is smaller, though it stays with the worse arm in some runs (o10). "
        "Nothing is proved of it.",
    ),
    finding(
        "o08",
        "Under long delays the confidence intervals of ODAAF-B hold without bridges, too",
        place="Section 3, 'impair the validity of our confidence intervals'; see c25",
        measurements=[
            Measurement(
                m.beyond,
                ("errors-bridge:odaaf_b_no_bridge",),
                below(m.promised(12, horizon=20_000, ended=2)),
                Instead(("errors-bridge:odaaf_ignoring",), "its n_m has no term for delays"),
            )
        ],
        remark="So bridges change the corruption of a block (c24), and here not the intervals.",
    ),
    finding(
        "o10",
        "Under long delays an algorithm that plays short stretches can stay with the worse arm",
        place="Section 1.1, 'wants to have played it consecutively for long stretches'",
        variants=[
            variant("ours", "UCB1 on sums, without such stretches", "ucb1", a="ucb1_on_sums"),
            variant("ours", "ARS-UCB, with shorter stretches", "ars_ucb", a="ars_ucb"),
        ],
        on=["uniform-1000"],
        measurements=[
            Measurement(
                m.stays,
                ("{a}",),
                above(0, tolerance=-0.05),
                Instead(("odaaf",), "its stretches are longer than the delays"),
            )
        ],
        tolerance="'can stay' means: in more than 1 of 20 runs it plays the worse arm in most of "
        "the last tenth of the rounds",
    ),
    finding(
        "o11",
        "With bridges the corruption of an arm's observations stays below E[τ] over three phases, "
        "where the bound (4) is m E[τ]",
        place="equations (3) and (4)",
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
        remark="The first block loses rewards to later ones. A block after a bridge gets as many "
        "late rewards as it loses.",
    ),
]

CONCLUSIONS = [
    Conclusion(
        "Our text has lost n_m, the number of plays of an arm by the end of phase m, so we use "
        "that of third-party code. With the paper's two arms ODAAF's regret is the gap times n_m: "
        "the figures show a formula that we cannot check.",
    ),
    Conclusion(
        "The worst regret over gaps grows with T like QPM-D's up to a logarithm, as the paper "
        "says. From T = 62,500 to 1,000,000 the ratio of ODAAF-B's worst regret to QPM-D's grows "
        "like T to the power {c22.reconstructed[odaaf_b-2]}.",
        {"c22.reconstructed": "reproduced"},
        headline="The worst regret of ODAAF-B over gaps grows with T like QPM-D's up to a "
        "logarithm, as the paper says: their ratio changes like T to the power "
        "{c22.reconstructed[odaaf_b-2]}. (n_m is from third-party code; QPM-D observes the round "
        "of each reward.) UCB1 on sums, for which no bound is proved, has "
        "{o01.reconstructed[uniform-20-ucb1_on_sums-odaaf]:.0%} of ODAAF's regret at mean delay "
        "20. At mean delay 1,000 it stays with the worse arm in {o10.ucb1:.0%} of the runs.",
    ),
    Conclusion(
        "Bridges keep late rewards of a dropped arm out of the next block. With bridges these "
        "rewards corrupt the block by {c24.reconstructed[corruption-uniform]:.0%} of the bound of "
        "Proposition 1; without, by {c03.reconstructed[corruption-uniform]:.1f} times the bound.",
        {"c24.reconstructed": "reproduced", "c03.reconstructed": "reproduced"},
    ),
    Conclusion(
        "The confidence intervals of Lemmas 4.1 and 4.2 hold under long delays. An estimate of "
        "ODAAF leaves its interval in {c05.reconstructed.greatest:.0%} of the runs, one of ODAAF-B "
        "or ODAAF-V in {c25.reconstructed.greatest:.0%}.",
        {"c05.reconstructed": "reproduced", "c25.reconstructed": "reproduced"},
    ),
    Conclusion(
        "UCB1 on sums, which credits what arrives to the arm just played, has "
        "{o01.reconstructed[uniform-20-ucb1_on_sums-odaaf]:.0%} of ODAAF's regret at mean delay "
        "20. At mean delay 1,000 it stays with the worse arm in {o10.ucb1:.0%} of the runs.",
        {"o01.reconstructed": "reproduced", "o10.ucb1": "reproduced"},
    ),
]
