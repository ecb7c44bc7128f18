"""The base classes of delay distributions.

A delay D is a whole number of rounds. The quantile of u in [0, 1) is the smallest d for which
P(D <= d) exceeds u. If U is uniform on [0, 1), quantile(U) has the distribution of D.
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
"""Sorted delays. A key is an arm's name, its rank (1 has the most rows), or None for all arms."""
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
        """Return the quantiles of the delay, in rounds, at `uniforms` in [0, 1)."""

    @abstractmethod
    def cdf(self, delays: ArrayLike) -> Reals:
        """Return P(D <= d) for each d in `delays`."""

    def sample(self, uniforms: Reals, first: int = 0) -> Delays:  # noqa: ARG002
        """Return the delays of rounds `first`, `first` + 1, ..., one for each uniform."""
        return self.quantile(uniforms)


class ScaleFamily(Distribution):
    """A delay that is a standard random variable, rescaled and then rounded down.

    Distributions of equal `family` rescale the same standard random variable.
    """

    family = property(lambda self: (self.name,))  # if equal, `standard` returns the same values

    @abstractmethod
    def standard(self, uniforms: Reals) -> Reals:
        """Return the quantiles of the standard random variable at `uniforms`."""

    @abstractmethod
    def scaled(self, standard: Reals) -> Reals:
        """Return the quantiles `standard`, rescaled to delays but not yet rounded."""

    def quantile(self, uniforms: ArrayLike) -> Delays:
        return whole(self.scaled(self.standard(np.asarray(uniforms))))


def sample_horizon(
    distributions: Sequence[Distribution], uniforms: Generator, out: NDArray[np.int32]
) -> None:
    """Draw a delay for every distribution and round, and write it to `out`.

    `out` is int32 of shape (distributions, horizon). Delays are in rounds, and at most the horizon.
    In each round all distributions use the same uniform.
    """
    horizon = out.shape[1]
    for first in range(0, horizon, CHUNK):
        part = out[:, first : first + CHUNK]
        drawn = uniforms.random(part.shape[1])
        standards: dict[tuple, Reals] = {}
        for one, row in zip(distributions, part, strict=True):
            if isinstance(one, ScaleFamily):  # takes half the time if arms differ in scale only
                if one.family not in standards:
                    standards[one.family] = one.standard(drawn)
                sampled = one.scaled(standards[one.family])
            else:
                sampled = one.sample(drawn, first)
            _cap(sampled, horizon, row)


@njit(cache=True)
def _cap(delays: Delays | Reals, horizon: int, out: NDArray[np.int32]) -> None:
    """Write delays to `out`, rounded down and capped at the horizon."""
    for i in range(delays.size):
        out[i] = min(delays[i], horizon)


def whole(values: Reals) -> Delays:
    """Return non-negative `values`, rounded down to whole delays of at most `NEVER`."""
    return np.minimum(values, NEVER).astype(np.int64)
