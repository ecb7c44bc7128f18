"""The posterior of a conversion rate and a rate of delays, on a grid (arXiv:2202.00846)."""

import math

import numpy as np
from numba import njit

from delayed_bandits.algorithms.clicks import UNSEEN, Clicks
from delayed_bandits.traces.k_armed.identified import IdentifiedView

_points, _weights = np.polynomial.legendre.leggauss(50)
NODES = (_points + 1) / 2
"""Of theta and of lambda, on [0, 1]: 50 nodes of Gauss and Legendre."""
WEIGHTS = _weights / 2

FACTORS = 64
"""Probabilities multiplied before a logarithm is taken; each is above 1 - NODES[-1] = 6e-4."""


@njit(cache=True)
def posterior_of_rates(view: IdentifiedView, clicks: Clicks, n: int) -> np.ndarray:
    """Compute the probability of each node of theta before round n, shape (arms, nodes).

    Prior: theta and lambda uniform. A click that converted after d rounds has the likelihood
    theta lambda exp(-lambda d), one of age x that has not 1 - theta + theta exp(-lambda x).
    """
    posterior = np.empty((view.n_arms, NODES.size))
    likelihood = np.empty((NODES.size, NODES.size))
    for arm in range(view.n_arms):
        conversions = clicks.conversions[arm]
        rounds = np.flatnonzero(view.played[:n] == arm)
        delays = clicks.delay[rounds]
        total_delay = float(delays[delays != UNSEEN].sum())
        ages = n - 1 - rounds[delays == UNSEEN]
        for j in range(NODES.size):
            rate = NODES[j]
            of_delays = conversions * math.log(rate) - rate * total_delay
            likelihood[j] = _outstanding(ages, rate)
            for i in range(NODES.size):
                likelihood[j, i] += conversions * math.log(NODES[i]) + of_delays
        largest = likelihood.max()
        for i in range(NODES.size):
            posterior[arm, i] = 0.0
            for j in range(NODES.size):
                weight = WEIGHTS[i] * WEIGHTS[j]
                posterior[arm, i] += weight * math.exp(likelihood[j, i] - largest)
        posterior[arm] /= posterior[arm].sum()
    return posterior


@njit(cache=True)
def _outstanding(ages: np.ndarray, rate: float) -> np.ndarray:
    """Sum the logarithms of 1 - theta (1 - exp(-lambda x)) over ages x; shape (nodes,)."""
    total, product = np.zeros(NODES.size), np.ones(NODES.size)
    for k in range(ages.size):
        arrived = 1.0 - math.exp(-rate * ages[k])
        for i in range(NODES.size):
            product[i] *= 1.0 - NODES[i] * arrived
        if k % FACTORS == FACTORS - 1 or k == ages.size - 1:
            for i in range(NODES.size):
                total[i] += math.log(product[i])
            product[:] = 1.0
    return total


def quantile_nodes(posterior: np.ndarray, level: float) -> np.ndarray:
    """Find the first node of each arm up to which the probability is at least `level`."""
    reached = np.cumsum(posterior, axis=1) >= level
    reached[:, -1] = True
    return NODES[np.argmax(reached, axis=1)]
