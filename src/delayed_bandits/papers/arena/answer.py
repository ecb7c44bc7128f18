"""The answer of the arena in sentences, each with the numbers that it states."""

from typing import NamedTuple

import numpy as np

from delayed_bandits.analysis.curves import AllCurves
from delayed_bandits.analysis.style import Styles
from delayed_bandits.papers.arena.field import (
    Field,
    field_of,
    games_of,
    improvements,
    intervals,
    mean_ranks,
    only,
)

BY_REWARD = ("by reward", "payoff", "by arm and reward")
"""The laws of delays that depend on the reward."""


class Number(NamedTuple):
    """A number with its interval, and the sentence that states it; several may share one."""

    sentence: str
    quantity: str
    estimate: float
    low: float
    high: float


def numbers_of(curves: AllCurves, styles: Styles) -> list[Number]:
    """Give all numbers, in the order of their sentences."""
    laws = {setting: curve.coordinates["law"] for (setting, _), curve in curves.items()}
    numbers = []
    for game in games_of(styles):
        field = field_of(curves, styles, game)
        if field is None or len(field.players) < 2:
            continue
        numbers += _of_game(field, styles, f"Of the players of the game “{game}”")
        for words, wanted in (
            ("where the delay does not depend on the reward", lambda law: law not in BY_REWARD),
            ("where it does", lambda law: law in BY_REWARD),
        ):
            part = only(field, [wanted(laws[setting]) for setting in field.settings])
            if part.settings:
                numbers += _of_worlds(part, styles, words)
    return numbers


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


def _of_worlds(field: Field, styles: Styles, words: str) -> list[Number]:
    """Say who is first on a part of the worlds, and how often it beats each other player there."""
    rank, low, high = intervals(field, mean_ranks)
    first = int(np.argmin(rank))
    name = styles[field.players[first]]["label"]
    ahead = intervals(field, improvements(field))[1][first]
    beaten = int((ahead > 0.5).sum())
    sentence = (
        f"Of these, {words}, {name} is first, with mean rank {rank[first]:.1f} [{low[first]:.1f}, "
        f"{high[first]:.1f}], and surely ahead of {beaten} of {len(rank) - 1} others."
    )
    return [
        Number(sentence, f"mean rank of {name}, {words}", rank[first], low[first], high[first]),
        Number(
            sentence, f"players that {name} is surely ahead of, {words}", beaten, beaten, beaten
        ),
    ]


def _percent(interval: list[float]) -> str:
    estimate, low, high = (100 * float(value) for value in interval)
    return f"{estimate:.0f} % [{low:.0f}, {high:.0f}]"
