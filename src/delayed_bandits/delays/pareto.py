"""Pareto delay law, heavy-tailed, with powers of NumPy as in `closed_forms`."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from delayed_bandits.checks.types import Positive
from delayed_bandits.delays.base import Reals, ScaleFamily


@dataclass(frozen=True)
class Pareto(ScaleFamily):
    """A Pareto time rounded up: D = ceil(minimum (1 - U)^(-1 / shape)).

    Where the time is itself whole, which has probability zero, the delay is one round more.
    """

    name = "pareto"
    shape: Positive
    minimum: Positive

    @property
    def family(self) -> tuple:
        """Name and shape, which the laws of a family share."""
        return (self.name, self.shape)

    def standard(self, uniforms: Reals) -> Reals:
        """Give (1 - u)^(1 / shape)."""
        beyond = 1 - uniforms
        if self.shape == 2:  # takes a tenth of the time, and is rounded correctly
            return np.sqrt(beyond)
        return beyond ** (1 / self.shape)

    def scaled(self, standard: Reals) -> Reals:
        """Give minimum (1 - u)^(-1 / shape) + 1."""
        with np.errstate(divide="ignore", over="ignore"):
            return self.minimum / standard + 1

    def cdf(self, delays: ArrayLike) -> Reals:
        """Give P(D <= d) for each whole number d of `delays`: 1 - (minimum / d)^shape above it."""
        return 1 - (self.minimum / np.maximum(delays, self.minimum)) ** self.shape

    @property
    def mean(self) -> float:
        """The mean delay, the sum of P(D > d) over d >= 0; infinite if shape <= 1."""
        return math.ceil(self.minimum) + self._tail(0)

    @property
    def variance(self) -> float:
        """The variance, from E[D^2] = the sum of (2 d + 1) P(D > d); infinite if shape <= 2."""
        if self.shape <= 2:
            return math.inf
        square = math.ceil(self.minimum) ** 2 + 2 * self._tail(1) + self._tail(0)
        return square - self.mean**2

    def _tail(self, power: int) -> float:
        """Sum d^power P(D > d) over d >= minimum."""
        first = math.ceil(self.minimum)
        return self.minimum**power * power_sum(self.minimum, first, self.shape - power)


def power_sum(scale: float, start: int, s: float) -> float:
    """Sum (scale / k)^s over whole k >= start >= 1; infinite if s <= 1.

    This is scale^s times Hurwitz's zeta(s, start), by Euler-Maclaurin summation. Terms are added
    one by one until the first correction left out is below 1e-11 of the sum.
    """
    if s <= 1:
        return math.inf
    n = max(start, 20 + math.ceil(30 * s))
    head = math.fsum((scale / k) ** s for k in range(start, n))
    corrections = s / 12 / n - s * (s + 1) * (s + 2) / 720 / n**3
    return head + (scale / n) ** s * (n / (s - 1) + 0.5 + corrections)
