"""The field of one game: the final regrets of the players that play all of its settings."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import numpy as np

from delayed_bandits.analysis.curves import AllCurves, Curves
from delayed_bandits.analysis.intervals import LEVEL
from delayed_bandits.traces.streams import Streams

Styles = Mapping[str, Mapping[str, str]]
"""Label, colour and line of each algorithm, with its game; claims must not import the drawing."""

MAIN = ("k2-gap010", "k10-gap020")
"""The problems that are played in every world."""

REFERENCE = "reference"
"""The game of those that nobody competes with: uniform play, and UCB1 without delay."""

UNIFORM = "uniform_play"

RESAMPLES = 1000

Statistic = Callable[["Field", np.ndarray, np.ndarray], np.ndarray]
"""A function of a field and of weights of its settings and seeds."""


class Field(NamedTuple):
    """The final regrets of the players of one game.

    Attributes
    ----------
    players : list of str
    settings : list of str
        Those that all of them play.
    worlds : ndarray of str, shape (settings,)
        The world of each: the problems of a world are resampled together.
    regrets : ndarray, shape (players, settings, seeds)
    uniform : ndarray, shape (settings,)
        The mean regret of uniform play.
    streams : Streams
    """

    players: list[str]
    settings: list[str]
    worlds: np.ndarray
    regrets: np.ndarray
    uniform: np.ndarray
    streams: Streams


def game_of(curve: Curves, style: Mapping[str, str]) -> str:
    """Name the game of a run: that of its setting, if that has one, or of its player."""
    game = style["game"]
    return game if game == REFERENCE else curve.coordinates.get("game", game)


def fields_of(curves: AllCurves, styles: Styles) -> dict[str, Field]:
    """Collect the fields of the games that are played, in the order of their first players."""
    games = dict.fromkeys(style["game"] for style in styles.values())
    found = {game: field_of(curves, styles, game) for game in games if game != REFERENCE}
    return {game: field for game, field in found.items() if field is not None}


def field_of(curves: AllCurves, styles: Styles, game: str) -> Field | None:
    """Collect the field of a game: its players that play most settings; None if there are none."""
    played: dict[str, list[str]] = {}
    for (setting, name), curve in curves.items():
        if game_of(curve, styles[name]) == game:
            played.setdefault(name, []).append(setting)
    if not played:
        return None
    settings = max(played.values(), key=len)
    players = [name for name in styles if set(played.get(name, ())).issuperset(settings)]
    found = [[curves[setting, name] for setting in settings] for name in players]
    return Field(
        players,
        settings,
        np.array([curve.coordinates["world"] for curve in found[0]]),
        np.array([[curve.final for curve in of_player] for of_player in found]),
        np.array([np.mean(curves[setting, UNIFORM].final) for setting in settings]),
        streams_of(found[0][0]),
    )


def only(field: Field, wanted: list[bool]) -> Field:
    """Give the field on the wanted settings."""
    places = np.flatnonzero(wanted)
    return field._replace(
        settings=[field.settings[place] for place in places],
        worlds=field.worlds[places],
        regrets=field.regrets[:, places],
        uniform=field.uniform[places],
    )


def streams_of(curve: Curves) -> Streams:
    """Give the streams of the experiment that a run belongs to."""
    return Streams(curve.specification.master_seed, curve.specification.paper)


def mean_ranks(field: Field, settings: np.ndarray, seeds: np.ndarray) -> np.ndarray:
    """Compute each player's mean rank over the settings, 1 for the least mean regret.

    `settings` and `seeds` are weights, of sum 1. Players of one mean regret share their ranks.
    """
    means = field.regrets @ seeds
    below = (means[:, None] > means[None]).sum(axis=1)
    same = (means[:, None] == means[None]).sum(axis=1)
    return (below + (same + 1) / 2) @ settings


def improvements(field: Field) -> Statistic:
    """Give the statistic of how often each player has less regret than each other.

    It has shape (players, players). Runs are paired by setting and seed; a tie counts as a half.
    """
    first, second = field.regrets[:, None], field.regrets[None]
    wins = (first < second) + 0.5 * (first == second)
    return lambda _, settings, seeds: (wins @ seeds) @ settings


def intervals(field: Field, statistic: Statistic) -> list[np.ndarray]:
    """Estimate a statistic; return it, and low and high of 95 % over resampled seeds and worlds."""
    n_settings, n_seeds = field.regrets.shape[1:]
    even = np.full(n_settings, 1 / n_settings), np.full(n_seeds, 1 / n_seeds)
    drawn = np.array([statistic(field, *weights) for weights in resampled(field)])
    tail = (1 - LEVEL) / 2
    return [statistic(field, *even), *np.quantile(drawn, [tail, 1 - tail], axis=0)]


def resampled(field: Field) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Give the weights of settings and of seeds, as worlds and seeds are drawn with replacement.

    A world is drawn with all its problems.
    """
    random = field.streams.open("bootstrap", 0)
    worlds, world_of = np.unique(field.worlds, return_inverse=True)
    n_seeds = field.regrets.shape[2]
    for _ in range(RESAMPLES):
        drawn = np.bincount(random.integers(worlds.size, size=worlds.size), minlength=worlds.size)
        seeds = np.bincount(random.integers(n_seeds, size=n_seeds), minlength=n_seeds)
        yield drawn[world_of] / drawn[world_of].sum(), seeds / n_seeds
