"""Tsallis-INF, Exp3 and BOLD, the baselines of Banker-OMD.

A loss estimate is the loss divided by the probability of the arm played. L is the sum of the loss
estimates that have arrived, a vector over the K arms. x is the distribution to play.
"""

import math

import numpy as np

from delayed_bandits.algorithms.mirror_maps import softmax, tsallis_map
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import Flag, Known, Positive
from delayed_bandits.kernels.compiling import njit
from delayed_bandits.traces.k_armed.mixed import MixedTrace, MixedView, play
from delayed_bandits.traces.slots import arrived


@njit(cache=True)
def observe(view: MixedView, t: int, losses: np.ndarray, scale: float, shift: float) -> int:
    """Add the loss estimates that arrive in round t to `losses`. Return their number.

    A loss estimate is (scale * loss + shift) / probability of its arm.
    """
    count = 0
    for slot in arrived(view, t):
        loss = scale * view.loss[slot] + shift
        losses[view.arm[slot]] += loss / view.probability[slot]
        count += 1
    return count


@njit(cache=True)
def to_unit_interval(largest: float, signed: bool) -> tuple[float, float]:
    """Return scale and shift from [0, largest], or [-largest, largest] if `signed`, to [0, 1]."""
    return (0.5 / largest, 0.5) if signed else (1 / largest, 0.0)


@algorithm(MixedTrace, nanoseconds=90, compiled=True)
def tsallis_inf(view: MixedView, *, largest: Positive = 1.0, signed: Flag = False) -> None:
    """Play Tsallis-INF (Zimmert and Seldin 2021), which ignores delays.

    In round t, counted from 1, x minimises <L, x> - 2 sqrt(t) sum sqrt(x_i). Losses lie in [0,
    largest] or, if `signed` is true, in [-largest, largest].
    """
    scale, shift = to_unit_interval(largest, signed)
    losses, dual = np.zeros(view.n_arms), np.empty(view.n_arms)
    distribution = np.full(view.n_arms, 1 / view.n_arms)
    for t in range(view.horizon):
        for i in range(view.n_arms):
            dual[i] = -losses[i] / math.sqrt(t + 1)
        tsallis_map(dual, distribution)
        play(view, t, distribution)
        observe(view, t, losses, scale, shift)


@njit(cache=True)
def _replay_exp3(view, weight, growth, share):
    losses, dual = np.zeros(view.n_arms), np.empty(view.n_arms)
    distribution = np.empty(view.n_arms)
    outstanding = experienced = 0
    for t in range(view.horizon):
        experienced += outstanding
        total = weight + growth * (t + 1) + share * experienced
        rate = math.sqrt(math.log(view.n_arms) / total)
        for i in range(view.n_arms):
            dual[i] = -rate * losses[i]
        softmax(dual, distribution)
        play(view, t, distribution)
        outstanding += 1 - observe(view, t, losses, 1.0, 0.0)


@algorithm(MixedTrace, nanoseconds=120)
def exp3(view: MixedView) -> None:
    """Play Exp3 with a learning rate that falls with the rounds and the delay.

    x_i is proportional to exp(-L_i sqrt(ln K / (K t + D_t))) in round t. D_t is the total delay:
    the sum over the rounds so far of the number of outstanding losses.
    """
    _replay_exp3(view, 0.0, float(view.n_arms), 1.0)


@algorithm(MixedTrace, nanoseconds=100)
def exp3_known_delay(view: MixedView, *, total_delay: Known = None) -> None:
    """Play Exp3 at a fixed learning rate (Thune et al. 2019).

    x_i is proportional to exp(-L_i sqrt(ln K / (e K T / 2 + D))). T is the horizon. D is
    `total_delay`, the sum of all delays up to the horizon. Delays must not depend on the arm.
    """
    weight = math.e * view.n_arms * view.horizon / 2 + total_delay
    _replay_exp3(view, weight, 0.0, 0.0)


@algorithm(MixedTrace, nanoseconds=200, compiled=True)
def bold(view: MixedView) -> None:
    """Play BOLD (Joulani et al. 2013): instances of Tsallis-INF take turns.

    An instance that has played a round plays again once the round's loss has arrived.
    """
    losses = np.zeros((view.n_slots, view.n_arms))  # of each instance
    rounds = np.zeros(view.n_slots, np.int64)
    owner = np.empty(view.n_slots, np.int64)  # of each slot: the instance that played its round
    free = np.arange(view.n_slots)[::-1].copy()  # instances without outstanding feedback
    free_count = view.n_slots
    dual, distribution = np.empty(view.n_arms), np.full(view.n_arms, 1 / view.n_arms)
    for t in range(view.horizon):
        free_count -= 1
        instance = free[free_count]
        rounds[instance] += 1
        for i in range(view.n_arms):
            dual[i] = -losses[instance, i] / math.sqrt(rounds[instance])
        tsallis_map(dual, distribution)
        owner[play(view, t, distribution)] = instance
        for slot in arrived(view, t):
            estimate = view.loss[slot] / view.probability[slot]
            losses[owner[slot], view.arm[slot]] += estimate
            free[free_count] = owner[slot]
            free_count += 1
