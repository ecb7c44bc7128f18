"""Estimates with confidence intervals over runs."""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np
from scipy.special import ndtri, stdtrit

LEVEL = 0.95


class Interval(NamedTuple):
    """An estimate with its confidence interval. `runs` is 0 for an exact value."""

    estimate: float
    low: float
    high: float
    runs: int = 0


def exact(value: float) -> Interval:
    """Return an interval without width, for a value that is known exactly."""
    return Interval(float(value), float(value), float(value))


def shifted(interval: Interval, by: float) -> Interval:
    """Return an interval shifted by a constant, such as -1 to turn a ratio into a change."""
    estimate, low, high, runs = interval
    return Interval(estimate + by, low + by, high + by, runs)


def scaled(interval: Interval, scale: Callable[[float], float]) -> Interval:
    """Return the interval with an increasing function applied to estimate and limits."""
    *limits, runs = interval
    return Interval(*(float(scale(value)) for value in limits), runs)


def half_width(sem: np.ndarray, count: int, level: float = LEVEL) -> np.ndarray:
    """Return half-widths of Student's intervals, given standard errors of means."""
    return stdtrit(count - 1, (1 + level) / 2) * sem


def mean_interval(values: np.ndarray, level: float = LEVEL) -> Interval:
    """Return the mean of independent values with Student's interval."""
    return _around(float(np.mean(values)), values, level=level)


def _around(
    estimate: float, residuals: np.ndarray, divisor: float = 1.0, level: float = LEVEL
) -> Interval:
    """Return an interval around `estimate`, with Student's width for `residuals` / `divisor`."""
    sem = np.std(residuals, ddof=1) / np.sqrt(residuals.size) / divisor
    half = float(half_width(sem, residuals.size, level))
    return Interval(estimate, estimate - half, estimate + half, residuals.size)


def share_interval(hits: np.ndarray) -> Interval:
    """Return the proportion of true `hits` with Wilson's 95 % interval."""
    return wilson(int(hits.sum()) / hits.size, hits.size)


def wilson(share: float, trials: float) -> Interval:
    """Return the 95 % Wilson interval of a proportion. `trials` may be fractional."""
    z2 = float(ndtri(0.5 + 0.5 * LEVEL)) ** 2
    denominator = 2 * (trials + z2)
    centre = (2 * trials * share + z2) / denominator
    half = math.sqrt(z2) / denominator * math.sqrt(4 * trials * share * (1 - share) + z2)
    low = centre - half if share > 0 else 0.0
    high = centre + half if share < 1 else 1.0
    return Interval(share, low, high, round(trials))


def ratio_interval(numerators: np.ndarray, denominators: np.ndarray) -> Interval:
    """Return the ratio of two means of paired values, with its delta-method interval."""
    ratio = float(np.mean(numerators) / np.mean(denominators))
    return _around(ratio, numerators - ratio * denominators, abs(np.mean(denominators)))


def ratio_change_interval(
    before: tuple[np.ndarray, np.ndarray], after: tuple[np.ndarray, np.ndarray]
) -> Interval:
    """Return the relative change of a ratio of means, with its delta-method interval.

    `before` and `after` are pairs of numerators and denominators, shape (runs,), all paired by run.
    """
    terms = [(after[0], 1), (after[1], -1), (before[0], -1), (before[1], 1)]
    log = sum(sign * np.log(np.mean(values)) for values, sign in terms)
    residuals = sum(sign * values / np.mean(values) for values, sign in terms)
    return scaled(_around(log, residuals), np.expm1)


def exponent_interval(before: np.ndarray, after: np.ndarray, factor: float) -> Interval:
    """Return p in mean(after) = factor**p * mean(before), with its interval."""
    estimate = np.log(np.mean(after) / np.mean(before)) / np.log(factor)
    residuals = (after / np.mean(after) - before / np.mean(before)) / np.log(factor)
    return _around(float(estimate), residuals)


def widened(interval: Interval, candidates: int) -> Interval:
    """Return the interval, widened by Bonferroni's correction for `candidates` intervals."""
    estimate, low, high, runs = interval
    if candidates == 1 or runs < 2:
        return interval
    level = 1 - (1 - LEVEL) / candidates
    by = float(half_width(1.0, runs, level) / half_width(1.0, runs))
    return Interval(
        estimate, estimate - by * (estimate - low), estimate + by * (high - estimate), runs
    )


def chosen(
    pick: Callable[[Iterable[float]], float], table: Sequence[Sequence[Interval]]
) -> Interval:
    """Return the interval of the best row of a table compared with its best column.

    `table[i][j]` compares row i with column j, such as by a difference. If `pick` is max, the
    result is the maximum over rows of the minimum over columns. The lower limit is corrected for
    the number of rows, and the upper limit for the number of columns (Bonferroni). If `pick` is
    min, exchange maximum and minimum, and exchange the limits.
    """
    if any(math.isnan(one.estimate) for row in table for one in row):
        return Interval(math.nan, math.nan, math.nan)
    opposite = min if pick is max else max
    # the largest of several estimates is too high, so its lower limit is corrected
    below, above = (len(table), len(table[0]))[:: 1 if pick is max else -1]

    def limit(side: str, candidates: int) -> float:
        return pick(
            opposite(getattr(widened(one, candidates), side) for one in row) for row in table
        )

    runs = min(one.runs for row in table for one in row)
    return Interval(limit("estimate", 1), limit("low", below), limit("high", above), runs)


def bootstrap_interval(
    values: Sequence[np.ndarray], statistic: Callable[[np.ndarray], np.ndarray]
) -> Interval:
    """Return a statistic of several means, with its bootstrap interval.

    `values` has an array of shape (runs,) for each mean, paired by run. `statistic` takes the means
    as an array of shape (means, ...).
    """
    from scipy.stats import bootstrap  # its import takes a second

    def of_means(*samples: np.ndarray, axis: int = -1) -> np.ndarray:
        return statistic(np.array([np.mean(sample, axis=axis) for sample in samples]))

    options = {"paired": True, "method": "percentile", "n_resamples": 1000, "rng": 0}
    limits = bootstrap(values, of_means, **options).confidence_interval
    return Interval(float(of_means(*values)), *map(float, limits), len(values[0]))
