"""Our figures for Huang et al. 2023, which prints none."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import LogLocator

from delayed_bandits.algorithms.banker import total_investment
from delayed_bandits.analysis import plots
from delayed_bandits.analysis.curves import AllCurves, Styles
from delayed_bandits.analysis.plots import (
    INTERVAL,
    legend_below,
    plain,
    plot_final,
    plot_regret,
    sheet,
)
from delayed_bandits.analysis.regret_table import final_regret
from delayed_bandits.analysis.style import PALETTE
from delayed_bandits.papers.huang2023 import shared

ENVIRONMENTS = {
    "sca": "stochastically constrained adversary",
    "lock": "LOCK (random play has regret 0)",
}
DELAYS = {
    "none": "no delay",
    "fixed10": "fixed, 10",
    "fixed100": "fixed, 100",
    "geometric": "geometric",
    "pareto": "Pareto",
    "batch": "batches",
    "criteo": "Criteo",
    "front": "front",
    "lost": "1 in 20 lost",
}
ON_ARMS = ("banker_tinf_greedy", "banker_tinf", "zimmert_seldin", "tsallis_inf", "uniform")
ON_ALL_DELAYS = (*ON_ARMS[:3], "zimmert_seldin_skipping", "exp3_known_delay", "bold", "tsallis_inf")
ON_POINTS = (
    *("banker_bolo", "banker_bolo_greedy", "bolo", "bold_bolo"),
    *("exponential_weights", "exponential_weights_undelayed"),
)
FREE = (
    *("banker_sftinf_greedy", "banker_sftinf", "banker_sflbinf_greedy", "banker_sflbinf"),
    *("banker_sflbinf_no_floor", "sf_mab_adaptive", "zimmert_seldin_doubling"),
    *("tsallis_inf", "uniform"),
)
KINDS = {
    "scaled": "L = 10,000",
    "spikes": "spikes",
    "jump": "jump",
    "growing": "growth",
    "signed": "signed",
    "signed_spikes": "signed spikes",
    "lock": "LOCK, gap 0.1",
    "zero": "LOCK, gap 0",
}
RANGES = {0.01: "L = 0.01", 1: "L = 1", 10_000: "L = 10,000"}
MARKERS = {"solid": "o", "dashed": "D", "dotted": "s", "dashdot": "^"}
WIDE = ("banker_tinf_greedy", "banker_bolo")
"""Algorithms drawn wide and pale, since other curves coincide with theirs."""


def mean_regret(
    curves: AllCurves, names: Iterable[str], **coordinates: Callable[[Mapping[str, Any]], object]
) -> pd.DataFrame:
    """Return the regret table of the named algorithms, with `coordinates` as columns."""
    return plots.mean_regret({key: curves[key] for key in curves if key[1] in names}, **coordinates)


def worst_cases(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot final regret, a row per delay distribution, a panel per environment."""
    final = final_regret(mean_regret(curves, ON_ALL_DELAYS, delay=shared.delay_distribution))
    final["losses"] = final["setting"].str.partition("-")[0]
    figure, panels = sheet(5.6, 1, 3, sharey=True)
    titles = {"sca": "constrained adversary", "lock": "LOCK, gap 0", "gap": "LOCK, gap 0.1"}
    for panel, (losses, title) in zip(panels, titles.items(), strict=True):
        plot_rows(panel, final[final["losses"] == losses], "delay", DELAYS, styles, ON_ALL_DELAYS)
        panel.set(title=title, xlabel="regret after the last round")
    plots.linear_near_zero(panels[1], 300)
    panels[1].set_xticks([-3000, -300, 0, 300, 3000])
    panels[1].set_xlabel("regret (shaded: linear scale)")
    panels[0].set_ylabel("delays")
    return legend_below(figure, panels, columns=4)


def against_rounds(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot regret against the round on logarithmic scales, a panel per setting."""
    regret = mean_regret(curves, [name for name in ON_ARMS if name != "uniform"])
    titles = {
        "long-sca-fixed100": "constrained, fixed 100",
        "long-lock-fixed100": "LOCK, fixed 100",
        "long-lock-geometric": "LOCK, geometric",
    }
    figure, panels = sheet(3.1, 1, len(titles), sharey=True)
    for panel, (setting, title) in zip(panels, titles.items(), strict=True):
        _plot_logarithmic(panel, regret[regret["setting"] == setting], styles)
        panel.set_title(title)
    panels[0].set_ylabel("cumulative regret")
    return legend_below(figure, panels, columns=3)


def linear_panels(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot regret of linear bandits, a row per convex body, a column per delay."""
    of = {"body": lambda trace: trace["body"]["body"], "delay": shared.delay_distribution}
    cases = mean_regret(curves, ON_POINTS, **of).groupby(["body", "delay"], sort=False)
    figure, panels = sheet(4.8, 2, 4, sharey=True)
    for panel, ((body, delay), found) in zip(panels.flat, cases, strict=True):
        _plot_logarithmic(panel, found, styles)
        panel.set_title(f"{body}, {DELAYS[delay]}")
        panel.label_outer()
    for panel in panels[:, 0]:
        panel.set_ylabel("cumulative regret")
    return legend_below(figure, panels.flat, columns=3)


def _plot_logarithmic(panel: Axes, regret: pd.DataFrame, styles: Styles) -> None:
    """Plot regret in the last 99 % of the rounds, and lines proportional to √t and t."""
    horizon = regret["round"].max()
    regret = regret[regret["round"] >= horizon / 100]
    plot_regret(panel, regret, styles, styles)
    panel.set(xscale="log", yscale="log")
    first = regret.iloc[0]
    panel.set_xlim(first["round"], horizon)
    _rates(panel, [first["round"], horizon], first["mean"], "t")
    _widen(panel, styles)
    panel.set_xticks([horizon // 50, horizon // 10, horizon // 2])
    panel.minorticks_off()
    plain(panel.xaxis, panel.yaxis)


def against_delay(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot final regret against a fixed delay: two arms (left), the ball (right)."""
    names = [name for name in (*ON_ARMS, *ON_POINTS) if name != "uniform"]
    of = {"linear": lambda trace: "body" in trace, "d": lambda trace: trace["delay"]["rounds"]}
    final = final_regret(mean_regret(curves, names, **of))
    figure, panels = sheet(3.2, 1, 2, sharey=True)
    titles = {False: "two arms", True: "ball, dimension 5"}
    for panel, (linear, title) in zip(panels, titles.items(), strict=True):
        _plot_with_rates(panel, final[final["linear"] == linear], "d", styles)
        panel.set(title=title, xlabel="delay d, rounds")
    panels[0].set_ylabel("regret after the last round")
    return legend_below(figure, panels, columns=4)


def against_arms(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot final regret against the number of arms, a panel per delay distribution."""
    of = {"K": lambda trace: trace["arms"], "delay": shared.delay_distribution}
    cases = final_regret(mean_regret(curves, ON_ARMS, **of)).groupby("delay", sort=False)
    figure, panels = sheet(3.1, 1, 2, sharey=True)
    for panel, (delay, found) in zip(panels, cases, strict=True):
        _plot_with_rates(panel, found, "K", styles)
        panel.set(title=DELAYS[delay], xlabel="arms K")
    panels[0].yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    panels[0].set_ylabel("regret after the last round")
    return legend_below(figure, panels, columns=4)


def _plot_with_rates(panel: Axes, final: pd.DataFrame, coordinate: str, styles: Styles) -> None:
    """Plot final regret on log scales, with lines proportional to √x and x."""
    plot_final(panel, final, coordinate, styles, styles)
    panel.set(xscale="log", yscale="log")
    values = sorted(final[coordinate].unique())
    banker = final[final["algorithm"].isin(["banker_tinf", "banker_bolo"])]
    first = banker.sort_values(coordinate)["mean"].iloc[0]
    _rates(panel, [values[0], values[-1]], first, coordinate)
    _widen(panel, styles)
    panel.set_xticks(values, [f"{value:,}" for value in values])
    panel.minorticks_off()
    plain(panel.yaxis)


def _rates(panel: Axes, ends: list[float], first: float, coordinate: str) -> None:
    """Draw lines proportional to √x and x from the point (`ends[0]`, `first`) on."""
    for power, label, line in ((0.5, f"√{coordinate}", "dotted"), (1, coordinate, (0, (1, 4)))):
        values = first * (np.array(ends) / ends[0]) ** power
        rate = Line2D(ends, values, color="0.45", linewidth=0.9, linestyle=line, label=label)
        panel.add_artist(rate)  # add_artist keeps the limits


def _widen(panel: Axes, styles: Styles) -> None:
    labels = {styles[name]["label"] for name in WIDE if name in styles}
    for line in panel.lines:
        if line.get_label() in labels:
            line.set(linewidth=4, alpha=0.35)
    for bars in panel.containers:
        if bars.get_label() in labels:
            bars.lines[0].set(linewidth=4, alpha=0.35, markersize=6)


def against_range(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot final regret / L, a row per range L, a panel per delay distribution."""
    names = (*FREE[:4], "banker_sftinf_homogeneous", "banker_sflbinf_homogeneous", *FREE[4:])
    return _plot_delays(4.2, curves, names, shared.largest_loss, RANGES, styles)


def kinds_of_losses(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot final regret / L, a row per kind of losses, a panel per delay."""
    return _plot_delays(5.8, curves, FREE, shared.kind_of_losses, KINDS, styles)


def _plot_delays(
    height: float,
    curves: AllCurves,
    names: Iterable[str],
    row_of: Callable[[Mapping[str, Any]], object],
    labels: Mapping[Any, str],
    styles: Styles,
) -> Figure:
    """Plot final regret / L: without delay (left), under geometric delays (right)."""
    of = {"largest": shared.largest_loss, "delay": shared.delay_distribution, "row": row_of}
    final = final_regret(mean_regret(curves, names, **of))
    final[INTERVAL] = final[INTERVAL].div(final["largest"], axis="index")
    figure, panels = sheet(height, 1, 2, sharey=True)
    titles = {"none": "no delay", "geometric": "geometric delays"}
    for panel, (delay, title) in zip(panels, titles.items(), strict=True):
        plot_rows(panel, final[final["delay"] == delay], "row", labels, styles, names)
        panel.set(title=title, xlabel="regret after the last round / L")
    return legend_below(figure, panels, columns=3)


def plot_rows(
    panel: Axes,
    final: pd.DataFrame,
    column: str,
    labels: Mapping[str, str],
    styles: Styles,
    names: Iterable[str],
) -> None:
    """Plot final regret: a row per value of a column, and in it a line per algorithm."""
    positions = final[column].map({value: i for i, value in enumerate(labels)})
    for i, name in enumerate(names):
        found = final["algorithm"] == name
        if not found.any():
            continue
        y = positions[found] + (i - (len(names) - 1) / 2) * 0.8 / len(names)
        line = styles[name]["line"]
        fill = {"markerfacecolor": None if line == "solid" else "white"}
        dots = {"marker": MARKERS[line], **fill, "markersize": 3, "linestyle": "none"}
        plots.rows(panel, y, final.loc[found, INTERVAL], styles[name], **dots)
    for i, value in enumerate(labels):
        panel.axhline(i + 0.5, color="lightgrey", linewidth=0.6)
        if value not in set(final[column]):
            panel.axhspan(i - 0.5, i + 0.5, color="0.93", linewidth=0, zorder=0)
            look = {"ha": "center", "va": "center", "fontsize": 7, "style": "italic"}
            panel.text(0.5, i, "not run", transform=panel.get_yaxis_transform(), **look)
    panel.set_ylim(len(labels) - 0.5, -0.5)
    panel.set_yticks(range(len(labels)), labels.values())
    panel.grid(visible=False, axis="y")
    panel.set_xscale("log")
    low, high = panel.get_xlim()
    subs = (1,) if high > 200 * low else (1, 3)
    panel.xaxis.set_major_locator(LogLocator(subs=subs, numticks=6))
    plain(panel.xaxis)


def investment(curves: AllCurves, delays: np.ndarray, styles: Styles) -> Figure:
    """Plot Banker-TINF's investment B_t, and B_t divided by its bound, by delay."""
    rounds = np.arange(1, 1_000_001)
    shown = np.unique(np.geomspace(100, rounds.size, 400).astype(int)) - 1
    figure, panels = sheet(3.0, 1, 2)
    for colour, distribution in shared.DETERMINISTIC.items():
        drawn = shared.delays_in_order(distribution, rounds.size, delays)
        invested, experienced = total_investment(drawn)
        bound = np.sqrt(rounds) + np.sqrt(experienced * np.log(np.maximum(experienced, 1)))
        label = DELAYS[shared.delay_distribution({"delay": distribution})]
        look = {"color": PALETTE[colour], "label": label}
        for panel, values in zip(panels, (invested, invested / bound), strict=True):
            panel.plot(rounds[shown], values[shown], **look)
    panels[0].set_ylabel("total investment $B_t$")
    panels[1].set_ylabel("$B_t$ / (√t + √($D_t$ ln $D_t$))")
    for panel in panels:
        panel.set(xscale="log", yscale="log", xlabel="round t")
        plain(panel.xaxis, panel.yaxis)
    return legend_below(figure, panels[:1], columns=6)


def criteo_panels(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot regret under Criteo delays, a panel per environment."""
    regret = mean_regret(curves, (*ON_ALL_DELAYS, "exp3"))
    figure, panels = sheet(3.6, 1, 2)
    for panel, (environment, title) in zip(panels, ENVIRONMENTS.items(), strict=True):
        plot_regret(panel, regret[regret["setting"] == f"{environment}-criteo"], styles, styles)
        panel.set_title(title)
    panels[0].set_ylabel("cumulative regret")
    return legend_below(figure, panels, columns=4)
