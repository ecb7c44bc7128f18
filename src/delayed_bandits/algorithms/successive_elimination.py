"""Successive elimination under delay (Lancewicki et al. 2021, arXiv:2106.02436)."""

import math

import numpy as np
from numba import njit

from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace, IdentifiedView, pull
from delayed_bandits.traces.slots import arrived


# Not `inlined`: the array of `arrived` is counted.
@njit(cache=True, forceinline=True)
def sweep(view, t, in_turn, pulls, total, count):
    """Play each arm `in_turn` from round t on; add up what arrives; return the next round."""
    for arm in range(view.n_arms):
        if in_turn[arm] and t < view.horizon:
            pull(view, t, arm)
            pulls[arm] += 1
            for slot in arrived(view, t):
                total[view.arm[slot]] += view.reward[slot]
                count[view.arm[slot]] += 1
            t += 1
    return t


@njit(cache=True, forceinline=True)
def drop(active, lower, upper):
    """Drop the active arms whose upper bound is below another's lower bound."""
    best = -np.inf
    for arm in range(active.size):
        if active[arm]:
            best = max(best, lower[arm])
    for arm in range(active.size):
        active[arm] = active[arm] and upper[arm] >= best


@algorithm(IdentifiedTrace, nanoseconds=50, compiled=True)
def successive_elimination(view: IdentifiedView) -> None:
    """Play the active arms in turn; drop an arm whose upper bound is below a lower bound.

    The bounds are mean +- sqrt(2 log(horizon) / n) of the n rewards received.
    """
    n_arms, horizon = view.n_arms, view.horizon
    active = np.ones(n_arms, np.bool_)
    total = np.zeros(n_arms)  # of the rewards received
    pulls, count = np.zeros(n_arms, np.int64), np.zeros(n_arms, np.int64)
    lower, upper = np.empty(n_arms), np.empty(n_arms)
    t = 0
    while t < horizon:
        t = sweep(view, t, active, pulls, total, count)
        for arm in range(n_arms):
            mean = total[arm] / max(1, count[arm])
            width = math.sqrt(2 * math.log(horizon) / max(1, count[arm]))
            lower[arm], upper[arm] = mean - width, mean + width
        drop(active, lower, upper)
