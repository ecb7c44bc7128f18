"""Losses of adversarial bandits, which are drawn before the first round.

Every round is in one of a few states, and the state determines the loss of each arm.
"""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from delayed_bandits.checks.build import Described
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.types import Positive, Probability, Rounds, Several, Share
from delayed_bandits.delays.base import Reals

MOST_STATES = 256
GROWTH = 1.6  # of the phases of `StochasticallyConstrained`


class Losses(NamedTuple):
    """The losses of all rounds: each round's state, and the losses in each state.

    `means` are the expected losses in a state. They equal the losses if these are deterministic.
    """

    states: NDArray[np.uint8]  # shape (horizon,)
    losses: Reals  # shape (states, arms)
    means: Reals  # shape (states, arms)


class LossDistribution(Described, ABC):
    """A distribution of the losses of all arms and rounds."""

    what = "loss distribution"

    @abstractmethod
    def draw(self, uniforms: Reals, arms: int) -> Losses:
        """Return the losses of `arms` arms, given one uniform for each round."""


@dataclass(frozen=True)
class StochasticallyConstrained(LossDistribution):
    """Bernoulli losses whose means jump. The mean of arm 0 is always lower by `gap`.

    This is the adversary of Zimmert and Seldin (2021). Phase 1 has one round, and each later phase
    is 1.6 times as long as the phase before, rounded up. In odd phases the mean is 0 for arm 0 and
    `gap` for the others. In even phases it is 1 - `gap` for arm 0 and 1 for the others.
    """

    name = "stochastically_constrained"
    gap: Share

    def draw(self, uniforms: Reals, arms: int) -> Losses:
        states = np.empty(len(uniforms), np.uint8)
        start, length, late = 0, 1, False
        while start < len(uniforms):
            phase = slice(start, start + length)
            mean = 1 - self.gap if late else self.gap  # the only mean that is neither 0 nor 1
            states[phase] = np.uint8(2 * late) + (uniforms[phase] < mean)
            start, length, late = start + length, int(np.ceil(GROWTH * length)), not late
        first, gap = np.arange(arms) == 0, self.gap
        losses = np.where(first, [[0.0], [0], [0], [1]], [[0], [1], [1], [1]])
        means = np.where(first, [[0], [0], [1 - gap], [1 - gap]], [[gap], [gap], [1.0], [1]])
        return Losses(states, losses, means)


@dataclass(frozen=True)
class SquareWave(LossDistribution):
    """Deterministic losses: in turn, even and odd arms are good for `block` rounds.

    A good arm has loss 0. A bad arm has loss 1, except arm 0, which has loss 1 - 2 `gap`. If blocks
    are twice as long as delays, half of the feedback points to the wrong arms.
    """

    name = "square_wave"
    block: Rounds
    gap: Annotated[float, {"type": "number", "minimum": 0, "maximum": 0.5}] = 0.0

    def draw(self, uniforms: Reals, arms: int) -> Losses:
        states = np.arange(len(uniforms)) // self.block % 2
        return _of_waves(states, arms, self.gap)


@dataclass(frozen=True)
class RandomWave(LossDistribution):
    """A `SquareWave` with block lengths uniform on `shortest`, ..., `longest` rounds."""

    name = "random_wave"
    shortest: Rounds
    longest: Rounds

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.longest < self.shortest:
            self.refuse("longest", f"a whole number, at least {self.shortest}")

    def draw(self, uniforms: Reals, arms: int) -> Losses:
        lengths = self.shortest + (uniforms * (self.longest - self.shortest + 1)).astype(np.int64)
        ends = np.cumsum(lengths)
        states = np.searchsorted(ends, np.arange(len(uniforms)), side="right") % 2
        return _of_waves(states, arms, gap=0.0)


@dataclass(frozen=True)
class Scaled(LossDistribution):
    """Losses of the distribution `of`, multiplied by `factor`."""

    name = "scaled"
    of: LossDistribution
    factor: Positive

    def draw(self, uniforms: Reals, arms: int) -> Losses:
        states, losses, means = self.of.draw(uniforms, arms)
        return Losses(states, self.factor * losses, self.factor * means)


@dataclass(frozen=True)
class Signed(LossDistribution):
    """Losses 2 l - 1, for losses l in [0, 1] of the distribution `of`."""

    name = "signed"
    of: LossDistribution

    def draw(self, uniforms: Reals, arms: int) -> Losses:
        states, losses, means = self.of.draw(uniforms, arms)
        if losses.min() < 0 or losses.max() > 1:
            self.refuse("of", "a distribution of losses in [0, 1]")
        return Losses(states, 2 * losses - 1, 2 * means - 1)


@dataclass(frozen=True)
class Growing(LossDistribution):
    """Losses of the distribution `of`, times a factor that grows from 1 to `factor`.

    The factor is constant in each of `steps` periods of equal length. From each period to the next
    it grows by the same ratio.
    """

    name = "growing"
    of: LossDistribution
    factor: Positive
    steps: Several

    def draw(self, uniforms: Reals, arms: int) -> Losses:
        base = self.of.draw(uniforms, arms)
        step = np.arange(len(uniforms)) * self.steps // len(uniforms)
        # NumPy's powers depend on the processor's vector unit
        factors = [math.pow(self.factor, i / (self.steps - 1)) for i in range(self.steps)]
        return _combined(base, step, [(base.losses * f, base.means * f) for f in factors])


@dataclass(frozen=True)
class Spikes(LossDistribution):
    """Losses of the distribution `of`, multiplied by `factor` in random rounds.

    Each round is one of these with the given `probability`. Means are multiplied, too.
    """

    name = "spikes"
    of: LossDistribution
    factor: Positive
    probability: Probability

    def draw(self, uniforms: Reals, arms: int) -> Losses:
        # below `probability` the uniform decides on a spike; rescaled, it draws the losses of `of`
        p, spike = self.probability, uniforms < self.probability
        rest = np.where(spike, uniforms / p, (uniforms - p) / (1 - p))
        base = self.of.draw(rest, arms)
        spikes = base.losses * self.factor, base.means * self.factor
        return _combined(base, spike, [base[1:], spikes])


@dataclass(frozen=True)
class SignedSpikes(LossDistribution):
    """Losses of the distribution `of`, some of them replaced by `size` or -`size`.

    In each round at most one arm has its loss replaced. This happens to each of the K arms with the
    given `probability`, and both signs are equally likely.
    """

    name = "signed_spikes"
    of: LossDistribution
    size: Positive
    probability: Probability

    def draw(self, uniforms: Reals, arms: int) -> Losses:
        share = arms * self.probability
        if share >= 1:
            self.refuse("probability", f"less than 1/{arms}, for {arms} arms")
        # each of the first 2 K intervals of length `probability` / 2 means an arm and a sign
        spike = np.floor(uniforms / (self.probability / 2)).astype(np.int64)
        kind = np.where(uniforms < share, np.minimum(spike, 2 * arms - 1) + 1, 0)
        rest = np.where(
            kind > 0, uniforms / (self.probability / 2) - spike, (uniforms - share) / (1 - share)
        )
        base = self.of.draw(rest, arms)
        means = base.means * (1 - self.probability)
        tables = [(base.losses, means)]
        for arm in range(arms):
            for loss in (self.size, -self.size):
                tables.append((np.where(np.arange(arms) == arm, loss, base.losses), means))
        return _combined(base, kind, tables)


LOSS_DISTRIBUTIONS: dict[str, type[LossDistribution]] = {
    kind.name: kind for kind in LossDistribution.__subclasses__()
}
"""The loss distributions by name in YAML files. Some change another distribution, `of`."""


def _of_waves(states: NDArray[np.int64], arms: int, gap: float) -> Losses:
    """Return losses where even arms are bad in state 0, and odd arms are bad in state 1."""
    bad = (np.arange(arms) % 2 == 0) == (np.arange(2)[:, None] == 0)
    losses = np.where(bad, 1.0, 0.0)
    losses[0, 0] = 1 - 2 * gap
    return Losses(states.astype(np.uint8), losses, losses)


def _combined(base: Losses, kind: NDArray, tables: list[tuple[NDArray, NDArray]]) -> Losses:
    """Return losses that are taken from table `kind[t]` in round t.

    A table has losses and means, each of shape (states of `base`, arms). The new states are the
    pairs of a state of `base` and a table.
    """
    n_states = len(base.losses)
    if n_states * len(tables) > MOST_STATES:
        found = n_states * len(tables)
        raise InputError(f"loss distribution: has {found} states. Give at most {MOST_STATES}.")
    states = (base.states + n_states * kind).astype(np.uint8)
    return Losses(states, *map(np.concatenate, zip(*tables, strict=True)))
