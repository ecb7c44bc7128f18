"""Successive elimination under delay (Lancewicki et al. 2021, arXiv:2106.02436)."""

import math

import numpy as np

from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace, IdentifiedView, pull
from delayed_bandits.traces.slots import arrived


@algorithm(IdentifiedTrace, nanoseconds=50, compiled=True)
def successive_elimination(view: IdentifiedView) -> None:
    """Play the active arms in turn; drop an arm whose upper bound is below a lower bound.

    The bounds are mean +- sqrt(2 log(horizon) / n) of the n rewards received.
    """
    n_arms, horizon = view.n_arms, view.horizon
    active = np.ones(n_arms, np.bool_)
    total = np.zeros(n_arms)  # of the rewards received
    count = np.zeros(n_arms, np.int64)
    mean = np.empty(n_arms)
    width = np.empty(n_arms)
    t = 0
    while t < horizon:
        for arm in range(n_arms):  # a sweep
            if active[arm] and t < horizon:
                pull(view, t, arm)
                for slot in arrived(view, t):
                    total[view.arm[slot]] += view.reward[slot]
                    count[view.arm[slot]] += 1
                t += 1
        best = -np.inf  # largest lower confidence bound
        for arm in range(n_arms):
            mean[arm] = total[arm] / max(1, count[arm])
            width[arm] = math.sqrt(2 * math.log(horizon) / max(1, count[arm]))
            if active[arm]:
                best = max(best, mean[arm] - width[arm])
        for arm in range(n_arms):
            active[arm] = active[arm] and mean[arm] + width[arm] >= best
