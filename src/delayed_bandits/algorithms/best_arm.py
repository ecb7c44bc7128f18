"""Probabilities that an arm is the best, under Beta posteriors of the arms' means."""

import math

import numpy as np
from numba import njit

POINTS = 512
DEVIATIONS = 8.0
"""Each posterior is integrated this many standard deviations around its mean."""


@njit(cache=True)
def probabilities_of_best(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Compute P(theta_k is the largest), shape (arms,), for independent theta_k ~ Beta(a_k, b_k).

    The integral of f_k times the product of the other F_j, by the midpoint rule.
    """
    arms = a.size
    means = a / (a + b)
    spread = DEVIATIONS * np.sqrt(means * (1 - means) / (a + b + 1))
    low, high = max(0.0, (means - spread).min()), min(1.0, (means + spread).max())
    density, below = np.empty((arms, POINTS)), np.empty((arms, POINTS))
    for arm in range(arms):
        for i in range(POINTS):
            x = low + (i + 0.5) / POINTS * (high - low)
            density[arm, i] = (a[arm] - 1) * math.log(x) + (b[arm] - 1) * math.log(1 - x)
        largest, total = density[arm].max(), 0.0
        for i in range(POINTS):
            density[arm, i] = math.exp(density[arm, i] - largest)
            below[arm, i] = total + density[arm, i] / 2
            total += density[arm, i]
        density[arm] /= total
        below[arm] /= total
    best = np.zeros(arms)
    for arm in range(arms):
        for i in range(POINTS):
            product = density[arm, i]
            for other in range(arms):
                if other != arm:
                    product *= below[other, i]
            best[arm] += product
    return best / best.sum()


def raised(shares: np.ndarray, floor: float) -> np.ndarray:
    """Raise shares to a floor, and scale them to a sum of 1."""
    shares = np.maximum(shares, floor)
    return shares / shares.sum()
