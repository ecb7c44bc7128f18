"""Exact properties of phased elimination and of its baselines."""

import math

import numpy as np
import pytest

from delayed_bandits.algorithms.phased_elimination import (
    combine,
    phased_elimination,
)
from delayed_bandits.traces.payoffs.trace import PayoffTrace
from delayed_bandits.traces.streams import Streams

STREAMS = Streams(1, "laws")
POSITIVE = {"law": "positive", "dimension": 5}


def draw(seed=0, **changes):
    world = {
        "horizon": 20000,
        "payoffs": "losses",
        "maximal_delay": 100,
        "actions": 50,
        "instances": POSITIVE,
    }
    return PayoffTrace.draw(STREAMS, seed, **(world | changes))


def test_what_has_no_part_in_a_combination_may_be_infinite():
    coefficients = np.array([[0.5, 0.0, -0.25], [0.0, 0.0, 0.0]])
    bounds = np.array([1.0, np.inf, 2.0]), np.array([0.0, -np.inf, 1.0])
    assert combine(coefficients, *bounds).tolist() == [0.5 - 0.25, 0]
    assert combine(coefficients, *bounds[::-1]).tolist() == [-0.5, 0]


@pytest.mark.parametrize("longest", [10, 100, 1000])
def test_restarts_stop_once_the_guess_exceeds_the_least_mean(longest):
    for seed in range(4):
        trace = draw(seed, horizon=2_000_000, maximal_delay=longest)
        record = phased_elimination.play(trace, width=1.0)
        least = trace.hidden_means.min()
        assert 0 < record.restarts[-1] <= math.floor(math.log2(longest * least)) + 1
        guess = 2.0**record.restarts / longest
        best = trace.hidden_means[0].argmin()
        assert guess[-1] > least
        assert record.active[-1] <= 15  # few enough that each is in the spanner
        assert best in record.arms[-record.active[-1] :]
