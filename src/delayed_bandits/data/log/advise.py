"""Advice from a log: what to play by replications of players in pairs, and how sure that is."""

import os
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np
from tqdm import tqdm

from delayed_bandits.analysis.intervals import LEVEL, Interval, mean_interval
from delayed_bandits.data.log.arms import Log, drift_of, with_largest_arms
from delayed_bandits.data.log.bandit import LogBandit, bandit_of
from delayed_bandits.data.log.players import (
    EQUAL_SPLIT,
    RULES,
    Player,
    Question,
    players_of,
    usual_of,
)
from delayed_bandits.experiments.processes import answers_of
from delayed_bandits.experiments.simulation import checkpoints
from delayed_bandits.traces.streams import Streams

MOST_ARMS = 20
FINALISTS = 4
SCREENED, FIRST_LOOK, LOOKS = 8, 24, 7  # replications; looks double their number
MOST_PLAYED = 200_000_000  # rounds times arms times players, in the last look
DRAWN, POSSIBLE = 1000, 0.05  # an arm may be the best that is so in this share of the replications
VARIED = range(SCREENED, SCREENED + 12)  # replications of each change of the world
CHECKPOINTS = 60
TOLERANCE = 0.1
"""Advice stands if no player loses less by more than this share of what the advised one loses."""


class Losses(NamedTuple):
    """Expected conversions lost by players, against always playing the best arm."""

    players: list[Player]
    lost: np.ndarray  # shape (replications, players, checkpoints)

    def of(self, player: Player) -> np.ndarray:
        """Give the loss of a player at the end, shape (replications,)."""
        return self.lost[:, self.players.index(player), -1]

    def more(self, player: Player, than: Player, pairs: int = 1) -> Interval:
        """Estimate what a player loses beyond another, with Student's interval.

        `pairs` such intervals hold together (Bonferroni).
        """
        return mean_interval(self.of(player) - self.of(than), 1 - (1 - LEVEL) / pairs)

    def joined(self, other: "Losses") -> "Losses":
        """Add the replications of the players of another."""
        places = [self.players.index(player) for player in other.players]
        return Losses(other.players, np.concatenate([self.lost[:, places], other.lost]))

    def ranked(self) -> list[Player]:
        """List the players, the one that lost least first."""
        means = self.lost[:, :, -1].mean(axis=0)
        return [self.players[i] for i in np.argsort(means, kind="stable")]


def play(bandit: LogBandit, players: Sequence[Player], seeds: Sequence[int], what: str) -> Losses:
    """Play all on the same worlds, in as many processes as there are cores."""
    kept = checkpoints(bandit.rounds, CHECKPOINTS) - 1

    def replicate(seed: int) -> np.ndarray:
        world = bandit.draw(seed)
        return np.array([player.lost(bandit, world)[kept] for player in players])

    with tqdm(total=len(seeds), desc=what, leave=False, disable=None) as bar:
        first = replicate(seeds[0])  # here, so that all processes have its compiled kernels
        bar.update()
        calls = [partial(replicate, seed) for seed in seeds[1:]]
        rest = answers_of(
            calls, os.cpu_count(), lambda i: f"replication {seeds[i + 1]}", bar.update
        )
    return Losses(list(players), np.array([first, *rest]))


class Verdict(NamedTuple):
    """What replications say: `best` lost least; those that are `close` may lose less."""

    best: Player
    losses: Losses
    close: list[Player]
    needed: int  # replications that would tell these from the best; 0 if there are none
    learns: bool  # whether it loses less than an equal split, beyond chance


def judge(losses: Losses, contenders: Sequence[Player], looks: int) -> Verdict:
    """Choose among the contenders by all replications, of which there are several `looks`.

    All pairs of contenders have intervals that hold together, so the choice is allowed for. Of
    the windows with which the best loses at most `TOLERANCE` more, and that are not separated, the
    longest is chosen: the shorter the window, the more depends on the delays of the log.
    """
    best = min(contenders, key=lambda player: losses.of(player).mean())
    pairs = looks * len(contenders) * (len(contenders) + 1) // 2  # with an equal split
    tolerated = TOLERANCE * losses.of(best).mean()
    others = [player for player in contenders if player != best]
    more = {player: losses.more(player, best, pairs) for player in others}
    close = [player for player in others if more[player].low < -tolerated]
    needed = max((_needed(more[player], tolerated) for player in close), default=0)
    if not close:
        alike = [player for player in others if player._replace(window=best.window) == best]
        tied = [p for p in alike if more[p].low <= 0 and more[p].estimate <= tolerated]
        best = max([best, *tied], key=lambda player: player.window)
    saved = losses.more(EQUAL_SPLIT, best, pairs)
    if saved.low <= 0:
        needed = _needed(saved, 0)
    return Verdict(best, losses, close, needed, learns=saved.low > 0)


def _needed(more: Interval, tolerated: float) -> int:
    """Give the replications that would put an interval above minus what is tolerated."""
    distance = more.estimate + tolerated
    wide = more.estimate - more.low
    return int(np.ceil(more.seeds * (wide / distance) ** 2)) if distance > 0 else 0


class Answer(NamedTuple):
    """Advice; `screened` has all players, `compared` those of the comparisons with the best."""

    log: Log
    bandit: LogBandit
    question: Question
    verdict: Verdict
    screened: Losses
    compared: Losses
    references: list[Player]  # of the comparisons: what users do
    # an arm that may be the best, who then loses less than the advised player, and how much more
    elsewhere: tuple[str, Player, Interval] | None
    assumptions: list[str]
    changes: Sequence[str] = ()  # what would change the answer


def advise(log: Log, question: Question, master_seed: int = 0) -> Answer:
    """Play all on a bandit made from a log, and the best again until replications tell them apart.

    The answer is the same for the same log, in whatever order its rows are.
    """
    answer = choose(log, question, master_seed)
    return answer._replace(changes=_changes(answer))


def choose(log: Log, question: Question, master_seed: int = 0) -> Answer:
    """Give the answer of `advise` without what would change it."""
    log, streams = with_largest_arms(log, MOST_ARMS), Streams(master_seed, "advise")
    given = question.rates, question.clicks_per_day, question.horizon
    bandit, assumptions = bandit_of(log, *given, streams)
    bandit = replace(bandit, drift=drift_of(log) if question.drift is None else question.drift)
    if bandit.drift:
        assumptions.append(f"Rates change by about {bandit.drift:.0%} each week (--drift).")
    now = [question.now] if question.now else []
    played = players_of(bandit, question.every, question.learner)
    usual, players = [EQUAL_SPLIT, *usual_of(played), *now], [*played, *RULES, *now]
    what = f"{len(players)} players"
    screened = play(bandit, [EQUAL_SPLIT, *players], range(SCREENED), what)
    no_finalists = EQUAL_SPLIT, *RULES
    finalists = [player for player in screened.ranked() if player not in no_finalists][:FINALISTS]
    verdict, compared = _compare(bandit, finalists, usual, question.seeds)
    elsewhere = _elsewhere(bandit, verdict.best, players)
    found = verdict, screened, compared, usual, elsewhere, assumptions
    return Answer(log, bandit, question, *found)


def _elsewhere(
    bandit: LogBandit, best: Player, players: Sequence[Player]
) -> tuple[str, Player, Interval] | None:
    """Find an arm that may be the best, for the log, and a player that then loses less.

    Where arms differ in their delays, a short window does well if the best arm is quick, and only
    then. Played are the quickest and the slowest of these arms, each in replications in which it
    is the best.
    """
    if not bandit.by_arm or bandit.rates is not None or bandit.arms[0].rate is None:
        return None
    drawn = np.array([bandit.rates_of(seed).argmax() for seed in range(DRAWN)])
    possible = np.flatnonzero(np.bincount(drawn) >= POSSIBLE * DRAWN).tolist()
    possible.sort(key=lambda arm: bandit.arms[arm].quantile(0.5))
    for arm in (possible[0], possible[-1]) if len(possible) > 1 else ():
        seeds, what = np.flatnonzero(drawn == arm).tolist(), f"{bandit.arms[arm].name} is best"
        screened = play(bandit, players, seeds[:SCREENED], what)
        rivals = list(dict.fromkeys([best, *screened.ranked()[:FINALISTS]]))
        losses = play(bandit, rivals, seeds[SCREENED : SCREENED + FIRST_LOOK], what)
        winner = losses.ranked()[0]
        more = losses.more(winner, best, len(rivals))
        if more.high < 0 and -more.estimate > TOLERANCE * losses.of(winner).mean():
            return bandit.arms[arm].name, winner, more
    return None


def _compare(
    bandit: LogBandit, finalists: list[Player], references: list[Player], given: int | None
) -> tuple[Verdict, Losses]:
    """Play finalists on fresh replications; those that are close twice as often, and so on."""
    seeds, last = SCREENED, SCREENED + (given or FIRST_LOOK)
    players = list(dict.fromkeys([*finalists, *references]))
    losses = compared = play(bandit, players, range(seeds, last), "finalists")
    verdict = judge(losses, finalists, LOOKS)
    for _ in range(0 if given else LOOKS - 1):
        contenders = [verdict.best, *verdict.close]
        seeds, last = last, 2 * last - SCREENED
        cost = (last - SCREENED) * len(contenders) * len(bandit.arms) * bandit.rounds
        if (not verdict.close and verdict.learns) or cost > MOST_PLAYED:
            break
        played = [EQUAL_SPLIT, *contenders]
        losses = losses.joined(play(bandit, played, range(seeds, last), "those that are close"))
        verdict = judge(losses, contenders, LOOKS)
    return verdict, compared


def _changes(answer: Answer) -> list[str]:
    """Say, for each change of the world, whether another player then loses less."""
    bandit, compared, best = answer.bandit, answer.compared, answer.verdict.best
    rivals = [player for player in compared.ranked() if player not in (best, EQUAL_SPLIT)][:3]
    worlds = {
        "rates half as high": replace(bandit, height=0.5),
        "rates half as far apart": replace(bandit, gaps=0.5),
        "a fifth of the conversions after the log's longest delay": replace(bandit, tail=0.2),
    }
    if not bandit.drift:
        worlds["rates that change by a tenth each week (--drift 0.1)"] = replace(bandit, drift=0.1)
    found = {what: play(world, [best, *rivals], VARIED, what) for what, world in worlds.items()}
    lost = compared.lost[:, :, : compared.lost.shape[2] // 4]
    found["a quarter of the time"] = Losses(compared.players, lost)
    return [f"{what}: {_winner(losses, best, rivals)}" for what, losses in found.items()]


def _winner(losses: Losses, best: Player, rivals: Sequence[Player]) -> str:
    """Name the player that loses less than the advised one, beyond chance."""
    for player in losses.ranked():
        if player in rivals and (more := losses.more(player, best, len(rivals))).high < 0:
            return f"play {player}, which {in_words(more)}"
    return "the same"


def in_words(more: Interval) -> str:
    """Put in words how many conversions more are lost, or fewer."""
    less = more.estimate < 0
    low, high = (-more.high, -more.low) if less else (more.low, more.high)
    word = "fewer" if less else "more"
    return f"loses {abs(more.estimate):,.0f} [{low:,.0f}, {high:,.0f}] {word}"
