"""Delays in Liu and Maghsudi 2024: inequality (1), Lemma 4.1, Theorem 4.2 and its radius."""

import itertools
import math
from collections.abc import Iterator
from typing import Literal

import numpy as np

from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import Interval, exact, share_interval
from delayed_bandits.analysis.measures import UNDEFINED
from delayed_bandits.analysis.rows import Control, Evidence, Measure, Reading
from delayed_bandits.analysis.verdicts import above
from delayed_bandits.delays.base import Law
from delayed_bandits.delays.laws import laws_from
from delayed_bandits.traces.streams import Streams

DRAWS, PULLS = 400, (30, 100, 300, 1000)
CONFIDENCE = 0.05
SHAPE = 2.0
"""Of the Pareto delays."""


def laws_of(curve: Curves) -> list[Law]:
    """Build the laws of the delays of all arms."""
    return laws_from(curve.trace["delay"])


def largest_exponent(law: Law, most: int = 10_000) -> float:
    """Compute the largest alpha with 1 - tau(u) <= u^-alpha for u = 2, ..., `most`."""
    rounds = np.arange(2, most)
    late = 1 - law.cdf(rounds)
    rounds, late = rounds[late > 1e-12], late[late > 1e-12]
    return float(np.min(-np.log(late) / np.log(rounds), initial=math.inf)) + 0.0


LARGEST = Measure(
    "largest α of inequality (1)", lambda run: exact(min(map(largest_exponent, laws_of(run))))
)
LEAST = Measure("least τ(500)", lambda run: exact(min(law.cdf(500) for law in laws_of(run))))


def observed_delays(
    law: Law, arm: int, pulls: int, n_arms: int, streams: Streams
) -> list[np.ndarray]:
    """Draw the delays of an arm that is pulled in turn; give those observed in each draw.

    Only delays that have ended are observed, in order of arrival.
    """
    delays = law.quantile(streams.open("theorem", arm).random((DRAWS, pulls)))
    ends = n_arms * np.arange(pulls) + delays
    observed = ends <= n_arms * pulls
    order = np.argsort(np.where(observed, ends, np.iinfo(np.int64).max), axis=1, kind="stable")
    rows = zip(np.take_along_axis(delays, order, axis=1), observed.sum(axis=1), strict=True)
    return [row[:count] for row, count in rows]


def median_of_means(delays: np.ndarray) -> float:
    """Compute the median of the means of floor(min(8 ln(e^(1/8)/δ), n/2)) baskets."""
    number = max(1, math.floor(min(1 + 8 * math.log(1 / CONFIDENCE), delays.size / 2)))
    size = delays.size // number
    return float(np.median(delays[: number * size].reshape(number, size).mean(axis=1)))


def coverage(case: str, key: str, radius: str, delays: list[np.ndarray], *given: float) -> Evidence:
    """Judge on how many draws an estimate is within its radius of the mean.

    `radius` is the factor of T_a^-min(α, 1/2): "B/2" in Theorem 4.2, "2 d" in equations 6 and 7,
    "2 d^M" as the race estimates it; or it is "lemma", for the bound of the empirical mean from
    above in Lemma 4.1. `given` are the mean, the budget and α.
    """
    mean, budget, alpha = given
    lemma = radius == "lemma"
    quantity = "share of draws with d̂ − d ≤ radius" if lemma else "share with |d^M − d| ≤ radius"
    bound = above(1 - CONFIDENCE - budget**-alpha)
    some = [row for row in delays if row.size]
    if not some:
        return Evidence(case, quantity, UNDEFINED, bound, None, "T_a is 0: no delay has ended", key)
    counts = np.array([row.size for row in some])
    log = budget * math.log(2 / CONFIDENCE) if lemma else math.log(16 / (1 - budget**-alpha))

    def share(estimates: np.ndarray) -> Interval:
        away = estimates - mean if lemma else np.abs(estimates - mean)
        factor = {"B/2": budget / 2, "2 d^M": 2 * estimates}.get(radius, 2 * mean)
        limit = math.sqrt(2 * log) / np.sqrt(counts) + factor * counts ** -min(alpha, 0.5)
        return share_interval(away <= limit)

    if lemma:
        estimate, wrong = np.mean, np.max
        name, why = "the longest delay observed", "it is no mean"
    else:
        estimate, wrong = median_of_means, lambda _: 0.0
        name, why = "an estimate that is always 0", "it takes no account of delays"
    measured, control = (share(np.array([of(row) for row in some])) for of in (estimate, wrong))
    return Evidence(case, quantity, measured, bound, Control(name, control, why), key=key)


def covered(reading: Reading) -> Iterator[Evidence]:
    """Judge the coverage for the fastest and the slowest arm of each setting.

    The variant has the `radius` and α: the "largest" of inequality (1), or the "shape".
    """
    radius, which = reading.fill("{radius}"), reading.fill("{alpha}")
    for setting in reading.settings:
        curve = reading.curve("doral", setting)
        trace, laws = curve.trace, laws_of(curve)
        streams = Streams(curve.specification.master_seed, curve.specification.paper)
        alpha = SHAPE if which == "shape" else min(map(largest_exponent, laws))
        if alpha == 0:
            case, quantity = setting.description, "share of draws within the radius"
            reason = "no α > 0 meets inequality (1), since every delay is above a least one"
            yield Evidence(case, quantity, UNDEFINED, above(0), None, reason, setting.name)
            continue
        for arm, pulls in itertools.product((0, len(laws) - 1), PULLS):
            delays = observed_delays(laws[arm], arm, pulls, trace["arms"], streams)
            case = f"{setting.description}, arm {arm + 1}, {pulls} pulls"
            given = laws[arm].mean, trace["budget"], alpha
            yield coverage(case, f"{setting.name}-{arm + 1}-{pulls}", radius, delays, *given)


def budget_of_race(radius: Literal["B/2", "2 d"]) -> Measure:
    """Measure the pulls of all arms that tell the fastest from the slowest, over the budget.

    Their bounds are apart once the two radii add up to less than the difference of the mean delays.
    T_a^-1/2 is the fastest that a radius shrinks, whatever α.
    """

    def needed(curve: Curves) -> Interval:
        budget, means = curve.trace["budget"], [law.mean for law in laws_of(curve)]
        fast, slow = means[0], means[-1]
        both = math.sqrt(8 * math.log(16)) + (budget if radius == "B/2" else 2 * (fast + slow))
        return exact(len(means) * (both / (slow - fast)) ** 2 / budget)

    return Measure(f"pulls to tell fastest from slowest / B, radius with {radius}", needed)
