"""Successive elimination in phases, and with outstanding rewards counted as 0 and 1.

PSE and OPSE of Lancewicki et al. 2021 (arXiv:2106.02436), whose text could not be read beyond its
introduction; `successive_elimination` has SE of the same paper.
"""

import math

import numpy as np

from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.algorithms.successive_elimination import drop, sweep
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace, IdentifiedView


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
    pulls, count = np.zeros(n_arms, np.int64), np.zeros(n_arms, np.int64)
    lower, upper = np.empty(n_arms), np.empty(n_arms)
    tolerance, needed = 0.5, 8 * math.log(horizon)
    t = 0
    while t < horizon:
        t = sweep(view, t, in_turn, pulls, total, count)
        waiting = False
        for arm in range(n_arms):
            in_turn[arm] = in_turn[arm] and count[arm] < needed
            waiting |= in_turn[arm]
        if not waiting:
            for arm in range(n_arms):
                mean = total[arm] / max(1, count[arm])
                lower[arm], upper[arm] = mean - tolerance, mean + tolerance
            drop(active, lower, upper)
            in_turn[:] = active
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
    pulls, count = np.zeros(n_arms, np.int64), np.zeros(n_arms, np.int64)
    lower, upper = np.empty(n_arms), np.empty(n_arms)
    t = 0
    while t < horizon:
        t = sweep(view, t, active, pulls, total, count)
        for arm in range(n_arms):
            plays = max(1, pulls[arm])
            width = math.sqrt(2 * math.log(horizon) / plays)
            lower[arm] = total[arm] / plays - width
            upper[arm] = (total[arm] + (pulls[arm] - count[arm])) / plays + width
        drop(active, lower, upper)
