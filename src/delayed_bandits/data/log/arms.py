"""A log and its arms: how many clicks convert, when, and whether arms differ."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from delayed_bandits.analysis.intervals import Interval, wilson
from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.tables.durations import UNITS, duration
from delayed_bandits.delays.base import Delays
from delayed_bandits.delays.fits.survival import equally_likely

if TYPE_CHECKING:
    import pandas as pd

    from delayed_bandits.analysis.notebooks import Plot

FOLLOWED = 0.1  # delays are known up to the time for which this share of the clicks was observed
FEWEST = 30  # conversions from which an arm's delays are estimated from its own clicks
DECIDING = 5  # conversions from which an arm is played; fewer are enough if its rate is low
LEVEL_OF_TEST = 0.05
WEEK = 7 * UNITS["days"]
FEWEST_IN_A_WEEK, FEWEST_CHANGES = 5, 3  # conversions and changes that `drift_of` needs


@dataclass(frozen=True)
class Log:
    """Clicks of arms, and when they converted. Times are in whole seconds."""

    file: str
    sha256: str
    reading: str  # how the columns are read
    arms: list[str]  # the arm with the most rows first
    arm: np.ndarray  # the arm of each row
    delay: np.ndarray  # -1 where no conversion was observed
    observed: np.ndarray  # how long each row was observed; -1 where the log does not say
    clicks_per_day: float | None = None  # if the log has the times of clicks
    until: float | None = None  # end of the log in seconds since 1970, if it has times of clicks
    probability: np.ndarray | None = None  # with which the arm of each row was shown
    left_out: dict[str, int] = field(default_factory=dict)  # rows that cannot be used, by reason
    lines: list[str] = field(default_factory=list)  # for each of these rows: value, fault, remedy
    assumptions: list[str] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)  # of `read_log`, as given

    @cached_property
    def has_clicks(self) -> bool:
        """Return whether any click of the log did not convert."""
        return bool((self.delay < 0).any())

    @cached_property
    def frame(self) -> "pd.DataFrame":
        """A row for each arm: clicks, conversions, rate with limits, median delay (s)."""
        import pandas as pd

        rows = []
        for arm in sum_up(self).arms:
            rate = arm.rate[:3] if arm.rate else (np.nan,) * 3
            median = arm.quantile(0.5) if arm.distribution.size else np.nan
            rows.append((arm.name, arm.rows, arm.delays.size, *rate, median))
        columns = ["arm", "clicks", "conversions", "rate", "low", "high", "median_delay"]
        return pd.DataFrame(rows, columns=columns)

    def plot(self) -> "Plot":
        """Return a figure of the share of clicks that have converted, by age and arm."""
        from matplotlib import rc_context

        from delayed_bandits.analysis.notebooks import Plot
        from delayed_bandits.analysis.style import FULL_WIDTH, PALETTE, STYLE

        with rc_context(STYLE):
            figure = Plot(figsize=(FULL_WIDTH, 0.5 * FULL_WIDTH), layout="constrained")
            axes = figure.subplots()
            for arm, colour in zip(sum_up(self).arms, PALETTE.values(), strict=False):
                share = np.linspace(0, arm.rate.estimate if arm.rate else 1, arm.distribution.size)
                days = np.sort(arm.distribution) / UNITS["days"]
                axes.step(days, share, where="post", color=colour, label=arm.name)
            axes.set(xlabel="age in days", ylabel="share of clicks that converted", ylim=(0, None))
            figure.legend(loc="outside right upper")
        return figure

    def _repr_html_(self) -> str:
        return self.frame.to_html(index=False)


def of_arms(log: Log, names: Sequence[str]) -> Log:
    """Return the log with only the arms in `names`, in this order."""
    place = {name: i for i, name in enumerate(names)}
    arm = np.array([place.get(name, -1) for name in log.arms], np.int32)[log.arm]
    log = replace(log, arms=list(names), arm=arm)
    return log if (arm >= 0).all() else of_rows(log, arm >= 0)


def of_rows(log: Log, rows: np.ndarray) -> Log:
    """Return the log with only the rows that a mask selects."""
    given = {name: getattr(log, name) for name in ("arm", "delay", "observed", "probability")}
    return replace(log, **{name: x[rows] for name, x in given.items() if x is not None})


class Arm(NamedTuple):
    """An arm's clicks, sorted delays (s), and conversion rate up to `Summary.cap`."""

    name: str
    rows: int
    delays: Delays  # of the conversions
    censored: Delays  # how long the other clicks were observed, if the log has any
    distribution: Delays  # equally likely delays, as many as `delays`
    rate: Interval | None  # probability that a click converts by the cap; None if not known

    @property
    def rate_in_words(self) -> str:
        """Return the rate with its interval, in percent."""
        rate = self.rate
        return f"{rate.estimate:.2%} [{rate.low:.2%}, {rate.high:.2%}]" if rate else "not known"

    def quantile(self, share: float) -> int:
        """Return the delay, in seconds, within which a share of the conversions comes."""
        return int(np.quantile(self.distribution, share))


class Summary(NamedTuple):
    """The arms of a log."""

    cap: int  # up to how many seconds after the click conversions count
    pooled: Arm  # all arms together
    arms: list[Arm]  # those without a conversion have no delays
    assumptions: list[str]


def sum_up(log: Log) -> Summary:
    """Estimate rate and delays of each arm (Kaplan and Meier 1958).

    Conversions count up to a cap: the time for which a tenth of the clicks was observed.

    - If over a tenth of the conversions (of all arms or of one) come later, the cap is nine tenths
      of the time for which `FEWEST` converted clicks were observed.
    - If all clicks converted, or no times of observation are known, the cap is the longest delay.
    """
    delays = log.delay[log.delay >= 0]
    cap, remarks = max(1, int(delays.max())), []
    if not log.has_clicks:
        remarks = [
            "All rows that are used are conversions. We assume that no conversion takes longer "
            "than the longest delay, and that none was still to come at the end of the log."
        ]
    elif log.observed.max() < 0:
        how_long = f"we assume {cap:,} seconds, the longest delay."
        remarks = [f"The log does not say how long clicks were observed: {how_long}"]
    else:
        cap = max(1, int(np.quantile(log.observed, 1 - FOLLOWED)))
        within = f"{duration(cap)}, the time for which a tenth of the clicks was observed"
        watched = np.sort(log.observed[log.delay >= 0])[-FEWEST:]
        longer = int((1 - FOLLOWED) * watched[0])
        if watched.size == FEWEST and longer > cap and delays.min() <= longer:
            grown = f"traffic has grown, and many conversions come later than {within}"
            found = _up_to(log, longer, [f"Conversions count up to {duration(longer)}: {grown}."])
            judged = [found.pooled, *(arm for arm in found.arms if arm.delays.size >= FEWEST)]
            if max(arm.quantile(1 - FOLLOWED) for arm in judged) > cap:
                return found
        late = np.count_nonzero(delays > cap)
        if late == delays.size:
            to_do = "Log clicks for longer, or leave out those of the last days."
            raise InputError(f"{log.file}: no conversion within {within}. {to_do}")
        if late > FOLLOWED * delays.size:
            cut = f"{late:,} of {delays.size:,} conversions came later than {within}"
            remarks = [f"{cut}, and do not count as conversions."]
    return _up_to(log, cap, remarks)


def _up_to(log: Log, cap: int, remarks: Sequence[str] = ()) -> Summary:
    observed = np.minimum(log.observed, cap)
    observed[observed < 0] = cap
    seen = (log.delay >= 0) & (log.delay <= cap)
    delays, censored = log.delay[seen], observed[~seen]
    del observed  # logs may be long, so arrays below are changed in place, too

    def by_arm(arm: np.ndarray, seconds: Delays) -> list[Delays]:
        keys = arm * np.int64(cap + 1)
        keys += seconds  # all are at most the cap
        keys.sort()
        ends = np.searchsorted(keys, np.arange(1, len(log.arms)) * np.int64(cap + 1))
        keys %= cap + 1
        return np.split(keys, ends)

    of_arms = by_arm(log.arm[seen], delays), by_arm(log.arm[~seen], censored)
    delays.sort()
    censored.sort()
    pooled = _arm(log, "all arms", delays, censored, delays)
    arms = [_arm(log, *arm, pooled.distribution) for arm in zip(log.arms, *of_arms, strict=True)]
    if log.has_clicks:
        remarks = [f"Rates count conversions up to {duration(cap)} after the click.", *remarks]
    return Summary(cap, pooled, arms, [*log.assumptions, *remarks])


def _arm(log: Log, name: str, delays: Delays, censored: Delays, of_all: Delays) -> Arm:
    """Return an `Arm`. `of_all` has equally likely delays of all arms together."""
    if delays.size:
        distribution, share, clicks = equally_likely(delays, censored)
    else:  # a click counts as the share of all arms' delays up to its age
        clicks = np.searchsorted(of_all, censored, "right").sum() / of_all.size
        distribution, share = delays, 0.0
    rate = wilson(share, clicks) if log.has_clicks else None
    return Arm(name, delays.size + censored.size, delays, censored, distribution, rate)


def deciding(summary: Summary, most: int, *, by_rate: bool) -> tuple[list[Arm], list[str]]:
    """Return the arms that advice plays, at most `most`, and sentences on the others.

    - Not `by_rate`: the arms with the most conversions are played.
    - `by_rate`: the arms whose rates have the highest lower limits are played. An arm with fewer
      than `DECIDING` conversions is left out, unless its rate is significantly below another's.
    """
    enough = DECIDING if by_rate else 1
    sure = [arm.rate.low for arm in summary.arms if by_rate and arm.delays.size >= enough]
    known, unknown, said = [], [], []
    for arm in summary.arms:
        low = by_rate and arm.rate.high < max(sure, default=0.0)
        (known if low or arm.delays.size >= enough else unknown).append(arm)
    known.sort(key=lambda arm: arm.rate.low if by_rate else arm.delays.size, reverse=True)
    for arms, why in (
        (unknown, "because they have too few conversions"),
        (known[most:], f"because {most} other arms are more promising"),
    ):
        if arms:
            first = ", ".join(f"{a.name} ({a.delays.size:,} of {a.rows:,})" for a in arms[:5])
            more = f" and {len(arms) - 5:,} more" if len(arms) > 5 else ""
            said.append(f"Not played, {why}: arms {first}{more} (conversions of rows).")
    played = {arm.name for arm in known[:most]}
    return [arm for arm in summary.arms if arm.name in played], said


def delays_differ(log: Log, cap: int) -> tuple[bool, str]:
    """Return whether arms differ in their delays, and a sentence on the test.

    Kruskal and Wallis's test compares delays of at most t, among clicks observed for at least t.
    t is the median time of observation, with `cap` in place of longer times. If traffic has
    grown, t is the median over converted clicks only.
    """
    observed = np.where(log.observed < 0, cap, np.minimum(log.observed, cap))
    grown = cap > np.quantile(log.observed, 1 - FOLLOWED) >= 0
    until = int(np.median(observed[log.delay >= 0] if grown else observed))
    rows = (observed >= until) & (log.delay >= 0) & (log.delay <= until)
    of_arms = [log.delay[rows & (log.arm == arm)] for arm in range(len(log.arms))]
    from scipy.stats import kruskal  # slow to import

    groups = [delays for delays in of_arms if delays.size >= FEWEST]
    if len(groups) < 2 or np.ptp(np.concatenate(groups)) == 0:
        fewer = f"fewer than 2 arms have {FEWEST} conversions at different times"
        return False, f"All arms get the same delays: {fewer}, so differences cannot be tested."
    p = float(kruskal(*groups).pvalue)
    which = f"Each arm with {FEWEST} conversions or more gets delays of its own"
    n = sum(group.size for group in groups)
    same = f"{n:,} conversions show no difference in the delays of arms. All arms get the same"
    found = which if p < LEVEL_OF_TEST else same
    return p < LEVEL_OF_TEST, f"{found} (Kruskal and Wallis's test, p = {p:.2g})."


def drift_of(log: Log) -> float:
    """Return the standard deviation of the weekly change of an arm's log rate.

    Only conversions within a week count, and clicks observed for at least a week. The variance that
    chance explains is subtracted.
    """
    if log.clicks_per_day is None:
        fault = "no click times. Add a column click_time, or give a number: --drift 0.1"
        raise InputError(f"--drift log: {fault}")
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
        fault = f"fewer than {FEWEST_CHANGES} changes from week to week. Give a number: --drift 0.1"
        raise InputError(f"--drift log: {fault}")
    return float(np.sqrt(max(0.0, excess[usable].mean())))
