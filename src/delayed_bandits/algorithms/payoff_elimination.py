"""Successive elimination for delay as payoff on K arms.

`bounded_elimination` plays traces with action sets. Here a loss l counts as a reward 1 - l.
"""

import math
from typing import Literal

import numpy as np

from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import Known
from delayed_bandits.kernels.compiling import inlined, njit
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace, IdentifiedView, pull
from delayed_bandits.traces.slots import arrived


@inlined
def _eliminate(active, pulls, received, aged, log_horizon, threshold):
    """Drop arms whose upper bound is below `threshold` or the largest lower bound."""
    best = threshold
    for arm in range(active.size):
        if active[arm]:
            count = max(1.0, aged[0, arm])
            best = max(best, aged[1, arm] / count - math.sqrt(2 * log_horizon / count))
    for arm in range(active.size):
        if active[arm]:
            count = max(1.0, aged[0, arm])
            upper = aged[1, arm] / count + math.sqrt(2 * log_horizon / count)
            most = (received[1, arm] + pulls[arm] - received[0, arm]) / pulls[arm]
            upper = min(upper, most + math.sqrt(2 * log_horizon / pulls[arm]))
            active[arm] = upper >= best


@njit(cache=True)
def _replay(view, longest, losses):
    n_arms = view.n_arms
    known = np.zeros(longest + 1)  # rewards that have arrived, until they are `aged`
    active = np.ones(n_arms, np.bool_)
    pulls = np.zeros(n_arms)
    # counts and sums of rewards: all, and those of rounds so old that no feedback is missing
    received, aged = np.zeros((2, n_arms)), np.zeros((2, n_arms))
    guess = 1 / max(1, longest) if losses else 1.0
    t = 0
    while t < view.horizon:
        for arm in range(n_arms):  # a sweep
            if active[arm] and t < view.horizon:
                pull(view, t, arm)
                pulls[arm] += 1
                for slot in arrived(view, t):
                    if t - view.round[slot] <= longest:  # later ones count as 0 in `aged`
                        known[view.round[slot] % known.size] = view.reward[slot]
                    received[0, view.arm[slot]] += 1
                    received[1, view.arm[slot]] += view.reward[slot]
                if t >= longest:
                    s = t - longest
                    aged[0, view.played[s]] += 1
                    aged[1, view.played[s]] += known[s % known.size]
                    known[s % known.size] = 0.0
                t += 1
        if t < view.horizon:
            threshold = 1 - guess if losses else guess
            _eliminate(active, pulls, received, aged, math.log(view.horizon), threshold)
            if not active.any():
                active[:] = True
                guess = 2 * guess if losses else guess / 2


@algorithm(IdentifiedTrace, nanoseconds=100)
def payoff_elimination(
    view: IdentifiedView,
    *,
    largest_delay: Known = None,
    payoffs: Literal["rewards", "losses"] = "rewards",
) -> None:
    """Play successive elimination with a guess of the best mean payoff.

    The confidence width after n payoffs is sqrt(2 log T / n), for horizon T. When no arm is left,
    all return, and the guess halves (rewards) or doubles (losses). Earlier payoffs still count.

    - `payoffs`: "rewards" or "losses", whichever the delay is proportional to;
    - `largest_delay`: D, the delay of a payoff of 1 (default: the bound, or the run's largest
      delay).
    """
    _replay(view, int(largest_delay), payoffs == "losses")
