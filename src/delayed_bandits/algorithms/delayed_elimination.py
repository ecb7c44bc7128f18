"""Successive elimination in phases, and with outstanding rewards counted as 0 and 1.

PSE and OPSE of Lancewicki et al. 2021 (arXiv:2106.02436), whose text could not be read beyond its
introduction; `successive_elimination` has SE of the same paper.
"""

import math

import numpy as np

from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.algorithms.successive_elimination import NONE, drop, following, replay
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace, IdentifiedView, pull
from delayed_bandits.traces.slots import arrived


@algorithm(IdentifiedTrace, nanoseconds=50, compiled=True)
def phased_successive_elimination(view: IdentifiedView) -> None:
    """Play PSE: phases l = 1, 2, ... of sweeps, and eliminations at their ends.

    An arm is played in phase l until 2 log(horizon) 4^l rewards of it have arrived, counted over
    all phases. At the end of the phase an arm is dropped if its mean + 2^-l is below that of
    another - 2^-l. The formulas are recalled. That an arm with enough rewards pauses until the
    end of the phase is derived: the regret bound, read in the beginning of the paper's LaTeX, has a
    quantile of the delay for each arm.
    """
    n_arms = view.n_arms
    active, in_turn = np.ones(n_arms, np.bool_), np.ones(n_arms, np.bool_)
    total, count = np.zeros(n_arms), np.zeros(n_arms, np.int64)  # of the rewards received
    lower, upper = np.empty(n_arms), np.empty(n_arms)
    tolerance, needed = 0.5, 8 * math.log(view.horizon)
    arm = NONE
    for t in range(view.horizon):
        arm = following(in_turn, arm)
        if arm == NONE:
            for a in range(n_arms):
                in_turn[a] = in_turn[a] and count[a] < needed
            if following(in_turn, NONE) == NONE:
                for a in range(n_arms):
                    mean = total[a] / max(1, count[a])
                    lower[a], upper[a] = mean - tolerance, mean + tolerance
                drop(active, lower, upper)
                for a in range(n_arms):
                    in_turn[a] = active[a]
                tolerance, needed = tolerance / 2, 4 * needed
            arm = following(in_turn, NONE)
        pull(view, t, arm)
        for slot in arrived(view, t):
            total[view.arm[slot]] += view.reward[slot]
            count[view.arm[slot]] += 1


@algorithm(IdentifiedTrace, nanoseconds=50)
def optimistic_pessimistic_elimination(view: IdentifiedView) -> None:
    """Play OPSE, for delays that may depend on the reward: SE with two means of each arm.

    After m plays of an arm, the upper bound counts outstanding rewards as 1, the lower bound as 0;
    to either comes the width sqrt(2 log(horizon) / m). Second hand: an implementation of other
    authors with the same means and another constant, and, of the lower bound, Section 3 of Zhang,
    Wang and Luo 2025 (arXiv:2502.12528).
    """
    replay(view, True)
