"""Parts of the figures of Huang et al. 2023: names, ticks, rates and lines that hide others."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.lines import Line2D
from matplotlib.ticker import NullFormatter

from delayed_bandits.analysis.curves import AllCurves
from delayed_bandits.analysis.style import Styles

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
    *BOTH,
    "zimmert_seldin",
    "zimmert_seldin_skipping",
    "exp3_known_delay",
    "bold",
    "tsallis_inf",
)


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
