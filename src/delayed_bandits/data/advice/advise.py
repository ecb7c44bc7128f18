"""Simulations on a log: which algorithm loses least, and how certain this is."""

import os
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np
from tqdm import tqdm

from delayed_bandits.analysis.intervals import LEVEL, Interval, mean_interval
from delayed_bandits.data.advice.algorithms import (
    EQUAL_SPLIT,
    ESTIMATED,
    RULES,
    WITHIN,
    LogAlgorithm,
    Question,
    algorithms_of,
    usual_of,
)
from delayed_bandits.data.advice.bandit import LogBandit, bandit_of
from delayed_bandits.data.log.arms import Log, drift_of, of_arms
from delayed_bandits.experiments.processes import answers_of
from delayed_bandits.experiments.simulation import checkpoints
from delayed_bandits.traces.streams import Streams

FEWEST, MOST = 24, 1536  # runs that all algorithms play; most runs of those that may be advised
MOST_PLAYED = 150_000_000  # runs x rounds x algorithms x arms between two verdicts
DRAWN, POSSIBLE = 20_000, 0.05  # an arm may be the best if it is in this share of the drawn runs
VARIED = range(8)  # runs for each of `CHANGES`
CHANGES = {
    "rates half as high": {"height": 0.5},
    "gaps between rates half as large": {"gaps": 0.5},
    "a fifth of the conversions after the log's longest delay": {"tail": 0.2},
    "rates that change by a tenth each week (--drift 0.1)": {"drift": 0.1},
}
CHECKPOINTS = 60
TOLERANCE = 0.1  # algorithms are tied if they lose at most this share more than the least loss
SURE = 0.99  # level of the intervals that drop an earlier algorithm, or say which is better


class Losses(NamedTuple):
    """The expected conversions that algorithms lose, compared with the best arm.

    Some algorithms played only the first runs. Any two are compared in the runs that both played.
    """

    lost: dict[LogAlgorithm, np.ndarray]  # each of shape (runs, checkpoints)

    def of(self, algorithm: LogAlgorithm, runs: int | None = None) -> np.ndarray:
        """Return an algorithm's final loss in each run, or in the first `runs` runs."""
        return self.lost[algorithm][:runs, -1]

    def more(
        self, one: LogAlgorithm, than: LogAlgorithm, level: float = LEVEL, times: float = 1
    ) -> Interval:
        """Return the mean, with limits, of loss(one) - times * loss(than) at the end."""
        n = min(len(self.lost[one]), len(self.lost[than]))
        return mean_interval(self.of(one, n) - times * self.of(than, n), level)

    def ranked(self) -> list[LogAlgorithm]:
        """List algorithms by loss, the least first, over the runs that all have played."""
        n = min(map(len, self.lost.values()))
        return sorted(self.lost, key=lambda algorithm: self.of(algorithm, n).mean())


def play(
    bandit: LogBandit, algorithms: Sequence[LogAlgorithm], seeds: Sequence[int], what: str
) -> Losses:
    """Play algorithms in the same environments, on all cores; return their losses.

    Runs in `bandit.lost` are not played again.
    """
    kept, lost = checkpoints(bandit.rounds, CHECKPOINTS) - 1, bandit.lost
    new = {seed: [p for p in algorithms if (p, seed) not in lost] for seed in seeds}
    seeds_left = [seed for seed in seeds if new[seed]]

    def run(seed: int) -> list[np.ndarray]:
        environment = bandit.draw(seed)
        return [algorithm.lost(bandit, environment)[kept] for algorithm in new[seed]]

    with tqdm(total=len(seeds_left), desc=what, leave=False, disable=None) as bar:
        found = [run(seed) for seed in seeds_left[:1]]  # compiles kernels before processes start
        bar.update(len(found))
        calls = [partial(run, seed) for seed in seeds_left[1:]]
        found += answers_of(calls, os.cpu_count(), lambda i: f"run {seeds_left[i + 1]}", bar.update)
    for seed, rows in zip(seeds_left, found, strict=True):
        lost.update(((p, seed), row) for p, row in zip(new[seed], rows, strict=True))
    return Losses({p: np.array([lost[p, seed] for seed in seeds]) for p in algorithms})


class Verdict(NamedTuple):
    """The algorithm that did best in simulation, and how certain this is."""

    best: LogAlgorithm
    left: list[LogAlgorithm]  # the best, and others that more runs could put in its place
    close: list[LogAlgorithm]  # others that may lose less, by more than twice the tolerance
    needed: int  # runs that would decide what is open; 0 if nothing is, or the number is unknown
    learns: bool  # whether `best` loses significantly less than an equal split


def race(
    bandit: LogBandit,
    algorithms: Sequence[LogAlgorithm],
    references: Sequence[LogAlgorithm],
    seeds: Sequence[int],
    what: str,
    most: float = MOST_PLAYED,
    fewest: int = FEWEST,
) -> tuple[Losses, Verdict]:
    """Return losses and verdict, doubling the runs until the verdict is clear.

    - The verdict is clear if one algorithm is left and beats an equal split.
    - The race also ends if no seeds are left, or if the next runs would cost more than `most`.
    - After `fewest` runs, only the equal split and algorithms that may still be advised play on.
    - The `references`, among them the equal split, are never advised.
    """
    lost, left, first, last = {}, algorithms, 0, min(fewest, len(seeds))
    while True:
        playing = dict.fromkeys([*left, *([EQUAL_SPLIT] if first else references)])
        for p, rows in play(bandit, list(playing), seeds[first:last], what).lost.items():
            lost[p] = np.concatenate([lost.get(p, rows[:0]), rows])
        verdict = judge(Losses(lost), left)
        left, first, last = verdict.left, last, min(2 * last, len(seeds))
        cost = (last - first) * len(left) * len(bandit.arms) * bandit.rounds
        if first == last or cost > most or (len(left) == 1 and verdict.learns):
            return Losses(lost), verdict


def judge(losses: Losses, algorithms: Sequence[LogAlgorithm]) -> Verdict:
    """Return the verdict: the best algorithm, and what more runs could change.

    The best is the first of `algorithms` whose loss is tied with the least. All must have played
    the same runs.
    """
    means = {p: losses.of(p).mean() for p in algorithms}
    least, tied = min(means, key=means.__getitem__), 1 + TOLERANCE
    best = next(p for p in algorithms if means[p] <= tied * means[least])
    before = algorithms[: algorithms.index(best)]
    may = {p for p in before if losses.more(p, least, SURE, tied).low <= 0}
    may |= {p for p in algorithms if p != best and losses.more(best, p, times=tied).high > 0}
    left = [p for p in algorithms if p in (best, least, *may)] if may else [best]
    more = {p: losses.more(best, p, times=tied + TOLERANCE) for p in left if p in may}
    close = [p for p in more if more[p].high > 0]
    saved = losses.more(EQUAL_SPLIT, best)
    undecided = [more[p] for p in close] if saved.low > 0 else [saved]
    # runs with which an interval would no longer contain 0
    needed = (np.ceil(i.runs * (i.high / i.estimate - 1) ** 2) for i in undecided if i.estimate)
    return Verdict(best, left, close, int(max(needed, default=0)), learns=saved.low > 0)


class Answer(NamedTuple):
    """Advice, and the losses from which it follows."""

    log: Log
    bandit: LogBandit
    question: Question
    verdict: Verdict
    losses: Losses
    references: list[LogAlgorithm]  # an equal split, usual choices, and what the user does now
    elsewhere: tuple[str, float, LogAlgorithm, Interval] | None  # see `_elsewhere`
    assumptions: list[str]
    changes: list[str]  # what would change the answer


def advise(log: Log, question: Question, master_seed: int = 0) -> Answer:
    """Return the advice for a log, from simulations of a bandit made from the log."""
    given = question.rates, question.clicks_per_day, question.horizon
    bandit, assumptions = bandit_of(log, *given, Streams(master_seed, "advise"))
    played = of_arms(log, [arm.name for arm in bandit.arms])
    bandit = replace(bandit, drift=drift_of(played) if question.drift is None else question.drift)
    if bandit.drift:
        assumptions.append(f"Rates change by about {bandit.drift:.0%} each week (--drift).")
    if question.now and question.now.counting == WITHIN:
        assumptions.append("You count a click at once, not when its window has ended (wait=yes).")
    algorithms = algorithms_of(bandit, question.every, question.learner)
    usual = [EQUAL_SPLIT, *usual_of(algorithms), *([question.now] if question.now else [])]
    seeds, most = range(question.seeds or MOST), np.inf if question.seeds else MOST_PLAYED
    losses, verdict = race(bandit, algorithms, [*RULES, *usual], seeds, "all algorithms", most)
    elsewhere = _elsewhere(bandit, verdict.best, algorithms)
    changes = _changes(bandit, losses, verdict.best)
    return Answer(log, bandit, question, verdict, losses, usual, elsewhere, assumptions, changes)


def _elsewhere(
    bandit: LogBandit, best: LogAlgorithm, algorithms: Sequence[LogAlgorithm]
) -> tuple[str, float, LogAlgorithm, Interval] | None:
    """Return an arm that may be the best and would then change the advice, or None.

    The result is the arm, the probability that it is the best, the algorithm to play then, and that
    algorithm's loss minus the loss of `best`. Only the quickest and the slowest of the possible
    arms are tried, because a short window does well only if the best arm is quick.
    """
    if not bandit.by_arm or bandit.rates is not None or bandit.arms[0].rate is None:
        return None
    drawn = np.array([bandit.rates_of(seed).argmax() for seed in range(DRAWN)])
    possible = np.flatnonzero(np.bincount(drawn) >= POSSIBLE * DRAWN).tolist()
    possible.sort(key=lambda arm: np.median(bandit.known[arm]))
    # without EM, which takes the time of ten algorithms
    ordered = [best, *(p for p in algorithms if p != best and p.counting != ESTIMATED)]
    for arm in (possible[0], possible[-1]) if len(possible) > 1 else ():
        seeds, name = np.flatnonzero(drawn == arm).tolist()[:MOST], bandit.arms[arm].name
        # starts with the runs that all algorithms have played, at least 12
        fewest, most = max(FEWEST // 2, np.searchsorted(seeds, FEWEST)), MOST_PLAYED / 4
        given = [EQUAL_SPLIT], seeds, f"{name} is best", most, fewest
        losses, (other, *_) = race(bandit, ordered, *given)
        if other != best:
            return name, float((drawn == arm).mean()), other, losses.more(other, best)
    return None


def _changes(bandit: LogBandit, losses: Losses, best: LogAlgorithm) -> list[str]:
    """Return a sentence on each change of the environment: what to play then.

    `best` is compared with the three next best algorithms, EM excluded.
    """
    others = [p for p in losses.ranked() if p not in (best, EQUAL_SPLIT)]
    rivals = [p for p in others if p.counting != ESTIMATED][:3]
    found = {
        what: play(replace(bandit, **change), [best, *rivals], VARIED, what)
        for what, change in CHANGES.items()
        if not (bandit.drift and "drift" in change)
    }
    early = {p: rows[:, : rows.shape[1] // 4] for p, rows in losses.lost.items()}
    found["a horizon a quarter as long"] = Losses(early)
    said = []
    for what, there in found.items():
        more = {p: there.more(p, best, SURE) for p in there.ranked() if p in rivals}
        better = [f"play {p}, which {in_words(more[p])}" for p in more if more[p].high < 0]
        said.append(f"{what}: {(better or ['play the same'])[0]}")
    return said


def in_words(more: Interval) -> str:
    """Return a difference in conversions as "loses n [low, high] more", or "fewer"."""
    less = more.estimate < 0
    low, high = (-more.high, -more.low) if less else (more.low, more.high)
    interval = f"{abs(more.estimate):,.0f} [{low:,.0f}, {high:,.0f}]"
    return f"loses {interval} {'fewer' if less else 'more'}"
