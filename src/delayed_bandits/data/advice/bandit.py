"""A bandit made from a log. The environment of each run is a resample of the log.

Algorithms are given the delays of the log, not those of the resample.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.log.arms import (
    DECIDING,
    FEWEST,
    WEEK,
    Arm,
    Log,
    deciding,
    delays_differ,
    of_arms,
    sum_up,
)
from delayed_bandits.data.tables.durations import UNITS, duration
from delayed_bandits.delays.base import Delays, Distribution, sample_horizon
from delayed_bandits.delays.by_reward import ByReward
from delayed_bandits.delays.closed_forms import Constant
from delayed_bandits.delays.empirical import Logged
from delayed_bandits.delays.fits.survival import equally_likely
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace
from delayed_bandits.traces.streams import LearnerRandomness, Streams

ASSUMED_RATE, ASSUMED_LIFT = 0.05, 0.2
ASSUMED_CLICKS_PER_DAY = 1000.0
MOST_ARMS = 20  # that are played
MOST_ROUNDS = 150_000
MOST_ROWS = 200_000  # of an arm in a resample
LATEST = 3.0  # the last conversion of a tail comes this number of caps after its click


class Environment(NamedTuple):
    """The environment of one run, as two traces that algorithms can play."""

    trace: IdentifiedTrace  # algorithms are given the delays of each arm in the log
    pooled: IdentifiedTrace  # the same, but they are given the delays of all arms together
    gaps: np.ndarray  # expected conversions lost by a click, shape (rounds, arms)


@dataclass(frozen=True, eq=False)
class LogBandit:
    """A K-armed bandit with the delays of a log. A round is a click."""

    arms: list[Arm]
    rates: Mapping[str, float] | Sequence[float] | None  # None for the log's rates
    clicks_per_day: float
    rounds: int
    by_arm: bool  # whether arms differ in their delays
    cap: int  # seconds
    streams: Streams = field(default_factory=lambda: Streams(0, "advise"))
    height: float = 1.0  # factor of the rates
    gaps: float = 1.0  # factor of the rates' distances from their mean
    drift: float = 0.0  # standard deviation of the change of log rates from week to week
    tail: float = 0.0  # share of the conversions that come after the cap
    lost: dict = field(default_factory=dict, init=False)  # by algorithm and seed: see `play`

    def rounds_of(self, seconds: float) -> int:
        """Return the number of clicks in a time of `seconds`, at least 1."""
        return max(1, round(seconds * self.clicks_per_day / UNITS["days"]))

    def seconds_of(self, rounds: float) -> float:
        """Return how long a number of clicks takes, in seconds."""
        return rounds * UNITS["days"] / self.clicks_per_day

    def time_of_share(self, share: float) -> float:
        """Return the delay, in seconds, within which a share of the conversions comes.

        The delay is at least the time of one click, and at most half the horizon.
        """
        delays = np.concatenate([arm.distribution for arm in self.arms])
        least, most = self.seconds_of(1), self.seconds_of(self.rounds / 2)
        return float(np.clip(np.quantile(delays, share), least, most))

    def rates_of(self, seed: int) -> np.ndarray:
        """Return the rates of the arms in run `seed`.

        Rates of the log are estimates, so they are drawn from Beta distributions. Rates that the
        user gives without names are assigned to arms at random.
        """
        draw = self.streams.open("rates", seed)
        if isinstance(self.rates, Sequence):
            return draw.permutation(self.rates)
        if self.rates is not None:
            return np.array([self.rates[arm.name] for arm in self.arms])
        if self.arms[0].rate is None:
            rates = np.full(len(self.arms), ASSUMED_RATE)
            rates[seed % len(self.arms)] *= 1 + ASSUMED_LIFT
            return rates
        shares, clicks = np.transpose([(arm.rate.estimate, arm.rate.runs) for arm in self.arms])
        return draw.beta(shares * clicks + 0.5, (1 - shares) * clicks + 0.5)

    def draw(self, seed: int) -> Environment:
        """Draw the environment of run `seed`."""
        delayed, known = self._distributions(seed)
        delays = np.empty((len(self.arms), self.rounds), np.int32)
        sample_horizon(delayed, self.streams.open("delays", seed), delays)
        by_week, weeks = self._rates_by_week(seed)
        rates, gaps = by_week[weeks], by_week.max(axis=1, keepdims=True) - by_week
        converted = self.streams.open("rewards", seed).random(self.rounds) < rates.T
        never = Constant(self.rounds)  # nothing announces that a click will not convert
        *by_arm, together = (ByReward(distribution, never) for distribution in known)
        trace = IdentifiedTrace(
            hidden_states=np.arange(self.rounds, dtype=np.uint32),
            hidden_outcomes=converted.astype(float, order="C").T,  # views have it by arm
            hidden_means=rates,
            are_losses=False,
            hidden_delays=np.where(converted, delays, np.int32(self.rounds)),
            distributions=by_arm,
            randomness=LearnerRandomness(self.streams, seed),
        )
        return Environment(trace, replace(trace, distributions=[together]), gaps[weeks])

    def _rates_by_week(self, seed: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the rates in each week, shape (weeks, arms), and the week of each round."""
        rates = self.rates_of(seed)
        rates = (rates.mean() + self.gaps * (rates - rates.mean())) * self.height
        weeks = np.arange(self.rounds) // self.rounds_of(WEEK)
        steps = self.streams.open("drift", seed).normal(size=(int(weeks[-1]) + 1, rates.size))
        steps[0] = 0
        return np.minimum(1.0, rates * np.exp(self.drift * np.cumsum(steps, axis=0))), weeks

    def _distributions(self, seed: int) -> tuple[list[Distribution], list[Distribution]]:
        """Return the delay distributions of a resample, and those given to algorithms.

        Both are lists by arm. The second list ends with the distribution of all arms.
        """
        chance = self.streams.open("resample", seed)
        late = []
        for delays in self._delays([_resample(arm, chance) for arm in self.arms])[:-1]:
            more = round(delays.size * self.tail / (1 - self.tail))
            after = np.linspace(self.cap, LATEST * self.cap, more).astype(np.int64)
            late.append(np.append(delays, after))
        return self._logged(late), self._given

    def _logged(self, delays: list[Delays]) -> list[Distribution]:
        return [Logged({None: one}, self.clicks_per_day / UNITS["days"]) for one in delays]

    @cached_property
    def _given(self) -> list[Distribution]:
        return self._logged(self.known)

    @cached_property
    def known(self) -> list[Delays]:
        """Return the delays given to algorithms: each arm's, then those of all arms."""
        return self._delays([(arm.delays, arm.censored) for arm in self.arms])

    def _delays(self, rows: list[tuple[Delays, Delays]]) -> list[Delays]:
        """Return equally likely delays of each arm, then those of all arms together.

        `rows` has, for each arm, the delays of conversions and how long other clicks were observed.
        An arm with fewer than `FEWEST` delays gets those of all arms. Without `by_arm`, each does.
        """
        together = equally_likely(*(np.sort(np.concatenate(c)) for c in zip(*rows, strict=True)))[0]
        enough = [self.by_arm and arm.delays.size >= FEWEST for arm in self.arms]
        of_arms = zip(rows, enough, strict=True)
        return [*(equally_likely(*r)[0] if e else together for r, e in of_arms), together]


def _resample(arm: Arm, chance: np.random.Generator) -> tuple[Delays, Delays]:
    """Resample an arm. Return its delays, and how long other clicks were observed."""
    if not arm.censored.size:
        return np.sort(chance.choice(arm.delays, arm.delays.size)), arm.censored
    known = arm.delays.size + arm.censored.size
    clicks = min(MOST_ROWS, known)
    converted = max(min(1, arm.delays.size), chance.binomial(clicks, arm.delays.size / known))
    delays = np.sort(chance.choice(arm.delays, converted))
    return delays, np.sort(chance.choice(arm.censored, clicks - converted))


def _on_rates(log: Log, arms: Sequence[Arm], *, given: bool) -> str:
    if given:
        return "The rates are those given. Each run gives rates without names to arms at random."
    if log.has_clicks:
        best = sorted(arms, key=lambda arm: -arm.rate.estimate)[:5]
        found = ", ".join(f"{arm.name} {arm.rate_in_words}" for arm in best)
        return f"Each run draws its rates from their distribution given the log: {found}."
    return (
        "The log has only clicks that converted, so rates are unknown. Add the other clicks, or "
        f"give --rates for all arms. We assume a rate of {ASSUMED_RATE:.0%}. In each run one arm, "
        f"each in turn, is the best, with {ASSUMED_RATE * (1 + ASSUMED_LIFT):.0%}."
    )


def bandit_of(
    log: Log,
    rates: Mapping[str, float] | Sequence[float] | None,
    clicks_per_day: float | None,
    horizon: float,
    streams: Streams,
) -> tuple[LogBandit, list[str]]:
    """Return a bandit made from the arms of a log, and its assumptions.

    Rates and clicks per day come from the log unless given. The horizon is in seconds.
    """
    summary = sum_up(log)
    arms, left_out = deciding(summary, MOST_ARMS, by_rate=log.has_clicks and not rates)
    found, few = summary.pooled.delays.size, "fewer than 2 arms have enough conversions to be"
    one = f"only 1 arm ({log.arms[0]}). Name the column with at least 2: --column arm=NAME"
    for wrong, fault in (
        (len(log.arms) < 2, one),
        (found < FEWEST, f"only {found} conversions. advise needs at least {FEWEST}"),
        (len(arms) < 2, f"{few} played. Log until 2 have at least {DECIDING}"),
    ):
        if wrong:
            raise InputError(f"{log.file}: {fault}.")
    names = [arm.name for arm in arms]
    if rates:
        named = rates if isinstance(rates, Mapping) else dict(zip(names, rates, strict=False))
        each = len(rates) == len(names) and named.keys() == {*names}
        if not each or not all(0 <= rate <= 1 for rate in named.values()):
            cure = f"Give a rate from 0 to 1 for each arm: {', '.join(names)}"
            raise InputError(f"--rates: found {rates}. {cure}.")
    assumptions = [*summary.assumptions, *left_out, _on_rates(log, arms, given=bool(rates))]
    per_day = clicks_per_day or log.clicks_per_day
    if per_day is None:
        per_day, why = ASSUMED_CLICKS_PER_DAY, "the log has no times of clicks"
        assumptions.append(f"{per_day:,.0f} clicks a day are assumed (--clicks-per-day): {why}.")
    rounds = round(horizon * per_day / UNITS["days"])
    if rounds < 100:
        few = f"{rounds} clicks in {duration(horizon)}"
        raise InputError(f"--horizon: {few}. Give a time with at least 100 clicks.")
    share = min(1.0, MOST_ROUNDS / rounds)
    if share < 1:
        played = f"Only {100 * share:.3g} % of the clicks are played and counted"
        counted = f"{played}, {per_day * share:,.0f} a day"
        assumptions.append(
            f"{counted}. With more clicks the total loss grows, but the loss per click falls."
        )
    by_arm, test = delays_differ(of_arms(log, names), summary.cap)
    assumptions += [
        test,
        "Clicks come at equal intervals, and a conversion depends only on the arm.",
        "The environment of a run is a resample of the log. Algorithms are given the log's delays.",
    ]
    rounds, per_day = min(rounds, MOST_ROUNDS), per_day * share
    return LogBandit(arms, rates, per_day, rounds, by_arm, summary.cap, streams), assumptions
