"""Figures of Huang et al. 2023, Banker Online Mirror Descent, which has none of its own.

Settings are named after the environment and the law of the delays, or after what a figure goes
through: long, delay, arms, range.
"""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator

from delayed_bandits.algorithms.banker import total_investment
from delayed_bandits.analysis.curves import AllCurves
from delayed_bandits.analysis.plots import legend_below, mean_regret, plot_regret
from delayed_bandits.analysis.regret_table import final_regret
from delayed_bandits.analysis.style import FULL_WIDTH, PALETTE, Styles
from delayed_bandits.papers.huang2023.shared import DETERMINISTIC, delays_in_order

DELAYS = {
    "none": "none",
    "fixed10": "fixed, 10",
    "fixed100": "fixed, 100",
    "geometric": "geometric",
    "pareto": "Pareto",
    "packets": "packets",
    "criteo": "Criteo",
    "front": "front",
    "lost": "1 in 20 lost",
}
RANGES = {"small": 0.01, "one": 1.0, "large": 10_000.0}
KINDS = {
    "spikes": ("spikes", 100),
    "jump": ("jump", 100),
    "growth": ("growth", 1000),
    "signed": ("signed", 1),
    "signed-spikes": ("signed spikes", 30),
}
COLOURS = dict(zip(DETERMINISTIC, ["grey", "sky", "blue", "orange", "green", "black"], strict=True))


def worst_cases(curves: AllCurves, algorithms: Styles) -> Figure:
    """Final regret on the worse of the environments, a row per law of delays."""
    regret = mean_regret(curves)
    final = final_regret(regret)
    final["delay"] = final["setting"].str.split("-").str[1]
    ran = final.groupby(["delay", "algorithm"])["setting"].transform("nunique")
    final = final[ran == final.groupby("delay")["setting"].transform("nunique")]
    worst = final.loc[final.groupby(["delay", "algorithm"])["mean"].idxmax()]
    names = [name for name in algorithms if name in set(worst["algorithm"])]
    figure = Figure(figsize=(FULL_WIDTH, 4.8))
    panel = figure.subplots()
    worst["place"] = worst["delay"].map({delay: i for i, delay in enumerate(DELAYS)})
    _plot_rows(panel, worst, names, algorithms)
    panel.set_yticks(range(len(DELAYS)), DELAYS.values())
    panel.set_xscale("log")
    panel.set_xlabel("regret after the last round, worse of two environments")
    panel.set_ylabel("delays")
    legend_below(figure, [panel], columns=4)
    return figure


def _plot_rows(panel: Axes, rows: pd.DataFrame, names: list[str], algorithms: Styles) -> None:
    """Plot means with their intervals in the rows `place`, one algorithm below another."""
    for i, name in enumerate(names):
        of_one = rows[rows["algorithm"] == name]
        panel.errorbar(
            of_one["mean"],
            of_one["place"] + (i - (len(names) - 1) / 2) * 0.8 / len(names),
            xerr=of_one["mean"] - of_one["ci_low"],
            color=PALETTE[algorithms[name]["colour"]],
            marker="o" if algorithms[name]["line"] == "solid" else "D",
            markersize=3,
            linestyle="none",
            label=algorithms[name]["label"],
        )
    last = rows["place"].max()
    for place in range(last):
        panel.axhline(place + 0.5, color="lightgrey", linewidth=0.6)
    panel.set_ylim(last + 0.5, -0.5)
    panel.grid(visible=False, axis="y")


def against_rounds(curves: AllCurves, algorithms: Styles) -> Figure:
    """Regret against the round on logarithmic scales, a panel per setting."""
    regret = mean_regret(curves)
    titles = {
        "long-sca-fixed100": "constrained, fixed 100",
        "long-lock-fixed100": "LOCK, fixed 100",
        "long-lock-geometric": "LOCK, geometric",
    }
    figure = Figure(figsize=(FULL_WIDTH, 2.9))
    panels = figure.subplots(1, len(titles), sharey=True)
    for panel, (setting, title) in zip(panels, titles.items(), strict=True):
        _plot_logarithmic(panel, regret[regret["setting"] == setting], algorithms)
        panel.set_title(title)
    panels[0].set_ylabel("cumulative regret")
    legend_below(figure, panels, columns=4)
    return figure


def linear_panels(curves: AllCurves, algorithms: Styles) -> Figure:
    """Regret of linear bandits against the round, a row per body, a column per law of delays."""
    regret = mean_regret(curves)
    figure = Figure(figsize=(FULL_WIDTH, 4.6))
    delays = ["none", "fixed10", "fixed100", "geometric"]
    panels = figure.subplots(2, len(delays), sharey=True)
    for row, body in zip(panels, ["ball", "box"], strict=True):
        for panel, delay in zip(row, delays, strict=True):
            rows = regret[regret["setting"] == f"{body}-{delay}"]
            _plot_logarithmic(panel, rows, algorithms)
            panel.set_title(f"{body}, {'no delay' if delay == 'none' else DELAYS[delay]}")
            panel.label_outer()
        row[0].set_ylabel("cumulative regret")
    legend_below(figure, panels.ravel(), columns=3)
    return figure


def _plot_logarithmic(panel: Axes, rows: pd.DataFrame, algorithms: Styles) -> None:
    """Plot the regret of the last 99 % of the rounds, and the rate sqrt(t) through the first."""
    horizon = rows["round"].max()
    rows = rows[rows["round"] >= horizon / 100]
    names = [name for name in algorithms if name in set(rows["algorithm"])]
    plot_regret(panel, rows, algorithms, names)
    panel.set_xscale("log")
    panel.set_yscale("log")
    panel.set_xlim(horizon / 100, horizon)
    first = rows[rows["algorithm"] == names[0]].iloc[0]
    _plot_rate(panel, np.array([horizon / 100, horizon]), first["round"], first["mean"], "√t")


def _plot_rate(panel: Axes, places: np.ndarray, place: float, value: float, label: str) -> None:
    """Draw the rate of a square root through a point."""
    panel.plot(
        places, value * np.sqrt(places / place), color="black", linestyle="dotted", label=label
    )


def _plot_final(panel: Axes, rows: pd.DataFrame, place: str, algorithms: Styles) -> None:
    """Plot final regrets with their intervals against the column `place`."""
    for name in [name for name in algorithms if name in set(rows["algorithm"])]:
        of_one = rows[rows["algorithm"] == name].sort_values(place)
        panel.errorbar(
            of_one[place],
            of_one["mean"],
            yerr=of_one["mean"] - of_one["ci_low"],
            color=PALETTE[algorithms[name]["colour"]],
            linestyle=algorithms[name]["line"],
            marker="o",
            markersize=3,
            label=algorithms[name]["label"],
        )
    panel.set_xscale("log")
    panel.set_yscale("log")


def against_delay(curves: AllCurves, algorithms: Styles) -> Figure:
    """Final regret against a fixed delay: arms on the left, the ball on the right."""
    regret = mean_regret(curves)
    final = final_regret(regret)
    final["delay"] = final["setting"].str.split("-").str[-1].astype(int)
    figure = Figure(figsize=(FULL_WIDTH, 3.0))
    panels = figure.subplots(1, 2)
    kinds = {"delay": "two arms", "ball": "ball, dimension 5"}
    for panel, (kind, title) in zip(panels, kinds.items(), strict=True):
        rows = final[final["setting"].str.split("-").str[0] == kind]
        _plot_final(panel, rows, "delay", algorithms)
        first = rows[rows["algorithm"].str.startswith("banker")].sort_values("delay").iloc[0]
        ends = np.array([rows["delay"].min(), rows["delay"].max()])
        _plot_rate(panel, ends, first["delay"], first["mean"], "√d")
        panel.set_title(title)
        panel.set_xticks(sorted(rows["delay"].unique()), sorted(rows["delay"].unique()))
        panel.minorticks_off()
        panel.set_xlabel("delay d, rounds")
    panels[0].set_ylabel("regret after the last round")
    legend_below(figure, panels, columns=4)
    return figure


def against_arms(curves: AllCurves, algorithms: Styles) -> Figure:
    """Final regret against the number of arms, a panel per law of delays."""
    regret = mean_regret(curves)
    final = final_regret(regret)
    final["arms"] = final["setting"].str.split("-").str[1].astype(int)
    figure = Figure(figsize=(FULL_WIDTH, 3.0))
    panels = figure.subplots(1, 2, sharey=True)
    for panel, delay in zip(panels, ["fixed10", "geometric"], strict=True):
        rows = final[final["setting"].str.endswith(delay)]
        _plot_final(panel, rows, "arms", algorithms)
        first = rows[rows["algorithm"] == "banker_tinf"].sort_values("arms").iloc[0]
        ends = np.array([rows["arms"].min(), rows["arms"].max()])
        _plot_rate(panel, ends, first["arms"], first["mean"], "√K")
        panel.set_title(DELAYS[delay])
        panel.set_xticks(sorted(rows["arms"].unique()), sorted(rows["arms"].unique()))
        panel.minorticks_off()
        panel.set_xlabel("arms K")
    panels[0].yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    panels[0].yaxis.set_major_formatter("{x:,.0f}")
    panels[0].set_ylabel("regret after the last round")
    legend_below(figure, panels, columns=3)
    return figure


def against_range(curves: AllCurves, algorithms: Styles) -> Figure:
    """Final regret over L against L, a panel per law of delays."""
    regret = mean_regret(curves)
    final = final_regret(regret)
    final["range"] = final["setting"].str.split("-").str[1].map(RANGES)
    for column in ("mean", "ci_low", "ci_high"):
        final[column] /= final["range"]
    figure = Figure(figsize=(FULL_WIDTH, 3.6))
    panels = figure.subplots(1, 2, sharey=True)
    for panel, delay in zip(panels, ["none", "geometric"], strict=True):
        rows = final[final["setting"].str.endswith(delay)]
        _plot_final(panel, rows, "range", algorithms)
        panel.set_title("no delay" if delay == "none" else DELAYS[delay])
        panel.set_xlabel("range L of the losses")
    panels[0].set_ylabel("regret after the last round / L")
    legend_below(figure, panels, columns=3)
    return figure


def kinds_of_losses(curves: AllCurves, algorithms: Styles) -> Figure:
    """Final regret over the largest loss, a row per kind of losses."""
    regret = mean_regret(curves)
    final = final_regret(regret)
    figure = Figure(figsize=(FULL_WIDTH, 3.4))
    panel = figure.subplots()
    names = [name for name in algorithms if name in set(final["algorithm"])]
    largest = final["setting"].map({kind: loss for kind, (_, loss) in KINDS.items()})
    for column in ("mean", "ci_low"):
        final[column] /= largest
    final["place"] = final["setting"].map({kind: i for i, kind in enumerate(KINDS)})
    _plot_rows(panel, final, names, algorithms)
    panel.set_yticks(range(len(KINDS)), [label for label, _ in KINDS.values()])
    panel.set_xscale("log")
    panel.set_xlabel("regret after the last round / largest loss")
    legend_below(figure, [panel], columns=3)
    return figure


def investment(delays: pd.DataFrame, algorithms: Styles) -> Figure:
    """B_t of Banker-TINF, and its ratio to the bound, for deterministic delays."""
    rounds = np.arange(1, 1_000_001)
    shown = np.unique(np.geomspace(100, rounds.size, 400).astype(int)) - 1
    figure = Figure(figsize=(FULL_WIDTH, 2.9))
    left, right = figure.subplots(1, 2)
    for label, colour in COLOURS.items():
        in_order = delays_in_order(label, rounds.size, delays["delay"].to_numpy())
        invested, experienced = total_investment(in_order)
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


def criteo_panels(curves: AllCurves, algorithms: Styles) -> Figure:
    """Regret under Criteo delays; on LOCK it may be negative, so that scale is linear."""
    regret = mean_regret(curves)
    figure = Figure(figsize=(FULL_WIDTH, 3.4))
    panels = figure.subplots(1, 2)
    worlds = {"sca-criteo": "constrained", "lock-criteo": "LOCK"}
    for panel, (setting, title) in zip(panels, worlds.items(), strict=True):
        rows = regret[regret["setting"] == setting]
        found = set(rows["algorithm"])
        plot_regret(panel, rows, algorithms, [name for name in algorithms if name in found])
        panel.set_title(title)
    panels[0].set_yscale("log")
    panels[0].set_ylabel("cumulative regret")
    legend_below(figure, panels, columns=4)
    return figure
