"""Our findings on Pike-Burke et al. 2018, and conclusions."""

from functools import partial

from delayed_bandits.analysis.claims import Claim, Conclusion
from delayed_bandits.analysis.measurements import AN_ORDER, Instead, Measurement, variant
from delayed_bandits.analysis.measures import ratio
from delayed_bandits.analysis.verdicts import above, below, within_factor
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
        "delays its mean regret is smaller, though it stays with the worse arm in some runs (c02). "
        "Nothing is proved of it.",
    ),
    finding(
        "o04",
        "If the first arm in order bridges, R(T) depends on the order of the arms; if the arm of "
        "the largest mean does, it does not",
        place="Section 3, 'any arbitrary but fixed order'; which active arm bridges is left open",
        quantifier="each",
        measurements=[
            Measurement(
                ratio,
                (f"{at}:{run}{suffix}", f"{at}-swapped:{run}{suffix}"),
                bound,
                quantity="R(T) of {first}, the worse arm first / the better arm first",
                key=f"{run}{suffix}",
            )
            for at, run in (("uniform-20", "odaaf_b"), ("poisson-20", "odaaf_v"))
            for suffix, bound in (("", within_factor(1, 1.1)), ("_first", above(1.1)))
        ],
        no_control="each rule is the other's control",
        tolerance="10 % leaves room for runs that drop an arm in another phase",
        remark="The first arm is the worse one in the order that we guess, so bridges cost regret.",
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
        place="Section 1.1: an algorithm 'wants to have played it consecutively for long stretches'",
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
        tolerance="'can' means: in more than 1 of 20 runs, in most of the last tenth of the "
        "rounds; with 1 in 100 no control of 100 runs could fail",
    ),
    finding(
        "o11",
        "The corruption of an arm's observations up to phase 2 is less than the bound (4), m E[τ]",
        place="equations (3) and (4), of which n_m allows for twice or three times",
        on=["corruption-uniform", "corruption-twopoint", "corruption-poisson"],
        measurements=[
            m.where_run(
                Measurement(
                    m.corrupted(2, 0, bridged=run != "odaaf", total=True),
                    (run,),
                    below(0.75),
                    key=f"{run}-{{distribution}}",
                )
            )
            for run in ("odaaf", "odaaf_b", "odaaf_v")
        ],
    ),
]

CONCLUSIONS = [
    Conclusion(
        "Our text has lost n_m, the number of plays of an arm by the end of phase m. We take n_m "
        "from third-party code, and reconstruct or guess horizon and distributions. So we do not "
        "compare the values in any figure.",
    ),
    Conclusion(
        "Delay adds to ODAAF's regret and does not multiply it: the cost of delay grows like the "
        "regret without delay to the power {c01.reconstructed:.2f} or less. (A multiple would "
        "have power 1.) For ODAAF-B and ODAAF-V, which are given a bound or the variance, this "
        "holds in {c01.informed.count} measurements. The failures are all ODAAF-V's, under "
        "exponential delays; the rest are open.",
        {"c01.reconstructed": "reproduced", "c01.informed": "in part"}
        | dict.fromkeys(
            ("c02.ucb1", "c19.reconstructed", "o01.reconstructed"),
            "reproduced",
        ),
        headline="Delay adds to ODAAF's regret and does not multiply it: the cost of delay grows "
        "like the regret without delay to the power {c01.reconstructed:.2f} or less. (A multiple "
        "would have power 1. The formula of n_m is from third-party code; horizon and "
        "distributions are reconstructed.) ODAAF and its variants are worse than QPM-D, as the "
        "paper says: they have {c19.reconstructed.least:.0f} to {c19.reconstructed.greatest:.0f} "
        "times its regret. UCB1 on sums, for which no bound is proved, has "
        "{o01.reconstructed[uniform-20-ucb1_on_sums-odaaf]:.0%} of ODAAF's regret at mean delay "
        "20. At mean delay 1,000 it has {o01.reconstructed[uniform-1000-ucb1_on_sums-odaaf]:%}, "
        "and stays with the worse arm in {c02.ucb1:.0%} of the runs.",
    ),
    Conclusion(
        "ODAAF and its variants have {c19.reconstructed.range:.0f} times QPM-D's regret at "
        "T = 250,000. (QPM-D observes the round of each reward.) With mean delay 20 the order in T "
        "is the same in {c10.reconstructed.count} measurements under bounded delays and in "
        "{c23.reconstructed.count} under unbounded ones. The others are of ODAAF-V while it still "
        "plays both arms. Whether the ratios converge is open.",
        dict.fromkeys(("c19.reconstructed", "c10.reconstructed"), "reproduced")
        | {"c23.reconstructed": "in part"}
        | dict.fromkeys(("c09.reconstructed", "c12.reconstructed"), "inconclusive"),
    ),
    Conclusion(
        "Given a bound of the delays ODAAF has less regret in {c07.reconstructed.count} cases. The "
        "naive approach, which uses the bound alone, has {c04.reconstructed.range:.1f} times the "
        "regret of ODAAF-B if the bound is large compared with the mean. If the bound is twice the "
        "mean of 20, it has {o03.reconstructed[uniform-20]:.0%}.",
        dict.fromkeys(
            ("c07.reconstructed", "c04.reconstructed", "o03.reconstructed"), "reproduced"
        ),
    ),
    Conclusion(
        "Given the variance ODAAF has less regret under Poisson delays in "
        "{c14.reconstructed.count} cases, and more under exponential delays in "
        "{c15.reconstructed.count}. In the case that fails the worse arm is played in bridges, "
        "which the paper leaves open. With mean delay 20 ODAAF-V has "
        "{c19.reconstructed[odaaf_v-poisson-20]:.0f} times QPM-D's regret under Poisson delays and "
        "{c19.reconstructed[odaaf_v-exponential-20]:.0f} times under exponential ones.",
        {"c14.reconstructed": "in part"}
        | dict.fromkeys(
            ("c15.reconstructed", "c13.distributions_20", "c19.reconstructed"), "reproduced"
        ),
    ),
    Conclusion(
        "UCB1 on sums credits what arrives to the arm just played. Its regret is "
        "{o01.reconstructed[uniform-20-ucb1_on_sums-odaaf]:.0%} of ODAAF's at mean delay 20, and "
        "{o01.reconstructed[criteo-100s-ucb1_on_sums-odaaf]:%} on the longer Criteo delays. At "
        "mean delay 1,000 it stays with the worse arm in {c02.ucb1:.0%} of the runs. Its regret is "
        "then {o01.reconstructed[uniform-1000-ucb1_on_sums-odaaf]:%} of ODAAF's, and random play's "
        "is {o06.reconstructed[uniform-1000-odaaf]:.0%}.",
        dict.fromkeys(("o01.reconstructed", "o06.reconstructed", "c02.ucb1"), "reproduced"),
    ),
]
