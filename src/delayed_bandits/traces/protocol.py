"""The contract of traces and views between bandits, learners and the workflow.

A trace is a bandit with all random numbers drawn before the first round. A view is what a learner
may read of it. In every round, counted from 0 and in order, the learner plays once, with
`pull(view, t, arm)` or the equivalent of the trace, and then reads once what has arrived:

    pull(view, t, arm)
    for slot in arrived(view, t):
        view.round[slot], view.reward[slot]

No public field of a view holds an unknown parameter or feedback that has not arrived. Other fields
for `pull` and `arrived` begin with `hidden_`; learners must not read them. Three public fields hold
more: `n_slots`, the size of arrays with an entry for each slot, and contexts and action sets, of
which a learner must not read later rounds.

The algorithms of a setting play on the same trace in turn, so its arrays are read-only.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, Self, TypeVar

import numpy as np

from delayed_bandits.traces.slots import Slots
from delayed_bandits.traces.streams import LearnerRandomness, Streams

Seen = TypeVar("Seen", bound=tuple)


class View(Protocol):
    """A learner's view of a trace; a named tuple, which compiled functions can take."""

    horizon: int
    hidden_slots: Slots  # or `hidden_sums`, in a view of sums


class Trace(Protocol):
    """All random numbers of one run; those of the learner are separate."""

    horizon: int
    randomness: LearnerRandomness

    @classmethod
    def draw(cls, streams: Streams, seed: int, **parameters: Any) -> Self:
        """Draw the trace of run `seed` from the paper's random streams.

        The keyword-only parameters, annotated with the types of `checks.types`, are the keys of
        `trace` in a paper's YAML; `horizon` is one of them. InputError if parameters do not fit
        together.
        """

    def start(self) -> View:
        """Return a view in which no round has been played."""

    def record(self, view: Any, report: Any) -> Any:
        """Return the arms or actions played, with the `report` of the algorithm if any."""

    def columns(self, record: Any) -> dict[str, np.ndarray]:
        """Return the columns of a run file, each of shape (horizon,); one is `regret`."""


class Reported(NamedTuple):
    """The arms played, shape (horizon,), and the report of the learner."""

    arms: np.ndarray
    report: Any


class ReadOnly:
    """A base of traces: arrays are read-only, so that no learner changes them."""

    uniforms = property(lambda self: self.randomness.uniforms(self.horizon))
    key = property(lambda self: self.randomness.key())

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        for name, value in vars(self).items():
            if isinstance(value, np.ndarray):
                object.__setattr__(self, name, read_only(value))

    def record(self, view: Any, report: Any) -> Any:
        """Return the arms played, with the report if any."""
        return view.played if report is None else Reported(view.played, report)

    def columns(self, record: Any) -> dict[str, np.ndarray]:
        """Return the regret as the only column."""
        return {"regret": self.regret(record)}


def read_only(array: np.ndarray) -> np.ndarray:
    """Return a read-only view: kernels are compiled once, for one type of array."""
    view = array.view()
    view.flags.writeable = False
    return view


def view_of(
    kind: Callable[..., Seen], trace: object, slots: Slots | None = None, **fields: Any
) -> Seen:
    """Return a view; fields not given come from the `slots` and the trace."""
    if slots is not None:
        fields |= {"hidden_slots": slots, "round": slots.round, "n_slots": slots.round.size}
        fields |= dict.fromkeys(("reward", "loss", "payoff"), slots.value)
    found = (fields[name] if name in fields else getattr(trace, name) for name in kind._fields)
    return kind(*found)
