"""Measures for claims: functions of curves, each with its quantity in words.

R(T) is the regret at the horizon T. Curves are paired by run. The 95 % intervals are Wilson's for
shares, and by the delta method for ratios and exponents.
"""

import functools
import math
from collections.abc import Callable

import numpy as np

from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import (
    Interval,
    chosen,
    exponent_interval,
    mean_interval,
    ratio_change_interval,
    ratio_interval,
    scaled,
    share_interval,
    shifted,
)
from delayed_bandits.analysis.measurements import Measure

UNDEFINED = Interval(math.nan, math.nan, math.nan)
ROUNDING = 1e-6  # regrets that differ by less count as equal


def measure(quantity: str) -> Callable[[Callable[..., Interval]], Measure]:
    """Return a decorator that turns a function of curves into a Measure.

    `quantity` says what is measured. In it, {first}, {second}, ... become labels of algorithms.
    """
    return functools.partial(Measure, quantity)


def finals(*curves: Curves) -> tuple[np.ndarray, ...]:
    """Return, for each curve, R(T) of the runs that all curves have, shape (runs,)."""
    return same_seeds(*(curve.final for curve in curves))


def same_seeds(*values: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return arrays that have a value for each run, cut to the length of the shortest."""
    count = min(len(array) for array in values)
    return tuple(array[:count] for array in values)


def is_zero(*values: np.ndarray) -> bool:
    """Return whether all values are 0, up to rounding."""
    return all(bool(np.all(np.abs(array) < ROUNDING)) for array in values)


# Levels


@measure("R(T) of {first}")
def level(curve: Curves) -> Interval:
    """Return the mean of R(T), in units of reward."""
    return mean_interval(curve.final)


@measure("R(T) of {first} divided by R(T) of {second}")
def ratio(one: Curves, other: Curves) -> Interval:
    """Return mean R(T) of `one` divided by mean R(T) of `other`."""
    return ratio_interval(*finals(one, other))


@measure("R(T) of {first} − R(T) of {second}")
def difference(one: Curves, other: Curves) -> Interval:
    """Return mean R(T) of `one` minus mean R(T) of `other`, in units of reward."""
    left, right = finals(one, other)
    return mean_interval(left - right)


def share_of_seeds(quantity: str, condition: Callable[..., np.ndarray]) -> Measure:
    """Return a measure: the share of runs in which `condition(*curves)` is true."""
    return Measure(quantity, lambda *curves: share_interval(condition(*curves)))


@measure("share of runs in which {first} has less regret than {second}")
def wins(one: Curves, other: Curves) -> Interval:
    """Return the share of runs in which R(T) of `one` is below R(T) of `other`."""
    left, right = finals(one, other)
    return share_interval(left < right)


# Choices from the data: intervals allow for the number of candidates


def worst(of: Measure, quantity: str, size: int = 1) -> Measure:
    """Return a measure: the highest value of the measure `of` over several settings.

    There are `size` curves for each setting, in the order in which `of` takes them.
    """

    def over(*curves: Curves) -> Interval:
        groups = (curves[at : at + size] for at in range(0, len(curves), size))
        return chosen(max, [[of.of(*group)] for group in groups])

    return Measure(quantity, over)


def least_over(quantity: str, count: int) -> Measure:
    """Return a measure: least mean R(T) of the first `count` curves / least of the rest."""
    return _chosen_over(min, quantity, count)


def worst_over(quantity: str, count: int) -> Measure:
    """Return a measure: highest mean R(T) of the first `count` curves / highest of the rest."""
    return _chosen_over(max, quantity, count)


def _chosen_over(pick: Callable[..., float], quantity: str, count: int) -> Measure:
    """Return the measure of `least_over` if `pick` is min, or of `worst_over` if it is max.

    It is undefined if a side has no positive mean. For min, all means must be positive.
    """

    def over(*curves: Curves) -> Interval:
        sides = curves[:count], curves[count:]
        rows, columns = ([one for one in side if one.final.mean() > 0] for side in sides)
        dropped = len(rows) + len(columns) < len(curves)
        if not rows or not columns or (pick is min and dropped):
            return UNDEFINED
        logs = [[exponent_interval(*finals(two, one), math.e) for two in columns] for one in rows]
        return scaled(chosen(pick, logs), np.exp)

    return Measure(quantity, over)


# Growth within a run


def late_increments(curve: Curves, factor: int) -> tuple[np.ndarray, np.ndarray]:
    """Return each run's regret in the rounds (T/factor², T/factor] and (T/factor, T].

    If regret grows like t**p after round T/factor², the second increment is factor**p times the
    first.
    """
    horizon = int(curve.rounds[-1])
    middle = curve.at(horizon // factor)
    return middle - curve.at(horizon // factor**2), curve.final - middle


def growth_exponent(before: np.ndarray, after: np.ndarray, factor: float) -> Interval:
    """Return `exponent_interval`, or UNDEFINED if a mean is not positive."""
    if before.mean() > 0 and after.mean() > 0:
        return exponent_interval(before, after, factor)
    return UNDEFINED


def rate(factor: int) -> Measure:
    """Return a measure: the exponent p in R(t) = a + b tᵖ, from `late_increments`.

    p is 0 for a logarithm, 1/2 for a square root and 1 for a line. p is undefined unless both
    increments have a positive mean.
    """

    def exponent(curve: Curves) -> Interval:
        return growth_exponent(*late_increments(curve, factor), factor)

    return Measure("p in R(t) = a + b tᵖ for {first}", exponent)


def last_over_first(parts: int) -> Measure:
    """Return a measure: regret in the last / in the first of `parts` equal parts of a run."""

    def over(curve: Curves) -> Interval:
        part = int(curve.rounds[-1]) // parts
        return ratio_interval(curve.final - curve.at((parts - 1) * part), curve.at(part))

    last = f"regret of {{first}} in the last 1/{parts} of the rounds"
    return Measure(f"{last} divided by that in the first 1/{parts}", over)


# Growth across settings


def exponent_in(name: str, factor: float) -> Measure:
    """Return a measure: p if R(T) grows like the p-th power of the coordinate `name`.

    It takes the curves of two settings. The second has `factor` times the coordinate.
    """

    def exponent(low: Curves, high: Curves) -> Interval:
        return exponent_interval(*finals(low, high), factor)

    return Measure("exponent in " + name + " of R(T) of {first}", exponent)


@measure("last increase of R(T) of {first} divided by the first increase")
def increments(*curves: Curves) -> Interval:
    """Return the ratio of the last to the first increment of R(T) between settings.

    The curves are of three or four settings, in order of a coordinate. If R(T) does not change, the
    ratio is UNDEFINED.
    """
    regrets = finals(*curves)
    first, last = regrets[1] - regrets[0], regrets[-1] - regrets[-2]
    return UNDEFINED if is_zero(first, last) else ratio_interval(last, first)


def increments_of(exponent: float, *coordinates: float) -> float:
    """Return the value that `increments` has if R(T) is coordinate**exponent."""
    first, last = (coordinates[at + 1] ** exponent - coordinates[at] ** exponent for at in (0, -2))
    return last / first


@measure("change between two settings of the ratio of R(T) of {first} to R(T) of {second}")
def change_of_ratio(one: Curves, other: Curves, one_later: Curves, other_later: Curves) -> Interval:
    """Return the relative change of R(T) of `one` / R(T) of `other` between settings."""
    values = finals(one, other, one_later, other_later)
    return ratio_change_interval(values[:2], values[2:])


@measure("R(T) of {first} / R(T) of {second}, divided by this ratio in the other setting")
def ratio_of_ratios(one: Curves, other: Curves, one_there: Curves, other_there: Curves) -> Interval:
    """Return R(T) of `one` / R(T) of `other`, divided by this ratio in a second setting."""
    return shifted(change_of_ratio.of(one_there, other_there, one, other), 1)


# What delay adds


@measure("what delay adds to R(T) of {first} − what it adds to R(T) of {third}")
def difference_in_cost(one: Curves, base: Curves, other: Curves, other_base: Curves) -> Interval:
    """Return what delay adds to R(T) of `one`, minus what it adds to R(T) of `other`."""
    a, b, c, d = finals(one, base, other, other_base)
    return mean_interval((a - b) - (c - d))
