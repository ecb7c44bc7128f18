"""Figures of the arena, each drawn from one of its tables."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm, Normalize
from matplotlib.figure import Figure

from delayed_bandits.analysis.plots import look, sheet
from delayed_bandits.analysis.style import PALETTE, Styles
from delayed_bandits.papers.arena import heat
from delayed_bandits.papers.arena.field import MAIN, REFERENCE

FEW = 7
"""Worlds that leave room for all problems in one picture."""

WORST = 100
"""The ratio from which on all cells have the darkest colour."""


def picture(table: pd.DataFrame, styles: Styles) -> Figure:
    """Draw regret over the best of the game, players by worlds, for the first main problem.

    Of a table with few worlds, or without that problem, it draws all problems.
    """
    problems = list(pd.unique(table["problem"]))
    few = table["world"].nunique() <= FEW or MAIN[0] not in problems
    return _ratios(table, styles, problems if few else MAIN[:1])


def picture_arms(table: pd.DataFrame, styles: Styles) -> Figure:
    """Draw the same for the second main problem, which has more arms."""
    return _ratios(table, styles, MAIN[1:])


def picture_gaps(table: pd.DataFrame, styles: Styles) -> Figure:
    """Draw the same for the other problems, which are played in some of the worlds."""
    others = [problem for problem in pd.unique(table["problem"]) if problem not in MAIN]
    return _ratios(table, styles, others)


def _ratios(table: pd.DataFrame, styles: Styles, problems: Sequence[str]) -> Figure:
    shown = table[table["problem"].isin(problems)]
    figure, panels = heat.panels_of(shown, styles, problems)
    for problem, panel in panels.items():
        found = shown[shown["problem"] == problem]
        words = [_short(ratio) for ratio in found["ratio"]]
        heat.fill(panel, found, "ratio", words, LogNorm(1, WORST, clip=True))
        heat.mark(panel, found)
    return figure


def _short(ratio: float) -> str:
    """Write a ratio with two digits."""
    if ratio < 9.95:
        return f"{ratio:.1f}"
    return f"{ratio:.0f}" if ratio < 999.5 else f"{ratio / 1000:.0f}k"


def bad_runs(table: pd.DataFrame, styles: Styles) -> Figure:
    """Draw the share of runs that end above a quarter of uniform play, players by worlds."""
    shown = table[table["problem"].isin(MAIN)]
    figure, panels = heat.panels_of(shown, styles, MAIN)
    for problem, panel in panels.items():
        found = shown[shown["problem"] == problem]
        heat.fill(panel, found, "bad", [f"{100 * x:.0f}" for x in found["bad"]], Normalize(0, 1))
    return figure


def ranks(table: pd.DataFrame, styles: Styles) -> Figure:
    """Plot each player's mean rank with its interval, a panel for each game."""
    figure, panels = _by_game(table, 0.17, 0.45, 0.4)
    for axes, (game, found) in panels:
        for row, entry in enumerate(found.itertuples()):
            interval = entry.low, entry.mean_rank, entry.high
            _dot(axes, row, interval, styles[entry.player], 4, linewidth=1.5)
        heat.name_rows(axes, heat.names_of(found), ends=(-0.6, -0.4))
        axes.set_xlim(0.5, len(found) + 0.5)
        settings, worlds = found[["settings", "worlds"]].iloc[0]
        axes.set_title(f"{game}: {settings} settings, {worlds} worlds")
        axes.tick_params(length=0)
    axes.set_xlabel("mean rank, 1 is best")
    return figure


def _by_game(
    table: pd.DataFrame, row: float, head: float, foot: float
) -> tuple[Figure, Iterator[tuple[Axes, tuple[str, pd.DataFrame]]]]:
    """Make a panel for each game, `row` inches for each player; return it with the game's rows."""
    parts = list(table.groupby("game", sort=False))
    sizes = [part["player"].nunique() for _, part in parts]
    look = {"height_ratios": sizes, "squeeze": False}
    figure, panels = sheet(row * sum(sizes) + head * len(parts) + foot, len(parts), **look)
    return figure, zip(panels[:, 0], parts, strict=True)


def _dot(
    axes: Axes,
    row: int,
    interval: Sequence[float],
    style: Mapping[str, str],
    size: float,
    **line: Any,
) -> None:
    """Plot a dot in a row, with a line from low to high; the interval is low, middle, high."""
    colour = PALETTE[style["colour"]]
    axes.plot(interval[::2], [row, row], color=colour, **line)
    axes.plot(interval[1], row, color=colour, marker="o", markersize=size)


def improvement(table: pd.DataFrame, styles: Styles) -> Figure:
    """Draw the probability that the player of a row has less regret than that of a column."""
    figure, panels = _by_game(table, 0.21, 1.2, 0)
    for axes, (game, found) in panels:
        wins = found.groupby("player")["probability"].mean().sort_values(ascending=False)
        players = list(wins.index)
        labels = found.drop_duplicates("player").set_index("player")["label"][players]
        cells = []
        for row in found.itertuples():
            place = players.index(row.other), players.index(row.player)
            sure = row.low > 0.5 or row.high < 0.5
            word = f"{100 * row.probability:.0f}"
            cells.append(heat.Cell(*place, 0.75 * row.probability, word, sure))
        heat.draw(axes, cells, heat.NAME_FONT)
        heat.name_rows(axes, labels)
        heat.name_columns(axes, labels, rotation=90)
        axes.set_title(game)
    return figure


def scaling(table: pd.DataFrame, styles: Styles) -> Figure:
    """Plot regret over mean delay with 2 arms, a column for each law and a row for each game."""
    table = table[table["problem"] == MAIN[0]]
    laws = list(pd.unique(table["law"]))
    games = [game for game in pd.unique(table["game"]) if game != REFERENCE]
    widths = [*([1] * len(laws)), 1.5]
    shared = {"sharey": "row", "squeeze": False, "width_ratios": widths}
    figure, panels = sheet(2.0 * len(games) + 0.4, len(games), len(laws) + 1, **shared)
    for of_row, game in zip(panels, games, strict=True):
        drawn: dict[str, Any] = {}
        for axes, law in zip(of_row, laws, strict=False):
            found = table[(table["law"] == law) & (table["game"] == game)]
            for name, points in found.groupby("player", sort=False):
                mean, style = points["mean"], {"marker": "o", "ms": 2, **look(styles[name])}
                spread = [mean - points["low"], points["high"] - mean]
                bars = axes.errorbar(points["mean_delay"], mean, spread, **style)
                drawn[styles[name]["label"]] = bars
            axes.set(xscale="log", yscale="log", xlabel="mean delay", title=law)
            axes.set_visible(len(found) > 0)
        of_row[0].set_ylabel(f"regret, {game}")
        of_row[-1].axis("off")
        of_row[-1].legend(drawn.values(), drawn.keys(), loc="center left", fontsize=heat.NAME_FONT)
    return figure


def slopes(table: pd.DataFrame, styles: Styles) -> Figure:
    """Plot the slopes of log regret over log mean delay with their intervals, by law."""
    table = table[table["problem"] == MAIN[0]].drop_duplicates(["law", "player"])
    laws = list(pd.unique(table["law"]))
    players = [name for name in styles if name in set(table["player"])]
    shared = {"sharey": True, "sharex": True, "squeeze": False}
    figure, panels = sheet(heat.ROW * len(players) + 0.7, 1, len(laws), **shared)
    for axes, law in zip(panels[0], laws, strict=True):
        for entry in table[table["law"] == law].itertuples():
            interval = entry.slope_low, entry.slope, entry.slope_high
            _dot(axes, players.index(entry.player), interval, styles[entry.player], 3)
        axes.axvline(0, color="0.5", linewidth=0.6)
        axes.set(title=law, xlabel="slope")
    heat.name_rows(panels[0, 0], [styles[name]["label"] for name in players], ends=(-0.6, -0.4))
    return figure


def spread(table: pd.DataFrame, styles: Styles) -> Figure:
    """Draw the histograms of regret over that of uniform play, a row for each player."""
    players = [name for name in styles if name in set(table["player"])]
    edges = table.drop_duplicates(["above", "up_to"])[["above", "up_to"]]
    figure, axes = sheet(heat.ROW * len(players) + 0.9)
    above = sorted(edges["above"])
    cells = []
    for row in table.itertuples():
        word = f"{100 * row.share:.1f}" if row.runs else ""
        place = above.index(row.above), players.index(row.player)
        cells.append(heat.Cell(*place, row.share**0.5, word))
    heat.draw(axes, cells)
    bounds = [f"≤ {edge:g}" if np.isfinite(edge) else "more" for edge in edges["up_to"]]
    heat.name_columns(axes, bounds)
    heat.name_rows(axes, [styles[name]["label"] for name in players])
    axes.set_xlabel("regret over that of uniform play")
    return figure
