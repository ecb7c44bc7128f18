"""UCB-ALP without delay, given context probabilities (Wu et al. 2015)."""

import math

import numpy as np

from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.kernels.linear_algebra import first_maximum
from delayed_bandits.traces.budgeted.allocation import pull_probability
from delayed_bandits.traces.budgeted.trace import (
    BudgetedTrace,
    BudgetedView,
    Report,
    RewardWindow,
    pull_undelayed,
)
from delayed_bandits.traces.streams import Uniforms


@algorithm(BudgetedTrace, nanoseconds=190, compiled=True)
def ucb_alp(view: BudgetedView, *, reward_window: RewardWindow, uniforms: Uniforms) -> Report:
    """Play UCB-ALP without delay, where a reward later than `reward_window` counts as 0.

    In a context, an arm with n pulls and mean reward p has the index p + sqrt(log t / (2 n)) in
    round t. A linear program over contexts gives the probability of pulling the arm of the largest
    index, so that the remaining budget lasts for the remaining rounds.
    """
    contexts, n_arms = view.probabilities.size, view.n_arms
    count = np.zeros((contexts, n_arms), np.int64)
    total = np.zeros((contexts, n_arms))
    mean = np.ones((contexts, n_arms))  # 1, without a bonus, until the first pull
    inverse_root = np.zeros((contexts, n_arms))  # of the count; 0 for no bonus
    index, choice = np.empty(n_arms), np.empty(contexts, np.int64)
    costs, keys = np.ones(contexts), np.empty(contexts)
    for t in range(view.horizon):
        if view.remaining[0] < 1:
            break
        exploration = math.sqrt(math.log(t + 1) / 2)
        for j in range(contexts):
            for a in range(n_arms):
                index[a] = mean[j, a] + exploration * inverse_root[j, a]
            choice[j] = first_maximum(index)
            keys[j] = index[choice[j]]
        j = view.contexts[t]
        rate = view.remaining[0] / (view.horizon - t)
        if uniforms[t] < pull_probability(j, keys, costs, view.probabilities, rate):
            a = choice[j]
            total[j, a] += pull_undelayed(view, t, a, reward_window)
            count[j, a] += 1
            mean[j, a] = total[j, a] / count[j, a]
            inverse_root[j, a] = 1 / math.sqrt(count[j, a])
    return Report(reward_window, 0, np.ones(view.n_arms, np.bool_))
