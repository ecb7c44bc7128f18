"""Theorem 4.2 of Liu and Maghsudi 2024 on drawn delays: the median of means and its radius."""

import math

import numpy as np

from delayed_bandits.analysis.claims import Control, Evidence
from delayed_bandits.analysis.intervals import Interval, exact, share_interval
from delayed_bandits.analysis.verdicts import above
from delayed_bandits.delays.base import Law
from delayed_bandits.traces.streams import Streams

PULLS = (30, 100, 300, 1000)
"""Pulls of an arm after which it is judged."""

DRAWS = 400
CONFIDENCE = 0.05
RADII = ("B/2", "2 d", "2 d^M")
"""The factor of T_a^-min(alpha, 1/2) in equations 5, 6 and 7, and as the race uses these."""
QUANTITY = "share of draws with |d^M − d| ≤ radius"


def estimates(
    law: Law, arm: int, pulls: int, n_arms: int, streams: Streams
) -> tuple[np.ndarray, np.ndarray]:
    """Draw delays of an arm that is pulled in turn; give d^M and T_a of each draw.

    Only delays that have ended are observed, in order of arrival; d^M is not a number without any.
    """
    uniforms = streams.open("theorem", arm).random((DRAWS, pulls))
    delays = law.quantile(uniforms)
    ends = n_arms * np.arange(pulls) + delays
    observed = ends <= n_arms * pulls
    order = np.argsort(np.where(observed, ends, np.iinfo(np.int64).max), axis=1, kind="stable")
    counts = observed.sum(axis=1)
    rows = zip(np.take_along_axis(delays, order, axis=1), counts, strict=True)
    return np.array([median_of_means(row[:count]) for row, count in rows]), counts


def median_of_means(delays: np.ndarray) -> float:
    """Compute the median of the means of floor(min(8 ln(e^(1/8)/δ), n/2)) baskets."""
    if delays.size == 0:
        return math.nan
    most = min(1 + 8 * math.log(1 / CONFIDENCE), delays.size / 2)
    number = max(1, math.floor(most))
    size = delays.size // number
    return float(np.median(delays[: number * size].reshape(number, size).mean(axis=1)))


def coverage(
    case: str,
    radius: str,
    found: tuple[np.ndarray, np.ndarray],
    mean: float,
    budget: float,
    alpha: float,
) -> Evidence:
    """Judge on how many draws |d^M − d| is at most the radius; the control estimates 0."""
    late = budget**-alpha
    bound = above(1 - CONFIDENCE - late)
    some = found[1] > 0
    if not some.any():
        return Evidence(case, QUANTITY, exact(1), bound, not_applicable="no delay has ended")
    middle, counts = found[0][some], found[1][some]

    def within_radius(estimate: np.ndarray) -> Interval:
        factor = {"B/2": budget / 2, "2 d": 2 * mean, "2 d^M": 2 * estimate}[radius]
        width = math.sqrt(2 * math.log(16 / (1 - late)))
        limit = width / np.sqrt(counts) + factor * counts ** -min(alpha, 0.5)
        return share_interval(np.abs(estimate - mean) <= limit)

    control = Control("an estimate that is always 0", within_radius(np.zeros(counts.size)))
    return Evidence(case, QUANTITY, within_radius(middle), bound, control)
