"""Baselines for aggregated anonymous feedback."""

import math

import numpy as np

from delayed_bandits.algorithms.delayed_ucb import ucb1_choice
from delayed_bandits.algorithms.known_delays import check_known_delays
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import Flag, Known, Positive
from delayed_bandits.kernels.compiling import njit
from delayed_bandits.traces.k_armed.anonymous import AnonymousTrace, AnonymousView, pull, pull_block
from delayed_bandits.traces.streams import Randomness


@algorithm(AnonymousTrace, nanoseconds=30, compiled=True)
def ucb1_on_sums(view: AnonymousView) -> None:
    """Play UCB1 on sums: each sum is credited to the arm just played.

    After t rounds, an arm with N plays and a total credit of M has the index
    M / N + sqrt(2 log t / N). No regret bound is known.
    """
    total, mean = np.zeros(view.n_arms), np.zeros(view.n_arms)
    count = np.zeros(view.n_arms, np.int64)
    for t in range(view.horizon):
        arm = ucb1_choice(mean, count, 2 * math.log(max(1, t)))
        total[arm] += pull(view, t, arm)
        count[arm] += 1
        mean[arm] = total[arm] / count[arm]


@algorithm(AnonymousTrace, nanoseconds=10, compiled=True)
def ars_ucb(view: AnonymousView, *, exploration: Positive = 4.0, doubling: Flag = False) -> None:
    """Play ARS-UCB (Wang, Wang and Huang 2021): UCB in blocks of growing length.

    An arm with N plays, whose sums total M, has the index M / N + sqrt(alpha log t / N). The paper
    caps it at 1, and we do not. `exploration` is alpha, which is above 4 in the theorem. An arm's
    k-th block has k rounds, or 2^k with `doubling`.
    """
    total, mean = np.zeros(view.n_arms), np.zeros(view.n_arms)  # M_i, M_i / N_i
    pulls, blocks = np.zeros(view.n_arms, np.int64), np.zeros(view.n_arms, np.int64)  # N_i, K_i
    t = 0
    while t < view.horizon:
        choice = ucb1_choice(mean, pulls, exploration * math.log(t + 1))
        blocks[choice] += 1
        rounds = 1 << min(blocks[choice], 40) if doubling else blocks[choice]
        rounds = min(rounds, view.horizon - t)
        total[choice] += pull_block(view, t, choice, rounds)
        pulls[choice] += rounds
        mean[choice] = total[choice] / pulls[choice]
        t += rounds


@njit(cache=True)
def _replay_clw_exp3(view, spread, uniforms):
    """Play `clw_exp3` with d = `spread`, using horizon + 1 `uniforms`."""
    n_arms, horizon = view.n_arms, view.horizon
    learning_rate = 4 * math.sqrt(spread * math.log(n_arms) / ((4 * n_arms + 1) * horizon))
    update_rate = 1 / (2 * (2 * spread - 1))
    probabilities = np.full(n_arms, 1 / n_arms)
    observed = np.empty(horizon)

    # Rounds are counted from 1 here, as in the paper; round 0 is before the first.
    update = 0 if uniforms[0] < update_rate else -2 * spread
    share = max(0.0, uniforms[0] - update_rate) / (1 - update_rate)
    arm = min(int(n_arms * share), n_arms - 1)
    for t in range(1, horizon + 1):
        draw_round = update == t - 1
        if draw_round:  # the first arm whose cumulative probability exceeds the uniform
            arm = min((np.cumsum(probabilities) <= uniforms[t]).sum(), n_arms - 1)
        observed[t - 1] = pull(view, t - 1, arm)
        stay = update >= t - 2 * spread + 1
        if not draw_round and not stay and uniforms[t] < update_rate:
            update = t
            window = 0.0
            for s in range(max(0, t - spread), t):
                window += observed[s]
            loss = (2 * spread - 1 - window) / (2 * spread)
            probabilities[arm] *= math.exp(-learning_rate * loss / probabilities[arm])
            probabilities /= probabilities.sum()


@algorithm(AnonymousTrace, nanoseconds=25, check=check_known_delays)
def clw_exp3(view: AnonymousView, *, delay_bound: Known = None, randomness: Randomness) -> None:
    """Play the Composite Loss Wrapper over Exp3 (Cesa-Bianchi et al. 2018).

    S is the sum of the observations of d = `delay_bound` + 1 successive rounds. Exp3 gets the loss
    (2 d - 1 - S) / (2 d). It is not negative, because S has rewards of at most 2 d - 1 rounds. The
    default of `delay_bound` is the bound of the delay distribution.
    """
    _replay_clw_exp3(view, int(delay_bound) + 1, randomness.uniforms(view.horizon + 1))
