"""K-armed bandits made from a log: rates, delay laws, and rounds a day."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion
from delayed_bandits.data.log.arms import Arm, Summary
from delayed_bandits.data.log.columns import UNITS
from delayed_bandits.delays.empirical import Logged
from delayed_bandits.traces.streams import Streams

MOST_ARMS = 20
ASSUMED_RATE, ASSUMED_LIFT = 0.05, 0.2
ASSUMED_CLICKS_PER_DAY = 1000.0
STREAMS = Streams(0, "advise")


class LogBandit(NamedTuple):
    """A K-armed bandit with the delays of a log, a round for each click.

    `rates` are those given, by arm; None for those of the log, or assumed ones. `laws` are those of
    each arm's delays, in rounds.
    """

    arms: list[Arm]
    rates: Mapping[str, float] | None
    clicks_per_day: float
    laws: list[Logged]
    assumptions: list[str]

    def rates_of(self, seed: int) -> list[float]:
        """Give the rates of the arms in replication `seed`.

        Those of the log are drawn for each, from what it says of them: a Beta law with as many
        clicks as give the rate its variance.
        """
        if self.rates is not None:
            return [self.rates[arm.name] for arm in self.arms]
        if self.arms[0].rate is None:
            rates = np.full(len(self.arms), ASSUMED_RATE)
            rates[seed % len(self.arms)] *= 1 + ASSUMED_LIFT
            return rates.tolist()
        shares = np.array([arm.rate.estimate for arm in self.arms])
        clicks = np.array([arm.rate.seeds for arm in self.arms])
        draw = STREAMS.open("rates", seed)
        return draw.beta(shares * clicks + 0.5, (1 - shares) * clicks + 0.5).tolist()

    def rounds_of(self, share: float) -> int:
        """Give the round by which this share of the conversions of all arms has come."""
        delays = np.concatenate([arm.law for arm in self.arms])
        return int(np.quantile(delays, share) * self.clicks_per_day / UNITS["days"])

    def seconds_of(self, rounds: int) -> float:
        """Give the time that rounds take."""
        return rounds * UNITS["days"] / self.clicks_per_day


def bandit_of(
    summary: Summary,
    logged_per_day: float | None,
    rates: Mapping[str, float],
    clicks_per_day: float | None,
) -> LogBandit:
    """Make a bandit from the arms of a log.

    `rates` are those of all arms, or empty for the log's; `clicks_per_day` is instead of those
    that the log has, if it says.
    """
    arms, assumptions = summary.arms[:MOST_ARMS], []
    if len(arms) < 2:
        raise InputError(
            f"found {len(arms)} arm with conversions; expected at least 2, in a column `arm` "
            "(or --column arm=NAME)"
        )
    if len(arms) < len(summary.arms):
        assumptions.append(f"Only the {MOST_ARMS} arms with the most rows are played.")
    _check_rates(rates, [arm.name for arm in arms])
    if rates:
        assumptions.append("The conversion rates are those given.")
    elif arms[0].rate is None:
        assumptions.append(
            "Without the clicks that did not convert, the rates of the arms cannot be known: add "
            f"those clicks, or give --rates ARM=RATE ... for all. Assumed is {ASSUMED_RATE:.0%} "
            "for every arm, but in turn one of them has "
            f"{ASSUMED_RATE * (1 + ASSUMED_LIFT):.0%}. Which arm is best, the advice cannot say."
        )
    else:
        assumptions.append("Each replication draws its rates, as far as the log leaves them open.")
    per_day = clicks_per_day or logged_per_day
    if per_day is None:
        per_day = ASSUMED_CLICKS_PER_DAY
        assumptions.append(
            f"{per_day:,.0f} clicks a day are assumed (--clicks-per-day): the log has no times of "
            "clicks."
        )
    delays = {arm.name: arm.law for arm in arms}
    laws = [Logged(delays, per_day / UNITS["days"], arm.name) for arm in arms]
    return LogBandit(arms, rates or None, per_day, laws, assumptions)


def _check_rates(rates: Mapping[str, float], arms: list[str]) -> None:
    for name, rate in rates.items():
        if name not in arms:
            raise InputError(f"--rates: no arm {name!r} in the log; {suggestion(name, arms)}")
        if not 0 <= rate <= 1:
            raise InputError(f"--rates: the rate of {name} is {rate}; expected 0 to 1")
    missing = [name for name in arms if rates and name not in rates]
    if missing:
        raise InputError(f"--rates: none given for {', '.join(missing)}; expected one for each arm")
