"""Algorithms for adversarial bandits that Banker-OMD is compared with.

All but BOLD follow the regularised leader on the sum of the estimates that have arrived.
"""

import math

import numpy as np
from numba import njit

from delayed_bandits.algorithms.mirror_maps import hybrid_map, softmax, tsallis_map
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.traces.adversarial import AdversarialTrace, Record, play
from delayed_bandits.traces.slots import NONE, arrived, next_arrived


@njit(cache=True)
def _observe(feedback, t, losses):
    """Add the estimates that arrive at the end of round t to `losses`; give their number."""
    number = 0
    slot = arrived(feedback, t)
    while slot != NONE:
        losses[feedback.arm[slot]] += feedback.loss[slot] / feedback.probability[slot]
        number += 1
        slot = next_arrived(feedback, slot)
    return number


@njit(cache=True)
def _replay_tsallis_inf(feedback):
    losses = np.zeros(feedback.arms)
    dual = np.empty(feedback.arms)
    distribution = np.full(feedback.arms, 1 / feedback.arms)
    for t in range(feedback.horizon):
        for i in range(feedback.arms):
            dual[i] = -losses[i] / math.sqrt(t + 1)
        tsallis_map(dual, distribution)
        play(feedback, t, distribution)
        _observe(feedback, t, losses)


@algorithm(protocol=AdversarialTrace)
def tsallis_inf(trace: AdversarialTrace) -> Record:
    """Tsallis-INF (Zimmert and Seldin 2021), which takes no notice of delays."""
    feedback = trace.start()
    _replay_tsallis_inf(feedback)
    return feedback.record()


@njit(cache=True)
def _replay_hybrid(feedback):
    """Zimmert and Seldin 2020, Algorithm 1 with its simple tuning."""
    losses = np.zeros(feedback.arms)
    dual = np.empty(feedback.arms)
    distribution = np.full(feedback.arms, 1 / feedback.arms)
    missing = experienced = 0
    for t in range(feedback.horizon):
        experienced += missing
        root_weight = math.sqrt(t + 1)
        if experienced == 0:  # the entropy has no weight yet
            for i in range(feedback.arms):
                dual[i] = -losses[i] / root_weight
            tsallis_map(dual, distribution)
        else:
            entropy_weight = math.sqrt(2 * experienced / math.log(feedback.arms))
            hybrid_map(losses, root_weight, entropy_weight, distribution)
        play(feedback, t, distribution)
        missing += 1 - _observe(feedback, t, losses)


@algorithm(protocol=AdversarialTrace)
def zimmert_seldin(trace: AdversarialTrace) -> Record:
    """The hybrid of Tsallis and negative entropy of Zimmert and Seldin (2020), simple tuning."""
    feedback = trace.start()
    _replay_hybrid(feedback)
    return feedback.record()


@njit(cache=True)
def _replay_exp3(feedback):
    losses = np.zeros(feedback.arms)
    dual = np.empty(feedback.arms)
    distribution = np.empty(feedback.arms)
    missing = experienced = 0
    for t in range(feedback.horizon):
        experienced += missing
        rate = math.sqrt(math.log(feedback.arms) / (feedback.arms * (t + 1) + experienced))
        for i in range(feedback.arms):
            dual[i] = -rate * losses[i]
        softmax(dual, distribution)
        play(feedback, t, distribution)
        missing += 1 - _observe(feedback, t, losses)


@algorithm(protocol=AdversarialTrace)
def delayed_exp3(trace: AdversarialTrace) -> Record:
    """Exp3 with the rate sqrt(ln K / (K t + D_t)), where D_t is the delay experienced so far."""
    feedback = trace.start()
    _replay_exp3(feedback)
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


@algorithm(protocol=AdversarialTrace)
def bold(trace: AdversarialTrace) -> Record:
    """BOLD (Joulani et al. 2013) over Tsallis-INF: as many instances as wait at one time."""
    feedback = trace.start()
    _replay_bold(feedback)
    return feedback.record()
