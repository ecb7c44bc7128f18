"""Advice from a log: the K-armed algorithms on a bandit made from it, compared in pairs."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from scipy.special import stdtrit
from tqdm import tqdm

from delayed_bandits.algorithms.registry import load
from delayed_bandits.analysis.intervals import LEVEL, Interval, mean_interval
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion
from delayed_bandits.data.log.arms import Arm, Summary, sum_up
from delayed_bandits.data.log.columns import UNITS, duration
from delayed_bandits.data.log.reader import Log
from delayed_bandits.delays.empirical import Logged
from delayed_bandits.traces.k_armed.windows import within_window
from delayed_bandits.traces.streams import Streams

MOST_ARMS = 20
ASSUMED_RATE, ASSUMED_LIFT = 0.05, 0.2
ASSUMED_CLICKS_PER_DAY = 1000.0
STREAMS = Streams(0, "advise")

WAITING = {
    "Thompson sampling": ("thompson.thompson", {}),
    "KL-UCB": ("confidence_indices.kl_ucb", {"ties": "least_played"}),
    "QPM-D": ("delayed_ucb.qpmd", {}),
    "Delayed-UCB1": ("delayed_ucb.delayed_ucb1", {}),
    "successive elimination": ("successive_elimination.successive_elimination", {}),
    "Banker-TINF": ("banker.banker_tinf", {}),
    "Zimmert and Seldin": ("zimmert_seldin.zimmert_seldin", {}),
    "Exp3": ("adversarial_baselines.exp3", {}),
}
"""Algorithms that take a round for a failure when the window has passed, with parameters."""

AT_ONCE = {
    "Thompson sampling": ("outstanding_as_failures.thompson", {}),
    "KL-UCB": ("outstanding_as_failures.kl_ucb", {}),
    "PatientBandits": ("delayed_ucb.patient_bandits", {"tail_exponent": 0.5}),
}
"""Algorithms that take a round for a failure until it converts, so they have no window."""

SHARES = (0.5, 0.75, 0.9, 0.99)  # the windows end when these shares of the conversions have come

FEWEST_SEEDS, MOST_SEEDS = 8, 40
ROUNDS, LONG, MOST_PLAYED = (50_000, 150_000), 20, 2_000_000
SHORT = 3  # a run shorter than so many times the delay of 90 % of the conversions is remarked upon
NOTES = (
    "",
    "lost: expected conversions lost against always playing the best arm, over all replications. "
    "best: the algorithm that lost least in the first half of the replications. more: what another "
    "lost beyond it in the second half, with intervals that together have level "
    f"{LEVEL:.0%}. worse than uniform: the share of replications in which uniform play lost less.",
    "",
)
ALWAYS = (
    "Clicks come evenly; rates and delays do not change, and depend on the arm alone.",
    "Delays are those of the log; how well it knows them is not in the intervals.",
    "A click without a conversion counts as a failure once the window has passed, or, without a "
    "window, until it converts.",
    "Algorithms have the parameters of their papers, and are not tuned to low rates.",
)


class LogBandit(NamedTuple):
    """A K-armed bandit with the delays of a log, a round for each click."""

    arms: list[Arm]
    rates: Mapping[str, float] | None  # those given; None for those of the log, or assumed ones
    clicks_per_day: float
    laws: list[Logged]  # of each arm's delays, in rounds
    assumptions: list[str]

    def rates_of(self, seed: int) -> list[float]:
        """Give the rates of the arms in replication `seed`.

        Those of the log have a Beta law with as many clicks as give the rate its variance.
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

    def time_of(self, rounds: int) -> str:
        """Put the time that rounds take in words."""
        return duration(rounds * UNITS["days"] / self.clicks_per_day)


def bandit_of(
    summary: Summary,
    logged_per_day: float | None,
    rates: Mapping[str, float],
    clicks_per_day: float | None,
) -> LogBandit:
    """Make a bandit from the arms of a log; `rates` of all arms, if any, are instead of its own."""
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


class Player(NamedTuple):
    """An algorithm with its window, in rounds; 0 if it has none."""

    name: str
    window: int


UNIFORM = Player("uniform play", 0)


class Advice(NamedTuple):
    """Algorithms compared by the expected conversions lost against always playing the best arm."""

    bandit: LogBandit
    lost: dict[Player, np.ndarray]  # shape (seeds,)
    best: Player  # in the first half of the replications
    differences: dict[Player, Interval]  # lost beyond the best in the second half; together 95 %


def advise(
    log: Log,
    rates: Mapping[str, float],
    clicks_per_day: float | None,
    rounds: int | None = None,
    n_seeds: int | None = None,
) -> str:
    """Play the K-armed algorithms on a bandit made from a log; return advice in words."""
    if n_seeds is not None and n_seeds < FEWEST_SEEDS:
        raise InputError(f"--seeds: found {n_seeds}; expected at least {FEWEST_SEEDS}")
    if rounds is not None and not 100 <= rounds <= 10**7:
        raise InputError(f"--rounds: found {rounds}; expected 100 to 10,000,000")
    if clicks_per_day is not None and not 0 < clicks_per_day < 1e12:
        raise InputError(f"--clicks-per-day: found {clicks_per_day}; expected a number above 0")
    summary = sum_up(log)
    bandit = bandit_of(summary, log.clicks_per_day, rates, clicks_per_day)
    rounds = rounds or int(np.clip(LONG * bandit.rounds_of(0.9), *ROUNDS))
    # takes half a minute
    n_seeds = n_seeds or int(np.clip(MOST_PLAYED // rounds, 2 * FEWEST_SEEDS, MOST_SEEDS))
    advice = choose_best(bandit, _play(bandit, rounds, n_seeds))
    ranked = sorted(advice.lost, key=lambda player: advice.lost[player].mean())
    lines = [
        f"{log.file}: {len(bandit.arms)} arms, {rounds:,} clicks in "
        f"{bandit.time_of(rounds)}, {n_seeds} replications",
        "",
        pd.DataFrame([_row(advice, player) for player in ranked]).to_string(index=False),
        *NOTES,
        *_verdict(advice),
        *_remark(bandit, rounds),
        "",
        "Assumed:",
        *(f"- {line}" for line in (*summary.assumptions, *bandit.assumptions, *ALWAYS)),
    ]
    return "\n".join(lines)


def _play(bandit: LogBandit, rounds: int, n_seeds: int) -> dict[Player, np.ndarray]:
    """Play every algorithm with every window on the same random numbers."""
    ends = (max(1, bandit.rounds_of(share)) for share in SHARES)
    windows = sorted({min(end, rounds // 2) for end in ends})
    players = {
        **{Player(name, w): given for name, given in WAITING.items() for w in windows},
        **{Player(name, 0): given for name, given in AT_ONCE.items()},
    }
    kinds = {load(reference).trace for reference, _ in players.values()}
    lost: dict[Player, list[float]] = {player: [] for player in (UNIFORM, *players)}
    for seed in tqdm(range(n_seeds), desc="replications", leave=False, disable=None):
        means = bandit.rates_of(seed)
        lost[UNIFORM].append(rounds * (max(means) - np.mean(means)))
        given = {"horizon": rounds, "means": means, "delay": bandit.laws}
        traces: dict[tuple[type, int], Any] = {}
        for kind in kinds:
            traces[kind, 0] = whole = kind.draw(STREAMS, seed, **given)
            traces |= {(kind, window): within_window(whole, window) for window in windows}
        for player, (reference, parameters) in players.items():
            algorithm = load(reference)
            trace = traces[algorithm.trace, player.window]
            played = algorithm.play(trace, **parameters)
            lost[player].append(float(trace.columns(played)["regret"][-1]))
    return {player: np.array(values) for player, values in lost.items()}


def choose_best(bandit: LogBandit, lost: Mapping[Player, np.ndarray]) -> Advice:
    """Choose the best on one half of the replications, and compare on the other half."""
    half = next(iter(lost.values())).size // 2
    best = min(lost, key=lambda player: lost[player][:half].mean())
    others = [player for player in lost if player != best]
    differences = {}
    for player in others:
        values = lost[player][half:] - lost[best][half:]
        mean, sem = float(values.mean()), float(values.std(ddof=1) / np.sqrt(values.size))
        # Bonferroni: all intervals together have the level
        wide = float(stdtrit(values.size - 1, 1 - (1 - LEVEL) / (2 * len(others)))) * sem
        differences[player] = Interval(mean, mean - wide, mean + wide, values.size)
    return Advice(bandit, dict(lost), best, differences)


def _remark(bandit: LogBandit, rounds: int) -> list[str]:
    late = bandit.rounds_of(0.9)
    if rounds >= SHORT * late:
        return []
    return [
        f"Mind that all this takes {bandit.time_of(rounds)}, while a tenth of the "
        f"conversions take {bandit.time_of(late)} or more: much is played before "
        "anything can be learned. More --rounds, or fewer --clicks-per-day, show what comes then."
    ]


def _row(advice: Advice, player: Player) -> dict[str, str]:
    lost = mean_interval(advice.lost[player])
    more = advice.differences.get(player)
    window = f"{player.window:,} ({advice.bandit.time_of(player.window)})"
    return {
        "algorithm": player.name,
        "window": window if player.window else "none",
        "lost": f"{lost.estimate:.4g} [{lost.low:.4g}, {lost.high:.4g}]",
        "more": "{:.3g} [{:.3g}, {:.3g}]".format(*np.round(more[:3], 3)) if more else "best",
        "worse than uniform": f"{np.mean(advice.lost[player] > advice.lost[UNIFORM] + 1e-3):.0%}",
    }


def _verdict(advice: Advice) -> list[str]:
    """Say which did best, and how sure that is."""
    best = advice.best
    if best == UNIFORM or advice.differences[UNIFORM].low <= 0:
        return [
            "No advice: no algorithm does better than uniform play by more than chance. With so "
            "few clicks, or rates so close, nothing is learned; try more --rounds."
        ]
    close = [_named(advice, player) for player, more in advice.differences.items() if more.low <= 0]
    saved = 1 - advice.lost[best].mean() / advice.lost[UNIFORM].mean()
    separated = "It is better than every other by more than chance."
    if close:
        separated = f"These replications do not separate it from {', '.join(close)}."
    words = f"it loses {saved:.0%} fewer conversions than uniform play."
    return [f"Play {_named(advice, best)}: {words}", separated]


def _named(advice: Advice, player: Player) -> str:
    if not player.window:
        return f"{player.name} without a window (a click is a failure until it converts)"
    time = advice.bandit.time_of(player.window)
    return f"{player.name} with a window of {player.window:,} rounds ({time})"
