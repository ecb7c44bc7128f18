"""Aggregated anonymous feedback: the sum of the rewards that arrive in a round."""

from typing import Any, NamedTuple

import numpy as np

from delayed_bandits.kernels.compiling import inlined
from delayed_bandits.traces.arms import UNPLAYED, delay_of, note_play
from delayed_bandits.traces.k_armed.trace import KArmedTrace
from delayed_bandits.traces.protocol import read_only, view_of


class AnonymousView(NamedTuple):
    """What a learner may read of an `AnonymousTrace`. Rounds and arms count from 0.

    `hidden_sums[t]` is the sum of the rewards that arrive at the end of round t, from the rounds
    played so far.
    """

    n_arms: int
    horizon: int
    played: np.ndarray  # int32, shape (horizon,): the arms played so far
    hidden_states: np.ndarray
    hidden_rewards: np.ndarray
    hidden_delays: np.ndarray
    hidden_sums: np.ndarray


class Estimates(NamedTuple):
    """Estimates of mean rewards, by which a learner drops arms after each phase."""

    ends: np.ndarray  # int64, shape (phases,): rounds played before the estimates are made
    means: np.ndarray  # shape (phases, arms): NaN where an arm is not estimated
    tolerances: np.ndarray  # shape (phases,): arms further below the best estimate are dropped


class AnonymousTrace(KArmedTrace):
    """A K-armed bandit with anonymous feedback (Pike-Burke et al. 2018, Section 2)."""

    def start(self) -> AnonymousView:
        return view_of(
            AnonymousView,
            self,
            played=np.full(self.horizon, UNPLAYED, np.int32),
            hidden_rewards=read_only(np.ascontiguousarray(self.as_rewards(self.hidden_outcomes).T)),
            hidden_sums=np.zeros(self.horizon),
        )

    def columns(self, record: Any) -> dict[str, np.ndarray]:
        """Return the columns of a run file, each of shape (horizon,).

        If the learner reports estimates, "error" and "active" follow the regret. "error" is the
        largest |estimate - mean| so far, in units of half the phase's tolerance. "active" is the
        number of arms whose estimate is within the tolerance of the largest estimate.
        """
        if isinstance(record, np.ndarray):
            return super().columns(record)
        played, estimates = record
        means = self.as_rewards(self.hidden_means)[0]
        distances = np.abs(estimates.means - means) / (estimates.tolerances[:, None] / 2)
        error = np.zeros(self.horizon)
        error[estimates.ends - 1] = np.nanmax(distances, axis=1, initial=0)
        active = np.full(self.horizon, self.n_arms)
        for end, found, tolerance in zip(*estimates, strict=True):
            active[end - 1 :] = np.sum(found + tolerance >= np.nanmax(found))
        return super().columns(played) | {"error": np.maximum.accumulate(error), "active": active}


@inlined
def pull(view: AnonymousView, t: int, arm: int) -> float:
    """Play `arm` in round t, and return the sum of the rewards that then arrive.

    A reward of delay 0 arrives in the round in which it is earned.
    """
    note_play(view.played, t, arm, view.n_arms)
    return _pull(view, t, arm)


@inlined
def _pull(view: AnonymousView, t: int, arm: int) -> float:
    """Play like `pull`, without checking the arm and the round."""
    t = np.uint64(t)  # Numba tests whether a signed index counts from the end
    view.played[t] = arm
    arrival = t + np.uint64(delay_of(view.hidden_delays, t, arm))
    if arrival < np.uint64(view.horizon):
        view.hidden_sums[arrival] += view.hidden_rewards[arm, view.hidden_states[t]]
    return view.hidden_sums[t]


@inlined
def pull_block(view: AnonymousView, t: int, arm: int, rounds: int) -> float:
    """Play `arm` in `rounds` rounds from t on. Return the sum of arriving rewards."""
    if rounds < 1:
        return 0.0
    if t + rounds > view.horizon:
        raise ValueError("a block ends after the horizon")
    total = pull(view, t, arm)  # checks that t, and so the block, has not been played
    for s in range(t + 1, t + rounds):
        total += _pull(view, s, arm)
    return total
