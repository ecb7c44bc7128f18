"""UCB algorithms for identified feedback, and UCB1 without delay."""

import functools
import math
from typing import NamedTuple

import numpy as np

from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import Flag, Positive
from delayed_bandits.kernels.compiling import inlined, njit
from delayed_bandits.kernels.linear_algebra import TIE
from delayed_bandits.traces.k_armed import runs
from delayed_bandits.traces.k_armed.identified import (
    IdentifiedTrace,
    IdentifiedView,
    pull,
    pull_undelayed,
)
from delayed_bandits.traces.slots import arrived


@inlined
def ucb1_choice(mean: np.ndarray, count: np.ndarray, exploration: float) -> int:
    """Return the arm of the largest UCB1 index (Auer et al. 2002).

    `exploration` is 2 log n after n rounds, and 0 before the first. Each arm is first played once.
    """
    choice = 0
    largest = -np.inf
    for arm in range(mean.size):
        index = np.inf
        if count[arm] > 0:
            index = mean[arm] + math.sqrt(exploration / count[arm])
        if index > largest:
            choice, largest = arm, index
    return choice


@functools.cache
def _explorations(rounds: int) -> np.ndarray:  # 2 log n, the same in all runs
    return np.array([2 * math.log(max(1, n)) for n in range(rounds + 1)])


@inlined
def _next_unobserved(count: np.ndarray, arm: int) -> int:
    """Return the next arm after `arm`, in cyclic order, that has no reward yet."""
    arm = (arm + 1) % count.size
    while count[arm] > 0:
        arm = (arm + 1) % count.size
    return arm


@algorithm(IdentifiedTrace, nanoseconds=40)
def qpmd(view: IdentifiedView) -> None:
    """Play QPM-D over UCB1 (Joulani et al. 2013, Algorithm 2).

    Each arm has a queue of arrived rewards. UCB1 chooses an arm. As long as the queue of its choice
    has a reward, UCB1 takes the reward and chooses again. Then the chosen arm is played. An arm
    from which UCB1 took m rewards of mean p has the index p + sqrt(2 log n / m). n is the number of
    rewards taken from all arms.
    """
    _replay_qpmd(view, _explorations(view.horizon))


@njit(cache=True)
def _replay_qpmd(view, explorations):
    total, mean = np.zeros(view.n_arms), np.zeros(view.n_arms)  # of the rewards taken by UCB1
    count = np.zeros(view.n_arms, np.int64)
    queue = np.empty((view.n_arms, view.horizon))  # Q[i] of each arm
    arrivals = np.zeros(view.n_arms, np.int64)
    rounds = prediction = 0
    for t in range(view.horizon):
        while count[prediction] < arrivals[prediction]:
            total[prediction] += queue[prediction, count[prediction]]
            count[prediction] += 1
            mean[prediction] = total[prediction] / count[prediction]
            rounds += 1
            prediction = ucb1_choice(mean, count, explorations[rounds])

        pull(view, t, prediction)
        for slot in arrived(view, t):
            arm = view.arm[slot]
            queue[arm, arrivals[arm]] = view.reward[slot]
            arrivals[arm] += 1


class Leaders(NamedTuple):
    """The best arm and its UCB1 index in each of several runs, shape (runs,)."""

    arm: np.ndarray  # int64: the first with the largest index
    index: np.ndarray
    second: np.ndarray  # the second largest index


@inlined
def ucb1_leaders(leaders: Leaders, mean: np.ndarray, scale: np.ndarray, exploration: float) -> None:
    """Write each run's arm of the largest UCB1 index, and this index, to `leaders`.

    The index is mean + sqrt(exploration) * scale, where `exploration` is 2 log t. `mean` and
    `scale` have shape (arms * runs,). The scale is 1 / sqrt(count), and infinite for a count of 0.
    If an arm leads by more than TIE, `ucb1_choice` returns the same arm.
    """
    # Rounding differs from `ucb1_choice`, which rounds the width twice (quotient, root). Here it is
    # rounded four times (two roots, reciprocal, product). Each rounding changes x by at most
    # 2^-53 x, the width is below 6.5 (t is at most 10^9), and the index below 8. So both indices
    # are within 1e-14 of the exact one. The means are equal, as sums of 0 and 1 are exact.
    width = math.sqrt(exploration)
    n_runs = np.uint64(leaders.arm.size)
    for run in range(n_runs):
        leaders.arm[run], leaders.second[run] = 0, -np.inf
        leaders.index[run] = mean[run] + width * scale[run]
    for arm in range(np.uint64(1), np.uint64(mean.size) // n_runs):
        for run in range(n_runs):  # vectorised, as it has no branch
            index = mean[arm * n_runs + run] + width * scale[arm * n_runs + run]
            largest, second = leaders.index[run], leaders.second[run]
            above = index > largest
            lower = largest if above else index
            leaders.second[run] = lower if lower > second else second
            leaders.arm[run] = np.int64(arm) if above else leaders.arm[run]
            leaders.index[run] = index if above else largest


@njit(cache=True)
def _choice(view, t, run, mean, count, exploration):
    """Return the arm that `_replay_delayed` would choose in one of several runs."""
    mean, count = mean[run :: view.n_runs].copy(), count[run :: view.n_runs].copy()
    if count.min() > 0:
        return ucb1_choice(mean, count, exploration)
    return _next_unobserved(count, view.played[run, t - 1] if t > 0 else -1)


def _in_step(view: runs.RunsView) -> None:
    """Play `delayed_ucb1` in several runs."""
    scales = 1 / np.sqrt(np.arange(1.0, view.horizon + 1))
    _replay_in_step(view, _explorations(view.horizon), scales)


@njit(cache=True)
def _replay_in_step(view, explorations, scales):
    """Play all rounds of several runs in step.

    Arrays have an entry for each arm of each run, with index arm * runs + run. `sender` is the
    index of the arm and run from which a reward arrives.
    """
    size, n_runs = view.n_arms * view.n_runs, view.n_runs
    # of the rewards received, by arm and run
    total, mean, count = np.zeros(size), np.zeros(size), np.zeros(size, np.int64)
    scale = np.full(size, np.inf)
    leaders = Leaders(np.zeros(n_runs, np.int64), np.zeros(n_runs), np.zeros(n_runs))
    for t in range(view.horizon):
        ucb1_leaders(leaders, mean, scale, explorations[t + 1])
        for run in range(n_runs):
            arm = leaders.arm[run]
            # NaN if two arms have no reward (inf - inf), and in the first round (0 * inf)
            if not leaders.index[run] - leaders.second[run] > TIE:  # or NaN, if arms have no reward
                arm = _choice(view, t, run, mean, count, explorations[t + 1])
            runs.pull(view, t, run, arm)
        play = runs.last_arrival(view, t)
        while play != runs.NONE:
            sender, reward = runs.outcome_of(view, play)
            total[sender] += reward
            count[sender] += 1
            mean[sender] = total[sender] / count[sender]
            scale[sender] = scales[count[sender] - 1]
            play = runs.arrival_before(view, play)


@algorithm(IdentifiedTrace, nanoseconds=40, in_step=_in_step)
def delayed_ucb1(view: IdentifiedView) -> None:
    """Play Delayed-UCB1 (Joulani et al. 2013, Section 4): UCB1 on arrived rewards.

    In round t, counted from 1, an arm with m rewards of mean p has the index p + sqrt(2 log t / m).
    Arms without a reward take turns.
    """
    _replay_delayed(view, _explorations(view.horizon))


@njit(cache=True)
def _replay_delayed(view, explorations):
    total, mean = np.zeros(view.n_arms), np.zeros(view.n_arms)  # of the rewards received
    count = np.zeros(view.n_arms, np.int64)
    unobserved, arm = view.n_arms, -1
    for t in range(view.horizon):
        if unobserved > 0:
            arm = _next_unobserved(count, arm)
        else:
            arm = ucb1_choice(mean, count, explorations[t + 1])  # log of the coming round
        pull(view, t, arm)
        for slot in arrived(view, t):
            sender = view.arm[slot]
            unobserved -= count[sender] == 0
            total[sender] += view.reward[slot]
            count[sender] += 1
            mean[sender] = total[sender] / count[sender]


@algorithm(IdentifiedTrace, nanoseconds=30, compiled=True)
def ucb1(view: IdentifiedView, *, count_next: Flag = False) -> None:
    """Play UCB1 (Auer et al. 2002) without delay, to show what delay costs.

    After n rounds an arm with m rewards of mean p has the index p + sqrt(2 log n / m). If
    `count_next` is true, n + 1 replaces n, as in Delayed-UCB1.
    """
    total, mean = np.zeros(view.n_arms), np.zeros(view.n_arms)
    count = np.zeros(view.n_arms, np.int64)
    for t in range(view.horizon):
        arm = ucb1_choice(mean, count, 2 * math.log(max(1, t + count_next)))
        total[arm] += pull_undelayed(view, t, arm)
        count[arm] += 1
        mean[arm] = total[arm] / count[arm]


@algorithm(IdentifiedTrace, nanoseconds=35, compiled=True)
def patient_bandits(view: IdentifiedView, *, tail_exponent: Positive) -> None:
    """Play PatientBandits (Gael et al. 2020), where outstanding rewards count as 0.

    An arm with m plays and rewards of S so far has the index
    S / m + sqrt(2 log(2 K T^3) / m) + 2 m^-min(alpha, 1/2), with K arms and horizon T.
    `tail_exponent` is alpha: a delay D has P(D > d) <= d^-alpha. The paper is arXiv:2006.10459.
    """
    total = np.zeros(view.n_arms)  # of the rewards received
    pulls = np.zeros(view.n_arms, np.int64)
    exploration = 2 * math.log(2 * view.n_arms * float(view.horizon) ** 3)
    exponent = -min(tail_exponent, 0.5)
    bonus = np.full(view.n_arms, np.inf)
    for t in range(view.horizon):
        choice = 0
        largest = -np.inf
        for arm in range(view.n_arms):
            index = total[arm] / max(1, pulls[arm]) + bonus[arm]
            if index > largest:
                choice, largest = arm, index
        pull(view, t, choice)
        pulls[choice] += 1
        bonus[choice] = math.sqrt(exploration / pulls[choice]) + 2 * pulls[choice] ** exponent
        for slot in arrived(view, t):
            total[view.arm[slot]] += view.reward[slot]
