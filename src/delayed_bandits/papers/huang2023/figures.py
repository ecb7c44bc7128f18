"""Figures of Huang et al. 2023, Banker Online Mirror Descent; the paper has none."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator

from delayed_bandits.algorithms.banker import total_investment
from delayed_bandits.analysis.curves import AllCurves
from delayed_bandits.analysis.plots import (
    INTERVAL,
    legend_below,
    mean_regret,
    plot_final,
    plot_regret,
    rows,
    square_root,
)
from delayed_bandits.analysis.regret_table import final_regret
from delayed_bandits.analysis.style import FULL_WIDTH, PALETTE, Styles
from delayed_bandits.papers.huang2023.shared import DETERMINISTIC, delays_in_order

DELAYS = {
    "none": "none",
    "fixed10": "fixed, 10",
    "fixed100": "fixed, 100",
    "geometric": "geometric",
    "pareto": "Pareto",
    "packet": "packets",
    "criteo": "Criteo",
    "front": "front",
    "lost": "1 in 20 lost",
}
TITLES = DELAYS | {"none": "no delay"}
KINDS = {
    "spikes": "spikes",
    "jump": "jump",
    "growth": "growth",
    "signed": "signed",
    "signed-spikes": "signed spikes",
}
COLOURS = dict(zip(DETERMINISTIC, ["grey", "sky", "blue", "orange", "green", "black"], strict=True))


def delay_law(trace: Mapping[str, Any]) -> str:
    """Return the key in `DELAYS` of the delay law."""
    match trace["delay"]:
        case {"law": "constant", "rounds": rounds}:
            return f"fixed{rounds}" if rounds else "none"
        case {"law": "two_point"}:
            return "lost"
        case {"law": law}:
            return law


def largest_loss(trace: Mapping[str, Any]) -> float:
    """Return the largest absolute loss, 1 without a scale or spikes."""
    losses = trace["losses"]
    return losses.get("factor", losses.get("size", 1))


def worst_cases(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot final regret on the worse of the environments, a row per law of delays."""
    final = final_regret(mean_regret(curves, delay=delay_law))
    ran = final.groupby(["delay", "algorithm"])["setting"].transform("nunique")
    final = final[ran == final.groupby("delay")["setting"].transform("nunique")]
    worst = final.loc[final.groupby(["delay", "algorithm"])["mean"].idxmax()]
    figure = Figure(figsize=(FULL_WIDTH, 4.8))
    panel = figure.subplots()
    _plot_rows(panel, worst, "delay", DELAYS, styles)
    panel.set_xlabel("regret after the last round, worse of two environments")
    panel.set_ylabel("delays")
    legend_below(figure, [panel], columns=4)
    return figure


def _plot_rows(
    panel: Axes, final: pd.DataFrame, column: str, labels: Mapping[str, str], styles: Styles
) -> None:
    """Plot final regret, a row per value of a column, one algorithm below another."""
    names = [name for name in styles if name in set(final["algorithm"])]
    positions = final[column].map({value: i for i, value in enumerate(labels)})
    for i, name in enumerate(names):
        found = final["algorithm"] == name
        rows(
            panel,
            positions[found] + (i - (len(names) - 1) / 2) * 0.8 / len(names),
            final.loc[found, INTERVAL],
            styles[name],
            marker="o" if styles[name]["line"] == "solid" else "D",
            markersize=3,
            linestyle="none",
        )
    for i in range(len(labels) - 1):
        panel.axhline(i + 0.5, color="lightgrey", linewidth=0.6)
    panel.set_ylim(len(labels) - 0.5, -0.5)
    panel.set_yticks(range(len(labels)), labels.values())
    panel.grid(visible=False, axis="y")
    panel.set_xscale("log")


def against_rounds(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot regret against the round on logarithmic scales, a panel per setting."""
    regret = mean_regret(curves)
    titles = {
        "long-sca-fixed100": "constrained, fixed 100",
        "long-lock-fixed100": "LOCK, fixed 100",
        "long-lock-geometric": "LOCK, geometric",
    }
    figure = Figure(figsize=(FULL_WIDTH, 2.9))
    panels = figure.subplots(1, len(titles), sharey=True)
    for panel, (setting, title) in zip(panels, titles.items(), strict=True):
        _plot_logarithmic(panel, regret[regret["setting"] == setting], styles)
        panel.set_title(title)
    panels[0].set_ylabel("cumulative regret")
    legend_below(figure, panels, columns=4)
    return figure


def linear_panels(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot regret of linear bandits, a row per body, a column per law of delays."""
    regret = mean_regret(curves, body=lambda trace: trace["body"]["body"], delay=delay_law)
    figure = Figure(figsize=(FULL_WIDTH, 4.6))
    panels = figure.subplots(2, 4, sharey=True)
    cases = regret.groupby(["body", "delay"], sort=False)
    for panel, ((body, delay), found) in zip(panels.flat, cases, strict=True):
        _plot_logarithmic(panel, found, styles)
        panel.set_title(f"{body}, {TITLES[delay]}")
        panel.label_outer()
    for row in panels:
        row[0].set_ylabel("cumulative regret")
    legend_below(figure, panels.flat, columns=3)
    return figure


def _plot_logarithmic(panel: Axes, regret: pd.DataFrame, styles: Styles) -> None:
    """Plot the regret of the last 99 % of the rounds, and the rate sqrt(t) from its first point."""
    horizon = regret["round"].max()
    regret = regret[regret["round"] >= horizon / 100]
    plot_regret(panel, regret, styles, styles)
    panel.set_xscale("log")
    panel.set_yscale("log")
    panel.set_xlim(horizon / 100, horizon)
    first = regret.iloc[0]
    square_root(panel, [horizon / 100, horizon], first["round"], first["mean"], "√t")


def against_delay(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot final regret against a fixed delay: arms on the left, the ball on the right."""
    final = final_regret(
        mean_regret(
            curves, linear=lambda trace: "body" in trace, d=lambda trace: trace["delay"]["rounds"]
        )
    )
    figure = Figure(figsize=(FULL_WIDTH, 3.0))
    left, right = figure.subplots(1, 2)
    _plot_with_rate(left, final[~final["linear"]], "d", "banker_tinf", styles)
    _plot_with_rate(right, final[final["linear"]], "d", "banker_bolo", styles)
    left.set_title("two arms")
    right.set_title("ball, dimension 5")
    for panel in (left, right):
        panel.set_xlabel("delay d, rounds")
    left.set_ylabel("regret after the last round")
    legend_below(figure, [left, right], columns=4)
    return figure


def against_arms(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot final regret against the number of arms, a panel per law of delays."""
    final = final_regret(mean_regret(curves, K=lambda trace: trace["arms"], delay=delay_law))
    figure = Figure(figsize=(FULL_WIDTH, 3.0))
    panels = figure.subplots(1, 2, sharey=True)
    for panel, (delay, found) in zip(panels, final.groupby("delay", sort=False), strict=True):
        _plot_with_rate(panel, found, "K", "banker_tinf", styles)
        panel.set_title(TITLES[delay])
        panel.set_xlabel("arms K")
    panels[0].yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    panels[0].yaxis.set_major_formatter("{x:,.0f}")
    panels[0].set_ylabel("regret after the last round")
    legend_below(figure, panels, columns=3)
    return figure


def _plot_with_rate(
    panel: Axes, final: pd.DataFrame, coordinate: str, name: str, styles: Styles
) -> None:
    """Plot final regret on logarithmic scales, and the rate from the first point of `name`."""
    plot_final(panel, final, coordinate, styles, styles)
    panel.set_xscale("log")
    panel.set_yscale("log")
    values = sorted(final[coordinate].unique())
    first = final[final["algorithm"] == name].sort_values(coordinate).iloc[0]
    ends = [values[0], values[-1]]
    square_root(panel, ends, first[coordinate], first["mean"], f"√{coordinate}")
    panel.set_xticks(values, values)
    panel.minorticks_off()


def against_range(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot final regret over L against L, a panel per law of delays."""
    final = final_regret(mean_regret(curves, L=largest_loss, delay=delay_law))
    final[INTERVAL] = final[INTERVAL].div(final["L"], axis="index")
    figure = Figure(figsize=(FULL_WIDTH, 3.6))
    panels = figure.subplots(1, 2, sharey=True)
    for panel, (delay, found) in zip(panels, final.groupby("delay", sort=False), strict=True):
        plot_final(panel, found, "L", styles, styles)
        panel.set_xscale("log")
        panel.set_yscale("log")
        panel.set_title(TITLES[delay])
        panel.set_xlabel("range L of the losses")
    panels[0].set_ylabel("regret after the last round / L")
    legend_below(figure, panels, columns=3)
    return figure


def kinds_of_losses(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot final regret over the largest loss, a row per kind of losses."""
    final = final_regret(mean_regret(curves, largest=largest_loss))
    final[INTERVAL] = final[INTERVAL].div(final["largest"], axis="index")
    figure = Figure(figsize=(FULL_WIDTH, 3.4))
    panel = figure.subplots()
    _plot_rows(panel, final, "setting", KINDS, styles)
    panel.set_xlabel("regret after the last round / largest loss")
    legend_below(figure, [panel], columns=3)
    return figure


def investment(curves: AllCurves, delays: np.ndarray, styles: Styles) -> Figure:
    """Plot B_t of Banker-TINF, and its ratio to the bound, for deterministic delays."""
    rounds = np.arange(1, 1_000_001)
    shown = np.unique(np.geomspace(100, rounds.size, 400).astype(int)) - 1
    figure = Figure(figsize=(FULL_WIDTH, 2.9))
    left, right = figure.subplots(1, 2)
    for label, colour in COLOURS.items():
        invested, experienced = total_investment(delays_in_order(label, rounds.size, delays))
        bound = np.sqrt(rounds) + np.sqrt(experienced * np.log(np.maximum(experienced, 1)))
        left.plot(rounds[shown], invested[shown], color=PALETTE[colour], label=label)
        right.plot(rounds[shown], (invested / bound)[shown], color=PALETTE[colour], label=label)
    left.set_ylabel("total investment $B_t$")
    right.set_ylabel("$B_t$ / (√t + √($D_t$ ln $D_t$))")
    for panel in (left, right):
        panel.set_xscale("log")
        panel.set_yscale("log")
        panel.set_xlabel("round t")
    legend_below(figure, [left], columns=6)
    return figure


def criteo_panels(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot regret under Criteo delays, on LOCK on a linear scale, since it may be negative."""
    regret = mean_regret(curves)
    figure = Figure(figsize=(FULL_WIDTH, 3.4))
    panels = figure.subplots(1, 2)
    titles = {"sca-criteo": "constrained", "lock-criteo": "LOCK"}
    for panel, (setting, title) in zip(panels, titles.items(), strict=True):
        plot_regret(panel, regret[regret["setting"] == setting], styles, styles)
        panel.set_title(title)
    panels[0].set_yscale("log")
    panels[0].set_ylabel("cumulative regret")
    legend_below(figure, panels, columns=4)
    return figure
