"""Table 1 of Chapelle and Li 2011, the bound of Lai and Robbins, measures and rows of claims."""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.special import rel_entr

from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import Interval, mean_interval, ratio_interval
from delayed_bandits.analysis.measures import (
    change_of_ratio,
    finals,
    late_increments,
    measure,
    same_seeds,
)
from delayed_bandits.analysis.rows import Instead, Measure, Reading, Row
from delayed_bandits.analysis.settings import Setting
from delayed_bandits.analysis.verdicts import Bound, above, within

FIGURE_1 = ("ten-wide", "ten-close", "hundred-wide", "hundred-close")

DELTAS = (1, 3, 10, 32, 100, 316, 1000)  # rounds between two arrivals of feedback

LONG = DELTAS[-3:]

TABLE = {
    "UCB": (24_145, 24_695, 25_662, 28_148, 37_141, 77_687, 226_220),
    "TS": (9_105, 9_199, 9_049, 9_451, 11_550, 21_594, 59_256),
}
"""The regrets that the paper prints, of each delta."""


def delta_of(trace: Mapping[str, Any]) -> int:
    """Give the rounds between two arrivals of feedback."""
    return trace["delay"]["size"]


def gap_of(trace: Mapping[str, Any]) -> float:
    """Give the gap between the best arm, which is the first, and the others."""
    return round(trace["means"][0] - trace["means"][1], 10)


def lower_bound(trace: Mapping[str, Any]) -> float:
    """Compute the constant of log T in the bound of Lai and Robbins, (2) in the paper."""
    best = max(trace["means"])
    others = [p for p in trace["means"] if p < best]
    return sum((best - p) / (rel_entr(p, best) + rel_entr(1 - p, 1 - best)) for p in others)


def over_printed(printed: float) -> Measure:
    """Measure R(T) over a number of Table 1."""
    return Measure("R(T) of {0} / printed R(T)", lambda run: mean_interval(run.final / printed))


@measure("R(T) − R(T/10) over R(T/10) − R(T/100) of {0}")
def growth(curve: Curves) -> Interval:
    """Estimate how regret grows per factor of ten in T; 1 for a logarithm, √10 for a root."""
    before, after = late_increments(curve, 10)
    return ratio_interval(after, before)


@measure("slope of {0} over log T from T/10 to T / that of the bound")
def slope(curve: Curves) -> Interval:
    """Estimate the slope of regret over log T, over the constant of Lai and Robbins."""
    _, increment = late_increments(curve, 10)
    return mean_interval(increment / math.log(10) / lower_bound(curve.trace))


@measure("R(t) of {0} / R(t) of {1} at t = 20,000")
def early_ratio(one: Curves, other: Curves) -> Interval:
    """Estimate the ratio of regrets at an early round; 1 if they are alike."""
    return ratio_interval(*same_seeds(one.at(20_000), other.at(20_000)))


@measure("variance of R(T) of {0} / that of {1}")
def variance_ratio(one: Curves, other: Curves) -> Interval:
    """Estimate the ratio of the variances of R(T); 1 if they are alike."""
    return ratio_interval(*(np.square(values - values.mean()) for values in finals(one, other)))


# Rows


def line_above_uniform_play(_: Reading, setting: Setting) -> str:
    """Say why no curve can be on the line of the bound by T; "" if one can."""
    means, horizon = setting.trace["means"], setting.trace["horizon"]
    uniform = horizon * (max(means) - sum(means) / len(means))
    line = lower_bound(setting.trace) * math.log(horizon)
    return "by T the line of the bound is above uniform play" if line > uniform else ""


def panels(measure: Measure, bound: Bound, *runs: str, **more: Any) -> Row:
    """Make the row of a measure on the panels of Figure 1."""
    return Row(measure, runs, bound, at=FIGURE_1, **more)


def cells(row: str, name: str, other: str) -> list[Row]:
    """Make a row for each cell of a row of Table 1; the control is the table's other row."""
    return [
        Row(
            over_printed(printed),
            (f"{{prefix}}-{delta}:{name}",),
            within(1, tolerance=0.1),
            Instead((f"{{prefix}}-{delta}:{other}",), "the other row of the table"),
            key=f"delta-{delta}",
            printed=f"R(T) = {printed:,}",
        )
        for delta, printed in zip(DELTAS, TABLE[row], strict=True)
    ]


def at_long_delays(measure: Measure, *order: int) -> list[Row]:
    """Make a row for each long δ, above 0 if delay is worse for UCB; the control has two UCBs.

    `order` is that of the measure's runs: of UCB and Thompson sampling at δ = 1, then at the δ.
    """

    def runs(prefix: str, ucb: str, other: str, delta: int) -> tuple[str, ...]:
        four = [f"{prefix}-{late}:{name}" for late in (1, delta) for name in (ucb, other)]
        return tuple(four[place] for place in order)

    return [
        Row(
            measure,
            runs("{prefix}", "{ucb}", "thompson", delta),
            above(0),
            Instead(runs("at-once", "ucb_printed", "ucb", delta), "neither kind of UCB randomises"),
            case=f"δ = {delta:,} against δ = 1",
            key=f"delta-{delta}",
        )
        for delta in LONG
    ]


def ratios_at_long_delays() -> list[Row]:
    """Make a row of the change of UCB's regret over Thompson sampling's for each long δ."""
    ratios = {delta: ucb / ts for delta, ucb, ts in zip(DELTAS, *TABLE.values(), strict=True)}
    return [
        replace(row, printed=f"from {ratios[1]:.2f} to {ratios[delta]:.2f}")
        for row, delta in zip(at_long_delays(change_of_ratio, 0, 1, 2, 3), LONG, strict=True)
    ]


def sharper(measure: Measure, bound: Bound, control: Instead, *settings: str) -> list[Row]:
    """Make a row for each sharper posterior and setting."""
    return [
        Row(measure, (f"{on}:{name}", f"{on}:thompson"), bound, control, key=f"{name}-{on}")
        for on in settings
        for name in ("reshaped_half", "reshaped_quarter")
    ]
