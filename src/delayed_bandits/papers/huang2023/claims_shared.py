"""Exponents of regret in former criteria of the claims on Huang et al. 2023."""

from collections.abc import Callable, Mapping
from typing import Any

from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import Interval, exponent_interval

SQUARE_ROOT = 0.75
"""The largest exponent of regret that agrees with the rate of a square root.

It is halfway to linear growth, since logarithms raise the exponent.
"""


def exponent_in(
    coordinate: Callable[[Mapping[str, Any]], float], low: Curves, high: Curves
) -> Interval:
    """Estimate the exponent of final regret in a coordinate between two settings."""
    return exponent_interval(low.final, high.final, coordinate(high.trace) / coordinate(low.trace))


def fixed_delay(trace: Mapping[str, Any]) -> int:
    """Give the constant delay of a trace in rounds."""
    return trace["delay"]["rounds"]


def exponent_in_the_horizon(curve: Curves) -> Interval:
    """Estimate the exponent of the regret from a tenth of the horizon to its end."""
    return exponent_interval(curve.at(int(curve.rounds[-1]) // 10), curve.final, 10)


def exponent_in_the_second_half(curve: Curves) -> Interval:
    """Estimate the exponent of the regret over the second half of the rounds."""
    return exponent_interval(curve.at(int(curve.rounds[-1]) // 2), curve.final, 2)
