"""Losses of adversarial bandits, fixed before the first round, and their basic laws.

Every round has one of a few states, which decides the loss of each arm. So a trace holds a byte per
round, and not a loss per round and arm.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from delayed_bandits.checks.build import Described
from delayed_bandits.checks.types import Rounds, Share

GROWTH = 1.6
"""Factor between the lengths of consecutive phases of `StochasticallyConstrained`."""


class Losses(NamedTuple):
    """The losses of all rounds.

    Attributes
    ----------
    states : ndarray of uint8, shape (horizon,)
    losses : ndarray, shape (states, arms)
        Loss of each arm in each state.
    means : ndarray, shape (states, arms)
        Its expectation given the means of the round; the loss itself if the law is
        deterministic.
    """

    states: NDArray[np.uint8]
    losses: NDArray[np.float64]
    means: NDArray[np.float64]


class LossLaw(Described, ABC):
    """A law of losses."""

    what = "loss law"

    @abstractmethod
    def draw(self, uniforms: NDArray[np.float64], arms: int) -> Losses:
        """Turn the uniforms of all rounds into their losses."""


@dataclass(frozen=True)
class StochasticallyConstrained(LossLaw):
    """Bernoulli losses whose means jump; arm 0 is always better than the others by `gap`.

    The adversary of the experiments of Zimmert and Seldin (2021): each phase is 1.6 times as long
    as the one before, rounded up; the first has length 1. In the first, third, ... phase the means
    are 0 for arm 0 and `gap` for the others, in the second, fourth, ... 1 - `gap` and 1.
    """

    name = "stochastically_constrained"
    gap: Share

    def draw(self, uniforms: NDArray[np.float64], arms: int) -> Losses:
        """Turn the uniforms of all rounds into their losses."""
        states = np.empty(len(uniforms), np.uint8)
        start, length, late = 0, 1, False
        while start < len(uniforms):
            phase = slice(start, start + length)
            # of the one mean that is neither 0 nor 1
            mean = 1 - self.gap if late else self.gap
            states[phase] = np.uint8(2 * late) + (uniforms[phase] < mean)
            start, length, late = start + length, int(np.ceil(GROWTH * length)), not late
        losses, means = np.empty((4, arms)), np.empty((4, arms))
        losses[[0, 1, 2, 3], 0] = [0, 0, 0, 1]
        losses[[0, 1, 2, 3], 1:] = np.array([[0], [1], [1], [1]])
        means[:, 0] = np.repeat([0, 1 - self.gap], 2)
        means[:, 1:] = np.repeat([[self.gap], [1]], 2, axis=0)
        return Losses(states, losses, means)


@dataclass(frozen=True)
class SquareWave(LossLaw):
    """Arms of even and of odd number are good in turn, for `block` rounds each.

    A good arm has loss 0, a bad one 1; arm 0, when bad, has 1 - 2 `gap`. Where blocks are twice as
    long as delays, feedback arrives in anti-phase with the losses.
    """

    name = "square_wave"
    block: Rounds
    gap: Annotated[float, {"type": "number", "minimum": 0, "maximum": 0.5}] = 0.0

    def draw(self, uniforms: NDArray[np.float64], arms: int) -> Losses:
        """Compute the losses of all rounds; the uniforms are not used."""
        states = np.arange(len(uniforms)) // self.block % 2
        return _of_waves(states, arms, self.gap)


@dataclass(frozen=True)
class RandomWave(LossLaw):
    """A `SquareWave` whose blocks have lengths uniform on `shortest`, ..., `longest`."""

    name = "random_wave"
    shortest: Rounds
    longest: Rounds

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.longest < self.shortest:
            self.refuse("longest", f"a whole number, at least {self.shortest}")

    def draw(self, uniforms: NDArray[np.float64], arms: int) -> Losses:
        """Turn the uniforms of all rounds into their losses, the k-th into the k-th block."""
        lengths = self.shortest + (uniforms * (self.longest - self.shortest + 1)).astype(np.int64)
        ends = np.cumsum(lengths)
        states = np.searchsorted(ends, np.arange(len(uniforms)), side="right") % 2
        return _of_waves(states, arms, gap=0.0)


def _of_waves(states: NDArray[np.int64], arms: int, gap: float) -> Losses:
    """Build losses: in state 0 the arms of even number are bad, in state 1 the others."""
    bad = (np.arange(arms) % 2 == 0) == (np.arange(2)[:, None] == 0)
    losses = np.where(bad, 1.0, 0.0)
    losses[0, 0] = 1 - 2 * gap
    return Losses(states.astype(np.uint8), losses, losses)
