"""Claims of Vernade et al. 2020 on its experiments (Section 8, Figures 1 to 3)."""

from functools import partial

from delayed_bandits.analysis.claims import Claim
from delayed_bandits.analysis.measurements import AN_ORDER, Instead, Measurement
from delayed_bandits.analysis.measures import difference, last_over_first, level, ratio
from delayed_bandits.analysis.verdicts import above, below, within, within_factor
from delayed_bandits.papers.vernade2020 import measures, variants

HEAVY_TAILED = "Section 8, Heavy-tailed delays"
NOT_PRINTED = "We leave out the printed OTFLinUCB, which does not learn by T (c09)."

well_behaved = partial(Claim, place="Section 8, Well-behaved delays", variants=variants.ALL)
on_criteo = partial(Claim, place=f"{HEAVY_TAILED}; Figure 3", variants=variants.ALL)

FIGURES = [
    well_behaved(
        "c09",
        "Both algorithms learn within the horizon, with m = 100 and delays of mean 100",
        quote="the algorithm manages to learn within a reasonable time range",
        quantifier="each",
        on=["fig1a{arms}"],
        measurements=[variants.learns(run, key) for key, run in variants.BOTH.items()],
        tolerance=variants.LEARNS,
        remark="The paper says 'the algorithm'. We measure both. The printed OTFLinUCB learns "
        "later (o11).",
    ),
    well_behaved(
        "c10",
        "A high level of censoring increases the regret",
        quote="the algorithm will need much longer to learn. This causes the regret increase",
        variants=variants.MAIN,
        measurements=[
            Measurement(
                difference,
                variants.and_left("fig1c", run),
                above(0),
                variants.no_window("fig1c", "it uses no feedback, so censoring costs it nothing"),
                case="m = 100; later conversions are censored",
                quantity="R(T) of {first} with mean delay 500 − R(T) with mean delay 100",
                key=key,
            )
            for key, run in variants.BOTH.items()
        ],
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
        variants=variants.MAIN,
        measurements=[
            Measurement(
                measures.linear_phase_later(share, name),
                variants.and_left("fig1b", run),
                below(0),
                variants.no_window("fig1b", "it has no window and no log regime"),
                case="m = 500 against 100, mean delay 100",
                key=f"{key}-{name}",
            )
            for key, run in variants.BOTH.items()
            for share, name in ((1 / 2, "1/2"), (1 / 4, "1/4"), (1 / 10, "1/10"))
        ],
        tolerance="the log regime starts where the slope is below a share of the first slope; we "
        "take three shares, since the paper names none",
        remark="OTFLinUCB's bonus is large for m rounds, so its slope falls below 1/2 later.",
    ),
    well_behaved(
        "c14",
        "The regret with window 500 is similar to that with window 100",
        quote="the log regime starts earlier but the asymptotic regret is similar",
        variants=variants.MAIN,
        measurements=[
            Measurement(
                ratio,
                variants.and_left("fig1b", run),
                within_factor(1, 1.5),
                Instead(
                    variants.and_left("fig1c", run),
                    "the paper says that this delay increases the regret",
                    "mean delay 500 against 100, with m = 100",
                ),
                case="m = 500 against 100, mean delay 100",
                quantity="R(T) of {first} with m = 500 divided by R(T) with m = 100",
                key=key,
                variants=keys,
            )
            for key, run, keys in (
                ("ucb", "{ucb}", ["attributed", "attributed_binary"]),
                ("ts", "{ts}", ()),
            )
        ],
        tolerance="'similar' means: within a factor of 1.5",
        remark=NOT_PRINTED,
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
        remark="This number made us believe that the attributed code is the authors', so it "
        f"does not test that code. The paper names no algorithm. {NOT_PRINTED}",
    ),
    well_behaved(
        "c16",
        "The regret of both algorithms is still linear at T, with m = 100 and delays of mean 500",
        quote="at T = 3000, both algorithms are still in the linear regime.",
        quantifier="each",
        variants=variants.MAIN,
        measurements=[
            Measurement(
                last_over_first(5),
                ("fig1c{arms}:" + run,),
                above(1, tolerance=0.5),
                Instead(("fig1a{arms}:" + run,), "by the paper both learn there", "mean delay 100"),
                key=key,
            )
            for key, run in variants.BOTH.items()
        ],
        tolerance="halfway between 1 (a line) and 0 (no more regret); a square root has 0.24",
    ),
    on_criteo(
        "c20",
        "OTFLinUCB copes with the Criteo delays reasonably well",
        quote="OTFLin UCB is able to cope with heavy-tailed delays reasonably well.",
        on=["fig3{arms}"],
        measurements=[variants.learns("{ucb}")],
        tolerance="'reasonably well' means: at most half of random play's regret",
    ),
    on_criteo(
        "c21",
        "On Criteo delays both algorithms behave similarly to the middle panel of Fig. 1",
        quote="the behavior of both algorithms is similar to the central plot of Figure 1, when "
        "the window is larger than the expectation of the delays.",
        on=["fig3{arms}"],
        variants=variants.MAIN,
        measurements=[
            measures.like_the_middle_panel(run, key) for key, run in variants.BOTH.items()
        ],
        tolerance="'similar' means: within a factor of 1.5",
        remark="We read the quote's last clause as a description of the middle panel. The mean of "
        "the Criteo delays is longer than the window.",
    ),
]
