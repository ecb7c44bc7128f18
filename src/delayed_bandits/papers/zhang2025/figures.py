"""Figures of Zhang, Wang and Luo 2025."""

import itertools
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from delayed_bandits.analysis import plots
from delayed_bandits.analysis.curves import AllCurves, Styles
from delayed_bandits.analysis.intervals import mean_interval, ratio_interval
from delayed_bandits.analysis.style import FULL_WIDTH
from delayed_bandits.papers.zhang2025 import measures
from delayed_bandits.papers.zhang2025.measures import DELAYS, DIMENSIONS, PAYOFFS, TEXTBOOK

PHASED = ["phased", "phased_no_guess"]
OF_FIGURE_1 = [*PHASED, *TEXTBOOK, "otflinucb_stored"]
OF_WIDTHS = [*PHASED, "phased_theory", *measures.HALF, *measures.TUNED, "otflinucb_stored"]


def comparison(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot regret of Algorithm 1 and LinUCB by payoffs and dimension, as in Figure 1."""
    figure = _losses_and_rewards(curves, styles, OF_FIGURE_1, _dimension, sharey="row")
    return _show_coinciding(figure, styles)


def _show_coinciding(figure: Figure, styles: Styles) -> Figure:
    """Draw the variants of LinUCB in lines of falling width, so that all show."""
    widths = {styles[name]["label"]: 4.2 - 1.1 * place for place, name in enumerate(TEXTBOOK)}
    for line in (line for panel in figure.axes for line in panel.get_lines()):
        line.set_linewidth(widths.get(line.get_label(), line.get_linewidth()))
    return figure


def arms(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot regret on arms without structure, by D."""
    names = ["arms_kept", "arms_reset", "arms_kept_missing", "arms_missing", "arms_no_guess"]
    return _losses_and_rewards(curves, styles, names, _delay)


def _dimension(trace: Mapping[str, Any]) -> str:
    return f"n = {trace['instances']['dimension']}"


def _delay(trace: Mapping[str, Any]) -> str:
    return f"D = {trace['maximal_delay']:,}"


def _losses_and_rewards(
    curves: AllCurves,
    styles: Styles,
    names: list[str],
    title: Callable[[Mapping[str, Any]], str],
    **shared: str,
) -> Figure:
    """Plot regret for losses (above) and rewards (below), a column per title."""
    regret = plots.mean_regret(curves, payoffs=lambda trace: trace["payoffs"], title=title)
    titles = regret["title"].unique()
    figure, panels = plots.sheet(4.4, 2, len(titles), **{"sharex": True, **shared})
    for row, payoffs in zip(panels, PAYOFFS, strict=True):
        for panel, label in zip(row, titles, strict=True):
            found = regret[(regret["payoffs"] == payoffs) & (regret["title"] == label)]
            plots.plot_regret(panel, found, styles, names)
            if payoffs == PAYOFFS[0]:
                panel.set(title=label, xlabel="")
        row[0].set_ylabel(f"regret, {payoffs}")
        for panel in row:  # after all panels are drawn, since they may share an axis
            panel.set_ylim(bottom=0)
    return plots.legend_below(figure, panels[:, 0], columns=3)


def against_delay(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot final regret against D, for losses and for rewards."""
    figure, panels = plots.sheet(3.0, 1, 2, sharey=True)
    for panel, payoffs in zip(panels, PAYOFFS, strict=True):
        for name in (*PHASED, *TEXTBOOK):
            found = sorted(
                (curve.trace["maximal_delay"], mean_interval(curve.final))
                for (_, algorithm), curve in curves.items()
                if algorithm == name and curve.trace["payoffs"] == payoffs
            )
            if found:
                x, intervals = zip(*found, strict=True)
                look = plots.look(styles[name])
                panel.plot(x, [mean for mean, *_ in intervals], marker=".", **look)
                bars = {"fmt": "none", "color": look["color"], "elinewidth": 0.8}
                plots.points(panel, x, intervals, **bars)
        panel.set(xscale="log", yscale="log", xlabel="maximal delay D", title=payoffs)
    panels[0].set_ylabel("regret")
    return plots.legend_below(figure, [panels[0]], columns=3)


def widths(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot regret divided by the best textbook LinUCB's, a panel per payoffs and D."""
    figure, panels = plots.sheet(4.0, 1, 4, sharex=True, sharey=True)
    cases = itertools.product(PAYOFFS, DELAYS)
    for panel, (payoffs, delay) in zip(panels, cases, strict=True):
        for shift, marker, dimension in zip((-0.22, 0.0, 0.22), "os^", DIMENSIONS, strict=True):
            setting = f"{payoffs}-{dimension}-{delay}"
            best = min((curves[setting, name].final for name in TEXTBOOK), key=np.mean)
            for row, name in enumerate(OF_WIDTHS):
                ratio = ratio_interval(curves[setting, name].final, best)
                style = {**styles[name], "label": f"n = {dimension}"}
                look = {"marker": marker, "markersize": 3, "elinewidth": 0.8}
                plots.rows(panel, [row + shift], [ratio], style, **look)
        panel.axvline(1, color="black", linewidth=0.8)
        panel.set(xscale="log", title=f"{payoffs}, D = {delay:,}")
        panel.grid(visible=False, axis="y")
    figure.supxlabel(
        "regret divided by that of the best LinUCB with the textbook's width", fontsize=8
    )
    panels[0].set_yticks(range(len(OF_WIDTHS)), [styles[name]["label"] for name in OF_WIDTHS])
    panels[0].invert_yaxis()
    entries = dict(zip(*reversed(panels[0].get_legend_handles_labels()), strict=True))
    figure.legend(entries.values(), entries.keys(), loc="outside upper center", ncols=3)
    return figure


def theory(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot regret / random play's regret, and active actions, by round and D."""
    settings = list(dict.fromkeys(setting for setting, _ in curves))
    figure, panels = plots.sheet(4.0, 2, len(settings), sharex=True, sharey="row")
    for column, setting in zip(panels.T, settings, strict=True):
        uniform = curves[setting, "random_play"]
        for name in ("phased_theory", "phased_width_1"):
            curve, style = curves[setting, name], styles[name]
            plots.band(column[0], curve.rounds, plots.ratio_band(curve, uniform, "regret"), style)
            active = plots.mean_band(*curve.moments("active"), curve.n_runs)
            plots.band(column[1], curve.rounds, active, style)
        column[0].set(title=_delay(curve.trace), xscale="log", xlim=curve.rounds[[0, -1]])
        column[1].set_xlabel("round")
    panels[0, 0].set(ylabel="times random play's regret", ylim=(0, None))
    panels[1, 0].set(ylabel="active actions", ylim=(0, None))
    return plots.legend_below(figure, [panels[0, 0]], columns=2)


def overhead_against_bounds(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot the overhead of delay with its bounds, a row per environment and D."""
    figure, axes = plots.sheet(3.6)
    cases = list(itertools.product(measures.OVERHEAD_ENVIRONMENTS, DELAYS))
    for row, (environment, delay) in enumerate(cases):
        delayed = curves[f"{environment}-{delay}", "phased"]
        undelayed = "phased" if environment == "overhead-rewards" else f"phased_{delay}"
        interval = mean_interval(delayed.final - curves[f"{environment}-1", undelayed].final)
        look = {"marker": "o", "markersize": 4, "elinewidth": 0.8, "linestyle": "none"}
        plots.rows(axes, [row], [interval], {**styles["phased"], "label": "measured"}, **look)
        looks = (("|", "W₁ log d*"), ("x", "W₂ log d*"))
        for value, (marker, label) in zip(measures.bounds(delayed), looks, strict=True):
            axes.plot(value.mean(), row + 0.28, marker, color="black", markersize=5, label=label)
    plots.linear_near_zero(axes, 300)
    labels = [f"{measures.OVERHEAD_ENVIRONMENTS[name]}, D = {delay:,}" for name, delay in cases]
    axes.set_yticks(range(len(cases)), labels)
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.set_xlabel("regret minus regret with D = 1 (shaded: linear scale)")
    return plots.legend_below(figure, [axes], columns=3)


def contexts(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot regret of the contextual algorithms."""
    return _row(curves, styles, ["contexts_known", "contexts_estimated", "random_play"])


def _row(curves: AllCurves, styles: Styles, names: list[str]) -> Figure:
    regret = plots.mean_regret(curves, title=_delay)
    titles = regret["title"].unique()
    width = FULL_WIDTH if len(titles) > 1 else FULL_WIDTH / 2
    figure, (panels,) = plots.sheet(2.9, 1, len(titles), width, sharey=True, squeeze=False)
    for panel, title in zip(panels, titles, strict=True):
        plots.plot_regret(panel, regret[regret["title"] == title], styles, names)
        panel.set_title(title)
    panels[0].set(ylabel="regret", ylim=(0, None))
    return plots.legend_below(figure, [panels[0]], columns=3 if len(titles) > 1 else 1)
