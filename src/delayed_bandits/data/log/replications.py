"""Replications of players in pairs: which loses least, and how sure that is."""

import functools
import os
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.special import stdtrit
from tqdm import tqdm

from delayed_bandits.analysis.intervals import LEVEL, Interval
from delayed_bandits.data.log.bandit import Change, LogBandit
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
        values = self.of(player) - self.of(than)
        mean, sem = float(values.mean()), float(values.std(ddof=1) / np.sqrt(values.size))
        wide = float(stdtrit(values.size - 1, 1 - (1 - LEVEL) / (2 * pairs))) * sem
        return Interval(mean, mean - wide, mean + wide, values.size)

    def joined(self, other: "Losses") -> "Losses":
        """Add the replications of the players of another."""
        places = [self.players.index(player) for player in other.players]
        return Losses(other.players, np.concatenate([self.lost[:, places], other.lost]))

    def ranked(self) -> list[Player]:
        """List the players, the one that lost least first."""
        means = self.lost[:, :, -1].mean(axis=0)
        return [self.players[i] for i in np.argsort(means, kind="stable")]


def play(
    bandit: LogBandit, players: Sequence[Player], seeds: Sequence[int], what: str, change: Change
) -> Losses:
    """Play all on the same worlds, in as many processes as there are cores."""
    calls = [functools.partial(_replicate, bandit, players, s, change) for s in seeds]
    with tqdm(total=len(calls), desc=what, leave=False, disable=None) as bar:
        first = calls[0]()  # here, so that all processes have its compiled kernels
        bar.update()
        rest = answers_of(
            calls[1:], os.cpu_count(), lambda i: f"replication {seeds[i + 1]}", bar.update
        )
    return Losses(list(players), np.array([first, *rest]))


def _replicate(
    bandit: LogBandit, players: Sequence[Player], seed: int, change: Change
) -> np.ndarray:
    """Play one replication; return the losses, shape (players, checkpoints)."""
    world, kept = bandit.draw(seed, change), checkpoints(bandit.rounds, CHECKPOINTS)
    return np.array([player.lost(bandit, world)[kept - 1] for player in players])


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
    learns = saved.low > 0
    return Verdict(best, losses, close, needed if learns else _needed(saved, 0), learns)


def _needed(more: Interval, tolerated: float) -> int:
    """Give the replications that would put an interval above minus what is tolerated."""
    distance = more.estimate + tolerated
    wide = more.estimate - more.low
    return int(np.ceil(more.seeds * (wide / distance) ** 2)) if distance > 0 else 0
