"""SF-MAB (Putta and Agrawal 2022), for losses of unknown range, ignoring delays.

L is the sum of the loss estimates that have arrived, a vector over the K arms. x minimises
<L, x> - sum ln(x_i) / rate, where the rate is K / (1 + the sum of the stability terms so far). The
function `_stability` returns such a term, with D for the divergence of the log barrier. The arm is
drawn from (1 - gamma) x + gamma / K, where gamma is the exploration.
"""

import math
from typing import Literal

import numpy as np

from delayed_bandits.algorithms.mirror_maps import log_barrier_map
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.kernels.compiling import njit
from delayed_bandits.traces.k_armed.mixed import MixedTrace, MixedView, play
from delayed_bandits.traces.slots import arrived


@njit(cache=True)
def _stability(x, arm, estimate, rate, dual, after):
    """Return the stability term: the maximum over q of <estimate, x - q> - D(q, x) / rate."""
    for i in range(x.size):
        dual[i] = -1 / x[i]
        after[i] = x[i]
    dual[arm] -= rate * estimate
    log_barrier_map(dual, after)
    divergence = 0.0
    for i in range(x.size):
        divergence += after[i] / x[i] - 1 - math.log(after[i] / x[i])
    return estimate * (x[arm] - after[arm]) - divergence / rate


@njit(cache=True)
def _replay(view, adaptive, most):
    n_arms = view.n_arms
    losses, x = np.zeros(n_arms), np.full(n_arms, 1 / n_arms)
    dual, after, distribution = np.empty(n_arms), np.empty(n_arms), np.empty(n_arms)
    leaders, explorations = np.empty((view.n_slots, n_arms)), np.empty(view.n_slots)
    stability = explored = 0.0
    for t in range(1, view.horizon + 1):
        rate = n_arms / (1 + stability)
        fixed = min(most, math.sqrt(n_arms / t))
        exploration = n_arms / (2 * n_arms + explored) if adaptive else fixed
        for i in range(n_arms):
            dual[i] = -rate * losses[i]
        log_barrier_map(dual, x)
        for i in range(n_arms):
            distribution[i] = (1 - exploration) * x[i] + exploration / n_arms
        slot = play(view, t - 1, distribution)
        explorations[slot] = exploration
        for i in range(n_arms):
            leaders[slot, i] = x[i]
        for slot in arrived(view, t - 1):
            arm = view.arm[slot]
            estimate = view.loss[slot] / view.probability[slot]
            losses[arm] += estimate
            rate = n_arms / (1 + stability)
            stability += _stability(leaders[slot], arm, estimate, rate, dual, after)
            explored += explorations[slot] * abs(estimate)


@algorithm(MixedTrace, nanoseconds=120)
def sf_mab(
    view: MixedView, *, exploration: Literal["fixed", "adaptive", "none"] = "adaptive"
) -> None:
    """Play SF-MAB with an exploration gamma.

    - "fixed": gamma = min(1/2, sqrt(K / t)) in round t;
    - "adaptive": gamma = K / (2 K + G), G the sum of gamma |loss estimate| over arrived losses;
    - "none": gamma = 0.
    """
    _replay(view, exploration == "adaptive", 0.5 if exploration == "fixed" else 0.0)
