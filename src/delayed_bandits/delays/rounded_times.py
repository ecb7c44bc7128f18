"""Weibull and lognormal delays, and delays of feedback that may never arrive."""

import math
from abc import abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from delayed_bandits.checks.types import Positive, Share
from delayed_bandits.delays.base import NEVER, Delays, Distribution, Reals, ScaleFamily

SUMMED = 4096  # moments sum over delays below this; from here on, they use the unrounded time


class RoundedTime(ScaleFamily):
    """A delay D that is a continuous time X, rounded to the nearest whole number."""

    @abstractmethod
    def survival(self, times: Reals) -> Reals:
        """Return P(X > x) for each x >= 0 of `times`."""

    @abstractmethod
    def partial_moment(self, power: int, start: float) -> float:
        """Return E[X^power 1{X > start}], the moment restricted to X > start."""

    def cdf(self, delays: ArrayLike) -> Reals:
        delays = np.asarray(delays)
        return np.where(delays < 0, 0.0, 1 - self.survival(np.maximum(delays, 0) + 0.5))

    def _moment(self, power: int) -> float:
        """Return the moment E[D^power] of the delay."""
        # the sum of ((d + 1)^power - d^power) P(D > d) over d >= 0
        d = np.arange(float(SUMMED))
        beyond = self.survival(np.append(d + 0.5, SUMMED))
        steps = (d + 1) ** power - d**power
        rest = self.partial_moment(power, SUMMED) - SUMMED**power * beyond[-1]
        return float(np.sum(steps * beyond[:-1]) + rest)

    mean = property(lambda self: self._moment(1))
    variance = property(lambda self: self._moment(2) - self._moment(1) ** 2)


@dataclass(frozen=True)
class Weibull(RoundedTime):
    """A Weibull time X, rounded. Before rounding, P(X > x) = exp(-(x / scale)^shape)."""

    name = "weibull"
    scale: Positive
    shape: Positive
    family = property(lambda self: (self.name, self.shape))

    def standard(self, uniforms: Reals) -> Reals:
        return (-np.log(1 - uniforms)) ** (1 / self.shape)

    def scaled(self, standard: Reals) -> Reals:
        return 0.5 + self.scale * standard

    def survival(self, times: Reals) -> Reals:
        return np.exp(-((times / self.scale) ** self.shape))

    def partial_moment(self, power: int, start: float) -> float:
        from scipy.special import gamma, gammaincc  # slow to import; simulations do without

        a = 1 + power / self.shape
        return self.scale**power * gamma(a) * gammaincc(a, (start / self.scale) ** self.shape)


@dataclass(frozen=True)
class LogNormal(RoundedTime):
    """A rounded lognormal time, exp(N(log(median), sigma^2))."""

    name = "lognormal"
    median: Positive
    sigma: Positive
    family = property(lambda self: (self.name, self.sigma))

    def standard(self, uniforms: Reals) -> Reals:
        from scipy.special import ndtri  # slow to import; other distributions do without

        return np.exp(self.sigma * ndtri(uniforms))

    def scaled(self, standard: Reals) -> Reals:
        return 0.5 + self.median * standard

    def survival(self, times: Reals) -> Reals:
        from scipy.special import ndtr

        return ndtr(np.log(self.median / np.asarray(times)) / self.sigma)

    def partial_moment(self, power: int, start: float) -> float:
        from scipy.special import ndtr

        z = math.log(start / self.median) / self.sigma
        whole = self.median**power * math.exp((power * self.sigma) ** 2 / 2)
        return whole * float(ndtr(power * self.sigma - z))


@dataclass(frozen=True)
class Lossy(Distribution):
    """Feedback is lost with probability `lost`, and else has a delay drawn from `of`."""

    name = "lossy"
    of: Distribution
    lost: Share
    mean = property(lambda self: math.inf if self.lost else self.of.mean)
    variance = property(lambda self: math.inf if self.lost else self.of.variance)
    bound = property(lambda self: math.inf if self.lost else self.of.bound)

    def _kept(self, uniforms: ArrayLike) -> tuple[Reals, np.ndarray]:
        """Return uniforms from which `of` draws delays, and whether the feedback arrives."""
        uniforms = np.asarray(uniforms, float)
        arrives = uniforms < 1 - self.lost
        return np.where(arrives, uniforms / (1 - self.lost or 1), 0.0), arrives

    def quantile(self, uniforms: ArrayLike) -> Delays:
        inner, arrives = self._kept(uniforms)
        return np.where(arrives, self.of.quantile(inner), NEVER)

    def sample(self, uniforms: Reals, first: int = 0) -> Delays:
        inner, arrives = self._kept(uniforms)
        return np.where(arrives, self.of.sample(inner, first), NEVER)

    def cdf(self, delays: ArrayLike) -> Reals:
        return (1 - self.lost) * self.of.cdf(delays)
