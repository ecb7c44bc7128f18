"""D-LinUCB and Random D-LinUCB (Liu and Maghsudi 2024, Section 5, arXiv:2405.11417)."""

from typing import Literal

import numpy as np
from numba import njit

from delayed_bandits.algorithms.context_models import (
    LogTerm,
    check_log_term,
    forget_round,
    learn,
    new_candidates,
    new_models,
    pull_arm,
    write_index,
)
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import NonNegative, Positive, Probability, Window
from delayed_bandits.kernels.linear_algebra import first_maximum
from delayed_bandits.traces.budgeted.trace import BudgetedTrace
from delayed_bandits.traces.budgeted.view import BudgetedView, Report
from delayed_bandits.traces.slots import arrived
from delayed_bandits.traces.streams import Randomness

Pacing = Literal["remaining", "printed"]
ALWAYS, BY_REMAINING, BY_SHARE = 0, 1, 2


@njit(cache=True)
def _replay(view, models, candidates, uniforms, cutoff, rule):
    """Pull the arm of the largest index, with a probability by `rule`; `uniforms` per round."""
    least = view.costs.min()
    for t in range(view.horizon):
        remaining = view.remaining[0]
        if remaining < least:
            break
        if t > cutoff:
            forget_round(view, models, t - cutoff - 1)
        write_index(models, candidates, view.contexts[t])
        choice = first_maximum(candidates.index)
        cost = view.costs[choice]
        probability = 1.0
        if rule == BY_REMAINING:
            probability = remaining / (view.horizon - t) / cost
        elif rule == BY_SHARE:
            probability = remaining / view.budget
        if uniforms[t] < probability and remaining >= cost:
            pull_arm(view, models, t, choice)
        for slot in arrived(view, t):
            if t - view.round[slot] <= cutoff:
                learn(view, models, slot)


@algorithm(BudgetedTrace, check=check_log_term, nanoseconds=300)
def d_linucb(
    view: BudgetedView,
    *,
    cutoff: Window = 500,
    confidence: Probability = 0.05,
    regularisation: Positive = 1.0,
    width_factor: NonNegative = 0.1,
    log_term: LogTerm = "confidence",
    randomness: Randomness,
) -> Report:
    """Play D-LinUCB: the arm of the largest index in every round, until the budget is spent.

    As in OTFLinUCB (Vernade et al. 2020), V gains the features of an arm when it is pulled.
    Parameters as in `doral.doral`.
    """
    models = new_models(view, confidence, regularisation, width_factor, log_term, True)
    return _play(view, models, randomness, cutoff, ALWAYS)


@algorithm(BudgetedTrace, check=check_log_term, nanoseconds=300)
def random_d_linucb(
    view: BudgetedView,
    *,
    cutoff: Window = 500,
    confidence: Probability = 0.05,
    regularisation: Positive = 1.0,
    width_factor: NonNegative = 0.1,
    log_term: LogTerm = "confidence",
    pacing: Pacing = "remaining",
    randomness: Randomness,
) -> Report:
    """Play Random D-LinUCB: `d_linucb` that pulls with probability b_t / ((T - t) c).

    Here c is the cost of the pull. With the printed pacing the probability is b_t / B.
    """
    rule = BY_REMAINING if pacing == "remaining" else BY_SHARE
    models = new_models(view, confidence, regularisation, width_factor, log_term, True)
    return _play(view, models, randomness, cutoff, rule)


def _play(view, models, randomness, cutoff, rule):
    """Play with all arms as candidates; return the report."""
    all_arms = np.arange(view.n_arms)
    uniforms = randomness.uniforms(view.horizon)
    _replay(view, models, new_candidates(models, all_arms), uniforms, cutoff, rule)
    return Report(cutoff, 0, np.ones(view.n_arms, np.bool_))
