"""Empirical delay distributions: of the Criteo data, or of a user's click log."""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion
from delayed_bandits.checks.types import Positive
from delayed_bandits.delays.base import Delays, LogDelays, Reals, ScaleFamily, whole

ArmName = Annotated[str | None, {"type": ["string", "null"]}]
Rank = Annotated[int | None, {"type": ["integer", "null"], "minimum": 1}]


class Observed(ScaleFamily):
    """A delay drawn uniformly from `delays`, multiplied by `scale` and rounded down."""

    delays: Delays  # not negative, in increasing order; shape (n,)
    scale: float
    family = property(lambda self: (self.name, id(self.delays)))
    bound = property(lambda self: int(self._rounds[-1]))

    @cached_property
    def _rounds(self) -> Delays:
        return whole(self.scale * self.delays)

    def standard(self, uniforms: Reals) -> Delays:
        """Return the quantiles of the observed delays, in seconds, at `uniforms`."""
        return self.delays[(uniforms * len(self.delays)).astype(np.int64)]

    def scaled(self, standard: Delays) -> Reals:
        return self.scale * standard

    def cdf(self, delays: ArrayLike) -> Reals:
        return np.searchsorted(self._rounds, delays, side="right") / len(self._rounds)

    mean = cached_property(lambda self: float(self._rounds.mean()))
    variance = cached_property(lambda self: float(self._rounds.var()))


@dataclass(frozen=True, eq=False)
class Empirical(Observed):
    """A delay drawn uniformly from Criteo's delays. `scale` is the number of rounds per second."""

    name = "criteo"
    delays: Delays
    scale: Positive

    def __post_init__(self) -> None:
        if self.delays is None:
            fault = "no delays were passed. Pass seconds, such as results/criteo/delays.parquet."
            raise InputError(f"delay distribution 'criteo': {fault}")
        super().__post_init__()


@dataclass(frozen=True, eq=False)
class Logged(Observed):
    """A delay drawn uniformly from a click log, of all arms or of one (`arm` or `rank`).

    `arm` is the name of an arm. `rank` is its rank, which is 1 for the arm with the most rows.
    """

    name = "log"
    log: LogDelays
    scale: Positive
    arm: ArmName = None
    rank: Rank = None
    delays = property(lambda self: self.log[self.arm if self.rank is None else self.rank])

    def __post_init__(self) -> None:
        if self.log is None:
            fault = "no log was given. Give one: log: FILE in config.yaml"
            raise InputError(f"delay distribution 'log': {fault}")
        if self.arm is not None and self.rank is not None:
            raise InputError("delay distribution 'log': arm and rank are given. Remove one.")
        try:
            self.delays  # noqa: B018
        except KeyError:
            names = [name for name in self.log if isinstance(name, str)]
            if self.rank is not None:
                self.refuse("rank", f"1 to {len(names)}, the number of arms with conversions")
            fault = f"arm is {self.arm!r}. {suggestion(str(self.arm), names)}"
            raise InputError(f"delay distribution 'log': {fault}") from None
        super().__post_init__()
