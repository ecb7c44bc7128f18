"""Advice from logs of 30 made-up environments with known best algorithms: a table for advice.md.

Each environment has three arms, whose delays are equal, or longest or shortest for the best arm.
Its log has 30 days of clicks. Advice from the log is compared with all algorithms on the true
environment.
"""

import argparse
import dataclasses
import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import scipy.stats
from tqdm import tqdm

from delayed_bandits.analysis.intervals import ratio_interval
from delayed_bandits.data.advice.advise import TOLERANCE, Answer, advise, play
from delayed_bandits.data.advice.algorithms import EQUAL_SPLIT, LogAlgorithm, Question
from delayed_bandits.data.advice.answer import not_advised
from delayed_bandits.data.advice.bandit import LogBandit
from delayed_bandits.data.log.arms import Log
from delayed_bandits.data.tables.durations import UNITS, duration
from delayed_bandits.delays.base import Delays, Distribution
from delayed_bandits.delays.empirical import Logged
from delayed_bandits.traces.streams import Streams

DAY = UNITS["days"]
CLICKS_PER_DAY, LOGGED_DAYS = 250, 30
MEANS = {"equal": (2, 2, 2), "best slowest": (4, 2, 1), "best fastest": (1, 2, 4)}  # days
RATES = {"large": (0.12, 0.08, 0.05), "small": (0.1, 0.095, 0.09)}
DISTRIBUTIONS = {
    "exponential": scipy.stats.expon(),
    "lognormal": scipy.stats.lognorm(2, scale=np.exp(-2)),
    "Weibull": scipy.stats.weibull_min(1.5, scale=1 / 0.9027),
}
DAYS = {"short": 20, "long": 80}
ALL, FEW, MORE, PAIR = 16, 6, 48, 240  # runs of all; the best 6; their runs; runs of the last two
COLUMNS = "delays gaps horizon distribution advised lost best lost ratio within_10_% other_seed"
HEADER = f"| {COLUMNS.replace(' ', ' | ').replace('_', ' ')} |\n|{' --- |' * 11}"
START, END = "<!-- advice: made by benchmarks/advice.py -->", "<!-- end of advice -->"


class Environment(NamedTuple):
    """An environment, with the mean delay of each arm in days."""

    delays: str
    gaps: str
    horizon: str
    distribution: str

    @property
    def distributions(self) -> list[Delays]:
        """Return equally likely delays of each arm, in seconds: 20,000 quantiles."""
        chances = (np.arange(20_000) + 0.5) / 20_000
        times = DISTRIBUTIONS[self.distribution].ppf(chances) * DAY
        return [np.floor(mean * times).astype(np.int64) for mean in MEANS[self.delays]]


@dataclasses.dataclass(frozen=True, eq=False)
class TrueBandit(LogBandit):
    """The true environment, played by algorithms that are given the log."""

    true_distributions: Sequence[Delays] = ()
    true_rates: Sequence[float] = ()

    def rates_of(self, seed: int) -> np.ndarray:  # noqa: ARG002
        """Return the true rates."""
        return np.array(self.true_rates)

    def _distributions(self, seed: int) -> tuple[list[Distribution], list[Distribution]]:  # noqa: ARG002
        scale = self.clicks_per_day / DAY
        pooled = np.sort(np.concatenate([arm.distribution for arm in self.arms]))
        known = [arm.distribution if self.by_arm else pooled for arm in self.arms]
        return (
            [Logged({None: delays}, scale) for delays in self.true_distributions],
            [Logged({None: delays}, scale) for delays in [*known, pooled]],
        )


def environments() -> list[Environment]:
    """Return the 30 environments."""
    two = itertools.product(MEANS, RATES, DAYS, ["exponential", "lognormal"])
    return [
        Environment(*one) for one in (*two, *itertools.product(MEANS, RATES, ["long"], ["Weibull"]))
    ]


def log_of(environment: Environment, seed: int) -> Log:
    """Return a log of the environment, censored at its end."""
    rng = np.random.default_rng(seed)
    clicks = CLICKS_PER_DAY * LOGGED_DAYS
    arm = rng.integers(0, 3, clicks).astype(np.int32)
    observed = rng.integers(0, LOGGED_DAYS * DAY, clicks)
    delay = np.array(environment.distributions)[arm, rng.integers(0, 20_000, clicks)]
    converted = (rng.random(clicks) < np.array(RATES[environment.gaps])[arm]) & (delay <= observed)
    names = ["best", "second", "third"]
    delay = np.where(converted, delay, -1)
    return Log("made up", "", "", names, arm, delay, observed, clicks_per_day=CLICKS_PER_DAY)


def row_of(environment: Environment, answer: Answer, other: Answer) -> list[str]:
    """Compare the advised algorithm with the one that loses least in the true environment.

    Runs that choose the best algorithm do not enter the comparison. `other` is the answer under
    another master seed.
    """
    fields = [field.name for field in dataclasses.fields(LogBandit) if field.init]
    given = {name: getattr(answer.bandit, name) for name in fields}
    order = [["best", "second", "third"].index(arm.name) for arm in answer.bandit.arms]
    given["streams"] = Streams(1, "true environments")
    distributions, rates = (
        [environment.distributions[i] for i in order],
        [RATES[environment.gaps][i] for i in order],
    )
    bandit = TrueBandit(**given, true_distributions=distributions, true_rates=rates)
    algorithms = [algorithm for algorithm in answer.losses.lost if algorithm != EQUAL_SPLIT]
    first = play(bandit, [EQUAL_SPLIT, *algorithms], range(ALL), "all")
    advised = answer.verdict.best
    few = list(dict.fromkeys([*first.ranked()[:FEW], advised]))
    best = play(bandit, few, range(ALL, ALL + MORE), "few").ranked()[0]
    fresh = range(ALL + MORE, ALL + MORE + PAIR)
    losses = play(bandit, list(dict.fromkeys([advised, best])), fresh, "two")
    ratio = ratio_interval(losses.of(advised), losses.of(best))
    said, again = (
        "no advice" if not_advised(one) else _named(one.verdict.best) for one in (answer, other)
    )
    within = "" if not_advised(answer) else ("yes" if ratio.estimate <= 1 + TOLERANCE else "**no**")
    lost = (f"{losses.of(algorithm).mean():,.0f}" for algorithm in (advised, best))
    shown = f"{ratio.estimate:.2f} [{ratio.low:.2f}, {ratio.high:.2f}]"
    same = "same" if again == said else again
    return [*environment, said, next(lost), _named(best), next(lost), shown, within, same]


def _named(algorithm: LogAlgorithm) -> str:
    window = f"window of {duration(algorithm.window)}" if algorithm.window else ""
    floor = f"floor {algorithm.floor:g}" if algorithm.floor else ""
    update = "" if algorithm.every else "at each click"
    return ", ".join(filter(None, [algorithm.name, algorithm.counting, window, floor, update]))


def put_into(page: Path, row: list[str]) -> None:
    """Replace or add the row of an environment in the table of a page."""
    before, _, rest = page.read_text(encoding="utf-8").partition(f"{START}\n")
    table, _, after = rest.partition(END)
    known = [line[2:-2].split(" | ") for line in table.splitlines()[2:]]
    rows = {Environment(*cells[:4]): cells for cells in [*known, row]}
    lines = [
        f"| {' | '.join(rows[environment])} |"
        for environment in environments()
        if environment in rows
    ]
    text = "\n".join([f"{before}{START}", HEADER, *lines, f"{END}{after}"])
    page.write_text(text, encoding="utf-8")


def main() -> None:
    """Write the table, each row as soon as it is found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--environments", type=int, nargs="*", default=range(30), help="from 0; or all"
    )
    parser.add_argument("--seed", type=int, default=0, help="the advice's master seed")
    parser.add_argument("--output", type=Path, default=Path("benchmarks/advice.md"))
    options = parser.parse_args()
    for number in tqdm(options.environments):
        environment = environments()[number]
        question = Question(horizon=float(DAYS[environment.horizon] * DAY))
        log, seeds = log_of(environment, number), (options.seed, options.seed + 1)
        row = row_of(environment, *(advise(log, question, seed) for seed in seeds))
        print(*row, sep=" | ", flush=True)
        put_into(options.output, row)


if __name__ == "__main__":
    main()
