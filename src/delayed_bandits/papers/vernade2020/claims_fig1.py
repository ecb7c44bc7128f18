"""Claims of Vernade et al. 2020 on Fig. 1, the geometric delays (Section 8)."""

from delayed_bandits.analysis.claims import Claim, Earlier, Reading, Runs, Tolerance
from delayed_bandits.papers.vernade2020.cases import (
    CODE,
    CODE_BINARY,
    FIG1_CASES,
    PRINTED,
    TENTH,
    On,
    among,
    measured_on,
)
from delayed_bandits.papers.vernade2020.measures_fig1 import (
    CROSSED,
    FIG1,
    against_random,
    below_ts,
    censoring_rows,
    former,
    half_or_most_regret,
    log_regime_starts,
    narrow_posterior,
    narrow_unless_code,
    near_hundred,
    near_hundred_readings,
    similar_rows,
    similar_unlike_the_right,
    still_linear,
    window_shares,
)

PANELS = among(*FIG1)
HALF_OF_RANDOM = Tolerance("'learns' is read as: at most half of the regret of uniform play")
NOTHING_LEARNED = (
    "after a review of all claims: where nothing is learned within the horizon the claim no "
    "longer applies"
)


def panel_by_panel(runs: Runs) -> list[Reading]:
    """Judge the order of UCB and TS in each panel alone."""
    readings = []
    for case in CROSSED:
        on = On(runs, case)
        rows = [below_ts(on, setting, on.ts(setting)) for setting in FIG1]
        readings += [Reading(case.reading, f"{case.what}, {row.case}", [row]) for row in rows]
    return readings


CLAIMS = [
    Claim(
        id="c08",
        statement="τₘ is 0.63, 0.993 and 1/5.5 in the three panels",
        quote="(m, µ) = (100, 100) (τm = 0.63) when delays are short and even though the timeout "
        "is set a bit too low, the algorithm manages to learn within a reasonable time range; "
        "(m, µ) = (500, 100) (τm = 0.993) when the window parameter is large enough",
        place="Section 8, Well-behaved delays",
        criterion="P(D ≤ m) of the delays that are simulated rounds to the printed number",
        measure=window_shares,
        qualifies=lambda setting: setting.name in FIG1,
    ),
    Claim(
        id="c09",
        statement="With m = 100 and delays of mean 100 OTFLinUCB learns within the horizon",
        quote="the algorithm manages to learn within a reasonable time range",
        place="Section 8, Well-behaved delays",
        criterion="its mean regret at T = 3000 is at most half of that of uniform play",
        measure=measured_on(FIG1_CASES, lambda on: [against_random(on, "fig1a")]),
        qualifies=among("fig1a"),
        tolerance=HALF_OF_RANDOM,
        remark="The printed width, of norms instead of squared norms, prefers the directions "
        "seen least, and on these instances those arms are worse than average: the "
        "printed OTFLinUCB has more regret than uniform play within T. On arms from "
        "{0,1}⁵ it learns late, after about half of the horizon, on arms from [0,1]⁵ not "
        "within it.",
    ),
    Claim(
        id="c10",
        statement="A high level of censoring increases the regret",
        quote="The rightmost figure, compared with the leftmost one, shows the impact of a high "
        "level of censoring. Indeed, with 1/τm = 5.5, only few feedback are received within the "
        "window and the algorithm will need much longer to learn. This causes the regret increase",
        place="Section 8, Well-behaved delays",
        criterion="mean of R(T) with delays of mean 500 minus R(T) with delays of mean 100, both "
        "with m = 100, in the same replications, above 0",
        measure=measured_on(FIG1_CASES, censoring_rows),
        qualifies=among("fig1a", "fig1c"),
        history=[former("the same", censoring_rows, NOTHING_LEARNED)],
    ),
    Claim(
        id="c11",
        statement="In all three panels OTFLinUCB performs better than OTFLinTS",
        quote="In all three cases, OTFLin UCB performs better than OTFLin TS",
        place="Section 8, Well-behaved delays",
        criterion="mean of R(T) of TS minus R(T) of UCB, in the same replications, above 0 in "
        "each panel",
        measure=measured_on(
            FIG1_CASES, lambda on: [below_ts(on, setting, on.ts(setting)) for setting in FIG1]
        ),
        qualifies=PANELS,
        history=[
            Earlier(
                "the same, a claim for each panel",
                "after a review of all claims: the paper says it of all three",
                panel_by_panel,
            )
        ],
        remark="In the right panel the attributed code, on arms from [0,1]⁵, separates the two "
        "by 4 ± 11 only, and there both end above uniform play: R(T) is 283.8 for OTFLinUCB, "
        "287.6 for OTFLinTS and 264.7 for uniform play. As printed, OTFLinTS is much better than "
        "OTFLinUCB; with a tenth of OTFLinUCB's width the order is the paper's.",
    ),
    Claim(
        id="c12",
        statement="OTFLinTS loses to OTFLinUCB due to its rough posterior",
        quote="which we believe is due to the rough posterior approximation",
        place="Section 8, Well-behaved delays",
        criterion="with a narrower posterior, of the printed deviation × 0.1, R(T) of TS minus "
        "R(T) of UCB is below 0 in each panel in which TS loses",
        measure=measured_on([PRINTED, CODE, TENTH, CODE_BINARY], narrow_unless_code),
        qualifies=PANELS,
        history=[
            Earlier(
                "the same, in the attributed code with σ₀ = 0.1 instead of 0.5",
                "after a fourth review: a smaller σ₀ is no narrower posterior",
                measured_on([PRINTED, CODE, TENTH, CODE_BINARY], narrow_posterior),
            )
        ],
        remark="The paper only believes it. As printed OTFLinTS does not lose, so nothing is to "
        "be explained. The attributed code was run with another σ₀, but that does not test it: "
        "V₀ = σ₀² I and the inflation starts at σ₀, so the first variance is 1/σ₀, which is 10 "
        "with 0.1 and 2 with 0.5; later the sum of squared norms is most of the inflation. "
        "σ₀ = 0.1 takes 2 to 44 off the regret of OTFLinTS. The printed OTFLinTS with a tenth "
        "of its deviation beats OTFLinUCB with a tenth of its width in all three panels: there "
        "the loss goes with the width of the posterior.",
    ),
    Claim(
        id="c13",
        statement="With the larger window the log regime starts earlier",
        quote="Comparing the two leftmost figures, we see the impact of increasing the window "
        "size: the log regime starts earlier",
        place="Section 8, Well-behaved delays",
        criterion="the linear phase, until a twentieth of the horizon costs less than 1/2, 1/4 "
        "and 1/10 of what the first twentieth cost, ends earlier with m = 500 than with m = 100, "
        "by each of the three shares, in the same replications (T where it does not end)",
        measure=measured_on(FIG1_CASES, log_regime_starts),
        qualifies=among("fig1a", "fig1b"),
        tolerance=Tolerance("'starts' is read by three shares; which one is meant decides"),
        history=[
            Earlier(
                "the share 1/2 alone",
                "after the first run 90 % of R(T) was added, since the two disagree; the verdicts "
                "of the share 1/2 were 'printed' and 'code'",
            ),
            Earlier(
                "the share 1/2; by a second reading of 'starts', 90 % of R(T) is reached earlier",
                "after a fourth review: the share decides, so three stand side by side; 90 % of "
                "R(T) is o06",
                half_or_most_regret,
            ),
        ],
        remark="What 'starts' means decides. The sum of norms keeps the bonus large while the "
        "window fills: by the share 1/2 the linear phase ends after 2,024 instead of 1,482 rounds "
        "as printed, and after 427 instead of 191 in the attributed code on arms from [0,1]⁵. But "
        "there it ends 748 rounds earlier by the share 1/10 and 1,454 by 1/20 (with m = 100 it "
        "does not end by 1/10 in 11 of 100 replications, by 1/20 in 48). On arms from {0,1}⁵ the "
        "attributed code ends it later by each of the three, and about at once by 1/20 (10 ± 54). "
        "As printed no twentieth costs less than a quarter of the first.",
    ),
    Claim(
        id="c14",
        statement="The regret with window 500 is similar to that with window 100",
        quote="the log regime starts earlier but the asymptotic regret is similar",
        place="Section 8, Well-behaved delays",
        criterion="ratio of the mean R(T), m = 500 to m = 100, within a factor 1.5 of 1",
        measure=measured_on(FIG1_CASES, similar_rows),
        qualifies=among("fig1a", "fig1b"),
        also=frozenset({"fig1c", "fig1c-uniform"}),
        tolerance=Tolerance("'similar' is read as: within a factor 1.5"),
        history=[
            former("the same", similar_rows, NOTHING_LEARNED),
            Earlier(
                "the same, with the right panel over the left as the control",
                "after a third review: that control was chosen by its result; uniform play comes "
                "first",
                measured_on(FIG1_CASES, similar_unlike_the_right),
            ),
        ],
        remark="The ratios are between 0.97 and 1.42, but uniform play, which ignores the window, "
        "has the ratio 1. So similar regret says nothing about learning. The right panel, of "
        "longer delays, is 1.6 to 4.6 times the left. With a tolerance of a factor 5/4 the "
        "attributed code on arms from {0,1}⁵ and the tenth of the width would fail (1.41 and "
        "1.42).",
    ),
    Claim(
        id="c15",
        statement="R(T) of OTFLinUCB is roughly 100 with both windows",
        quote="R(T) = 100 in both cases.",
        place="Section 8, Well-behaved delays",
        criterion="the mean R(T) at T = 3000 lies between 50 and 150",
        measure=near_hundred_readings,
        qualifies=among("fig1a", "fig1b"),
        tolerance=Tolerance("100 to the nearest hundred"),
        history=[
            former(
                "the same, a claim for each window",
                near_hundred,
                "after a review of all claims: not judged where it selected the algorithm",
            )
        ],
        remark="The attributed code gives 109 and 105 on arms from [0,1]⁵, 75 and 106 on arms "
        "from {0,1}⁵. The printed algorithm with a tenth of its width gives 80 and 114, "
        "which explains R(T) = 100 without any other code. But both were singled out by "
        "this number, so it cannot confirm them. With the printed width exploration costs "
        "most of the regret.",
    ),
    Claim(
        id="c16",
        statement="With m = 100 and delays of mean 500 both algorithms are still linear at T",
        quote="at T = 3000, both algorithms are still in the linear regime.",
        place="Section 8, Well-behaved delays",
        criterion="regret of the last fifth of the horizon at least half that of the first fifth, "
        "for UCB and for TS (a straight line has ratio 1, a square root 0.24)",
        measure=measured_on(FIG1_CASES, still_linear),
        qualifies=among("fig1c"),
        also=frozenset({"fig1a", "fig1a-uniform"}),
        tolerance=Tolerance("half-way between 0 and the slope of a straight line"),
        history=[
            former(
                "last third at least half of the first third",
                lambda on: still_linear(on, 3),
                "after the first run: fifths keep the first rounds, in which delays hide all "
                "feedback, apart from what follows",
            ),
            former("the same", still_linear, NOTHING_LEARNED),
        ],
        remark="In the attributed code OTFLinTS is near a straight line on arms from [0,1]⁵ "
        "(0.70) and OTFLinUCB is not (0.32): it has made two thirds of its regret in the "
        "first half.",
    ),
]
