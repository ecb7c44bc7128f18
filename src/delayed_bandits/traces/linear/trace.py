"""Linear bandits with Bernoulli conversions that are announced late or never."""

import math
from typing import Literal, NamedTuple

import numpy as np
from numba import njit

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.types import Count, Horizon
from delayed_bandits.delays.laws import DelayLaw
from delayed_bandits.kernels.linear_algebra import dot
from delayed_bandits.traces.streams import Streams

MOST_DIMENSIONS = 20
"""Of binary action sets."""


class LinearTrace(NamedTuple):
    """Everything random about one replication of a linear bandit with delayed conversions.

    In round t the learner plays an arm a of `arms[t]`; it converts if
    `reward_uniforms[t] < theta @ a`, and the conversion is seen at the end of round
    `t + delays[t]`. That an arm does not convert is never announced.

    Attributes
    ----------
    theta : ndarray, shape (dimension,)
        The unknown parameter, of norm 1.
    arms : ndarray, shape (horizon, arms, dimension)
        The action set of each round, every arm of norm 1.
    reward_uniforms, learner_uniforms : ndarray, shape (horizon,)
        The world's luck for the reward, and the learner's own randomness.
    delays : ndarray of int64, shape (horizon,)
        In rounds; 0 means known before the next round.
    learner_normals : ndarray, shape (horizon, dimension)
        The learner's own standard normals.
    """

    theta: np.ndarray
    arms: np.ndarray
    reward_uniforms: np.ndarray
    delays: np.ndarray
    learner_uniforms: np.ndarray
    learner_normals: np.ndarray

    @classmethod
    def draw(
        cls,
        streams: Streams,
        seed: int,
        *,
        horizon: Horizon,
        arms: Count,
        dimension: Count,
        action_law: Literal["binary", "uniform"],
        delay: DelayLaw,
    ) -> "LinearTrace":
        """Draw the trace of replication `seed` (Vernade et al. 2020, Section 8).

        Parameters
        ----------
        streams : Streams
            The paper's random streams.
        seed : int
            Number of the replication.
        horizon, arms, dimension : int
            Rounds, arms per round, dimension of an arm.
        action_law : {"binary", "uniform"}
            Arms from {0,1}^dimension without the zero vector, or from [0,1]^dimension; normalised.
        delay : Law
            The law of the delays.
        """
        actions = {"binary": binary_actions, "uniform": uniform_actions}[action_law]
        return cls(
            theta=np.full(dimension, 1 / np.sqrt(dimension)),
            arms=actions(streams.open("arms", seed), (horizon, arms, dimension)),
            reward_uniforms=streams.open("rewards", seed).random(horizon),
            delays=delay.sample(streams.open("delays", seed).random(horizon)),
            learner_uniforms=streams.open("learner-uniforms", seed).random(horizon),
            learner_normals=streams.open("learner-normals", seed).standard_normal(
                (horizon, dimension)
            ),
        )

    def regret(self, played: np.ndarray) -> np.ndarray:
        """Cumulative pseudo-regret of the arms played (equation 1), shape (horizon,)."""
        return _regret(self, played)


def binary_actions(stream: np.random.Generator, shape: tuple[int, int, int]) -> np.ndarray:
    """Draw arms uniformly from the corners of the unit cube other than zero, normalised."""
    horizon, arms, dimension = shape
    if dimension > MOST_DIMENSIONS:
        raise InputError(
            f"dimension is {dimension}; expected at most {MOST_DIMENSIONS} with binary actions, "
            "whose 2^dimension corners are listed"
        )
    corners = (np.arange(1, 2**dimension)[:, None] >> np.arange(dimension)) & 1
    corners = corners / np.sqrt(corners.sum(axis=1, keepdims=True))
    chosen = (stream.random((horizon, arms)) * len(corners)).astype(np.int64)
    return corners.take(chosen, axis=0, mode="clip")  # nothing to clip, but checks nothing: faster


def uniform_actions(stream: np.random.Generator, shape: tuple[int, int, int]) -> np.ndarray:
    """Draw arms uniformly from the unit cube, normalised."""
    arms = stream.random(shape)
    _normalise(arms)
    return arms


@njit(cache=True)
def _normalise(arms: np.ndarray) -> None:
    # Entry by entry: slices of five would be compiled to slow vector code.
    for t in range(arms.shape[0]):
        for a in range(arms.shape[1]):
            square = 0.0
            for i in range(arms.shape[2]):
                square += arms[t, a, i] * arms[t, a, i]
            norm = math.sqrt(square)
            for i in range(arms.shape[2]):
                arms[t, a, i] /= norm


@njit(cache=True)
def _regret(trace: LinearTrace, played: np.ndarray) -> np.ndarray:
    regret = np.empty(played.size)
    total = 0.0
    for t in range(played.size):
        best = -np.inf
        for a in range(trace.arms.shape[1]):
            best = max(best, dot(trace.theta, trace.arms[t, a]))
        total += best - dot(trace.theta, trace.arms[t, played[t]])
        regret[t] = total
    return regret
