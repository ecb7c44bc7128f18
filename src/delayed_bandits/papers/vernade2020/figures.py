"""Figures of Vernade et al. 2020, Linear Bandits with Stochastic Delayed Feedback."""

import numpy as np
from matplotlib.figure import Figure

from delayed_bandits.analysis.curves import AllCurves
from delayed_bandits.analysis.plots import legend_below, mean_regret, plot_regret
from delayed_bandits.analysis.style import FULL_WIDTH, HALF_WIDTH, PALETTE, Styles
from delayed_bandits.papers.vernade2020.shared import CODE_TS, code_ts

AS_PRINTED = ["otflints", "otflinucb", "linucb_waiting", "uniform_random"]
IN_TABLES_ONLY = ["otflints_stored", "otflinucb_stored", "otflinucb_tenth"]


def regret_panels(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot a column per setting: above the authors' code and others, below as printed."""
    regret = mean_regret(curves, code_ts=code_ts)
    settings = regret["setting"].unique()
    width = HALF_WIDTH if len(settings) == 1 else FULL_WIDTH
    figure = Figure(figsize=(width, 4.2))
    panels = figure.subplots(2, len(settings), squeeze=False, sharex=True, sharey="row")
    for column, setting in enumerate(settings):
        rows = regret[regret["setting"] == setting]
        elsewhere = {*AS_PRINTED, *IN_TABLES_ONLY, *CODE_TS} - {*rows["code_ts"]}
        above, below = panels[:, column]
        plot_regret(above, rows, styles, [name for name in styles if name not in elsewhere])
        plot_regret(below, rows, styles, AS_PRINTED)
        above.set_xlabel("")
        above.set_title("the authors' code, and others" if len(settings) == 1 else setting)
        if len(settings) == 1:
            below.set_title("as printed, and baselines")
    for row, text in zip(panels, ("authors' code, others", "printed, baselines"), strict=True):
        row[0].set_ylabel("cumulative regret" + ("" if len(settings) == 1 else f",\n{text}"))
    for panel in panels.flat:
        panel.set_ylim(bottom=0)
    legend_below(figure, panels.flat, columns=2 if len(settings) == 1 else 4)
    return figure


def delay_density(curves: AllCurves, delays: np.ndarray, styles: Styles) -> Figure:
    """Plot the kernel density of the log10 delays over their histogram."""
    import seaborn as sns  # takes a second; other figures do without

    figure = Figure(figsize=(HALF_WIDTH, 2.4))
    axes = figure.subplots()
    sns.histplot(
        x=np.log10(delays.clip(1)),
        bins=65,
        stat="density",
        kde=True,
        ax=axes,
        color=PALETTE["sky"],
        edgecolor="none",
        line_kws={"linewidth": 1.2},
    )
    axes.lines[0].set_color(PALETTE["blue"])
    axes.set_xlabel("log$_{10}$ of the delay in seconds")
    axes.set_ylabel("density")
    return figure
