"""Corrected clicks M of arms whose delays are estimated from the clicks and conversions so far."""

import math

import numpy as np
from numba import njit

from delayed_bandits.algorithms.clicks import UNSEEN, Clicks, rounds_of

SHORTEST = 1e-9  # in place of no rounds between clicks and conversions, or no corrected clicks


@njit(cache=True)
def product_limit(clicks: Clicks, n: int) -> np.ndarray:
    """Return M of the arms, shape (arms,)."""
    count = np.zeros(clicks.pulls.size)
    for arm in np.flatnonzero(clicks.conversions):
        rounds = rounds_of(clicks, arm)
        converted, left = np.zeros((2, n))  # clicks by age, with or without a conversion
        for t in rounds:
            if clicks.delay[t] == UNSEEN:
                left[n - 1 - t] += 1.0
            else:
                converted[clicks.delay[t]] += 1.0
        share = np.zeros(n)  # G
        survival, at_risk = 1.0, clicks.pulls[arm]
        for age in range(n):
            if converted[age] > 0.0:
                survival *= 1.0 - converted[age] / at_risk
            at_risk -= converted[age] + left[age]
            share[age] = 1.0 - survival
        for t in rounds:
            count[arm] += share[n - 1 - t] / share[n - 1]
    return count


@njit(cache=True)
def exponential_em(
    clicks: Clicks, n: int, memory: np.ndarray, how: tuple[int, bool, bool]
) -> np.ndarray:
    """Run the cycles of one update; return M, shape (arms,). The `memory` changes."""
    rate, share = memory  # lambda and theta of the arms
    count = np.zeros(clicks.pulls.size)
    for arm in np.flatnonzero(clicks.conversions):
        rounds = rounds_of(clicks, arm)
        age, delay = n - 1 - rounds, clicks.delay[rounds]
        rate[arm], share[arm], count[arm] = _cycle(
            age, delay, clicks.conversions[arm], rate[arm], share[arm], how
        )
    return count


@njit(cache=True)
def _cycle(age, delay, conversions, rate, share, how):
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
