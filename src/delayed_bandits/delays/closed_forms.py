"""Delay laws with a quantile function in closed form.

The last bit of NumPy's logarithms and powers may depend on the processor. A delay can differ
between machines only if its uniform lies within about 1e-14 of a jump of the law. 1 - u is exact,
since a uniform has 53 bits, and log(1 - u) takes half the time of log1p(-u).
"""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from delayed_bandits.checks.schema import is_number
from delayed_bandits.checks.types import Delay, Positive, Rounds, Share
from delayed_bandits.delays.base import Delays, Law, Reals, ScaleFamily, whole

POINT_MASS_RATE = 1000.0
"""A rate so high that a geometric time is 1 for every uniform below 1."""


@dataclass(frozen=True)
class Constant(Law):
    """Every feedback takes `rounds` rounds."""

    name = "constant"
    rounds: Delay

    def quantile(self, uniforms: ArrayLike) -> Delays:
        """Give `rounds` for each u of `uniforms`."""
        return np.full(np.shape(uniforms), self.rounds, np.int64)

    def cdf(self, delays: ArrayLike) -> Reals:
        """Give P(D <= d) for each whole number d of `delays`."""
        return (np.asarray(delays) >= self.rounds).astype(float)

    @property
    def mean(self) -> float:
        """The mean delay, exactly."""
        return float(self.rounds)

    @property
    def variance(self) -> float:
        """The variance, 0."""
        return 0.0

    @property
    def bound(self) -> float:
        """The largest possible delay, exactly."""
        return self.rounds


class EquallyLikely(Law):
    """Every whole delay from `low` to `high`, both included, is equally likely."""

    low: int
    high: int

    @property
    def _count(self) -> int:
        return self.high - self.low + 1

    def quantile(self, uniforms: ArrayLike) -> Delays:
        """Give low + floor(n u) for each u of `uniforms`, with n the number of possible delays."""
        return self.low + whole(np.asarray(uniforms) * self._count)

    def cdf(self, delays: ArrayLike) -> Reals:
        """Give P(D <= d) for each whole number d of `delays`."""
        return np.clip((np.asarray(delays) - self.low + 1) / self._count, 0.0, 1.0)

    @property
    def mean(self) -> float:
        """The mean delay, exactly (low + high) / 2."""
        return (self.low + self.high) / 2

    @property
    def variance(self) -> float:
        """The variance, exactly (n^2 - 1) / 12 with n the number of possible delays."""
        return (self._count**2 - 1) / 12

    @property
    def bound(self) -> float:
        """The largest possible delay, exactly."""
        return self.high


@dataclass(frozen=True)
class Uniform(EquallyLikely):
    """Every whole delay from `low` to `high`, both included, is equally likely."""

    name = "uniform"
    low: Delay
    high: Delay

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.high < self.low:
            self.refuse("high", f"a whole number, at least {self.low}")


@dataclass(frozen=True)
class TwoPoint(Law):
    """The delay is `high` with the given `probability`, otherwise `low`."""

    name = "two_point"
    low: Delay
    high: Delay
    probability: Share

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.high < self.low:
            self.refuse("high", f"a whole number, at least {self.low}")

    def quantile(self, uniforms: ArrayLike) -> Delays:
        """Give `low` where u < 1 - probability, else `high`, for each u of `uniforms`."""
        return np.where(np.asarray(uniforms) < 1 - self.probability, self.low, self.high)

    def cdf(self, delays: ArrayLike) -> Reals:
        """Give P(D <= d) for each whole number d of `delays`."""
        delays = np.asarray(delays)
        return np.where(delays < self.high, (delays >= self.low) * (1 - self.probability), 1.0)

    @property
    def mean(self) -> float:
        """The mean delay, exactly low + probability (high - low)."""
        return self.low + self.probability * (self.high - self.low)

    @property
    def variance(self) -> float:
        """The variance, exactly probability (1 - probability) (high - low)^2."""
        return self.probability * (1 - self.probability) * (self.high - self.low) ** 2

    @property
    def bound(self) -> float:
        """The largest possible delay, exactly."""
        return self.high if self.probability > 0 else self.low


@dataclass(frozen=True)
class Packet(EquallyLikely):
    """The feedback of a packet of `size` rounds arrives at the end of its last round.

    The delay of round t, counted from 0, is size - 1 - (t mod size). Quantile function, cdf and
    moments are those of the delay of a round chosen uniformly within its packet.
    """

    name = "packet"
    low = 0
    size: Rounds

    @property
    def high(self) -> int:
        """The largest possible delay."""
        return self.size - 1

    def sample(self, uniforms: Reals, first: int = 0) -> Delays:
        """Give the delays of rounds first, first + 1, ..., whatever the `uniforms`, shape (n,)."""
        return self.size - 1 - np.arange(first, first + len(uniforms)) % self.size


@dataclass(frozen=True)
class Front(Packet):
    """The first `size` rounds are a packet; all others have no delay.

    Quantile function, cdf and moments are those of a round chosen uniformly within the packet.
    """

    name = "front"

    def sample(self, uniforms: Reals, first: int = 0) -> Delays:
        """Give the delays of rounds first, first + 1, ..., whatever the `uniforms`, shape (n,)."""
        return np.maximum(self.size - 1 - np.arange(first, first + len(uniforms)), 0)


@dataclass(frozen=True)
class Geometric(ScaleFamily):
    """A geometric delay of the given `mean` on {start, start + 1, ...}; `start` is 0 or 1.

    From 1 it counts the trials up to the first success of probability 1 / mean, from 0 the failures
    before the first success of probability 1 / (1 + mean).
    """

    name = "geometric"
    mean: float
    start: Literal[0, 1] = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (is_number(self.mean) and self.mean >= self.start):
            self.refuse("mean", f"a number, at least {self.start}")

    @property
    def _rate(self) -> float:
        """Minus the logarithm of the probability of failure."""
        success = 1 / (self.mean + 1 - self.start)
        return -math.log1p(-success) if success < 1 else POINT_MASS_RATE

    @property
    def family(self) -> tuple:
        """All geometric laws are one family."""
        return (self.name,)

    def standard(self, uniforms: Reals) -> Reals:
        """Give log(1 - u)."""
        return np.log(1 - uniforms)

    def scaled(self, standard: Reals) -> Reals:
        """Give start + log(1 - u) / log(1 - p)."""
        return self.start - standard / self._rate

    def cdf(self, delays: ArrayLike) -> Reals:
        """Give P(D <= d) for each whole number d of `delays`."""
        trials = np.maximum(np.asarray(delays) - self.start + 1, 0)
        return -np.expm1(-self._rate * trials)

    @property
    def variance(self) -> float:
        """The variance, exactly m (m + 1) with m = mean - start."""
        failures = self.mean - self.start
        return failures * (failures + 1)


@dataclass(frozen=True)
class Exponential(Law):
    """An exponential time rounded to the nearest whole number, of exactly the given `mean`.

    A time of scale s rounds to a delay of mean 1 / (2 sinh(1 / (2 s))). The s that gives `mean`
    exceeds it by about 1 / (24 mean).
    """

    name = "exponential"
    mean: Positive

    @property
    def _scale(self) -> float:
        return 0.5 / math.asinh(0.5 / self.mean)

    def quantile(self, uniforms: ArrayLike) -> Delays:
        """Give floor(1/2 - s log(1 - u)) for each u of `uniforms`."""
        return whole(0.5 - self._scale * np.log(1 - np.asarray(uniforms)))

    def cdf(self, delays: ArrayLike) -> Reals:
        """Give P(D <= d) for each whole number d of `delays`."""
        return -np.expm1(-np.maximum(np.asarray(delays) + 0.5, 0.0) / self._scale)

    @property
    def variance(self) -> float:
        """The variance, exactly m coth(1 / (2 s)) - m^2 with m the mean."""
        return self.mean / math.tanh(0.5 / self._scale) - self.mean**2
