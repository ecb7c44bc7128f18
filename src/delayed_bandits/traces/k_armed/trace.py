"""K-armed bandits with stochastic rewards or fixed losses, and delayed feedback."""

import functools
import math
from dataclasses import dataclass
from typing import Annotated, Literal, Self

import numpy as np
from numpy.random import Generator

from delayed_bandits.checks.build import build
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.types import Horizon, Means, Positive
from delayed_bandits.delays.base import CHUNK, Distribution
from delayed_bandits.delays.by_reward import RewardDistribution
from delayed_bandits.delays.distributions import DelayDistributions
from delayed_bandits.kernels.compiling import njit
from delayed_bandits.traces.arms import cumulative_regret, distributions_of, draw_delays
from delayed_bandits.traces.k_armed.items import ITEM_DISTRIBUTIONS, NO_RENEWALS, Renewals
from delayed_bandits.traces.k_armed.losses import LOSS_DISTRIBUTIONS
from delayed_bandits.traces.protocol import ReadOnly, read_only
from delayed_bandits.traces.slots import Slots, experienced_delay, slots_for, slots_of
from delayed_bandits.traces.streams import LearnerRandomness, Streams

Arms = Annotated[int | None, {"type": "integer", "minimum": 2, "maximum": 2**16}]
Description = Annotated[dict | None, {"type": "object"}]


@dataclass(frozen=True, eq=False)
class KArmedTrace(ReadOnly):
    """All random numbers of one run of a K-armed bandit.

    Every round has a state. The state determines the outcome of each arm, a reward or a loss.
    """

    hidden_states: np.ndarray  # uint32, shape (horizon,)
    hidden_outcomes: np.ndarray  # shape (states, arms): rewards or losses
    hidden_means: np.ndarray  # shape (states, arms): their means; equal rows if `means` are given
    are_losses: bool  # whether outcomes are losses and not rewards
    hidden_delays: np.ndarray  # as from `draw_delays`
    distributions: list[Distribution]  # of the delays: one, or one for each arm
    randomness: LearnerRandomness
    hidden_renewals: Renewals = NO_RENEWALS

    n_arms = property(lambda self: self.hidden_outcomes.shape[1])
    horizon = property(lambda self: self.hidden_delays.shape[1])
    # moments of delays: the largest of all arms, which may be infinite
    mean_delay = property(lambda self: max(float(one.mean) for one in self.distributions))
    delay_bound = property(lambda self: max(float(one.bound) for one in self.distributions))
    delay_variance = property(lambda self: max(float(one.variance) for one in self.distributions))

    @classmethod
    def draw(
        cls,
        streams: Streams,
        seed: int,
        *,
        horizon: Horizon,
        delay: DelayDistributions,
        means: Means = None,
        reward_distribution: Literal["bernoulli", "beta"] = "bernoulli",
        concentration: Positive = 2.0,
        arms: Arms = None,
        losses: Description = None,
        items: Description = None,
    ) -> Self:
        """Return the trace of run `seed`.

        Exactly one of `means`, `losses` and `items` is given. With `means`, rewards are in {0, 1}
        or have the distribution Beta(mean c, (1 - mean) c), where c is the `concentration`.
        `losses` describes one of `LOSS_DISTRIBUTIONS`, and `items` one of `ITEM_DISTRIBUTIONS`.
        Both need the number of `arms`. Delays may depend on the arm and on the reward.
        """
        given = {"means": means, "losses": losses, "items": items}
        given = [name for name, value in given.items() if value is not None]
        if len(given) != 1 or (means is None and arms is None):
            found = " and ".join(given) or "no means"
            raise InputError(f"{found} given. Give means, or arms with either losses or items.")
        renewals = NO_RENEWALS
        if items is not None:
            *drawn, renewals = build(items, ITEM_DISTRIBUTIONS).draw(streams, seed, horizon, arms)
        elif losses is not None:
            uniforms = streams.open("losses", seed).random(horizon)
            drawn = build(losses, LOSS_DISTRIBUTIONS).draw(uniforms, arms)
        else:
            arms, stream = len(means), streams.open("rewards", seed)
            if reward_distribution == "bernoulli":
                drawn = _bernoulli(stream, horizon, means)
            else:
                drawn = _beta_rewards(stream.random(horizon), means, concentration)
        distributions = distributions_of(delay, arms)
        states, outcomes, expected = drawn
        states = states.astype(np.uint32, copy=False)  # one type: kernels are compiled once
        rewards = outcomes if losses is None else 1 - outcomes
        delays = _draw_delays(distributions, streams, seed, rewards, states)
        randomness = LearnerRandomness(streams, seed)
        environment = states, outcomes, expected, losses is not None
        return cls(*environment, delays, distributions, randomness, renewals)

    @property
    def largest_delay(self) -> float:
        """The delay bound or, without a bound, the longest delay drawn; at most the horizon."""
        bound = self.delay_bound if math.isfinite(self.delay_bound) else self.hidden_delays.max()
        return min(float(bound), float(self.horizon))

    @property
    def total_delay(self) -> int:
        """The sum of the delays, each cut off at the horizon, if all arms share them."""
        if len(self.hidden_delays) > 1:
            raise InputError("total_delay needs one delay distribution for all arms.")
        return experienced_delay(self.hidden_delays[0])

    def free_slots(self) -> Slots:
        """Return as many free slots as a run can need, whichever arms it plays."""
        if _depend_on_rewards(self.distributions):  # fewer would reveal rewards to come
            return slots_of(self.horizon, self.horizon)
        return slots_for(self.hidden_delays)

    def as_rewards(self, outcomes: np.ndarray) -> np.ndarray:
        """Return outcomes or means as rewards, where a loss l becomes 1 - l."""
        return 1 - outcomes if self.are_losses else outcomes

    def as_losses(self, outcomes: np.ndarray) -> np.ndarray:
        """Return outcomes or means as losses, where a reward r becomes 1 - r."""
        return outcomes if self.are_losses else 1 - outcomes

    def regret(self, played: np.ndarray) -> np.ndarray:
        """Return the cumulative pseudo-regret of the arms played, shape (horizon,).

        The comparison is with the best fixed arm or, if items retire, the best arm of each round.
        """
        means, states = self.hidden_means, self.hidden_states
        if self.hidden_renewals.rounds.size:
            gaps = means.max(axis=1, keepdims=True) - means
        elif self.are_losses:
            gaps = means - means[:, [best_arm(means, states)]]
        else:
            gaps, states = means[:1].max() - means[:1], np.zeros(1, np.uint32)
        return cumulative_regret(gaps, states, played)


def _bernoulli(uniforms: Generator, horizon: int, means: list[float]) -> tuple[np.ndarray, ...]:
    """Return the state of each round, and the rewards and means in each state."""
    edges, rewards, expected = _rewards_by_state(tuple(means))
    states = np.zeros(horizon, np.uint8 if len(edges) < 2**8 else np.uint16)
    for first in range(0, horizon, CHUNK):
        part = states[first : first + CHUNK]
        drawn = uniforms.random(part.size)
        for edge in edges:
            part += (drawn >= edge).view(np.uint8)  # a cast from bool takes longer
    return states, rewards, expected


@functools.lru_cache  # the same in all runs
def _rewards_by_state(means: tuple[float, ...]) -> tuple[list[float], np.ndarray, np.ndarray]:
    """Return the distinct means in order, then rewards and means by state and arm."""
    edges = sorted(set(means))
    rewards = np.searchsorted(edges, means) >= np.arange(len(edges) + 1)[:, None]
    return (
        edges,
        read_only(rewards.astype(float)),
        np.broadcast_to(np.array(means, float), rewards.shape),
    )


def _beta_rewards(
    uniforms: np.ndarray, means: list[float], concentration: float
) -> tuple[np.ndarray, ...]:
    """Return the state of each round (all differ), and rewards and means by state."""
    from scipy.special import betaincinv  # slow to import; Bernoulli rewards do without

    rewards = np.empty((len(means), uniforms.size))
    for row, mean in zip(rewards, means, strict=True):
        shapes = mean * concentration, (1 - mean) * concentration
        row[:] = mean if mean in (0, 1) else betaincinv(*shapes, uniforms)
    states = np.arange(uniforms.size, dtype=np.uint32)
    return states, rewards.T, np.broadcast_to(np.array(means, float), rewards.T.shape)


@njit(cache=True)
def best_arm(means: np.ndarray, states: np.ndarray) -> int:
    """Return the arm with the smallest total mean loss, or the first such arm."""
    totals = np.zeros(means.shape[1])
    for state in states:
        for arm in range(totals.size):
            totals[arm] += means[state, arm]
    return np.argmin(totals)


def _depend_on_rewards(distributions: list[Distribution]) -> bool:
    return any(isinstance(distribution, RewardDistribution) for distribution in distributions)


def _draw_delays(
    distributions: list[Distribution],
    streams: Streams,
    seed: int,
    rewards: np.ndarray,
    states: np.ndarray,
) -> np.ndarray:
    """Return the delays of run `seed`, given `rewards` of shape (states, arms)."""
    horizon, n_arms = states.size, rewards.shape[1]
    if not _depend_on_rewards(distributions):
        return draw_delays(distributions, streams, seed, horizon)
    distributions = distributions if len(distributions) == n_arms else distributions * n_arms
    parts = dict.fromkeys(part for one in distributions for part in getattr(one, "parts", [one]))
    sampled = dict(zip(parts, draw_delays(list(parts), streams, seed, horizon), strict=True))
    delays = np.empty((n_arms, horizon), np.int32)
    for arm, distribution in enumerate(distributions):
        if isinstance(distribution, RewardDistribution):
            distribution.choose(rewards[:, arm], states, sampled, delays[arm])
        else:
            delays[arm] = sampled[distribution]
    return delays
