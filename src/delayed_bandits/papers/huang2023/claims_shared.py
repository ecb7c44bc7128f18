"""Exponents of regret in former criteria of the claims on Huang et al. 2023."""

from collections.abc import Callable, Mapping
from typing import Any

from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import Interval, exponent_interval
from delayed_bandits.analysis.measures import final_exponent


def exponent_in(
    coordinate: Callable[[Mapping[str, Any]], float], low: Curves, high: Curves
) -> Interval:
    """Estimate the exponent of final regret in a coordinate between two settings."""
    return final_exponent(low, high, coordinate(high.trace) / coordinate(low.trace))


def fixed_delay(trace: Mapping[str, Any]) -> int:
    """Give the constant delay of a trace in rounds."""
    return trace["delay"]["rounds"]


def exponent_in_the_horizon(curve: Curves, part: int = 10) -> Interval:
    """Estimate the exponent of the regret from a part of the horizon, a tenth, to its end."""
    return exponent_interval(curve.at(int(curve.rounds[-1]) // part), curve.final, part)
