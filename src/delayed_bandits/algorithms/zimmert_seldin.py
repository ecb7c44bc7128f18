"""Follow the regularised leader under delay (Zimmert and Seldin 2020).

L is the sum of the loss estimates that have arrived, a vector over the K arms. In round t the
distribution x minimises <L, x> - 2 sqrt(t) sum sqrt(x_i) + a_t sum x_i ln(x_i). The variants differ
in the weight a_t. D_t is the total delay so far: the sum over rounds of the number of outstanding
losses.
"""

import math

import numpy as np

from delayed_bandits.algorithms.adversarial_baselines import to_unit_interval
from delayed_bandits.algorithms.mirror_maps import hybrid_map, tsallis_map
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import Flag, Known, Positive
from delayed_bandits.kernels.compiling import njit
from delayed_bandits.traces.k_armed.mixed import MixedTrace, MixedView, play
from delayed_bandits.traces.slots import arrived


@njit(cache=True)
def _distribute(losses, t, entropy_weight, dual, distribution):
    """Write the distribution to play in round t, counted from 1, to `distribution`."""
    if entropy_weight > 0:
        hybrid_map(losses, math.sqrt(t), entropy_weight, distribution)
        return
    for i in range(losses.size):
        dual[i] = -losses[i] / math.sqrt(t)
    tsallis_map(dual, distribution)


@njit(cache=True)
def _replay(view, share, entropy_offset, root_offset, scale, shift, skips):
    """Play with the hybrid regulariser of the module and the given weights.

    The square-root term has the weight sqrt(t + root_offset). The entropy term has
    a_t = sqrt((share * D_t + entropy_offset) / ln K), where D_t is the total delay so far. If
    `skips` is true, rounds add no more delay once they are outstanding for longer than a_t.
    """
    losses, dual = np.zeros(view.n_arms), np.empty(view.n_arms)
    distribution = np.full(view.n_arms, 1 / view.n_arms)
    outstanding = np.zeros(view.horizon, np.bool_)
    oldest = counted = experienced = 0  # rounds from `oldest` on add delay, `counted` now
    for t in range(1, view.horizon + 1):
        experienced += counted
        total = share * experienced + entropy_offset
        entropy_weight = math.sqrt(total / math.log(view.n_arms))
        _distribute(losses, t + root_offset, entropy_weight, dual, distribution)
        while skips and t - 1 - oldest > entropy_weight:
            counted -= outstanding[oldest]
            oldest += 1
        play(view, t - 1, distribution)
        outstanding[t - 1] = True
        counted += 1
        for slot in arrived(view, t - 1):
            s = view.round[slot]
            outstanding[s] = False
            counted -= s >= oldest
            loss = scale * view.loss[slot] + shift
            losses[view.arm[slot]] += loss / view.probability[slot]


@algorithm(MixedTrace, nanoseconds=240)
def zimmert_seldin(view: MixedView, *, largest: Positive = 1.0, signed: Flag = False) -> None:
    """Play Algorithm 1 with the simple tuning a_t = sqrt(2 D_t / ln K).

    Losses lie in [0, largest] or, if `signed` is true, in [-largest, largest].
    """
    _replay(view, 2.0, 0.0, 0.0, *to_unit_interval(largest, signed), False)


@algorithm(MixedTrace, nanoseconds=300)
def zimmert_seldin_skipping(
    view: MixedView, *, largest: Positive = 1.0, signed: Flag = False
) -> None:
    """Play the advanced tuning, which skips rounds with long delays.

    a_t is sqrt(D_t / ln K). A round that is outstanding for longer than a_t is skipped: it adds no
    more to D_t. Its loss still counts. For parameters see `zimmert_seldin`.
    """
    _replay(view, 1.0, 0.0, 0.0, *to_unit_interval(largest, signed), True)


@algorithm(MixedTrace, nanoseconds=180, compiled=True)
def zimmert_seldin_doubling(view: MixedView, *, signed: Flag = False) -> None:
    """Play the simple tuning with a guess of the largest loss.

    When a loss above the guess arrives, the guess doubles until it is at least this loss. Then all
    earlier losses are forgotten. `signed` says whether losses may be negative.
    """
    losses, dual = np.zeros(view.n_arms), np.empty(view.n_arms)
    distribution = np.full(view.n_arms, 1 / view.n_arms)
    guess = 1.0
    start = outstanding = experienced = 0
    for t in range(view.horizon):
        experienced += outstanding
        entropy_weight = math.sqrt(2 * experienced / math.log(view.n_arms))
        _distribute(losses, t - start + 1.0, entropy_weight, dual, distribution)
        play(view, t, distribution)
        outstanding += 1
        for slot in arrived(view, t):
            if view.round[slot] >= start:
                outstanding -= 1
                loss = view.loss[slot]
                if abs(loss) > guess:
                    while abs(loss) > guess:
                        guess *= 2
                    start = t + 1
                    outstanding = experienced = 0
                    losses[:] = 0.0
                else:
                    loss = (loss / guess + 1) / 2 if signed else loss / guess
                    losses[view.arm[slot]] += loss / view.probability[slot]


@algorithm(MixedTrace, nanoseconds=150)
def best_of_both_worlds(view: MixedView, *, largest_delay: Known = None) -> None:
    """Play the tuning of Masoudian, Zimmert and Seldin (2022), without skipping.

    In the module's formula sqrt(t + eta) replaces sqrt(t), and a_t is sqrt((D_t + gamma) / ln K).
    With d for `largest_delay` (default: the distribution's bound, or the run's largest delay), eta
    is 10 d + d^2 / (K^(1/3) ln K)^2 and gamma is 24^2 d^2 K^(2/3) ln K. We reconstructed both
    without a source. We had only the abstract (arXiv:2206.14906), which says that the tuning is
    modified and is given d.
    """
    root, log_arms = view.n_arms ** (1 / 3), math.log(view.n_arms)
    eta = 10 * largest_delay + (largest_delay / (root * log_arms)) ** 2
    gamma = (24 * largest_delay * root) ** 2 * log_arms
    _replay(view, 1.0, float(gamma), float(eta), 1.0, 0.0, False)
