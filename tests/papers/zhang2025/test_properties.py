"""Exact properties of phased elimination and of its baselines."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from delayed_bandits.algorithms.contextual_elimination import best_actions, mean_actions
from delayed_bandits.algorithms.phased_elimination import (
    combine,
    phased_elimination,
    play_in_turn,
)
from delayed_bandits.traces.payoffs.laws import payoff_of
from delayed_bandits.traces.payoffs.trace import PayoffTrace
from delayed_bandits.traces.streams import Streams
from papers.zhang2025.oracle import learner_directions

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


# Counts and bounds


@given(st.integers(1, 12), st.integers(1, 6), st.integers(1, 300), st.integers(0, 10**6))
def test_counts_and_means_of_an_epoch(number, m, longest, seed):
    trace = draw(seed, horizon=number * 2**m, maximal_delay=longest, actions=number)
    policies = np.arange(number, dtype=np.int16)[:, None]
    played = play_in_turn(trace.start(), policies, 0, trace.horizon)
    observed, unbiased, observed_sum, unbiased_sum = played
    length, pulls = trace.horizon, 2**m
    for i in range(number):
        rounds = np.arange(i, length, number)
        payoffs = np.array([payoff(trace, t, i) for t in rounds])  # all of them, whenever they come
        came = rounds + longest * payoffs <= length - 1
        assert observed[i] == came.sum()
        assert observed_sum[i] == pytest.approx(payoffs[came].sum())
        certain = rounds + longest <= length - 1
        closed_form = max(0, (length - 1 - longest - i) // number + 1)
        assert unbiased[i] == certain.sum() == closed_form
        assert unbiased_sum[i] == pytest.approx(payoffs[certain].sum())
        low = observed_sum[i] / pulls
        high = low + (pulls - observed[i]) / pulls
        assert low - 1e-12 <= payoffs.mean() <= high + 1e-12
    assert (unbiased.sum() == 0) == (length <= longest)


def payoff(trace, t, arm):
    mean = trace.hidden_means[0, arm]
    return payoff_of(trace.hidden_table, trace.hidden_uniforms, t, mean)


def test_what_has_no_part_in_a_combination_may_be_infinite():
    coefficients = np.array([[0.5, 0.0, -0.25], [0.0, 0.0, 0.0]])
    bounds = np.array([1.0, np.inf, 2.0]), np.array([0.0, -np.inf, 1.0])
    assert combine(coefficients, *bounds).tolist() == [0.5 - 0.25, 0]
    assert combine(coefficients, *bounds[::-1]).tolist() == [-0.5, 0]


# Runs


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


# Baselines


# Contexts


def test_policies_play_the_best_action_for_their_parameter():
    trace = draw(actions=7, contexts=30)
    theta = learner_directions(trace, 9)
    for losses, best in ((True, np.argmin), (False, np.argmax)):
        policies = best_actions(trace.actions, theta, losses)
        values = np.einsum("xai,pi->pxa", trace.actions, theta)
        assert (policies == best(values, axis=2)).all()
    weights = np.random.default_rng(0).dirichlet(np.ones(30))
    means = mean_actions(trace.actions, policies, weights)
    played = trace.actions[np.arange(30), policies]
    assert means == pytest.approx(np.einsum("x,pxi->pi", weights, played))
