"""Slots of outstanding feedback, and its arrival: one mechanism for all traces.

A slot is a small number that stands for a round from its play until its feedback has arrived: at
the end of round t + d for round t with delay d. So memory grows with the number of rounds
outstanding at one time.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from delayed_bandits.kernels.compiling import inlined, unowned

NONE = np.uint32(2**32 - 1)  # no slot


class Slots(NamedTuple):
    """The outstanding feedback; each array but `last` and `count` has shape (slots,).

    Slots are unsigned numbers, since Numba tests whether a signed index counts from the end.
    """

    round: np.ndarray  # int64: the round that was played
    value: np.ndarray  # its reward, loss or payoff, once it has arrived
    hidden_value: np.ndarray  # the same, already before it arrives
    last: np.ndarray  # uint32, (horizon,): of the slots that arrive in a round, the one played last
    before: np.ndarray  # uint32: the slot that arrives at the same time and was played before
    free: np.ndarray  # uint32: the free slots are the first `count[0]` entries
    count: np.ndarray  # int64, shape (1,)
    arrivals: np.ndarray  # uint32: the last entries are the slots that arrived last


def slots_for(delays: np.ndarray) -> Slots:
    """Make as many slots as can be in use at one time, given `delays` as from `draw_delays`."""
    longest = delays.max(axis=0) if len(delays) > 1 else delays[0]
    return slots_of(delays.shape[1], _most_outstanding(longest))


def slots_of(horizon: int, n_slots: int) -> Slots:
    """Make `n_slots` free slots for the feedback of a horizon."""
    return Slots(
        round=np.zeros(n_slots, np.int64),  # public: memory that was used before may hold secrets
        value=np.zeros(n_slots),
        hidden_value=np.empty(n_slots),
        last=np.full(horizon, NONE),
        before=np.empty(n_slots, np.uint32),
        free=np.arange(n_slots, dtype=np.uint32)[::-1].copy(),
        count=np.array([n_slots]),
        arrivals=np.empty(n_slots, np.uint32),
    )


def experienced_delay(delays: np.ndarray) -> int:
    """Sum over all rounds the number of earlier ones outstanding, given the delay of each."""
    return int(np.minimum(delays, np.arange(delays.size)[::-1]).sum())


@njit(cache=True)
def _most_outstanding(delays: np.ndarray) -> int:
    """Count the most rounds outstanding at one time, given the longest delay of each round."""
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
def take_slot(slots: Slots, t: int, delay: int, value: float) -> int:
    """Take a free slot for the feedback of round t, which arrives after `delay` rounds or never."""
    if slots.count[0] == 0:
        raise ValueError("no slot is free. Read what has arrived in every round, to the last")
    count = slots.count[0] - 1
    slots.count[0] = count
    slot = slots.free[count]
    slots.round[slot] = t
    slots.hidden_value[slot] = value
    if t + delay < slots.last.size:
        slots.before[slot] = slots.last[t + delay]
        slots.last[t + delay] = slot
    return slot


@inlined
def _reveal(slots: Slots, t: int) -> int:
    """Free the slots whose feedback arrives at the end of round t.

    Writes them to the end of `arrivals`, in order of play; returns the position of the first.
    """
    first = slots.arrivals.size
    count = slots.count[0]
    slot = slots.last[t]
    while slot != NONE:
        first -= 1
        slots.arrivals[first] = slot
        slots.value[slot] = slots.hidden_value[slot]
        slots.free[count] = slot
        count += 1
        slot = slots.before[slot]
    slots.count[0] = count
    return first


# Not `inlined`: Python learners call it, too, and can be given counted arrays only.
@njit(cache=True, forceinline=True)
def arrived(view: NamedTuple, t: int) -> np.ndarray:
    """List the slots whose feedback arrives at the end of round t, in order of play.

    They are free again: read them before the next play.
    """
    return unowned(view.hidden_slots.arrivals)[_reveal(view.hidden_slots, t) :]
