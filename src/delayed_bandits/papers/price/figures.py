"""Figures of the experiment, each drawn from one of its tables."""

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator

from delayed_bandits.analysis.curves import Styles
from delayed_bandits.analysis.plots import legend_below, sheet
from delayed_bandits.analysis.style import PALETTE
from delayed_bandits.papers.arena import heat
from delayed_bandits.papers.price.rule import rule
from delayed_bandits.papers.price.tables import ALIKE, CLICKS, IGNORED, TEN_ARMS, WORDS

FACTOR = 8  # the ratio from which on cells have the darkest colour
SCALE = LinearSegmentedColormap.from_list("gains", ["#0072B2", "#ffffff", "#d55e00"], N=33)

KINDS = dict.fromkeys(ALIKE, "delays by neither arm nor reward")
KINDS |= dict.fromkeys(TEN_ARMS, "10 arms")
KINDS |= dict.fromkeys(CLICKS, "failures never reported")
"""The kind of each environment, in words."""

LEAST = 0.05  # prices / L that are lower, or not distinguishable from 0, are drawn here

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
    "clicks": "failures never\nreported",
    "clicks-failures": "… click = failure",
    "clicks-correct": "… corrected",
}
"""Labels of the environments in which delays have no mean, or depend on arm or reward."""


def handling(table: pd.DataFrame, styles: Styles) -> Figure:
    """Draw regret with each handling / regret if delay is ignored, a panel per width."""
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
        depth = math.log(max(row.ratio, 1 / FACTOR)) / math.log(FACTOR)  # a ratio may be 0
        cells.append(heat.Cell(*at, depth, text, bold=row.low > 1 or row.high < 1))
    heat.draw(axes, cells, scale=SCALE)
    axes.set_yticks(range(len(labels)), labels, fontsize=heat.FONT)
    for label in axes.get_yticklabels():
        label.set_weight("bold" if label.get_text() in heads else "normal")
    axes.set(xticks=[], ylim=(len(labels) - 0.5, -0.5), frame_on=False)
    heat.bare(axes)


def price(table: pd.DataFrame, styles: Styles) -> Figure:
    """Plot prices of delays with our rule, and of delays to which it does not apply."""
    figure, panels = sheet(5.2, 2, 2, gridspec_kw={"width_ratios": [1.7, 1]})
    panels[1, 0].remove()
    first, other, last = panels[0, 0], panels[0, 1], panels[1, 1]
    first.set_subplotspec(panels[0, 0].get_gridspec()[:, 0])
    expected = rule(line := np.geomspace(0.4, 80, 100), 1)
    for axes, title in ((first, "Thompson sampling"), (other, "other bases")):
        axes.plot(line, expected, color="0.4", linewidth=0.8)
        band = {"where": line >= 1, "color": "0.85", "linewidth": 0}
        axes.fill_between(line, 0.8 * expected, 1.2 * expected, **band)
        axes.set(xscale="log", yscale="log", ylim=(0.8 * LEAST, 100), xlim=(0.4, 80))
        axes.set(xlabel="t / L", ylabel="price / L", title=title)
    for base, found in table[table["rule"] != "broken"].groupby("base", sort=False):
        main, colour = base == "thompson", PALETTE[styles[base]["colour"]]
        for (distribution, when), points in found.groupby(["distribution", "rule"], sort=False):
            at, unit = points["t"] / points["L"], points["L"]
            shade = PALETTE["orange"] if when == "tested" else colour
            marks = {"ls": "none", "color": shade, "marker": DISTRIBUTIONS[distribution]}
            marks |= {"ms": 3.5 if main else 2, "mew": 0.8, "mfc": "none"}
            shown = (points["price"].where(points["low"] > 0) / unit).fillna(LEAST)
            (first if main else other).plot(at, shown, **marks)
            if main and when == "kept":
                label = distribution.replace("pareto15", "Pareto 1.5")
                last.plot([], [], label=label, **marks | {"color": "0.3"})
            if when == "tested":
                first.vlines(at, points["low"] / unit, points["high"] / unit, color=shade, lw=0.8)
    for base, found in table[table["rule"] == "broken"].groupby("base", sort=False):
        shown = found.set_index("distribution")["price"].reindex(list(BREAKS)).clip(lower=10)
        about = {"color": PALETTE[styles[base]["colour"]], "label": styles[base]["label"]}
        last.plot(shown.to_numpy(), "o", ms=3.5, **about)
    for axis in (first.xaxis, first.yaxis):
        axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axis.set_major_formatter("{x:g}")
    last.axhline(1000, color="0.4", linewidth=0.8)
    last.set(yscale="log", ylabel="price, rounds", title="other delays")
    last.set_xticks(range(len(BREAKS)), BREAKS.values(), rotation=90, fontsize=heat.FONT)
    return legend_below(figure, [last], columns=5)


def bounds(table: pd.DataFrame, styles: Styles) -> Figure:
    """Plot bound / regret against T for each theorem."""
    figure, axes = sheet(2.8)
    theorems = table.sort_values("T").groupby("theorem")
    for (theorem, found), colour in zip(theorems, ("green", "blue", "sky"), strict=True):
        marks = {"marker": "o", "ms": 3, "color": PALETTE[colour], "label": theorem}
        if theorem == "Delayed-UCB1":  # QPM-D's line lies on it
            marks |= {"linewidth": 4, "alpha": 0.35, "ms": 6}
        axes.plot(found["T"], found["bound"] / found["mean"], **marks)
        better = found["beats_random_play"].iloc[0]
        axes.axvline(better, color=PALETTE[colour], linewidth=0.8, linestyle="dotted")
    axes.axhline(1, color="0.4", linewidth=0.8)
    axes.set(xscale="log", yscale="log", xlabel="T", ylabel="bound divided by regret")
    return legend_below(figure, [axes], columns=3)
