"""Settings and measures in claims and figures of Zhang, Wang and Luo 2025."""

import math
from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np

from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import Interval, exponent_interval

DIMENSIONS = [6, 8, 10]
DELAYS = [100, 1000]
PAYOFFS = ["losses", "rewards"]
TEXTBOOK = ["linucb_observed", "linucb_wait", "linucb_zero", "linucb_one"]
"""Variants of LinUCB with the textbook's width, R = 1."""
HALF = ["linucb_observed_half", "linucb_one_half"]
"""Variants of LinUCB with R = 1/2, which holds for payoffs in [0, 1]."""
TUNED = ["linucb_observed_tuned", "linucb_one_tuned"]
"""Variants of LinUCB with alpha = 1."""


ABSTRACT = "After the abstract (not in the text used here)"


class CurvesByRun(Protocol):
    """Curves by setting and algorithm, of a figure or of a claim."""

    def __getitem__(self, key: tuple[str, str]) -> Curves:
        """Give the curves of a run."""

    def __contains__(self, key: tuple[str, str]) -> bool:
        """Tell whether a run is there."""


OVERHEAD_WORLDS = {
    "overhead-low-wide": "losses, means 0.02 to 0.62",
    "overhead-low-narrow": "losses, means 0.02 to 0.12",
    "overhead-high-wide": "losses, means 0.3 to 0.9",
    "overhead-high-narrow": "losses, means 0.3 to 0.4",
    "overhead-rewards": "rewards, means 0.02 to 0.62",
}


def best_of(curves: CurvesByRun, setting: str, names: Sequence[str]) -> Curves:
    """Select the named algorithm with the least mean final regret; return its curves."""
    ran = [curves[setting, name] for name in names if (setting, name) in curves]
    return min(ran, key=lambda curve: curve.final.mean())


def exponent(before: np.ndarray, after: np.ndarray, factor: float) -> Interval:
    """Estimate p such that the mean of `after` is factor**p times that of `before`.

    Where one of the means is not above 0, it is undefined.
    """
    if before.mean() > 0 and after.mean() > 0:
        return exponent_interval(before, after, factor)
    return Interval(math.nan, math.nan, math.nan, before.size)


def overhead(curves: CurvesByRun, world: str, delay: int) -> np.ndarray:
    """Compute for each seed the final regret less that with D = 1 and the same first guess."""
    delayed = curves[f"{world}-{delay}", "phased"]
    guessed = delayed.trace["payoffs"] == "losses"
    undelayed = curves[f"{world}-1", f"phased_{delay}" if guessed else "phased"]
    return delayed.final - undelayed.final


def of_waiting(curves: CurvesByRun, world: str, delay: int) -> np.ndarray:
    """Compute for each seed the regret of LinUCB that waits D rounds, less that with D = 1.

    With D = 1 every payoff comes after a round, and LinUCB that waits is LinUCB that does not.
    """
    undelayed = [(f"{world}-1", name) for name in ("linucb_wait", "linucb_observed")]
    base = next(curves[key] for key in undelayed if key in curves)
    return curves[f"{world}-{delay}", "linucb_wait"].final - base.final


def bounds(curve: Curves) -> tuple[np.ndarray, np.ndarray]:
    """Compute W_1 and W_2 of the theorem without constants, for each seed.

    W_1 = n d* log(T/n) + D Delta_max, W_2 = D Delta_max log(T/n), each times max(1, log d*).
    """
    delay, dimension = curve.trace["maximal_delay"], curve.trace["instances"]["dimension"]
    phases = np.log(curve.rounds[-1] / dimension)
    shortest = delay * curve.last("best")  # d*
    worst = delay * curve.last("largest_gap")
    restarts = np.maximum(1.0, np.log(shortest))
    return (dimension * shortest * phases + worst) * restarts, worst * phases * restarts


def case_of(trace: Mapping[str, object]) -> str:
    """Describe a setting of Figure 1 by its coordinates."""
    return (
        f"{trace['payoffs']}, D = {trace['maximal_delay']:,}, n = {trace['instances']['dimension']}"
    )
