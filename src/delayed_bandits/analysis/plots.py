"""Plots that the figures of several papers share."""

from collections.abc import Iterable

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from delayed_bandits.analysis.curves import AllCurves
from delayed_bandits.analysis.regret_table import regret_table
from delayed_bandits.analysis.style import PALETTE, Styles


def mean_regret(curves: AllCurves) -> pd.DataFrame:
    """The table of `aggregation.regret_table`, as a data frame."""
    return regret_table(curves).to_pandas(use_threads=False)


def plot_regret(axes: Axes, regret: pd.DataFrame, algorithms: Styles, names: Iterable[str]) -> None:
    """Plot mean regret with its 95 % interval as a band, one curve per algorithm in `names`."""
    for name in names:
        rows = regret[regret["algorithm"] == name]
        style = algorithms[name]
        colour = PALETTE[style["colour"]]
        axes.plot(
            rows["round"], rows["mean"], color=colour, linestyle=style["line"], label=style["label"]
        )
        axes.fill_between(
            rows["round"], rows["ci_low"], rows["ci_high"], color=colour, alpha=0.2, linewidth=0
        )
    axes.set_xlim(0, regret["round"].max())
    axes.xaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 5, 10]))
    axes.set_xlabel("round")


def legend_below(figure: Figure, axes: Iterable[Axes], columns: int) -> None:
    """Put one legend for all axes below the figure, where it covers no curve."""
    entries = {}
    for panel in axes:
        for handle, label in zip(*panel.get_legend_handles_labels(), strict=True):
            entries.setdefault(label, handle)
    figure.legend(entries.values(), entries.keys(), loc="outside lower center", ncols=columns)
