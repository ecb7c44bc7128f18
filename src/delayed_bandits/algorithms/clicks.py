"""Functions that play rounds, and their record of clicks and conversions.

Every play is a click. Before round n the click of round t has the age n - 1 - t. Rewards of 0 that
arrive are ignored.
"""

from typing import NamedTuple

import numpy as np

from delayed_bandits.kernels.compiling import njit
from delayed_bandits.kernels.counter_based import (
    largest_draw,
    new_betas,
    place,
    set_distribution,
    uniform,
)
from delayed_bandits.traces.k_armed.identified import IdentifiedView, pull
from delayed_bandits.traces.slots import arrived

UNSEEN = -1  # the delay of a conversion that has not been observed


class Clicks(NamedTuple):
    """The clicks and conversions observed so far."""

    pulls: np.ndarray  # N, shape (arms,)
    conversions: np.ndarray  # S, shape (arms,)
    delay: np.ndarray  # int32, shape (horizon,): by round, the delay of its conversion or UNSEEN
    rounds: np.ndarray  # int32, shape (arms, horizon): rounds of each arm's clicks, oldest first


def no_clicks(view: IdentifiedView) -> Clicks:
    """Return a record without clicks."""
    arms, horizon = view.n_arms, view.horizon
    rounds = np.empty((arms, horizon), np.int32)
    return Clicks(np.zeros(arms), np.zeros(arms), np.full(horizon, UNSEEN, np.int32), rounds)


@njit(cache=True, forceinline=True)
def rounds_of(clicks: Clicks, arm: int) -> np.ndarray:
    """Return the rounds of the clicks of `arm`, oldest first, shape (pulls,)."""
    return clicks.rounds[arm, : int(clicks.pulls[arm])]


# Not one function with `pull`, which may raise: Numba would count references, for 200 ns.
@njit(cache=True, forceinline=True)
def note_click(view: IdentifiedView, clicks: Clicks, t: int, arm: int) -> None:
    """Record that round t plays `arm`, and the conversions that arrive in round t."""
    clicks.rounds[arm, int(clicks.pulls[arm])] = t
    clicks.pulls[arm] += 1.0
    for slot in arrived(view, t):
        reward = view.reward[slot]
        if reward > 0.0:
            clicks.conversions[view.arm[slot]] += reward
            clicks.delay[view.round[slot]] = t - view.round[slot]


@njit(cache=True)
def play_shares(
    view: IdentifiedView, clicks: Clicks, start: int, end: int, shares: np.ndarray, key: np.uint64
) -> None:
    """Play rounds `start` to `end` - 1, drawing arms with the probabilities `shares`."""
    reached = np.cumsum(shares)[:-1]
    for t in range(start, end):
        chosen, arm = uniform(place(key, t, 0)), 0
        for edge in reached:
            arm += chosen >= edge
        pull(view, t, arm)
        note_click(view, clicks, t, arm)


@njit(cache=True)
def play_posterior(
    view: IdentifiedView, clicks: Clicks, start: int, end: int, shapes: tuple, key: np.uint64
) -> None:
    """Play rounds `start` to `end` - 1 by Thompson sampling. `shapes` are a and b of Beta(a, b)."""
    betas = new_betas(view.n_arms, key)
    for arm in range(view.n_arms):
        set_distribution(betas, arm, shapes[0][arm], shapes[1][arm])
    for t in range(start, end):
        arm = largest_draw(betas, t, False)
        pull(view, t, arm)
        note_click(view, clicks, t, arm)
