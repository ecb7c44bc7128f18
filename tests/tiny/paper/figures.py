"""Figures of the tiny paper."""

from matplotlib.figure import Figure

from delayed_bandits.analysis.curves import AllCurves, Styles
from delayed_bandits.analysis.plots import legend_below, mean_regret, plot_regret
from delayed_bandits.analysis.style import HALF_WIDTH


def regret(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot mean regret of every algorithm, a panel for each setting."""
    table = mean_regret(curves)
    settings = table["setting"].unique()
    figure = Figure(figsize=(HALF_WIDTH * len(settings), 2))
    panels = figure.subplots(1, len(settings), squeeze=False)[0]
    for axes, setting in zip(panels, settings, strict=True):
        plot_regret(axes, table[table["setting"] == setting], styles, styles)
        axes.set_title(setting)
    return legend_below(figure, panels, columns=3)
