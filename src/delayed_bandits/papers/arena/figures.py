"""Figures of the arena, each drawn from one of its tables."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.colors import LogNorm, Normalize
from matplotlib.figure import Figure

from delayed_bandits.analysis.curves import Styles
from delayed_bandits.analysis.plots import look, sheet
from delayed_bandits.analysis.ranks import REFERENCE
from delayed_bandits.analysis.style import PALETTE
from delayed_bandits.papers.arena import heat
from delayed_bandits.papers.arena.field import MAIN, RANDOM_PLAY, UNCHECKED

LEAST = 0.5  # percent of random play up to which cells are white


def picture(table: pd.DataFrame, styles: Styles) -> Figure:
    """Draw regret in percent of random play's, on 2 arms or on selected problems."""
    problems = list(pd.unique(table["problem"]))
    one = MAIN[0] in problems and not table.attrs.get("selected")
    return _percents(table, MAIN[:1] if one else problems)


def picture_arms(table: pd.DataFrame, styles: Styles) -> Figure:
    """Draw regret in percent of random play's, on 10 arms."""
    return _percents(table, MAIN[1:])


def picture_gaps(table: pd.DataFrame, styles: Styles) -> Figure:
    """Draw regret in percent of random play's, on all but the main problems."""
    others = [problem for problem in pd.unique(table["problem"]) if problem not in MAIN]
    return _percents(table, others)


def _percents(table: pd.DataFrame, problems: Sequence[str]) -> Figure:
    figure, panels = heat.panels_of(table, problems)
    for axes, found in panels:
        found = found.assign(percent=100 * found["mean"] / found["uniform"])
        texts = [_short(percent) for percent in found["percent"]]
        heat.fill(axes, found, "percent", texts, LogNorm(LEAST, 100, clip=True))
        heat.mark(axes, found[found["algorithm"] != RANDOM_PLAY])  # random play has linear regret
    return figure


def _short(percent: float) -> str:
    if percent < 9.95:
        return f"{percent:.1f}" if percent >= 0 else "<0"
    return f"{percent:.0f}" if percent < 999.5 else f"{percent / 1000:.0f}k"


def bad_runs(table: pd.DataFrame, styles: Styles) -> Figure:
    """Draw the percentage of runs that end above a quarter of random play's regret."""
    figure, panels = heat.panels_of(table, MAIN)
    for axes, found in panels:
        heat.fill(axes, found, "bad", [f"{100 * x:.0f}" for x in found["bad"]], Normalize(0, 1))
    return figure


def ranks(table: pd.DataFrame, styles: Styles) -> Figure:
    """Plot mean ranks with their intervals, a panel for each feedback model."""
    models = list(table.groupby("feedback_model", sort=False))
    counts = [len(found) for _, found in models]
    height = 0.17 * sum(counts) + 0.45 * len(models) + 0.4
    figure, panels = sheet(height, len(models), height_ratios=counts, squeeze=False)
    for axes, (model, found) in zip(panels[:, 0], models, strict=True):
        for row, (_, entry) in enumerate(found.iterrows()):
            colour = PALETTE[styles[entry["algorithm"]]["colour"]]
            axes.plot([entry["low"], entry["high"]], [row, row], color=colour, linewidth=1.5)
            axes.plot(entry["mean_rank"], row, color=colour, marker="o", markersize=4)
        axes.set_yticks(range(len(found)), heat.names_of(found), fontsize=heat.FONT)
        axes.set(ylim=(len(found) - 0.4, -0.6), xlim=(0.5, len(found) + 0.5))
        settings, environments = found[["settings", "environments"]].iloc[0]
        axes.set_title(f"{model}: {settings} settings, {environments} environments")
        axes.tick_params(length=0)
    axes.set_xlabel("mean rank, 1 is best")
    return figure


def improvement(table: pd.DataFrame, styles: Styles) -> Figure:
    """Draw the probability that a row's algorithm has less regret than a column's."""
    models = list(table.groupby("feedback_model", sort=False))
    sizes = [found["algorithm"].nunique() for _, found in models]
    height = 0.21 * sum(sizes) + 1.2 * len(models)
    figure, panels = sheet(height, len(models), height_ratios=sizes, squeeze=False)
    for axes, (model, found) in zip(panels[:, 0], models, strict=True):
        labels = found.drop_duplicates("algorithm").set_index("algorithm")["label"]
        algorithms = list(labels.index)
        cells = []
        for row in found.itertuples():
            place = algorithms.index(row.other), algorithms.index(row.algorithm)
            shown = 0.75 * row.probability, f"{100 * row.probability:.0f}"
            cells.append(heat.Cell(*place, *shown, bold=row.low > 0.5 or row.high < 0.5))
        heat.draw(axes, cells, heat.FONT)
        axes.set_yticks(range(len(algorithms)), labels, fontsize=heat.FONT)
        axes.set_xticks(range(len(algorithms)), labels, rotation=90, fontsize=heat.FONT)
        ends = -0.5, len(algorithms) - 0.5
        axes.set(title=model, xlim=ends, ylim=ends[::-1])
        heat.bare(axes)
    return figure


def scaling(table: pd.DataFrame, styles: Styles) -> Figure:
    """Plot regret against mean delay, by distribution (columns) and feedback model."""
    table = table[(table["problem"] == MAIN[0]) & ~table["algorithm"].isin(UNCHECKED)]
    distributions = list(pd.unique(table["distribution"]))
    models = [model for model in pd.unique(table["feedback_model"]) if model != REFERENCE]
    shape = 2.0 * len(models) + 0.4, len(models), len(distributions) + 1
    widths = [*([1] * len(distributions)), 1.5]
    figure, panels = sheet(*shape, sharey="row", squeeze=False, width_ratios=widths)
    for of_row, model in zip(panels, models, strict=True):
        of_model = table[table["feedback_model"] == model]
        drawn: dict[str, Any] = {}
        for axes, distribution in zip(of_row, distributions, strict=False):
            found = of_model[of_model["distribution"] == distribution]
            for name, points in found.groupby("algorithm", sort=False):
                mean, low, high = points["mean"], points["low"], points["high"]
                dots = {"marker": "o", "ms": 2, **look(styles[name])}
                bars = axes.errorbar(points["mean_delay"], mean, [mean - low, high - mean], **dots)
                drawn[styles[name]["label"]] = bars
            axes.set(xscale="log", yscale="log", title=distribution)
            axes.set_visible(len(found) > 0)
        of_row[0].set_ylabel(f"regret, {model}")
        of_row[0].set_xlabel("mean delay in rounds")
        free = next((axes for axes in of_row if not axes.get_visible()), of_row[-1])
        of_row[-1].set_visible(False)
        free.set(visible=True, title="")
        free.axis("off")
        legend = free.legend(drawn.values(), drawn.keys(), loc="center left", fontsize=heat.FONT)
        legend.set_in_layout(free is of_row[-1])
    return figure


def slopes(table: pd.DataFrame, styles: Styles) -> Figure:
    """Plot slopes of log regret against log mean delay, a panel per distribution."""
    table = table[(table["problem"] == MAIN[0]) & ~table["algorithm"].isin(UNCHECKED)]
    table = table.drop_duplicates(["distribution", "algorithm"])
    distributions = table.groupby("distribution", sort=False)
    labels: dict[str, str] = {}
    for model, those in table.groupby("feedback_model", sort=False):
        names = dict.fromkeys(those["algorithm"])
        labels |= {model: f"{model}:"} | {name: styles[name]["label"] for name in names}
    rows = list(labels)
    height = heat.ROW * len(rows) + 0.7
    figure, panels = sheet(height, 1, len(distributions), sharey=True, sharex=True, squeeze=False)
    for axes, (distribution, found) in zip(panels[0], distributions, strict=True):
        for _, entry in found.iterrows():
            row = rows.index(entry["algorithm"])
            colour = PALETTE[styles[entry["algorithm"]]["colour"]]
            axes.plot([entry["slope_low"], entry["slope_high"]], [row, row], color=colour)
            axes.plot(entry["slope"], row, color=colour, marker="o", markersize=3)
        axes.axvline(0, color="0.5", linewidth=0.6)
        axes.set(title=distribution, xlabel="slope")
    panels[0, 0].set_yticks(range(len(rows)), labels.values(), fontsize=heat.FONT)
    for label in panels[0, 0].get_yticklabels():
        label.set_weight("bold" if label.get_text().endswith(":") else "normal")
    panels[0, 0].set_ylim(len(rows) - 0.4, -0.6)
    return figure


def spread(table: pd.DataFrame, styles: Styles) -> Figure:
    """Draw histograms of regret / random play's regret, a row for each algorithm."""
    table = table[~table["algorithm"].isin(UNCHECKED)]
    algorithms = list(pd.unique(table["algorithm"]))
    edges = table.drop_duplicates(["above", "up_to"])[["above", "up_to"]]
    figure, axes = sheet(heat.ROW * len(algorithms) + 0.9)
    above = sorted(edges["above"])
    cells = []
    for row in table.itertuples():
        text = f"{100 * row.share:.1f}" if row.runs else ""
        place = above.index(row.above), algorithms.index(row.algorithm)
        cells.append(heat.Cell(*place, row.share**0.5, text))
    heat.draw(axes, cells)
    bounds = [f"≤ {edge:g}" if np.isfinite(edge) else "more" for edge in edges["up_to"]]
    axes.set_xticks(range(len(edges)), bounds, fontsize=heat.FONT)
    labels = [styles[name]["label"] for name in algorithms]
    axes.set_yticks(range(len(algorithms)), labels, fontsize=heat.FONT)
    axes.set(ylim=(len(algorithms) - 0.5, -0.5), xlim=(-0.5, len(edges) - 0.5))
    axes.set_xlabel("regret divided by random play's")
    heat.bare(axes)
    return figure
