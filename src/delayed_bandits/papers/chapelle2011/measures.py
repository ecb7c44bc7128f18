"""Table 1 of Chapelle and Li 2011, the bound of Lai and Robbins, and measures."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy.special import rel_entr

from delayed_bandits.analysis.intervals import mean_interval, ratio_interval
from delayed_bandits.analysis.measurements import Instead, Measure, Measurement, VariantRuns
from delayed_bandits.analysis.measures import finals, late_increments, same_seeds
from delayed_bandits.analysis.settings import Setting
from delayed_bandits.analysis.verdicts import Bound, above, within

DELTAS = (1, 3, 10, 32, 100, 316, 1000)  # rounds between two arrivals of feedback

TABLE = {
    "UCB": (24_145, 24_695, 25_662, 28_148, 37_141, 77_687, 226_220),
    "TS": (9_105, 9_199, 9_049, 9_451, 11_550, 21_594, 59_256),
}
"""The printed regrets, in the order of `DELTAS`."""


RATIOS = {delta: ucb / ts for delta, ucb, ts in zip(DELTAS, *TABLE.values(), strict=True)}


def lower_bound(trace: Mapping[str, Any]) -> float:
    """Return the factor of log T in the bound of Lai and Robbins (equation 2)."""
    best = max(trace["means"])
    others = [p for p in trace["means"] if p < best]
    return sum((best - p) / (rel_entr(p, best) + rel_entr(1 - p, 1 - best)) for p in others)


growth = Measure(
    "regret of {first} from T/10 to T divided by that from T/100 to T/10",
    lambda curve: ratio_interval(*reversed(late_increments(curve, 10))),
)
"""The ratio is 1 if regret grows like log T, and √10 if it grows like √T."""

slope = Measure(
    "slope of {first} in log T divided by that of the lower bound",
    lambda curve: mean_interval(
        late_increments(curve, 10)[1] / math.log(10) / lower_bound(curve.trace)
    ),
)

early_ratio = Measure(
    "R(t) of {first} divided by R(t) of {second} at t = 20,000",
    lambda one, other: ratio_interval(*same_seeds(one.at(20_000), other.at(20_000))),
)

variance_ratio = Measure(
    "variance of R(T) of {first} divided by that of {second}",
    lambda *runs: ratio_interval(*(np.square(found - found.mean()) for found in finals(*runs))),
)


def line_above_random_play(_: VariantRuns, setting: Setting) -> str:
    """Return why the bound says nothing about a setting (it is too high), or ""."""
    means, horizon = setting.trace["means"], setting.trace["horizon"]
    uniform = horizon * (max(means) - sum(means) / len(means))
    line = lower_bound(setting.trace) * math.log(horizon)
    return "at T the line of the lower bound is above random play" if line > uniform else ""


def cells(row: str, name: str, other: str) -> list[Measurement]:
    """Measure R(T) of `name` / printed R(T) in a row of Table 1, for each δ."""
    return [
        Measurement(
            Measure(
                "R(T) of {first} divided by the printed R(T)",
                lambda run, printed=printed: mean_interval(run.final / printed),
            ),
            ("{prefix}-{delta}:" + name,),
            within(1, tolerance=0.1),
            Instead(("{prefix}-{delta}:" + other,), "the other row of the table"),
            key="delta-{delta}",
            printed=f"R(T) = {printed:,}",
            names={"delta": delta},
        )
        for delta, printed in zip(DELTAS, TABLE[row], strict=True)
    ]


def at_long_delays(measure: Measure, *order: int, printed: str = "") -> list[Measurement]:
    """Measure at each long δ how much more delay costs UCB than Thompson sampling.

    The control compares two UCBs.

    - `order`: numbers of runs; UCB is 0 at δ = 1 and 2 at a long δ, Thompson sampling is 1 and 3
    - `printed`: may contain {growth}, the growth of the printed ratio in percent
    """

    def runs(prefix: str, ucb: str, other: str, delta: int) -> tuple[str, ...]:
        four = [f"{prefix}-{late}:{name}" for late in (1, delta) for name in (ucb, other)]
        return tuple(four[place] for place in order)

    return [
        Measurement(
            measure,
            runs("{prefix}", "{ucb}", "thompson", delta),
            above(0),
            Instead(runs("at-once", "ucb_printed", "ucb", delta), "neither randomises", "two UCBs"),
            case="δ = {delta:,} against δ = 1",
            key="delta-{delta}",
            printed=printed,
            names={"delta": delta, "growth": 100 * (RATIOS[delta] / RATIOS[1] - 1)},
        )
        for delta in DELTAS[-3:]
    ]


def sharper(measure: Measure, bound: Bound, control: Instead, *settings: str) -> list[Measurement]:
    """Compare each sharper posterior (α below 1) with Thompson sampling, by setting."""
    return [
        Measurement(measure, (f"{on}:{name}", f"{on}:thompson"), bound, control, key=f"{name}-{on}")
        for on in settings
        for name in ("reshaped_half", "reshaped_quarter")
    ]
