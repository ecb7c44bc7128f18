"""UCB algorithms that see which arm a late reward is of, and UCB1 without delay."""

import math

import numpy as np
from numba import njit

from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import Positive
from delayed_bandits.traces.k_armed.identified import (
    NONE,
    IdentifiedTrace,
    following,
    pull,
    reward_of,
)


@njit(cache=True)
def ucb1_choice(total, count, rounds):
    """The arm of UCB1 (Auer et al. 2002) after `rounds` rounds; every arm once at first."""
    choice = 0
    largest = -np.inf
    exploration = 2 * math.log(max(1, rounds))
    for arm in range(total.size):
        index = np.inf
        if count[arm] > 0:
            index = total[arm] / count[arm] + math.sqrt(exploration / count[arm])
        if index > largest:
            choice, largest = arm, index
    return choice


@njit(cache=True)
def _replay_qpmd(feedback):
    """Joulani et al. 2013, Algorithm 2, with UCB1 as Base."""
    horizon = feedback.horizon
    total = np.zeros(feedback.arms)  # Base's own account of each arm
    count = np.zeros(feedback.arms, np.int64)
    rounds = 0
    first = np.full(feedback.arms, NONE)  # the queue Q[i] of each arm holds rounds
    last = np.full(feedback.arms, NONE)
    behind = np.empty(horizon, np.int32)
    prediction = 0
    for t in range(horizon):
        while first[prediction] != NONE:
            total[prediction] += reward_of(feedback, first[prediction])
            count[prediction] += 1
            first[prediction] = behind[first[prediction]]
            rounds += 1
            prediction = ucb1_choice(total, count, rounds)

        s = pull(feedback, t, prediction)
        while s != NONE:
            arm = feedback.played[s]
            behind[s] = NONE
            if first[arm] == NONE:
                first[arm] = s
            else:
                behind[last[arm]] = s
            last[arm] = s
            s = following(feedback, s)


@algorithm(protocol=IdentifiedTrace, nanoseconds=60)
def qpmd(trace: IdentifiedTrace) -> np.ndarray:
    """QPM-D over UCB1 (Joulani et al. 2013, Algorithm 2): a queue of rewards for each arm.

    The base plays on by itself as long as the queue of the arm that it wants has a reward; that
    arm is played until it has one.
    """
    feedback = trace.start()
    _replay_qpmd(feedback)
    return feedback.played


@njit(cache=True)
def _replay_delayed_ucb1(feedback):
    total = np.zeros(feedback.arms)  # of the rewards received
    count = np.zeros(feedback.arms, np.int64)
    unobserved = feedback.arms
    arm = -1
    for t in range(feedback.horizon):
        if unobserved > 0:
            arm = (arm + 1) % feedback.arms
            while count[arm] > 0:
                arm = (arm + 1) % feedback.arms
        else:
            arm = ucb1_choice(total, count, t + 1)  # Joulani et al.: log of the round to come
        s = pull(feedback, t, arm)
        while s != NONE:
            sender = feedback.played[s]
            unobserved -= count[sender] == 0
            total[sender] += reward_of(feedback, s)
            count[sender] += 1
            s = following(feedback, s)


@algorithm(protocol=IdentifiedTrace, nanoseconds=50)
def delayed_ucb1(trace: IdentifiedTrace) -> np.ndarray:
    """Delayed-UCB1 (Joulani et al. 2013, Section 4): UCB1 on the rewards that have arrived.

    The arms without a reward so far have an infinite index; they take turns.
    """
    feedback = trace.start()
    _replay_delayed_ucb1(feedback)
    return feedback.played


@njit(cache=True)
def _replay_ucb1(feedback):
    total = np.zeros(feedback.arms)
    count = np.zeros(feedback.arms, np.int64)
    for t in range(feedback.horizon):
        arm = ucb1_choice(total, count, t)
        pull(feedback, t, arm)
        total[arm] += reward_of(feedback, t)  # as if it had come at once
        count[arm] += 1


@algorithm(protocol=IdentifiedTrace, nanoseconds=50)
def ucb1(trace: IdentifiedTrace) -> np.ndarray:
    """UCB1 (Auer et al. 2002) that gets every reward at once, whatever its delay: the floor."""
    feedback = trace.start()
    _replay_ucb1(feedback)
    return feedback.played


@njit(cache=True)
def _replay_patient_bandits(feedback, tail_exponent):
    total = np.zeros(feedback.arms)  # of the rewards received
    pulls = np.zeros(feedback.arms, np.int64)
    exploration = 2 * math.log(2 * feedback.arms * float(feedback.horizon) ** 3)
    exponent = -min(tail_exponent, 0.5)
    bonus = np.full(feedback.arms, np.inf)
    for t in range(feedback.horizon):
        choice = 0
        largest = -np.inf
        for arm in range(feedback.arms):
            index = total[arm] / max(1, pulls[arm]) + bonus[arm]
            if index > largest:
                choice, largest = arm, index
        s = pull(feedback, t, choice)
        pulls[choice] += 1
        bonus[choice] = math.sqrt(exploration / pulls[choice]) + 2 * pulls[choice] ** exponent
        while s != NONE:
            total[feedback.played[s]] += reward_of(feedback, s)
            s = following(feedback, s)


@algorithm(protocol=IdentifiedTrace, nanoseconds=60)
def patient_bandits(trace: IdentifiedTrace, *, tail_exponent: Positive) -> np.ndarray:
    """PatientBandits (Gael et al. 2020): UCB that counts what has not arrived as zero.

    `tail_exponent` is the alpha of P(D > d) <= d^-alpha.
    """
    feedback = trace.start()
    _replay_patient_bandits(feedback, tail_exponent)
    return feedback.played
