"""Random numbers by key, round and arm: their laws, and that they are independent."""

import numpy as np
import pytest
from numba import njit
from scipy import stats

from delayed_bandits.kernels import counter_based


@njit
def drawn(function, n, key, a, b):
    numbers = np.empty(n)
    for t in range(n):
        numbers[t] = function(counter_based.place(key, t, 1), a, b)
    return numbers


normal = njit(lambda counter, _a, _b: counter_based.normal(counter)[0])
uniform = njit(lambda counter, _a, _b: counter_based.uniform(counter))
beta = njit(lambda counter, a, b: counter_based.beta(counter, a, b))
KEY = np.uint64(2**63 + 11)


def test_uniforms_and_normals_have_their_laws():
    numbers = drawn(uniform, 10**6, KEY, 0.0, 0.0)
    assert stats.kstest(numbers, "uniform").pvalue > 1e-4
    numbers = drawn(normal, 10**6, KEY, 0.0, 0.0)
    assert stats.kstest(numbers, "norm").pvalue > 1e-4
    beyond = np.count_nonzero(np.abs(numbers) > counter_based.EDGE)  # the tail of the ziggurat
    expected = 2e6 * stats.norm.sf(counter_based.EDGE)
    assert abs(beyond - expected) < 5 * np.sqrt(expected)


@pytest.mark.parametrize(
    ("a", "b"), [(1, 1), (4, 4), (0.25, 0.25), (0.5, 3), (100, 3), (1, 2000), (1e5, 3e5)]
)
def test_draws_have_the_law_beta(a, b):
    numbers = drawn(beta, 300_000, KEY, float(a), float(b))
    assert stats.kstest(numbers, stats.beta(a, b).cdf).pvalue > 1e-4


def test_draws_of_rounds_arms_and_keys_are_independent():
    keys = np.uint64(1), np.uint64(2)
    places = np.array(
        [
            [counter_based.uniform(np.uint64(counter_based.place(key, t, arm))) for arm in (0, 1)]
            for key in keys
            for t in range(2000)
        ]
    ).reshape(2, 2000, 2)
    columns = places.transpose(1, 0, 2).reshape(2000, 4)
    later = np.roll(columns, 1, axis=0)
    correlations = np.corrcoef(np.hstack([columns, later]).T) - np.eye(8)
    assert np.abs(correlations).max() < 5 / np.sqrt(2000)
    assert len(np.unique(places)) == places.size
