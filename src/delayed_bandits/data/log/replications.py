"""Replications of players in pairs: which loses least, and how sure that is."""

import os
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from tqdm import tqdm

from delayed_bandits.analysis.intervals import LEVEL, Interval, mean_interval
from delayed_bandits.data.log.bandit import LogBandit
from delayed_bandits.data.log.players import EQUAL_SPLIT, Player
from delayed_bandits.experiments.processes import answers_of
from delayed_bandits.experiments.simulation import checkpoints

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
