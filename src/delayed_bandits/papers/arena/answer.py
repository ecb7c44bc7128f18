"""The answer of the arena: who is first in each game, in sentences, and by kind of delays."""

from typing import NamedTuple

import numpy as np

from delayed_bandits.analysis.curves import AllCurves
from delayed_bandits.analysis.style import Styles
from delayed_bandits.papers.arena.field import (
    UNIFORM,
    Field,
    field_of,
    games_of,
    improvements,
    intervals,
    mean_ranks,
    only,
)

KINDS = {
    "none": ("none",),
    "fixed, geometric, uniform": ("fixed", "geometric", "uniform"),
    "heavy-tailed: Pareto of shape 0.5, 1, 1.5": ("Pareto 0.5", "Pareto 1.0", "Pareto 1.5"),
    "of Criteo": ("Criteo",),
    "in packets": ("packets",),
    "half of the feedback is lost": ("loss",),
    "dependent on the arm": ("by arm",),
    "dependent on the reward": ("by reward", "payoff", "by arm and reward"),
    "fixed, with adversarial rewards": ("adversarial",),
}
"""Laws of delays by their kind, in words."""


class Number(NamedTuple):
    """A number with its interval, and the sentence that states it; several may share one."""

    sentence: str
    quantity: str
    estimate: float
    low: float
    high: float


class First(NamedTuple):
    """The first player of a game under a kind of delays; `cell` says so in words.

    `least` and `most` are its smallest and largest regret on a setting over that of uniform play.
    """

    row: str
    column: str
    cell: str
    mean_rank: float
    low: float
    high: float
    players: int
    surely_ahead_of: int
    least: float
    most: float
    settings: int


def numbers_of(curves: AllCurves, styles: Styles) -> list[Number]:
    """Give the numbers of the sentences, one sentence for each game."""
    numbers = []
    for game in games_of(styles):
        field = field_of(curves, styles, game)
        if field is not None and len(field.players) > 1:
            numbers += _of_game(field, styles, f"Of the players of the game “{game}”")
    return numbers


def first_by_kind(curves: AllCurves, styles: Styles) -> list[First]:
    """Give the first player of each game under each kind of delays that it plays."""
    laws = {setting: curve.coordinates["law"] for (setting, _), curve in curves.items()}
    uniform = {
        setting: float(np.mean(curve.final))
        for (setting, name), curve in curves.items()
        if name == UNIFORM
    }
    found = []
    for kind, of_kind in KINDS.items():
        for game in games_of(styles):
            field = field_of(curves, styles, game)
            if field is None or len(field.players) < 2:
                continue
            part = only(field, [laws[setting] in of_kind for setting in field.settings])
            if part.settings:
                scale = np.array([uniform[setting] for setting in part.settings])
                found.append(_first(part, styles, kind, game, scale))
    return found


def _first(field: Field, styles: Styles, kind: str, game: str, uniform: np.ndarray) -> First:
    ranks = intervals(field, mean_ranks)
    first = int(np.argmin(ranks[0]))
    rank, low, high = (float(part[first]) for part in ranks)
    ahead = int((intervals(field, improvements(field))[1][first] > 0.5).sum())
    shares = field.regrets[first].mean(axis=1) / uniform
    count, players = len(field.settings), len(field.players)
    cell = (
        f"{styles[field.players[first]]['label']}: mean rank {rank:.1f} [{low:.1f}, {high:.1f}] of "
        f"{players}, surely ahead of {ahead}; {_range(100 * shares)} % of the regret of uniform "
        f"play; {count} {'setting' if count == 1 else 'settings'}"
    )
    least, most = float(shares.min()), float(shares.max())
    return First(kind, game, cell, rank, low, high, players, ahead, least, most, count)


def _range(values: np.ndarray) -> str:
    shown = (f"{v:.0f}" if v >= 10 else f"{v:.2g}" for v in (values.min(), values.max()))
    ends = dict.fromkeys(shown)
    return " to ".join(ends)


def _of_game(field: Field, styles: Styles, opening: str) -> list[Number]:
    """Say who is first by mean rank, and how sure that is."""
    rank, low, high = intervals(field, mean_ranks)
    first, second = np.argsort(rank, kind="stable")[:2]
    wins = [part[first, second] for part in intervals(field, improvements(field))]
    names = [styles[field.players[place]]["label"] for place in (first, second)]
    sure = "" if wins[1] > 0.5 else ", which does not set them apart"
    sentence = (
        f"{opening}, {names[0]} has the best mean rank, {rank[first]:.1f} [{low[first]:.1f}, "
        f"{high[first]:.1f}] of {len(rank)}, before {names[1]} with {rank[second]:.1f} "
        f"[{low[second]:.1f}, {high[second]:.1f}]; in {_percent(wins)} of the runs it has less "
        f"regret than {names[1]}{sure}."
    )
    return [
        Number(sentence, f"mean rank of {name}", rank[place], low[place], high[place])
        for name, place in zip(names, (first, second), strict=True)
    ] + [Number(sentence, f"probability that {names[0]} has less regret than {names[1]}", *wins)]


def _percent(interval: list[float]) -> str:
    estimate, low, high = (100 * float(value) for value in interval)
    return f"{estimate:.0f} % [{low:.0f}, {high:.0f}]"
