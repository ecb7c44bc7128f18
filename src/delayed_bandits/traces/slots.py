"""Slots, in which traces store feedback until it arrives.

A slot is an index into arrays of outstanding feedback. The feedback of round t with delay d
occupies a slot until the end of round t + d, when it arrives. Then the slot is free again. So
memory grows with the number of outstanding rounds, not with the horizon.
"""

from typing import NamedTuple

import numpy as np

from delayed_bandits.kernels.compiling import inlined, njit, unowned

NONE = np.uint32(2**32 - 1)  # no slot


class Slots(NamedTuple):
    """Arrays of outstanding feedback, of shape (slots,) except `last` and `count`.

    For each round, `last` and `before` link the slots whose feedback arrives then.
    """

    round: np.ndarray  # int64: the round whose feedback has the slot
    value: np.ndarray  # the reward, loss or payoff, once it has arrived
    hidden_value: np.ndarray  # the same before it arrives
    last: np.ndarray  # uint32, (horizon,): by round, the last slot whose feedback arrives then
    before: np.ndarray  # uint32: the slot before it whose feedback arrives in the same round
    free: np.ndarray  # uint32: the first `count[0]` entries are the free slots
    count: np.ndarray  # int64, shape (1,): the number of free slots
    arrivals: np.ndarray  # uint32: the last entries are the slots whose feedback arrived last


def slots_for(delays: np.ndarray) -> Slots:
    """Return as many free slots as a run with these `delays` can need."""
    longest = delays.max(axis=0) if len(delays) > 1 else delays[0]
    return slots_of(delays.shape[1], _most_outstanding(longest))


def slots_of(horizon: int, n_slots: int) -> Slots:
    """Return `Slots` with `n_slots` free slots, for a run of `horizon` rounds."""
    return Slots(
        round=np.zeros(n_slots, np.int64),  # public: zeros, as reused memory may hold secrets
        value=np.zeros(n_slots),
        hidden_value=np.empty(n_slots),
        last=np.full(horizon, NONE),
        before=np.empty(n_slots, np.uint32),
        free=np.arange(n_slots, dtype=np.uint32)[::-1].copy(),
        count=np.array([n_slots]),
        arrivals=np.empty(n_slots, np.uint32),
    )


def experienced_delay(delays: np.ndarray) -> int:
    """Return the sum of the delays of all rounds, each cut off at the horizon."""
    return int(np.minimum(delays, np.arange(delays.size)[::-1]).sum())


@njit(cache=True)
def _most_outstanding(delays: np.ndarray) -> int:
    """Return the largest number of rounds that are outstanding at the same time."""
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
    """Store `value`, the feedback of round t, in a free slot, and return the slot."""
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
    """Reveal the feedback that arrives at the end of round t, and free its slots.

    Returns the index in `arrivals` where these slots begin.
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


# Not `inlined`: Python code calls this, too, and needs an array whose references are counted.
@njit(cache=True, forceinline=True)
def arrived(view: NamedTuple, t: int) -> np.ndarray:
    """Return the slots whose feedback arrives at the end of round t.

    Slots are in order of play. Read them before the next play, which may reuse them.
    """
    return unowned(view.hidden_slots.arrivals)[_reveal(view.hidden_slots, t) :]
