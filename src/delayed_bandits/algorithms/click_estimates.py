"""Corrected numbers of clicks M (see `click_models`), from estimated delays."""

import math

import numpy as np

from delayed_bandits.algorithms.clicks import UNSEEN, Clicks, rounds_of
from delayed_bandits.kernels.compiling import njit

SHORTEST = 1e-9  # the least sum of delays, and the least M, to divide by


@njit(cache=True)
def product_limit(clicks: Clicks, n: int) -> np.ndarray:
    """Return each arm's M before round n, as in `click_models.ProductLimit`."""
    count = np.zeros(clicks.pulls.size)
    for arm in np.flatnonzero(clicks.conversions):
        rounds = rounds_of(clicks, arm)
        converted, left = np.zeros((2, n))  # clicks by delay, or by age if not converted
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
    """Return each arm's M before round n, by `click_models.ExponentialEM`. Update `memory`."""
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
    """Return lambda, theta and M of one arm after the cycles of `ExponentialEM`."""
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
                either = 1.0 - share + late  # 0 if theta is 1 and s_i underflows
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
