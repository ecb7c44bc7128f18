"""Delay distributions with a quantile function in closed form.

The last bit of NumPy's logarithms and powers may depend on the processor. So two machines may draw
different delays if a uniform is within about 1e-14 of a jump of the cdf.
"""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from delayed_bandits.checks.schema import is_number
from delayed_bandits.checks.types import Delay, Positive, Rounds, Share
from delayed_bandits.delays.base import Delays, Distribution, Reals, ScaleFamily, whole

POINT_MASS_RATE = 1000.0  # at this rate a geometric time is 1 for every uniform below 1


class EquallyLikely(Distribution):
    """Every whole delay from `low` to `high`, both included, is equally likely."""

    low: int
    high: int
    _count = property(lambda self: self.high - self.low + 1)
    mean = property(lambda self: (self.low + self.high) / 2)
    variance = property(lambda self: (self._count**2 - 1) / 12)
    bound = property(lambda self: self.high)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.high < self.low:
            self.refuse("high", f"a whole number, at least {self.low}")

    def quantile(self, uniforms: ArrayLike) -> Delays:
        return self.low + whole(np.asarray(uniforms) * self._count)

    def cdf(self, delays: ArrayLike) -> Reals:
        return np.clip((np.asarray(delays) - self.low + 1) / self._count, 0.0, 1.0)


@dataclass(frozen=True)
class Constant(EquallyLikely):
    """Every delay is `rounds` rounds."""

    name = "constant"
    rounds: Delay
    low = high = property(lambda self: self.rounds)

    def quantile(self, uniforms: ArrayLike) -> Delays:
        return np.full(np.shape(uniforms), self.rounds, np.int64)


@dataclass(frozen=True)
class Uniform(EquallyLikely):
    """A delay uniform on the whole numbers from `low` to `high`, both included."""

    name = "uniform"
    low: Delay
    high: Delay


@dataclass(frozen=True)
class Batch(EquallyLikely):
    """Rounds form batches of `size`, and all feedback of a batch arrives at its end.

    Quantiles, cdf, mean and variance are for a round drawn uniformly from a batch.
    """

    name = "batch"
    size: Rounds
    low = 0
    high = property(lambda self: self.size - 1)

    def sample(self, uniforms: Reals, first: int = 0) -> Delays:
        return self.size - 1 - np.arange(first, first + len(uniforms)) % self.size


@dataclass(frozen=True)
class Front(Batch):
    """The first `size` rounds are one batch. All later rounds have delay 0."""

    name = "front"

    def sample(self, uniforms: Reals, first: int = 0) -> Delays:
        return np.maximum(self.size - 1 - np.arange(first, first + len(uniforms)), 0)


@dataclass(frozen=True)
class TwoPoint(Distribution):
    """The delay is `high` rounds with the given `probability`, or else `low` rounds."""

    name = "two_point"
    low: Delay
    high: Delay
    probability: Share
    mean = property(lambda self: self.low + self.probability * (self.high - self.low))
    bound = property(lambda self: self.high if self.probability > 0 else self.low)
    _share = property(lambda self: self.probability * (1 - self.probability))
    variance = property(lambda self: self._share * (self.high - self.low) ** 2)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.high < self.low:
            self.refuse("high", f"a whole number, at least {self.low}")

    def quantile(self, uniforms: ArrayLike) -> Delays:
        return np.where(np.asarray(uniforms) < 1 - self.probability, self.low, self.high)

    def cdf(self, delays: ArrayLike) -> Reals:
        delays = np.asarray(delays)
        return np.where(delays < self.high, (delays >= self.low) * (1 - self.probability), 1.0)


@dataclass(frozen=True)
class Geometric(ScaleFamily):
    """A geometric delay with the given `mean`. The shortest delay is `start`, 0 or 1.

    If `start` is 1, the delay is the number of trials up to the first success. If `start` is 0, it
    is the number of failures before the first success.
    """

    name = "geometric"
    mean: float
    start: Literal[0, 1] = 1
    variance = property(lambda self: (self.mean - self.start) * (self.mean - self.start + 1))

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (is_number(self.mean) and self.mean >= self.start):
            self.refuse("mean", f"a number, at least {self.start}")

    @property
    def _rate(self) -> float:  # minus the logarithm of the probability of failure
        success = 1 / (self.mean + 1 - self.start)
        return -math.log1p(-success) if success < 1 else POINT_MASS_RATE

    def standard(self, uniforms: Reals) -> Reals:
        return np.log(1 - uniforms)

    def scaled(self, standard: Reals) -> Reals:
        return self.start - standard / self._rate

    def cdf(self, delays: ArrayLike) -> Reals:
        trials = np.maximum(np.asarray(delays) - self.start + 1, 0)
        return -np.expm1(-self._rate * trials)


@dataclass(frozen=True)
class Exponential(ScaleFamily):
    """An exponential time rounded to whole rounds. `mean` is the mean after rounding.

    Let s be the mean before rounding, and h = 1 / (2 s). After rounding, the mean is 1 / (2 sinh h)
    and the variance is mean coth(h) - mean^2.
    """

    name = "exponential"
    mean: Positive
    _scale = property(lambda self: 0.5 / math.asinh(0.5 / self.mean))
    variance = property(lambda self: self.mean / math.tanh(0.5 / self._scale) - self.mean**2)

    def standard(self, uniforms: Reals) -> Reals:
        return np.log(1 - uniforms)

    def scaled(self, standard: Reals) -> Reals:
        return 0.5 - self._scale * standard

    def cdf(self, delays: ArrayLike) -> Reals:
        return -np.expm1(-np.maximum(np.asarray(delays) + 0.5, 0.0) / self._scale)


@dataclass(frozen=True)
class Pareto(ScaleFamily):
    """A Pareto time rounded up: ceil(minimum (1 - U)^(-1 / shape)), with U uniform.

    The mean is infinite if shape <= 1, and the variance is infinite if shape <= 2.
    """

    name = "pareto"
    shape: Positive
    minimum: Positive
    family = property(lambda self: (self.name, self.shape))
    mean = property(lambda self: math.ceil(self.minimum) + self._tail(0))

    def standard(self, uniforms: Reals) -> Reals:
        # a root takes a tenth of the time of a power, and rounds correctly
        return np.sqrt(1 - uniforms) if self.shape == 2 else (1 - uniforms) ** (1 / self.shape)

    def scaled(self, standard: Reals) -> Reals:
        with np.errstate(divide="ignore", over="ignore"):
            return self.minimum / standard + 1

    def cdf(self, delays: ArrayLike) -> Reals:
        return 1 - (self.minimum / np.maximum(delays, self.minimum)) ** self.shape

    @property
    def variance(self) -> float:
        """The variance of the delay, which is infinite if shape <= 2."""
        if self.shape <= 2:
            return math.inf
        # E[D^2] is the sum of (2 d + 1) P(D > d) over d >= 0
        square = math.ceil(self.minimum) ** 2 + 2 * self._tail(1) + self._tail(0)
        return square - self.mean**2

    def _tail(self, power: int) -> float:  # the sum of d^power P(D > d) over d >= minimum
        first = math.ceil(self.minimum)
        return self.minimum**power * power_sum(self.minimum, first, self.shape - power)


def power_sum(scale: float, start: int, s: float) -> float:
    """Return the sum of (scale / k)^s over all whole numbers k >= start >= 1.

    It is infinite if s <= 1. Otherwise it is computed by Euler-Maclaurin summation.
    """
    if s <= 1:
        return math.inf
    n = max(start, 20 + math.ceil(30 * s))
    head = math.fsum((scale / k) ** s for k in range(start, n))
    corrections = s / 12 / n - s * (s + 1) * (s + 2) / 720 / n**3
    return head + (scale / n) ** s * (n / (s - 1) + 0.5 + corrections)
