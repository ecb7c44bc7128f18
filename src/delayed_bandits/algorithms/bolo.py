"""Bandit online linear optimisation on a convex body: Banker-BOLO, and BOLO by itself.

BOLO (Abernethy et al. 2008) plays an end of an axis of the Dikin state around x_t, each with
the same probability; Banker-BOLO is Algorithm 5 of Huang et al. 2023.
"""

import math
from typing import Annotated, NamedTuple

import numpy as np
from numba import njit

from delayed_bandits.algorithms.banker import Withdrawal, deposit, open_bank, withdraw
from delayed_bandits.algorithms.barriers import barrier_map, eigenpair
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.errors import InputError
from delayed_bandits.traces.adversarial_linear.trace import (
    AdversarialLinearTrace,
    PointFeedback,
    PointRecord,
    play_point,
)
from delayed_bandits.traces.slots import NONE, arrived, next_arrived


class State(NamedTuple):
    """What BOLO keeps from round to round.

    Attributes
    ----------
    axes : ndarray, shape (slots, dimension)
        For each round on its way n epsilon lambda^(1/2) e, by which the estimator multiplies.
    vector, action : ndarray, shape (dimension,)
        Workspace.
    experienced : ndarray, shape (1,)
        The delay experienced so far.
    log_horizon, floor : float
        ln T, and the least action scale.
    """

    axes: np.ndarray
    vector: np.ndarray
    action: np.ndarray
    experienced: np.ndarray
    log_horizon: float
    floor: float


def state_before(feedback: PointFeedback, floor: float) -> State:
    """Make a `State` before the first round; action scales are at least `floor` times n.

    Raises
    ------
    InputError
        If there is one round only: scales are divided by the root of ln T.
    """
    if feedback.horizon < 2:
        raise InputError(f"horizon is {feedback.horizon}; expected at least 2, since ln 1 is 0")
    n = feedback.dimension
    return State(
        axes=np.empty((feedback.slots, n)),
        vector=np.empty(n),
        action=np.empty(n),
        experienced=np.zeros(1),
        log_horizon=math.log(feedback.horizon),
        floor=float(floor * n),
    )


@njit(cache=True)
def _scale(t, missing, state):
    """Algorithm 5, lines 3 and 4."""
    n = state.vector.size
    state.experienced[0] += missing
    inverse = math.sqrt(state.log_horizon / (n * t))
    if missing > 0:
        total = state.experienced[0]
        inverse += missing * math.sqrt(math.log(total + 1) * state.log_horizon / (n * total))
    return max(1 / inverse, state.floor)


@njit(cache=True)
def _move(feedback, state, t, dual, point):
    """Algorithm 5, lines 6 to 8, from the dual of x_t."""
    n = feedback.dimension
    barrier_map(feedback.shape, dual, point)
    luck = n * feedback.uniforms[t, 0]
    index = int(luck)
    sign = 1.0 if luck - index < 0.5 else -1.0
    root = math.sqrt(eigenpair(feedback.shape, dual, point, index, state.vector))
    for i in range(n):
        state.action[i] = point[i] + sign / root * state.vector[i]
    slot = play_point(feedback, t, point, state.action)
    for i in range(n):
        state.axes[slot, i] = n * sign * root * state.vector[i]
    return slot


@njit(cache=True)
def _replay_banker(feedback, bank, state):
    """Algorithm 2 as in `banker`, but with the barrier of a body for regulariser."""
    n = feedback.dimension
    dual = np.empty(n)
    point = feedback.inside.copy()
    duals = np.empty((feedback.slots, n))
    scales = np.empty(feedback.slots)
    rounds = np.empty(feedback.slots, np.int64)
    missing = 0
    for t in range(1, feedback.horizon + 1):
        scale = _scale(t, missing, state)
        withdraw(bank, scale, 0.0, dual)  # the gradient at x_0 is 0
        slot = _move(feedback, state, t - 1, dual, point)
        scales[slot] = scale
        rounds[slot] = t - 1
        for i in range(n):
            duals[slot, i] = dual[i]
        missing += 1
        slot = arrived(feedback, t - 1)
        while slot != NONE:
            missing -= 1
            for i in range(n):
                estimate = feedback.loss[slot] * state.axes[slot, i]
                duals[slot, i] -= estimate / scales[slot]
            deposit(bank, duals, slot, scales[slot], rounds[slot])
            slot = next_arrived(feedback, slot)


# with less than about half, a step may leave a polytope
Floor = Annotated[float, {"type": "number", "minimum": 1}]


@algorithm(protocol=AdversarialLinearTrace, nanoseconds=700)
def banker_bolo(
    trace: AdversarialLinearTrace, *, withdrawal: Withdrawal = "pooled", floor: Floor = 8.0
) -> PointRecord:
    """Banker-BOLO (Algorithm 5); the horizon is told, action scales are at least `floor` times n.

    Raises
    ------
    InputError
        If there is one round only.
    """
    feedback = trace.start()
    bank = open_bank(feedback.dimension, feedback.horizon, withdrawal)
    _replay_banker(feedback, bank, state_before(feedback, floor))
    return feedback.record()


@njit(cache=True)
def _replay_leader(feedback, state):
    losses = np.zeros(feedback.dimension)
    dual = np.empty(feedback.dimension)
    point = feedback.inside.copy()
    for t in range(feedback.horizon):
        scale = _scale(t + 1, 0, state)
        for i in range(feedback.dimension):
            dual[i] = -losses[i] / scale
        _move(feedback, state, t, dual, point)
        slot = arrived(feedback, t)
        while slot != NONE:
            for i in range(feedback.dimension):
                losses[i] += feedback.loss[slot] * state.axes[slot, i]
            slot = next_arrived(feedback, slot)


@algorithm(protocol=AdversarialLinearTrace, nanoseconds=700)
def bolo(trace: AdversarialLinearTrace, *, floor: Floor = 8.0) -> PointRecord:
    """BOLO with the scales of Algorithm 5 for no delay, which takes no notice of delays.

    Raises
    ------
    InputError
        If there is one round only.
    """
    feedback = trace.start()
    _replay_leader(feedback, state_before(feedback, floor))
    return feedback.record()


@njit(cache=True)
def _replay_bold(feedback, state):
    """Joulani et al. 2013, Algorithm 1, with BOLO as Base."""
    n = feedback.dimension
    losses = np.zeros((feedback.slots, n))  # of each instance, as the next
    rounds = np.zeros(feedback.slots, np.int64)
    owner = np.empty(feedback.slots, np.int64)  # of each slot: the instance that waits for it
    free = np.arange(feedback.slots)[::-1].copy()  # instances that wait for nothing
    free_count = feedback.slots
    dual = np.empty(n)
    point = feedback.inside.copy()
    for t in range(feedback.horizon):
        free_count -= 1
        instance = free[free_count]
        rounds[instance] += 1
        scale = _scale(rounds[instance], 0, state)
        for i in range(n):
            dual[i] = -losses[instance, i] / scale
        slot = _move(feedback, state, t, dual, point)
        owner[slot] = instance
        slot = arrived(feedback, t)
        while slot != NONE:
            for i in range(n):
                losses[owner[slot], i] += feedback.loss[slot] * state.axes[slot, i]
            free[free_count] = owner[slot]
            free_count += 1
            slot = next_arrived(feedback, slot)


@algorithm(protocol=AdversarialLinearTrace, nanoseconds=700)
def bold_bolo(trace: AdversarialLinearTrace, *, floor: Floor = 8.0) -> PointRecord:
    """BOLD (Joulani et al. 2013) over BOLO: as many instances as wait at one time.

    Raises
    ------
    InputError
        If there is one round only.
    """
    feedback = trace.start()
    _replay_bold(feedback, state_before(feedback, floor))
    return feedback.record()
