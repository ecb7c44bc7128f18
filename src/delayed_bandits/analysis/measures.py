"""Measures that claims share: functions of curves, each with its quantity in words.

R(T) is the regret at the horizon. Curves are paired by run, as far as all of them have runs.
Intervals have level 95 %: those of ratios and exponents are from the delta method, those of shares
are Wilson's.
"""

import functools
import math
from collections.abc import Callable

import numpy as np

from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import (
    Interval,
    exponent_interval,
    mean_interval,
    ratio_change_interval,
    ratio_interval,
    share_interval,
    shifted,
)
from delayed_bandits.analysis.measurements import Measure

UNDEFINED = Interval(math.nan, math.nan, math.nan)
ROUNDING = 1e-6  # regrets that differ by less are equal


def measure(quantity: str) -> Callable[[Callable[..., Interval]], Measure]:
    """Make a function of runs a Measure; `quantity` names their labels {first}, {second}, ...."""
    return functools.partial(Measure, quantity)


def finals(*curves: Curves) -> tuple[np.ndarray, ...]:
    """Return the final regrets of the runs that all curves have."""
    return same_seeds(*(curve.final for curve in curves))


def same_seeds(*values: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return values of runs 0, 1, ..., cut to the runs that all have."""
    count = min(len(array) for array in values)
    return tuple(array[:count] for array in values)


def is_zero(*values: np.ndarray) -> bool:
    """Return whether all values are 0, up to rounding."""
    return all(bool(np.all(np.abs(array) < ROUNDING)) for array in values)


# Levels


@measure("R(T) of {first}")
def level(curve: Curves) -> Interval:
    """Estimate the mean of R(T), in units of regret."""
    return mean_interval(curve.final)


@measure("R(T) of {first} / R(T) of {second}")
def ratio(one: Curves, other: Curves) -> Interval:
    """Estimate mean R(T) of one algorithm over that of another."""
    return ratio_interval(*finals(one, other))


def least_over(quantity: str, count: int) -> Measure:
    """Measure the least mean R(T) of the first `count` curves over the least of the others."""

    def over(*curves: Curves) -> Interval:
        parts = curves[:count], curves[count:]
        return ratio.of(*(min(part, key=lambda curve: np.mean(curve.final)) for part in parts))

    return Measure(quantity, over)


@measure("R(T) of {first} − R(T) of {second}")
def difference(one: Curves, other: Curves) -> Interval:
    """Estimate mean R(T) of one algorithm less that of another, in units of regret."""
    left, right = finals(one, other)
    return mean_interval(left - right)


def share_of_seeds(quantity: str, condition: Callable[..., np.ndarray]) -> Measure:
    """Measure the share of runs on which `condition`, a function of the curves, is true."""
    return Measure(quantity, lambda *curves: share_interval(condition(*curves)))


@measure("share of runs in which {first} has less regret than {second}")
def wins(one: Curves, other: Curves) -> Interval:
    """Estimate how often R(T) of one algorithm is below that of another, 0 to 1."""
    left, right = finals(one, other)
    return share_interval(left < right)


# Growth within a run


def late_increments(curve: Curves, factor: int) -> tuple[np.ndarray, np.ndarray]:
    """Return for each run the regret from T/factor² to T/factor, and that from there to T.

    If regret grows like t**p after T/factor², the second is factor**p times the first.
    """
    horizon = int(curve.rounds[-1])
    middle = curve.at(horizon // factor)
    return middle - curve.at(horizon // factor**2), curve.final - middle


def growth_exponent(before: np.ndarray, after: np.ndarray, factor: float) -> Interval:
    """Estimate p if the mean grows by factor**p; undefined unless both means are above 0."""
    if before.mean() > 0 and after.mean() > 0:
        return exponent_interval(before, after, factor)
    return UNDEFINED


def rate(factor: int) -> Measure:
    """Measure p of R(t) = a + b tᵖ, from the increments over (T/factor², T/factor] and up to T.

    A logarithm has 0, a square root 1/2 and a line 1. Undefined if an increment is not positive.
    """

    def exponent(curve: Curves) -> Interval:
        return growth_exponent(*late_increments(curve, factor), factor)

    return Measure("p of R(t) = a + b tᵖ for {first}", exponent)


def slopes(factor: int) -> Measure:
    """Measure the slope over (T/factor, T] over that from T/factor² to T/factor.

    It is factor**(p - 1) for tᵖ: 1 for a line, factor**-1/2 for a root. Undefined without regret.
    """

    def over(curve: Curves) -> Interval:
        early, late = late_increments(curve, factor)
        return UNDEFINED if is_zero(early, late) else ratio_interval(late / factor, early)

    return Measure("late slope / early slope of R(t) of {first}", over)


def last_over_first(parts: int) -> Measure:
    """Measure the regret of the last part of the horizon over that of the first; 1 for a line."""

    def over(curve: Curves) -> Interval:
        part = int(curve.rounds[-1]) // parts
        return ratio_interval(curve.final - curve.at((parts - 1) * part), curve.at(part))

    return Measure("R of {first} in the last / first part of the horizon", over)


# Growth across settings


def exponent_in(name: str, factor: float) -> Measure:
    """Measure p such that R(T) grows by factor**p between two settings; `name` is what grows."""

    def exponent(low: Curves, high: Curves) -> Interval:
        return exponent_interval(*finals(low, high), factor)

    return Measure("exponent in " + name + " of R(T) of {first}", exponent)


@measure("last increment of R(T) of {first} / first increment")
def increments(*curves: Curves) -> Interval:
    """Estimate the increment of R(T) between the last two settings over that of the first two.

    There are three or four settings, in the order of a coordinate. Undefined if R(T) is constant.
    """
    regrets = finals(*curves)
    first, last = regrets[1] - regrets[0], regrets[-1] - regrets[-2]
    return UNDEFINED if is_zero(first, last) else ratio_interval(last, first)


def increments_of(exponent: float, *coordinates: float) -> float:
    """Return the value of `increments` for a power of a coordinate."""
    first, last = (coordinates[at + 1] ** exponent - coordinates[at] ** exponent for at in (0, -2))
    return last / first


@measure("change of R(T) of {first} / R(T) of {second}, between two settings")
def change_of_ratio(one: Curves, other: Curves, one_later: Curves, other_later: Curves) -> Interval:
    """Estimate the relative change of a ratio of two R(T) from a setting to another."""
    values = finals(one, other, one_later, other_later)
    return ratio_change_interval(values[:2], values[2:])


@measure("R(T) of {first} / R(T) of {second}, over that in the other setting")
def ratio_of_ratios(one: Curves, other: Curves, one_there: Curves, other_there: Curves) -> Interval:
    """Estimate a ratio of two R(T) over the same ratio in another setting."""
    return shifted(change_of_ratio.of(one_there, other_there, one, other), 1)


# What delay adds


@measure("what delay adds to R(T) of {first} − what it adds to R(T) of {third}")
def difference_in_cost(one: Curves, base: Curves, other: Curves, other_base: Curves) -> Interval:
    """Estimate what delay adds to R(T) of one algorithm less what it adds to another's."""
    a, b, c, d = finals(one, base, other, other_base)
    return mean_interval((a - b) - (c - d))


# Delays


def mean_residual_life(delays: np.ndarray, age: float) -> float:
    """Return the mean remaining time of the delays longer than `age`."""
    return float(delays[delays > age].mean() - age)
