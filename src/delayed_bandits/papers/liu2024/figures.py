"""Figures of Liu and Maghsudi 2024, Budgeted Recommendation with Delayed Feedback."""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from delayed_bandits.analysis.bands import mean_band, ratio_band
from delayed_bandits.analysis.curves import AllCurves
from delayed_bandits.analysis.plots import band, legend_below
from delayed_bandits.analysis.style import FULL_WIDTH, PALETTE, Styles
from delayed_bandits.papers.liu2024.shared import (
    ACCEPT,
    BUDGET,
    CELLS,
    PRINTED,
    gain,
    regret_of_budget,
)

CHANGES = {"doral_3": "doral", **PRINTED}
"""Changed algorithms, each with the one that it is compared with."""


def reward_panels(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot reward above and regret below, against the round and, on the right, the budget spent."""
    ((setting, _), *_) = curves
    figure = Figure(figsize=(FULL_WIDTH, 4.6))
    panels = figure.subplots(2, 2)
    for name in [name for name in styles if (setting, name) in curves and name not in CHANGES]:
        curve = curves[setting, name]
        reward, spent = curve.moments("reward"), curve.mean("spent")
        for_budget = curve.moments(*BUDGET, function=regret_of_budget(curve.trace))
        for panel, x, moments in (
            (panels[0, 0], curve.rounds, reward),
            (panels[0, 1], spent, reward),
            (panels[1, 0], curve.rounds, curve.moments("regret")),
            (panels[1, 1], spent, for_budget),
        ):
            band(panel, x, mean_band(*moments, curve.n_seeds), styles[name], alpha=0.15)
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


def paired_differences(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot the relative gain in reward of DORAL over D-ALP against the round, a panel per A'."""
    figure = Figure(figsize=(FULL_WIDTH, 2.8))
    panels = figure.subplots(1, 2)
    colours = ["sky", "yellow", "blue", "red", "green"]
    for panel, suffix, accept in zip(panels, ACCEPT.values(), ACCEPT, strict=True):
        for (setting, label), colour in zip(CELLS.items(), colours, strict=True):
            doral, dalp = curves[setting, f"doral{suffix}"], curves[setting, f"dalp{suffix}"]
            late = slice(len(doral.rounds) // 10, None)  # earlier, both are in the first stage
            gains = ratio_band(doral, dalp, "reward")[late] - 1
            style = {"colour": colour, "line": "solid", "label": label}
            band(panel, doral.rounds[late], 100 * gains, style, alpha=0.15)
        panel.axhline(0, color="black", linewidth=0.8)
        panel.set_title(f"A′ = {accept}")
        panel.set_xlabel("round")
        panel.set_xlim(0, doral.rounds[-1])
        panel.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    panels[0].set_ylabel("DORAL over D-ALP, per cent")
    legend_below(figure, [panels[0]], columns=5)
    return figure


def readings(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot the change of the final reward by each printed reading, a bar each."""
    ((setting, _), *_) = curves
    figure = Figure(figsize=(FULL_WIDTH, 4.2))
    axes = figure.subplots()
    positions = np.arange(len(CHANGES))
    percent = [gain(curves, setting, name, adopted) for name, adopted in CHANGES.items()]
    middle, low, high = 100 * np.array(percent)[:, :3].T
    axes.barh(positions, middle, color=PALETTE["sky"], height=0.6)
    spread = [middle - low, high - middle]
    axes.errorbar(middle, positions, xerr=spread, fmt="none", ecolor="black", elinewidth=0.8)
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_xlabel("change of the final reward, per cent")
    axes.grid(visible=False, axis="y")
    axes.set_yticks(positions, [styles[name]["label"] for name in CHANGES])
    axes.invert_yaxis()
    return figure
