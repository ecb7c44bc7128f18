"""Maximum-likelihood fits of distributions to conversion delays."""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import pandas as pd
import scipy.optimize
import scipy.stats
from numpy.typing import ArrayLike
from scipy.special import expit, logit

from delayed_bandits.checks.errors import InputError
from delayed_bandits.delays.base import Delays, Reals
from delayed_bandits.delays.fits.likelihood import (
    FAMILIES,
    Family,
    best_probability,
    cell_edges,
    log_likelihood,
)

logger = logging.getLogger(__name__)

SEARCH = 12.0  # largest distance of a parameter from its start, on a log or logit scale
SPLITS = (0.25, 0.75)  # weights at which the fit of a mixture starts
STEP = 1e-5  # of the central differences that sharpen the minimum
DIGITS = 5  # significant digits of fitted parameters; processors differ from the seventh on


@dataclass(frozen=True)
class Fit:
    """A family of distributions, fitted to conversion delays up to `cap` (seconds)."""

    family: Family
    parameters: dict[str, float]  # scales, means, medians in seconds; others without unit
    cap: int  # the longest delay that counts as a conversion
    log_likelihood: float  # of the grouped delays, as `likelihood` defines it
    aic: float
    bic: float
    conversion_probability: float  # p, that a click ever converts; NaN without clicks
    ks: float  # the largest distance between the fitted and the empirical distribution function
    converged: bool  # the optimiser ended at a maximum inside the range that it searched
    mass_by_cap: float  # the fitted P(D <= cap)

    name = property(lambda self: self.family.name)

    def cdf(self, seconds: ArrayLike) -> Reals:
        """Return the fitted P(D <= s | D <= cap) for each s of `seconds`."""
        return conditional_cdf(self.family, self.parameters.values(), seconds, self.cap)

    def density(self, seconds: ArrayLike) -> Reals:
        """Return the fitted density of D given D <= cap, per second, at `seconds`."""
        density = self.family.evaluate("pdf", seconds, self.parameters.values())
        return np.where(np.asarray(seconds) <= self.cap, density, 0.0) / self.mass_by_cap


def fit_all(delays: Delays, censored: int | Delays | None, cap: int) -> list[Fit]:
    """Return a fit of each family in `FAMILIES`. For the arguments see `fit`."""
    return [fit(family, delays, censored, cap) for family in FAMILIES]


def fit(family: Family, delays: Delays, censored: int | Delays | None, cap: int) -> Fit:
    """Return the fit of a family to the delays of the recorded conversions.

    `delays` are whole seconds, sorted and at most `cap`. `censored` describes the clicks without a
    recorded conversion. It is their number, or an array of the seconds for which each was observed
    (at most `cap`), or None if their number is unknown.
    """
    n = len(delays)
    if n == 0 or delays[0] < 0 or delays[-1] > cap:
        found = f"delays from {delays[0]} to {delays[-1]}" if n else "none"
        raise InputError(f"conversion delays: found {found}. Give delays from 0 to {cap}.")
    edges = cell_edges(cap)
    counts, _ = np.histogram(delays, edges)
    if isinstance(censored, np.ndarray):
        places = np.searchsorted(edges, censored, side="right") - 1
        censored = np.bincount(places, minlength=edges.size)
    counts, edges, censored = _merge_empty(counts, edges, censored)
    mixture = len(family.components) == 2

    def values_at(point: Reals) -> Reals:
        values = np.exp(point)
        return np.append(expit(point[0]), values[1:]) if mixture else values

    def loss(point: Reals) -> float:
        return -log_likelihood(family, values_at(point), censored, counts, edges) / n

    best = min((_minimise(loss, start) for start in _starts(family, delays)), key=lambda r: r.fun)
    if not best.success:
        logger.warning("fit of %s to %d delays did not converge: %s", family.name, n, best.message)
    point = _sharpen(loss, best.x) if best.success else best.x
    values = np.array([float(f"{value:.{DIGITS}g}") for value in values_at(point)])
    total = log_likelihood(family, values, censored, counts, edges)
    by_cap = family.evaluate("cdf", cap, values)
    if isinstance(censored, np.ndarray):
        probability = best_probability(n, censored, family.evaluate("cdf", edges, values))
    else:
        clicks = np.nan if censored is None else n + censored
        probability = float(np.minimum(1.0, n / (clicks * by_cap)))
    return Fit(
        family=family,
        parameters=dict(zip(family.names, values.tolist(), strict=True)),
        cap=cap,
        log_likelihood=total,
        aic=2 * len(values) - 2 * total,
        bic=float(np.log(n)) * len(values) - 2 * total,
        conversion_probability=probability,
        ks=_ks_distance(family, values, delays, cap),
        converged=best.success,
        mass_by_cap=float(by_cap),
    )


def _merge_empty(
    counts: Delays, edges: Delays, censored: int | Delays | None
) -> tuple[Delays, Delays, int | Delays | None]:
    """Return `counts`, `edges` and `censored` after merging neighbouring empty cells.

    Edges at which clicks are censored stay. If over half of all edges stay, nothing is merged.
    """
    by_edge = censored if isinstance(censored, np.ndarray) else np.zeros_like(edges)
    needed = by_edge > 0
    needed[[0, -1]] = True
    needed[:-1] |= counts > 0
    needed[1:] |= counts > 0
    if 2 * needed.sum() > edges.size:
        return counts, edges, censored
    kept = np.flatnonzero(needed)
    merged = np.add.reduceat(counts, kept[:-1])
    return merged, edges[kept], censored[kept] if by_edge is censored else censored


def fits_table(fits: Iterable[Fit]) -> pd.DataFrame:
    """Return a table with a row for each fit, the smallest AIC first."""
    columns = ("name", "aic", "bic", "ks", "log_likelihood", "mass_by_cap")
    columns += ("conversion_probability", "converged")
    rows = [
        {column: getattr(fit, column) for column in columns}
        | {"parameters": ", ".join(f"{name}={value:g}" for name, value in fit.parameters.items())}
        for fit in fits
    ]
    return pd.DataFrame(rows).sort_values("aic", ignore_index=True)


def conditional_cdf(family: Family, values: Iterable[float], seconds: ArrayLike, cap: int) -> Reals:
    """Return P(D <= s | D <= cap) for each s of `seconds`, or NaN if P(D <= cap) = 0."""
    values = list(values)
    whole = family.evaluate("cdf", cap, values)
    with np.errstate(invalid="ignore"):
        return family.evaluate("cdf", np.minimum(seconds, cap), values) / whole


def _starts(family: Family, delays: Delays) -> list[Reals]:
    """Return starting points: shapes are 1, and scales are quantiles of the delays."""

    def of(distribution: scipy.stats.rv_continuous, quantile: float) -> list[float]:
        return [0.0] * distribution.numargs + [np.log1p(np.quantile(delays, quantile))]

    if len(family.components) == 1:
        return [np.array(of(family.components[0], 0.5))]
    first, second = family.components
    return [np.array([logit(w), *of(first, w / 2), *of(second, (1 + w) / 2)]) for w in SPLITS]


def _minimise(loss: Callable[[Reals], float], start: Reals) -> scipy.optimize.OptimizeResult:
    """Minimise `loss` within `SEARCH` of `start`. A minimum at the edge is a failure."""
    bounds = np.stack([start - SEARCH, start + SEARCH], axis=1)
    options = {"ftol": 1e-13, "gtol": 1e-6}
    result = scipy.optimize.minimize(loss, start, method="L-BFGS-B", bounds=bounds, options=options)
    if np.any(np.isclose(result.x[:, None], bounds)):
        result.success, result.message = False, "the best parameters are at the edge of the search"
    return result


def _sharpen(loss: Callable[[Reals], float], minimum: Reals) -> Reals:
    """Return the point near a minimum where the central differences of `loss` vanish."""

    # between processors, the optimiser's minimum varies by 1e-5 to 1e-4, this point by 1e-8
    def differences(point: Reals) -> list[float]:
        return [loss(point + step) - loss(point - step) for step in STEP * np.eye(point.size)]

    zero = scipy.optimize.root(differences, minimum, options={"eps": 1e-8}).x
    return zero if loss(zero) <= loss(minimum) + 1e-9 else minimum  # rounding errors: 1e-14


def _ks_distance(family: Family, values: Reals, delays: Delays, cap: int) -> float:
    """Return the largest distance between fitted and empirical cdf at whole seconds."""
    seconds, counts = np.unique(delays, return_counts=True)
    upto = np.cumsum(counts) / len(delays)
    before = upto - counts / len(delays)
    begin = conditional_cdf(family, values, seconds, cap)
    end = conditional_cdf(family, values, seconds + 1, cap)
    return float(max(np.max(np.abs(begin - before)), np.max(np.abs(end - upto))))
