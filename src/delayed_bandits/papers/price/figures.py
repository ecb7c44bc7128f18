"""Figures of the experiment, each drawn from one of its tables."""

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from delayed_bandits.analysis.plots import legend_below, sheet
from delayed_bandits.analysis.style import PALETTE, Styles
from delayed_bandits.papers.arena import heat
from delayed_bandits.papers.price.tables import ALIKE, CLICKS, IGNORED, TEN_ARMS, WORDS

FACTOR = 8  # the ratio from which on cells have the darkest colour
SCALE = LinearSegmentedColormap.from_list("gains", ["#0072B2", "#ffffff", "#d55e00"], N=33)

KINDS = dict.fromkeys(ALIKE, "delays by neither arm nor reward")
KINDS |= dict.fromkeys(TEN_ARMS, "10 arms")
KINDS |= dict.fromkeys(CLICKS, "failures never announced")
"""The kind of environments, in words."""

LEAST = 10  # prices that are lower, or not distinguishable from 0, are drawn here
SHORTEST = 100  # prices of shorter mean delays are not distinguishable from 0

DISTRIBUTIONS = {"fixed": "o", "geometric": "s", "uniform": "D", "pareto15": "^", "lognormal": "v"}
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
    """Draw regret divided by that of the base that ignores delay, a panel per width."""
    table = table[table["handling"] != IGNORED]
    environments = list(pd.unique(table["environment"]))
    environments.sort(key=lambda name: (name.startswith("clicks"), name not in KINDS))
    groups = [KINDS.get(name, "delays by arm or reward") for name in environments]
    bases, widths = list(pd.unique(table["base"])), list(pd.unique(table["width"]))
    found = set(zip(table["base"], table["handling"], strict=True))
    rows = [(base, way) for base in bases for way in WORDS if (base, way) in found]
    height = len(widths) * (heat.ROW * (len(rows) + len(bases)) + 0.3) + 0.9
    figure, panels = sheet(height, len(widths), squeeze=False)
    for axes, width in zip(panels[:, 0], widths, strict=True):
        _gains(axes, table[table["width"] == width], environments, rows, styles)
        words = f"exploration as {width}" if width == "printed" else f"exploration {width}"
        axes.set_title(words, pad=14)
        for group in dict.fromkeys(groups):
            first, count = groups.index(group), groups.count(group)
            axes.axvline(first - 0.5, color="0.3", linewidth=0.8)
            about = {"ha": "center", "va": "bottom", "fontsize": heat.FONT, "style": "italic"}
            axes.text(first + (count - 1) / 2, -0.5, group, **about)
    axes.set_xticks(range(len(environments)), environments, rotation=90, fontsize=heat.FONT)
    return figure


def _gains(
    axes: Axes,
    table: pd.DataFrame,
    environments: list[str],
    rows: list[tuple[str, str]],
    styles: Styles,
) -> None:
    heads = [styles[base]["label"] for base, _ in rows]
    labels, place = [], {}
    for (base, way), head in zip(rows, heads, strict=True):
        labels += [head] if head not in labels else []
        place[base, way] = len(labels)
        rate = base == "tsallis_inf" and way == "widen"
        labels.append("learning rate by outstanding" if rate else WORDS[way])
    cells = []
    for row in table.itertuples():
        text = f"{row.ratio:.2f}" if row.ratio < 0.995 else f"{row.ratio:.1f}"
        text = text if row.ratio < 99.5 else f"{row.ratio:.0f}"
        at = environments.index(row.environment), place[row.base, row.handling]
        depth = math.log(row.ratio) / math.log(FACTOR)
        cells.append(heat.Cell(*at, depth, text, bold=row.low > 1 or row.high < 1))
    heat.draw(axes, cells, scale=SCALE)
    axes.set_yticks(range(len(labels)), labels, fontsize=heat.FONT)
    for label in axes.get_yticklabels():
        label.set_weight("bold" if label.get_text() in heads else "normal")
    axes.set(xticks=[], ylim=(len(labels) - 0.5, -0.5), frame_on=False)
    heat.bare(axes)


def price(table: pd.DataFrame, styles: Styles) -> Figure:
    """Plot prices against waiting, with a panel per base and a panel of exceptions."""
    figure, panels = sheet(5.0, 2, 3, sharey=True)
    last, bases = panels.flat[-1], list(pd.unique(table["base"]))
    kept = table[(table["rule"] == "kept") & (table["mean_delay"] >= SHORTEST)]
    for axes, base in zip(panels.flat, bases, strict=False):
        colour = PALETTE[styles[base]["colour"]]
        found = kept[kept["base"] == base]
        for (distribution, arms), points in found.groupby(["distribution", "arms"], sort=False):
            fill = {"mfc": colour if arms == 2 else "none", "color": colour}
            marks = {"linestyle": "none", "ms": 3.5, "mew": 0.8}
            marks["marker"] = DISTRIBUTIONS[distribution]
            shown = points["price"].where(points["low"] > 0, LEAST)
            axes.plot(points["waiting"], shown, **marks, **fill)
            if base == bases[0]:
                label = f"{distribution}, {arms} arms".replace("pareto15", "Pareto 1.5")
                grey = {"mfc": "0.3" if arms == 2 else "none", "color": "0.3"}
                last.plot([], [], label=label, **marks, **grey)
        ends = np.array([LEAST, 2e4])
        axes.plot(ends, ends, color="0.4", linewidth=0.8)
        axes.fill_between(ends, 0.8 * ends, 1.2 * ends, color="0.85", linewidth=0)
        axes.set(xscale="log", yscale="log", ylim=(0.8 * LEAST, 1e5), xlim=ends)
        axes.set_title(styles[base]["label"], color=colour)
        axes.set_xlabel("waiting, rounds")
        others = table[(table["rule"] == "broken") & (table["base"] == base)]
        shown = others.set_index("distribution")["price"].reindex(list(BREAKS)).clip(lower=LEAST)
        last.plot(range(len(BREAKS)), shown, "o", ms=3.5, color=colour)
    last.axhline(1000, color="0.4", linewidth=0.8)
    for row in panels:
        row[0].set_ylabel("price, rounds of random play")
    last.set_xticks(range(len(BREAKS)), BREAKS.values(), rotation=90, fontsize=heat.FONT)
    last.set_title("other delays, all bases")
    return legend_below(figure, [last], columns=4)


def bounds(table: pd.DataFrame, styles: Styles) -> Figure:
    """Plot bound / regret against T for each theorem."""
    figure, axes = sheet(2.8)
    theorems = table.sort_values("T").groupby("theorem")
    for (theorem, found), colour in zip(theorems, ("green", "blue", "sky"), strict=True):
        marks = {"marker": "o", "ms": 3, "color": PALETTE[colour], "label": theorem}
        axes.plot(found["T"], found["bound"] / found["mean"], **marks)
        better = found["beats_random_play"].iloc[0]
        axes.axvline(better, color=PALETTE[colour], linewidth=0.8, linestyle="dotted")
    axes.axhline(1, color="0.4", linewidth=0.8)
    axes.set(xscale="log", yscale="log", xlabel="T", ylabel="bound / regret")
    return legend_below(figure, [axes], columns=3)
