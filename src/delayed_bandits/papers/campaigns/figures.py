"""The figure of the experiment whose arms are Criteo's campaigns."""

from matplotlib.figure import Figure

from delayed_bandits.analysis.curves import AllCurves, Styles
from delayed_bandits.analysis.plots import legend_below, mean_regret, plot_regret, sheet

TITLES = {
    "pooled": "equal delays",
    "largest-best": "by campaign, largest best",
    "smallest-best": "by campaign, smallest best",
}


def regret(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot the mean regret of every algorithm, a panel for each setting."""
    found = mean_regret(curves)
    figure, panels = sheet(2.9, 1, len(TITLES), sharey=True)
    for panel, (setting, title) in zip(panels, TITLES.items(), strict=True):
        plot_regret(panel, found[found["setting"] == setting], styles, styles)
        panel.set_title(title)
        panel.set_ylim(bottom=0)
    panels[0].set_ylabel("regret")
    return legend_below(figure, panels, columns=3)
