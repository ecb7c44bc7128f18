"""Heat maps with a row for each algorithm and a column for each environment."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import Colormap, LinearSegmentedColormap, Normalize
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from delayed_bandits.analysis.plots import sheet
from delayed_bandits.papers.arena.field import UNCHECKED

ROW, FONT = 0.15, 6.5
"""Height of a row in inches; font size in points."""

NARROW, SMALLER = 20, 0.78
"""With more than NARROW columns, the font of texts of three digits shrinks by SMALLER."""

FEWEST = 7
"""A panel has room for at least so many columns; with fewer, its right side is empty."""

STEPS = ["#ffffff", "#f3d9b1", "#d55e00", "#5e1f00"]
SCALE = LinearSegmentedColormap.from_list("ratios", STEPS, N=32)

VIOLATED, LINEAR = "#0072B2", "#000000"  # corner: violated assumption; frame: linear regret

DISTRIBUTIONS = (
    *("none", "fixed", "geometric", "uniform", "batches", "Criteo"),
    *("Pareto 1.5", "Pareto 1.0", "Pareto 0.5", "loss", "by arm", "by reward", "payoff"),
    *("by arm and reward", "adversarial", "clicks", "clicks by arm"),
)
"""The delay distributions, ordered from none to those that violate the most assumptions."""


def panels_of(
    table: pd.DataFrame, problems: Sequence[str]
) -> tuple[Figure, list[tuple[Axes, pd.DataFrame]]]:
    """Return a figure and, per problem, an empty panel and the problem's table rows."""
    table = table[table["problem"].isin(problems) & ~table["algorithm"].isin(UNCHECKED)]
    environments = order_of_environments(table)
    algorithms = table.drop_duplicates("algorithm").set_index("algorithm")
    labels: dict[str, str] = {}
    for model, those in algorithms.groupby("feedback_model", sort=False):
        labels |= {model: f"{model}:", **dict(zip(those.index, names_of(those), strict=True))}
    rows = list(labels)
    table = table.assign(
        x=table["environment"].map(environments.index), y=table["algorithm"].map(rows.index)
    )
    height = len(problems) * (ROW * len(rows) + 0.3) + 0.9
    figure, sheets = sheet(height, len(problems), squeeze=False)
    panels = []
    for axes, problem in zip(sheets[:, 0], problems, strict=True):
        found = table[table["problem"] == problem]
        arms, gap = found[["arms", "gap"]].iloc[0]
        title, few = f"{arms:g} arms, gap {gap:g}", len(environments) < FEWEST
        axes.set_title(title, loc="left" if few else "center")
        axes.set_xlim(-0.5, max(len(environments), FEWEST) - 0.5)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_yticks(range(len(rows)), labels.values(), fontsize=FONT)
        bare(axes)
        axes.set(xticks=[], frame_on=False)
        ends = -0.5, len(environments) - 0.5
        axes.fill_betweenx([-0.5, len(rows) - 0.5], *ends, color="0.9", linewidth=0)
        for model in algorithms["feedback_model"].unique():
            head = rows.index(model)
            axes.fill_betweenx([head - 0.5, head + 0.5], *ends, color="white", linewidth=0)
            axes.get_yticklabels()[head].set_weight("bold")
        panels.append((axes, found))
    axes.set_xticks(range(len(environments)), environments, rotation=90, fontsize=FONT)
    return figure, panels


def bare(axes: Axes) -> None:
    """Remove ticks and grid from a panel."""
    axes.tick_params(length=0)
    axes.grid(visible=False)


def order_of_environments(table: pd.DataFrame) -> list[str]:
    """Return the environments by distribution (`DISTRIBUTIONS`), then by mean delay."""
    one = table.drop_duplicates("environment")
    orders, delays = one["distribution"].map(DISTRIBUTIONS.index), one["mean_delay"].fillna(0)
    return [name for *_, name in sorted(zip(orders, delays, one["environment"], strict=True))]


def names_of(table: pd.DataFrame) -> list[str]:
    """Return algorithms' labels, each followed by [what the algorithm is given]."""
    rows = zip(table["label"], table["given"], strict=True)
    return [label if given == "-" else f"{label} [{given}]" for label, given in rows]


def fill(
    axes: Axes, found: pd.DataFrame, column: str, texts: Iterable[str], norm: Normalize
) -> None:
    """Colour the cells of a panel by a column, and write a text into each."""
    cells = zip(found["x"], found["y"], found[column], texts, strict=True)
    draw(axes, [Cell(x, y, float(norm(value)), text) for x, y, value, text in cells])


class Cell(NamedTuple):
    """A cell: column, row, depth of colour up to 1, text, and whether it is bold."""

    x: int
    y: int
    depth: float
    text: str
    bold: bool = False


def draw(
    axes: Axes, cells: Sequence[Cell], size: float = FONT, scale: Colormap | None = None
) -> None:
    """Draw cells. `scale`, if given, colours depths from -1 to 1 instead of 0 to 1."""
    depths = np.full((max(c.y for c in cells) + 1, max(c.x for c in cells) + 1), np.nan)
    for x, y, depth, text, bold in cells:
        depths[y, x] = depth
        ink, weight = "white" if abs(depth) > 0.6 else "0.1", "bold" if bold else "normal"
        wide = depths.shape[1] > NARROW and len(text) > 2 and "." not in text
        look = {"ha": "center", "va": "center", "color": ink, "weight": weight}
        look["fontsize"] = size * SMALLER if wide else size
        axes.text(x, y, text, in_layout=False, **look)
    edges = [np.arange(n + 1) - 0.5 for n in depths.shape[::-1]]
    ends = {"vmin": -1 if scale else 0, "vmax": 1, "edgecolors": "white", "linewidth": 0.4}
    axes.pcolormesh(*edges, depths, cmap=scale or SCALE, **ends)


def mark(axes: Axes, found: pd.DataFrame) -> None:
    """Mark violated assumptions by a corner, and linear regret by a frame."""
    left = 0.5 - np.ptp(axes.get_xlim()) / 100
    corner = np.array([[left, -0.5], [0.5, -0.5], [0.5, -0.17], [left, -0.5]])
    frame = np.array([[-0.44, -0.42], [0.44, -0.42], [0.44, 0.42], [-0.44, 0.42], [-0.44, -0.42]])
    for outline, marked, look in (
        (corner, found["violated"] != "", {"color": VIOLATED, "linewidth": 0}),
        (frame, found["linear"], {"edgecolor": LINEAR, "linewidth": 0.7, "fill": False}),
    ):
        places = found.loc[marked, ["x", "y"]].to_numpy()
        paths = [Path(place + outline, closed=True) for place in places]
        if paths:
            axes.add_patch(PathPatch(Path.make_compound_path(*paths), **look))
