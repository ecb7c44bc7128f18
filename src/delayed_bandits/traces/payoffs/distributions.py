"""Distributions of payoffs in [0, 1] with a given mean, drawn from uniforms."""

import math
from functools import cache

import numpy as np

from delayed_bandits.kernels.compiling import inlined, njit

STEPS, LEVELS = 48, 512  # steps of the mean and levels of the uniform in a table of Beta payoffs
CELLS = 1000  # steps of the integration over each half of [0, 1]


@inlined
def mean_of_row(row: int) -> float:
    """Return the mean payoff of a row of `beta_table`, from 0 to 1/2."""
    return 0.5 * (row / STEPS) ** 2


@cache
def payoff_table(distribution: str, concentration: float) -> np.ndarray:
    """Return the table that `payoff_of` needs, which is empty unless payoffs are Beta."""
    return beta_table(concentration) if distribution == "beta" else np.empty((0, 0))


@njit(cache=True)
def beta_table(concentration: float) -> np.ndarray:
    """Return a table of payoffs of Beta(c m, c (1 - m)), with a row for each mean m.

    c is the `concentration`. The table has shape (STEPS + 1, LEVELS). Column l has the mean payoff
    between the quantiles of l / LEVELS and (l + 1) / LEVELS. So the mean of a row is exactly m. The
    largest m is 1/2, because `payoff_of` mirrors the table for larger means.
    """
    # SciPy has exact quantiles, but importing it takes longer than a simulation
    table = np.zeros((STEPS + 1, LEVELS))
    for row in range(1, STEPS + 1):
        mean = mean_of_row(row)
        probability, moment = _integrals(concentration * mean, concentration * (1.0 - mean))
        probability /= probability[-1]
        moment *= mean / moment[-1]
        below, cell = 0.0, 0
        for level in range(LEVELS):
            upper = (level + 1) / LEVELS
            while cell < 2 * CELLS - 1 and probability[cell + 1] < upper:
                cell += 1
            part = (upper - probability[cell]) / (probability[cell + 1] - probability[cell])
            above = moment[cell] + part * (moment[cell + 1] - moment[cell])
            table[row, level] = min(1.0, (above - below) * LEVELS)
            below = above
    return table


@njit(cache=True)
def _integrals(a: float, b: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the cumulative integrals of f(x) = x^(a-1) (1-x)^(b-1) and of x f(x)."""
    probability, moment = np.zeros(2 * CELLS + 1), np.zeros(2 * CELLS + 1)
    # equal steps of x^p up to 1/2, then of (1-x)^q, so that integrands are finite at the ends
    p, q = min(1.0, a), min(1.0, b)
    left, right = 0.5**p / CELLS, 0.5**q / CELLS
    for k in range(2 * CELLS):
        if k < CELLS:
            x = ((k + 0.5) * left) ** (1.0 / p)
            weight = x ** (a - p) * (1.0 - x) ** (b - 1.0) * left / p
        else:
            y = ((2 * CELLS - k - 0.5) * right) ** (1.0 / q)
            x = 1.0 - y
            weight = x ** (a - 1.0) * y ** (b - q) * right / q
        probability[k + 1] = probability[k] + weight
        moment[k + 1] = moment[k] + x * weight
    return probability, moment


@inlined
def payoff_of(table: np.ndarray, uniforms: np.ndarray, t: int, mean: float) -> float:
    """Return the payoff in round t of an action whose mean payoff is `mean`.

    An empty `table` means Bernoulli payoffs. An empty array `uniforms` means payoffs without noise.
    """
    if uniforms.size == 0:
        return mean
    if table.size == 0:
        return 1.0 * (uniforms[t] >= 1.0 - mean)
    level = int(uniforms[t] * LEVELS)
    if mean > 0.5:
        return 1.0 - _interpolated(table, LEVELS - 1 - level, 1.0 - mean)
    return _interpolated(table, level, mean)


@inlined
def _interpolated(table: np.ndarray, level: int, mean: float) -> float:
    """Return the payoff in column `level`, interpolated for a mean of at most 1/2."""
    row = min(int(math.sqrt(2.0 * mean) * STEPS), STEPS - 1)
    low, high = mean_of_row(row), mean_of_row(row + 1)
    above = (mean - low) / (high - low)
    return (1.0 - above) * table[row, level] + above * table[row + 1, level]
