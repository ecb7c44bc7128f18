"""Exact properties of phased elimination and of its baselines."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from delayed_bandits.algorithms.contextual_elimination import best_actions, mean_actions
from delayed_bandits.algorithms.phased_elimination import (
    combine,
    confidence_bounds,
    phased_elimination,
    play_in_turn,
    stays_active,
    width_of,
)
from delayed_bandits.algorithms.spanner import spanner
from delayed_bandits.traces.payoffs.laws import payoff_of
from delayed_bandits.traces.payoffs.trace import PayoffTrace
from delayed_bandits.traces.streams import Streams
from papers.zhang2025.oracle import learner_directions

STREAMS = Streams(1, "laws")
POSITIVE = {"law": "positive", "dimension": 5}
ONE_POLICY = np.array([[0], [1], [2]], np.int16)


def draw(seed=0, **changes):
    world = {
        "horizon": 20000,
        "payoffs": "losses",
        "maximal_delay": 100,
        "actions": 50,
        "instances": POSITIVE,
    }
    return PayoffTrace.draw(STREAMS, seed, **(world | changes))


def undelayed(trace):
    """The same world with D = 0, which no setting can ask for."""
    return replace(trace, maximal_delay=0)


# The golden trace: no noise, D = 8, beta = 0.5


def golden(horizon=4188):
    actions = [[1.0, 0.0], [0.0, 1.0], [0.8, 0.6]]
    given = {"law": "given", "theta": [0.25, 0.75], "actions": actions}
    return draw(horizon=horizon, maximal_delay=8, actions=3, instances=given, payoff_law="means")


INFINITE = [math.inf] * 3
FIRST = ([2, 0, 0], [0, 0, 0], INFINITE, [-0.1036, -0.3536, -0.3536], [-math.inf] * 3, [0, 1, 2])
SECOND = ([4, 2, 2], [2, 1, 1], [0.6036, 1.25, 1.15], [0, 0.125, 0.075], [-0.1036, 0.25, 0.15])
EPOCHS = [
    (6, 1, 0.125, [0, 1, 2], *FIRST),
    (18, 2, 0.125, [0, 1, 2], *SECOND, [0]),
    (26, 3, 0.125, [0], [6], [0], [math.inf], [0.0107], [-math.inf], [0]),
    (42, 4, 0.125, [0], [14], [8], [0.4268], [0.0938], [0.0732], [0]),
    (74, 5, 0.125, [0], [30], [24], [0.3521], [0.1460], [0.1479], []),
    (80, 1, 0.25, [0, 1, 2], *FIRST),
    (92, 2, 0.25, [0, 1, 2], *SECOND, [0, 2]),
    (108, 3, 0.25, [0, 2], [7, 5], [4, 4], [0.5, 0.9], [0.0420, 0.2295], [0, 0.4], [0]),
]
UPPER = [0.4268, 0.3521, 0.3168, 0.2956, 0.2818, 0.2723, 0.2657, 0.2611]
LOWER_1 = [0.0938, 0.1460, 0.1797, 0.2019, 0.2168, 0.2269, 0.2339, 0.2387]
LOWER_2 = [0.0732, 0.1479, 0.1832, 0.2044, 0.2182, 0.2277, 0.2343, 0.2389]
EPOCHS += [
    (
        92 + 2 ** (m + 1),
        m,
        0.25,
        [0],
        [2**m - 2],
        [2**m - 8],
        *([bounds[m - 4]] for bounds in (UPPER, LOWER_1, LOWER_2)),
        [0],
    )
    for m in range(4, 12)
]


def test_the_golden_trace_epoch_by_epoch():
    trace = golden()
    view = trace.start()
    start = 0
    for end, m, guess, active, arrived, certain, ucb, lcb_1, lcb_2, survivors in EPOCHS:
        chosen, coefficients = spanner(trace.actions[0][active])
        assert chosen.tolist() == list(range(len(active)))
        played = play_in_turn(view, ONE_POLICY[active], start, end)
        assert played[0].tolist() == arrived
        assert played[1].tolist() == certain
        bounds = confidence_bounds(2**m, played, np.full(len(active), 0.5), coefficients, 0.0)
        for got, expected in zip(bounds, (lcb_1, lcb_2, None, ucb), strict=True):
            if expected is not None:
                assert got == pytest.approx(expected, abs=5.01e-5)
        assert np.array(active)[stays_active(True, bounds, guess)].tolist() == survivors
        start = end


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


@pytest.mark.parametrize("law", ["beta", "bernoulli"])
@pytest.mark.parametrize("longest", [10, 100])
def test_the_theorems_width_never_fails(law, longest):
    evaluated = 0
    for seed in range(6):
        trace = draw(seed, maximal_delay=longest, payoff_law=law, horizon=400_000)
        beta = width_of(50, trace.horizon, None)
        assert beta == pytest.approx(math.sqrt(2 * math.log(50 * 400_000**3)))
        chosen, coefficients = spanner(trace.actions[0])
        means = trace.hidden_means[0]
        view = trace.start()
        start, m = 0, 0
        while start + chosen.size * 2 ** (m + 1) <= trace.horizon:
            m += 1
            end = start + chosen.size * 2**m
            policies = chosen.astype(np.int16)[:, None]
            played = play_in_turn(view, policies, start, end)
            lcb_1, lcb_2, ucb_1, ucb_2 = confidence_bounds(
                2**m, played, np.full(chosen.size, beta), coefficients, 0.0
            )
            assert (np.maximum(lcb_1, lcb_2) <= means).all()
            assert (np.minimum(ucb_1, ucb_2) >= means).all()
            evaluated += 4 * means.size
            start = end
    assert evaluated >= 10**4


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
