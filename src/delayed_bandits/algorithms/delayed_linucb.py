"""D-LinUCB and Random D-LinUCB (Liu and Maghsudi 2024, Section 5): greedy with the budget."""

from typing import Literal

import numpy as np
from numba import njit

from delayed_bandits.algorithms.context_models import (
    LogTerm,
    check_log_term,
    collect,
    forget_round,
    pull_arm,
    start_candidates,
    start_models,
    write_index,
)
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import NonNegative, Positive, Probability, Window
from delayed_bandits.kernels.linear_algebra import first_maximum
from delayed_bandits.traces.budgeted.trace import BudgetedTrace
from delayed_bandits.traces.budgeted.view import BudgetedRecord

ALWAYS, BY_REMAINING, BY_SHARE = 0, 1, 2


@njit(cache=True)
def _replay(view, models, candidates, uniforms, cutoff, rule, budget):
    least = view.costs.min()
    for t in range(view.horizon):
        remaining = view.remaining[0]
        if remaining < least:
            break
        if t > cutoff:
            forget_round(view, models, t - cutoff - 1)
        probability = 1.0
        if rule == BY_REMAINING:
            probability = remaining / (view.horizon - t)
        elif rule == BY_SHARE:
            probability = remaining / budget
        if uniforms[t] < probability:
            write_index(models, candidates, view.contexts[t])
            choice = first_maximum(candidates.index)
            if remaining >= view.costs[choice]:
                pull_arm(view, models, t, choice)
        collect(view, models, t, cutoff)


@algorithm(BudgetedTrace, check=check_log_term, nanoseconds=300)
def d_linucb(
    trace: BudgetedTrace,
    *,
    cutoff: Window = 500,
    confidence: Probability = 0.05,
    regularisation: Positive = 1.0,
    width_factor: NonNegative = 0.1,
    log_term: LogTerm = "confidence",
) -> BudgetedRecord:
    """D-LinUCB: the arm of the largest index in every round, until the budget is spent.

    As OTFLinUCB (Vernade et al. 2020), V gains the features of an arm when it is pulled. Parameters
    as in `doral.doral`.
    """
    return _play(trace, cutoff, confidence, regularisation, width_factor, log_term, ALWAYS)


@algorithm(BudgetedTrace, check=check_log_term, nanoseconds=300)
def random_d_linucb(
    trace: BudgetedTrace,
    *,
    cutoff: Window = 500,
    confidence: Probability = 0.05,
    regularisation: Positive = 1.0,
    width_factor: NonNegative = 0.1,
    log_term: LogTerm = "confidence",
    pacing: Literal["remaining", "printed"] = "remaining",
) -> BudgetedRecord:
    """Random D-LinUCB: `d_linucb` that pulls with probability b_t / (T - t); "printed": b_t / B."""
    rule = BY_REMAINING if pacing == "remaining" else BY_SHARE
    return _play(trace, cutoff, confidence, regularisation, width_factor, log_term, rule)


def _play(trace, cutoff, confidence, regularisation, width_factor, log_term, rule):
    view = trace.start()
    models = start_models(trace, confidence, regularisation, width_factor, log_term, True)
    all_arms = start_candidates(models, np.arange(trace.arms))
    _replay(view, models, all_arms, trace.learner_uniforms, cutoff, rule, trace.budget)
    return BudgetedRecord(view.played, cutoff, 0, np.ones(trace.arms, np.bool_))
