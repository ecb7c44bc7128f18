"""Figures of Vernade et al. 2020."""

import itertools

import numpy as np
from matplotlib.figure import Figure

from delayed_bandits.analysis.curves import AllCurves, Styles
from delayed_bandits.analysis.measures import ratio
from delayed_bandits.analysis.plots import (
    legend_below,
    look,
    mean_regret,
    plot_regret,
    points,
    rows,
    sheet,
)
from delayed_bandits.analysis.style import FULL_WIDTH, HALF_WIDTH, PALETTE
from delayed_bandits.papers.vernade2020 import lost

PANELS = {
    "fig1a": "m = 100, mean delay 100",
    "fig1b": "m = 500, mean delay 100",
    "fig1c": "m = 100, mean delay 500",
    "fig3": "m = 2,000, Criteo delays",
}

COLOURS = {"fig1a": "blue", "fig1b": "orange", "fig1c": "green"}
NAMES = ["squared index", "squares in the sum", "radius not doubled"]
SHOWN = [
    *("otflints_attributed", "otflinucb_attributed", "otflints", "otflinucb"),
    *("linucb_waiting", "linucb_waiting_squared", "greedy", "random_play"),
]


def regret_panels(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot regret, a column per setting. The second row enlarges small regrets."""
    regret = mean_regret(curves)
    settings = regret["setting"].unique()
    criteo = any(curve.trace["delay"]["distribution"] == "criteo" for curve in curves.values())
    shown = [*SHOWN[:1], "otflints_attributed_unit", *SHOWN[1:]] if criteo else SHOWN
    one = len(settings) == 1
    height, width = (5.0, HALF_WIDTH) if one else (4.6, FULL_WIDTH)
    shared = {"squeeze": False, "sharex": True, "sharey": "row"}
    figure, panels = sheet(height, 2, len(settings), width, **shared)
    for column, setting in enumerate(settings):
        found = regret[regret["setting"] == setting]
        for axes in panels[:, column]:
            plot_regret(axes, found, styles, shown)
        panels[0, column].set(xlabel="", title=PANELS[setting.removesuffix("-uniform")])
    last = regret[regret["round"] == regret["round"].max()]
    code = last[last["algorithm"].isin(["otflints_attributed", "otflinucb_attributed"])]
    panels[1, 0].set_ylim(0, 1.1 * code["mean"].max())
    panels[0, 0].set(ylabel="cumulative regret", ylim=(0, None))
    panels[1, 0].set_ylabel("cumulative regret, enlarged")
    return legend_below(figure, panels.flat, columns=1 if one else 3)


def ablation(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot OTFLinUCB's regret share with each set of the attributed code's changes."""
    changes = list(itertools.product(("norm", "square"), ("norms", "squares"), (2, 1)))
    figure, panels = sheet(3.2, 1, 2, sharey=True, sharex=True)
    for axes, arms, title in zip(panels, ("", "-uniform"), ("{0,1}⁵", "[0,1]⁵"), strict=True):
        axes.axvline(1, color=PALETTE["grey"], linestyle="--", linewidth=1)
        for shift, (panel, colour) in zip((-0.2, 0, 0.2), COLOURS.items(), strict=True):
            idle = curves[panel + arms, "random_play"]
            runs = (f"{panel}-{index}-{sum_}-{radii}{arms}" for index, sum_, radii in changes)
            found = [ratio.of(curves[run, "otflinucb_changed"], idle) for run in runs]
            style = {"colour": colour, "label": PANELS[panel]}
            rows(axes, np.arange(8) + shift, found, style, fmt="o", markersize=3)
        axes.set(title=f"arms from {title}", xlabel="regret divided by random play's")
    names = [
        ", ".join(
            name
            for name, made in zip(NAMES, (i == "square", s == "squares", r == 1), strict=True)
            if made
        )
        for i, s, r in changes
    ]
    panels[0].set_xlim(0, None)
    panels[0].set_yticks(range(8), ["as printed", *names[1:]])
    panels[0].invert_yaxis()
    return legend_below(figure, panels[:1], columns=3)


def worst_regret(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot the largest regret over gaps against 1/τ, with the lower bound."""
    figure, axes = sheet(3.2, width=HALF_WIDTH)
    inverses = 1 / np.array(list(lost.TAUS.values()))
    for name in ("ucb1_lost", "otflinucb_arms_tau", "kl_ucb_lost", "thompson_lost"):
        found = [lost.worst.of(*(curves[run, name] for run in lost.at(tau))) for tau in lost.TAUS]
        points(axes, inverses, found, markersize=3, **look(styles[name]))
    horizon = curves["lost-a-a", "ucb1_lost"].trace["horizon"]
    bounds = [lost.lower_bound(tau, horizon) for tau in lost.TAUS.values()]
    axes.plot(inverses, bounds, color="black", linestyle=":", label="lower bound")
    axes.set(xscale="log", yscale="log", xlabel="1/τ", ylabel="worst regret over gaps")
    return legend_below(figure, [axes], columns=2)


def delay_density(curves: AllCurves, delays: np.ndarray, styles: Styles) -> Figure:
    """Plot the kernel density of the log10 delays over their histogram."""
    import seaborn as sns  # its import takes a second, so only this figure pays

    figure, axes = sheet(2.4, width=HALF_WIDTH)
    density = {"bins": 65, "stat": "density", "kde": True, "kde_kws": {"cut": 0}}
    look = {"color": PALETTE["sky"], "edgecolor": "none", "line_kws": {"linewidth": 1.2}}
    sns.histplot(x=np.log10(delays.clip(1)), ax=axes, **density, **look)
    axes.lines[0].set_color(PALETTE["blue"])
    axes.set(xlabel="log$_{10}$ of the delay in seconds", ylabel="density")
    return figure
