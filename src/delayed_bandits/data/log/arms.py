"""Arms of a log: how many clicks convert, and after which delay."""

from typing import NamedTuple

import numpy as np

from delayed_bandits.analysis.intervals import Interval, wilson
from delayed_bandits.data.log.reader import Log
from delayed_bandits.delays.base import Delays
from delayed_bandits.delays.fits.survival import product_limit

FOLLOWED = 0.1  # delays are known up to the time for which this share of the clicks was observed


class Arm(NamedTuple):
    """What a log says of one arm, up to the cap; delays are in seconds, in increasing order."""

    name: str
    rows: int
    delays: Delays  # of the conversions
    censored: Delays | None  # how long other clicks were observed; None if the log has none
    law: Delays  # as many equally likely delays; `delays` if all were observed up to the cap
    rate: Interval | None  # probability that a click converts by the cap; None if not known

    def quantile(self, share: float) -> int:
        """Give the delay by which this share of the conversions has come."""
        return int(np.quantile(self.law, share))


class Summary(NamedTuple):
    """The arms of a log."""

    cap: int  # up to how many seconds after the click conversions count
    beyond: int  # later conversions, which count as none
    pooled: Arm  # all arms together
    arms: list[Arm]  # those with a conversion
    assumptions: list[str]


def sum_up(log: Log) -> Summary:
    """Estimate rate and delays of each arm (Kaplan and Meier 1958)."""
    assumptions = list(log.assumptions)
    known = log.observed[log.observed >= 0]
    if log.has_clicks and known.size:
        cap = min(max(1, int(np.quantile(known, 1 - FOLLOWED))), max(known))
    else:
        cap = max(1, int(log.delay.max()))
        assumptions.append(
            f"The log does not say how long clicks were observed: {cap:,} seconds, the longest "
            "delay, is assumed."
            if log.has_clicks
            else "The rows that are used are conversions only: that none came later than the "
            "longest delay is assumed, and that none is missing because it was still to come."
        )
    observed = np.minimum(np.where(log.observed >= 0, log.observed, cap), cap)
    seen = (log.delay >= 0) & (log.delay <= cap)
    converted = np.bincount(log.arm[seen], minlength=len(log.arms)) > 0
    if not converted.all():
        left_out = [name for name, has in zip(log.arms, converted, strict=True) if not has]
        named = ", ".join(left_out[:5]) + (", ..." if len(left_out) > 5 else "")
        assumptions.append(f"Arms without a conversion are left out ({len(left_out)}): {named}.")
    arms = [_arm(log.arms[i], log, log.arm == i, seen, observed) for i in np.flatnonzero(converted)]
    pooled = _arm("all arms", log, np.ones(log.arm.size, bool), seen, observed)
    return Summary(cap, int((log.delay > cap).sum()), pooled, arms, assumptions)


def _arm(name: str, log: Log, rows: np.ndarray, seen: np.ndarray, observed: np.ndarray) -> Arm:
    delays = np.sort(log.delay[rows & seen])
    if not log.has_clicks:
        return Arm(name, int(rows.sum()), delays, None, delays, None)
    censored = np.sort(observed[rows & ~seen])
    law, rate, clicks = law_of(delays, censored)
    return Arm(name, int(rows.sum()), delays, censored, law, wilson(rate, clicks))


def law_of(delays: Delays, censored: Delays) -> tuple[Delays, float, float]:
    """Estimate the delays of conversions, as many equally likely ones, and the conversion rate.

    With the rate comes the number of clicks that would give a share its variance. Both arguments
    are sorted.
    """
    times, survival, variance = product_limit(delays, censored)
    chances = (np.arange(delays.size) + 0.5) / delays.size * (1 - survival[-1])
    law = times[np.minimum(np.searchsorted(1 - survival, chances), times.size - 1)]
    rate = 1 - float(survival[-1])
    return law, rate, rate * (1 - rate) / float(variance[-1]) if variance[-1] > 0 else 1.0
