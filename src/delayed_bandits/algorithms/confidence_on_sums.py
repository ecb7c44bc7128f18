"""KL-UCB for aggregated anonymous feedback."""

import math

import numpy as np

from delayed_bandits.algorithms.confidence_indices import largest_mean
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.kernels.linear_algebra import first_maximum
from delayed_bandits.traces.k_armed.anonymous import AnonymousTrace, AnonymousView, pull


@algorithm(AnonymousTrace, nanoseconds=300, compiled=True)
def kl_ucb_on_sums(view: AnonymousView) -> None:
    """Play KL-UCB on sums: each sum is credited to the arm just played.

    In round t, an arm with N plays and a total credit of M has as index the largest q with
    N KL(min(1, M / N), q) <= log t. Each arm is first played once. No regret bound is known.
    """
    total, count = np.zeros(view.n_arms), np.zeros(view.n_arms)  # M, N
    q = np.full(view.n_arms, np.inf)
    for t in range(view.horizon):
        for arm in range(view.n_arms):
            if count[arm] > 0:
                mean = min(total[arm] / count[arm], 1.0)
                q[arm] = largest_mean(mean, math.log(t + 1) / count[arm], q[arm])
        choice = first_maximum(q)
        total[choice] += pull(view, t, choice)
        count[choice] += 1
