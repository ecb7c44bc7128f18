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
def _replay(feedback, models, candidates, uniforms, cutoff, rule, budget):
    least = feedback.costs.min()
    for t in range(feedback.horizon):
        remaining = feedback.remaining[0]
        if remaining < least:
            break
        if t > cutoff:
            forget_round(feedback, models, t - cutoff - 1)
        write_index(models, candidates, feedback.contexts[t])
        choice = first_maximum(candidates.index)
        cost = feedback.costs[choice]
        probability = 1.0
        if rule == BY_REMAINING:
            probability = remaining / (feedback.horizon - t) / cost
        elif rule == BY_SHARE:
            probability = remaining / budget
        if uniforms[t] < probability and remaining >= cost:
            pull_arm(feedback, models, t, choice)
        collect(feedback, models, t, cutoff)


@algorithm(protocol=BudgetedTrace, check=check_log_term, nanoseconds=300)
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


@algorithm(protocol=BudgetedTrace, check=check_log_term, nanoseconds=300)
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
    """Random D-LinUCB: `d_linucb` that pulls an arm of cost c with probability b_t / ((T - t) c).

    With the printed pacing it is b_t / B.
    """
    rule = BY_REMAINING if pacing == "remaining" else BY_SHARE
    return _play(trace, cutoff, confidence, regularisation, width_factor, log_term, rule)


def _play(trace, cutoff, confidence, regularisation, width_factor, log_term, rule):
    feedback = trace.start()
    models = start_models(trace, confidence, regularisation, width_factor, log_term, True)
    all_arms = start_candidates(models, np.arange(trace.arms))
    _replay(feedback, models, all_arms, trace.learner_uniforms, cutoff, rule, trace.budget)
    return BudgetedRecord(feedback.played, cutoff, 0, np.ones(trace.arms, np.bool_))
