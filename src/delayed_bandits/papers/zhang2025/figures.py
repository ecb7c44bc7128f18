"""Figures of Zhang, Wang and Luo 2025, Contextual Linear Bandits with Delay as Payoff.

Settings are named after the payoffs, n and D, or after what a figure shows.
"""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from delayed_bandits.analysis.curves import AllCurves
from delayed_bandits.analysis.intervals import Interval, mean_interval, ratio_interval
from delayed_bandits.analysis.plots import legend_below, mean_regret, plot_regret
from delayed_bandits.analysis.style import FULL_WIDTH, PALETTE, Styles, fix_layout
from delayed_bandits.papers.zhang2025.shared import (
    DELAYS,
    DIMENSIONS,
    HALF_AND_TUNED,
    OVERHEAD_WORLDS,
    PAYOFFS,
    TEXTBOOK,
    best_of,
    bounds,
    constant,
    overhead,
)

PHASED = ["phased", "phased_no_guess"]
OTHER_WIDTHS = [*HALF_AND_TUNED, "phased_theory", "phased_quarter"]
"""What the figure of widths shows beside Figure 1."""


def comparison(curves: AllCurves, algorithms: Styles) -> Figure:
    """Regret of Algorithm 1 and LinUCB: losses and rewards by dimension, as in Figure 1."""
    names = [name for name in algorithms if name not in OTHER_WIDTHS]
    return _losses_and_rewards(curves, algorithms, names, _dimension)


def phases(curves: AllCurves, algorithms: Styles) -> Figure:
    """Regret of Algorithm 1 over more rounds."""
    return _losses_and_rewards(curves, algorithms, PHASED, _dimension)


def arms(curves: AllCurves, algorithms: Styles) -> Figure:
    """Regret of the algorithms for arms without structure, by D."""
    names = ["arms_kept", "arms_reset", "arms_missing", "arms_no_guess"]
    return _losses_and_rewards(curves, algorithms, names, _delay)


def _dimension(trace: dict[str, Any]) -> str:
    return f"n = {trace['instances']['dimension']}"


def _delay(trace: dict[str, Any]) -> str:
    return f"D = {trace['maximal_delay']:,}"


def _losses_and_rewards(
    curves: AllCurves, algorithms: Styles, names: list[str], title: Callable[[dict], str]
) -> Figure:
    """Panels of losses above and of rewards below."""
    traces = {setting: curve.specification["trace"] for (setting, _), curve in curves.items()}
    regret = mean_regret(curves)
    figure = Figure(figsize=(FULL_WIDTH, 4.4))
    panels = figure.subplots(2, len(traces) // 2, sharex=True)
    for row, payoffs in zip(panels, PAYOFFS, strict=True):
        own = [setting for setting, trace in traces.items() if trace["payoffs"] == payoffs]
        for panel, setting in zip(row, own, strict=True):
            shown = [name for name in names if (setting, name) in curves]
            plot_regret(panel, regret[regret["setting"] == setting], algorithms, shown)
            panel.xaxis.set_major_locator(MaxNLocator(2))
            panel.set_ylim(bottom=0)
            if payoffs == PAYOFFS[0]:
                panel.set_title(title(traces[setting]))
                panel.set_xlabel("")
        row[0].set_ylabel(f"regret, {payoffs}")
    legend_below(figure, panels[:, 0], columns=3)
    return figure


def against_delay(curves: AllCurves, algorithms: Styles) -> Figure:
    """Final regret against D, for losses and for rewards."""
    names = [*PHASED, "phased_quarter", *TEXTBOOK]
    figure = Figure(figsize=(FULL_WIDTH, 3.0))
    panels = figure.subplots(1, 2, sharey=True)
    for panel, payoffs in zip(panels, PAYOFFS, strict=True):
        for name in names:
            found = sorted(
                (curve.specification["trace"]["maximal_delay"], mean_interval(curve.final))
                for (_, algorithm), curve in curves.items()
                if algorithm == name and curve.specification["trace"]["payoffs"] == payoffs
            )
            if found:
                delays, intervals = zip(*found, strict=True)
                _line(panel, np.array(delays), intervals, algorithms[name])
        panel.set_xscale("log")
        panel.set_yscale("log")
        panel.set_xlabel("maximal delay D")
        panel.set_title(payoffs)
    panels[0].set_ylabel("regret")
    legend_below(figure, [panels[0]], columns=3)
    return figure


def _band(
    panel: Axes, rounds: np.ndarray, intervals: Iterable[Interval], style: dict[str, str]
) -> None:
    middle, low, high = np.array(list(intervals)).T
    colour = PALETTE[style["colour"]]
    panel.plot(rounds, middle, color=colour, linestyle=style["line"], label=style["label"])
    panel.fill_between(rounds, low, high, color=colour, alpha=0.2, linewidth=0)


def _line(
    panel: Axes, places: np.ndarray, intervals: Iterable[Interval], style: dict[str, str]
) -> None:
    middle, low, high = np.array(list(intervals)).T
    colour = PALETTE[style["colour"]]
    panel.plot(
        places, middle, color=colour, linestyle=style["line"], marker=".", label=style["label"]
    )
    panel.errorbar(
        places, middle, yerr=[middle - low, high - middle], fmt="none", color=colour, elinewidth=0.8
    )


def widths(curves: AllCurves, algorithms: Styles) -> Figure:
    """Regret of each algorithm over that of the best LinUCB of the textbook, by payoffs and D."""
    apart = (*TEXTBOOK, "phased_quarter")
    names = [name for name in algorithms if ("losses-6-100", name) in curves and name not in apart]
    figure = Figure(figsize=(FULL_WIDTH, 3.6))
    panels = figure.subplots(1, 4, sharey=True)
    cases = [(payoffs, delay) for payoffs in PAYOFFS for delay in DELAYS]
    for panel, (payoffs, delay) in zip(panels, cases, strict=True):
        for shift, dimension in zip((-0.22, 0.0, 0.22), DIMENSIONS, strict=True):
            setting = f"{payoffs}-{dimension}-{delay}"
            best = best_of(curves, setting, TEXTBOOK).final
            for row, name in enumerate(names):
                if (setting, name) in curves:
                    middle, low, high = ratio_interval(curves[setting, name].final, best)
                    panel.errorbar(
                        middle,
                        row + shift,
                        xerr=[[middle - low], [high - middle]],
                        color=PALETTE[algorithms[name]["colour"]],
                        marker=".",
                        elinewidth=0.8,
                    )
        panel.axvline(1, color="black", linewidth=0.8)
        panel.set_xscale("log")
        panel.set_title(f"{payoffs}, D = {delay:,}")
        panel.grid(visible=False, axis="y")
    figure.supxlabel("regret over that of the best LinUCB with the textbook's width", fontsize=8)
    panels[0].set_yticks(range(len(names)), [algorithms[name]["label"] for name in names])
    panels[0].invert_yaxis()
    fix_layout(figure)
    return figure


def theory(curves: AllCurves, algorithms: Styles) -> Figure:
    """Share of the regret of uniform play, and active actions, against the round; by D."""
    settings = list(dict.fromkeys(setting for setting, _ in curves))
    figure = Figure(figsize=(FULL_WIDTH, 4.0))
    panels = figure.subplots(2, len(settings), sharex="row", sharey="row")
    for column, setting in zip(panels.T, settings, strict=True):
        uniform = curves[setting, "uniform_random"].regret
        for name in ("phased_theory", "phased_width_1"):
            curve, style = curves[setting, name], algorithms[name]
            shares = [ratio_interval(*pair) for pair in zip(curve.regret.T, uniform.T, strict=True)]
            _band(column[0], curve.rounds, shares, style)
            _band(column[1], curve.rounds, map(mean_interval, curve.columns["active"].T), style)
            first = constant(curve, "first_elimination").mean()
            actions = curve.specification["trace"]["actions"]
            if first < curve.rounds[-1]:
                column[1].plot(first, actions, "v", color=PALETTE[style["colour"]], clip_on=False)
        column[0].set_title(_delay(curve.specification["trace"]))
        for panel in column:
            panel.set_xscale("log")
        column[1].set_xlabel("round")
    panels[0, 0].set_ylabel("share of uniform play's regret")
    panels[1, 0].set_ylabel("active actions")
    panels[0, 0].set_ylim(0, 1.05)
    panels[1, 0].set_ylim(bottom=0)
    legend_below(figure, [panels[0, 0]], columns=2)
    return figure


def overhead_against_bounds(curves: AllCurves, algorithms: Styles) -> Figure:
    """Overhead of delay, and the bounds for it; a row per world and D."""
    figure = Figure(figsize=(FULL_WIDTH, 3.6))
    axes = figure.subplots()
    cases = [(world, delay) for world in OVERHEAD_WORLDS for delay in DELAYS]
    for row, (world, delay) in enumerate(cases):
        middle, low, high = mean_interval(overhead(curves, world, delay))
        axes.errorbar(
            middle,
            row,
            xerr=[[middle - low], [high - middle]],
            color=PALETTE[algorithms["phased"]["colour"]],
            marker="o",
            markersize=4,
            elinewidth=0.8,
            linestyle="none",
            label="measured",
        )
        values = bounds(curves[f"{world}-{delay}", "phased"])
        looks = (("|", "W₁ log d*"), ("x", "W₂ log d*"))
        for value, (marker, label) in zip(values, looks, strict=True):
            axes.plot(value.mean(), row, marker, color="black", markersize=6, label=label)
    axes.set_xscale("symlog", linthresh=300)
    axes.axvline(0, color="black", linewidth=0.8)
    labels = [f"{OVERHEAD_WORLDS[world]}, D = {delay:,}" for world, delay in cases]
    axes.set_yticks(np.arange(len(cases)), labels)
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.set_xlabel("overhead of delay")
    legend_below(figure, [axes], columns=3)
    return figure


def bernoulli(curves: AllCurves, algorithms: Styles) -> Figure:
    """Regret with payoffs in {0, 1}, a panel per D."""
    return _row(curves, algorithms, ["phased_width_1", "phased_width_1_no_guess", *TEXTBOOK])


def contexts(curves: AllCurves, algorithms: Styles) -> Figure:
    """Regret of the contextual algorithms."""
    return _row(curves, algorithms, ["contexts_known", "contexts_estimated", "uniform_random"])


def _row(curves: AllCurves, algorithms: Styles, names: list[str]) -> Figure:
    regret = mean_regret(curves)
    settings = list(dict.fromkeys(setting for setting, _ in curves))
    width = FULL_WIDTH if len(settings) > 1 else FULL_WIDTH / 2
    figure = Figure(figsize=(width, 2.9))
    panels = figure.subplots(1, len(settings), sharey=True, squeeze=False)[0]
    for panel, setting in zip(panels, settings, strict=True):
        plot_regret(panel, regret[regret["setting"] == setting], algorithms, names)
        panel.set_title(_delay(curves[setting, names[0]].specification["trace"]))
    panels[0].set_ylim(bottom=0)
    panels[0].set_ylabel("regret")
    legend_below(figure, [panels[0]], columns=3 if len(settings) > 1 else 1)
    return figure
