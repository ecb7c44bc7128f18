"""Claims of Chapelle and Li 2011, Table 1: feedback in batches on items that retire."""

import numpy as np

from delayed_bandits.analysis.claims import (
    Claim,
    Control,
    Evidence,
    Reading,
    Runs,
    Setting,
    Tolerance,
)
from delayed_bandits.analysis.intervals import Interval, mean_interval, ratio_change_interval
from delayed_bandits.analysis.measures import final_ratio
from delayed_bandits.analysis.verdicts import above, below, within
from delayed_bandits.papers.chapelle2011.shared import DELTAS, PRINTED

LONG_DELTAS = (100, 316, 1000)
AT_ONCE = "items replaced at once"
WITH_FEEDBACK = "items replaced with the feedback: chosen because it fits"
OTHER = {"TS": "UCB", "UCB": "TS"}
TABLE_QUOTE = (
    "Table 1 shows the average regret (over 100 repetitions) of Thompson sampling and UCB at "
    "T = 10^6."
)
COMPARED = (
    ("printed", f"index (1), {AT_ONCE}", "at-once", "ucb_printed"),
    ("ours", f"index (1) of the losses, {WITH_FEEDBACK}", "batch", "ucb"),
)
"""Readings in which UCB is compared with Thompson sampling: name, words, settings, UCB."""
TENTH = Tolerance("about six standard errors of the paper's means")


def in_table_1(setting: Setting) -> bool:
    """Tell whether a setting is a column of Table 1."""
    return "items" in setting.trace and setting.trace["delay"]["law"] == "packet"


def scaled(values: np.ndarray, printed: float) -> Interval:
    """Estimate the mean over a printed number."""
    return mean_interval(values / printed)


def cells(runs: Runs, row: str, prefix: str, name: str, other: str) -> list[Evidence]:
    """Measure the mean regret over each number of a row; for the control, the other algorithm."""
    return [
        Evidence(
            f"{row}, δ = {delta:,}",
            "R(T) / the printed number",
            scaled(runs[f"{prefix}-{delta}", name].final, PRINTED[row, delta]),
            within(1, 0.1),
            Control(
                OTHER[row], scaled(runs[f"{prefix}-{delta}", other].final, PRINTED[row, delta])
            ),
        )
        for delta in DELTAS
    ]


def thompson_row(runs: Runs) -> list[Reading]:
    """Measure the row of Thompson sampling."""
    return [
        Reading("printed", AT_ONCE, cells(runs, "TS", "at-once", "thompson", "ucb")),
        Reading("ours", WITH_FEEDBACK, cells(runs, "TS", "batch", "thompson", "ucb")),
    ]


def ucb_row(runs: Runs) -> list[Reading]:
    """Measure the row of UCB."""
    printed = cells(runs, "UCB", "at-once", "ucb_printed", "thompson")
    ours = cells(runs, "UCB", "batch", "ucb", "thompson")
    return [
        Reading("printed", f"index (1), {AT_ONCE}", printed),
        Reading("ours", f"index (1) of the losses, {WITH_FEEDBACK}", ours),
    ]


def regrets(runs: Runs, prefix: str, delta: int, *names: str) -> tuple[np.ndarray, np.ndarray]:
    """Give the final regrets of two algorithms."""
    one, other = (runs[f"{prefix}-{delta}", name].final for name in names)
    return one, other


def ratio_grows(runs: Runs) -> list[Reading]:
    """Measure how the ratio of UCB to TS changes; for the control, two kinds of UCB."""
    return [
        Reading(name, what, [ratio_row(runs, prefix, ucb, delta) for delta in LONG_DELTAS])
        for name, what, prefix, ucb in COMPARED
    ]


def ratio_row(runs: Runs, prefix: str, ucb: str, delta: int) -> Evidence:
    """Measure the change of the ratio of UCB to TS from delta = 1 on."""
    kinds = "ucb_printed", "ucb"
    control = ratio_change_interval(
        regrets(runs, "at-once", 1, *kinds), regrets(runs, "at-once", delta, *kinds)
    )
    change = ratio_change_interval(
        regrets(runs, prefix, 1, ucb, "thompson"), regrets(runs, prefix, delta, ucb, "thompson")
    )
    return Evidence(
        f"δ = {delta:,}",
        "change from δ = 1 of R(T) of UCB / R(T) of TS",
        change,
        above(0),
        Control("UCB with index (1) / with that of the losses", control),
    )


def cost(runs: Runs, prefix: str, delta: int, ucb: str, other: str) -> Interval:
    """Estimate the regret that delay adds to one algorithm less what it adds to another."""
    late, early = (regrets(runs, prefix, rounds, ucb, other) for rounds in (delta, 1))
    return mean_interval((late[0] - early[0]) - (late[1] - early[1]))


def delay_costs_more(runs: Runs) -> list[Reading]:
    """Measure the cost of delay for UCB less that for TS; for the control, two kinds of UCB."""
    return [
        Reading(
            name,
            what,
            [
                Evidence(
                    f"δ = {delta:,}",
                    "what delay adds to R(T) of UCB less what it adds to that of TS",
                    cost(runs, prefix, delta, ucb, "thompson"),
                    above(0),
                    Control(
                        "UCB with index (1) less that of the losses",
                        cost(runs, "at-once", delta, "ucb_printed", "ucb"),
                    ),
                )
                for delta in LONG_DELTAS
            ],
        )
        for name, what, prefix, ucb in COMPARED
    ]


def less_than_ucb(runs: Runs) -> list[Reading]:
    """Measure the ratio of the final regrets; for the control, two kinds of UCB."""
    return [
        Reading(
            name,
            what,
            [
                Evidence(
                    f"δ = {delta:,}",
                    "R(T) of TS / R(T) of UCB",
                    final_ratio(
                        runs[f"{prefix}-{delta}", "thompson"], runs[f"{prefix}-{delta}", ucb]
                    ),
                    below(1),
                    Control(
                        "UCB with index (1) / with that of the losses",
                        final_ratio(
                            runs[f"at-once-{delta}", "ucb_printed"], runs[f"at-once-{delta}", "ucb"]
                        ),
                    ),
                )
                for delta in DELTAS
            ],
        )
        for name, what, prefix, ucb in COMPARED
    ]


SHORT_DELAYS = {
    f"{prefix}-{delta}": "the statement is about long delays"
    for prefix in ("batch", "at-once")
    for delta in (3, 10, 32)
}
FITTED = (
    "When items are replaced the paper does not say. The second reading was chosen because it "
    "fits, so the 14 cells of Table 1 have about 12 degrees of freedom left. "
)

CLAIMS = [
    Claim(
        id="c10",
        statement="Thompson sampling has the regrets of Table 1",
        quote=TABLE_QUOTE,
        place="Section 3, Table 1",
        criterion="mean regret at T = 10^6 within 10 % of the printed number in each of 7 cells",
        measure=thompson_row,
        qualifies=in_table_1,
        tolerance=TENTH,
        remark=FITTED + "Where items are replaced at once a new one is played in vain for half a "
        "batch on average, in the other reading for all of it.",
    ),
    Claim(
        id="c11",
        statement="UCB has the regrets of Table 1",
        quote=TABLE_QUOTE,
        place="Section 3, Table 1",
        criterion="mean regret at T = 10^6 within 10 % of the printed number in each of 7 cells",
        measure=ucb_row,
        qualifies=in_table_1,
        tolerance=TENTH,
        remark=FITTED + "The index as remembered gives half as much again where there is no delay. "
        "At δ = 1,000 hardly anything but new items without feedback counts, and all indices give "
        "much the same.",
    ),
    Claim(
        id="c12",
        statement="Thompson sampling is more robust than UCB under long delays",
        quote="It appears that Thompson sampling is more robust than UCB when the delay is long.",
        place="Section 3, Table 1",
        criterion="ratio of the mean regrets of UCB and Thompson sampling larger at δ = 100, 316 "
        "and 1,000 than at δ = 1",
        measure=ratio_grows,
        qualifies=in_table_1,
        left_out=SHORT_DELAYS,
        remark="The paper's ratio rises from 2.65 to 3.82.",
    ),
    Claim(
        id="c13",
        statement="Delay costs UCB more than Thompson sampling",
        quote="Thompson sampling alleviates the influence of delayed feedback by randomizing over "
        "actions; on the other hand, UCB is deterministic and suffers a larger regret in case of a "
        "sub-optimal choice.",
        place="Section 3, Table 1",
        criterion="what δ = 100, 316 and 1,000 add to the regret at δ = 1 is larger for UCB",
        measure=delay_costs_more,
        qualifies=in_table_1,
        left_out=SHORT_DELAYS,
        remark="That randomising is the reason is not measured here, but see o02.",
    ),
    Claim(
        id="c14",
        statement="Thompson sampling has less regret than UCB at every delay of Table 1",
        quote=TABLE_QUOTE,
        place="Section 3, Table 1",
        criterion="ratio of the mean regrets at T = 10^6 below 1 in each of 7 cells",
        measure=less_than_ucb,
        qualifies=in_table_1,
        remark="The paper's ratio of UCB to Thompson sampling is between 2.65 and 3.82.",
    ),
]
