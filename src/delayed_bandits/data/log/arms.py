"""A log and its arms: how many clicks convert, after which delay, and whether arms differ."""

from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from scipy.stats import kruskal

from delayed_bandits.analysis.intervals import Interval, wilson
from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.log.columns import UNITS
from delayed_bandits.delays.base import Delays
from delayed_bandits.delays.fits.survival import equally_likely

FOLLOWED = 0.1  # delays are known up to the time for which this share of the clicks was observed
FEWEST = 30  # conversions of an arm whose delays are taken for its own
LEVEL_OF_TEST = 0.05
WEEK = 7 * UNITS["days"]
FEWEST_IN_A_WEEK, FEWEST_CHANGES = 5, 3


@dataclass(frozen=True)
class Log:
    """Clicks of arms, and when they converted; times are in whole seconds."""

    file: str
    sha256: str
    reading: str  # units, and renamed columns
    arms: list[str]  # the one with the most rows first
    arm: np.ndarray  # the arm of each row
    delay: np.ndarray  # -1 where no conversion was seen
    observed: np.ndarray  # how long each row was observed; -1 where the log does not say
    clicks_per_day: float | None = None  # if the log has the times of clicks
    left_out: dict[str, int] = field(default_factory=dict)  # rows that cannot be used, by reason
    lines: list[str] = field(default_factory=list)  # one for each of them: row, found, expected
    assumptions: list[str] = field(default_factory=list)

    @property
    def has_clicks(self) -> bool:
        """Tell whether the log has clicks without conversion."""
        return bool((self.delay < 0).any())


def with_largest_arms(log: Log, most: int) -> Log:
    """Order the arms by their rows, and pool all but the largest into one if they are too many."""
    sizes = np.bincount(log.arm, minlength=len(log.arms))
    order = sorted(np.flatnonzero(sizes).tolist(), key=lambda i: (-sizes[i], log.arms[i]))
    arms, assumptions = [log.arms[i] for i in order], log.assumptions
    if len(order) > most:
        rest = f"the other {len(order) - most + 1:,} arms"
        arms = [*arms[: most - 1], rest]
        assumptions = [*assumptions, f"All but the {most - 1} largest arms are taken together."]
    places = np.zeros(len(log.arms), np.int32)
    places[order] = np.minimum(np.arange(len(order)), most - 1)
    return replace(log, arms=arms, arm=places[log.arm], assumptions=assumptions)


class Arm(NamedTuple):
    """What a log says of one arm, up to the cap; delays are in seconds, in increasing order."""

    name: str
    rows: int
    delays: Delays  # of the conversions
    censored: Delays  # how long other clicks were observed, if the log has any
    law: Delays  # as many equally likely delays; `delays` if all were observed up to the cap
    rate: Interval | None  # probability that a click converts by the cap; None if not known

    @property
    def rate_in_words(self) -> str:
        """Put the rate and its interval in words."""
        rate = self.rate
        return f"{rate.estimate:.2%} [{rate.low:.2%}, {rate.high:.2%}]" if rate else "not known"

    def quantile(self, share: float) -> int:
        """Give the delay by which this share of the conversions has come."""
        return int(np.quantile(self.law, share))


class Summary(NamedTuple):
    """The arms of a log."""

    cap: int  # up to how many seconds after the click conversions count
    pooled: Arm  # all arms together
    arms: list[Arm]  # those with a conversion
    assumptions: list[str]


def sum_up(log: Log) -> Summary:
    """Estimate rate and delays of each arm (Kaplan and Meier 1958)."""
    assumptions = list(log.assumptions)
    known = log.observed[log.observed >= 0]
    cap = max(1, int(log.delay.max()))
    if not log.has_clicks:
        assumptions.append(
            "The rows that are used are conversions only: that none came later than the longest "
            "delay is assumed, and that none is missing because it was still to come."
        )
    elif known.size:
        cap = max(1, int(np.quantile(known, 1 - FOLLOWED)))
    else:
        assumptions.append(
            f"The log does not say how long clicks were observed: {cap:,} seconds, the longest "
            "delay, is assumed."
        )
    observed = np.minimum(log.observed, cap)
    observed[observed < 0] = cap
    seen = (log.delay >= 0) & (log.delay <= cap)
    converted = np.bincount(log.arm[seen], minlength=len(log.arms)) > 0
    if not converted.all():
        left_out = [name for name, has in zip(log.arms, converted, strict=True) if not has]
        first = f"({len(left_out)}), such as {', '.join(left_out[:5])}"
        assumptions.append(f"Arms without a conversion are left out {first}.")
    arms = [_arm(log.arms[i], log, log.arm == i, seen, observed) for i in np.flatnonzero(converted)]
    pooled = _arm("all arms", log, np.ones(log.arm.size, bool), seen, observed)
    return Summary(cap, pooled, arms, assumptions)


def _arm(name: str, log: Log, rows: np.ndarray, seen: np.ndarray, observed: np.ndarray) -> Arm:
    delays, censored = log.delay[rows & seen], observed[rows & ~seen]
    delays.sort()  # in place, for logs of many rows
    censored.sort()
    law, share, clicks = equally_likely(delays, censored)
    rate = wilson(share, clicks) if log.has_clicks else None
    return Arm(name, int(rows.sum()), delays, censored, law, rate)


def delays_differ(log: Log, cap: int) -> tuple[bool, str]:
    """Tell whether arms differ in their delays, and by which test.

    Compared are conversions within the median time of observation, or within the cap if that is
    shorter, of clicks that were observed so long.
    """
    observed = np.where(log.observed < 0, cap, np.minimum(log.observed, cap))
    until = int(np.median(observed))
    rows = (observed >= until) & (log.delay >= 0) & (log.delay <= until)
    of_arms = [log.delay[rows & (log.arm == arm)] for arm in range(len(log.arms))]
    groups = [delays for delays in of_arms if delays.size >= FEWEST]
    if len(groups) < 2 or np.ptp(np.concatenate(groups)) == 0:
        return False, f"All arms have the same delays: too few have {FEWEST} conversions or more."
    p = float(kruskal(*groups).pvalue)
    test = f"Kruskal and Wallis's test, p = {p:.2g}"
    if p >= LEVEL_OF_TEST:
        return False, f"All arms have the same delays ({test})."
    return True, f"Each arm with {FEWEST} conversions or more has delays of its own ({test})."


def drift_of(log: Log) -> float:
    """Estimate the standard deviation of the change of an arm's log rate from week to week.

    Counted are conversions within a week of their click, and clicks observed for that long; the
    variance that chance gives to the rates is taken off.
    """
    if log.clicks_per_day is None:
        raise InputError("--drift log: the log has no times of clicks; expected them, or a number")
    rows = log.observed >= WEEK
    edges = np.arange(len(log.arms) + 1), np.arange(1, log.observed.max() // WEEK + 2)
    clicks, found = (
        np.histogram2d(log.arm[kept], log.observed[kept] // WEEK, edges)[0]
        for kept in (rows, rows & (log.delay >= 0) & (log.delay <= WEEK))
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        change = np.diff(np.log(found / clicks))
        chance = (1 - found / clicks) / found
        excess = change**2 - chance[:, 1:] - chance[:, :-1]
    usable = np.minimum(found[:, 1:], found[:, :-1]) >= FEWEST_IN_A_WEEK
    if usable.sum() < FEWEST_CHANGES:
        raise InputError("--drift log: fewer than 3 changes from week to week; expected more")
    return float(np.sqrt(max(0.0, excess[usable].mean())))
