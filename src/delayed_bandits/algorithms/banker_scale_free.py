"""Banker-SFTINF and Banker-SFLBINF (Huang et al. 2023, Algorithms 3 and 4): losses of any scale."""

import math
from typing import NamedTuple

import numpy as np
from numba import njit

from delayed_bandits.algorithms.banker import Withdrawal, banker_kernel, open_bank
from delayed_bandits.algorithms.mirror_maps import log_barrier_map, tsallis_map
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.errors import InputError
from delayed_bandits.parameters import Flag
from delayed_bandits.traces.adversarial import AdversarialTrace, Record

RANGE, WEIGHT, EXPERIENCED, MISSING = 0, 1, 2, 3
RANGE_THEN, MISSING_THEN, SCALE_THEN = 0, 1, 2
NO_RANGE = 1e-9
"""The first guess of the range where the scale is `homogeneous`."""


class Ledger(NamedTuple):
    """What the rules of Algorithms 3 and 4 keep.

    Attributes
    ----------
    now : ndarray, shape (4,)
        The range L_t that losses are thought to have, D_t, the experienced delay, the number of
        rounds whose feedback is on its way.
    then : ndarray, shape (slots, 3)
        For each round on its way: range, number on their way and action scale when it was played.
    arms, horizon : int
    homogeneous : bool
        Scales are multiplied by c where all losses are.
    floor : bool
        Line 9 of Algorithm 4.
    """

    now: np.ndarray
    then: np.ndarray
    arms: int
    horizon: int
    homogeneous: bool
    floor: bool


def open_ledger(feedback, homogeneous: bool, floor: bool) -> Ledger:
    """Open a ledger before the first round."""
    start = NO_RANGE if homogeneous else 1.0
    return Ledger(
        now=np.array([start, 0.0, 1.0, 0.0]),
        then=np.empty((feedback.slots, 3)),
        arms=feedback.arms,
        horizon=feedback.horizon,
        homogeneous=homogeneous,
        floor=floor,
    )


@njit(cache=True)
def _scale(missing, ledger):
    """Algorithm 3, lines 4 and 5; `homogeneous` weighs the 3 in the denominator with the range."""
    now = ledger.now
    square = now[RANGE] ** 2
    now[MISSING] = missing
    now[WEIGHT] += (missing + 1) * square
    least = 3 * square if ledger.homogeneous else 3.0
    root = math.sqrt(math.log(3 + now[WEIGHT] / square) / (least + now[WEIGHT]))
    return 1 / ((missing + 1) * root)


@njit(cache=True)
def _remember(ledger, slot, scale):
    ledger.then[slot, RANGE_THEN] = ledger.now[RANGE]
    ledger.then[slot, MISSING_THEN] = ledger.now[MISSING]
    ledger.then[slot, SCALE_THEN] = scale


@njit(cache=True)
def _scale_tsallis(_t, missing, ledger):
    return _scale(missing, ledger)


@njit(cache=True)
def _observed_tsallis(ledger, slot, loss):
    """Algorithm 3, lines 9 to 13."""
    ledger.now[RANGE] = max(ledger.now[RANGE], 2 * loss)
    return 0.0 if loss > ledger.then[slot, RANGE_THEN] else loss


@njit(cache=True)
def _scale_log_barrier(_t, missing, ledger):
    """Algorithm 4, lines 5 to 9."""
    ledger.now[EXPERIENCED] += missing
    scale = _scale(missing, ledger) / math.sqrt(ledger.arms * math.log(ledger.horizon))
    if ledger.floor and missing <= math.sqrt(ledger.now[EXPERIENCED] / ledger.arms):
        scale = max(scale, 2 * ledger.now[RANGE])
    return scale


@njit(cache=True)
def _observed_log_barrier(ledger, slot, loss):
    """Algorithm 4, lines 13 to 17, and line 6: what has arrived weighs with its own loss."""
    ledger.now[RANGE] = max(ledger.now[RANGE], 2 * abs(loss))
    range_then, missing_then = ledger.then[slot, RANGE_THEN], ledger.then[slot, MISSING_THEN]
    ledger.now[WEIGHT] -= (missing_then + 1) * range_then**2
    if abs(loss) > range_then or loss < -ledger.then[slot, SCALE_THEN] / 2:
        return 0.0
    ledger.now[WEIGHT] += (missing_then + 1) * loss**2
    return loss


_replay_sftinf = banker_kernel(tsallis_map, _scale_tsallis, _remember, _observed_tsallis)
_replay_sflbinf = banker_kernel(
    log_barrier_map, _scale_log_barrier, _remember, _observed_log_barrier
)


@algorithm(protocol=AdversarialTrace)
def banker_sftinf(
    trace: AdversarialTrace, *, withdrawal: Withdrawal = "pooled", homogeneous: Flag = False
) -> Record:
    """Banker-SFTINF (Algorithm 3): non-negative losses of unknown range.

    As printed it does not learn where losses are far below 1; `homogeneous` mends that.
    """
    feedback = trace.start()
    bank = open_bank(feedback.arms, feedback.horizon, withdrawal)
    ledger = open_ledger(feedback, homogeneous, floor=False)
    _replay_sftinf(feedback, bank, ledger, -math.sqrt(feedback.arms))
    return feedback.record()


@algorithm(protocol=AdversarialTrace)
def banker_sflbinf(
    trace: AdversarialTrace,
    *,
    withdrawal: Withdrawal = "pooled",
    homogeneous: Flag = False,
    floor: Flag = True,
) -> Record:
    """Banker-SFLBINF (Algorithm 4): losses of unknown range and sign; the horizon is told.

    `homogeneous` is as in `banker_sftinf`; without `floor` line 9 is left out, which the theory
    allows for non-negative losses only.

    Raises
    ------
    InputError
        If there is one round only: scales are divided by the root of ln T.
    """
    feedback = trace.start()
    if feedback.horizon < 2:
        raise InputError(f"horizon is {feedback.horizon}; expected at least 2, since ln 1 is 0")
    bank = open_bank(feedback.arms, feedback.horizon, withdrawal)
    ledger = open_ledger(feedback, homogeneous, floor)
    _replay_sflbinf(feedback, bank, ledger, -float(feedback.arms))
    return feedback.record()
