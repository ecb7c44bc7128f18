"""Phased elimination that plays other actions than a spanner (after Zhang et al. 2025)."""

from typing import Literal

import numpy as np

from delayed_bandits.algorithms import phased_elimination as printed
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.algorithms.spanner import pivoted_gram_schmidt, spanner, whiten
from delayed_bandits.checks.types import Flag, MaybeNonNegative
from delayed_bandits.traces.payoffs.trace import (
    PayoffTrace,
    PayoffView,
    Progress,
    check_one_context,
)

TURN = 60  # rounds of a turn through an optimal design, before they are rounded up
ENOUGH = 1.1  # the largest leverage of an optimal design, divided by the least possible


def optimal_design(actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return a G-optimal design, found by the steps of Fedorov and Wynn.

    Returns the indices of the chosen actions, the rounds of each in one turn through the design,
    and coefficients, whose row a expresses action a by the chosen actions.
    """
    pivots, frame = pivoted_gram_schmidt(actions)
    points = (actions[:, None, :] * frame).sum(axis=2)
    weights = np.bincount(pivots, minlength=len(points)) / pivots.size
    while True:
        leverage = (whitened(points, weights) ** 2).sum(axis=1)
        best = int(np.argmax(leverage))
        if leverage[best] <= ENOUGH * pivots.size:
            break
        step = (leverage[best] / pivots.size - 1) / (leverage[best] - 1)
        weights *= 1 - step
        weights[best] += step
    weights[weights < 1 / (10 * TURN)] = 0.0
    chosen = np.flatnonzero(weights)
    rounds = np.ceil(TURN * weights[chosen]).astype(np.int64)
    weights[chosen] = rounds
    rows = whitened(points, weights)
    return chosen, rounds, rounds * (rows[:, None, :] * rows[chosen]).sum(axis=2)


def whitened(points: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return y = L^-1 x for each point x, where L L' is the weighted sum of x x'."""
    both = np.concatenate([points * np.sqrt(weights)[:, None], points])
    return whiten(both, np.arange(len(both)) < len(points))[len(points) :]


@algorithm(PayoffTrace, check=check_one_context, nanoseconds=50)
def phased_designs(
    view: PayoffView,
    *,
    design: Literal["spanner", "all", "optimal"],
    joint: Flag = False,
    width: MaybeNonNegative = None,
) -> Progress:
    """Play Algorithm 1 for losses, without a guess B, on the actions of a `design`.

    - `design`: "spanner" (as printed), "all" (all active actions) or "optimal" (a G-optimal
      design, played for at least as many rounds as a spanner);
    - `joint`: whether LCB_2 and UCB_2 have the width of least squares, instead of the sum of the
      widths of the chosen actions;
    - `width`: beta (default: that of Theorem 1).
    """
    actions, progress = view.actions[0], printed.new_progress(view.horizon)
    width = printed.width_of(len(actions), view.horizon, width)
    progress.restarts[:] = 0
    active, start, pulls = np.arange(len(actions)), 0, 1
    while start < view.horizon:
        pulls *= 2  # 2^m
        turns = pulls
        chosen, coefficients = spanner(actions[active])
        rounds = np.ones(chosen.size, np.int64)
        if design == "all":
            chosen, coefficients = np.arange(active.size), np.eye(active.size)
            rounds = np.ones(active.size, np.int64)
        elif design == "optimal":
            budget = chosen.size * pulls
            chosen, rounds, coefficients = optimal_design(actions[active])
            turns = -(-budget // rounds.sum())
        turn = np.repeat(np.arange(chosen.size), rounds)
        end = min(start + turns * turn.size, view.horizon)
        progress.active[start:end] = active.size
        policies = active[chosen][turn].astype(np.int16)[:, None]
        played = printed.play_in_turn(view, policies, start, end)
        if end - start < turns * turn.size:  # the epoch is incomplete
            break
        start = end
        sums = printed.EpochSums(*(np.bincount(turn, weights=values) for values in played))
        widths = width * np.sqrt((actions[active[chosen]] ** 2).sum(axis=1))
        bounds = printed.confidence_bounds(turns * rounds, sums, widths, coefficients, 0.0)
        low, lower, _, upper = bounds
        if joint and sums.unbiased.all():
            radius = np.sqrt(((coefficients * widths) ** 2 / sums.unbiased).sum(axis=1))
            mean = (coefficients * (sums.unbiased_sum / sums.unbiased)).sum(axis=1)
            lower, upper = mean - radius, mean + radius
        active = active[np.maximum(low, lower) < upper.min()]
        if active.size == 0:
            active, pulls = np.arange(len(actions)), 1
    return progress
