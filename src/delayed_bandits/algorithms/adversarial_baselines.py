"""Tsallis-INF, Exp3 and BOLD, which Banker-OMD is compared with.

All but BOLD follow the regularised leader on the sum of the estimates that have arrived.
"""

import math

import numpy as np
from numba import njit

from delayed_bandits.algorithms.mirror_maps import softmax, tsallis_map
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import Flag, Positive
from delayed_bandits.traces.k_armed.adversarial import AdversarialTrace, Record, play
from delayed_bandits.traces.slots import NONE, arrived, next_arrived


@njit(cache=True)
def observe(feedback, t: int, losses: np.ndarray, scale: float, shift: float) -> int:
    """Add the estimates that arrive at the end of round t to `losses`; give their number.

    A loss l counts as scale * l + shift.
    """
    number = 0
    slot = arrived(feedback, t)
    while slot != NONE:
        loss = scale * feedback.loss[slot] + shift
        losses[feedback.arm[slot]] += loss / feedback.probability[slot]
        number += 1
        slot = next_arrived(feedback, slot)
    return number


def to_unit_interval(largest: float, signed: bool) -> tuple[float, float]:
    """Scale and shift that take [0, largest], or [-largest, largest] if signed, to [0, 1]."""
    return (0.5 / largest, 0.5) if signed else (1 / largest, 0.0)


@njit(cache=True)
def _replay_tsallis_inf(feedback, scale, shift):
    losses = np.zeros(feedback.arms)
    dual = np.empty(feedback.arms)
    distribution = np.full(feedback.arms, 1 / feedback.arms)
    for t in range(feedback.horizon):
        for i in range(feedback.arms):
            dual[i] = -losses[i] / math.sqrt(t + 1)
        tsallis_map(dual, distribution)
        play(feedback, t, distribution)
        observe(feedback, t, losses, scale, shift)


@algorithm(protocol=AdversarialTrace, nanoseconds=200)
def tsallis_inf(
    trace: AdversarialTrace, *, largest: Positive = 1.0, signed: Flag = False
) -> Record:
    """Tsallis-INF (Zimmert and Seldin 2021), which takes no notice of delays.

    It is told that losses are at most `largest`, in modulus if they are `signed`.
    """
    feedback = trace.start()
    _replay_tsallis_inf(feedback, *to_unit_interval(largest, signed))
    return feedback.record()


@njit(cache=True)
def _replay_exp3(feedback, weight, growth, share):
    """Exp3 with the rate sqrt(ln K / (weight + growth t + share D_t)), D_t the delay so far."""
    losses = np.zeros(feedback.arms)
    dual = np.empty(feedback.arms)
    distribution = np.empty(feedback.arms)
    missing = experienced = 0
    for t in range(feedback.horizon):
        experienced += missing
        known = weight + growth * (t + 1) + share * experienced
        rate = math.sqrt(math.log(feedback.arms) / known)
        for i in range(feedback.arms):
            dual[i] = -rate * losses[i]
        softmax(dual, distribution)
        play(feedback, t, distribution)
        missing += 1 - observe(feedback, t, losses, 1.0, 0.0)


@algorithm(protocol=AdversarialTrace, nanoseconds=200)
def exp3(trace: AdversarialTrace) -> Record:
    """Exp3 with the rate sqrt(ln K / (K t + D_t)), where D_t is the delay experienced so far."""
    feedback = trace.start()
    _replay_exp3(feedback, 0.0, float(feedback.arms), 1.0)
    return feedback.record()


@algorithm(protocol=AdversarialTrace, nanoseconds=200)
def exp3_known_delay(trace: AdversarialTrace) -> Record:
    """Delayed Exp3 (Thune et al. 2019): the rate is sqrt(ln K / (e K T / 2 + D)).

    The horizon and the total delay D are told.

    Raises
    ------
    InputError
        If each arm has delays of its own.
    """
    feedback = trace.start()
    arms, horizon = feedback.arms, feedback.horizon
    weight = math.e * arms * horizon / 2 + trace.total_delay()
    _replay_exp3(feedback, weight, 0.0, 0.0)
    return feedback.record()


@njit(cache=True)
def _replay_bold(feedback):
    """Joulani et al. 2013, Algorithm 1, with Tsallis-INF as Base."""
    arms = feedback.arms
    losses = np.zeros((feedback.slots, arms))  # of each instance, as the next
    rounds = np.zeros(feedback.slots, np.int64)
    owner = np.empty(feedback.slots, np.int64)  # of each slot: the instance that waits for it
    free = np.arange(feedback.slots)[::-1].copy()  # instances that wait for nothing
    free_count = feedback.slots
    dual = np.empty(arms)
    distribution = np.full(arms, 1 / arms)
    for t in range(feedback.horizon):
        free_count -= 1
        instance = free[free_count]
        rounds[instance] += 1
        for i in range(arms):
            dual[i] = -losses[instance, i] / math.sqrt(rounds[instance])
        tsallis_map(dual, distribution)
        slot = play(feedback, t, distribution)
        owner[slot] = instance
        slot = arrived(feedback, t)
        while slot != NONE:
            estimate = feedback.loss[slot] / feedback.probability[slot]
            losses[owner[slot], feedback.arm[slot]] += estimate
            free[free_count] = owner[slot]
            free_count += 1
            slot = next_arrived(feedback, slot)


@algorithm(protocol=AdversarialTrace, nanoseconds=350)
def bold(trace: AdversarialTrace) -> Record:
    """BOLD (Joulani et al. 2013) over Tsallis-INF: as many instances as wait at one time."""
    feedback = trace.start()
    _replay_bold(feedback)
    return feedback.record()
