"""The options of a user, and the algorithms that advice compares.

`RULES` are Thompson sampling with settings for quick conversions (benchmarks/advice.md).
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from delayed_bandits.algorithms.registry import load
from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.advice.bandit import Environment, LogBandit
from delayed_bandits.data.tables.durations import UNITS, duration, time_of
from delayed_bandits.traces.arms import cumulative_regret
from delayed_bandits.traces.k_armed.windows import within_window

HOUR, DAY = float(UNITS["hours"]), float(UNITS["days"])
SHARES = (0.5, 0.75, 0.9, 0.99)  # windows end when these shares of the conversions have come

AT_ONCE, WITHIN = "at once", "at once, for the window"
WAIT, LATE = "after the window", "on converting, or after the window"
BY_ARM, BY_AGE, ESTIMATED = "by age and arm", "by age", "by age, estimated"
# Ways to count clicks; a conversion that counts is a success
COUNTING = {
    AT_ONCE: "a click counts as a failure until it converts",
    WITHIN: "a click counts at once as a failure, until it converts within the window",
    WAIT: "a click counts once the window has passed, and later conversions never",
    LATE: "a conversion counts when it comes, a click without one once the window has passed",
    BY_ARM: "a click counts by the share of its arm's conversions that come within its age",
    BY_AGE: "a click counts by the share of all conversions that come within its age",
    ESTIMATED: "a click counts by its age, under exponential delays estimated as it plays (EM)",
}
# `model` of an algorithm that updates in batches, without a window
MODELS = {AT_ONCE: "plain", BY_ARM: "known", BY_AGE: "known", ESTIMATED: "exponential"}
TS, KL_UCB, THOMPSON = "Thompson sampling", "KL-UCB", "delay_corrected.dts"


class LogAlgorithm(NamedTuple):
    """An algorithm, how it counts clicks (`COUNTING`), and its settings. Times in s."""

    name: str
    counting: str
    run: str
    window: float = 0  # 0 for none
    every: float = 0  # between updates; 0 for an update at each click
    floor: float = 0.0  # least share of the clicks that each arm gets
    warm_up: int = 0  # clicks of random play at the start, per arm

    @property
    def settings(self) -> str:
        """Return the window, the updates and the floor in words."""
        window = f"window of {duration(self.window)}" if self.window else "no window"
        updates = f"update every {duration(self.every)}" if self.every else "update at each click"
        least = f"at least {self.floor:.2g} of the clicks for each arm"
        return f"{window}, {updates}, {least if self.floor else 'no floor'}"

    def __str__(self) -> str:
        return f"{self.name} ({self.counting}; {self.settings})" if self.run else self.name

    def lost(self, bandit: LogBandit, environment: Environment) -> np.ndarray:
        """Return the conversions lost up to each round, compared with the best arm."""
        if not self.run:
            return np.cumsum(environment.gaps.mean(axis=1))
        trace = environment.pooled if self.counting == BY_AGE else environment.trace
        given, window = {}, bandit.rounds_of(self.window)
        if self.every:  # in batches
            model = {"model": MODELS.get(self.counting, "window")}
            if self.window:
                model |= {"rounds": window, "at_once": self.counting == WITHIN}
            given = {"model": model, "first": self.warm_up * len(bandit.arms)}
            given |= {"every": bandit.rounds_of(self.every)}
            given |= {"floor": self.floor} if self.floor else {}
        elif self.window:
            trace = _seen(trace, window)
        played = load(self.run).play(trace, **given)
        states = environment.trace.hidden_states  # a state for each round
        return cumulative_regret(environment.gaps, states, getattr(played, "arms", played))


_seen = lru_cache(maxsize=len(SHARES))(within_window)
EQUAL_SPLIT = LogAlgorithm("equal split", "nothing is learned", "")
WITH_WINDOWS = (
    (TS, LATE, "thompson.thompson"),
    (KL_UCB, LATE, "confidence_indices.kl_ucb"),
    ("QPM-D", LATE, "delayed_ucb.qpmd"),
    ("Delayed-UCB1", LATE, "delayed_ucb.delayed_ucb1"),
)
RULES = (
    LogAlgorithm("daily rule", WITHIN, THOMPSON, DAY / 10, DAY, 0.01, 100),
    LogAlgorithm("hourly rule", WAIT, THOMPSON, HOUR, HOUR),
    LogAlgorithm("one-day rule", WAIT, THOMPSON, DAY, HOUR),
)


def algorithms_of(
    bandit: LogBandit, every: float | None, learner: str | None
) -> list[LogAlgorithm]:
    """List the algorithms for a log. Of tied algorithms, the first is advised.

    - `every`: the shortest time between updates, in seconds; `learner` does not obey it;
    - without `every`: some algorithms update at each click, EM each day, and the others each hour,
      or every six hours if a tenth of the conversions take a day or longer.
    """
    windows = sorted({bandit.time_of_share(share) for share in SHARES}, reverse=True)
    corrected = [BY_ARM, BY_AGE] if bandit.by_arm else [BY_AGE]
    update = every or (HOUR if bandit.time_of_share(0.9) < DAY else DAY / 4)
    at_once = [
        LogAlgorithm(TS, AT_ONCE, "outstanding_as_failures.thompson"),
        LogAlgorithm(KL_UCB, AT_ONCE, "outstanding_as_failures.kl_ucb"),
    ]
    late = [LogAlgorithm(*kind, window) for kind in WITH_WINDOWS for window in windows]
    if every:
        at_once = late = []
    return [
        *(LogAlgorithm(TS, counting, THOMPSON, 0, update) for counting in corrected),
        *(p for p in late if p.name == TS),
        *(LogAlgorithm(TS, WAIT, THOMPSON, window, update) for window in windows),
        LogAlgorithm(TS, AT_ONCE, THOMPSON, 0, update),
        LogAlgorithm(KL_UCB, corrected[0], "delay_corrected.kl_ucb", 0, update),
        *at_once,
        *(p for p in late if p.name != TS),
        LogAlgorithm(TS, corrected[0], THOMPSON, 0, update, 0.01),
        LogAlgorithm(TS, ESTIMATED, THOMPSON, 0, max(update, DAY)),
        *([LogAlgorithm(learner, "its own way", learner)] if learner else []),
    ]


def usual_of(algorithms: Sequence[LogAlgorithm]) -> list[LogAlgorithm]:
    """List two usual choices: wait for 90 % of the conversions, or do not wait."""
    waiting, at_once = ([p for p in algorithms if p[:2] == (TS, kind)] for kind in (WAIT, AT_ONCE))
    return [waiting[:2][-1], at_once[0]]


class Question(NamedTuple):
    """The options of a user. Times are in seconds; None means not given."""

    rates: Mapping[str, float] | Sequence[float] | None = None
    clicks_per_day: float | None = None
    horizon: float = 90 * DAY
    every: float | None = None  # between updates
    drift: float | None = 0.0  # weekly change of log rates; None: estimated from the log
    now: LogAlgorithm | None = None
    learner: str | None = None
    seeds: int | None = None


def share_of(text: str, most: float, where: str) -> float:
    """Return a text as a number from 0 to `most`. An error starts with `where`."""
    try:
        share = float(text)
    except ValueError:
        share = -1
    if not 0 <= share <= most:
        raise InputError(f"{where}: found {text!r}. Give a number from 0 to {most:g}.")
    return share


def now_of(text: str) -> LogAlgorithm:
    """Return the algorithm in a text such as window=7d,every=1d,floor=0.01,wait=yes."""
    given = dict(part.partition("=")[::2] for part in text.split(","))
    if unknown := given.keys() - {"window", "every", "floor", "wait"}:
        raise InputError(f"--now: found {unknown.pop()!r}. Give window, every, floor or wait.")
    window = time_of(given["window"], "--now: window") if "window" in given else 0
    wait = given.get("wait", "no")
    if wait not in (("yes", "no") if window else ("no",)):
        raise InputError(f"--now: wait: found {wait!r}. Give no, or yes with a window.")
    counting = AT_ONCE if not window else WAIT if wait == "yes" else WITHIN
    every = time_of(given.get("every", "1d"), "--now: every")
    floor = share_of(given.get("floor", "0"), 0.5, "--now: floor")
    return LogAlgorithm("what you do now", counting, THOMPSON, window, every, floor)
