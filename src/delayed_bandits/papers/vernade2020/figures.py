"""Figures of Vernade et al. 2020."""

import numpy as np
from matplotlib.figure import Figure

from delayed_bandits.analysis.curves import AllCurves
from delayed_bandits.analysis.plots import legend_below, mean_regret, plot_regret, sheet
from delayed_bandits.analysis.style import FULL_WIDTH, HALF_WIDTH, PALETTE, Styles

PANELS = {
    "fig1a": "m = 100, mean delay 100",
    "fig1b": "m = 500, mean delay 100",
    "fig1c": "m = 100, mean delay 500",
    "fig3": "m = 2000, Criteo delays",
}

SHOWN = [
    *("otflints_attributed", "otflinucb_attributed", "otflinucb_tenth", "otflints", "otflinucb"),
    *("linucb_waiting", "greedy", "random_play"),
]


def regret_panels(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot regret, a column per setting, with the lower part enlarged below."""
    regret = mean_regret(curves)
    settings = regret["setting"].unique()
    criteo = any(curve.trace["delay"]["distribution"] == "criteo" for curve in curves.values())
    shown = [*SHOWN[:1], "otflints_attributed_unit", *SHOWN[1:]] if criteo else SHOWN
    one = len(settings) == 1
    height, width = (5.0, HALF_WIDTH) if one else (4.6, FULL_WIDTH)
    shared = {"squeeze": False, "sharex": True, "sharey": "row"}
    figure, panels = sheet(height, 2, len(settings), width, **shared)
    for column, setting in enumerate(settings):
        rows = regret[regret["setting"] == setting]
        for axes in panels[:, column]:
            plot_regret(axes, rows, styles, shown)
        panels[0, column].set(xlabel="", title=PANELS[setting.removesuffix("-uniform")])
    last = regret[regret["round"] == regret["round"].max()]
    code = last[
        last["algorithm"].isin(["otflints_attributed", "otflinucb_attributed", "otflinucb_tenth"])
    ]
    panels[1, 0].set_ylim(0, 1.1 * code["mean"].max())
    panels[0, 0].set(ylabel="cumulative regret", ylim=(0, None))
    panels[1, 0].set_ylabel("the same, enlarged")
    return legend_below(figure, panels.flat, columns=1 if one else 3)


def delay_density(curves: AllCurves, delays: np.ndarray, styles: Styles) -> Figure:
    """Plot the kernel density of the log10 delays over their histogram."""
    import seaborn as sns  # its import takes a second, so only this figure pays

    figure, axes = sheet(2.4, width=HALF_WIDTH)
    density = {"bins": 65, "stat": "density", "kde": True, "kde_kws": {"cut": 3}}
    look = {"color": PALETTE["sky"], "edgecolor": "none", "line_kws": {"linewidth": 1.2}}
    sns.histplot(x=np.log10(delays.clip(1)), ax=axes, **density, **look)
    axes.lines[0].set_color(PALETTE["blue"])
    axes.set(xlabel="log$_{10}$ of the delay in seconds", ylabel="density")
    return figure
