"""Figures of Liu and Maghsudi 2024, Budgeted Recommendation with Delayed Feedback."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from delayed_bandits.analysis.curves import AllCurves
from delayed_bandits.analysis.intervals import mean_interval
from delayed_bandits.analysis.plots import legend_below
from delayed_bandits.analysis.style import FULL_WIDTH, PALETTE, Styles
from delayed_bandits.papers.liu2024.shared import (
    ACCEPT,
    CELLS,
    CHANGES,
    gain,
    regret_for_budget,
    relative_gain,
)


def reward_panels(curves: AllCurves, algorithms: Styles) -> Figure:
    """Reward above, regret below; against the round on the left, the budget spent on the right."""
    ((setting, _), *_) = curves
    figure = Figure(figsize=(FULL_WIDTH, 4.6))
    panels = figure.subplots(2, 2)
    for name in [name for name in algorithms if (setting, name) in curves and name not in CHANGES]:
        curve = curves[setting, name]
        reward, spent = curve.columns["reward"], curve.columns["spent"].mean(axis=0)
        _plot(panels[0, 0], curve.rounds, reward, algorithms[name])
        _plot(panels[0, 1], spent, reward, algorithms[name])
        _plot(panels[1, 0], curve.rounds, curve.regret, algorithms[name])
        _plot(panels[1, 1], spent, regret_for_budget(curve), algorithms[name])
    panels[0, 0].set_ylabel("accumulated reward")
    panels[1, 0].set_ylabel("regret")
    for panel in panels[0]:
        panel.set_ylim(bottom=0)
    for panel, label in zip(panels[1], ("round", "budget spent"), strict=True):
        panel.set_xlabel(label)
    for panel in panels.flat:
        panel.set_xlim(left=0)
        panel.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    legend_below(figure, [panels[0, 0]], columns=4)
    return figure


def _plot(axes: Axes, x: np.ndarray, values: np.ndarray, style: dict[str, str]) -> None:
    colour = PALETTE[style["colour"]]
    middle, low, high = np.array([mean_interval(column) for column in values.T]).T
    axes.plot(x, middle, color=colour, linestyle=style["line"], label=style["label"])
    axes.fill_between(x, low, high, color=colour, alpha=0.15, linewidth=0)


def paired_differences(curves: AllCurves, algorithms: Styles) -> Figure:
    """Reward of DORAL over that of D-ALP, minus 1, against the round; a panel per A'."""
    figure = Figure(figsize=(FULL_WIDTH, 2.8))
    panels = figure.subplots(1, 2)
    colours = ["sky", "yellow", "blue", "red", "green"]
    for panel, suffix, accept in zip(panels, ACCEPT.values(), ACCEPT, strict=True):
        for (setting, label), colour in zip(CELLS.items(), colours, strict=True):
            doral, dalp = curves[setting, f"doral{suffix}"], curves[setting, f"dalp{suffix}"]
            late = slice(len(doral.rounds) // 10, None)  # before, both are in the first stage
            rounds = doral.rounds[late]
            percent = [
                relative_gain(doral.columns["reward"][:, i], dalp.columns["reward"][:, i])
                for i in range(len(doral.rounds))[late]
            ]
            middle, low, high = 100 * np.array(percent).T
            panel.plot(rounds, middle, color=PALETTE[colour], label=label)
            panel.fill_between(rounds, low, high, color=PALETTE[colour], alpha=0.15, linewidth=0)
        panel.axhline(0, color="black", linewidth=0.8)
        panel.set_title(f"A′ = {accept}")
        panel.set_xlabel("round")
        panel.set_xlim(0, doral.rounds[-1])
        panel.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    panels[0].set_ylabel("DORAL over D-ALP, per cent")
    legend_below(figure, [panels[0]], columns=5)
    return figure


def readings(curves: AllCurves, algorithms: Styles) -> Figure:
    """What each printed reading changes in the final reward, a bar each."""
    ((setting, _), *_) = curves
    figure = Figure(figsize=(FULL_WIDTH, 4.2))
    axes = figure.subplots()
    places = np.arange(len(CHANGES))
    percent = [gain(curves, setting, name, adopted) for name, adopted in CHANGES.items()]
    middle, low, high = 100 * np.array(percent).T
    axes.barh(places, middle, color=PALETTE["sky"], height=0.6)
    spread = [middle - low, high - middle]
    axes.errorbar(middle, places, xerr=spread, fmt="none", ecolor="black", elinewidth=0.8)
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_xlabel("change of the final reward, per cent")
    axes.grid(visible=False, axis="y")
    axes.set_yticks(places, [algorithms[name]["label"] for name in CHANGES])
    axes.invert_yaxis()
    return figure
