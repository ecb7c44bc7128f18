"""Identities and theorems of Vernade et al. 2020 that the kernels must satisfy."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from delayed_bandits.algorithms.linear_baselines import uniform_random
from delayed_bandits.algorithms.otflin import confidence_radius, otflints, otflinucb
from delayed_bandits.algorithms.otflin_code import otflinucb_code
from delayed_bandits.delays.laws import law_from
from delayed_bandits.kernels.linear_algebra import (
    BLOCK,
    add_to_inverse,
    cholesky,
    first_maximum,
    squared_norm,
    sum_of_norms,
)
from delayed_bandits.traces.linear.trace import LinearTrace
from delayed_bandits.traces.streams import Streams
from papers.vernade2020 import oracle


def draw(seed, delay, horizon=400, **changes):
    setting = {"arms": 10, "dimension": 5, "action_law": "uniform", **changes}
    law = law_from(delay)
    return LinearTrace.draw(Streams(2, "laws"), seed, horizon=horizon, delay=law, **setting)


def symmetric(dimension, seed):
    root = np.random.default_rng(seed).normal(size=(dimension, dimension))
    return root @ root.T + 0.1 * np.eye(dimension)


@settings(max_examples=50)
@given(st.integers(1, 8), st.integers(0, 10**6))
def test_linear_algebra_is_numpys(dimension, seed):
    matrix = symmetric(dimension, seed)
    vectors = np.random.default_rng(seed + 1).normal(size=(dimension, 70))
    inverse = np.linalg.inv(matrix)
    forms = [v @ inverse @ v for v in vectors.T]
    np.testing.assert_allclose([squared_norm(inverse, v.copy()) for v in vectors.T], forms)
    total = sum_of_norms(inverse, vectors, 67, np.empty(BLOCK))
    np.testing.assert_allclose(total, np.sqrt(forms[:67]).sum())
    factor = np.zeros_like(matrix)
    cholesky(matrix, factor)
    np.testing.assert_allclose(factor, np.linalg.cholesky(matrix), atol=1e-9)
    x = vectors[:, 0].copy()
    add_to_inverse(inverse, x, np.empty(dimension))
    np.testing.assert_allclose(inverse, np.linalg.inv(matrix + np.outer(x, x)), atol=1e-8)


def test_of_arms_that_tie_the_first_wins():
    assert first_maximum(np.array([0.1, 0.5, 0.5 + 1e-12, 0.5])) == 1
    assert first_maximum(np.array([-2.0, -1.0, -1.0 + 1e-6])) == 2


def test_conversions_after_the_window_change_nothing():
    trace = draw(0, {"law": "uniform", "low": 0, "high": 40})
    delays = trace.hidden_delays
    late = delays > 20
    altered = replace(trace, hidden_delays=np.where(late, delays + 3, delays))
    assert late.any()
    for algorithm in (otflinucb, otflinucb_code):
        parameters = {"window": 20, "confidence": 0.1, "regularisation": 1.0}
        played = [algorithm.play(t, **parameters) for t in (trace, altered)]
        np.testing.assert_array_equal(*played)


class OtherLater:
    """A learner's randomness that is another from round 200 on."""

    def __init__(self, randomness):
        self.randomness = randomness

    def uniforms(self, shape):
        numbers = self.randomness.uniforms(shape)
        numbers[200:] = 1 - numbers[200:]
        return numbers

    def normals(self, shape):
        numbers = self.randomness.normals(shape)
        numbers[200:] *= -1
        return numbers


@pytest.mark.parametrize(("algorithm", "same"), [(otflinucb, 201), (otflints, 200)])
def test_the_future_is_not_seen(algorithm, same):
    trace = draw(1, {"law": "geometric", "mean": 20})
    uniforms = trace.hidden_uniforms
    altered = replace(
        trace,
        hidden_uniforms=np.where(np.arange(400) >= 200, 1 - uniforms, uniforms),
        randomness=OtherLater(trace.randomness),
    )
    parameters = {"window": 50, "confidence": 0.1, "regularisation": 1.0, "width_factor": 0.1}
    one, other = (algorithm.play(t, **parameters) for t in (trace, altered))
    np.testing.assert_array_equal(one[:same], other[:same])
    assert (one != other).any()


def test_without_delay_only_the_last_round_is_pending():
    """Delay 0 and window 1: LinUCB whose width has one more norm, that of the last action."""
    trace = draw(2, {"law": "constant", "rounds": 0}, horizon=150)
    played = otflinucb.play(trace, window=1, confidence=0.1, regularisation=1.0)
    gram, total, action = np.eye(5), np.zeros(5), None
    for t in range(150):
        if t > 0:
            inverse = np.linalg.inv(gram)
            width = 2 * oracle.radius(t + 1, 5, 0.1, 1.0) + oracle.norm(action, inverse)
            scores = [
                a @ inverse @ total + width * oracle.norm(a, inverse) for a in trace.action_sets[t]
            ]
            assert played[t] == oracle.first_of_the_best(np.array(scores))
        action = trace.action_sets[t, played[t]]
        gram += np.outer(action, action)
        total += action * (trace.hidden_uniforms[t] < trace.hidden_theta @ action)


@pytest.mark.parametrize("window", [5, 60])
def test_theorem_1_holds_where_its_proof_splits_the_error(window):
    """B_t - V_t tau theta is the noise of s < t minus what the last m rounds have not brought yet.

    The oracle's B_t must leave exactly that residual, and its norm must be within the theorem's
    width in every one of 60 replications (delta = 0.2; the bound is loose).
    """
    for seed in range(60):
        trace = draw(seed, {"law": "geometric", "mean": 20}, horizon=120)
        tau = 1 - (1 - 1 / 20) ** window
        history = oracle.History(trace, window)
        for arm in uniform_random.play(trace):
            history.play(arm)
        t = 121
        actions = np.array(history.actions)
        rewards = trace.hidden_uniforms < actions @ trace.hidden_theta
        (delays,) = trace.hidden_delays
        in_window = delays <= window
        missing = in_window & (delays > t - 1 - np.arange(1, t))
        assert not missing[: -window - 1].any()
        noise = actions.T @ (rewards * in_window - tau * (actions @ trace.hidden_theta))
        residual = noise - actions.T @ (rewards & missing)
        gram = history.gram(1.0)
        found = history.windowed_sum() - tau * (gram - np.eye(5)) @ trace.hidden_theta
        np.testing.assert_allclose(found, residual, atol=1e-9)
        width = 2 * oracle.radius(t, 5, 0.2, 1.0)
        width += oracle.pending_norms(history, 1.0, stored_norms=False)
        error = np.linalg.solve(gram, history.windowed_sum()) - tau * trace.hidden_theta
        assert oracle.norm(error, gram) <= width


def test_the_estimate_tends_to_tau_theta():
    window, horizon = 100, 6000
    trace = draw(0, {"law": "geometric", "mean": 100}, horizon=horizon)
    history = oracle.History(trace, window)
    for arm in uniform_random.play(trace):
        history.play(arm)
    estimate = np.linalg.solve(history.gram(1.0), history.windowed_sum())
    tau = 1 - (1 - 1 / 100) ** window
    shares = estimate @ trace.hidden_theta
    assert abs(shares - tau) < 0.06
    assert abs(shares - 1) > 0.2


def test_confidence_radius_is_that_of_theorem_1():
    for t, d, delta, lam in [(1, 2, 0.5, 0.3), (3000, 5, 0.1, 1.0)]:
        expected = oracle.radius(t, d, delta, lam)
        assert confidence_radius(t, d, delta, lam) == pytest.approx(expected, rel=1e-14)


def test_a_window_beyond_the_horizon_is_no_window():
    trace = draw(4, {"law": "geometric", "mean": 20}, horizon=200)
    parameters = {"confidence": 0.1, "regularisation": 1.0}
    for algorithm in (otflinucb, otflinucb_code):
        played = [algorithm.play(trace, window=w, **parameters) for w in (200, 10**9)]
        np.testing.assert_array_equal(*played)
