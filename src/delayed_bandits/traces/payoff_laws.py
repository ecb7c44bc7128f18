"""Payoffs in [0, 1] of a given mean, made of uniforms."""

import math
from functools import cache

import numpy as np

from delayed_bandits.compiling import inlined

STEPS, LEVELS = 48, 512
"""Steps between the means of the table of a Beta law, and its levels."""


@inlined
def mean_of_row(row: int) -> float:
    """The means of a table, from 0 to 1/2: denser near 0, where laws change faster."""
    return 0.5 * (row / STEPS) ** 2


@cache
def beta_table(concentration: float) -> np.ndarray:
    """Payoffs of the laws Beta(c m, c (1 - m)) for the means m = `mean_of_row`.

    The unit interval is cut into equal levels of the uniform, and a payoff is the mean of the law
    within its level, so the payoffs of a row have exactly its mean. Between two means, payoffs are
    interpolated, which keeps that; above 1/2 they are mirrored.

    Parameters
    ----------
    concentration : float
        The c of the Beta laws.

    Returns
    -------
    ndarray, shape (STEPS + 1, LEVELS)
    """
    from scipy.special import betainc, betaincinv  # Bernoulli worlds need not wait for it

    table = np.zeros((STEPS + 1, LEVELS))
    levels = np.arange(LEVELS + 1) / LEVELS
    for row in range(1, STEPS + 1):
        mean = mean_of_row(row)
        a, b = concentration * mean, concentration * (1 - mean)
        edges = betaincinv(a, b, levels)
        table[row] = np.clip(mean * np.diff(betainc(a + 1, b, edges)) * LEVELS, 0.0, 1.0)
    return table


@inlined
def payoff_of(table: np.ndarray, uniforms: np.ndarray, t: int, mean: float) -> float:
    """The payoff in round t of an action of the given mean; it grows with the round's uniform.

    Bernoulli payoffs have an empty table, and payoffs without noise no uniforms.
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
    row = min(int(math.sqrt(2.0 * mean) * STEPS), STEPS - 1)
    low, high = mean_of_row(row), mean_of_row(row + 1)
    above = (mean - low) / (high - low)
    return (1.0 - above) * table[row, level] + above * table[row + 1, level]
