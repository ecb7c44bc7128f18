"""Delayed, aggregated, anonymous feedback: after each round one number, the sum of what arrives."""

from functools import wraps
from typing import NamedTuple

import numpy as np
from numba import njit

from delayed_bandits.traces.k_armed import World, laws_of, regret_of
from delayed_bandits.traces.streams import Streams


class AnonymousTrace(NamedTuple):
    """A world of which the learner sees sums of rewards (Pike-Burke et al. 2018, Section 2).

    A learner plays it by `pull`, once in every round, in order. What is `hidden` is not for it.

    Attributes
    ----------
    arms, horizon : int
    mean_delay, delay_bound, delay_variance : float
        What the learner may be told of the delays: mean, bound and variance of their law;
        infinite where they do not exist. The largest of them if arms have their own laws.
    laws : int
        Number of delay laws: 1, or as many as arms.
    learner_uniforms : ndarray, shape (horizon + 1,)
        The learner's own randomness: one number before the first round and one for each round.
    played : ndarray of int32, shape (horizon,)
        The arms played so far.
    hidden_means, hidden_rewards, hidden_delays : ndarray
        The world, see `World`.
    hidden_sums : ndarray, shape (horizon,)
        Sum of the rewards that arrive at the end of each round, of the rounds played so far.
    """

    arms: int
    horizon: int
    mean_delay: float
    delay_bound: float
    delay_variance: float
    laws: int
    learner_uniforms: np.ndarray
    played: np.ndarray
    hidden_means: np.ndarray
    hidden_rewards: np.ndarray
    hidden_delays: np.ndarray
    hidden_sums: np.ndarray

    @classmethod
    @wraps(World.draw.__func__)
    def draw(cls, streams: Streams, seed: int, **world) -> "AnonymousTrace":  # noqa: ANN003, D102
        means, rewards, delays = World.draw(streams, seed, **world)
        arms, horizon = rewards.shape
        laws = laws_of(world["delay"])
        return cls(
            arms=arms,
            horizon=horizon,
            mean_delay=max(float(law.mean) for law in laws),
            delay_bound=max(float(law.bound) for law in laws),
            delay_variance=max(float(law.variance) for law in laws),
            laws=len(laws),
            learner_uniforms=streams.open("learner-uniforms", seed).random(horizon + 1),
            played=np.empty(horizon, np.int32),
            hidden_means=means,
            hidden_rewards=rewards,
            hidden_delays=delays,
            hidden_sums=np.zeros(horizon),
        )

    def regret(self, played: np.ndarray) -> np.ndarray:
        """Cumulative pseudo-regret of the arms played, shape (horizon,)."""
        return regret_of(self.hidden_means, played)


@njit(cache=True)
def pull(trace: AnonymousTrace, t: int, arm: int) -> float:
    """Play `arm` in round t = 0, 1, ...: X_t, the sum of the rewards that arrive at its end.

    A reward of delay 0 is among them. Round 0 begins a new replay.
    """
    if t == 0:
        for later in range(trace.horizon):
            trace.hidden_sums[later] = 0.0
    trace.played[t] = arm
    arrival = t + trace.hidden_delays[min(arm, trace.hidden_delays.shape[0] - 1), t]
    if arrival < trace.horizon:
        trace.hidden_sums[arrival] += trace.hidden_rewards[arm, t]
    return trace.hidden_sums[t]


@njit(cache=True)
def pull_block(trace: AnonymousTrace, t: int, arm: int, rounds: int) -> float:
    """Play `arm` in `rounds` rounds from round t on: the sum of X_t over them."""
    total = 0.0
    for s in range(t, t + rounds):
        total += pull(trace, s, arm)
    return total
