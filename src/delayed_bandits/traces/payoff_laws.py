"""Payoffs in [0, 1] of a given mean, made of uniforms."""

from functools import cache

import numpy as np

from delayed_bandits.compiling import inlined

MEANS, LEVELS = 65, 512
"""Means and levels of the table of a Beta law."""


@cache
def beta_table(concentration: float) -> np.ndarray:
    """Payoffs of the laws Beta(c m, c (1 - m)) for means m = 0, 1/64, ..., 1.

    The unit interval is cut into equal levels of the uniform, and a payoff is the mean of the law
    within its level, so the payoffs of a row have exactly its mean. Between two means, payoffs are
    interpolated, which keeps that.

    Parameters
    ----------
    concentration : float
        The c of the Beta laws.

    Returns
    -------
    ndarray, shape (MEANS, LEVELS)
    """
    from scipy.special import betainc, betaincinv  # Bernoulli worlds need not wait for it

    table = np.empty((MEANS, LEVELS))
    table[0], table[-1] = 0.0, 1.0
    levels = np.arange(LEVELS + 1) / LEVELS
    for row in range(1, MEANS - 1):
        mean = row / (MEANS - 1)
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
    place = mean * (MEANS - 1)
    row = min(int(place), MEANS - 2)
    above = place - row
    return (1.0 - above) * table[row, level] + above * table[row + 1, level]
