"""What a trace and a view must offer: the contract between worlds, learners and the workflow.

A trace is a world with all its chance drawn before the first round. A view is what a learner may
know of it: it plays with `pull(view, t, arm)`, or what its world has instead, and then reads what
has arrived:

    pull(view, t, arm)
    for slot in arrived(view, t):
        view.round[slot], view.reward[slot]

No public field of a view holds a parameter of the world or anything that has not arrived; what has
to be there for `pull` and `arrived` is called `hidden_`. The exceptions are not of the world's
making: `n_slots`, the size of arrays with an entry for each slot, and the contexts and action sets,
which are to be read from their own round on.
"""

from typing import Any, Protocol, Self

import numpy as np

from delayed_bandits.traces.slots import Slots
from delayed_bandits.traces.streams import LearnerRandomness, Streams


class View(Protocol):
    """What a learner plays against; a named tuple, which compiled functions can take.

    Attributes
    ----------
    horizon : int
        Number of rounds, which count from 0.
    hidden_slots : Slots
        The feedback that is outstanding; a view of sums has `hidden_sums` instead, since nothing
        says which rounds a sum is of.
    """

    horizon: int
    hidden_slots: Slots


class Trace(Protocol):
    """Everything random about one replication.

    Attributes
    ----------
    horizon : int
        Number of rounds.
    randomness : LearnerRandomness
        The learner's random numbers, apart from those of the world.
    """

    horizon: int
    randomness: LearnerRandomness

    @classmethod
    def draw(cls, streams: Streams, seed: int, **parameters: Any) -> Self:
        """Draw the trace of replication `seed`.

        The parameters are keyword-only and annotated with the types of `checks.types`: they are the
        keys of `trace` in a paper's YAML. `horizon` is one of them.

        Raises
        ------
        InputError
            If the parameters do not fit together.
        """

    def start(self) -> View:
        """Begin a replay: a view in which nothing has been played."""

    def record(self, view: Any, report: Any) -> Any:
        """Give what was played, and what the algorithm `report`s besides (None for most)."""

    def columns(self, record: Any) -> dict[str, np.ndarray]:
        """Compute what a run file records, each of shape (horizon,); `regret` is one of them."""
