"""What the claims and figures of Huang et al. 2023 share."""

import numpy as np

from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import Interval, exponent_interval
from delayed_bandits.delays.laws import law_from

SQUARE_ROOT = 0.75
"""An exponent of regret below it does not contradict the rate of a square root.

It is halfway to linear growth, since logarithms add some.
"""

RATE = "the exponent of the regret in {} is below 3/4, halfway between the bound's 1/2 and linear"
WORLDS = {"sca": "constrained adversary", "lock": "LOCK"}
DETERMINISTIC = {
    "no delay": {"law": "constant", "rounds": 0},
    "fixed, 10": {"law": "constant", "rounds": 10},
    "fixed, 100": {"law": "constant", "rounds": 100},
    "packets": {"law": "packet", "size": 201},
    "front": {"law": "front", "size": 4472},
    "Criteo": {"law": "criteo", "scale": 1.75e-4},
}
"""Delay laws by label; the Criteo delays are put in an order of low discrepancy."""


def delays_in_order(label: str, horizon: int, criteo: np.ndarray) -> np.ndarray:
    """Delays of one of the `DETERMINISTIC` laws, int64, shape (horizon,)."""
    golden = (np.sqrt(5) - 1) / 2
    law = law_from(DETERMINISTIC[label], criteo)
    return law.sample(np.arange(1, horizon + 1) * golden % 1)


def exponent_in_the_horizon(curve: Curves) -> Interval:
    """Exponent of the regret from a tenth of the horizon to its end."""
    return exponent_interval(curve.at(int(curve.rounds[-1]) // 10), curve.final, 10)


def exponent_in_the_second_half(curve: Curves) -> Interval:
    """Exponent of the regret over the second half of the rounds."""
    return exponent_interval(curve.at(int(curve.rounds[-1]) // 2), curve.final, 2)
