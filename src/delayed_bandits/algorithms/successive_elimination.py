"""Successive elimination under delay (Lancewicki et al. 2021)."""

import math

import numpy as np
from numba import njit

from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.traces.k_armed.identified import (
    NONE,
    IdentifiedTrace,
    following,
    pull,
    reward_of,
)


@njit(cache=True)
def _replay(feedback):
    arms, horizon = feedback.arms, feedback.horizon
    active = np.ones(arms, np.bool_)
    total = np.zeros(arms)  # of the rewards received
    count = np.zeros(arms, np.int64)
    mean = np.empty(arms)
    width = np.empty(arms)
    t = 0
    while t < horizon:
        for arm in range(arms):  # a sweep
            if active[arm] and t < horizon:
                s = pull(feedback, t, arm)
                t += 1
                while s != NONE:
                    total[feedback.played[s]] += reward_of(feedback, s)
                    count[feedback.played[s]] += 1
                    s = following(feedback, s)
        best = -np.inf  # largest lower confidence bound
        for arm in range(arms):
            mean[arm] = total[arm] / max(1, count[arm])
            width[arm] = math.sqrt(2 * math.log(horizon) / max(1, count[arm]))
            if active[arm]:
                best = max(best, mean[arm] - width[arm])
        for arm in range(arms):
            active[arm] = active[arm] and mean[arm] + width[arm] >= best


@algorithm(protocol=IdentifiedTrace, nanoseconds=50)
def successive_elimination(trace: IdentifiedTrace) -> np.ndarray:
    """Play the active arms in turn; drop an arm whose upper bound is below a lower bound.

    The bounds are mean +- sqrt(2 log(horizon) / n) of the n rewards received.
    """
    feedback = trace.start()
    _replay(feedback)
    return feedback.played
