"""What a log says of the delays of its arms, and of changes of their rates."""

import numpy as np
from scipy.stats import kruskal

from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.log.bandit import FEWEST, WEEK
from delayed_bandits.data.log.reader import Log

LEVEL_OF_TEST = 0.05
FEWEST_IN_A_WEEK, FEWEST_CHANGES = 5, 3


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
    week, arms = log.observed // WEEK, len(log.arms)
    shape = arms, int(week.max()) + 1
    rows = week >= 1
    place = (log.arm * shape[1] + week).astype(int)
    clicks, found = (
        np.bincount(place[kept], minlength=shape[0] * shape[1]).reshape(shape)[:, 1:]
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
