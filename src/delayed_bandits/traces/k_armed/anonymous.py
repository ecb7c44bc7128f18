"""Delayed, aggregated, anonymous feedback: after each round one number, the sum of what arrives."""

from typing import NamedTuple

import numpy as np

from delayed_bandits.kernels.compiling import inlined
from delayed_bandits.traces.arm_delays import delay_of
from delayed_bandits.traces.k_armed.trace import KArmedTrace


class AnonymousFeedback(NamedTuple):
    """What a learner plays against, by `pull`; what is `hidden` is not for it to read.

    Attributes
    ----------
    arms, horizon : int
    played : ndarray of int32, shape (horizon,)
        The arms played so far.
    hidden_rewards, hidden_delays : ndarray
        See `KArmedTrace`.
    hidden_sums : ndarray, shape (horizon,)
        Sum of the rewards that arrive at the end of each round, of the rounds played so far.
    """

    arms: int
    horizon: int
    played: np.ndarray
    hidden_rewards: np.ndarray
    hidden_delays: np.ndarray
    hidden_sums: np.ndarray


class AnonymousTrace(KArmedTrace):
    """A K-armed bandit of which the learner sees sums (Pike-Burke et al. 2018, Section 2)."""

    def start(self) -> AnonymousFeedback:
        """Begin a replay."""
        return AnonymousFeedback(
            arms=self.arms,
            horizon=self.horizon,
            played=np.empty(self.horizon, np.int32),
            hidden_rewards=self.hidden_rewards,
            hidden_delays=self.hidden_delays,
            hidden_sums=np.zeros(self.horizon),
        )

    @property
    def mean_delay(self) -> float:
        """The mean of the delays, the largest of all arms; infinite if there is none."""
        return max(float(law.mean) for law in self.laws)

    @property
    def delay_bound(self) -> float:
        """The least bound of the delays of all arms; infinite if there is none."""
        return max(float(law.bound) for law in self.laws)

    @property
    def delay_variance(self) -> float:
        """The variance of the delays, the largest of all arms; infinite if there is none."""
        return max(float(law.variance) for law in self.laws)


@inlined
def pull(feedback: AnonymousFeedback, t: int, arm: int) -> float:
    """Play `arm` in round t: X_t, the sum of the rewards that arrive at its end.

    Rounds and arms count from 0; every round is played once, in order. A reward of delay 0 is in
    the sum of its own round.
    """
    feedback.played[t] = arm
    arrival = t + delay_of(feedback.hidden_delays, t, arm)
    if arrival < feedback.horizon:
        feedback.hidden_sums[arrival] += feedback.hidden_rewards[arm, t]
    return feedback.hidden_sums[t]


@inlined
def pull_block(feedback: AnonymousFeedback, t: int, arm: int, rounds: int) -> float:
    """Play `arm` in `rounds` rounds from round t on: the sum of X_t over them."""
    total = 0.0
    for s in range(t, t + rounds):
        total += pull(feedback, s, arm)
    return total
