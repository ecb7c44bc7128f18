"""The base of delay distributions: quantiles, cdf, moments and samples.

A delay D is a whole number of rounds. The quantile of u in [0, 1) is the smallest d with P(D <= d)
> u. So quantile(U) is distributed like D if U is uniform, and shared uniforms couple distributions.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from delayed_bandits.checks.build import Described
from delayed_bandits.kernels.compiling import njit

NEVER = 2**62  # the largest delay: the feedback never arrives
Delays = NDArray[np.int64]
LogDelays = Mapping[str | int | None, Delays]
"""Delays by the arm's name, and by its rank (1 has the most rows); under None those of all arms."""
Reals = NDArray[np.float64]

CHUNK = 2**14  # rounds drawn at a time: arrays fit into the processor's cache


class Distribution(Described, ABC):
    """A probability distribution of delays on {0, 1, 2, ...}."""

    what = "delay distribution"

    # moments of the delay, in rounds; infinite if they do not exist
    mean: float
    variance: float
    bound: float = math.inf  # the largest possible delay

    @abstractmethod
    def quantile(self, uniforms: ArrayLike) -> Delays:
        """Return the delay quantile, in rounds, for each u of `uniforms` in [0, 1)."""

    @abstractmethod
    def cdf(self, delays: ArrayLike) -> Reals:
        """Return P(D <= d) for each whole number d of rounds in `delays`."""

    def sample(self, uniforms: Reals, first: int = 0) -> Delays:  # noqa: ARG002
        """Return the delays of the n rounds from `first` on, from uniforms of shape (n,)."""
        return self.quantile(uniforms)


class ScaleFamily(Distribution):
    """A distribution whose quantiles are those of a shared `family`, scaled."""

    family = property(lambda self: (self.name,))  # the key of the values of `standard`

    @abstractmethod
    def standard(self, uniforms: Reals) -> Reals:
        """Return the values at `uniforms` that all distributions of the family share."""

    @abstractmethod
    def scaled(self, standard: Reals) -> Reals:
        """Return the delays, before rounding down, for values from `standard`."""

    def quantile(self, uniforms: ArrayLike) -> Delays:
        return whole(self.scaled(self.standard(np.asarray(uniforms))))


def sample_horizon(
    distributions: Sequence[Distribution], uniforms: Generator, out: NDArray[np.int32]
) -> None:
    """Write all rounds' delays to `out`, int32 of shape (distributions, horizon).

    Delays, in rounds, are capped at the horizon. All distributions use the same uniform in a round.
    """
    horizon = out.shape[1]
    for first in range(0, horizon, CHUNK):
        part = out[:, first : first + CHUNK]
        drawn = uniforms.random(part.shape[1])
        standards: dict[tuple, Reals] = {}
        for one, row in zip(distributions, part, strict=True):
            if isinstance(one, ScaleFamily):  # half of the time if arms differ in distribution
                if one.family not in standards:
                    standards[one.family] = one.standard(drawn)
                sampled = one.scaled(standards[one.family])
            else:
                sampled = one.sample(drawn, first)
            _cap(sampled, horizon, row)


@njit(cache=True)
def _cap(delays: Delays | Reals, horizon: int, out: NDArray[np.int32]) -> None:
    """Write delays, rounded down and capped at the horizon, into `out`."""
    for i in range(delays.size):
        out[i] = min(delays[i], horizon)


def whole(values: Reals) -> Delays:
    """Return non-negative `values` as whole delays (rounded down), at most `NEVER`."""
    return np.minimum(values, NEVER).astype(np.int64)
