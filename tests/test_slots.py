from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from delayed_bandits.traces.slots import Slots, arrived, experienced_delay, slots_for, take_slot

NEVER = 10**9
DELAYS = st.integers(0, 12) | st.integers(0, 60) | st.just(NEVER)


class View(NamedTuple):
    hidden_slots: Slots


def view_for(delays):
    view = View(slots_for(np.array(delays, np.int32)))
    view.hidden_slots.value[:] = np.nan
    return view


@given(st.lists(DELAYS | st.none(), min_size=1, max_size=60))
def test_feedback_arrives_once_after_its_delay(delays):
    """Rounds whose delay is None have no feedback."""
    view = view_for([[delay or 0 for delay in delays]])
    slots = view.hidden_slots
    values = slots.value.copy()
    outstanding = {}
    for t, delay in enumerate(delays):
        if delay is not None:
            slot = take_slot(slots, t, delay, t / 7)
            assert slot not in outstanding
            outstanding[slot] = t
        np.testing.assert_array_equal(slots.value, values)  # rewards are shown when they arrive

        now = arrived(view, t).tolist()
        expected = [s for s in range(t + 1) if delays[s] is not None and s + delays[s] == t]
        assert [outstanding.pop(slot) for slot in now] == expected
        values[now] = np.array(expected) / 7
        assert slots.round[now].tolist() == expected
        np.testing.assert_array_equal(slots.value, values)
        free = slots.free[: slots.count[0]]
        assert sorted([*free, *outstanding]) == list(range(slots.round.size))
    assert all(s + delays[s] >= len(delays) for s in outstanding.values())


@given(
    st.integers(1, 60).flatmap(
        lambda n: st.lists(st.lists(DELAYS, min_size=n, max_size=n), min_size=1, max_size=3)
    )
)
def test_number_of_slots_is_the_most_in_use(delays):
    """Delays of one distribution, or of each arm."""
    longest = np.max(delays, axis=0)
    rounds = np.arange(longest.size)
    most = max(((rounds <= t) & (rounds + longest >= t)).sum() for t in rounds)
    view = view_for(delays)
    assert view.hidden_slots.round.size == most
    least_free = most
    for t in rounds:
        take_slot(view.hidden_slots, t, longest[t], 0.0)
        least_free = min(least_free, view.hidden_slots.count[0])
        arrived(view, t)
    assert least_free == 0


def test_learner_that_never_asks_gets_no_slot():
    slots = view_for([[1, 0, 0]]).hidden_slots
    take_slot(slots, 0, 1, 0.0)
    take_slot(slots, 1, 0, 0.0)
    with pytest.raises(ValueError, match="arrived"):
        take_slot(slots, 2, 0, 0.0)


@given(st.lists(DELAYS, min_size=1, max_size=60))
def test_experienced_delay_counts_outstanding_rounds(delays):
    rounds = range(len(delays))
    outstanding = [sum(s < t <= s + delays[s] for s in rounds) for t in rounds]
    assert experienced_delay(np.array(delays, np.int32)) == sum(outstanding)
