"""Figures of Chapelle and Li 2011, An Empirical Evaluation of Thompson Sampling."""

import numpy as np
from matplotlib.figure import Figure

from delayed_bandits.analysis import plots
from delayed_bandits.analysis.curves import AllCurves, Styles
from delayed_bandits.analysis.regret_table import final_regret
from delayed_bandits.analysis.style import HALF_WIDTH, PALETTE
from delayed_bandits.papers.chapelle2011.measures import DELTAS, TABLE, lower_bound

TOP = 6000  # of the distributions in Figure 3, at which the paper draws larger regrets

REPLACED = {"batch": "replaced with the feedback", "at-once": "replaced at once"}
"""When items are replaced, by prefix of the setting."""

OF_FIGURE_1 = ["delayed_ucb1", "thompson", "ucb", "kl_ucb", "ucb_printed", "ucb_hoeffding"]
WIDTHS = (4.5, 2.4, 1.8, 1.2, 1.2, 1.2)
"""The order of drawing: wide lines first and then dashed ones, so that each shows on the others."""


def table1(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot final regret against the batch size, a panel for each variant (Table 1)."""
    final = final_regret(plots.mean_regret(curves, delta=lambda trace: trace["delay"]["size"]))
    figure, panels = plots.sheet(3.2, 1, 2, sharey=True)
    for panel, (prefix, title) in zip(panels, REPLACED.items(), strict=True):
        rows = final[final["setting"].str.startswith(prefix)]
        names = [name for name in styles if name != "ucb_random"]
        plots.plot_final(panel, rows, "delta", styles, names)
        for row, name in (("UCB", "ucb"), ("TS", "thompson")):
            colour, label = PALETTE[styles[name]["colour"]], f"{row}, as printed"
            panel.plot(DELTAS, TABLE[row], "x", color=colour, label=label)
        panel.set(xscale="log", yscale="log", title=f"items {title}")
        panel.set_xlabel("rounds between arrivals of feedback, δ")
    panels[0].set_ylabel("regret after the last round")
    return plots.legend_below(figure, reversed(panels), columns=3)


def fig1(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot regret against log t, with the slope of Lai and Robbins (Fig. 1)."""
    regret = plots.mean_regret(curves)
    settings = list(dict.fromkeys(setting for setting, _ in curves))
    figure, panels = plots.sheet(4.8, 2, len(settings) // 2)
    for panel, setting in zip(panels.flat, settings, strict=True):
        found = regret[regret["setting"] == setting]
        plots.plot_regret(panel, found, styles, OF_FIGURE_1)
        for line, width in zip(panel.lines, WIDTHS, strict=True):
            line.set(linewidth=width, alpha=0.35 if width == WIDTHS[0] else 1)
        trace = curves[setting, "thompson"].trace
        rounds = np.sort(found["round"].unique())
        slope = lower_bound(trace) * np.log(rounds / rounds[0])
        panel.plot(rounds, slope, color=PALETTE["black"], label="slope of the lower bound")
        panel.set(xscale="log", xlim=(rounds[0], rounds[-1]))
        of_paper = found[found["algorithm"].isin(["thompson", "ucb", "ucb_printed"])]
        panel.set_ylim(0, 1.1 * of_paper["mean"].max())
        best, other, *_ = trace["means"]
        panel.set_title(f"{len(trace['means'])} arms, gap {best - other:g}")
    for panel in panels[:, 0]:
        panel.set_ylabel("cumulative regret")
    return plots.legend_below(figure, panels.flat, columns=3)


def fig2(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot the regret of optimistic Thompson sampling against log t (Fig. 2)."""
    regret = plots.mean_regret(curves)
    figure, panel = plots.sheet(2.6, width=HALF_WIDTH)
    plots.plot_regret(panel, regret, styles, ["thompson", "optimistic"])
    panel.set(xscale="log", xlim=(regret["round"].min(), regret["round"].max()))
    panel.set_ylabel("cumulative regret")
    return plots.legend_below(figure, [panel], columns=1)


def fig3(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot the regret of reshaped Thompson sampling, and its distribution (Fig. 3)."""
    regret = plots.mean_regret(curves)
    names = ["reshaped_two", "thompson", "reshaped_half", "reshaped_quarter"]
    figure, panels = plots.sheet(3.0, 1, 3)
    for panel, setting in zip(panels, ("ten-close-short", "ten-close"), strict=False):
        for name in names:
            if (setting, name) in curves:
                found = regret[(regret["setting"] == setting) & (regret["algorithm"] == name)]
                plots.band(panel, found["round"], found[plots.INTERVAL], styles[name])
        horizon = curves[setting, "thompson"].trace["horizon"]
        panel.set(xscale="log", xlabel="round", title=f"{horizon:,} rounds")
        panel.set_ylim(bottom=0)
    for x, name in enumerate(names):
        final = np.sort(curves["ten-close", name].final)
        spread, colour = x + np.linspace(-0.3, 0.3, final.size), PALETTE[styles[name]["colour"]]
        for marker, chosen in ((".", final <= TOP), ("^", final > TOP)):
            if chosen.any():
                at = spread[chosen], final[chosen].clip(max=TOP)
                panels[2].plot(*at, marker, color=colour)
    panels[2].set_xticks(range(len(names)), ["2", "1", "0.5", "0.25"])
    panels[2].set(title="each run, at the end", xlabel="α", ylim=(0, TOP * 1.03))
    panels[0].set_ylabel("cumulative regret")
    return plots.legend_below(figure, panels[:2], columns=2)
