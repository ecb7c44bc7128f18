"""Identities and theorems of Vernade et al. 2020 that the kernels must satisfy."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from delayed_bandits.algorithms.otflin import otflints, otflinucb
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
