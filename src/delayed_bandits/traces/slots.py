"""Slots for feedback that is on its way.

A slot is a small number, free again once its feedback has arrived, under which a learner keeps what
it needs to know of the round; so memory grows with the number of rounds that are outstanding at one
time, and not with the horizon.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from delayed_bandits.kernels.compiling import inlined

NONE = -1
"""Stands where there is no slot."""


class Slots(NamedTuple):
    """Which slots are free, and which arrive when.

    Attributes
    ----------
    last : ndarray of int32, shape (horizon,)
        The slot played last of those that arrive at the end of each round.
    before : ndarray of int32, shape (slots,)
        The slot that arrives at the same time and was played before this one.
    free : ndarray of int32, shape (slots,)
        The first `count[0]` are free.
    count : ndarray of int64, shape (1,)
    """

    last: np.ndarray
    before: np.ndarray
    free: np.ndarray
    count: np.ndarray


def slots_for(delays: np.ndarray) -> Slots:
    """Make as many slots as can be in use at one time.

    Parameters
    ----------
    delays : ndarray of int32, shape (1, horizon) or (arms, horizon)
        In rounds, of all arms or of each.
    """
    number = _most_outstanding(delays.max(axis=0) if len(delays) > 1 else delays[0])
    return slots_of(delays.shape[1], number)


def slots_of(horizon: int, number: int) -> Slots:
    """Make a number of slots for feedback of a horizon."""
    return Slots(
        last=np.full(horizon, NONE, np.int32),
        before=np.empty(number, np.int32),
        free=np.arange(number, dtype=np.int32)[::-1].copy(),
        count=np.array([number]),
    )


def experienced_delay(delays: np.ndarray) -> int:
    """Sum over all rounds of how many before are outstanding.

    Parameters
    ----------
    delays : ndarray of int32, shape (horizon,)
    """
    return int(np.minimum(delays, np.arange(delays.size)[::-1]).sum())


@njit(cache=True)
def _most_outstanding(delays: np.ndarray) -> int:
    """The most rounds whose feedback can be on its way at one time, if these are the longest."""
    horizon = delays.size
    arrivals = np.zeros(horizon + 1, np.int32)
    most = outstanding = 0
    for t in range(horizon):
        arrivals[min(t + delays[t], horizon)] += 1
        outstanding += 1
        most = max(most, outstanding)
        outstanding -= arrivals[t]
    return most


@inlined
def take_slot(slots: Slots, arrival: int) -> int:
    """Take a free slot for feedback that arrives at the end of round `arrival`, or never."""
    if slots.count[0] == 0:
        raise ValueError("no slot is free: ask in every round what has arrived, to the last")
    slots.count[0] -= 1
    slot = slots.free[slots.count[0]]
    if arrival < slots.last.size:
        slots.before[slot] = slots.last[arrival]
        slots.last[arrival] = slot
    return slot


@inlined
def arrived(feedback: NamedTuple, t: int) -> int:
    """The first of the slots whose feedback arrives at the end of round t, or NONE.

    What arrives at the same time is in order of play.
    """
    slots = feedback.hidden_slots
    first = NONE
    slot = slots.last[t]
    while slot != NONE:
        before = slots.before[slot]
        slots.before[slot] = first  # from here on the slot that follows
        first, slot = slot, before
    return first


@inlined
def next_arrived(feedback: NamedTuple, slot: int) -> int:
    """The slot that arrives after this one at the same time, or NONE; this one is free again."""
    slots = feedback.hidden_slots
    following = slots.before[slot]
    slots.free[slots.count[0]] = slot
    slots.count[0] += 1
    return following
