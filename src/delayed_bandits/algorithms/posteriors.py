"""Probabilities that an arm is best, and posteriors of rates (arXiv:2202.00846)."""

import math

import numpy as np

from delayed_bandits.algorithms.clicks import UNSEEN, Clicks, rounds_of
from delayed_bandits.kernels.compiling import njit

POINTS, DEVIATIONS = 512, 8.0  # of an integral: points, and standard deviations around each mean


@njit(cache=True)
def probabilities_of_best(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return each arm's probability of being best, for independent rates from Beta(a_k, b_k).

    The density of arm k, times the distribution functions of the other arms, is integrated by the
    midpoint rule.
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


_points, _weights = np.polynomial.legendre.leggauss(50)
NODES, WEIGHTS = (_points + 1) / 2, _weights / 2  # of theta and of lambda, on [0, 1]

FACTORS = 64  # multiplied before a logarithm is taken; each factor is above 1 - NODES[-1] = 6e-4


@njit(cache=True)
def posterior_of_rates(clicks: Clicks, n: int) -> np.ndarray:
    """Return the posterior of conversion rates before round n, shape (arms, nodes).

    The prior of conversion rate theta and delay rate lambda is uniform. A click that converted
    after d rounds has the likelihood theta lambda exp(-lambda d). An outstanding click of age x has
    the likelihood 1 - theta + theta exp(-lambda x).
    """
    posterior = np.empty((clicks.pulls.size, NODES.size))
    likelihood = np.empty((NODES.size, NODES.size))
    for arm in range(clicks.pulls.size):
        conversions = clicks.conversions[arm]
        rounds = rounds_of(clicks, arm)
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
    """Return the log-likelihood of outstanding clicks at delay rate `rate`, for theta in NODES."""
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
    """Return each arm's posterior quantile: the first node at which `level` is reached."""
    reached = np.cumsum(posterior, axis=1) >= level
    reached[:, -1] = True
    return NODES[np.argmax(reached, axis=1)]
