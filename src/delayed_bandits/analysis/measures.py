"""Measurements that claims on several papers share."""

import numpy as np

from delayed_bandits.analysis.claims import Setting
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import (
    Interval,
    exponent_interval,
    mean_interval,
    ratio_interval,
)


def has(setting: Setting, *names: str) -> bool:
    """Tell whether all the algorithms run on the setting."""
    return all(name in setting.parameters for name in names)


def final_ratio(one: Curves, other: Curves) -> Interval:
    """Estimate the mean final regret of a run over that of another."""
    return ratio_interval(one.final, other.final)


def final_difference(one: Curves, other: Curves) -> Interval:
    """Estimate the mean final regret of a run less that of another, paired by replication."""
    return mean_interval(one.final - other.final)


def final_exponent(low: Curves, high: Curves, factor: float) -> Interval:
    """Estimate p such that the mean final regret of `high` is factor**p times that of `low`."""
    return exponent_interval(low.final, high.final, factor)


def late_increments(curve: Curves, factor: int) -> tuple[np.ndarray, np.ndarray]:
    """Compute for each seed the regret from T/factor² to T/factor, and that from there to T.

    What is lost before T/factor² takes no part. The second over the first is factor**p for t**p.
    """
    horizon = int(curve.rounds[-1])
    middle = curve.at(horizon // factor)
    return middle - curve.at(horizon // factor**2), curve.final - middle


def mean_residual_life(delays: np.ndarray, age: float) -> float:
    """Compute the mean time still to wait of the delays longer than `age`."""
    return float(delays[delays > age].mean() - age)
