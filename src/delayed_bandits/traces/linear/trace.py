"""Linear bandits with Bernoulli conversions that are observed late or never."""

import functools
import math
from dataclasses import dataclass
from typing import Literal, NamedTuple, Self

import numpy as np

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.types import Count, Horizon
from delayed_bandits.delays.base import Distribution
from delayed_bandits.delays.distributions import DelayDistribution
from delayed_bandits.kernels.compiling import inlined, njit
from delayed_bandits.traces.arms import UNPLAYED, cumulative_regret, draw_delays, note_play
from delayed_bandits.traces.protocol import ReadOnly, view_of
from delayed_bandits.traces.slots import Slots, slots_of, take_slot
from delayed_bandits.traces.streams import LearnerRandomness, Streams

MOST_DIMENSIONS = 20  # of binary action sets


class LinearView(NamedTuple):
    """What a learner may read of a `LinearTrace`. Rounds and arms count from 0.

    A round without a conversion is never observed, and its slot stays taken.
    """

    horizon: int
    n_arms: int
    dimension: int
    action_sets: np.ndarray  # shape (horizon, arms, dimension): later rounds are secret
    played: np.ndarray  # int64, shape (horizon,): the arms played so far
    round: np.ndarray  # int64, shape (slots,): the round of each slot
    hidden_means: np.ndarray
    hidden_uniforms: np.ndarray
    hidden_delays: np.ndarray
    hidden_slots: Slots


@dataclass(frozen=True, eq=False)
class LinearTrace(ReadOnly):
    """All random numbers of one run of a linear bandit with delayed conversions.

    In round t the learner plays an arm a of `action_sets[t]`. The arm converts if the mean <theta,
    a> exceeds `hidden_uniforms[t]`. The conversion is observed after its delay.
    """

    action_sets: np.ndarray  # shape (horizon, arms, dimension): arms of norm 1
    hidden_theta: np.ndarray  # shape (dimension,): the unknown parameter, of norm 1
    hidden_means: np.ndarray  # shape (horizon, arms)
    hidden_uniforms: np.ndarray  # shape (horizon,): they decide the conversions
    hidden_delays: np.ndarray  # as from `draw_delays`, one row
    hidden_distribution: Distribution  # of the delays
    randomness: LearnerRandomness

    horizon = property(lambda self: len(self.action_sets))

    @classmethod
    def draw(
        cls,
        streams: Streams,
        seed: int,
        *,
        horizon: Horizon,
        arms: Count,
        dimension: Count,
        action_distribution: Literal["binary", "uniform"],
        delay: DelayDistribution,
    ) -> Self:
        """Return the trace of run `seed`, drawn as in Vernade et al. 2020, Section 8.

        Arms are vectors of {0, 1}^dimension except 0 ("binary") or of [0, 1]^dimension ("uniform"),
        scaled to norm 1.
        """
        actions = {"binary": binary_actions, "uniform": uniform_actions}[action_distribution]
        theta = np.full(dimension, 1 / np.sqrt(dimension))
        action_sets, means = actions(streams.open("arms", seed), theta, (horizon, arms))
        return cls(
            action_sets=action_sets,
            hidden_theta=theta,
            hidden_means=means,
            hidden_uniforms=streams.open("rewards", seed).random(horizon),
            hidden_delays=draw_delays([delay], streams, seed, horizon),
            hidden_distribution=delay,
            randomness=LearnerRandomness(streams, seed),
        )

    def start(self) -> LinearView:
        horizon, n_arms, dimension = self.action_sets.shape
        slots = slots_of(horizon, horizon)  # fewer would reveal the number of conversions
        played = np.full(horizon, UNPLAYED)
        return view_of(LinearView, self, slots, n_arms=n_arms, dimension=dimension, played=played)

    def regret(self, played: np.ndarray) -> np.ndarray:
        """Return the cumulative pseudo-regret of the arms played (equation 1)."""
        best = self.hidden_means.T.copy().max(axis=0)  # a quarter of the time of max(axis=1)
        gaps = best[:, None] - self.hidden_means
        return cumulative_regret(gaps, np.arange(self.horizon), played)


def binary_actions(
    stream: np.random.Generator, theta: np.ndarray, shape: tuple[int, int]
) -> tuple[np.ndarray, np.ndarray]:
    """Return random corners of the unit cube, scaled to norm 1, and their means."""
    corners = _corners(theta.size)
    means = np.cumsum(corners * theta, axis=1)[:, -1]  # from left to right
    chosen = (stream.random(shape) * len(corners)).astype(np.int64)
    # there is nothing to clip, but this mode checks nothing and is faster
    return corners.take(chosen, axis=0, mode="clip"), means.take(chosen, mode="clip")


@functools.cache
def _corners(dimension: int) -> np.ndarray:
    """Return all corners of the unit cube except 0, scaled to norm 1."""
    if dimension > MOST_DIMENSIONS:
        raise InputError(f"dimension is {dimension}. Binary actions allow {MOST_DIMENSIONS}.")
    corners = (np.arange(1, 2**dimension)[:, None] >> np.arange(dimension)) & 1
    return corners / np.sqrt(corners.sum(axis=1, keepdims=True))


def uniform_actions(
    stream: np.random.Generator, theta: np.ndarray, shape: tuple[int, int]
) -> tuple[np.ndarray, np.ndarray]:
    """Return random points of the unit cube, scaled to norm 1, and their means."""
    arms = stream.random((*shape, theta.size))
    means = np.empty(shape)
    _normalise(arms, theta, means)
    return arms, means


@njit(cache=True)
def _normalise(arms: np.ndarray, theta: np.ndarray, means: np.ndarray) -> None:
    """Scale arms to norm 1 in place, and write their mean rewards to `means`."""
    for t in range(arms.shape[0]):
        for a in range(arms.shape[1]):
            square = 0.0
            for i in range(arms.shape[2]):
                square += arms[t, a, i] * arms[t, a, i]
            norm = math.sqrt(square)
            mean = 0.0
            for i in range(arms.shape[2]):
                arms[t, a, i] /= norm
                mean += theta[i] * arms[t, a, i]
            means[t, a] = mean


@inlined
def pull(view: LinearView, t: int, arm: int) -> None:
    """Play `arm`, an index of `view.action_sets[t]`, in round t."""
    note_play(view.played, t, arm, view.n_arms)
    converts = view.hidden_uniforms[t] < view.hidden_means[t, arm]
    take_slot(view.hidden_slots, t, view.hidden_delays[0, t] if converts else view.horizon, 1.0)
