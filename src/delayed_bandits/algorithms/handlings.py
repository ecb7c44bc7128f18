"""Handlings of delay, by which a base (see `bases`) plays under delay.

A base chooses by the rewards in `Told`. To tell it a reward is to add the reward to `Told`. A
handling decides when the base is told a reward, and with which value.
"""

from typing import Literal, NamedTuple, get_args

import numpy as np

from delayed_bandits.kernels.compiling import inlined, njit
from delayed_bandits.traces.k_armed.identified import IdentifiedView

Handling = Literal["arrived", "wait", "queue", "widen", "failures", "correct", "skip"]
"""When the base is told a reward, and which value it is told.

- "arrived": on arrival;
- "wait": when the window of its round ends, and as 0 if it has not arrived by then;
- "queue": when the base chooses the reward's arm again; an arm is played only if it has no reward
  left to tell (QPM-D, Joulani et al. 2013);
- "widen": at once as 1, corrected on arrival; lower bounds count it as 0 until then (OPSE,
  Lancewicki et al. 2021);
- "failures": at once as 0, corrected on arrival;
- "correct": a success on arrival; the number of plays is the sum of F(age) over the arm's plays,
  where F is the distribution of the arm's delays (D-TS, Wang et al. 2022);
- "skip": on arrival if it arrives within the window, otherwise never.
"""

ARRIVED, WAIT, QUEUE, WIDEN, FAILURES, CORRECT, SKIP = range(7)
NUMBERS = {name: number for number, name in enumerate(get_args(Handling))}


class Told(NamedTuple):
    """The rewards that the base has been told, summed in arrays of shape (arms,)."""

    total: np.ndarray  # of rewards
    count: np.ndarray  # the number of rewards; not whole if corrected
    optimistic: np.ndarray  # the outstanding rewards that `total` counts as 1
    losses: np.ndarray  # sum of (1 - reward) / probability of the play


class Memory(NamedTuple):
    """What a handling stores between rounds."""

    weight: np.ndarray  # shape (horizon,): 1 / probability of the play
    reward: np.ndarray  # shape (horizon,), for "wait": a reward that came in time, else 0
    queues: np.ndarray  # shape (arms, horizon): rewards in order of arrival
    queued: np.ndarray  # int64, shape (arms,): how many rewards have arrived
    taken: np.ndarray  # int64, shape (arms,): how many rewards the base has been told
    successes: np.ndarray  # shape (arms,): the sum of the rewards that have arrived


@njit(cache=True)
def nothing(arms: int, horizon: int, handling: int) -> tuple[Told, Memory]:
    """Return `Told` and `Memory` before the first round."""
    told = Told(np.zeros(arms), np.zeros(arms), np.zeros(arms), np.zeros(arms))
    queues = np.empty((arms, horizon if handling == QUEUE else 0))
    whole = np.zeros(arms, np.int64), np.zeros(arms, np.int64)
    return told, Memory(np.ones(horizon), np.zeros(horizon), queues, *whole, np.zeros(arms))


@inlined
def tell(told: Told, arm: int, reward: float, weight: float) -> None:
    """Tell the base a reward of `arm`. `weight` is 1 / the probability of the play."""
    told.total[arm] += reward
    told.count[arm] += 1.0
    told.losses[arm] += (1.0 - reward) * weight


@inlined
def tell_next(told: Told, memory: Memory, arm: int, weight: float) -> None:
    """Tell the base the oldest reward in the arm's queue."""
    tell(told, arm, memory.queues[arm, memory.taken[arm]], weight)
    memory.taken[arm] += 1


@inlined
def tell_corrected(view: IdentifiedView, told: Told, memory: Memory, t: int, table) -> None:
    """Tell the base all successes before round t, and corrected numbers of plays.

    A play of age x counts `table[arm, x]`, the probability of a delay of at most x rounds.
    """
    for arm in range(view.n_arms):
        told.total[arm] = memory.successes[arm]
        told.count[arm] = 0.0
    for s in range(t):
        told.count[view.played[s]] += table[view.played[s], t - 1 - s]


@inlined
def tell_play(told: Told, memory: Memory, t: int, arm: int, weight: float, handling: int) -> None:
    """Store the weight of round t. If the handling tells a value at once, tell it."""
    memory.weight[t] = weight
    if handling == WIDEN or handling == FAILURES:
        told.count[arm] += 1.0
    if handling == WIDEN:
        told.total[arm] += 1.0
        told.optimistic[arm] += 1.0


@inlined
def tell_arrival(
    view: IdentifiedView, t: int, slot: int, handling: int, window: int, told: Told, memory: Memory
) -> None:
    """Tell the base, or store, the reward in `slot`, which arrives at the end of round t."""
    s, arm, reward = view.round[slot], view.arm[slot], view.reward[slot]
    if handling == ARRIVED or (handling == SKIP and t - s <= window):
        tell(told, arm, reward, memory.weight[s])
    elif handling == WAIT and t - s <= window:
        memory.reward[s] = reward
    elif handling == QUEUE:
        memory.queues[arm, memory.queued[arm]] = reward
        memory.queued[arm] += 1
    elif handling == WIDEN:
        told.total[arm] -= 1.0 - reward
        told.optimistic[arm] -= 1.0
        told.losses[arm] += (1.0 - reward) * memory.weight[s]
    elif handling == FAILURES:
        told.total[arm] += reward
    elif handling == CORRECT:
        memory.successes[arm] += reward


@inlined
def tell_ended(view: IdentifiedView, t: int, window: int, told: Told, memory: Memory) -> None:
    """Tell the base the reward of the round whose window ends at the end of round t."""
    if t >= window:
        s = t - window
        tell(told, view.played[s], memory.reward[s], memory.weight[s])
