"""Delayed feedback that says which round it is of: pairs of an arm and its reward."""

from dataclasses import dataclass
from functools import cached_property, wraps
from typing import NamedTuple

import numpy as np
from numba import njit

from delayed_bandits.traces.k_armed import World, regret_of
from delayed_bandits.traces.streams import Streams

NONE = -1
"""Stands where there is no round."""


class IdentifiedFeedback(NamedTuple):
    """What a learner plays against, by `pull`, `reward_of` and `following`.

    What is `hidden` is not for it to read.

    Attributes
    ----------
    arms, horizon : int
    played : ndarray of int32, shape (horizon,)
        The arms played so far.
    hidden_rewards, hidden_delays : ndarray
        See `World`.
    hidden_first, hidden_last : ndarray of int32, shape (horizon,)
        The first and the last of the rounds whose rewards arrive at the end of a round; NONE.
    hidden_following : ndarray of int32, shape (horizon,)
        For each round the next one whose reward arrives at the same time; NONE.
    """

    arms: int
    horizon: int
    played: np.ndarray
    hidden_rewards: np.ndarray
    hidden_delays: np.ndarray
    hidden_first: np.ndarray
    hidden_last: np.ndarray
    hidden_following: np.ndarray


@dataclass(frozen=True)
class IdentifiedTrace:
    """A world of which the learner sees every arrived reward and its arm (Joulani et al. 2013).

    Attributes
    ----------
    feedback : IdentifiedFeedback
        What the learner plays against.
    """

    feedback: IdentifiedFeedback
    means: np.ndarray
    streams: Streams
    seed: int

    @classmethod
    @wraps(World.draw.__func__)
    def draw(cls, streams: Streams, seed: int, **world) -> "IdentifiedTrace":  # noqa: ANN003, D102
        means, rewards, delays = World.draw(streams, seed, **world)
        arms, horizon = rewards.shape
        feedback = IdentifiedFeedback(
            arms=arms,
            horizon=horizon,
            played=np.empty(horizon, np.int32),
            hidden_rewards=rewards,
            hidden_delays=delays,
            hidden_first=np.empty(horizon, np.int32),
            hidden_last=np.empty(horizon, np.int32),
            hidden_following=np.empty(horizon, np.int32),
        )
        return cls(feedback, means, streams, seed)

    @cached_property
    def learner_uniforms(self) -> np.ndarray:
        """The learner's own randomness, shape (horizon + 1,).

        One number before the first round and one for each round.
        """
        return self.streams.open("learner-uniforms", self.seed).random(self.feedback.horizon + 1)

    def regret(self, played: np.ndarray) -> np.ndarray:
        """Cumulative pseudo-regret of the arms played, shape (horizon,)."""
        return regret_of(self.means, played)


@njit(cache=True)
def pull(feedback: IdentifiedFeedback, t: int, arm: int) -> int:
    """Play `arm` in round t: the first of the rounds whose rewards arrive at its end, or NONE.

    Rounds are 0, 1, ..., each once and in order; round 0 begins a new replay. Rewards that arrive
    at the same time are in order of play; a reward of delay 0 arrives in its own round.
    """
    if t == 0:
        for later in range(feedback.horizon):
            feedback.hidden_first[later] = NONE
    feedback.played[t] = arm
    feedback.hidden_following[t] = NONE
    arrival = t + feedback.hidden_delays[min(arm, feedback.hidden_delays.shape[0] - 1), t]
    if arrival < feedback.horizon:
        if feedback.hidden_first[arrival] == NONE:
            feedback.hidden_first[arrival] = t
        else:
            feedback.hidden_following[feedback.hidden_last[arrival]] = t
        feedback.hidden_last[arrival] = t
    return feedback.hidden_first[t]


@njit(cache=True)
def following(feedback: IdentifiedFeedback, s: int) -> int:
    """The next round after s whose reward arrives at the same time, or NONE."""
    return feedback.hidden_following[s]


@njit(cache=True)
def reward_of(feedback: IdentifiedFeedback, s: int) -> float:
    """The reward of round s."""
    return 1.0 * feedback.hidden_rewards[feedback.played[s], s]
