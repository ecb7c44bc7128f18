"""Figures of the arena, each drawn from one of its tables."""

from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, LogNorm, Normalize
from matplotlib.figure import Figure

from delayed_bandits.analysis.plots import legend_below
from delayed_bandits.analysis.style import FULL_WIDTH, PALETTE, Styles
from delayed_bandits.papers.arena.field import REFERENCE

MAIN = ("k2-gap010", "k10-gap020")
"""The problems that are played in every world."""

ROW, COLUMN_FONT, CELL_FONT = 0.15, 6, 4.6
"""Height of a row in inches; sizes of the letters of names and of cells."""

WORST = 100
"""The ratio from which on all cells have the darkest colour."""

SCALE = LinearSegmentedColormap.from_list("ratios", ["#ffffff", "#f3d9b1", "#d55e00", "#5e1f00"])

VIOLATED, LINEAR = "#0072B2", "#000000"
"""The colours of the corner of a cell whose assumptions fail, and of the frame of linear regret."""


def picture(table: pd.DataFrame, styles: Styles) -> Figure:
    """Draw regret over the best of the game, players by worlds, for the two main problems."""
    return _panels(table, styles, MAIN)


def picture_gaps(table: pd.DataFrame, styles: Styles) -> Figure:
    """Draw the same for the other problems, which are played in some of the worlds."""
    others = [problem for problem in pd.unique(table["problem"]) if problem not in MAIN]
    return _panels(table, styles, others)


def bad_runs(table: pd.DataFrame, styles: Styles) -> Figure:
    """Draw the share of runs that end above a quarter of uniform play, players by worlds."""
    figure, panels = _grid_of(table, styles, MAIN)
    for axes, problem in zip(panels, MAIN, strict=True):
        found = table[table["problem"] == problem]
        _heat(axes, found, styles, "bad", [f"{100 * x:.0f}" for x in found["bad"]], Normalize(0, 1))
    return figure


def _panels(table: pd.DataFrame, styles: Styles, problems: Sequence[str]) -> Figure:
    shown = table[table["problem"].isin(problems)]
    figure, panels = _grid_of(shown, styles, problems)
    for axes, problem in zip(panels, problems, strict=True):
        found = shown[shown["problem"] == problem]
        words = [_short(ratio) for ratio in found["ratio"]]
        _heat(axes, found, styles, "ratio", words, LogNorm(1, WORST, clip=True))
        _mark(axes, found)
    return figure


def _grid_of(
    table: pd.DataFrame, styles: Styles, problems: Sequence[str]
) -> tuple[Figure, list[Axes]]:
    """Make a panel for each problem, with a row for each player and a column for each world."""
    players = order_of_players(table, styles)
    worlds = list(pd.unique(table["world"]))
    height = len(problems) * (ROW * len(players) + 0.3) + 0.9
    figure = Figure(figsize=(FULL_WIDTH, height))
    panels = list(np.atleast_1d(figure.subplots(len(problems), 1, sharex=True)))
    for axes, problem in zip(panels, problems, strict=True):
        arms, gap = table.loc[table["problem"] == problem, ["arms", "gap"]].iloc[0]
        axes.set_title(f"{arms:g} arms, gap {gap:g}")
        axes.set_xlim(-0.5, len(worlds) - 0.5)
        axes.set_ylim(len(players) - 0.5, -0.5)
        labels = table.drop_duplicates("player").set_index("player").loc[players]
        axes.set_yticks(range(len(players)), _names(labels), fontsize=COLUMN_FONT)
        axes.set_xticks(range(len(worlds)), worlds, rotation=90, fontsize=COLUMN_FONT)
        axes.tick_params(length=0)
        axes.grid(visible=False)
        axes.set_facecolor("0.93")
        games = [styles[name]["game"] for name in players]
        for i in range(1, len(games)):
            if games[i] != games[i - 1]:
                axes.axhline(i - 0.5, color="0.15", linewidth=1)
    return figure, panels


def order_of_players(table: pd.DataFrame, styles: Styles) -> list[str]:
    """Order the players: by game, the references first, then by their median ratio."""
    games = list(dict.fromkeys(style["game"] for style in styles.values()))
    places = {game: (game != REFERENCE, games.index(game)) for game in games}
    main = table[table["law"] != "adversarial"]
    ratios = (main if len(main) else table).groupby("player")["ratio"].median()
    return sorted(ratios.index, key=lambda name: (places[styles[name]["game"]], ratios[name]))


def _heat(
    axes: Axes,
    found: pd.DataFrame,
    styles: Styles,
    column: str,
    words: Iterable[str],
    norm: Normalize,
) -> None:
    """Colour the cells of a panel by a column, and write a word into each."""
    rows, columns = _places(axes, found)
    for row, place, value, word in zip(rows, columns, found[column], words, strict=True):
        depth = float(norm(value))
        colour = SCALE(depth)
        axes.bar(place, 1, 1, bottom=row - 0.5, color=colour, edgecolor="white", linewidth=0.4)
        ink = "white" if depth > 0.6 else "0.1"
        axes.text(place, row, word, ha="center", va="center", fontsize=CELL_FONT, color=ink)


def _places(axes: Axes, found: pd.DataFrame) -> tuple[list[int], list[int]]:
    """Find the row and the column of each cell by the names on the axes."""
    worlds = [label.get_text() for label in axes.get_xticklabels()]
    labels = [label.get_text() for label in axes.get_yticklabels()]
    names = [
        label + _knows(knows) for label, knows in zip(found["label"], found["knows"], strict=True)
    ]
    return [labels.index(name) for name in names], [worlds.index(world) for world in found["world"]]


def _mark(axes: Axes, found: pd.DataFrame) -> None:
    """Mark cells whose assumptions fail by a corner, and those of linear regret by a frame."""
    rows, columns = _places(axes, found)
    cells = zip(rows, columns, found["violated"], found["linear"], strict=True)
    for row, place, violated, linear in cells:
        if violated:
            corner = [(place + 0.15, row - 0.5), (place + 0.5, row - 0.5), (place + 0.5, row - 0.1)]
            axes.fill(*zip(*corner, strict=True), color=VIOLATED, linewidth=0)
        if linear:
            x, y = [place - 0.44, place + 0.44], [row - 0.42, row + 0.42]
            axes.plot(
                [x[0], x[1], x[1], x[0], x[0]],
                [y[0], y[0], y[1], y[1], y[0]],
                color=LINEAR,
                linewidth=0.7,
            )


def _names(table: pd.DataFrame) -> list[str]:
    """Name players by their labels and what they know."""
    rows = zip(table["label"], table["knows"], strict=True)
    return [label if knows == "-" else f"{label} [{knows}]" for label, knows in rows]


def _short(ratio: float) -> str:
    """Write a ratio with two digits."""
    if ratio < 9.95:
        return f"{ratio:.1f}"
    return f"{ratio:.0f}" if ratio < 999.5 else f"{ratio / 1000:.0f}k"


def ranks(table: pd.DataFrame, styles: Styles) -> Figure:
    """Plot each player's mean rank with its interval, a panel for each game."""
    games = list(pd.unique(table["game"]))
    counts = [int((table["game"] == game).sum()) for game in games]
    figure = Figure(figsize=(FULL_WIDTH, 0.17 * sum(counts) + 0.45 * len(games) + 0.4))
    panels = figure.subplots(len(games), 1, height_ratios=counts, squeeze=False)[:, 0]
    for axes, game in zip(panels, games, strict=True):
        found = table[table["game"] == game]
        for row, (_, entry) in enumerate(found.iterrows()):
            colour = PALETTE[styles[entry["player"]]["colour"]]
            axes.plot([entry["low"], entry["high"]], [row, row], color=colour, linewidth=1.5)
            axes.plot(entry["mean_rank"], row, color=colour, marker="o", markersize=4)
        names = [
            label + _knows(known)
            for label, known in zip(found["label"], found["knows"], strict=True)
        ]
        axes.set_yticks(range(len(found)), names, fontsize=COLUMN_FONT)
        axes.set_ylim(len(found) - 0.4, -0.6)
        axes.set_xlim(0.5, len(found) + 0.5)
        axes.set_title(
            f"{game}: {found['settings'].iloc[0]} settings, {found['worlds'].iloc[0]} worlds"
        )
        axes.tick_params(length=0)
    panels[-1].set_xlabel("mean rank, 1 is best")
    return figure


def improvement(table: pd.DataFrame, styles: Styles) -> Figure:
    """Draw the probability that the player of a row has less regret than that of a column."""
    games = list(pd.unique(table["game"]))
    sizes = [len(pd.unique(table.loc[table["game"] == game, "player"])) for game in games]
    figure = Figure(figsize=(FULL_WIDTH, 0.21 * sum(sizes) + 1.2 * len(games)))
    panels = figure.subplots(len(games), 1, height_ratios=sizes, squeeze=False)[:, 0]
    for axes, game in zip(panels, games, strict=True):
        found = table[table["game"] == game]
        wins = found.groupby("player")["probability"].mean().sort_values(ascending=False)
        players = list(wins.index)
        labels = found.drop_duplicates("player").set_index("player")["label"]
        for _, entry in found.iterrows():
            row, place = players.index(entry["player"]), players.index(entry["other"])
            value = entry["probability"]
            colour = SCALE(0.75 * value)
            axes.bar(place, 1, 1, bottom=row - 0.5, color=colour, edgecolor="white", linewidth=0.4)
            decided = entry["low"] > 0.5 or entry["high"] < 0.5
            axes.text(
                place,
                row,
                f"{100 * value:.0f}",
                ha="center",
                va="center",
                fontsize=COLUMN_FONT,
                color="white" if value > 0.75 else "0.1",
                weight="bold" if decided else "normal",
            )
        axes.set_title(game)
        axes.set_yticks(range(len(players)), labels[players], fontsize=COLUMN_FONT)
        axes.set_xticks(range(len(players)), labels[players], rotation=90, fontsize=COLUMN_FONT)
        axes.set_xlim(-0.5, len(players) - 0.5)
        axes.set_ylim(len(players) - 0.5, -0.5)
        axes.tick_params(length=0)
        axes.grid(visible=False)
    return figure


def scaling(table: pd.DataFrame, styles: Styles) -> Figure:
    """Plot regret over mean delay, a column for each law, a row for each main problem and game."""
    table = table[table["problem"].isin(MAIN)]
    laws = list(pd.unique(table["law"]))
    games = [game for game in pd.unique(table["game"]) if game != REFERENCE]
    figure = Figure(figsize=(FULL_WIDTH, 1.5 * len(games) * len(MAIN) + 1.6))
    panels = figure.subplots(len(games) * len(MAIN), len(laws), sharex=True, squeeze=False)
    rows = [(game, problem) for game in games for problem in MAIN]
    for of_row, (game, problem) in zip(panels, rows, strict=True):
        for axes, law in zip(of_row, laws, strict=True):
            at = (table["law"] == law) & (table["problem"] == problem) & (table["game"] == game)
            for name, found in table[at].groupby("player", sort=False):
                style = styles[name]
                axes.errorbar(
                    found["mean_delay"],
                    found["mean"],
                    yerr=[found["mean"] - found["low"], found["high"] - found["mean"]],
                    color=PALETTE[style["colour"]],
                    linestyle=style["line"],
                    marker="o",
                    markersize=2,
                    label=style["label"],
                )
            axes.set_xscale("log")
            axes.set_yscale("log")
        of_row[0].set_ylabel(f"{game}\n{problem}", fontsize=COLUMN_FONT)
    for axes, law in zip(panels[0], laws, strict=True):
        axes.set_title(law)
    for axes in panels[-1]:
        axes.set_xlabel("mean delay")
    legend_below(figure, panels.flat, columns=4)
    return figure


def slopes(table: pd.DataFrame, styles: Styles) -> Figure:
    """Plot the slopes of log regret over log mean delay with their intervals, by law."""
    table = table[table["problem"] == MAIN[0]].drop_duplicates(["law", "player"])
    laws = list(pd.unique(table["law"]))
    players = [name for name in styles if name in set(table["player"])]
    figure = Figure(figsize=(FULL_WIDTH, ROW * len(players) + 0.7))
    panels = figure.subplots(1, len(laws), sharey=True, sharex=True, squeeze=False)[0]
    for axes, law in zip(panels, laws, strict=True):
        for _, entry in table[table["law"] == law].iterrows():
            row = players.index(entry["player"])
            colour = PALETTE[styles[entry["player"]]["colour"]]
            axes.plot([entry["slope_low"], entry["slope_high"]], [row, row], color=colour)
            axes.plot(entry["slope"], row, color=colour, marker="o", markersize=3)
        axes.axvline(0, color="0.5", linewidth=0.6)
        axes.set_title(law)
        axes.set_xlabel("slope")
    labels = [styles[name]["label"] for name in players]
    panels[0].set_yticks(range(len(players)), labels, fontsize=COLUMN_FONT)
    panels[0].set_ylim(len(players) - 0.4, -0.6)
    return figure


def spread(table: pd.DataFrame, styles: Styles) -> Figure:
    """Draw the histograms of regret over that of uniform play, a row for each player."""
    players = [name for name in styles if name in set(table["player"])]
    edges = table.drop_duplicates(["above", "up_to"])[["above", "up_to"]]
    figure = Figure(figsize=(FULL_WIDTH, ROW * len(players) + 0.9))
    axes = figure.subplots()
    for _, entry in table.iterrows():
        row = players.index(entry["player"])
        place = int((edges["above"] < entry["above"]).sum())
        depth = entry["share"] ** 0.5
        axes.bar(
            place, 1, 1, bottom=row - 0.5, color=SCALE(depth), edgecolor="white", linewidth=0.4
        )
        if entry["runs"]:
            ink = "white" if depth > 0.6 else "0.1"
            word = f"{100 * entry['share']:.1f}"
            axes.text(place, row, word, ha="center", va="center", fontsize=CELL_FONT, color=ink)
    bounds = [
        f"≤ {row.up_to:g}" if np.isfinite(row.up_to) else "more" for row in edges.itertuples()
    ]
    axes.set_xticks(range(len(edges)), bounds, fontsize=COLUMN_FONT)
    axes.set_yticks(
        range(len(players)), [styles[n]["label"] for n in players], fontsize=COLUMN_FONT
    )
    axes.set_ylim(len(players) - 0.5, -0.5)
    axes.set_xlim(-0.5, len(edges) - 0.5)
    axes.set_xlabel("regret over that of uniform play")
    axes.tick_params(length=0)
    axes.grid(visible=False)
    return figure
