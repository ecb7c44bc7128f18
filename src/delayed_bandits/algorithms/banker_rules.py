"""Regularisers, action scales and estimators of Banker-OMD on the simplex.

Each is one function with a branch for every choice, since a function that is an argument of a
compiled function is compiled again in every job.
"""

import math
from typing import NamedTuple

import numpy as np

from delayed_bandits.algorithms.mirror_maps import log_barrier_map, tsallis_map
from delayed_bandits.kernels.compiling import inlined
from delayed_bandits.traces.k_armed.mixed import MixedView

THEOREM_4_6, ALGORITHM_3, ALGORITHM_4 = 0, 1, 2
RANGE, WEIGHT, EXPERIENCED, OUTSTANDING = 0, 1, 2, 3
RANGE_AT_PLAY, OUTSTANDING_AT_PLAY, SCALE_AT_PLAY = 0, 1, 2
NO_RANGE = 1e-9
"""The first guess of the range where scales are `homogeneous`."""


class Rules(NamedTuple):
    """The choices, and their state.

    Attributes
    ----------
    scales : int
        THEOREM_4_6, ALGORITHM_3 or ALGORITHM_4; the last has the log barrier as regulariser, the
        others 1/2-Tsallis entropy.
    homogeneous : bool
        Whether scales are multiplied by c if all losses are.
    floor : bool
        Whether to apply line 9 of Algorithm 4.
    current : ndarray, shape (4,)
        The guess L_t of the range of losses, D_t of Algorithms 3 and 4, the experienced delay, the
        number of outstanding rounds.
    at_play : ndarray, shape (slots, 3)
        Guess, number of outstanding rounds and action scale when each outstanding round was played.
    """

    scales: int
    homogeneous: bool
    floor: bool
    n_arms: int
    horizon: int
    current: np.ndarray
    at_play: np.ndarray


def new_rules(view: MixedView, scales: int, homogeneous: bool = False, floor: bool = True) -> Rules:
    """Make rules with the state before the first round."""
    return Rules(
        scales=scales,
        homogeneous=homogeneous,
        floor=floor,
        n_arms=view.n_arms,
        horizon=view.horizon,
        current=np.array(
            [NO_RANGE if homogeneous else 1.0, 0.0, 1.0 if scales == ALGORITHM_4 else 0.0, 0.0]
        ),
        at_play=np.empty((view.n_slots, 3)),
    )


def default_dual(rules: Rules) -> float:
    """Compute each coordinate of the gradient at x_0, the uniform distribution."""
    return -float(rules.n_arms) if rules.scales == ALGORITHM_4 else -math.sqrt(rules.n_arms)


@inlined
def mirror_map(rules: Rules, dual: np.ndarray, distribution: np.ndarray) -> None:
    """Apply the mirror map of the regulariser, see `mirror_maps`."""
    if rules.scales == ALGORITHM_4:
        log_barrier_map(dual, distribution)
    else:
        tsallis_map(dual, distribution)


@inlined
def theorem_scale(t: int, outstanding: int, experienced: float) -> float:
    """Compute sigma_t of Theorem 4.6 in round t, counted from 1."""
    inverse = 1 / math.sqrt(t)
    if outstanding > 0:
        inverse += outstanding * math.sqrt(math.log(experienced + 1) / experienced)
    return 1 / inverse


@inlined
def action_scale(rules: Rules, t: int, outstanding: int) -> float:
    """Compute sigma_t in round t, counted from 1."""
    current = rules.current
    current[EXPERIENCED] += outstanding
    if rules.scales == THEOREM_4_6:
        return theorem_scale(t, outstanding, current[EXPERIENCED])
    square = current[RANGE] ** 2  # Algorithm 3, lines 4 and 5; Algorithm 4, lines 6 and 7
    current[OUTSTANDING] = outstanding
    current[WEIGHT] += (outstanding + 1) * square
    least = 3 * square if rules.homogeneous else 3.0
    root = math.sqrt(math.log(3 + current[WEIGHT] / square) / (least + current[WEIGHT]))
    scale = 1 / ((outstanding + 1) * root)
    if rules.scales == ALGORITHM_4:
        scale /= math.sqrt(rules.n_arms * math.log(rules.horizon))
        few = outstanding <= math.sqrt(current[EXPERIENCED] / rules.n_arms)
        if rules.floor and few:  # lines 8 and 9
            scale = max(scale, 2 * current[RANGE])
    return scale


@inlined
def remember(rules: Rules, slot: int, scale: float) -> None:
    """Store the state at play, needed when the feedback arrives."""
    if rules.scales != THEOREM_4_6:
        rules.at_play[slot, RANGE_AT_PLAY] = rules.current[RANGE]
        rules.at_play[slot, OUTSTANDING_AT_PLAY] = rules.current[OUTSTANDING]
        rules.at_play[slot, SCALE_AT_PLAY] = scale


@inlined
def observed(rules: Rules, slot: int, loss: float) -> float:
    """Return the loss to learn from, 0 if it is skipped."""
    if rules.scales == THEOREM_4_6:
        return loss
    current, at_play = rules.current, rules.at_play[slot]
    current[RANGE] = max(current[RANGE], 2 * abs(loss))
    skipped = abs(loss) > at_play[RANGE_AT_PLAY]
    if rules.scales == ALGORITHM_4:  # line 6: a loss that has arrived replaces its range
        skipped |= loss < -at_play[SCALE_AT_PLAY] / 2
        current[WEIGHT] -= (at_play[OUTSTANDING_AT_PLAY] + 1) * at_play[RANGE_AT_PLAY] ** 2
        if not skipped:
            current[WEIGHT] += (at_play[OUTSTANDING_AT_PLAY] + 1) * loss**2
    return 0.0 if skipped else loss
