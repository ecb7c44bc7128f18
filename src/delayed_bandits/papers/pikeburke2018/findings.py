"""Our findings on Pike-Burke et al. 2018, and conclusions."""

from delayed_bandits.analysis.claims import Claim, Conclusion
from delayed_bandits.analysis.measurements import AN_ORDER, Instead, Measurement, variant
from delayed_bandits.analysis.measures import ratio
from delayed_bandits.analysis.verdicts import above, below
from delayed_bandits.papers.pikeburke2018 import measures as m

COMPARED = {
    "uniform-20": ("odaaf", "odaaf_b"),
    "exponential-20": ("odaaf", "odaaf_v"),
    "uniform-1000": ("odaaf", "odaaf_b"),
    "criteo-20": ("odaaf", "odaaf_b", "odaaf_v"),
    "criteo-100s": ("odaaf", "odaaf_b", "odaaf_v"),
}
"""Variants of ODAAF to compare the simple algorithms with, by setting."""

FINDINGS = [
    Claim(
        "o01",
        "Simple algorithms on sums, given nothing of the delays, have less regret than ODAAF",
        place="Fig. 3, with UCB1 that takes sums for rewards and ARS-UCB of Wang et al. 2021 added",
        variants=[
            variant("reconstructed", "the worse arm first", order=""),
            variant("ours", "the better arm first", order="-swapped"),
        ],
        measurements=[
            Measurement(
                ratio,
                (f"{at}{{order}}:{simple}", f"{at}{{order}}:{run}"),
                below(1),
                key=f"{at}-{simple}-{run}",
            )
            for at, runs in COMPARED.items()
            for run in runs
            for simple in ("ucb1_on_sums", "ars_ucb")
        ],
        no_control=AN_ORDER,
        remark="The order of the arms is a guess, and matters at mean delay 1,000 and more. There "
        "ODAAF plays its first arms for most of the run, and UCB1 stays with the worse arm in some "
        "runs (o10). Open rows on Criteo delays have an ODAAF-V that plays the better arm alone.",
    ),
    Claim(
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
]

CONCLUSIONS = [
    Conclusion(
        "Our text has lost n_m, the number of plays of an arm by the end of phase m. We use that "
        "of third-party code. With the paper's two arms ODAAF's regret is the gap times n_m. So "
        "the figures show a formula that we cannot check."
    ),
    Conclusion(
        "The worst regret of ODAAF-B over gaps grows with T like QPM-D's, as the paper says. From "
        "T = 62,500 to 1,000,000 the ratio of the two grows like T to the power {c22.odaaf_b[2]}. "
        "A further factor log T would give a power above this interval.",
        {"c22.odaaf_b": "reproduced"},
        headline="The worst regret of ODAAF-B over gaps grows with T like QPM-D's, as the paper "
        "says: the ratio of the two changes like T to the power {c22.odaaf_b[2]}. (n_m is from "
        "third-party code. QPM-D observes which arm each reward is from.) UCB1 on sums, for which "
        "no bound is proved, has {o01.reconstructed[uniform-20-ucb1_on_sums-odaaf]:.0%} of ODAAF's "
        "regret at mean delay "
        "20. One may answer that the authors call better constants an open problem. By their "
        "Section 1.1 UCB plays long stretches where one arm alone is best, as here, if delays are "
        "short. At mean delay 1,000 UCB1 on sums stays with the worse arm in {o10.ucb1:.0%} of the "
        "runs.",
    ),
    Conclusion(
        "Bridges keep late rewards of a dropped arm out of the next block. With bridges the sum of "
        "the block is off by {c24.reconstructed[corruption-uniform]:.0%} of the bound of "
        "Proposition 1. Without bridges it is off by {c03.reconstructed[corruption-uniform]:.1f} "
        "times the bound.",
        {"c24.reconstructed": "reproduced", "c03.reconstructed": "reproduced"},
    ),
    Conclusion(
        "The confidence intervals of Lemmas 4.1 and 4.2 hold under long delays, also after an arm "
        "is dropped. An estimate of ODAAF leaves its interval in {c05.reconstructed.greatest:.0%} "
        "of the runs, one of ODAAF-B or ODAAF-V in {c25.reconstructed.greatest:.0%}. Those of "
        "ODAAF-B hold without bridges, too: n_m leaves room.",
        dict.fromkeys(("c05.reconstructed", "c25.reconstructed", "c25.no_bridge"), "reproduced"),
    ),
    Conclusion(
        "UCB1 on sums, which credits what arrives to the arm just played, has less regret than "
        "ODAAF under delays of mean 20. At mean delay 1,000 the order of the two depends on which "
        "arm comes first, which we guess. UCB1 on sums has "
        "{o01.reconstructed[uniform-1000-ucb1_on_sums-odaaf]:.0%} of ODAAF's regret if the worse "
        "arm is first, and {o01.ours[uniform-1000-ucb1_on_sums-odaaf]:.0%} if the better arm is.",
        {"o01.reconstructed": "inconclusive", "o01.ours": "inconclusive"},
    ),
]
