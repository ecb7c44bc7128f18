"""Figures of the tiny paper."""

from matplotlib.figure import Figure

from delayed_bandits.analysis.curves import AllCurves
from delayed_bandits.analysis.plots import legend_below, mean_regret, plot_regret
from delayed_bandits.analysis.style import HALF_WIDTH, Styles


def regret(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot mean regret of every algorithm."""
    figure = Figure(figsize=(HALF_WIDTH, 2))
    axes = figure.subplots()
    plot_regret(axes, mean_regret(curves), styles, styles)
    legend_below(figure, [axes], columns=3)
    return figure
