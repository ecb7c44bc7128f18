"""Findings of ours on Pike-Burke et al. 2018, and conclusions."""

from functools import partial

from delayed_bandits.analysis.claims import Claim, Conclusion
from delayed_bandits.analysis.measurements import AN_ORDER, Instead, Known, Measurement
from delayed_bandits.analysis.measures import difference, ratio
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
"""Simple algorithms and variants of ODAAF by setting."""
LEARNS = "the delays are short, and it learns"

finding = partial(Claim, variants=[m.RECONSTRUCTED])

FINDINGS = [
    finding(
        "o01",
        "Simple algorithms on sums, which know nothing of the delays, have less regret than ODAAF",
        place="UCB1 that takes sums for rewards, and ARS-UCB of Wang et al. 2021, beside Fig. 3",
        measurements=[
            Measurement(
                ratio, (f"{at}:{simple}", f"{at}:{run}"), below(1), key=f"{at}-{simple}-{run}"
            )
            for at, (simples, runs) in COMPARED.items()
            for run in runs
            for simple in simples
        ],
        no_control=AN_ORDER,
        remark="Where delays are short UCB1 plays the better arm in ever longer stretches. Under "
        "long delays it is the mean that is smaller: in some runs it stays with the worse "
        "arm (c02). Nothing is proved of it.",
    ),
    finding(
        "o02",
        "On half-normal delays, too, knowing the variance makes the regret larger",
        place="Fig. 3(b), of which the text does not say on which side these delays fall",
        on=m.under("half_normal"),
        measurements=[
            Measurement(
                difference,
                ("odaaf_v", "odaaf"),
                above(0),
                Instead(("poisson-20:odaaf_v", "poisson-20:odaaf"), "the variance is small"),
            )
        ],
        remark="Where it fails the horizon ends before either has dropped the worse arm, and "
        "bridges are played with the better one.",
    ),
    finding(
        "o03",
        "The naive approach has less regret than ODAAF-B if the bound of the delays is 40, and "
        "more if it is 100",
        place="Section 3, which speaks of large bounds only",
        quantifier="each",
        measurements=[
            Measurement(ratio, ("uniform-20:odaaf_naive", "uniform-20:odaaf_b"), below(1)),
            Measurement(ratio, ("uniform-50:odaaf_naive", "uniform-50:odaaf_b"), above(1)),
        ],
        no_control=AN_ORDER,
        remark="Its constants are smaller; its price is m d in n_m where ODAAF-B has E[τ].",
    ),
    finding(
        "o04",
        "Which arm is first in order, which the paper leaves open, mostly changes R(T) by nothing",
        place="Section 3, 'any arbitrary but fixed order'",
        quantifier="most",
        measurements=[
            Measurement(
                ratio,
                (f"{distribution}-{mean}-swapped:{run}", f"{distribution}-{mean}:{run}"),
                within_factor(1, 1.02),
                Instead(
                    ("uniform-20:odaaf_b_first", "uniform-20:odaaf_b"),
                    "which arm bridges is left open, too, and does change R(T)",
                ),
                quantity="R(T) of {first}, the better arm first / the worse arm first",
                key=f"{run}-{distribution}-{mean}",
            )
            for mean in (20, 50)
            for distribution, informed in (
                ("uniform", "_b"),
                ("poisson", "_v"),
                ("exponential", "_v"),
            )
            for run in ("odaaf", f"odaaf{informed}")
        ],
        tolerance="'nothing' leaves room for runs that drop an arm in another phase",
    ),
    finding(
        "o06",
        "Under mean delays of 1,000 rounds and more random play has less regret than ODAAF and "
        "ODAAF-V; on Criteo delays ODAAF-B, which knows a bound, has less than random play",
        place="beyond Section 5, T = 250,000",
        quantifier="each",
        measurements=[
            Measurement(
                m.uniform_over, (f"{at}:{run}",), bound, Instead((other,), why), key=f"{at}-{run}"
            )
            for at, run, bound, other, why in (
                ("uniform-1000", "odaaf", below(1), "uniform-20:odaaf", LEARNS),
                ("criteo-100s", "odaaf", below(1), "criteo-20:odaaf", LEARNS),
                ("criteo-100s", "odaaf_v", below(1), "criteo-20:odaaf_v", LEARNS),
                ("criteo-100s", "odaaf_b", above(1), "criteo-100s:odaaf", "it knows no bound"),
            )
        ],
        remark="The first phases take most of the horizon: n_m grows with E[τ].",
    ),
    finding(
        "o08",
        "The confidence intervals of ODAAF-B hold with and without bridges where delays are long",
        place="Section 3, 'impair the validity of our confidence intervals'; the probability of "
        "Lemma 4.2, 1 − 12 / (T 4^-m), is reconstructed",
        measurements=[
            Measurement(
                m.beyond,
                (f"errors-bridge:{run}",),
                below(m.promised(12, horizon=20_000, ended=2)),
                Instead(("errors-uniform:odaaf_ignoring",), "its n_m has no term for delays"),
                key=run,
            )
            for run in ("odaaf_b", "odaaf_b_no_bridge")
        ],
    ),
    finding(
        "o09",
        "The smaller the gap, the smaller is mostly the ratio of the regret to that of QPM-D",
        place="Section 5, which has one gap",
        quantifier="most",
        measurements=[
            Measurement(
                m.order("power of 1 / gap in R(T) / R(T) of QPM-D for {first}, gap {gap}", factor),
                tuple(f"{at}:{name}" for at in (large, small) for name in (run, "qpmd")),
                below(0),
                Known("a constant", 0, "the ratio is the same at all gaps"),
                case="uniform delays of mean 20",
                key=f"{run}-{small}",
                names={"gap": gap},
            )
            for gap, factor, large, small in (
                ("0.4 to 0.2", 2, "gap-40", "gap-20"),
                ("0.2 to 0.1", 2, "gap-20", "uniform-20"),
                ("0.1 to 0.05", 2, "uniform-20", "gap-05"),
                ("0.05 to 0.02", 2.5, "gap-05", "gap-02"),
            )
            for run in ("odaaf", "odaaf_b")
        ],
        remark="With gap 0.02 ODAAF still plays both arms at T, so its regret is cut short.",
    ),
]

CONCLUSIONS = [
    Conclusion(
        "Our text has lost n_m, the number of plays of an arm by the end of phase m, which is from "
        "third-party code. Horizon and distributions are reconstructed or guessed; no figure is "
        "compared value by value. Regrets that are the same in all runs have no interval.",
    ),
    Conclusion(
        "So reconstructed, delay adds to ODAAF's regret: its cost hardly grows with T (as the "
        "regret without delay to the power of at most {c01.reconstructed:.2f}; a multiple would "
        "have 1). For ODAAF-B and ODAAF-V, which know a bound or the variance, it "
        "{c01.informed.outcomes}; those that fail are of ODAAF-V under exponential delays.",
        {"c01.reconstructed": "reproduced", "c01.informed": "in part"},
        headline="With n_m from third-party code, and horizon and distributions reconstructed, "
        "delay adds to ODAAF's regret: what it adds grows like the regret without delay to the "
        "power of at most {c01.reconstructed:.2f}; were delay a factor, the power would be 1. "
        "ODAAF and its variants are worse than QPM-D, as the paper says: they have "
        "{c19.reconstructed.least:.0f} to {c19.reconstructed.greatest:.0f} times its regret. UCB1 "
        "on sums, of which nothing is proved, has "
        "{o01.reconstructed[uniform-20-ucb1_on_sums-odaaf]:.2f} of ODAAF's regret at mean delay "
        "20. At 1,000 it stays with the worse arm in {c02.ucb1:.2f} of the runs, and still "
        "has {o01.reconstructed[uniform-1000-ucb1_on_sums-odaaf]} of ODAAF's regret.",
    ),
    Conclusion(
        "At T = 250,000 ODAAF and its variants have {c19.reconstructed.least:.0f} to "
        "{c19.reconstructed.greatest:.0f} times the regret of QPM-D, which sees each reward apart. "
        "With mean delay 20 the ratio changes by less than our tolerance in the last part of the "
        "horizon in {c09.reconstructed.count} curves under bounded delays and in "
        "{c12.reconstructed.count} under unbounded ones. Both are inconclusive after Holm's "
        "adjustment.",
        {"c19.reconstructed": "reproduced"}
        | dict.fromkeys(("c09.reconstructed", "c12.reconstructed"), "inconclusive"),
    ),
    Conclusion(
        "With mean delay 20 the regret is of QPM-D's order in {c10.reconstructed.count} "
        "measurements under bounded delays and in {c23.reconstructed.count} under unbounded ones; "
        "the others are of ODAAF-V, while it still plays both arms. With smaller gaps the ratio is "
        "smaller in {o09.reconstructed.count} steps, which is inconclusive after Holm's "
        "adjustment.",
        {
            "c10.reconstructed": "reproduced",
            "c23.reconstructed": "in part",
            "o09.reconstructed": "inconclusive",
        },
    ),
    Conclusion(
        "Knowing a bound of the delays lowers ODAAF's regret in {c07.reconstructed.count} cases. "
        "Where the bound is large beside the mean the naive approach, which uses the bound alone, "
        "has {c04.reconstructed.least:.1f} to {c04.reconstructed.greatest:.1f} times the regret of "
        "ODAAF-B; where it is twice the mean of 20, {o03.reconstructed[uniform-20]:.2f} times.",
        {
            "c07.reconstructed": "reproduced",
            "c04.reconstructed": "reproduced",
            "o03.reconstructed": "reproduced",
        },
    ),
    Conclusion(
        "Knowing the variance lowers the regret under Poisson delays in {c14.reconstructed.count} "
        "cases. In the other the first arm is played in bridges, a rule of ours, and by our order "
        "that is the worse arm. Knowing it raises it under exponential ones in "
        "{c15.reconstructed.count}. With mean delay 20 ODAAF-V has "
        "{c19.reconstructed[odaaf_v-poisson-20]:.0f}, "
        "{c19.reconstructed[odaaf_v-halfnormal-20]:.0f} and "
        "{c19.reconstructed[odaaf_v-exponential-20]:.0f} times QPM-D's regret under Poisson, "
        "half-normal and exponential delays.",
        {
            "c14.reconstructed": "in part",
            "c15.reconstructed": "reproduced",
            "c13.distributions_20": "reproduced",
        },
    ),
    Conclusion(
        "UCB1 on sums, which takes what arrives for the reward of the arm just played, has "
        "{o01.reconstructed[uniform-20-ucb1_on_sums-odaaf]:.2f} of ODAAF's regret at mean delay "
        "20. On the longer Criteo delays it has "
        "{o01.reconstructed[criteo-100s-ucb1_on_sums-odaaf]:.2f} of ODAAF's and "
        "{o01.reconstructed[criteo-100s-ucb1_on_sums-odaaf_b]:.2f} of ODAAF-B's. At mean delay "
        "1,000 it stays with the worse arm in {c02.ucb1:.2f} of the runs, and still has "
        "{o01.reconstructed[uniform-1000-ucb1_on_sums-odaaf]} of ODAAF's regret. Uniform play has "
        "{o06.reconstructed[uniform-1000-odaaf]:.2f} of ODAAF's regret there. On the longer Criteo "
        "delays random play has {o06.reconstructed[criteo-100s-odaaf]:.2f} of ODAAF's and "
        "{o06.reconstructed[criteo-100s-odaaf_b]:.2f} times ODAAF-B's.",
        {
            "o01.reconstructed": "reproduced",
            "o06.reconstructed": "reproduced",
            "c02.ucb1": "reproduced",
        },
    ),
    Conclusion(
        "In {c11.reconstructed.count} curves of Fig. 3(a) the regret jumps at the same rounds in "
        "all runs, in the others in all but at most {c11.reconstructed.greatest:.0f}. "
        "Estimates of ODAAF-B stay in their intervals even without bridges, the rounds between "
        "phases in which late rewards arrive: these runs cannot show what bridges are for.",
        {"c11.reconstructed": "in part", "o08.reconstructed": "reproduced"},
    ),
]
