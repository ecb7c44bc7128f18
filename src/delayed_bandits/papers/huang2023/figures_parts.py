"""Parts of the figures of Huang et al. 2023: names, rows, rates, and lines that others hide."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import LogLocator, NullFormatter

from delayed_bandits.analysis.curves import AllCurves
from delayed_bandits.analysis.plots import INTERVAL, legend_below, mean_regret, rows, sheet
from delayed_bandits.analysis.regret_table import final_regret
from delayed_bandits.analysis.style import Styles
from delayed_bandits.papers.huang2023.shared import largest_loss, law_of

DELAYS = {
    "none": "no delay",
    "fixed10": "fixed, 10",
    "fixed100": "fixed, 100",
    "geometric": "geometric",
    "pareto": "Pareto",
    "packet": "packets",
    "criteo": "Criteo",
    "front": "front",
    "lost": "1 in 20 lost",
}
BOTH = ("banker_tinf_greedy", "banker_tinf")
ON_ALL_DELAYS = (
    *(*BOTH, "zimmert_seldin", "zimmert_seldin_skipping"),
    *("exp3_known_delay", "bold", "tsallis_inf"),
)
FREE = (
    *("banker_sftinf_greedy", "banker_sftinf", "banker_sflbinf_greedy", "banker_sflbinf"),
    *("banker_sflbinf_no_floor", "sf_mab_adaptive", "zimmert_seldin_doubling"),
    *("tsallis_inf", "uniform"),
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


def delay_law(trace: Mapping[str, Any]) -> str:
    """Return the key in `DELAYS` of the delay law."""
    match trace["delay"]:
        case {"law": "constant", "rounds": rounds}:
            return f"fixed{rounds}" if rounds else "none"
        case {"law": "two_point"}:
            return "lost"
        case {"law": law}:
            return law


def only(curves: AllCurves, names: Iterable[str]) -> AllCurves:
    """Select the curves of the named algorithms."""
    return {key: curves[key] for key in curves if key[1] in names}


def plain(*axes: Axis) -> None:
    """Write whole numbers at the powers of ten of logarithmic axes."""
    for axis in axes:
        axis.set_major_formatter("{x:,.10g}")
        axis.set_minor_formatter(NullFormatter())


def rates(panel: Axes, ends: Iterable[float], x: float, y: float, coordinate: str) -> None:
    """Draw the rates of a square root and of a line between two ends, through the point (x, y)."""
    ends = np.array(list(ends))
    for power, label, line in ((0.5, f"√{coordinate}", "dotted"), (1, coordinate, (0, (1, 4)))):
        values = y * (ends / x) ** power
        rate = Line2D(ends, values, color="0.45", linewidth=0.9, linestyle=line, label=label)
        panel.add_artist(rate)  # which leaves the limits as they are


def widen(panels: Iterable[Axes], styles: Styles, names: Iterable[str]) -> None:
    """Draw the lines of algorithms wide and pale, since others lie on them."""
    labels = {styles[name]["label"] for name in names if name in styles}
    for panel in panels:
        for line in panel.lines:
            if line.get_label() in labels:
                line.set(linewidth=4, alpha=0.35)
        for bars in panel.containers:
            if bars.get_label() in labels:
                bars.lines[0].set(linewidth=4, alpha=0.35, markersize=6)


def kind_of_losses(trace: Mapping[str, Any]) -> str:
    """Return the key in `KINDS` of the losses."""
    losses = trace["losses"]
    if law_of(trace) == "square_wave":
        return "lock" if losses["of"].get("gap") else "zero"
    return "jump" if losses.get("steps") == 2 else losses["law"]


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
            y = positions[found] + (i - (len(names) - 1) / 2) * 0.8 / len(names)
            line = styles[name]["line"]
            fill = {"markerfacecolor": None if line == "solid" else "white"}
            dots = {"marker": MARKERS[line], **fill, "markersize": 3, "linestyle": "none"}
            rows(panel, y, final.loc[found, INTERVAL], styles[name], **dots)
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


def plot_delays(
    height: float,
    curves: AllCurves,
    names: Iterable[str],
    row_of: Callable[[Mapping[str, Any]], object],
    labels: Mapping[Any, str],
    styles: Styles,
) -> Figure:
    """Plot final regret over L, without delay on the left, under geometric delays on the right."""
    coordinates = {"largest": largest_loss, "delay": delay_law, "row": row_of}
    final = final_regret(mean_regret(only(curves, names), **coordinates))
    final[INTERVAL] = final[INTERVAL].div(final["largest"], axis="index")
    figure, panels = sheet(height, 1, 2, sharey=True)
    titles = {"none": "no delay", "geometric": "geometric delays"}
    for panel, (delay, title) in zip(panels, titles.items(), strict=True):
        plot_rows(panel, final[final["delay"] == delay], "row", labels, styles, names)
        panel.set(title=title, xlabel="regret after the last round / L")
    return legend_below(figure, panels, columns=3)
