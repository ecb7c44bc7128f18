"""Figures of Pike-Burke et al. 2018, Bandits with Delayed, Aggregated Anonymous Feedback.

Settings of Fig. 3 and Appendix F are named after the delay law and the mean delay, or the bound of
it that is known.
"""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from delayed_bandits.analysis.curves import AllCurves
from delayed_bandits.analysis.plots import legend_below, mean_regret, plot_regret
from delayed_bandits.analysis.regret_table import final_regret
from delayed_bandits.analysis.style import FULL_WIDTH, HALF_WIDTH, PALETTE, Styles
from delayed_bandits.delays.laws import law_from

LAW_STYLES = {
    "uniform": ("uniform", "blue"),
    "twopoint": ("0 or twice the mean", "orange"),
    "constant": ("constant", "green"),
    "poisson": ("Poisson", "blue"),
    "halfnormal": ("half-normal", "orange"),
    "exponential": ("exponential", "green"),
}
VARIANTS = ["odaaf", "odaaf_b", "odaaf_v"]
IN_TABLES_ONLY = {"odaaf_b_first", "odaaf_v_first"}


def ratios(curves: AllCurves, algorithms: Styles) -> Figure:
    """Fig. 3: regret divided by that of QPM-D, a panel per mean delay, a colour per law."""
    regret = mean_regret(curves)
    figure = Figure(figsize=(FULL_WIDTH, 2.9))
    settings = regret["setting"].unique()
    mean_delays = list(dict.fromkeys(setting.split("-")[1] for setting in settings))
    panels = figure.subplots(1, len(mean_delays))
    means = regret.pivot_table(
        index=["setting", "round"], columns="algorithm", values="mean", sort=False
    )
    for setting in settings:
        law, mean_delay = setting.split("-")
        rows = means.loc[setting].dropna(axis="columns")
        panel = panels[mean_delays.index(mean_delay)]
        for name in [name for name in VARIANTS if name in rows]:
            panel.plot(
                rows.index,
                rows[name] / rows["qpmd"],
                color=PALETTE[LAW_STYLES[law][1]],
                linestyle=algorithms[name]["line"],
            )
    for panel, mean_delay in zip(panels, mean_delays, strict=True):
        panel.set_title(f"mean delay {mean_delay}")
        panel.set_xlabel("round")
        panel.set_xlim(0, regret["round"].max())
        panel.set_ylim(bottom=0)
        panel.set_xticks(np.linspace(0, regret["round"].max(), 6)[:-1])
    panels[0].set_ylabel("regret / regret of QPM-D")
    handles = []
    for law in dict.fromkeys(setting.split("-")[0] for setting in settings):
        label, colour = LAW_STYLES[law]
        handles.append(Line2D([], [], color=PALETTE[colour], label=label))
    for name in [name for name in VARIANTS if name in set(regret["algorithm"])]:
        style = algorithms[name]
        handles.append(Line2D([], [], color="black", ls=style["line"], label=style["label"]))
    figure.legend(handles=handles, loc="outside lower center", ncols=len(handles))
    return figure


def regret_against_mean(curves: AllCurves, algorithms: Styles) -> Figure:
    """Appendix F: final regret against the mean delay; all algorithms, and QPM-D by itself."""
    regret = mean_regret(curves)
    final = final_regret(regret)
    law = final["setting"].str.split("-").str[0]
    final["mean_delay"] = final["setting"].str.split("-").str[1].astype(int)
    final = final[(law == "uniform") == (final["algorithm"] == "odaaf_b")]
    short = final[final["mean_delay"] <= 50]
    figure = Figure(figsize=(FULL_WIDTH, 2.9))
    left, right = figure.subplots(1, 2)
    for name in ["odaaf", "odaaf_v", "odaaf_b", "qpmd"]:
        _plot_against_mean(left, short[short["algorithm"] == name], algorithms[name])
    _plot_against_mean(right, final[final["algorithm"] == "qpmd"], algorithms["qpmd"])
    left.set_ylabel("regret after the last round")
    left.set_ylim(bottom=0)
    for panel in (left, right):
        panel.set_xlabel("mean delay E[τ], rounds")
    legend_below(figure, [left], columns=4)
    return figure


def _plot_against_mean(panel, rows, style):
    rows = rows.sort_values("mean_delay")
    panel.errorbar(
        rows["mean_delay"],
        rows["mean"],
        yerr=rows["mean"] - rows["ci_low"],
        color=PALETTE[style["colour"]],
        linestyle=style["line"],
        marker="o",
        markersize=3,
        label=style["label"],
    )


def regret_panels(curves: AllCurves, algorithms: Styles) -> Figure:
    """Regret of everything that ran, on a logarithmic scale, a panel per setting."""
    regret = mean_regret(curves)
    settings = regret["setting"].unique()
    figure = Figure(figsize=(FULL_WIDTH, 4.0))
    panels = figure.subplots(1, len(settings), sharey=True)
    for panel, setting in zip(panels, settings, strict=True):
        rows = regret[regret["setting"] == setting]
        found = set(rows["algorithm"]) - IN_TABLES_ONLY
        plot_regret(panel, rows, algorithms, [name for name in algorithms if name in found])
        panel.set_title(setting)
        panel.set_yscale("log")
        panel.set_ylim(30, 30000)  # the regret of always playing the worse arm is 25,000
        panel.set_xticks(np.array([0, 1, 2]) * (rows["round"].max() * 2 // 5))
    panels[0].set_ylabel("cumulative regret")
    legend_below(figure, panels, columns=4)
    return figure


def delay_tails(delays: pd.DataFrame, algorithms: Styles) -> Figure:
    """P(D > d) of the Criteo delays, in days, beside laws of the same mean."""
    days = delays["delay"] / 86400
    hours = np.arange(24 * 50)
    mean = round(24 * days.mean())
    figure = Figure(figsize=(HALF_WIDTH, 2.6))
    panel = figure.subplots()
    cdf = np.searchsorted(np.sort(24 * days), hours, side="right") / len(days)
    panel.plot(hours / 24, 1 - cdf, color=PALETTE["black"], label="Criteo")
    for law, colour in [("exponential", "green"), ("poisson", "blue")]:
        beyond = 1 - law_from({"law": law, "mean": mean}).cdf(hours)
        panel.plot(
            hours / 24, beyond, color=PALETTE[colour], linestyle="dashed", label=LAW_STYLES[law][0]
        )
    panel.axvline(30, color=PALETTE["grey"], linewidth=0.8)
    panel.text(31, 0.3, "30 days", color=PALETTE["grey"])
    panel.set_yscale("log")
    panel.set_ylim(1e-4, 1.5)
    panel.set_xlim(0, 45)
    panel.set_xlabel("delay d, days")
    panel.set_ylabel("P(D > d)")
    legend_below(figure, [panel], columns=3)
    return figure
