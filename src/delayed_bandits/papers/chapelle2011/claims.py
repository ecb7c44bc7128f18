"""Claims of Chapelle and Li 2011, Section 3, and our findings.

Settings:

- batch-δ: Table 1, with items replaced when feedback arrives
- at-once-δ: Table 1, with items replaced at once
- late-δ: all feedback is δ − 1 rounds late
- others: 10 or 100 arms, with a gap of 0.1 (wide) or 0.02 (close)
"""

import math
from dataclasses import replace
from functools import partial

from delayed_bandits.analysis.claims import Claim
from delayed_bandits.analysis.measurements import AN_ORDER, Instead, Known, Measurement, variant
from delayed_bandits.analysis.measures import change_of_ratio, difference_in_cost, ratio, wins
from delayed_bandits.analysis.verdicts import above, below, within_factor
from delayed_bandits.papers.chapelle2011 import measures
from delayed_bandits.papers.chapelle2011.conclusions import CONCLUSIONS

__all__ = ["CLAIMS", "CONCLUSIONS"]

SHORT, LONG = "ten-close-short", "ten-close"

THOMPSON = variant("printed", "Thompson sampling", run="thompson")
UCB = variant("reconstructed", "UCB (equation 1)", run="ucb_printed")
LOSSES = variant("ours", "UCB (equation 1 on losses)", run="ucb")
AT_ONCE = variant("printed", "items replaced in any round", prefix="at-once", ucb="ucb_printed")
RECONSTRUCTED = AT_ONCE._replace(
    name="reconstructed", key="reconstructed", what="UCB (equation 1), items replaced in any round"
)
FITTED = variant(
    "ours",
    "fitted: equation 1 on losses, items replaced with feedback",
    prefix="batch",
    ucb="ucb",
)
CLOSE = variant("printed", "10 arms, gap 0.02")

TENTH = "a tenth is about six standard errors of the paper's means"
SHORTER = (
    "The paper has 1,000 runs of 10⁷ rounds. Our runs are too few and too short to show the end."
)
A_ROOT = Known("a square root", math.sqrt(10), "it is not logarithmic")
UCB1 = Instead(("delayed_ucb1",), "its bonus is larger than the optimal one")
OPTIMISTIC = Instead(
    (f"{SHORT}:optimistic", f"{SHORT}:thompson"),
    "its posterior is not sharper",
    "optimistic sampling",
)
MARKED = Instead(
    (f"{LONG}:thompson", f"{LONG}:ucb_printed"), "this gain is not marginal", "the gain over UCB"
)
EXPLORES_MORE = Instead((f"{LONG}:reshaped_two", f"{LONG}:thompson"), "it explores more", "α = 2")

GROWTH = "growth with δ of R(T) of {first} divided by R(T) of {second}"
RATIO = replace(change_of_ratio, quantity=GROWTH)
COST = replace(difference_in_cost, quantity="what delay adds to R(T): {first} − {third}")

PANELS = ("ten-wide", "ten-close", "hundred-wide", "hundred-close")
figure_1 = partial(Claim, place="Section 3, of Figure 1", on=PANELS)
figure_3 = partial(Claim, place="Section 3, of Figure 3", variants=[CLOSE])
table_1 = partial(Claim, place="Section 3, Table 1", variants=[RECONSTRUCTED, FITTED])

CLAIMS = [
    figure_1(
        "c01",
        "The regret of Thompson sampling is logarithmic in T",
        quote="the regrets are indeed logarithmic in T (the linear trend on the right hand side)",
        variants=[THOMPSON],
        measurements=[
            Measurement(
                measures.growth,
                ("{run}",),
                within_factor(1, 1.5),
                A_ROOT,
                premise=measures.line_above_random_play,
            )
        ],
        tolerance="about halfway, by factors, between a logarithm and a square root",
        remark="The paper goes on to T = 10⁷. Our T is 10⁶, and 200,000 with 100 arms. The claim "
        "does not apply if the line of the lower bound is above random play at T.",
    ),
    figure_1(
        "c02",
        "The slopes of Thompson sampling are close to the optimal constants",
        quote="the observed constants (slope of the lines) are close to the optimal constants",
        variants=[THOMPSON],
        measurements=[Measurement(measures.slope, ("{run}",), within_factor(1, 2), UCB1)],
        tolerance="a reader would see a factor of 2 in the figure",
    ),
    figure_1(
        "c03",
        "Thompson sampling has less regret than UCB",
        quote="achieves a smaller regret than the popular UCB algorithm",
        variants=[UCB, LOSSES],
        measurements=[Measurement(ratio, ("thompson", "{run}"), below(1))],
        no_control=AN_ORDER,
    ),
    Claim(
        "c05",
        "Optimistic Thompson sampling has slightly less regret than Thompson sampling",
        quote="achieves a slightly better regret, but the gain is marginal",
        place="Section 3, of Figure 2",
        quantifier="each",
        variants=[CLOSE],
        measurements=[
            Measurement(ratio, OPTIMISTIC.runs, below(1), key="better"),
            Measurement(ratio, OPTIMISTIC.runs, above(1, tolerance=0.2), MARKED, key="marginal"),
        ],
        tolerance="a gain of a fifth or more is not marginal",
        no_control=f"for 'less', {AN_ORDER}",
    ),
    figure_3(
        "c06",
        "The regret is often lower with α below 1",
        quote="decrease the amount of exploration and often result in lower regret",
        measurements=measures.sharper(wins, above(0.5), EXPLORES_MORE, SHORT, LONG),
        tolerance="'often' means: more often than not",
        remark=SHORTER,
    ),
    figure_3(
        "c07",
        "The regret has a higher variance with α below 1",
        quote="the price to pay is a higher variance: in some runs, the regret is very large",
        measurements=measures.sharper(measures.variance_ratio, above(1), OPTIMISTIC, SHORT, LONG),
        remark=f"{SHORTER} A few of our runs make up most of the variance.",
    ),
    figure_3(
        "c08",
        "The mean regret is larger in the end with α below 1",
        quote="The average regret is asymptotically not as good as with α = 1",
        measurements=measures.sharper(ratio, above(1), OPTIMISTIC, LONG),
        remark=f"{SHORTER} A few of our runs stay with a wrong arm and make up most of the mean.",
    ),
    figure_3(
        "c09",
        "The mean regret is smaller before the end with α below 1",
        quote="tends to be better in the non-asymptotic regime",
        measurements=measures.sharper(measures.early_ratio, below(1), EXPLORES_MORE, SHORT),
        tolerance="we chose the round",
    ),
    table_1(
        "c10",
        "Thompson sampling has the regrets of Table 1",
        quantifier="each",
        variants=[AT_ONCE, FITTED],
        measurements=measures.cells("TS", "thompson", "{ucb}"),
        tolerance=TENTH,
        remark="The paper does not say when items are replaced. A new item is played without "
        "feedback for a full batch if it comes with feedback, and for half a batch on average if "
        "it comes at once.",
    ),
    table_1(
        "c11",
        "UCB has the regrets of Table 1",
        quantifier="each",
        measurements=measures.cells("UCB", "{ucb}", "thompson"),
        tolerance=TENTH,
        remark="At δ = 1,000 most of the regret comes from new items, with either index.",
    ),
    table_1(
        "c12",
        "Thompson sampling is more robust than UCB under long delays",
        quote="It appears that Thompson sampling is more robust than UCB when the delay is long.",
        measurements=measures.at_long_delays(RATIO, 0, 1, 2, 3, printed="{growth:.0f} %"),
    ),
    table_1(
        "c13",
        "Delay costs UCB more than Thompson sampling",
        quote="Thompson sampling alleviates the influence of delayed feedback",
        measurements=measures.at_long_delays(COST, 2, 0, 3, 1),
        remark="We do not measure whether randomising is the reason.",
    ),
    table_1(
        "c14",
        "Thompson sampling has less regret than UCB at every δ of Table 1",
        on=["{prefix}-" + str(delta) for delta in measures.DELTAS],
        measurements=[Measurement(ratio, ("thompson", "{ucb}"), below(1))],
        no_control=AN_ORDER,
    ),
]
