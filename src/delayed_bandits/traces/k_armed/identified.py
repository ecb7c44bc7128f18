"""Delayed feedback that says which round it is of: pairs of an arm and its reward."""

from typing import NamedTuple

import numpy as np

from delayed_bandits.kernels.compiling import inlined
from delayed_bandits.traces.arm_delays import delay_of
from delayed_bandits.traces.k_armed.trace import KArmedTrace

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
        See `KArmedTrace`.
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


class IdentifiedTrace(KArmedTrace):
    """A K-armed bandit of which the learner sees rewards and arms (Joulani et al. 2013)."""

    def start(self) -> IdentifiedFeedback:
        """Begin a replay."""
        return IdentifiedFeedback(
            arms=self.arms,
            horizon=self.horizon,
            played=np.empty(self.horizon, np.int32),
            hidden_rewards=self.hidden_rewards,
            hidden_delays=self.hidden_delays,
            hidden_first=np.full(self.horizon, NONE, np.int32),
            hidden_last=np.empty(self.horizon, np.int32),
            hidden_following=np.empty(self.horizon, np.int32),
        )


@inlined
def pull(feedback: IdentifiedFeedback, t: int, arm: int) -> int:
    """Play `arm` in round t: the first of the rounds whose rewards arrive at its end, or NONE.

    Rounds and arms count from 0; every round is played once, in order. Rewards that arrive at the
    same time are in order of play; a reward of delay 0 arrives in its own round.
    """
    feedback.played[t] = arm
    feedback.hidden_following[t] = NONE
    arrival = t + delay_of(feedback.hidden_delays, t, arm)
    if arrival < feedback.horizon:
        if feedback.hidden_first[arrival] == NONE:
            feedback.hidden_first[arrival] = t
        else:
            feedback.hidden_following[feedback.hidden_last[arrival]] = t
        feedback.hidden_last[arrival] = t
    return feedback.hidden_first[t]


@inlined
def following(feedback: IdentifiedFeedback, s: int) -> int:
    """The next round after s whose reward arrives at the same time, or NONE."""
    return feedback.hidden_following[s]


@inlined
def reward_of(feedback: IdentifiedFeedback, s: int) -> float:
    """The reward of round s, to be read once it has arrived."""
    return 1.0 * feedback.hidden_rewards[feedback.played[s], s]
