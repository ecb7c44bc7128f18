"""Measurements that several papers share, on made-up curves."""

from types import SimpleNamespace

import numpy as np
import pytest

from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import Interval, shifted
from delayed_bandits.analysis.measures import (
    final_difference,
    final_exponent,
    final_ratio,
    late_increments,
    mean_residual_life,
)

ROUNDS = np.arange(1, 101) * 10
SCALES = np.array([[0.9], [1.0], [1.1]])


def curve(regret):
    """A curve of three seeds whose mean is `regret`, a function of the round."""
    return Curves(SimpleNamespace(), None, ROUNDS, {"regret": SCALES * regret(ROUNDS)})


def test_final_regrets_are_compared_by_replication():
    one, other = curve(lambda t: 3.0 * t), curve(lambda t: 2.0 * t)
    assert final_ratio(one, other)[:3] == pytest.approx((1.5, 1.5, 1.5))
    assert final_difference(one, other).estimate == pytest.approx(1000)
    assert final_exponent(other, curve(lambda t: 16.0 * t), 4).estimate == pytest.approx(1.5)


def test_increments_leave_out_what_the_start_costs():
    early, late = late_increments(curve(lambda t: 500 + t**0.5), 5)
    assert late.mean() / early.mean() == pytest.approx(5**0.5)


def test_a_ratio_becomes_a_change():
    assert shifted(Interval(1.5, 1.25, 1.75, 10), -1) == Interval(0.5, 0.25, 0.75, 10)


def test_residual_life_is_of_longer_delays_alone():
    assert mean_residual_life(np.array([1, 5, 10, 30]), 5) == 15
