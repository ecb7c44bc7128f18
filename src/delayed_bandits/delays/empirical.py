"""Empirical delay law of observed delays."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.types import Positive
from delayed_bandits.delays.base import Delays, Reals, ScaleFamily, whole


@dataclass(frozen=True, eq=False)
class Empirical(ScaleFamily):
    """One of the observed `delays`, each equally likely, times `scale` and rounded down.

    Parameters
    ----------
    delays : int64 array, shape (n,)
        The observations, not negative, in increasing order.
    scale : float
        Rounds per unit of the observations.
    """

    name = "criteo"
    delays: Delays
    scale: Positive

    def __post_init__(self) -> None:
        super().__post_init__()
        delays = self.delays
        if delays is None:
            raise InputError("delay law 'criteo': no Criteo delays were given; expected some")
        if delays.ndim != 1 or delays.size == 0 or not np.issubdtype(delays.dtype, np.integer):
            found = f"shape {delays.shape} and type {delays.dtype}"
            raise InputError(f"delay law 'criteo': delays have {found}; expected whole numbers")
        if delays[0] < 0 or np.any(np.diff(delays) < 0):
            raise InputError(
                "delay law 'criteo': delays are negative or out of order; "
                "expected whole numbers in increasing order, none negative"
            )

    @cached_property
    def _rounds(self) -> Delays:
        return whole(self.scale * self.delays)

    @property
    def family(self) -> tuple:
        """Laws of the same observations are one family."""
        return (self.name, id(self.delays))

    def standard(self, uniforms: Reals) -> Delays:
        """Give the observation at index floor(n u) of all n."""
        return self.delays[(uniforms * len(self.delays)).astype(np.int64)]

    def scaled(self, standard: Delays) -> Reals:
        """Give the observations times `scale`."""
        return self.scale * standard

    def cdf(self, delays: ArrayLike) -> Reals:
        """Give P(D <= d) for each whole number d of `delays`."""
        return np.searchsorted(self._rounds, delays, side="right") / len(self._rounds)

    @cached_property
    def mean(self) -> float:
        """The mean of the delays in rounds."""
        return float(self._rounds.mean())

    @cached_property
    def variance(self) -> float:
        """The variance of the delays in rounds, around their mean (divisor n)."""
        return float(self._rounds.var())

    @property
    def bound(self) -> float:
        """The largest delay in rounds."""
        return int(self._rounds[-1])
