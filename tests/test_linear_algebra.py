"""Ties of compiled code; its linear algebra is that of the oracles of papers/vernade2020."""

import numpy as np

from delayed_bandits.kernels.linear_algebra import first_maximum


def test_of_arms_that_tie_the_first_wins():
    assert first_maximum(np.array([0.1, 0.5, 0.5 + 1e-12, 0.5])) == 1
    assert first_maximum(np.array([-2.0, -1.0, -1.0 + 1e-6])) == 2
