"""K-armed bandits in which the learner plays a distribution over the arms.

The view draws the arm and records the expected loss. The loss is observed late, with its arm.
"""

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from delayed_bandits.kernels.compiling import inlined, njit
from delayed_bandits.traces.arms import check_played, delay_of
from delayed_bandits.traces.k_armed.trace import KArmedTrace, best_arm
from delayed_bandits.traces.protocol import read_only, view_of
from delayed_bandits.traces.slots import Slots, take_slot


class Record(NamedTuple):
    """The arms played, and the expected loss of the distribution in each round."""

    arms: np.ndarray  # uint16, shape (horizon,)
    expected_losses: np.ndarray  # float32, shape (horizon,)
    report: Mapping[str, np.ndarray] = MappingProxyType({})  # columns that the learner reports


class MixedView(NamedTuple):
    """What a learner may read of a `MixedTrace`. Rounds and arms count from 0."""

    n_arms: int
    horizon: int
    n_slots: int
    round: np.ndarray  # int64, shape (slots,): the round of each slot
    arm: np.ndarray  # int32, shape (slots,): its arm
    probability: np.ndarray  # shape (slots,): the probability of that arm
    loss: np.ndarray  # shape (slots,): its loss, once that has arrived
    played: np.ndarray  # uint16, shape (horizon,): the arms played so far
    hidden_expected_losses: np.ndarray
    hidden_states: np.ndarray
    hidden_losses: np.ndarray
    hidden_means: np.ndarray
    hidden_delays: np.ndarray
    hidden_uniforms: np.ndarray
    hidden_slots: Slots


class MixedTrace(KArmedTrace):
    """A K-armed bandit whose learner plays distributions and observes losses late."""

    def start(self) -> MixedView:
        slots = self.free_slots()
        return view_of(
            MixedView,
            self,
            slots,
            arm=np.zeros(slots.round.size, np.int32),
            probability=np.zeros(slots.round.size),
            played=np.zeros(self.horizon, np.uint16),
            hidden_expected_losses=np.full(self.horizon, np.nan, np.float32),
            hidden_losses=read_only(np.ascontiguousarray(self.as_losses(self.hidden_outcomes))),
            hidden_means=read_only(self.as_losses(self.hidden_means)),
            hidden_uniforms=self.randomness.uniforms(self.horizon),
        )

    def record(self, view: MixedView, report: Mapping[str, np.ndarray] | None) -> Record:
        return Record(view.played, view.hidden_expected_losses, report or {})

    def columns(self, record: Record) -> dict[str, np.ndarray]:
        return {"regret": self.regret(record), **record.report}

    def regret(self, record: Record) -> np.ndarray:
        """Return the cumulative regret relative to the best fixed arm, shape (horizon,).

        If items retire, the regret is relative to the best arm of each round.
        """
        check_played(record.expected_losses)
        means, states = self.as_losses(self.hidden_means), self.hidden_states
        if self.hidden_renewals.rounds.size:
            least = means.min(axis=1)
        else:
            least = means[:, best_arm(means, states)]
        return _excess(record.expected_losses, least, states)


@njit(cache=True)
def _excess(losses: np.ndarray, least: np.ndarray, states: np.ndarray) -> np.ndarray:
    """Return the cumulative sum of losses[t] - least[states[t]], shape (horizon,)."""
    excess = np.empty(losses.size, np.float32)
    total = 0.0
    for t in range(losses.size):
        total += losses[t] - least[states[t]]
        excess[t] = total
    return excess


@inlined
def play(view: MixedView, t: int, distribution: np.ndarray) -> int:
    """Play an arm drawn from `distribution` in round t, and return the slot of its loss."""
    if distribution.size != view.n_arms:
        raise ValueError("the distribution does not sum to 1 over all arms")
    if t < 0 or t >= view.horizon or not math.isnan(view.hidden_expected_losses[t]):
        raise ValueError("a round was played twice, or is beyond the horizon")
    uniform = view.hidden_uniforms[t]
    state = view.hidden_states[t]
    expected = 0.0
    least = 0.0
    for i in range(view.n_arms):
        expected += distribution[i] * view.hidden_means[state, i]
        least = min(least, distribution[i])
    arm = 0
    reached = 0.0
    for i in range(view.n_arms - 1):
        reached += distribution[i]
        arm += uniform >= reached
    if least < 0:
        raise ValueError("the distribution has a negative probability")
    if not abs(reached + distribution[-1] - 1) < 1e-6:
        raise ValueError("the distribution does not sum to 1 over all arms")
    while distribution[arm] == 0:
        arm -= 1
    view.played[t] = arm
    view.hidden_expected_losses[t] = expected
    delay = delay_of(view.hidden_delays, t, arm)
    slot = take_slot(view.hidden_slots, t, delay, view.hidden_losses[state, arm])
    view.arm[slot] = arm
    view.probability[slot] = distribution[arm]
    return slot
