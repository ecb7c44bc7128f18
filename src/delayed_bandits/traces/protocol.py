"""The contract of traces and views, between bandits, learners and the workflow.

A trace is a bandit with all its random numbers drawn before the first round. A view is what a
learner may know of it. In every round, counted from 0 and in order, the learner plays once, with
`pull(view, t, arm)` or what the trace has instead, and then reads once what has arrived:

    pull(view, t, arm)
    for slot in arrived(view, t):
        view.round[slot], view.reward[slot]

No public field of a view holds an unknown parameter or anything that has not arrived. What `pull`
and `arrived` need besides is called `hidden_`, and learners must not read it. Three public fields
hold more: `n_slots`, the size of arrays with an entry for each slot, and the contexts and action
sets, of which a learner must not read those of later rounds.

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
    hidden_slots: Slots  # a view of sums has `hidden_sums` instead


class Trace(Protocol):
    """Everything random about one run; the learner's randomness is apart from the rest."""

    horizon: int
    randomness: LearnerRandomness

    @classmethod
    def draw(cls, streams: Streams, seed: int, **parameters: Any) -> Self:
        """Draw the trace of run `seed` from the paper's random streams.

        The parameters are keyword-only and annotated with the types of `checks.types`: they are the
        keys of `trace` in a paper's YAML. `horizon` is one of them. Parameters that do not fit
        together are an InputError.
        """

    def start(self) -> View:
        """Begin a replay; return a view in which nothing has been played."""

    def record(self, view: Any, report: Any) -> Any:
        """Return what was played, and what the algorithm `report`s besides (None for most)."""

    def columns(self, record: Any) -> dict[str, np.ndarray]:
        """Compute the columns of a run file, each of shape (horizon,); `regret` is one of them."""


class Reported(NamedTuple):
    """The arms played, shape (horizon,), and what the learner reports besides."""

    arms: np.ndarray
    report: Any


class ReadOnly:
    """What traces share: their arrays cannot be written to, so that no learner changes them."""

    uniforms = property(lambda self: self.randomness.uniforms(self.horizon))
    key = property(lambda self: self.randomness.key())

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        for name, value in vars(self).items():
            if isinstance(value, np.ndarray):
                object.__setattr__(self, name, read_only(value))

    def record(self, view: Any, report: Any) -> Any:
        """Return the arms played, with the report if there is one."""
        return view.played if report is None else Reported(view.played, report)

    def columns(self, record: Any) -> dict[str, np.ndarray]:
        """Compute the regret."""
        return {"regret": self.regret(record)}


def read_only(array: np.ndarray) -> np.ndarray:
    """Return the array so that it cannot be written to; kernels are compiled for all such alike."""
    view = array.view()
    view.flags.writeable = False
    return view


def view_of(
    kind: Callable[..., Seen], trace: object, slots: Slots | None = None, **fields: Any
) -> Seen:
    """Make a view; the fields that are not given are those of the `slots` and of the trace."""
    if slots is not None:
        fields |= {"hidden_slots": slots, "round": slots.round, "n_slots": slots.round.size}
        fields |= dict.fromkeys(("reward", "loss", "payoff"), slots.value)
    found = (fields[name] if name in fields else getattr(trace, name) for name in kind._fields)
    return kind(*found)
