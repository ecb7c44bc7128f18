"""Delays in Liu and Maghsudi 2024: inequality (1), Lemma 4.1, Theorem 4.2 and its radius."""

import itertools
import math
from collections.abc import Iterator

import numpy as np

from delayed_bandits.analysis.intervals import Interval, exact, share_interval
from delayed_bandits.analysis.measures import UNDEFINED
from delayed_bandits.analysis.rows import Control, Evidence, Reading
from delayed_bandits.analysis.settings import Setting
from delayed_bandits.analysis.verdicts import above, within
from delayed_bandits.delays.base import Law
from delayed_bandits.delays.laws import laws_from
from delayed_bandits.traces.streams import Streams

PULLS = (30, 100, 300, 1000)
"""Pulls of an arm after which it is judged."""

DRAWS = 400
CONFIDENCE = 0.05
SHAPE = 2.0
"""Of the Pareto delays."""


def laws_of(reading: Reading, setting: Setting) -> list[Law]:
    """Build the laws of the arms of a setting."""
    return laws_from(reading.curve("doral", setting).trace["delay"], reading.runs.delays)


# Inequality (1)


def largest_exponent(law: Law, most: int = 10_000) -> float:
    """Compute the largest alpha with 1 - tau(u) <= u^-alpha for u = 2, ..., `most`."""
    rounds = np.arange(2, most)
    late = 1 - law.cdf(rounds)
    rounds, late = rounds[late > 1e-12], late[late > 1e-12]
    return float(np.min(-np.log(late) / np.log(rounds), initial=math.inf)) + 0.0


def assumption(reading: Reading) -> Iterator[Evidence]:
    """Measure the largest alpha for which the delays of all arms meet inequality (1)."""
    for setting in reading.settings:
        yield Evidence(
            setting.description,
            "largest α of inequality (1)",
            exact(min(map(largest_exponent, laws_of(reading, setting)))),
            above(0),
            Control("an arm that never answers", exact(0), "1 − τ(u) is 1 for every u"),
            key=setting.name,
        )


def least_answers(reading: Reading) -> Iterator[Evidence]:
    """Compare the smallest probability of an answer within 500 rounds with what is printed."""

    def least(name: str) -> Interval:
        return exact(min(float(law.cdf(500)) for law in laws_of(reading, reading.on(name))))

    for name, other, printed in (("fig2a", "fig1a", 0.81), ("fig2b", "fig1b", 0.36)):
        yield Evidence(
            reading.on(name).description,
            "least τ(500)",
            least(name),
            within(printed, 0.005),
            Control(reading.on(other).description, least(other), "its delays are shorter"),
            key=name,
            printed=f"{printed}",
        )


# Lemma 4.1 and Theorem 4.2


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
    most = min(1 + 8 * math.log(1 / CONFIDENCE), delays.size / 2)
    number = max(1, math.floor(most))
    size = delays.size // number
    return float(np.median(delays[: number * size].reshape(number, size).mean(axis=1)))


def radius_of(
    radius: str, counts: np.ndarray, estimates: np.ndarray, mean: float, budget: float, alpha: float
) -> np.ndarray:
    """Compute the radius after T_a observations, `counts`.

    `radius` is "lemma" (Lemma 4.1), or the factor of T_a^-min(alpha, 1/2) in Theorem 4.2, "B/2", in
    equations 6 and 7, "2 d", or in these with the estimate for d, "2 d^M".
    """
    factors = {"B/2": budget / 2, "2 d": 2 * mean, "2 d^M": 2 * estimates, "lemma": 2 * mean}
    if radius == "lemma":
        width = math.sqrt(2 * budget * math.log(2 / CONFIDENCE))
    else:
        width = math.sqrt(2 * math.log(16 / (1 - budget**-alpha)))
    return width / np.sqrt(counts) + factors[radius] * counts ** -min(alpha, 0.5)


def coverage(case: str, key: str, radius: str, delays: list[np.ndarray], *given: float) -> Evidence:
    """Judge on how many draws an estimate is within its radius of the mean.

    `given` are the mean, the budget and alpha. The lemma bounds the empirical mean from above, the
    theorem the median of means from both sides.
    """
    mean, budget, alpha = given
    lemma = radius == "lemma"
    quantity = "share of draws with d̂ − d ≤ radius" if lemma else "share with |d^M − d| ≤ radius"
    bound = above(1 - CONFIDENCE - budget**-alpha)
    some = [row for row in delays if row.size]
    if not some:
        return Evidence(case, quantity, UNDEFINED, bound, None, "T_a is 0: no delay has ended", key)
    counts = np.array([row.size for row in some])

    def share(estimates: np.ndarray) -> Interval:
        away = estimates - mean if lemma else np.abs(estimates - mean)
        return share_interval(away <= radius_of(radius, counts, estimates, *given))

    if lemma:
        measured = share(np.array([row.mean() for row in some]))
        longest = share(np.array([row.max() for row in some]))
        control = Control("the longest delay observed", longest, "it is no mean")
    else:
        measured = share(np.array(list(map(median_of_means, some))))
        never = share(np.zeros(counts.size))
        control = Control("an estimate that is always 0", never, "it takes no account of delays")
    return Evidence(case, quantity, measured, bound, control, key=key)


def covered(reading: Reading) -> Iterator[Evidence]:
    """Judge the coverage for the fastest and the slowest arm of each setting.

    The variant has the `radius` and `alpha`, the largest of inequality (1) or the shape of the
    Pareto delays.
    """
    for setting in reading.settings:
        run = reading.curve("doral", setting).specification
        streams, trace = Streams(run.master_seed, run.paper), run.trace
        laws = laws_of(reading, setting)
        radius = reading.fill("{radius}")
        of_shape = reading.fill("{alpha}") == "shape"
        alpha = SHAPE if of_shape else min(map(largest_exponent, laws))
        if alpha == 0:
            reason = "no α > 0 meets inequality (1), since every delay is above a least one"
            quantity = "share of draws within the radius"
            yield Evidence(
                setting.description, quantity, UNDEFINED, above(0), None, reason, setting.name
            )
            continue
        for arm, pulls in itertools.product((0, len(laws) - 1), PULLS):
            delays = observed_delays(laws[arm], arm, pulls, trace["arms"], streams)
            case = f"{setting.description}, arm {arm + 1}, {pulls} pulls"
            key = f"{setting.name}-{arm + 1}-{pulls}"
            yield coverage(case, key, radius, delays, laws[arm].mean, trace["budget"], alpha)


def budget_of_race(reading: Reading) -> Iterator[Evidence]:
    """Compute what it takes to tell the fastest arm from the slowest by the bounds of a race.

    Their bounds are apart once twice the radius of Theorem 4.2 is below the difference of the mean
    delays. The radius shrinks no faster than T_a^-1/2, whatever alpha.
    """
    width = math.sqrt(2 * math.log(16))
    for setting in reading.settings:
        trace, laws = reading.curve("doral", setting).trace, laws_of(reading, setting)
        fast, slow = laws[0].mean, laws[-1].mean
        shares = [
            exact(trace["arms"] * (radii / (slow - fast)) ** 2 / trace["budget"])
            for radii in (2 * width + trace["budget"], 2 * width + 2 * (fast + slow))
        ]
        yield Evidence(
            setting.description,
            "pulls of all arms until the fastest is told from the slowest / B",
            shares[0],
            above(1),
            Control("equations 6 and 7, d known", shares[1], "their radius has 2 d, not B/2"),
            key=setting.name,
        )
