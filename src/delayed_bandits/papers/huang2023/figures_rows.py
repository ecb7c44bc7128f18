"""Plots of Huang et al. 2023 with a row for each law of delays, or for each kind of losses."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator

from delayed_bandits.analysis.curves import AllCurves
from delayed_bandits.analysis.plots import INTERVAL, legend_below, mean_regret, rows
from delayed_bandits.analysis.regret_table import final_regret
from delayed_bandits.analysis.style import Styles
from delayed_bandits.papers.huang2023.figures_shared import (
    delay_law,
    plain,
)
from delayed_bandits.papers.huang2023.shared import largest_loss, law_of

FREE = (
    "banker_sftinf_greedy",
    "banker_sftinf",
    "banker_sflbinf_greedy",
    "banker_sflbinf",
    "banker_sflbinf_no_floor",
    "sf_mab_adaptive",
    "zimmert_seldin_doubling",
    "tsallis_inf",
    "uniform",
)
HOMOGENEOUS = ("banker_sftinf_homogeneous", "banker_sflbinf_homogeneous")
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


def kind_of_losses(trace: Mapping[str, Any]) -> str:
    """Return the key in `KINDS` of the losses."""
    losses = trace["losses"]
    if law_of(trace) == "square_wave":
        return "lock" if losses["of"].get("gap") else "zero"
    return "jump" if losses.get("steps") == 2 else losses["law"]


def on_waves(trace: Mapping[str, Any]) -> bool:
    """Tell whether losses are LOCK or RLOCK."""
    return trace["losses"]["law"] in ("square_wave", "random_wave")


def plot_rows(
    panel: Axes,
    final: pd.DataFrame,
    column: str,
    labels: Mapping[str, str],
    styles: Styles,
    names: Iterable[str],
) -> None:
    """Plot final regret, a row per value of a column, one algorithm below another."""
    names = [name for name in names if name in styles]
    positions = final[column].map({value: i for i, value in enumerate(labels)})
    for i, name in enumerate(names):
        found = final["algorithm"] == name
        if found.any():
            rows(
                panel,
                positions[found] + (i - (len(names) - 1) / 2) * 0.8 / len(names),
                final.loc[found, INTERVAL],
                styles[name],
                marker=MARKERS[styles[name]["line"]],
                markerfacecolor=None if styles[name]["line"] == "solid" else "white",
                markersize=3,
                linestyle="none",
            )
    for i, value in enumerate(labels):
        panel.axhline(i + 0.5, color="lightgrey", linewidth=0.6)
        if value not in set(final[column]):
            across = panel.get_yaxis_transform()
            panel.text(0.5, i, "not run", transform=across, ha="center", va="center", fontsize=7)
    panel.set_ylim(len(labels) - 0.5, -0.5)
    panel.set_yticks(range(len(labels)), labels.values())
    panel.grid(visible=False, axis="y")
    panel.set_xscale("log")
    low, high = panel.get_xlim()
    subs = (1,) if high > 200 * low else (1, 3)
    panel.xaxis.set_major_locator(LogLocator(subs=subs, numticks=6))
    plain(panel.xaxis)


def final_over_range(
    curves: AllCurves, **coordinates: Callable[[Mapping[str, Any]], object]
) -> pd.DataFrame:
    """Compute final regret over the largest loss, with coordinates."""
    final = final_regret(mean_regret(curves, largest=largest_loss, delay=delay_law, **coordinates))
    final[INTERVAL] = final[INTERVAL].div(final["largest"], axis="index")
    return final


def plot_delays(
    figure: Figure,
    final: pd.DataFrame,
    column: str,
    labels: Mapping[Any, str],
    styles: Styles,
    names: Iterable[str],
) -> None:
    """Plot rows without delay on the left, under geometric delays on the right."""
    panels = figure.subplots(1, 2, sharey=True)
    titles = {"none": "no delay", "geometric": "geometric delays"}
    for panel, (delay, title) in zip(panels, titles.items(), strict=True):
        plot_rows(panel, final[final["delay"] == delay], column, labels, styles, names)
        panel.set_title(title)
        panel.set_xlabel("regret after the last round / L")
    legend_below(figure, panels, columns=3)
