"""The hybrid of Tsallis entropy and negative entropy for delays of Zimmert and Seldin (2020).

It follows the leader on the sum L of the estimates that have arrived, regularised by -2 sqrt(t) sum
sqrt(x_i) + a_t sum x_i ln(x_i); the tunings of the weight a_t of the entropy differ.
"""

import math

import numpy as np
from numba import njit

from delayed_bandits.algorithms.adversarial_baselines import observe, to_unit_interval
from delayed_bandits.algorithms.mirror_maps import hybrid_map, tsallis_map
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import Flag, Positive
from delayed_bandits.traces.k_armed.adversarial import AdversarialTrace, Record, play
from delayed_bandits.traces.slots import NONE, arrived, next_arrived


@njit(cache=True)
def _distribute(losses, t, entropy_weight, dual, distribution):
    """Write the distribution of round t, counted from 1, over the last one."""
    if entropy_weight > 0:
        hybrid_map(losses, math.sqrt(t), entropy_weight, distribution)
        return
    for i in range(losses.size):
        dual[i] = -losses[i] / math.sqrt(t)
    tsallis_map(dual, distribution)


@njit(cache=True)
def _replay(feedback, scale, shift):
    """Algorithm 1 with the simple tuning."""
    losses = np.zeros(feedback.arms)
    dual = np.empty(feedback.arms)
    distribution = np.full(feedback.arms, 1 / feedback.arms)
    missing = experienced = 0
    for t in range(1, feedback.horizon + 1):
        experienced += missing
        entropy_weight = math.sqrt(2 * experienced / math.log(feedback.arms))
        _distribute(losses, t, entropy_weight, dual, distribution)
        play(feedback, t - 1, distribution)
        missing += 1 - observe(feedback, t - 1, losses, scale, shift)


@algorithm(protocol=AdversarialTrace, nanoseconds=700)
def zimmert_seldin(
    trace: AdversarialTrace, *, largest: Positive = 1.0, signed: Flag = False
) -> Record:
    """The simple tuning, by the delay experienced so far.

    It is told that losses are at most `largest`, in modulus if they are `signed`.
    """
    feedback = trace.start()
    _replay(feedback, *to_unit_interval(largest, signed))
    return feedback.record()


@njit(cache=True)
def _replay_skipping(feedback, scale, shift):
    """The advanced tuning: rounds that are out for longer than a_t are not counted any more.

    What becomes too old is always the oldest, so that the rounds before `oldest` are those skipped.
    """
    losses = np.zeros(feedback.arms)
    dual = np.empty(feedback.arms)
    distribution = np.full(feedback.arms, 1 / feedback.arms)
    missing = np.zeros(feedback.horizon, np.bool_)
    round_of = np.empty(feedback.slots, np.int64)
    oldest = counted = experienced = 0
    for t in range(1, feedback.horizon + 1):
        experienced += counted
        entropy_weight = math.sqrt(experienced / math.log(feedback.arms))
        _distribute(losses, t, entropy_weight, dual, distribution)
        while t - 1 - oldest > entropy_weight:
            counted -= missing[oldest]
            oldest += 1
        slot = play(feedback, t - 1, distribution)
        round_of[slot] = t - 1
        missing[t - 1] = True
        counted += 1
        slot = arrived(feedback, t - 1)
        while slot != NONE:
            s = round_of[slot]
            missing[s] = False
            counted -= s >= oldest
            loss = scale * feedback.loss[slot] + shift
            losses[feedback.arm[slot]] += loss / feedback.probability[slot]
            slot = next_arrived(feedback, slot)


@algorithm(protocol=AdversarialTrace, nanoseconds=700)
def zimmert_seldin_skipping(
    trace: AdversarialTrace, *, largest: Positive = 1.0, signed: Flag = False
) -> Record:
    """The advanced tuning, which does not count the delay of rounds that are out for too long.

    What arrives from them later is still learnt from. Told of losses as `zimmert_seldin`.
    """
    feedback = trace.start()
    _replay_skipping(feedback, *to_unit_interval(largest, signed))
    return feedback.record()


@njit(cache=True)
def _replay_doubling(feedback, signed):
    """The simple tuning for losses up to a guess, begun anew when one is larger.

    What was played before has no part in what follows.
    """
    losses = np.zeros(feedback.arms)
    dual = np.empty(feedback.arms)
    distribution = np.full(feedback.arms, 1 / feedback.arms)
    round_of = np.empty(feedback.slots, np.int64)
    guess = 1.0
    start = missing = experienced = 0
    for t in range(feedback.horizon):
        experienced += missing
        entropy_weight = math.sqrt(2 * experienced / math.log(feedback.arms))
        _distribute(losses, t - start + 1, entropy_weight, dual, distribution)
        slot = play(feedback, t, distribution)
        round_of[slot] = t
        missing += 1
        slot = arrived(feedback, t)
        while slot != NONE:
            if round_of[slot] >= start:
                missing -= 1
                loss = feedback.loss[slot]
                if abs(loss) > guess:
                    while abs(loss) > guess:
                        guess *= 2
                    start = t + 1
                    missing = experienced = 0
                    losses[:] = 0.0
                else:
                    loss = (loss / guess + 1) / 2 if signed else loss / guess
                    losses[feedback.arm[slot]] += loss / feedback.probability[slot]
            slot = next_arrived(feedback, slot)


@algorithm(protocol=AdversarialTrace, nanoseconds=700)
def zimmert_seldin_doubling(trace: AdversarialTrace, *, signed: Flag = False) -> Record:
    """The simple tuning for losses of unknown range: a guess that is doubled, and a new beginning.

    `signed` says whether losses may be negative.
    """
    feedback = trace.start()
    _replay_doubling(feedback, signed)
    return feedback.record()
