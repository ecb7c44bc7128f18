"""Thompson sampling, KL-UCB and UCB1 that count outstanding rewards as failures.

An arm with M plays and a sum S of the rewards received so far has M - S failures.
"""

import math

import numpy as np

from delayed_bandits.algorithms.confidence_indices import largest_mean
from delayed_bandits.algorithms.delayed_ucb import ucb1_choice
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.kernels.counter_based import largest_draw, new_betas, set_distribution
from delayed_bandits.kernels.linear_algebra import first_maximum
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace, IdentifiedView, pull
from delayed_bandits.traces.slots import arrived
from delayed_bandits.traces.streams import Key


@algorithm(IdentifiedTrace, nanoseconds=150, compiled=True)
def thompson(view: IdentifiedView, *, key: Key) -> None:
    """Play the arm of the largest draw from Beta(1 + S, 1 + M - S), for M plays with rewards S."""
    plays, total = np.zeros(view.n_arms), np.zeros(view.n_arms)  # M, S
    betas = new_betas(view.n_arms, key)
    for arm in range(view.n_arms):
        set_distribution(betas, arm, 1.0, 1.0)
    for t in range(view.horizon):
        choice = largest_draw(betas, t, False)
        pull(view, t, choice)
        plays[choice] += 1
        set_distribution(betas, choice, 1 + total[choice], 1 + plays[choice] - total[choice])
        for slot in arrived(view, t):
            arm = view.arm[slot]
            total[arm] += view.reward[slot]
            set_distribution(betas, arm, 1 + total[arm], 1 + plays[arm] - total[arm])


@algorithm(IdentifiedTrace, nanoseconds=400, compiled=True)
def kl_ucb(view: IdentifiedView) -> None:
    """Play KL-UCB (Garivier and Cappé 2011): the arm of the largest upper bound q.

    In round t, q is the largest number with M KL(S/M, q) <= log t, for M plays with rewards S. Each
    arm is first played once. Of the arms within 1e-9 of the largest q, the first is played.
    """
    plays, total = np.zeros(view.n_arms), np.zeros(view.n_arms)  # M, S
    q = np.full(view.n_arms, np.inf)
    for t in range(view.horizon):
        for arm in range(view.n_arms):
            if plays[arm] > 0:
                level = math.log(t + 1) / plays[arm]
                q[arm] = largest_mean(total[arm] / plays[arm], level, q[arm])
        choice = first_maximum(q)
        pull(view, t, choice)
        plays[choice] += 1
        for slot in arrived(view, t):
            total[view.arm[slot]] += view.reward[slot]


@algorithm(IdentifiedTrace, nanoseconds=40, compiled=True)
def ucb1(view: IdentifiedView) -> None:
    """Play UCB1 (Auer et al. 2002) by S / M + sqrt(2 log t / M), for M plays with rewards S."""
    plays, total = np.zeros(view.n_arms), np.zeros(view.n_arms)  # M, S
    mean = np.zeros(view.n_arms)
    for t in range(view.horizon):
        choice = ucb1_choice(mean, plays, 2 * math.log(max(1, t)))
        pull(view, t, choice)
        plays[choice] += 1
        mean[choice] = total[choice] / plays[choice]
        for slot in arrived(view, t):
            arm = view.arm[slot]
            total[arm] += view.reward[slot]
            mean[arm] = total[arm] / plays[arm]
