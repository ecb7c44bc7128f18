"""The likelihood of conversion delays under censoring, which the fits maximise.

A click converts with an unknown probability p. If it converts, its delay D has the distribution
function F. Delays are recorded in whole seconds, so a recorded d says that d <= D < d + 1. A click
is recorded as converted only if it converts within the cap c.

If n of N clicks have a recorded conversion, the likelihood is

    p^n  prod_i [F(d_i + 1) - F(d_i)]  (1 - p F(c))^(N - n).

The best p is n / (N F(c)), or 1 if this ratio exceeds 1. With the best p, the logarithm of the
likelihood is, up to a constant,

    sum_i log([F(d_i + 1) - F(d_i)] / F(c)) - N K.

If F(c) >= n / N, K is 0. Otherwise K is the Kullback-Leibler divergence between Bernoulli
distributions with means n / N and F(c). If the number of clicks is unknown, the term N K is left
out. A family that fits badly may then approach F(c) = 0.

In a log whose clicks were observed for different times c_j, the last factor of the likelihood is
the product of 1 - p F(c_j) over the clicks without a recorded conversion. A root search then finds
the best p.

Delays beyond 1,000 seconds are grouped in cells of a relative width of at most 0.1%. The
information criteria do not count the parameter p, which all fits share.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import scipy.stats
from numpy.typing import ArrayLike
from scipy.optimize import brentq
from scipy.special import rel_entr

from delayed_bandits.delays.base import Delays, Reals

FINEST = 1000  # cells have width 1 s up to here, beyond at most 1 / FINEST of their start
SMALLEST = 1e-300  # in place of a probability that underflows


@dataclass(frozen=True)
class Family:
    """A family of distributions, or of mixtures of two distributions.

    `components` are SciPy distributions with a scale and at most one shape. `names` are the
    parameters in order: the weight of the first component (only in a mixture), and then for each
    component its shape (if any) and its scale.
    """

    name: str
    components: tuple[scipy.stats.rv_continuous, ...]
    names: tuple[str, ...]

    def evaluate(self, function: str, seconds: ArrayLike, values: Iterable[float]) -> Reals:
        """Return the `function` (cdf, sf or pdf) at `seconds`, for parameters `values`."""
        values = iter(values)
        weight = next(values) if len(self.components) == 2 else 1.0
        total = 0.0
        for share, one in zip((weight, 1 - weight), self.components, strict=False):
            shapes = [next(values) for _ in range(one.numargs)]
            total = total + share * getattr(one, function)(seconds, *shapes, scale=next(values))
        return total


FAMILIES = (
    Family("exponential", (scipy.stats.expon,), ("mean",)),
    Family("weibull", (scipy.stats.weibull_min,), ("shape", "scale")),
    Family("gamma", (scipy.stats.gamma,), ("shape", "scale")),
    Family("lognormal", (scipy.stats.lognorm,), ("sigma", "median")),
    Family("lomax", (scipy.stats.lomax,), ("shape", "scale")),
    Family(
        "lognormal + gamma",
        (scipy.stats.lognorm, scipy.stats.gamma),
        ("lognormal_weight", "lognormal_sigma", "lognormal_median", "gamma_shape", "gamma_scale"),
    ),
)


def cell_edges(cap: int) -> Delays:
    """Return the edges of the cells that group delays, in whole seconds."""
    edges = list(range(min(cap, FINEST) + 1))
    while edges[-1] < cap:
        edges.append(min(cap, edges[-1] + edges[-1] // FINEST))
    return np.array(edges, np.int64)


def log_likelihood(
    family: Family,
    values: Iterable[float],
    censored: int | Delays | None,
    counts: Delays,
    edges: Delays,
) -> float:
    """Return the log-likelihood of delays that are grouped in cells.

    `edges` are the edges of the cells in seconds, from 0 to the cap, shape (cells + 1,). `counts`
    has the number of conversions in each cell, shape (cells,). `censored` is the number of clicks
    without a recorded conversion, or None if unknown. If these clicks were observed for different
    times, `censored` has the number of them that were observed up to each edge, shape (cells + 1,).
    """
    values = list(values)
    with np.errstate(over="ignore"):
        below = family.evaluate("cdf", edges, values)
        median = np.argmin(below < 0.5)  # 0 if the median is above all edges
        above = family.evaluate("sf", edges[median:], values)
    # differences of cdfs up to the median, and of survival functions above: neither tail is lost
    cells = np.diff(below)
    cells[median:] = np.where(below[median:-1] < 0.5, cells[median:], -np.diff(above))
    if isinstance(censored, np.ndarray):
        p = best_probability(counts.sum(), censored, below)
        total = np.sum(counts * np.log(np.maximum(p * cells, SMALLEST)))
        without = censored > 0  # if all have converted, 1 - p F(c) may be 0
        return float(
            total + np.sum((censored * np.log(np.maximum(1 - p * below, SMALLEST)))[without])
        )
    by_cap = max(below[-1], SMALLEST)
    total = np.sum(counts * np.log(np.maximum(cells, SMALLEST) / by_cap))
    if censored is not None:
        clicks = counts.sum() + censored
        share = counts.sum() / clicks
        if by_cap < share:
            total -= clicks * (rel_entr(share, by_cap) + rel_entr(1 - share, 1 - by_cap))
    return float(total)


def best_probability(conversions: int, censored: Delays, by_time: Reals) -> float:
    """Return the conversion probability p with the largest likelihood.

    The likelihood is p^n prod_j (1 - p F(c_j))^(m_j) up to a constant, where n is `conversions`.
    `censored` has each m_j, the number of clicks observed for a time c_j without a conversion.
    `by_time` has each F(c_j).
    """
    clicks, reached = censored[censored > 0], np.minimum(by_time[censored > 0], 1.0)

    def slope(p: float) -> float:
        return conversions - p * float(np.sum(clicks * reached / (1 - p * reached)))

    highest = 1 - 1e-12
    return 1.0 if slope(highest) >= 0 else brentq(slope, 0.0, highest, xtol=1e-15, rtol=1e-14)
