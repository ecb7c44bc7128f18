"""Our findings on Pike-Burke et al. 2018."""

from delayed_bandits.analysis.claims import Claim
from delayed_bandits.analysis.measurements import AN_ORDER, Instead, Measurement, variant
from delayed_bandits.analysis.measures import difference, ratio
from delayed_bandits.analysis.verdicts import above, below
from delayed_bandits.papers.pikeburke2018 import measures as m

COMPARED = {
    "uniform-20": ("odaaf", "odaaf_b"),
    "exponential-20": ("odaaf", "odaaf_v"),
    "uniform-1000": ("odaaf", "odaaf_b"),
    "criteo-20": ("odaaf", "odaaf_b", "odaaf_v"),
    "criteo-100s": ("odaaf", "odaaf_b", "odaaf_v"),
}
"""For each setting, the variants of ODAAF to compare with the simple algorithms."""
NO_REGRET = "criteo-100s", "odaaf_v"  # if the better arm is first, so a difference is measured

FINDINGS = [
    Claim(
        "o01",
        "UCB1 on sums and ARS-UCB, which are given nothing on delays, mostly have less regret than "
        "ODAAF and its variants",
        place="Fig. 3; we added delays of mean 1,000, Criteo delays, UCB1 on sums, and ARS-UCB of "
        "Wang et al. 2021",
        quantifier="most",
        variants=[
            variant(
                "reconstructed",
                "n_m of third-party code; worse arm first; most settings ours",
                order="",
            ),
            variant("ours", "the better arm first", order="-swapped"),
        ],
        measurements=[
            Measurement(
                difference if (at, run) == NO_REGRET else ratio,
                (f"{at}{{order}}:{simple}", f"{at}{{order}}:{run}"),
                below(0 if (at, run) == NO_REGRET else 1),
                key=f"{at}-{simple}-{run}",
            )
            for at, runs in COMPARED.items()
            for run in runs
            for simple in ("ucb1_on_sums", "ars_ucb")
        ],
        no_control=AN_ORDER,
        remark="We guess the order of the arms, which matters at mean delays of 1,000 and more. "
        "ODAAF then plays its first arms for most of the run, and UCB1 on sums may stay with the "
        "worse arm (o10).",
    ),
    Claim(
        "o10",
        "Under long delays, an algorithm that plays short stretches can stay with the worse arm",
        place="Section 1.1, 'wants to have played it consecutively for long stretches'",
        variants=[
            variant("ours", "UCB1 on sums, which switches often", "ucb1", a="ucb1_on_sums"),
            variant("ours", "ARS-UCB, with shorter stretches than ODAAF", "ars_ucb", a="ars_ucb"),
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
        tolerance="'stays' means: in most of the last tenth of the rounds; 'can': in more than 1 "
        "of 20 runs",
    ),
    Claim(
        "o13",
        "With the arms of Figure 3, nearly all runs of ODAAF and its variants have the same R(T)",
        place="Section 5, Fig. 3; n_m is from third-party code",
        variants=[variant("reconstructed", "mean delay 20")],
        measurements=[
            Measurement(
                m.same_regret,
                (f"{distribution}-20:{run}",),
                above(0.9),
                Instead((f"{distribution}-20:qpmd",), "its regret varies between runs"),
                key=f"{distribution}-{run}",
            )
            for distribution, run in (*m.FIG3A, *m.FIG3B)
        ],
        tolerance="'nearly all' means: more than 9 of 10 runs",
        remark="The paper says that all runs jump at the same points. R(T) is the gap times an "
        "n_m. Under exponential delays ODAAF-V's runs end in a bridge.",
    ),
]
