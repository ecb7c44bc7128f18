"""Rewards received so far from the present item of each arm."""

from typing import NamedTuple

import numpy as np

from delayed_bandits.kernels.compiling import njit
from delayed_bandits.traces.k_armed.identified import IdentifiedView
from delayed_bandits.traces.k_armed.items import renewed
from delayed_bandits.traces.slots import arrived


class Received(NamedTuple):
    """The rewards received from the present item of each arm, shape (arms,)."""

    total: np.ndarray
    count: np.ndarray
    since: np.ndarray  # of int64: the first round of the present item


# Not `inlined`: references to the arrays of `renewed` and `arrived` are counted.
@njit(cache=True, forceinline=True)
def forget_retired(received: Received, view: IdentifiedView, t: int) -> np.ndarray:
    """Forget the rewards of items replaced before round t, and return their arms."""
    arms = renewed(view, t)
    for arm in arms:
        received.total[arm] = received.count[arm] = 0.0
        received.since[arm] = t
    return arms


@njit(cache=True, forceinline=True)
def receive(received: Received, view: IdentifiedView, t: int) -> np.ndarray:
    """Add rewards of present items that arrive in round t. Return all arriving slots."""
    slots = arrived(view, t)
    for slot in slots:
        arm = view.arm[slot]
        if view.round[slot] >= received.since[arm]:
            received.total[arm] += view.reward[slot]
            received.count[arm] += 1.0
    return slots
