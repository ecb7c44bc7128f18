"""The field of one game: the final regrets of the players that play all of its settings."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from delayed_bandits.analysis.curves import AllCurves, Curves
from delayed_bandits.analysis.intervals import LEVEL
from delayed_bandits.analysis.style import Styles
from delayed_bandits.traces.streams import Streams

REFERENCE = "reference"
"""The game of those that nobody competes with: uniform play, and UCB1 without delay."""

UNIFORM = "uniform_play"

RESAMPLES = 1000


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
    streams : Streams
    """

    players: list[str]
    settings: list[str]
    worlds: np.ndarray
    regrets: np.ndarray
    streams: Streams


def games_of(styles: Styles) -> list[str]:
    """List the games that are played, in the order of their first players, without references."""
    games = dict.fromkeys(style["game"] for style in styles.values())
    return [game for game in games if game != REFERENCE]


def field_of(curves: AllCurves, styles: Styles, game: str) -> Field | None:
    """Collect the field of a game: its players that play most settings; None if there are none."""
    played: dict[str, list[str]] = {}
    for setting, name in curves:
        if styles[name]["game"] == game:
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
        streams_of(found[0][0]),
    )


def streams_of(curve: Curves) -> Streams:
    """Give the streams of the experiment that a run belongs to."""
    return Streams(curve.specification.master_seed, curve.specification.paper)


def mean_ranks(regrets: np.ndarray) -> np.ndarray:
    """Compute each player's mean rank over the settings, 1 for the least mean regret.

    Players of the same mean regret share the mean of their ranks.
    """
    means = regrets.mean(axis=2)
    below = (means[:, None] > means[None]).sum(axis=1)
    same = (means[:, None] == means[None]).sum(axis=1)
    return (below + (same + 1) / 2).mean(axis=1)


def improvements(regrets: np.ndarray) -> np.ndarray:
    """Compute how often each player has less regret than each other, shape (players, players).

    Runs are paired by setting and seed; a tie counts as a half.
    """
    first, second = regrets[:, None], regrets[None]
    return ((first < second) + 0.5 * (first == second)).mean(axis=(2, 3))


def intervals(field: Field, statistic: Callable[[np.ndarray], np.ndarray]) -> list[np.ndarray]:
    """Estimate a statistic of regrets, with its bootstrap interval over seeds and worlds.

    Returns
    -------
    list of ndarray
        Estimate, low and high: 95 % of the statistics of resampled seeds and worlds lie between.
    """
    drawn = np.array([statistic(regrets) for regrets in resampled(field)])
    tail = (1 - LEVEL) / 2
    return [statistic(field.regrets), *np.quantile(drawn, [tail, 1 - tail], axis=0)]


def resampled(field: Field) -> Iterator[np.ndarray]:
    """Give the regrets of as many worlds and seeds, drawn with replacement, again and again.

    All players have the same draws. A world is drawn with all its problems.
    """
    random = field.streams.open("bootstrap", 0)
    worlds = np.unique(field.worlds)
    places = {world: np.flatnonzero(field.worlds == world) for world in worlds}
    n_seeds = field.regrets.shape[2]
    for _ in range(RESAMPLES):
        chosen = random.integers(worlds.size, size=worlds.size)
        settings = np.concatenate([places[worlds[i]] for i in chosen])
        seeds = random.integers(n_seeds, size=n_seeds)
        yield field.regrets[:, settings][:, :, seeds]
