"""Contextual bandits with a budget, as a learner sees them: pulls cost, rewards come late."""

from typing import Annotated, NamedTuple

import numpy as np

from delayed_bandits.checks.types import FROM_WORLD
from delayed_bandits.kernels.compiling import inlined
from delayed_bandits.traces.arms import delay_of
from delayed_bandits.traces.slots import Slots, take_slot

SKIPPED = -1
"""In a record: no arm was pulled."""

RewardWindow = Annotated[int, FROM_WORLD]
"""The type of an algorithm's argument `reward_window`: rewards count that arrive within it."""


class Report(NamedTuple):
    """A learner's choices before it spent its budget."""

    cutoff: int  # m: feedback that arrives later is ignored
    identification: int  # rounds spent on identifying arms with short delays
    accepted: np.ndarray  # bool, shape (arms,): these arms; all if no round was spent on it


class BudgetedView(NamedTuple):
    """A learner's view, on which it plays with `pull` and `arrived`; it may skip rounds.

    All numbers count from 0.
    """

    n_arms: int
    horizon: int
    budget: float  # the most that all pulls together may cost
    probabilities: np.ndarray  # shape (contexts,)
    contexts: np.ndarray  # uint8, shape (horizon,): those of later rounds are secret
    features: np.ndarray  # shape (arms, dimension)
    costs: np.ndarray  # shape (arms,)
    remaining: np.ndarray  # shape (1,): the budget that is left
    round: np.ndarray  # int64, shape (slots,): the round of each slot
    arm: np.ndarray  # int64, shape (slots,): its arm
    reward: np.ndarray  # shape (slots,): its reward, once that has arrived
    played: np.ndarray  # int16, shape (horizon,): the arms pulled so far, or SKIPPED
    hidden_means: np.ndarray
    hidden_uniforms: np.ndarray
    hidden_delays: np.ndarray
    hidden_slots: Slots


@inlined
def pull(view: BudgetedView, t: int, arm: int) -> None:
    """Pull `arm` in round t and pay for it.

    Pull at most once in a round, and call `arrived` after every round, skipped or not.
    """
    _pay(view, t, arm)
    reward = reward_of(view.hidden_means, view.hidden_uniforms, view.contexts[t], t, arm)
    slot = take_slot(view.hidden_slots, t, delay_of(view.hidden_delays, t, arm), reward)
    view.arm[slot] = arm


@inlined
def pull_undelayed(view: BudgetedView, t: int, arm: int, window: int) -> float:
    """Pull `arm` in round t; return its reward at once, or 0 if its delay exceeds `window`.

    For learners without delay. The pull is paid for, and its feedback does not arrive.
    """
    _pay(view, t, arm)
    if delay_of(view.hidden_delays, t, arm) > min(window, view.horizon - 1):
        return 0.0
    return reward_of(view.hidden_means, view.hidden_uniforms, view.contexts[t], t, arm)


@inlined
def _pay(view: BudgetedView, t: int, arm: int) -> None:
    """Record the pull, and take its cost from the budget."""
    if arm < 0 or arm >= view.n_arms:
        raise ValueError("no such arm was pulled; expected 0 to the number of arms less 1")
    if t < 0 or t >= view.horizon or view.played[t] != SKIPPED:
        raise ValueError("two pulls in a round, or no such round; expected one pull at most")
    if view.remaining[0] < view.costs[arm]:
        raise ValueError("the pull costs more than is left of the budget")
    view.remaining[0] -= view.costs[arm]
    view.played[t] = arm


@inlined
def reward_of(means: np.ndarray, uniforms: np.ndarray, context: int, t: int, arm: int) -> float:
    """Return the reward of a pull of `arm` in round t, of the given context."""
    if uniforms.size > 0:
        return 1.0 * (uniforms[t] < means[context, arm])
    return means[context, arm]
