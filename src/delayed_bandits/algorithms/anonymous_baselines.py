"""Other algorithms for sums of anonymous rewards."""

import math

import numpy as np
from numba import njit

from delayed_bandits.algorithms.delayed_ucb import ucb1_choice
from delayed_bandits.algorithms.known_delays import check_told, truth_unless
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import Flag, Positive, Told
from delayed_bandits.traces.k_armed.anonymous import AnonymousTrace, pull, pull_block


@njit(cache=True)
def _replay_ucb1_on_sums(feedback):
    total = np.zeros(feedback.arms)
    count = np.zeros(feedback.arms, np.int64)
    for t in range(feedback.horizon):
        arm = ucb1_choice(total, count, t)
        total[arm] += pull(feedback, t, arm)
        count[arm] += 1


@algorithm(protocol=AnonymousTrace, nanoseconds=50)
def ucb1_on_sums(trace: AnonymousTrace) -> np.ndarray:
    """UCB1 that takes the sum of a round for the reward of its arm; nothing is proved of it."""
    feedback = trace.start()
    _replay_ucb1_on_sums(feedback)
    return feedback.played


@njit(cache=True)
def _replay_ars_ucb(feedback, exploration, doubling):
    horizon = feedback.horizon
    total = np.zeros(feedback.arms)  # M_i
    pulls = np.zeros(feedback.arms, np.int64)  # N_i
    blocks = np.zeros(feedback.arms, np.int64)  # K_i
    t = 0
    while t < horizon:
        choice = 0
        largest = -np.inf
        for arm in range(feedback.arms):
            index = np.inf
            if pulls[arm] > 0:
                width = math.sqrt(exploration * math.log(t + 1) / pulls[arm])
                index = total[arm] / pulls[arm] + width
            if index > largest:
                choice, largest = arm, index
        blocks[choice] += 1
        rounds = 1 << min(blocks[choice], 40) if doubling else blocks[choice]
        rounds = min(rounds, horizon - t)
        total[choice] += pull_block(feedback, t, choice, rounds)
        pulls[choice] += rounds
        t += rounds


@algorithm(protocol=AnonymousTrace, nanoseconds=20)
def ars_ucb(
    trace: AnonymousTrace, *, exploration: Positive = 4.0, doubling: Flag = False
) -> np.ndarray:
    """ARS-UCB (Wang, Wang, Huang 2021): UCB in blocks that grow, told nothing of the delays.

    Parameters
    ----------
    trace : AnonymousTrace
        The replication to play.
    exploration : float
        The alpha of the index M / N + sqrt(alpha log t / N); the theorem wants more than 4. The
        paper caps the index at 1; arms that tie there are told apart here by the index without
        the cap.
    doubling : bool
        The k-th block of an arm has 2^k rounds instead of k.

    Returns
    -------
    ndarray of int32, shape (horizon,)
        The arm played in each round.
    """
    feedback = trace.start()
    _replay_ars_ucb(feedback, exploration, doubling)
    return feedback.played


@njit(cache=True)
def _draw(probabilities, uniform):
    """The first arm whose cumulative probability exceeds the uniform."""
    cumulative = 0.0
    for arm in range(probabilities.size):
        cumulative += probabilities[arm]
        if cumulative > uniform:
            return arm
    return probabilities.size - 1


@njit(cache=True)
def _replay_clw_exp3(feedback, spread, uniforms):
    """Cesa-Bianchi et al. 2018, Algorithm 1: losses are spread over `spread` rounds."""
    arms, horizon = feedback.arms, feedback.horizon
    learning_rate = 4 * math.sqrt(spread * math.log(arms) / ((4 * arms + 1) * horizon))
    update_rate = 1 / (2 * (2 * spread - 1))
    probabilities = np.full(arms, 1 / arms)
    observed = np.empty(horizon)

    # Round 0 is before the first: rounds are counted from 1 here, as in the paper.
    update = 0 if uniforms[0] < update_rate else -2 * spread
    share = max(0.0, uniforms[0] - update_rate) / (1 - update_rate)
    arm = min(int(arms * share), arms - 1)
    for t in range(1, horizon + 1):
        draw_round = update == t - 1
        if draw_round:
            arm = _draw(probabilities, uniforms[t])
        observed[t - 1] = pull(feedback, t - 1, arm)
        stay = update >= t - 2 * spread + 1
        if not draw_round and not stay and uniforms[t] < update_rate:
            update = t
            window = 0.0
            for s in range(max(0, t - spread), t):
                window += observed[s]
            loss = (2 * spread - 1 - window) / (2 * spread)
            probabilities[arm] *= math.exp(-learning_rate * loss / probabilities[arm])
            probabilities /= probabilities.sum()


@algorithm(protocol=AnonymousTrace, check=check_told, nanoseconds=25)
def clw_exp3(trace: AnonymousTrace, *, delay_bound: Told = None) -> np.ndarray:
    """Composite Loss Wrapper over Exp3 (Cesa-Bianchi, Gentile, Mansour 2018).

    A reward comes in one of d = `delay_bound` + 1 rounds. The sum S over a window of d rounds holds
    rewards of at most 2 d - 1 rounds, so the loss given to Exp3 is (2 d - 1 - S) / (2 d), in
    [0, 1). The true bound is told if absent.
    """
    feedback = trace.start()
    spread = int(truth_unless(delay_bound, trace.delay_bound)) + 1
    _replay_clw_exp3(feedback, spread, trace.learner_uniforms)
    return feedback.played
