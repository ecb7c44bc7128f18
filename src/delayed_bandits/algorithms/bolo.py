"""Algorithms for linear losses on a convex body: BOLO, Banker-BOLO, and BOLD.

BOLO (Abernethy et al. 2008) plays a random end of a random axis of the Dikin ellipsoid at x_t.
Banker-BOLO is Algorithm 5 of Huang et al. 2023 (arXiv:2301.10500). n is the dimension.
"""

import math
from typing import Annotated, NamedTuple

import numpy as np

from delayed_bandits.algorithms.banker import Withdrawal, deposit, new_bank, withdraw
from delayed_bandits.algorithms.barriers import barrier_map, eigenpair
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.errors import InputError
from delayed_bandits.kernels.compiling import inlined, njit
from delayed_bandits.traces.adversarial_linear.trace import (
    AdversarialLinearTrace,
    PointView,
    play_point,
)
from delayed_bandits.traces.slots import arrived
from delayed_bandits.traces.streams import LearnerRandomness, Randomness


class State(NamedTuple):
    """What BOLO stores between rounds, with its constants and workspace."""

    axes: np.ndarray  # (slots, dimension): n epsilon lambda^(1/2) e, the estimate per unit of loss;
    # epsilon is the sign, lambda the eigenvalue and e the eigenvector that were drawn
    vector: np.ndarray  # (dimension,), workspace
    action: np.ndarray  # (dimension,), workspace
    experienced: np.ndarray  # (1,): the delay experienced so far
    uniforms: np.ndarray  # (horizon, dimension); the first column is used
    log_horizon: float
    floor: float  # the least action scale


def new_state(view: PointView, floor: float, randomness: LearnerRandomness) -> State:
    """Return the state before round 0, or raise InputError if the horizon is 1."""
    n, horizon = view.dimension, view.horizon
    if horizon < 2:
        raise InputError(f"horizon is {horizon}, so ln T is 0. Use at least 2 rounds.")
    axes, uniforms = np.empty((view.n_slots, n)), randomness.uniforms((horizon, n))
    arrays = axes, np.empty(n), np.empty(n), np.zeros(1), uniforms
    return State(*arrays, math.log(horizon), floor * n)


@inlined
def _scale(t, outstanding, state):
    """Return the action scale sigma_t of round t (Algorithm 5, lines 3 and 4)."""
    n = state.vector.size
    state.experienced[0] += outstanding
    inverse = math.sqrt(state.log_horizon / (n * t))
    if outstanding > 0:
        total = state.experienced[0]
        inverse += outstanding * math.sqrt(math.log(total + 1) * state.log_horizon / (n * total))
    return max(1 / inverse, state.floor)


@njit(cache=True, forceinline=True)
def _move(view, state, t, dual, point):
    """Write x_t to `point`, play a random point around x_t, and return the slot."""
    n = view.dimension
    barrier_map(view.shape, dual, point)
    uniform = n * state.uniforms[t, 0]
    index = int(uniform)
    sign = 1.0 if uniform - index < 0.5 else -1.0
    root = math.sqrt(eigenpair(view.shape, dual, point, index, state.vector))
    for i in range(n):
        state.action[i] = point[i] + sign / root * state.vector[i]
    slot = play_point(view, t, point, state.action)
    for i in range(n):
        state.axes[slot, i] = n * sign * root * state.vector[i]
    return slot


@njit(cache=True)
def _replay_banker(view, bank, state):
    """Play Algorithm 2 as in `banker`, with the body's barrier as regulariser."""
    n = view.dimension
    dual, point = np.empty(n), view.inside.copy()
    duals, scales = np.empty((view.n_slots, n)), np.empty(view.n_slots)
    outstanding = 0
    for t in range(1, view.horizon + 1):
        scale = _scale(t, outstanding, state)
        withdraw(bank, scale, 0.0, dual)  # the gradient at x_0 is 0
        slot = _move(view, state, t - 1, dual, point)
        scales[slot] = scale
        for i in range(n):
            duals[slot, i] = dual[i]
        outstanding += 1
        for slot in arrived(view, t - 1):
            outstanding -= 1
            for i in range(n):
                estimate = view.loss[slot] * state.axes[slot, i]
                duals[slot, i] -= estimate / scales[slot]
            deposit(bank, duals, slot, scales[slot], view.round[slot])


# with a floor below about 1/2, a step may leave a polytope
Floor = Annotated[float, {"type": "number", "minimum": 1}]


@algorithm(AdversarialLinearTrace, nanoseconds=350)
def banker_bolo(
    view: PointView,
    *,
    withdrawal: Withdrawal = "pooled",
    floor: Floor = 8.0,
    randomness: Randomness,
) -> None:
    """Play Banker-BOLO (Algorithm 5), with action scales of at least n times `floor`.

    Above this minimum, the scale of round t is 1 / (sqrt(ln T / (n t)) +
    d sqrt(ln(D + 1) ln T / (n D))), with d outstanding losses. D is the sum of d so far.
    """
    bank = new_bank(view.dimension, view.horizon, withdrawal)
    _replay_banker(view, bank, new_state(view, floor, randomness))


@njit(cache=True)
def _replay_bold(view, state, several):
    """Play BOLO or, if `several` is true, BOLD (Joulani et al. 2013, Algorithm 1)."""
    n = view.dimension
    losses = np.zeros((view.n_slots, n))  # of each instance
    rounds = np.zeros(view.n_slots, np.int64)
    owner = np.empty(view.n_slots, np.int64)  # of each slot: the instance that played its round
    free = np.arange(view.n_slots)[::-1].copy()  # instances without outstanding feedback
    free_count = view.n_slots
    dual, point = np.empty(n), view.inside.copy()
    for t in range(view.horizon):
        free_count -= 1
        instance = free[free_count] if several else 0
        rounds[instance] += 1
        scale = _scale(rounds[instance], 0, state)
        for i in range(n):
            dual[i] = -losses[instance, i] / scale
        owner[_move(view, state, t, dual, point)] = instance
        for slot in arrived(view, t):
            for i in range(n):
                losses[owner[slot], i] += view.loss[slot] * state.axes[slot, i]
            free[free_count] = owner[slot]
            free_count += 1


@algorithm(AdversarialLinearTrace, nanoseconds=300)
def bolo(view: PointView, *, floor: Floor = 8.0, randomness: Randomness) -> None:
    """Play BOLO with the action scales max(sqrt(n t / ln T), n times `floor`)."""
    _replay_bold(view, new_state(view, floor, randomness), False)


@algorithm(AdversarialLinearTrace, nanoseconds=420)
def bold_bolo(view: PointView, *, floor: Floor = 8.0, randomness: Randomness) -> None:
    """Play BOLD: instances of BOLO take turns, as in `adversarial_baselines.bold`."""
    _replay_bold(view, new_state(view, floor, randomness), True)
