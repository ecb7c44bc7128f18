"""Several runs of a K-armed bandit, played in step on rewards of 0 or 1.

Runs are in step if all runs play round t before any run plays round t + 1. The processor then works
on several runs at once. Each run plays the same arms as it would alone.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from delayed_bandits.kernels.compiling import inlined
from delayed_bandits.traces.arms import UNPLAYED
from delayed_bandits.traces.k_armed.trace import KArmedTrace

RUNS = 32  # in step; more are hardly faster
MOST_ROUNDS = 2**22  # of all runs in step: about 120 MB
NONE = np.uint32(2**32 - 1)  # no play


class Outstanding(NamedTuple):
    """The plays whose rewards have not arrived. A play is one round of one run.

    The play of a run in round t has the number t % rounds * runs + run. Here `rounds` is the size
    of `last`, a power of two above the longest delay. So a play's number is not reused before its
    reward has arrived. Plays whose rewards arrive in the same round form a linked list: `last` has
    the last play, and each entry of `plays` has the number of the play before.
    """

    last: np.ndarray  # uint32, (rounds,): of the plays that arrive in a round, the last
    plays: np.ndarray  # uint64, (rounds * runs,): from the lowest bit on, the reward, 31 bits for
    # the place of arm and run, and 32 for the play before in the same round


class RunsView(NamedTuple):
    """What a learner may read of runs in step. Runs, rounds and arms count from 0."""

    n_runs: int
    n_arms: int
    horizon: int
    played: np.ndarray  # int32, shape (runs, horizon): the arms played so far
    hidden_states: np.ndarray  # shape (runs, horizon)
    hidden_rewards: np.ndarray  # uint8, shape (arms, states)
    hidden_delays: np.ndarray  # shape (runs, horizon)
    hidden_outstanding: Outstanding


def runs_in_step(horizon: int) -> int:
    """Return how many runs of this `horizon` are played in step."""
    return max(1, min(RUNS, MOST_ROUNDS // horizon))


def can_be_in_step(traces: Sequence[KArmedTrace]) -> bool:
    """Return whether the runs of these traces can be played in step.

    The traces are of one setting. Rewards must be 0 or 1, with the same outcomes by state in all
    traces. Delays must be the same for all arms, and items may not retire.
    """
    first, outcomes = traces[0], traces[0].hidden_outcomes
    return (
        len(first.hidden_delays) == 1
        and not first.hidden_renewals.rounds.size
        and bool(((outcomes == 0) | (outcomes == 1)).all())
        and len({one.hidden_outcomes.tobytes() for one in traces}) == 1
    )


def start_in_step(traces: Sequence[KArmedTrace]) -> RunsView:
    """Return a view of several runs in step, in which no round has been played."""
    first, runs = traces[0], len(traces)
    delays = np.stack([trace.hidden_delays[0] for trace in traces])
    rounds = 1 << int(delays.max()).bit_length()
    return RunsView(
        runs,
        first.n_arms,
        first.horizon,
        played=np.full((runs, first.horizon), UNPLAYED, np.int32),
        hidden_states=np.stack([trace.hidden_states for trace in traces]),
        hidden_rewards=first.as_rewards(first.hidden_outcomes).T.astype(np.uint8, order="C"),
        hidden_delays=delays,
        hidden_outstanding=Outstanding(
            np.full(rounds, NONE),
            np.empty(rounds * runs, np.uint64),
        ),
    )


@inlined
def pull(view: RunsView, t: int, run: int, arm: int) -> None:
    """Play `arm` in round t of a run. Each run has to play its rounds in order."""
    if arm < 0 or arm >= view.n_arms:
        raise ValueError("there is no such arm: arms are 0 to the number of arms less 1")
    t, run, arm = np.uint64(t), np.uint64(run), np.uint64(arm)  # Numba tests signed indices
    view.played[run, t] = arm
    reward = view.hidden_rewards[arm, view.hidden_states[run, t]]
    arrival = t + np.uint64(view.hidden_delays[run, t])
    if arrival < np.uint64(view.horizon):
        last, plays = view.hidden_outstanding
        runs, rounds = np.uint64(view.n_runs), np.uint64(last.size - 1)
        play = (t & rounds) * runs + run
        before = np.uint64(last[arrival & rounds])
        plays[play] = before << np.uint64(32) | 2 * (arm * runs + run) + reward
        last[arrival & rounds] = play


@inlined
def last_arrival(view: RunsView, t: int) -> np.uint32:
    """Return the last play whose reward arrives at the end of round t, or NONE."""
    last = view.hidden_outstanding.last
    now = np.uint64(t) & np.uint64(last.size - 1)
    play = last[now]
    last[now] = NONE
    return play


@inlined
def arrival_before(view: RunsView, play: np.uint32) -> np.uint32:
    """Return the play before `play` in the list of its arrival round, or NONE."""
    return np.uint32(view.hidden_outstanding.plays[play] >> np.uint64(32))


@inlined
def outcome_of(view: RunsView, play: np.uint32) -> tuple[np.uint32, np.uint32]:
    """Return the index arm * runs + run of a play, and its reward."""
    outcome = np.uint32(view.hidden_outstanding.plays[play])
    return outcome >> np.uint32(1), outcome & np.uint32(1)
