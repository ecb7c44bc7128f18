"""Linear algebra in compiled code is NumPy's."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from delayed_bandits.kernels.linear_algebra import (
    BLOCK,
    add_to_inverse,
    cholesky,
    first_maximum,
    squared_norm,
    sum_of_norms,
)


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
