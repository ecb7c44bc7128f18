"""Exponents of regret in claims of Huang et al. 2023."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import Interval, exponent_interval

SQUARE_ROOT = 0.75
"""The largest exponent of regret that agrees with the rate of a square root.

It is halfway to linear growth, since logarithms raise the exponent.
"""

RATE = "the exponent of the regret in {} is below 3/4, halfway between the bound's 1/2 and linear"
WORLDS = {"sca": "constrained adversary", "lock": "LOCK"}
SCALE_FREE = {"banker_sftinf": "Banker-SFTINF", "banker_sflbinf": "Banker-SFLBINF"}


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


def over_range(curve: Curves) -> np.ndarray:
    """Divide the final regret of each seed by the range of scaled losses."""
    return curve.final / curve.trace["losses"]["factor"]
