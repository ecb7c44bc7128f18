"""Successive elimination in phases, and with outstanding rewards counted as 0 and 1.

PSE and OPSE of Lancewicki et al. 2021 (arXiv:2106.02436), whose text could not be read beyond its
introduction; `successive_elimination` has SE of the same paper.
"""

import math

import numpy as np
from numba import njit

from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace, IdentifiedView, pull
from delayed_bandits.traces.slots import arrived


# Not `inlined`: the array of `arrived` is counted.
@njit(cache=True, forceinline=True)
def _receive(view: IdentifiedView, t: int, total: np.ndarray, count: np.ndarray) -> None:
    """Add the rewards that arrive at the end of round t to the account of each arm."""
    for slot in arrived(view, t):
        total[view.arm[slot]] += view.reward[slot]
        count[view.arm[slot]] += 1


@algorithm(IdentifiedTrace, nanoseconds=50, compiled=True)
def phased_successive_elimination(view: IdentifiedView) -> None:
    """Play PSE: phases l = 1, 2, ... of sweeps, and eliminations at their ends.

    An arm is played in phase l until 2 log(horizon) 4^l rewards of it have arrived, counted over
    all phases. At the end of the phase an arm is dropped if its mean + 2^-l is below that of
    another - 2^-l. The formulas are recalled. That an arm with enough rewards pauses until the
    end of the phase is derived: the regret bound, read in the beginning of the paper's LaTeX, has a
    quantile of the delay for each arm.
    """
    n_arms, horizon = view.n_arms, view.horizon
    active, in_turn = np.ones(n_arms, np.bool_), np.ones(n_arms, np.bool_)
    total = np.zeros(n_arms)  # of the rewards received
    count = np.zeros(n_arms, np.int64)
    tolerance, needed = 0.5, 8 * math.log(horizon)
    t = 0
    while t < horizon:
        for arm in range(n_arms):  # a sweep
            if in_turn[arm] and t < horizon:
                pull(view, t, arm)
                _receive(view, t, total, count)
                t += 1
        waiting = False
        for arm in range(n_arms):
            in_turn[arm] = in_turn[arm] and count[arm] < needed
            waiting |= in_turn[arm]
        if not waiting:
            best = -np.inf
            for arm in range(n_arms):
                if active[arm]:
                    best = max(best, total[arm] / max(1, count[arm]) - tolerance)
            for arm in range(n_arms):
                mean = total[arm] / max(1, count[arm])
                active[arm] = active[arm] and mean + tolerance >= best
                in_turn[arm] = active[arm]
            tolerance, needed = tolerance / 2, 4 * needed


@algorithm(IdentifiedTrace, nanoseconds=50, compiled=True)
def optimistic_pessimistic_elimination(view: IdentifiedView) -> None:
    """Play OPSE, for delays that may depend on the reward: SE with two means of each arm.

    After m plays of an arm, the upper bound counts outstanding rewards as 1, the lower bound as 0;
    to either comes the width sqrt(2 log(horizon) / m). Second hand: an implementation of other
    authors with the same means and another constant, and, of the lower bound, Section 3 of Zhang,
    Wang and Luo 2025 (arXiv:2502.12528).
    """
    n_arms, horizon = view.n_arms, view.horizon
    active = np.ones(n_arms, np.bool_)
    total = np.zeros(n_arms)  # of the rewards received
    count = np.zeros(n_arms, np.int64)
    pulls = np.zeros(n_arms, np.int64)
    t = 0
    while t < horizon:
        for arm in range(n_arms):  # a sweep
            if active[arm] and t < horizon:
                pull(view, t, arm)
                pulls[arm] += 1
                _receive(view, t, total, count)
                t += 1
        best = -np.inf  # largest lower bound
        for arm in range(n_arms):
            if active[arm]:
                width = math.sqrt(2 * math.log(horizon) / max(1, pulls[arm]))
                best = max(best, total[arm] / max(1, pulls[arm]) - width)
        for arm in range(n_arms):
            if active[arm]:
                width = math.sqrt(2 * math.log(horizon) / max(1, pulls[arm]))
                most = total[arm] + (pulls[arm] - count[arm])
                active[arm] = most / max(1, pulls[arm]) + width >= best
