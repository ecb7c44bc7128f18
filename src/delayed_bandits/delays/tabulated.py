"""Delay distributions whose quantiles are looked up in a table of P(D <= d).

A table covers all delays that a uniform of 53 bits can give: the probability beyond each end is
below 2^-53. Tables use `math` functions and plain sums, so they do not depend on the processor's
vector unit.

The quantile of u is the first row of the table with a probability above u. A guide table shortens
the search (Chen and Asau 1974). It cuts [0, 1) into equal cells, and stores the quantile of each
cell's lower end. The search starts there and goes up the table row by row.
"""

import math
from abc import abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from delayed_bandits.checks.types import NonNegative, Positive
from delayed_bandits.delays.base import Delays, Distribution, Reals
from delayed_bandits.kernels.compiling import njit

TAIL = 40.0  # tables omit a probability of at most exp(-TAIL) at either end; 2^-53 is exp(-36.7)
DEVIATIONS = 9.0  # |N(0, 1)| is below this with probability above 1 - exp(-TAIL)
MOST = 10_000_000  # rows of a table; more take minutes and gigabytes
CELLS = 1024  # fewest cells of a guide: a search in a small table then rarely has to walk


class Table(NamedTuple):
    """A table of P(D <= d) for d = low, low + 1, .... Its last entry is exactly 1."""

    low: int
    cdf: Reals


class Tabulated(Distribution):
    """A delay distribution whose quantiles are looked up in `table`."""

    @cached_property
    @abstractmethod
    def table(self) -> Table:
        """The table of P(D <= d) for all delays d that can occur."""

    @cached_property
    def guide(self) -> NDArray[np.int32]:
        """The guide table, shape (cells,): the row where the search in each cell starts."""
        cdf = self.table.cdf
        cells = max(CELLS, 2 ** (len(cdf) - 1).bit_length())
        starts = np.arange(cells) / cells
        return np.searchsorted(cdf, starts, side="right").astype(np.int32)

    def quantile(self, uniforms: ArrayLike) -> Delays:
        uniforms = np.asarray(uniforms, float)
        delays = _search(*self.table, self.guide, uniforms.ravel())
        return delays.reshape(uniforms.shape)[()]  # a scalar for a scalar

    def cdf(self, delays: ArrayLike) -> Reals:
        low, cdf = self.table
        rows = np.asarray(delays) - low
        return np.where(rows < 0, 0.0, cdf[np.clip(rows, 0, len(cdf) - 1)])

    def _limited(self, field: str, low: int, high: int) -> tuple[int, int]:
        if high - low > MOST:
            self.refuse(field, f"a value with which at most {MOST:.0e} different delays occur")
        return low, high


@dataclass(frozen=True)
class Poisson(Tabulated):
    """A Poisson delay of the given `mean`."""

    name = "poisson"
    mean: NonNegative
    variance = property(lambda self: self.mean)

    @cached_property
    def table(self) -> Table:
        """The table of P(D <= d), summed from both ends towards the mode for accuracy."""
        low, high = self._limited("mean", *_reach(self.mean))
        mode = math.floor(self.mean)
        # multiples of P(D = mode), first of P(D = d) and then of the sums
        above = np.cumprod(self.mean / np.arange(mode + 1.0, high + 1))
        below = np.cumprod(1 / (self.mean / np.arange(float(mode), low, -1)))
        up_to = np.cumsum(np.append(below[::-1], 1.0))
        beyond = np.append(np.cumsum(above[::-1])[::-1], 0.0)
        total = up_to[-1] + beyond[0]
        return _ending_at_one(low, np.append(up_to[:-1] / total, 1 - beyond / total))


@dataclass(frozen=True)
class HalfNormal(Tabulated):
    """The absolute value of N(0, scale^2), rounded to the nearest whole number."""

    name = "half_normal"
    scale: Positive
    mean = cached_property(lambda self: self._moment(1, 0.0))
    variance = cached_property(lambda self: self._moment(2, self.mean))

    @cached_property
    def table(self) -> Table:
        unit = self.scale * math.sqrt(2)
        low, high = self._limited("scale", 0, math.ceil(DEVIATIONS * self.scale))
        return _ending_at_one(low, [math.erf((d + 0.5) / unit) for d in range(low, high + 1)])

    def _moment(self, power: int, centre: float) -> float:
        """Return E[(D - centre)^power], computed from the table."""
        low, cdf = self.table
        delays = low + np.arange(len(cdf))
        return float(np.sum((delays - centre) ** power * np.diff(cdf, prepend=0.0)))


@njit(cache=True)
def _search(low: int, cdf: Reals, guide: NDArray[np.int32], uniforms: Reals) -> Delays:
    delays = np.empty(uniforms.size, np.int64)
    for i in range(uniforms.size):  # unsigned rows: Numba tests whether a signed index is negative
        row = np.uint64(guide[np.uint64(int(uniforms[i] * guide.size))])
        while cdf[row] <= uniforms[i]:
            row += np.uint64(1)
        delays[i] = low + np.int64(row)
    return delays


def _reach(mean: float) -> tuple[int, int]:
    """Return two delays. The Poisson tail beyond each is at most exp(-TAIL)."""
    spread = math.sqrt(2 * mean * TAIL)
    return max(0, math.floor(mean - spread)), math.ceil(mean + spread + TAIL)


def _ending_at_one(low: int, cdf: ArrayLike) -> Table:
    """Set the last value of `cdf` to 1, and return the table up to its first 1."""
    cdf = np.array(cdf)
    cdf[-1] = 1.0
    return Table(low, cdf[: np.searchsorted(cdf, 1.0) + 1])
