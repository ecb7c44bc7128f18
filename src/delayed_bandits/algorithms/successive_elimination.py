"""SE, PSE and OPSE under delay (Lancewicki et al. 2021, arXiv:2106.02436).

We have only the introduction of the paper. We reconstructed PSE and took OPSE from other sources.
"""

import math

import numpy as np

from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.kernels.compiling import inlined, njit
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace, IdentifiedView, pull
from delayed_bandits.traces.slots import arrived

NONE = -1  # no arm


@inlined
def following(in_turn: np.ndarray, arm: int) -> int:
    """Return the first arm after `arm` with `in_turn` true, or NONE if there is none."""
    for later in range(arm + 1, in_turn.size):
        if in_turn[later]:
            return later
    return NONE


@inlined
def drop(active: np.ndarray, lower: np.ndarray, upper: np.ndarray) -> None:
    """Drop the active arms whose upper bound is below the largest lower bound."""
    best = -np.inf
    for arm in range(active.size):
        if active[arm]:
            best = max(best, lower[arm])
    for arm in range(active.size):
        active[arm] = active[arm] and upper[arm] >= best


@njit(cache=True)
def replay(view, outstanding):
    """Play the active arms in turn, and eliminate arms after each sweep.

    An arm's bounds are mean +- sqrt(2 log(horizon) / n), for n rewards received. If `outstanding`
    is true, n is the number of plays instead. Rewards that have not arrived then count as 0 in the
    lower bound and as 1 in the upper bound.
    """
    n_arms, exploration = view.n_arms, 2 * math.log(view.horizon)
    active = np.ones(n_arms, np.bool_)
    total = np.zeros(n_arms)  # of the rewards received
    pulls, count = np.zeros(n_arms, np.int64), np.zeros(n_arms, np.int64)
    lower, upper = np.empty(n_arms), np.empty(n_arms)
    arm = NONE
    for t in range(view.horizon):
        arm = following(active, arm)
        if arm == NONE:
            for a in range(n_arms):
                if active[a]:
                    missing = pulls[a] - count[a] if outstanding else 0
                    n = max(1, count[a] + missing)
                    width = math.sqrt(exploration / n)
                    lower[a] = total[a] / n - width
                    upper[a] = (total[a] + missing) / n + width
            drop(active, lower, upper)
            arm = following(active, NONE)
        pull(view, t, arm)
        pulls[arm] += 1
        for slot in arrived(view, t):
            total[view.arm[slot]] += view.reward[slot]
            count[view.arm[slot]] += 1


@algorithm(IdentifiedTrace, nanoseconds=50)
def successive_elimination(view: IdentifiedView) -> None:
    """Play SE: play the active arms in turn, and eliminate arms after each sweep.

    An arm with n rewards has the bounds mean +- sqrt(2 log(horizon) / n). It is eliminated if its
    upper bound is below the largest lower bound.
    """
    replay(view, False)


@algorithm(IdentifiedTrace, nanoseconds=50, compiled=True)
def phased_successive_elimination(view: IdentifiedView) -> None:
    """Play PSE: sweeps in phases l = 1, 2, ..., with eliminations after each phase.

    In phase l an arm pauses once 2 log(horizon) 4^l of its rewards have arrived, counted over all
    phases. At the end of the phase, an arm is dropped if its mean + 2^-l is below the largest
    mean - 2^-l. We have no source of these formulas. We derived the pause from the regret bound,
    which has a quantile of the delay for each arm.
    """
    n_arms = view.n_arms
    active, in_turn = np.ones(n_arms, np.bool_), np.ones(n_arms, np.bool_)
    total, count = np.zeros(n_arms), np.zeros(n_arms, np.int64)  # of the rewards received
    tolerance, needed = 0.5, 8 * math.log(view.horizon)
    arm = NONE
    for t in range(view.horizon):
        arm = following(in_turn, arm)
        if arm == NONE:
            in_turn &= count < needed
            if following(in_turn, NONE) == NONE:
                mean = total / np.maximum(1, count)
                drop(active, mean - tolerance, mean + tolerance)
                in_turn[:] = active
                tolerance, needed = tolerance / 2, 4 * needed
            arm = following(in_turn, NONE)
        pull(view, t, arm)
        for slot in arrived(view, t):
            total[view.arm[slot]] += view.reward[slot]
            count[view.arm[slot]] += 1


@algorithm(IdentifiedTrace, nanoseconds=50)
def optimistic_pessimistic_elimination(view: IdentifiedView) -> None:
    """Play OPSE: SE with two means per arm, for delays that may depend on the reward.

    The upper bound counts outstanding rewards as 1, the lower bound as 0. Both have the width
    sqrt(2 log(horizon) / m) after m plays. We follow Section 3 of Zhang, Wang and Luo 2025
    (arXiv:2502.12528) and an implementation by other authors, which has another constant.
    """
    replay(view, True)
