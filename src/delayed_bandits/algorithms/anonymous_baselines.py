"""Baselines for anonymous feedback."""

import math

import numpy as np
from numba import njit

from delayed_bandits.algorithms.delayed_ucb import ucb1_choice
from delayed_bandits.algorithms.known_delays import check_known_delays
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import Flag, Known, Positive
from delayed_bandits.traces.k_armed.anonymous import AnonymousTrace, AnonymousView, pull, pull_block
from delayed_bandits.traces.streams import Randomness


@algorithm(AnonymousTrace, nanoseconds=30, compiled=True)
def ucb1_on_sums(view: AnonymousView) -> None:
    """Play UCB1 with the sum of a round as the reward of its arm; no guarantee is known."""
    total = np.zeros(view.n_arms)
    count = np.zeros(view.n_arms, np.int64)
    mean = np.zeros(view.n_arms)
    for t in range(view.horizon):
        arm = ucb1_choice(mean, count, 2 * math.log(max(1, t)))
        total[arm] += pull(view, t, arm)
        count[arm] += 1
        mean[arm] = total[arm] / count[arm]


@algorithm(AnonymousTrace, nanoseconds=10, compiled=True)
def ars_ucb(view: AnonymousView, *, exploration: Positive = 4.0, doubling: Flag = False) -> None:
    """Play ARS-UCB (Wang, Wang, Huang 2021): UCB in growing blocks, for unknown delays.

    `exploration` is the alpha of the index M / N + sqrt(alpha log t / N); the theorem needs more
    than 4. The paper caps the index at 1; here arms that tie there are ordered by the uncapped
    index. The k-th block of an arm has k rounds, or 2^k with `doubling`.
    """
    total = np.zeros(view.n_arms)  # M_i
    pulls = np.zeros(view.n_arms, np.int64)  # N_i
    blocks = np.zeros(view.n_arms, np.int64)  # K_i
    t = 0
    while t < view.horizon:
        choice = 0
        largest = -np.inf
        for arm in range(view.n_arms):
            index = np.inf
            if pulls[arm] > 0:
                width = math.sqrt(exploration * math.log(t + 1) / pulls[arm])
                index = total[arm] / pulls[arm] + width
            if index > largest:
                choice, largest = arm, index
        blocks[choice] += 1
        rounds = 1 << min(blocks[choice], 40) if doubling else blocks[choice]
        rounds = min(rounds, view.horizon - t)
        total[choice] += pull_block(view, t, choice, rounds)
        pulls[choice] += rounds
        t += rounds


@njit(cache=True)
def _draw(probabilities, uniform):
    """Draw the first arm whose cumulative probability exceeds the uniform."""
    cumulative = 0.0
    for arm in range(probabilities.size):
        cumulative += probabilities[arm]
        if cumulative > uniform:
            return arm
    return probabilities.size - 1


@njit(cache=True)
def _replay_clw_exp3(view, spread, uniforms):
    """Play Algorithm 1 of Cesa-Bianchi et al. 2018: losses are spread over `spread` rounds.

    `uniforms`, shape (horizon + 1,), has one entry before the first round and one per round.
    """
    n_arms, horizon = view.n_arms, view.horizon
    learning_rate = 4 * math.sqrt(spread * math.log(n_arms) / ((4 * n_arms + 1) * horizon))
    update_rate = 1 / (2 * (2 * spread - 1))
    probabilities = np.full(n_arms, 1 / n_arms)
    observed = np.empty(horizon)

    # Round 0 is before the first: rounds are counted from 1 here, as in the paper.
    update = 0 if uniforms[0] < update_rate else -2 * spread
    share = max(0.0, uniforms[0] - update_rate) / (1 - update_rate)
    arm = min(int(n_arms * share), n_arms - 1)
    for t in range(1, horizon + 1):
        draw_round = update == t - 1
        if draw_round:
            arm = _draw(probabilities, uniforms[t])
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
    """Play the Composite Loss Wrapper over Exp3 (Cesa-Bianchi, Gentile, Mansour 2018).

    A reward arrives in one of d = `delay_bound` + 1 rounds. The sum S over a window of d rounds has
    rewards of at most 2 d - 1 rounds, so the loss given to Exp3 is (2 d - 1 - S) / (2 d), in
    [0, 1). `delay_bound` is that of the delay law if not given.
    """
    _replay_clw_exp3(view, int(delay_bound) + 1, randomness.uniforms(view.horizon + 1))
