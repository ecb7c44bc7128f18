"""Figures of Huang et al. 2023, Banker Online Mirror Descent; the paper has none."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator

from delayed_bandits.algorithms.banker import total_investment
from delayed_bandits.analysis.curves import AllCurves
from delayed_bandits.analysis.plots import legend_below, mean_regret, plot_final, plot_regret, sheet
from delayed_bandits.analysis.regret_table import final_regret
from delayed_bandits.analysis.style import PALETTE, Styles
from delayed_bandits.papers.huang2023 import figures_parts as parts
from delayed_bandits.papers.huang2023 import shared

ON_ARMS = (*parts.BOTH, "zimmert_seldin", "tsallis_inf", "uniform")
ON_POINTS = (
    *("banker_bolo", "banker_bolo_greedy", "bolo", "bold_bolo"),
    *("exponential_weights", "exponential_weights_undelayed"),
)
COLOURS = ("grey", "sky", "blue", "orange", "green", "black")  # of the deterministic delays


def worst_cases(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot final regret, a row per law of delays, a panel per environment."""
    curves = parts.only(curves, parts.ON_ALL_DELAYS)
    final = final_regret(mean_regret(curves, delay=parts.delay_law, waves=shared.on_lock))
    figure, panels = sheet(5.6, 1, 2, sharey=True)
    for panel, waves in zip(panels, (False, True), strict=True):
        found = final[final["waves"] == waves]
        parts.plot_rows(panel, found, "delay", parts.DELAYS, styles, parts.ON_ALL_DELAYS)
        panel.set_xlabel("regret after the last round")
    panels[0].set_title("stochastically constrained adversary")
    panels[1].set_title("LOCK (uniform play has regret 0)")
    panels[1].set_xscale("symlog", linthresh=300)
    panels[1].set_xticks([-3000, -300, 0, 300, 3000])
    panels[1].xaxis.set_major_formatter("{x:,.0f}")
    panels[1].minorticks_off()
    panels[1].axvline(0, color="0.6", linewidth=0.6)
    panels[0].set_ylabel("delays")
    return legend_below(figure, panels, columns=4)


def against_rounds(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot regret against the round on logarithmic scales, a panel per setting."""
    regret = mean_regret(parts.only(curves, ON_ARMS))
    titles = {
        "long-sca-fixed100": "constrained, fixed 100",
        "long-lock-fixed100": "LOCK, fixed 100",
        "long-lock-geometric": "LOCK, geometric",
    }
    figure, panels = sheet(3.1, 1, len(titles), sharey=True)
    for panel, (setting, title) in zip(panels, titles.items(), strict=True):
        found = regret[(regret["setting"] == setting) & (regret["algorithm"] != "uniform")]
        _plot_logarithmic(panel, found, styles)
        panel.set_title(title)
    parts.widen(panels, styles, ["banker_tinf_greedy"])
    panels[0].set_ylabel("cumulative regret")
    return legend_below(figure, panels, columns=3)


def linear_panels(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot regret of linear bandits, a row per body, a column per law of delays."""
    curves = parts.only(curves, ON_POINTS)
    regret = mean_regret(curves, body=lambda trace: trace["body"]["body"], delay=parts.delay_law)
    figure, panels = sheet(4.8, 2, 4, sharey=True)
    cases = regret.groupby(["body", "delay"], sort=False)
    for panel, ((body, delay), found) in zip(panels.flat, cases, strict=True):
        _plot_logarithmic(panel, found, styles)
        panel.set_title(f"{body}, {parts.DELAYS[delay]}")
        panel.label_outer()
    parts.widen(panels.flat, styles, ["banker_bolo"])
    for row in panels:
        row[0].set_ylabel("cumulative regret")
    return legend_below(figure, panels.flat, columns=3)


def _plot_logarithmic(panel: Axes, regret: pd.DataFrame, styles: Styles) -> None:
    """Plot the regret of the last 99 % of the rounds, and the rates from its first point."""
    horizon = regret["round"].max()
    regret = regret[regret["round"] >= horizon / 100]
    plot_regret(panel, regret, styles, styles)
    panel.set(xscale="log", yscale="log")
    first = regret.iloc[0]
    ends = (first["round"], horizon)
    panel.set_xlim(*ends)
    parts.rates(panel, ends, first["round"], first["mean"], "t")
    panel.set_xticks([horizon // 50, horizon // 10, horizon // 2])
    panel.minorticks_off()
    parts.plain(panel.xaxis, panel.yaxis)


def against_delay(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot final regret against a fixed delay: arms on the left, the ball on the right."""
    names = [name for name in (*ON_ARMS, *ON_POINTS) if name != "uniform"]
    of = {"linear": lambda trace: "body" in trace, "d": lambda trace: trace["delay"]["rounds"]}
    final = final_regret(mean_regret(parts.only(curves, names), **of))
    figure, (left, right) = sheet(3.2, 1, 2)
    _plot_with_rates(left, final[~final["linear"]], "d", "banker_tinf", styles)
    _plot_with_rates(right, final[final["linear"]], "d", "banker_bolo", styles)
    parts.widen([left, right], styles, ["banker_tinf_greedy", "banker_bolo"])
    left.set_title("two arms")
    right.set_title("ball, dimension 5")
    for panel in (left, right):
        panel.set_xlabel("delay d, rounds")
    left.set_ylabel("regret after the last round")
    return legend_below(figure, [left, right], columns=4)


def against_arms(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot final regret against the number of arms, a panel per law of delays."""
    curves = parts.only(curves, ON_ARMS)
    final = final_regret(mean_regret(curves, K=lambda trace: trace["arms"], delay=parts.delay_law))
    figure, panels = sheet(3.1, 1, 2, sharey=True)
    for panel, (delay, found) in zip(panels, final.groupby("delay", sort=False), strict=True):
        _plot_with_rates(panel, found, "K", "banker_tinf", styles)
        panel.set(title=parts.DELAYS[delay], xlabel="arms K")
    panels[0].yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    parts.widen(panels, styles, ["banker_tinf_greedy"])
    panels[0].set_ylabel("regret after the last round")
    return legend_below(figure, panels, columns=4)


def _plot_with_rates(
    panel: Axes, final: pd.DataFrame, coordinate: str, name: str, styles: Styles
) -> None:
    """Plot final regret on logarithmic scales, and the rates from the first point of `name`."""
    plot_final(panel, final, coordinate, styles, styles)
    panel.set(xscale="log", yscale="log")
    values = sorted(final[coordinate].unique())
    first = final[final["algorithm"] == name].sort_values(coordinate).iloc[0]
    parts.rates(panel, (values[0], values[-1]), first[coordinate], first["mean"], coordinate)
    panel.set_xticks(values, values)
    panel.minorticks_off()
    parts.plain(panel.yaxis)


def against_range(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot final regret over L, a row per range L, a panel per law of delays."""
    names = (*parts.FREE[:4], *parts.HOMOGENEOUS, *parts.FREE[4:])
    return parts.plot_delays(4.2, curves, names, shared.largest_loss, parts.RANGES, styles)


def kinds_of_losses(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot final regret over the largest loss, a row per kind of losses, a panel per law."""
    return parts.plot_delays(5.8, curves, parts.FREE, parts.kind_of_losses, parts.KINDS, styles)


def investment(curves: AllCurves, delays: np.ndarray, styles: Styles) -> Figure:
    """Plot B_t of Banker-TINF, and its ratio to the bound, for deterministic delays."""
    rounds = np.arange(1, 1_000_001)
    shown = np.unique(np.geomspace(100, rounds.size, 400).astype(int)) - 1
    figure, (left, right) = sheet(3.0, 1, 2)
    for (label, law), colour in zip(shared.DETERMINISTIC.items(), COLOURS, strict=True):
        in_order = shared.delays_in_order(law, rounds.size, delays)
        invested, experienced = total_investment(in_order)
        bound = np.sqrt(rounds) + np.sqrt(experienced * np.log(np.maximum(experienced, 1)))
        left.plot(rounds[shown], invested[shown], color=PALETTE[colour], label=label)
        right.plot(rounds[shown], (invested / bound)[shown], color=PALETTE[colour], label=label)
    left.set_ylabel("total investment $B_t$")
    right.set_ylabel("$B_t$ / (√t + √($D_t$ ln $D_t$))")
    for panel in (left, right):
        panel.set(xscale="log", yscale="log", xlabel="round t")
        parts.plain(panel.xaxis, panel.yaxis)
    return legend_below(figure, [left], columns=6)


def criteo_panels(curves: AllCurves, delays: None, styles: Styles) -> Figure:
    """Plot regret under Criteo delays, on LOCK on a linear scale, since it may be negative."""
    regret = mean_regret(parts.only(curves, (*parts.ON_ALL_DELAYS, "exp3")))
    figure, panels = sheet(3.6, 1, 2)
    titles = {
        "sca-criteo": "stochastically constrained adversary",
        "lock-criteo": "LOCK (uniform play has regret 0)",
    }
    for panel, (setting, title) in zip(panels, titles.items(), strict=True):
        plot_regret(panel, regret[regret["setting"] == setting], styles, styles)
        panel.set_title(title)
        panel.xaxis.set_major_formatter("{x:,.0f}")
    panels[0].set_yscale("log")
    parts.plain(panels[0].yaxis)
    panels[1].yaxis.set_major_formatter("{x:,.0f}")
    panels[0].set_ylabel("cumulative regret")
    return legend_below(figure, panels, columns=4)
