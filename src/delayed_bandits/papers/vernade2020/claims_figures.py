"""Claims of Vernade et al. 2020 on its experiments (Section 8, Figures 1 to 3)."""

from functools import partial

from delayed_bandits.analysis.claims import Claim
from delayed_bandits.analysis.measurements import AN_ORDER, Instead, Measurement
from delayed_bandits.analysis.measures import difference, last_over_first, level, ratio
from delayed_bandits.analysis.verdicts import above, below, within, within_factor
from delayed_bandits.papers.vernade2020 import measures, variants

HEAVY_TAILED = "Section 8, Heavy-tailed delays"
NO_LOG_REGIME = "We leave out the printed algorithm, which explores until T (c09)."

well_behaved = partial(Claim, place="Section 8, Well-behaved delays", variants=variants.ALL)
on_criteo = partial(Claim, place=f"{HEAVY_TAILED}; Figure 3", variants=variants.ALL)

FIGURES = [
    well_behaved(
        "c09",
        "With m = 100 and delays of mean 100 OTFLinUCB learns within the horizon",
        quote="the algorithm manages to learn within a reasonable time range",
        on=["fig1a{arms}"],
        measurements=[variants.learns("{ucb}")],
        tolerance=variants.LEARNS,
        remark="The printed OTFLinUCB explores for half of the horizon, and on arms from [0,1]⁵ "
        "for all of it. The printed OTFLinUCB learns within a longer horizon (o11).",
    ),
    well_behaved(
        "c10",
        "A high level of censoring increases the regret",
        quote="the algorithm will need much longer to learn. This causes the regret increase",
        variants=variants.ATTRIBUTED_BOTH,
        measurements=[
            Measurement(
                difference,
                variants.RIGHT_AND_LEFT,
                above(0),
                variants.no_window("fig1c", "it uses no feedback, so censoring costs it nothing"),
                case="m = 100, mean delay 500 against 100",
                quantity="R(T) of {first} in the right panel − R(T) in the left panel",
            )
        ],
        remark=NO_LOG_REGIME,
    ),
    well_behaved(
        "c11",
        "In all three panels OTFLinUCB performs better than OTFLinTS",
        quote="In all three cases, OTFLin UCB performs better than OTFLin TS",
        on=variants.PANELS[:3],
        measurements=[Measurement(difference, ("{ts}", "{ucb}"), above(0))],
        no_control=AN_ORDER,
    ),
    well_behaved(
        "c13",
        "With the larger window the log regime starts earlier",
        quote="we see the impact of increasing the window size: the log regime starts earlier",
        variants=variants.ATTRIBUTED_BOTH,
        measurements=[
            Measurement(
                measures.linear_phase_later(share, name),
                variants.MIDDLE_AND_LEFT,
                below(0),
                variants.no_window("fig1b", "it has no window and no log regime"),
                case="m = 500 against 100, mean delay 100",
                key=name,
            )
            for share, name in ((1 / 2, "1/2"), (1 / 4, "1/4"), (1 / 10, "1/10"))
        ],
        tolerance="the log regime starts where the slope is below a share of the first slope; we "
        "take three shares, since the paper names none",
        remark="In the first m rounds the sum of norms keeps the bonus large, and a larger m makes "
        f"the linear phase longer. {NO_LOG_REGIME}",
    ),
    well_behaved(
        "c14",
        "The regret with window 500 is similar to that with window 100",
        quote="the log regime starts earlier but the asymptotic regret is similar",
        variants=variants.ATTRIBUTED_BOTH,
        measurements=[
            Measurement(
                ratio,
                variants.MIDDLE_AND_LEFT,
                within_factor(1, 1.5),
                Instead(
                    variants.RIGHT_AND_LEFT,
                    "for five times the delay the paper says that regret increases",
                    "right panel divided by left panel",
                ),
                case="m = 500 against 100, mean delay 100",
                quantity="R(T) of {first} in the middle panel divided by R(T) in the left panel",
            )
        ],
        tolerance="'similar' means: within a factor 1.5",
        remark=NO_LOG_REGIME,
    ),
    well_behaved(
        "c15",
        "R(T) of OTFLinUCB is roughly 100 with both windows",
        quote="R(T) = 100 in both cases.",
        quantifier="each",
        variants=variants.ATTRIBUTED_BOTH,
        on=variants.PANELS[:2],
        measurements=[
            Measurement(
                level, ("{ucb}",), within(100, tolerance=50), variants.ALONE, printed="roughly 100"
            )
        ],
        tolerance="100 to the nearest hundred",
        remark="This number made us believe that the attributed code is the authors'. So for that "
        "code the number is no independent test. As printed OTFLinUCB has more regret than random "
        "play (c09), so that this number can tell nothing more.",
    ),
    well_behaved(
        "c16",
        "With m = 100 and delays of mean 500 the regret of both algorithms is still linear at T",
        quote="at T = 3000, both algorithms are still in the linear regime.",
        quantifier="each",
        variants=variants.ATTRIBUTED_BOTH,
        measurements=[
            Measurement(
                last_over_first(5),
                ("fig1c{arms}:" + run,),
                above(1, tolerance=0.5),
                Instead(("fig1a{arms}:" + run,), "the paper says that it learns there"),
                key=key,
            )
            for key, run in (("ucb", "{ucb}"), ("ts", "{ts}"))
        ],
        tolerance="halfway between the ratio 1 of a line and the ratio 0 of no more regret; a "
        "square root has 0.24",
        remark=NO_LOG_REGIME,
    ),
    on_criteo(
        "c20",
        "OTFLinUCB copes with the Criteo delays reasonably well",
        quote="OTFLin UCB is able to cope with heavy-tailed delays reasonably well.",
        on=["fig3{arms}"],
        measurements=[variants.learns("{ucb}")],
        tolerance=variants.LEARNS,
        remark="The printed OTFLinUCB explores until T, as in c09.",
    ),
    on_criteo(
        "c21",
        "On Criteo delays both algorithms behave as in the middle panel of Fig. 1",
        quote="the behavior of both algorithms is similar to the central plot of Figure 1, when "
        "the window is larger than the expectation of the delays.",
        on=["fig3{arms}"],
        variants=variants.ATTRIBUTED_BOTH,
        measurements=[
            measures.like_the_middle_panel("{ucb}", "ucb"),
            measures.like_the_middle_panel("{ts}", "ts"),
        ],
        tolerance="'similar' means: within a factor 1.5 of the same share of random play's regret",
        remark=f"{NO_LOG_REGIME} We read the last clause of the quote as a description of the "
        "middle panel. If the clause were a condition on the Criteo delays, nothing could be "
        "tested, since their mean is longer than the window.",
    ),
]
