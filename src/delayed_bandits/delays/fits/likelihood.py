"""The likelihood of conversion delays under censoring, which the fits maximise.

A click converts with an unknown probability p. If it converts, its delay D has the distribution
function F. Two things hide the delay:

- it is recorded in whole seconds, so a recorded d says that d <= D < d + 1;
- only conversions within the cap c are recorded; any other click is right-censored at c: either it
  will never convert, or it converts later than c.

If n of N clicks have a recorded conversion, the likelihood is

    p^n  prod_i [F(d_i + 1) - F(d_i)]  (1 - p F(c))^(N - n).

Write q = p F(c) for the probability that a conversion is recorded. The likelihood is then

    prod_i [F(d_i + 1) - F(d_i)] / F(c)   times   q^n (1 - q)^(N - n),      0 <= q <= F(c).

The first factor is the likelihood of the recorded delays given D <= c. The second is largest at q =
n / N. If F(c) >= n / N, the best p is n / (N F(c)), and only the first factor is left to maximise.
Otherwise the best p is 1, q is F(c), and the second factor is exp(-N K) times its maximum. Here K
is the Kullback-Leibler divergence between Bernoulli distributions with means n / N and F(c). The
fits therefore maximise

    sum_i log([F(d_i + 1) - F(d_i)] / F(c)) - N K,      with K = 0 where F(c) >= n / N.

If the number of clicks is unknown, the last term is left out. Then a family that fits badly may
approach F(c) = 0. Delays beyond 1,000 seconds are grouped in cells of a relative width of at most
0.1%. The information criteria do not count the parameter p, which all fits share.

In a log whose clicks were observed for different times c_j, the likelihood is

    p^n  prod_i [F(d_i + 1) - F(d_i)]  prod_j (1 - p F(c_j)),

with j over the clicks without a recorded conversion. A root search finds the best p.
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
    """A SciPy distribution with a scale and at most one shape, or a mixture of two of these.

    `names` are the names of the parameters, in the order of their values: shape (if any) and scale.
    In a mixture, the weight of the first component comes first, then the names of both components.
    """

    name: str
    components: tuple[scipy.stats.rv_continuous, ...]
    names: tuple[str, ...]

    def evaluate(self, function: str, seconds: ArrayLike, values: Iterable[float]) -> Reals:
        """Return `function` (cdf, sf or pdf) at `seconds`, for parameters `values`."""
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
    """Return the edges, in seconds, of the cells that group delays, shape (cells + 1,)."""
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
    """Return the log-likelihood of grouped delays, as this module describes it.

    `counts`, shape (cells,), are the conversions in each cell. `edges` bound the cells, from 0 to
    the cap. `censored` is the number of clicks without a recorded conversion: one number in total,
    or, of shape (cells + 1,), a number for each edge up to which clicks were observed. It is None
    if unknown. The probability of a cell is a difference of cdfs below the median, and of survival
    functions above the median. So rounding loses neither tail.
    """
    values = list(values)
    with np.errstate(over="ignore"):
        below = family.evaluate("cdf", edges, values)
        median = np.argmin(below < 0.5)  # 0 if the median is above all edges
        above = family.evaluate("sf", edges[median:], values)
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
    """Return the p that maximises p^n prod_j (1 - p F(c_j))^(m_j).

    n is `conversions`. `censored` has each m_j, the number of clicks observed for a time c_j
    without a conversion. `by_time` has each F(c_j).
    """
    clicks, reached = censored[censored > 0], np.minimum(by_time[censored > 0], 1.0)

    def slope(p: float) -> float:
        return conversions - p * float(np.sum(clicks * reached / (1 - p * reached)))

    highest = 1 - 1e-12
    return 1.0 if slope(highest) >= 0 else brentq(slope, 0.0, highest, xtol=1e-15, rtol=1e-14)
