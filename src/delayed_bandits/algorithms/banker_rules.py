"""What Banker-OMD leaves to choose on the simplex: the regulariser, action scales, the estimator.

Each is one function with a branch for every choice, since functions that are handed to a compiled
function are compiled anew in every job.
"""

import math
from typing import NamedTuple

import numpy as np

from delayed_bandits.algorithms.mirror_maps import log_barrier_map, tsallis_map
from delayed_bandits.kernels.compiling import inlined
from delayed_bandits.traces.k_armed.adversarial import AdversarialFeedback

THEOREM_4_6, ALGORITHM_3, ALGORITHM_4 = 0, 1, 2
RANGE, WEIGHT, EXPERIENCED, MISSING = 0, 1, 2, 3
RANGE_THEN, MISSING_THEN, SCALE_THEN = 0, 1, 2
NO_RANGE = 1e-9
"""The first guess of the range where scales are `homogeneous`."""


class Rules(NamedTuple):
    """The choices, and what is kept for them.

    Attributes
    ----------
    scales : int
        THEOREM_4_6, ALGORITHM_3 or ALGORITHM_4; the last has the log barrier for regulariser, the
        others 1/2-Tsallis entropy.
    homogeneous : bool
        Scales are multiplied by c where all losses are.
    floor : bool
        Line 9 of Algorithm 4.
    arms, horizon : int
    now : ndarray, shape (4,)
        The range L_t that losses are thought to have, D_t of Algorithms 3 and 4, the experienced
        delay, the number of rounds whose feedback is on its way.
    then : ndarray, shape (slots, 3)
        For each round on its way: range, number on their way and action scale when it was played.
    """

    scales: int
    homogeneous: bool
    floor: bool
    arms: int
    horizon: int
    now: np.ndarray
    then: np.ndarray


def rules_for(
    feedback: AdversarialFeedback, scales: int, homogeneous: bool = False, floor: bool = True
) -> Rules:
    """Make rules before the first round."""
    return Rules(
        scales=scales,
        homogeneous=homogeneous,
        floor=floor,
        arms=feedback.arms,
        horizon=feedback.horizon,
        now=np.array(
            [NO_RANGE if homogeneous else 1.0, 0.0, 1.0 if scales == ALGORITHM_4 else 0.0, 0.0]
        ),
        then=np.empty((feedback.slots, 3)),
    )


def default_dual(rules: Rules) -> float:
    """Each coordinate of the gradient at x_0, the uniform distribution."""
    return -float(rules.arms) if rules.scales == ALGORITHM_4 else -math.sqrt(rules.arms)


@inlined
def mirror_map(rules: Rules, dual: np.ndarray, distribution: np.ndarray) -> None:
    """The mirror map of the regulariser, see `mirror_maps`."""
    if rules.scales == ALGORITHM_4:
        log_barrier_map(dual, distribution)
    else:
        tsallis_map(dual, distribution)


@inlined
def theorem_scale(t: int, missing: int, experienced: float) -> float:
    """sigma_t of Theorem 4.6 in round t, counted from 1, with `missing` rounds' feedback absent."""
    inverse = 1 / math.sqrt(t)
    if missing > 0:
        inverse += missing * math.sqrt(math.log(experienced + 1) / experienced)
    return 1 / inverse


@inlined
def action_scale(rules: Rules, t: int, missing: int) -> float:
    """sigma_t in round t, counted from 1, when the feedback of `missing` rounds is on its way."""
    now = rules.now
    now[EXPERIENCED] += missing
    if rules.scales == THEOREM_4_6:
        return theorem_scale(t, missing, now[EXPERIENCED])
    square = now[RANGE] ** 2  # Algorithm 3, lines 4 and 5; Algorithm 4, lines 6 and 7
    now[MISSING] = missing
    now[WEIGHT] += (missing + 1) * square
    least = 3 * square if rules.homogeneous else 3.0
    root = math.sqrt(math.log(3 + now[WEIGHT] / square) / (least + now[WEIGHT]))
    scale = 1 / ((missing + 1) * root)
    if rules.scales == ALGORITHM_4:
        scale /= math.sqrt(rules.arms * math.log(rules.horizon))
        if rules.floor and missing <= math.sqrt(now[EXPERIENCED] / rules.arms):  # lines 8 and 9
            scale = max(scale, 2 * now[RANGE])
    return scale


@inlined
def remember(rules: Rules, slot: int, scale: float) -> None:
    """Take down what has to be known when the feedback arrives."""
    if rules.scales != THEOREM_4_6:
        rules.then[slot, RANGE_THEN] = rules.now[RANGE]
        rules.then[slot, MISSING_THEN] = rules.now[MISSING]
        rules.then[slot, SCALE_THEN] = scale


@inlined
def observed(rules: Rules, slot: int, loss: float) -> float:
    """The loss to be learnt from: 0 where it is skipped."""
    if rules.scales == THEOREM_4_6:
        return loss
    now, then = rules.now, rules.then[slot]
    now[RANGE] = max(now[RANGE], 2 * abs(loss))
    skipped = abs(loss) > then[RANGE_THEN]
    if rules.scales == ALGORITHM_4:  # what has arrived weighs with its own loss, line 6
        skipped |= loss < -then[SCALE_THEN] / 2
        now[WEIGHT] -= (then[MISSING_THEN] + 1) * then[RANGE_THEN] ** 2
        if not skipped:
            now[WEIGHT] += (then[MISSING_THEN] + 1) * loss**2
    return 0.0 if skipped else loss
