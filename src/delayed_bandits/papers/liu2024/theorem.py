"""How often the radii of Liu and Maghsudi 2024 (equations 6 and 7) are too small."""

import itertools
import math
from collections.abc import Iterator

import numpy as np

from delayed_bandits.analysis import intervals
from delayed_bandits.analysis.intervals import Interval
from delayed_bandits.analysis.measurements import Control, Evidence, VariantRuns
from delayed_bandits.analysis.measures import UNDEFINED
from delayed_bandits.analysis.verdicts import below
from delayed_bandits.delays.base import Distribution
from delayed_bandits.delays.distributions import distributions_from
from delayed_bandits.traces.streams import Streams

DRAWS, PULLS = 400, (30, 100, 300, 1000)
CONFIDENCE, SHAPE = 0.05, 2.0  # δ, and α of the Pareto delays


def observed_delays(
    distribution: Distribution, arm: int, pulls: int, n_arms: int, streams: Streams
) -> list[np.ndarray]:
    """Return an arm's delays that ended, with each arm pulled `pulls` times in turn.

    There is an array for each of `DRAWS` draws. Its delays are in the order of their ends.
    """
    delays = distribution.quantile(streams.open("theorem", arm).random((DRAWS, pulls)))
    ends = n_arms * np.arange(pulls) + delays
    order = np.argsort(ends, axis=1, kind="stable")
    counts = (ends <= n_arms * pulls).sum(axis=1)
    rows = zip(np.take_along_axis(delays, order, axis=1), counts, strict=True)
    return [row[:count] for row, count in rows]


def median_of_means(delays: np.ndarray) -> float:
    """Return the median of means of n delays in ⌊min(1 + 8 ln(1/δ), n/2)⌋ baskets."""
    number = max(1, math.floor(min(1 + 8 * math.log(1 / CONFIDENCE), delays.size / 2)))
    size = delays.size // number
    return float(np.median(delays[: number * size].reshape(number, size).mean(axis=1)))


def coverage(
    case: str, key: str, radius: str, delays: list[np.ndarray], mean: float, budget: float
) -> Evidence:
    """Return the share of estimates of the mean delay d that lie within their radius.

    `radius` is "2 d" if the radius has the true mean d, and "2 d^M" if it has the estimate of d.
    """
    quantity = "share of draws whose radius covers the mean delay"
    bound = below(1 - CONFIDENCE - budget**-SHAPE)
    some = [one for one in delays if one.size]
    if not some:
        return Evidence(case, quantity, UNDEFINED, bound, None, "T_a is 0: no delay has ended", key)
    roots = np.sqrt([one.size for one in some])

    def share(radius: np.ndarray) -> Interval:
        width = math.sqrt(2 * math.log(16 / (1 - budget**-SHAPE)))
        return intervals.share_interval(np.abs(estimates - mean) <= (width + radius) / roots)

    estimates = np.array([median_of_means(one) for one in some])
    half = Control("radius with B/2", share(budget / 2), "Theorem 4.2 proves coverage, for other α")
    found = share(2 * (estimates if radius == "2 d^M" else mean))
    return Evidence(case, quantity, found, bound, half, key=key)


def covered(variant: VariantRuns) -> Iterator[Evidence]:
    """Measure `coverage` for the fastest and the slowest arm of each setting."""
    radius = variant.fill("{radius}")
    for setting in variant.settings:
        curve = variant.curve("doral", setting)
        trace, distributions = curve.trace, distributions_from(curve.trace["delay"])
        streams = Streams(curve.specification.master_seed, curve.specification.paper)
        for arm, pulls in itertools.product((0, len(distributions) - 1), PULLS):
            delays = observed_delays(distributions[arm], arm, pulls, trace["arms"], streams)
            case = f"{setting.description}, arm {arm + 1}, {pulls} pulls"
            given = distributions[arm].mean, trace["budget"]
            yield coverage(case, f"{setting.name}-{arm + 1}-{pulls}", radius, delays, *given)
