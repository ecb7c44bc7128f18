import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit
from scipy import stats

import samplers
from delayed_bandits.kernels import counter_based


@njit
def drawn(function, n, key, a, b):
    numbers = np.empty(n)
    for t in range(n):
        numbers[t] = function(counter_based.place(key, t, 1), a, b)
    return numbers


normal = njit(lambda counter, _a, _b: counter_based.normal(counter)[0])
uniform = njit(lambda counter, _a, _b: counter_based.uniform(counter))


@njit
def pair(counter, a, b):
    betas = counter_based.new_betas(1, np.uint64(0))
    counter_based.set_distribution(betas, 0, a, b)
    return counter_based.gammas(counter, betas, 0)


@njit
def beta(counter, a, b):
    first, second = pair(counter, a, b)
    return first / (first + second)


KEY = np.uint64(2**63 + 11)


def test_uniforms_and_normals_follow_their_distributions():
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
def test_draws_follow_the_beta_distribution(a, b):
    numbers = drawn(beta, 300_000, KEY, float(a), float(b))
    assert stats.kstest(numbers, stats.beta(a, b).cdf).pvalue > 1e-4


@settings(max_examples=300)
@given(st.integers(0, 2**64 - 1), st.integers(0, 10**7), st.floats(0.05, 1e6), st.floats(0.05, 1e6))
def test_gammas_match_the_formula(key, t, a, b):
    found = pair(np.uint64(counter_based.place(np.uint64(key), t, 3)), a, b)
    expected = samplers.Numbers(samplers.place(key, t, 3)).two_gammas(a, b)
    np.testing.assert_allclose(found, expected, rtol=1e-9)


def test_squeeze_accepts_only_what_the_formula_does():
    z = np.linspace(-1, 3, 4001)[1:-1]  # c x
    for d in 2 / 3 * 1.05 ** np.arange(300):
        accepted = 4.5 * d * z**2 + d * (1 - (1 + z) ** 3 + 3 * np.log1p(z))
        squeeze = 1 - counter_based.SQUEEZE * 9 * d * z**4
        assert np.all(squeeze <= np.exp(accepted) + 1e-12)


def place_in_round(key, t, arm):
    start = counter_based.mix(np.uint64((int(key) + t * samplers.STEP) % 2**64))
    return (int(start) + arm * int(counter_based.JUMP)) % 2**64


@pytest.mark.parametrize("place", [counter_based.place, place_in_round])
def test_draws_are_independent(place):
    keys = np.uint64(1), np.uint64(2)
    spots = itertools.product(keys, range(2000), (0, 1))
    drawn = [counter_based.uniform(np.uint64(place(*spot))) for spot in spots]
    places = np.array(drawn).reshape(2, 2000, 2)
    columns = places.transpose(1, 0, 2).reshape(2000, 4)
    later = np.roll(columns, 1, axis=0)
    correlations = np.corrcoef(np.hstack([columns, later]).T) - np.eye(8)
    assert np.abs(correlations).max() < 5 / np.sqrt(2000)
    assert len(np.unique(places)) == places.size


@settings(max_examples=50)
@given(
    st.integers(0, 2**64 - 1),
    st.integers(0, 10**7),
    st.lists(st.tuples(st.floats(0.05, 1e6), st.floats(0.05, 1e6)), min_size=1, max_size=12),
    st.booleans(),
)
def test_largest_draw_is_that_of_single_gammas(key, first, shapes, optimistic):
    """Rounds lie in three blocks; large shapes rarely leave the squeeze."""
    betas = counter_based.new_betas(len(shapes), np.uint64(key))
    for arm, shape in enumerate(shapes):
        counter_based.set_distribution(betas, arm, *shape)
    for t in range(first, first + 2 * counter_based.BLOCK + 1):
        draws = []
        for arm, (a, b) in enumerate(shapes):
            counter = np.uint64(place_in_round(np.uint64(key), t, arm))
            x, y = counter_based.gammas(counter, betas, arm)
            draws.append((a, b) if optimistic and x * b < y * a else (x, y))
        x, y = draws[counter_based.largest_draw(betas, t, optimistic)]
        assert all(x * other_y >= other_x * y for other_x, other_y in draws)
