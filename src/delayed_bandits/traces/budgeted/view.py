"""Contextual bandits with a budget, as a learner sees them: pulls cost, rewards come late."""

from typing import NamedTuple

import numpy as np

from delayed_bandits.kernels.compiling import inlined
from delayed_bandits.traces.arms import delay_of
from delayed_bandits.traces.slots import Slots, take_slot

SKIPPED = -1
"""Stands in a record where no arm was pulled."""


class BudgetedRecord(NamedTuple):
    """What was played, and what the learner found out about delays before it settled.

    Attributes
    ----------
    arms : ndarray of int16, shape (horizon,)
        The arm pulled in each round, or SKIPPED.
    cutoff : int
        m: feedback that comes later is ignored.
    identification : int
        Rounds spent on identifying arms that answer soon.
    accepted : ndarray of bool, shape (arms,)
        Which arms those are; all if no round was spent on it.
    """

    arms: np.ndarray
    cutoff: int
    identification: int
    accepted: np.ndarray


class BudgetedFeedback(NamedTuple):
    """What a learner plays against, by `pull`, `arrived` and `next_arrived`.

    Rounds, contexts and arms count from 0. What is `hidden` is not for it to read.

    Attributes
    ----------
    horizon : int
    probabilities : ndarray, shape (contexts,)
        Of the contexts.
    contexts : ndarray of uint8, shape (horizon,)
        The context of each round, to be read from that round on.
    features : ndarray, shape (arms, dimension)
    costs : ndarray, shape (arms,)
    remaining : ndarray, shape (1,)
        The budget that is left.
    round, arm : ndarray of int64, shape (slots,)
        Of the pull whose feedback is in the slot.
    reward : ndarray, shape (slots,)
        Its reward, to be read once it has arrived.
    played : ndarray of int16, shape (horizon,)
        `arms` of the record.
    """

    horizon: int
    probabilities: np.ndarray
    contexts: np.ndarray
    features: np.ndarray
    costs: np.ndarray
    remaining: np.ndarray
    round: np.ndarray
    arm: np.ndarray
    reward: np.ndarray
    played: np.ndarray
    hidden_means: np.ndarray
    hidden_noise: np.ndarray
    hidden_delays: np.ndarray
    hidden_slots: Slots


@inlined
def pull(feedback: BudgetedFeedback, t: int, arm: int) -> None:
    """Pull `arm` in round t and pay for it.

    Pull at most once in a round, and ask after every round, skipped or not, what has arrived.

    Raises
    ------
    ValueError
        If less is left of the budget than the pull costs, or if no slot is free.
    """
    _pay(feedback, t, arm)
    slot = take_slot(feedback.hidden_slots, t + delay_of(feedback.hidden_delays, t, arm))
    feedback.round[slot] = t
    feedback.arm[slot] = arm
    feedback.reward[slot] = reward_of(
        feedback.hidden_means, feedback.hidden_noise, feedback.contexts[t], t, arm
    )


@inlined
def pull_told(feedback: BudgetedFeedback, t: int, arm: int, window: int) -> float:
    """Pull `arm` in round t and pay for it: its reward, at once, if it comes in `window` rounds.

    For learners without delay, whose feedback does not arrive.

    Raises
    ------
    ValueError
        If less is left of the budget than the pull costs.
    """
    _pay(feedback, t, arm)
    if delay_of(feedback.hidden_delays, t, arm) > min(window, feedback.horizon - 1):
        return 0.0
    return reward_of(feedback.hidden_means, feedback.hidden_noise, feedback.contexts[t], t, arm)


@inlined
def _pay(feedback: BudgetedFeedback, t: int, arm: int) -> None:
    if feedback.remaining[0] < feedback.costs[arm]:
        raise ValueError("the pull costs more than is left of the budget")
    feedback.remaining[0] -= feedback.costs[arm]
    feedback.played[t] = arm


@inlined
def reward_of(means: np.ndarray, noise: np.ndarray, context: int, t: int, arm: int) -> float:
    """The reward of a pull of `arm` in round t, of the given context."""
    if noise.size > 0:
        return 1.0 * (noise[t] < means[context, arm])
    return means[context, arm]
