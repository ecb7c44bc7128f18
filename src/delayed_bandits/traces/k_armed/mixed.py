"""Mixed play on K arms: the learner plays a distribution, and late losses come with their arm.

The view draws the arm from the distribution with the learner's uniform of the round. So it records
the expected loss, whose sum varies much less than that of the losses.
"""

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numba import njit

from delayed_bandits.kernels.compiling import inlined
from delayed_bandits.traces.arms import check_played, delay_of
from delayed_bandits.traces.k_armed.trace import KArmedTrace, best_arm
from delayed_bandits.traces.protocol import view_of
from delayed_bandits.traces.slots import Slots, take_slot


class Record(NamedTuple):
    """Arms played, and their expected losses.

    Attributes
    ----------
    arms : ndarray of uint16, shape (horizon,)
    expected_losses : ndarray of float32, shape (horizon,)
        Of each round, under the distribution that the arm was drawn from.
    report : mapping
        Columns of the run file that the learner reports, each of shape (horizon,).
    """

    arms: np.ndarray
    expected_losses: np.ndarray
    report: Mapping[str, np.ndarray] = MappingProxyType({})


class MixedView(NamedTuple):
    """A learner's view, on which it plays with `play` and `arrived`.

    Attributes
    ----------
    n_arms, horizon, n_slots : int
        Arms, rounds and slots count from 0.
    round, arm, probability : ndarray, shape (slots,)
        The round of each slot, its arm, and the probability with which that was drawn.
    loss : ndarray, shape (slots,)
        Its loss, once that has arrived.
    played : ndarray of uint16, shape (horizon,)
        The arms played so far.
    """

    n_arms: int
    horizon: int
    n_slots: int
    round: np.ndarray
    arm: np.ndarray
    probability: np.ndarray
    loss: np.ndarray
    played: np.ndarray
    hidden_expected_losses: np.ndarray
    hidden_states: np.ndarray
    hidden_losses: np.ndarray
    hidden_means: np.ndarray
    hidden_delays: np.ndarray
    hidden_uniforms: np.ndarray
    hidden_slots: Slots


class MixedTrace(KArmedTrace):
    """A K-armed bandit with mixed play and identified losses."""

    def start(self) -> MixedView:
        """Begin a replay; return a view in which nothing has been played."""
        slots = self.free_slots()
        n_slots = slots.round.size
        return view_of(
            MixedView,
            self,
            n_slots=n_slots,
            round=slots.round,
            arm=np.zeros(n_slots, np.int32),
            probability=np.zeros(n_slots),
            loss=slots.value,
            played=np.zeros(self.horizon, np.uint16),
            hidden_expected_losses=np.full(self.horizon, np.nan, np.float32),
            hidden_losses=self.as_losses(self.hidden_outcomes),
            hidden_means=self.as_losses(self.hidden_means),
            hidden_uniforms=self.randomness.uniforms(self.horizon),
            hidden_slots=slots,
        )

    def record(self, view: MixedView, report: Mapping[str, np.ndarray] | None) -> Record:
        """Return the arms played, the expected losses and the learner's report."""
        return Record(view.played, view.hidden_expected_losses, report or {})

    def columns(self, record: Record) -> dict[str, np.ndarray]:
        """Compute the columns of a run file: the regret, and those that are reported."""
        return {"regret": self.regret(record), **record.report}

    def regret(self, record: Record) -> np.ndarray:
        """Compute the cumulative regret against the arm that is best over all rounds, (horizon,).

        If items retire it is against the best of each round. It is summed in double precision and
        returned in single.
        """
        check_played(record.expected_losses)
        means = self.as_losses(self.hidden_means)
        if self.hidden_renewals.rounds.size:
            least = means.min(axis=1)[self.hidden_states]
            return np.cumsum(record.expected_losses - least).astype(np.float32)
        return _regret(record.expected_losses, means, self.hidden_states)


@njit(cache=True)
def _regret(expected_losses: np.ndarray, means: np.ndarray, states: np.ndarray) -> np.ndarray:
    """Compute `MixedTrace.regret`; `means` has shape (states, arms)."""
    best = best_arm(means, states)
    regret = np.empty(expected_losses.size, np.float32)
    total = 0.0
    for t in range(expected_losses.size):
        total += expected_losses[t] - means[states[t], best]
        regret[t] = total
    return regret


@inlined
def play(view: MixedView, t: int, distribution: np.ndarray) -> int:
    """Play an arm drawn from `distribution` in round t; return the slot of its feedback.

    Play every round once, in order, and call `arrived` after each.

    Raises
    ------
    ValueError
        If the distribution is none over all arms, or if no slot is free.
    """
    if distribution.size != view.n_arms:
        raise ValueError("the distribution does not sum to 1 over all arms")
    if t < 0 or t >= view.horizon or not math.isnan(view.hidden_expected_losses[t]):
        raise ValueError("a round was played twice, or none such; expected each once, from 0 on")
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
