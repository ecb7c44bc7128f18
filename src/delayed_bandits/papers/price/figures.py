"""Figures of the experiment, each drawn from one of its tables."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from delayed_bandits.analysis.plots import legend_below, sheet
from delayed_bandits.analysis.style import PALETTE, Styles
from delayed_bandits.papers.arena.heat import FONT, ROW, bare
from delayed_bandits.papers.price.tables import ALIKE, CLICKS, IGNORED, WORDS

FACTOR = 8  # the ratio from which on cells have the darkest colour
SCALE = LinearSegmentedColormap.from_list("gains", ["#0072B2", "#ffffff", "#d55e00"], N=33)

KINDS = dict.fromkeys(ALIKE, "delays by neither arm nor reward")
KINDS |= dict.fromkeys(CLICKS, "failures never announced")
"""The kind of environments, in words."""

LEAST = 0.02  # prices that are lower, or not distinguishable from 0, are drawn here

DISTRIBUTIONS = {"fixed": "o", "geometric": "s", "uniform": "D", "pareto15": "^"}
"""Markers of the delay distributions."""

BREAKS = {
    "fast-best": "other arm late",
    "slow-best": "best arm late",
    "late-failures": "failures late",
    "late-successes": "successes late",
    "biased": "late by arm\nand reward",
    "pareto1": "Pareto 1",
    "pareto05": "Pareto 0.5",
    "loss": "half lost",
    "clicks": "failures never\nannounced",
}
"""The environments in which delays have no mean, or depend on arm or reward."""


def handling(table: pd.DataFrame, styles: Styles) -> Figure:
    """Draw regret / regret of the base that ignores delay, a panel for each width."""
    table = table[table["handling"] != IGNORED]
    environments = list(pd.unique(table["environment"]))
    environments.sort(key=lambda name: (name.startswith("clicks"), name not in KINDS))
    bases = list(pd.unique(table["base"]))
    rows = [(base, way) for base in bases for way in WORDS]
    rows = [
        row for row in rows if len(table[(table["base"] == row[0]) & (table["handling"] == row[1])])
    ]
    widths = list(pd.unique(table["width"]))
    height = len(widths) * (ROW * (len(rows) + len(bases)) + 0.3) + 0.9
    figure, panels = sheet(height, len(widths), squeeze=False)
    for axes, width in zip(panels[:, 0], widths, strict=True):
        _gains(axes, table[table["width"] == width], environments, rows, styles)
        words = f"exploration as {width}" if width == "printed" else f"exploration {width}"
        axes.set_title(words, pad=14)
        groups = [KINDS.get(name, "delays by arm or reward") for name in environments]
        for group in dict.fromkeys(groups):
            first, count = groups.index(group), groups.count(group)
            axes.axvline(first - 0.5, color="0.3", linewidth=0.8)
            about = {"ha": "center", "va": "bottom", "fontsize": FONT, "style": "italic"}
            axes.text(first + (count - 1) / 2, -0.5, group, **about)
    axes.set_xticks(range(len(environments)), environments, rotation=90, fontsize=FONT)
    return figure


def _gains(
    axes: Axes,
    table: pd.DataFrame,
    environments: list[str],
    rows: list[tuple[str, str]],
    styles: Styles,
) -> None:
    labels, place = [], {}
    for base, way in rows:
        if styles[base]["label"] not in labels:
            labels.append(styles[base]["label"])
        place[base, way] = len(labels)
        rate = base == "tsallis_inf" and way == "widen"
        labels.append("learning rate by outstanding" if rate else WORDS[way])
    colours = np.full((len(labels), len(environments)), np.nan)
    for row in table.itertuples():
        y, x = place[row.base, row.handling], environments.index(row.environment)
        colours[y, x] = np.log(row.ratio)
        text = f"{row.ratio:.2f}" if row.ratio < 0.995 else f"{row.ratio:.1f}"
        sure = row.low > 1 or row.high < 1
        strong = abs(colours[y, x]) > 0.6 * np.log(FACTOR)
        ink = {"color": "white" if strong else "0.1", "weight": "bold" if sure else "normal"}
        axes.text(
            x,
            y,
            text if row.ratio < 99.5 else f"{row.ratio:.0f}",
            ha="center",
            va="center",
            fontsize=FONT,
            in_layout=False,
            **ink,
        )
    edges = [np.arange(n + 1) - 0.5 for n in colours.shape[::-1]]
    ends = {"vmin": -np.log(FACTOR), "vmax": np.log(FACTOR)}
    axes.pcolormesh(*edges, colours, cmap=SCALE, **ends, edgecolors="white", linewidth=0.4)
    axes.set_yticks(range(len(labels)), labels, fontsize=FONT)
    for label in axes.get_yticklabels():
        heads = [styles[base]["label"] for base, _ in rows]
        label.set_weight("bold" if label.get_text() in heads else "normal")
    axes.set(xticks=[], ylim=(len(labels) - 0.5, -0.5), frame_on=False)
    bare(axes)


def price(table: pd.DataFrame, styles: Styles) -> Figure:
    """Plot the price of delays against their mean, a panel per base, and exceptions."""
    figure, panels = sheet(5.0, 2, 3, sharey=True)
    last, bases = panels.flat[-1], list(pd.unique(table["base"]))
    kept = table[(table["rule"] == "kept") & (table["mean_delay"] > 10)]
    for axes, base in zip(panels.flat, bases, strict=False):
        colour = PALETTE[styles[base]["colour"]]
        found = kept[kept["base"] == base]
        for (arms, distribution), points in found.groupby(["arms", "distribution"], sort=False):
            marks = {
                "linestyle": "none",
                "ms": 3.5,
                "mew": 0.8,
                "marker": DISTRIBUTIONS[distribution],
            }
            marks |= {"color": colour, "mfc": colour if arms == 2 else "none"}
            shown = points["share"].where(points["low"] > 0, LEAST)
            axes.plot(points["mean_delay"] * (0.9 if arms == 2 else 1.12), shown, **marks)
            label = f"{distribution}, {arms} arms".replace("pareto15", "Pareto 1.5")
            grey = {"color": "0.3", "mfc": "0.3" if arms == 2 else "none"}
            if base == bases[0]:
                last.plot([], [], label=label, **(marks | grey))
        axes.set(xscale="log", yscale="log", ylim=(0.8 * LEAST, 90), xlim=(50, 20000))
        axes.set_title(styles[base]["label"], color=colour)
        axes.set_xlabel("mean delay, rounds")
        others = table[(table["rule"] == "broken") & (table["base"] == base)]
        shown = others.set_index("distribution")["share"].reindex(list(BREAKS)).clip(lower=LEAST)
        last.plot(range(len(BREAKS)), shown, "o", ms=3.5, color=colour)
    for axes in panels.flat:
        axes.axhline(1, color="0.4", linewidth=0.8)
    for row in panels:
        row[0].set_ylabel("price / random play's loss")
    last.set_xticks(range(len(BREAKS)), BREAKS.values(), rotation=90, fontsize=FONT)
    last.set_title("other delays, all bases")
    return legend_below(figure, [last], columns=4)


def bounds(table: pd.DataFrame, styles: Styles) -> Figure:
    """Plot bound / regret against T, a panel for each number of arms."""
    arms = sorted(pd.unique(table["arms"]))
    figure, panels = sheet(2.8, 1, len(arms), sharey=True)
    for axes, count in zip(panels, arms, strict=True):
        of_arms = table[table["arms"] == count].sort_values("T")
        for (theorem, found), colour in zip(
            of_arms.groupby("theorem"), ("green", "blue", "sky"), strict=True
        ):
            marks = {"marker": "o", "ms": 3, "color": PALETTE[colour], "label": theorem}
            axes.plot(found["T"], found["bound"] / found["mean"], **marks)
            better = found["beats_random_play"].iloc[0]
            axes.axvline(better, color=PALETTE[colour], linewidth=0.8, linestyle="dotted")
        axes.axhline(1, color="0.4", linewidth=0.8)
        gap = of_arms["gap"].iloc[0]
        axes.set(xscale="log", yscale="log", xlabel="T", title=f"{count} arms, gap {gap:g}")
    panels[0].set_ylabel("bound / regret")
    return legend_below(figure, panels[:1], columns=3)
