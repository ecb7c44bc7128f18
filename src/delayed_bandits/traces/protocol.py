"""The interface of traces and views.

A trace is a bandit with all random numbers drawn before the first round. A view is the part of a
trace that a learner may read. Rounds count from 0 and are played in order. In each round the
learner makes one play, and then one read of the feedback that arrives in this round:

    pull(view, t, arm)
    for slot in arrived(view, t):
        view.round[slot], view.reward[slot]

Some traces have another function in place of `pull`. A slot is an index of late feedback in the
arrays of a view (see `slots`).

A learner must not read the fields of a view whose names begin with `hidden_`: they are for `pull`
and `arrived`. It may read all others, except `contexts` and `action_sets` of later rounds.
`n_slots` depends on delays to come: use it only as the size of arrays with an entry for each slot.

The algorithms of a setting play on the same trace in turn, so its arrays are read-only.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, Self, TypeVar

import numpy as np

from delayed_bandits.traces.slots import Slots
from delayed_bandits.traces.streams import LearnerRandomness, Streams

Seen = TypeVar("Seen", bound=tuple)


class View(Protocol):
    """A learner's view of a trace: a named tuple, which kernels accept."""

    horizon: int
    hidden_slots: Slots  # or `hidden_sums`, in a view of sums


class Trace(Protocol):
    """All random numbers of one run, except those that the learner draws."""

    horizon: int
    randomness: LearnerRandomness

    @classmethod
    def draw(cls, streams: Streams, seed: int, **parameters: Any) -> Self:
        """Return the trace of run `seed`, drawn from the paper's random streams.

        The keyword-only parameters are the keys of `trace` in a paper's YAML file, and always
        include `horizon`. Their annotations are types of `checks.types`. Raises InputError if the
        parameters do not fit together.
        """

    def start(self) -> View:
        """Return a view in which no round has been played."""

    def record(self, view: Any, report: Any) -> Any:
        """Return the arms or actions played, with the algorithm's `report` if there is one."""

    def columns(self, record: Any) -> dict[str, np.ndarray]:
        """Return the columns of a run file, shape (horizon,). One is "regret"."""


class Reported(NamedTuple):
    """The arms played, shape (horizon,), and what the learner reports."""

    arms: np.ndarray
    report: Any


class ReadOnly:
    """The base class of traces, which makes their arrays read-only."""

    uniforms = property(lambda self: self.randomness.uniforms(self.horizon))
    key = property(lambda self: self.randomness.key())

    def __post_init__(self) -> None:
        """Replace each array by a read-only view."""
        for name, value in vars(self).items():
            if isinstance(value, np.ndarray):
                object.__setattr__(self, name, read_only(value))

    def record(self, view: Any, report: Any) -> Any:
        """Return the arms played, with the learner's report if there is one."""
        return view.played if report is None else Reported(view.played, report)

    def columns(self, record: Any) -> dict[str, np.ndarray]:
        """Return the columns of a run file: only the regret, shape (horizon,)."""
        return {"regret": self.regret(record)}


def read_only(array: np.ndarray) -> np.ndarray:
    """Return a read-only view of an array."""
    # for a writable array, kernels would be compiled again
    view = array.view()
    view.flags.writeable = False
    return view


def view_of(
    kind: Callable[..., Seen], trace: object, slots: Slots | None = None, **fields: Any
) -> Seen:
    """Return a view of type `kind`. Fields not in `fields` come from slots or trace."""
    if slots is not None:
        fields |= {"hidden_slots": slots, "round": slots.round, "n_slots": slots.round.size}
        fields |= dict.fromkeys(("reward", "loss", "payoff"), slots.value)
    found = (fields[name] if name in fields else getattr(trace, name) for name in kind._fields)
    return kind(*found)
