"""Identified feedback of K arms: late rewards that come with their round and arm."""

from typing import Any, NamedTuple

import numpy as np

from delayed_bandits.kernels.compiling import inlined
from delayed_bandits.traces.arms import UNPLAYED, delay_of, note_play
from delayed_bandits.traces.k_armed.items import Renewals, renewals_of
from delayed_bandits.traces.k_armed.trace import KArmedTrace
from delayed_bandits.traces.protocol import Reported, read_only, view_of
from delayed_bandits.traces.slots import Slots, take_slot


class IdentifiedView(NamedTuple):
    """What a learner may read of an `IdentifiedTrace`. Rounds and arms count from 0."""

    n_arms: int
    horizon: int
    played: np.ndarray  # int32, shape (horizon,): the arms played so far
    round: np.ndarray  # int64, shape (slots,): the round of each slot
    arm: np.ndarray  # int32, shape (slots,): its arm
    reward: np.ndarray  # shape (slots,): its reward, once that has arrived
    hidden_states: np.ndarray
    hidden_rewards: np.ndarray
    hidden_delays: np.ndarray
    hidden_renewals: Renewals
    hidden_slots: Slots


class IdentifiedTrace(KArmedTrace):
    """A K-armed bandit with identified feedback (Joulani et al. 2013)."""

    def start(self) -> IdentifiedView:
        slots = self.free_slots()
        return view_of(
            IdentifiedView,
            self,
            slots,
            played=np.full(self.horizon, UNPLAYED, np.int32),
            arm=np.zeros(slots.round.size, np.int32),
            hidden_rewards=read_only(np.ascontiguousarray(self.as_rewards(self.hidden_outcomes).T)),
            hidden_renewals=renewals_of(self.hidden_renewals.rounds, self.hidden_renewals.arms),
        )

    def columns(self, record: Any) -> dict[str, np.ndarray]:
        """Return the columns of a run file: the regret, and what the learner reports."""
        if isinstance(record, Reported):
            return {**super().columns(record.arms), **record.report}
        return super().columns(record)


@inlined
def pull(view: IdentifiedView, t: int, arm: int) -> int:
    """Play `arm` in round t, and return the slot of its feedback."""
    note_play(view.played, t, arm, view.n_arms)
    reward = view.hidden_rewards[arm, view.hidden_states[t]]
    slot = take_slot(view.hidden_slots, t, delay_of(view.hidden_delays, t, arm), reward)
    view.arm[slot] = arm
    return slot


@inlined
def pull_undelayed(view: IdentifiedView, t: int, arm: int) -> float:
    """Play `arm` in round t without delay, and return its reward at once."""
    note_play(view.played, t, arm, view.n_arms)
    return view.hidden_rewards[arm, view.hidden_states[t]]
