"""Delayed feedback that says which round it is of: pairs of an arm and its reward."""

from functools import wraps
from typing import NamedTuple

import numpy as np
from numba import njit

from delayed_bandits.traces.k_armed import World, regret_of
from delayed_bandits.traces.streams import Streams

NONE = -1
"""Stands where there is no round."""


class IdentifiedTrace(NamedTuple):
    """A world of which the learner sees every arrived reward and its arm (Joulani et al. 2013).

    A learner plays it by `pull`, once in every round, in order; `feedback` and `following` give
    what has arrived. What is `hidden` is not for it.

    Attributes
    ----------
    arms, horizon : int
    learner_uniforms : ndarray, shape (horizon + 1,)
        The learner's own randomness: one number before the first round and one for each round.
    played : ndarray of int32, shape (horizon,)
        The arms played so far.
    hidden_means, hidden_rewards, hidden_delays : ndarray
        The world, see `World`.
    hidden_first, hidden_last : ndarray of int32, shape (horizon,)
        The first and the last of the rounds whose feedback arrives at the end of a round; NONE.
    hidden_following : ndarray of int32, shape (horizon,)
        For each round the next one whose feedback arrives at the same time; NONE.
    """

    arms: int
    horizon: int
    learner_uniforms: np.ndarray
    played: np.ndarray
    hidden_means: np.ndarray
    hidden_rewards: np.ndarray
    hidden_delays: np.ndarray
    hidden_first: np.ndarray
    hidden_last: np.ndarray
    hidden_following: np.ndarray

    @classmethod
    @wraps(World.draw.__func__)
    def draw(cls, streams: Streams, seed: int, **world) -> "IdentifiedTrace":  # noqa: ANN003, D102
        means, rewards, delays = World.draw(streams, seed, **world)
        arms, horizon = rewards.shape
        return cls(
            arms=arms,
            horizon=horizon,
            learner_uniforms=streams.open("learner-uniforms", seed).random(horizon + 1),
            played=np.empty(horizon, np.int32),
            hidden_means=means,
            hidden_rewards=rewards,
            hidden_delays=delays,
            hidden_first=np.empty(horizon, np.int32),
            hidden_last=np.empty(horizon, np.int32),
            hidden_following=np.empty(horizon, np.int32),
        )

    def regret(self, played: np.ndarray) -> np.ndarray:
        """Cumulative pseudo-regret of the arms played, shape (horizon,)."""
        return regret_of(self.hidden_means, played)


@njit(cache=True)
def pull(trace: IdentifiedTrace, t: int, arm: int) -> int:
    """Play `arm` in round t = 0, 1, ...: the first round whose feedback arrives at its end; NONE.

    Those `following` it are in order of play; feedback of delay 0 is among them. Round 0 begins a
    new replay.
    """
    if t == 0:
        for later in range(trace.horizon):
            trace.hidden_first[later] = NONE
    trace.played[t] = arm
    trace.hidden_following[t] = NONE
    arrival = t + trace.hidden_delays[min(arm, trace.hidden_delays.shape[0] - 1), t]
    if arrival < trace.horizon:
        if trace.hidden_first[arrival] == NONE:
            trace.hidden_first[arrival] = t
        else:
            trace.hidden_following[trace.hidden_last[arrival]] = t
        trace.hidden_last[arrival] = t
    return trace.hidden_first[t]


@njit(cache=True)
def following(trace: IdentifiedTrace, s: int) -> int:
    """The next round after s whose feedback arrives at the same time, or NONE."""
    return trace.hidden_following[s]


@njit(cache=True)
def feedback(trace: IdentifiedTrace, s: int) -> tuple[int, float]:
    """The arm played in round s and its reward."""
    arm = trace.played[s]
    return arm, 1.0 * trace.hidden_rewards[arm, s]
