"""Corrected clicks M of arms whose delays are estimated from the clicks and conversions so far."""

import math

import numpy as np
from numba import njit

from delayed_bandits.algorithms.clicks import UNSEEN, Clicks
from delayed_bandits.traces.k_armed.identified import IdentifiedView

SHORTEST = 1e-9
"""In place of no rounds at all between clicks and conversions, and of no corrected clicks."""


@njit(cache=True)
def product_limit(view: IdentifiedView, clicks: Clicks, n: int) -> np.ndarray:
    """Return M of the arms, shape (arms,)."""
    converted, left = np.zeros((2, view.n_arms, n))  # of each age, with or without a conversion
    for t in range(n):
        arm, delay = view.played[t], clicks.delay[t]
        if delay == UNSEEN:
            left[arm, n - 1 - t] += 1.0
        else:
            converted[arm, delay] += 1.0
    share = np.zeros((view.n_arms, n))  # G
    for arm in range(view.n_arms):
        survival, at_risk = 1.0, clicks.pulls[arm]
        for age in range(n):
            if converted[arm, age] > 0.0:
                survival *= 1.0 - converted[arm, age] / at_risk
            at_risk -= converted[arm, age] + left[arm, age]
            share[arm, age] = 1.0 - survival
    count = np.zeros(view.n_arms)
    for t in range(n):
        arm = view.played[t]
        if clicks.conversions[arm] > 0.0:
            count[arm] += share[arm, n - 1 - t] / share[arm, n - 1]
    return count


@njit(cache=True)
def exponential_em(
    view: IdentifiedView,
    clicks: Clicks,
    n: int,
    rate: np.ndarray,
    share: np.ndarray,
    how: tuple[int, bool, bool],
) -> np.ndarray:
    """Run the cycles of one update; return M, shape (arms,). `rate` and `share` change."""
    count = np.zeros(view.n_arms)
    for arm in range(view.n_arms):
        if clicks.conversions[arm] > 0.0:
            rounds = np.flatnonzero(view.played[:n] == arm)
            rate[arm], share[arm], count[arm] = _cycle(
                n - 1 - rounds,
                clicks.delay[rounds],
                clicks.conversions[arm],
                rate[arm],
                share[arm],
                how,
            )
    return count


@njit(cache=True)
def _cycle(
    age: np.ndarray,
    delay: np.ndarray,
    conversions: float,
    rate: float,
    share: float,
    how: tuple[int, bool, bool],
) -> tuple[float, float, float]:
    """Estimate lambda and theta of an arm from its clicks; return them, and M."""
    cycles, bounded, likelihood = how
    survival, count = np.empty(age.size), 0.0
    for i in range(age.size):
        survival[i] = math.exp(-rate * age[i])
    for _ in range(cycles):
        weight, time, count = 0.0, 0.0, 0.0
        for i in range(age.size):
            w, d = 1.0, delay[i]
            if d == UNSEEN:
                late = share * survival[i]
                either = 1.0 - share + late  # 0 if theta is 1 and s_i too small for a number
                w, d = late / either if either != 0.0 else 1.0, age[i]
            weight += w
            time += w * d
        rate = conversions / max(time, SHORTEST)
        for i in range(age.size):
            survival[i] = math.exp(-rate * age[i])
            count += 1.0 - survival[i]
        share = weight / age.size if likelihood else conversions / max(count, SHORTEST)
        if bounded:
            share = min(1.0, share)
    return rate, share, count
