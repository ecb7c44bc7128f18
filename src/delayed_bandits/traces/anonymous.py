"""Delayed, aggregated, anonymous feedback: after each round one number, the sum of what arrives."""

from dataclasses import dataclass
from functools import cached_property, wraps
from typing import NamedTuple

import numpy as np
from numba import njit

from delayed_bandits.traces.k_armed import World, laws_of, regret_of
from delayed_bandits.traces.streams import Streams


class AnonymousFeedback(NamedTuple):
    """What a learner plays against, by `pull`; what is `hidden` is not for it to read.

    Attributes
    ----------
    arms, horizon : int
    played : ndarray of int32, shape (horizon,)
        The arms played so far.
    hidden_rewards, hidden_delays : ndarray
        See `World`.
    hidden_sums : ndarray, shape (horizon,)
        Sum of the rewards that arrive at the end of each round, of the rounds played so far.
    """

    arms: int
    horizon: int
    played: np.ndarray
    hidden_rewards: np.ndarray
    hidden_delays: np.ndarray
    hidden_sums: np.ndarray


@dataclass(frozen=True)
class AnonymousTrace:
    """A world of which the learner sees sums of rewards (Pike-Burke et al. 2018, Section 2).

    Attributes
    ----------
    feedback : AnonymousFeedback
        What the learner plays against.
    mean_delay, delay_bound, delay_variance : float
        What the learner may be told of the delays: mean, bound and variance of their law;
        infinite where they do not exist. The largest of them if arms have their own laws.
    laws : int
        Number of delay laws: 1, or as many as arms.
    """

    feedback: AnonymousFeedback
    mean_delay: float
    delay_bound: float
    delay_variance: float
    laws: int
    means: np.ndarray
    streams: Streams
    seed: int

    @classmethod
    @wraps(World.draw.__func__)
    def draw(cls, streams: Streams, seed: int, **world) -> "AnonymousTrace":  # noqa: ANN003, D102
        means, rewards, delays = World.draw(streams, seed, **world)
        arms, horizon = rewards.shape
        laws = laws_of(world["delay"])
        return cls(
            feedback=AnonymousFeedback(
                arms=arms,
                horizon=horizon,
                played=np.empty(horizon, np.int32),
                hidden_rewards=rewards,
                hidden_delays=delays,
                hidden_sums=np.zeros(horizon),
            ),
            mean_delay=max(float(law.mean) for law in laws),
            delay_bound=max(float(law.bound) for law in laws),
            delay_variance=max(float(law.variance) for law in laws),
            laws=len(laws),
            means=means,
            streams=streams,
            seed=seed,
        )

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
def pull(feedback: AnonymousFeedback, t: int, arm: int) -> float:
    """Play `arm` in round t: X_t, the sum of the rewards that arrive at its end.

    Rounds are 0, 1, ..., each once and in order; round 0 begins a new replay. A reward of delay 0
    is in the sum of its own round.
    """
    if t == 0:
        for later in range(feedback.horizon):
            feedback.hidden_sums[later] = 0.0
    feedback.played[t] = arm
    arrival = t + feedback.hidden_delays[min(arm, feedback.hidden_delays.shape[0] - 1), t]
    if arrival < feedback.horizon:
        feedback.hidden_sums[arrival] += feedback.hidden_rewards[arm, t]
    return feedback.hidden_sums[t]


@njit(cache=True)
def pull_block(feedback: AnonymousFeedback, t: int, arm: int, rounds: int) -> float:
    """Play `arm` in `rounds` rounds from round t on: the sum of X_t over them."""
    total = 0.0
    for s in range(t, t + rounds):
        total += pull(feedback, s, arm)
    return total
