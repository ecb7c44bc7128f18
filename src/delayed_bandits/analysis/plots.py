"""Plots of means with their confidence intervals, shared by the papers."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, NullFormatter
from numpy.typing import ArrayLike

from delayed_bandits.analysis.curves import AllCurves, Curves, Styles, moments, paired
from delayed_bandits.analysis.intervals import half_width
from delayed_bandits.analysis.regret_table import regret_table
from delayed_bandits.analysis.style import FULL_WIDTH, PALETTE

if TYPE_CHECKING:
    import pandas as pd

INTERVAL = ["mean", "ci_low", "ci_high"]  # the columns of a regret table that a band shows


def look(style: Mapping[str, str]) -> dict[str, str]:
    """Return an algorithm's colour, line style and label under Matplotlib's names."""
    return {"color": PALETTE[style["colour"]], "linestyle": style["line"], "label": style["label"]}


def mean_regret(
    curves: AllCurves, **coordinates: Callable[[Mapping[str, Any]], object]
) -> "pd.DataFrame":
    """Return the regret table of curves, with columns computed from the trace."""
    import pandas as pd  # slow to import, and most figures need no table

    parts = []
    for key, curve in curves.items():
        values = {name: of(curve.trace) for name, of in coordinates.items()}
        parts.append(regret_table({key: curve}).to_pandas(use_threads=False).assign(**values))
    return pd.concat(parts, ignore_index=True)


def mean_band(mean: np.ndarray, std: np.ndarray, n_runs: int) -> np.ndarray:
    """Return means with Student's intervals, as columns mean, low, high."""
    half = half_width(std / np.sqrt(n_runs), n_runs)
    return np.column_stack([mean, mean - half, mean + half])


def ratio_band(above: Curves, below: Curves, name: str) -> np.ndarray:
    """Return the ratio of two curves' means of `name`, in columns ratio, low, high."""
    mean = below.mean(name)
    ratio = above.mean(name) / mean

    def residuals() -> Iterator[np.ndarray]:
        for numerators, denominators in paired(above.parts(name), below.parts(name)):
            yield numerators - ratio * denominators

    return mean_band(ratio, moments(residuals)[1] / abs(mean), below.n_runs)


def plot_regret(axes: Axes, regret: "pd.DataFrame", styles: Styles, names: Iterable[str]) -> None:
    """Plot mean regret by round with a band, for each algorithm of `names` that ran."""
    for name in names:
        found = regret[regret["algorithm"] == name]
        if len(found):
            band(axes, found["round"], found[INTERVAL], styles[name])
    axes.set_xlim(0, regret["round"].max())
    axes.set_xlabel("round")
    rounds_below(axes)
    plain(axes.yaxis)


def rounds_below(*panels: Axes) -> None:
    """Label a few rounds on each linear x axis, but none at its right end."""
    for axes in panels:
        axes.xaxis.set_major_locator(MaxNLocator(3, steps=[1, 2, 5, 10], prune="upper"))
        plain(axes.xaxis)


def plain(*axes: Axis) -> None:
    """Write tick labels as numbers with commas, without powers of ten."""
    for axis in axes:
        axis.set_major_formatter("{x:,.10g}")
        axis.set_minor_formatter(NullFormatter())


def linear_near_zero(axes: Axes, largest: float) -> None:
    """Make the x axis logarithmic, but linear and shaded within `largest` of 0."""
    axes.set_xscale("symlog", linthresh=largest)
    axes.minorticks_off()
    plain(axes.xaxis)
    axes.axvspan(-largest, largest, color="0.93", linewidth=0, zorder=0)
    axes.axvline(0, color="0.4", linewidth=0.8)


def plot_final(
    axes: Axes, final: "pd.DataFrame", coordinate: str, styles: Styles, names: Iterable[str]
) -> None:
    """Plot final regret against a coordinate, for each algorithm of `names` that ran."""
    for name in names:
        found = final[final["algorithm"] == name].sort_values(coordinate)
        if len(found):
            points(axes, found[coordinate], found[INTERVAL], markersize=3, **look(styles[name]))


def band(
    axes: Axes, x: ArrayLike, intervals: ArrayLike, style: Mapping[str, str], alpha: float = 0.2
) -> None:
    """Plot means as a line in a band. `intervals` has the columns mean, low, high."""
    middle, low, high = np.array(intervals)[:, :3].T
    axes.plot(x, middle, **look(style))
    axes.fill_between(x, low, high, color=PALETTE[style["colour"]], alpha=alpha, linewidth=0)


def points(axes: Axes, x: ArrayLike, intervals: ArrayLike, **look: Any) -> None:
    """Plot means as joined points with vertical bars. `intervals` is as in `band`."""
    middle, low, high = np.array(intervals)[:, :3].T
    axes.errorbar(x, middle, yerr=[middle - low, high - middle], **{"marker": "o", **look})


def rows(
    axes: Axes, y: ArrayLike, intervals: ArrayLike, style: Mapping[str, str], **look: Any
) -> None:
    """Plot means as points with horizontal bars. `intervals` is as in `band`."""
    middle, low, high = np.array(intervals)[:, :3].T
    about = {"color": PALETTE[style["colour"]], "label": style["label"], **look}
    axes.errorbar(middle, y, xerr=[middle - low, high - middle], **about)


def sheet(
    height: float, rows: int = 1, columns: int = 1, width: float = FULL_WIDTH, **more: Any
) -> tuple[Figure, Any]:
    """Return a new figure and its panels. Sizes are in inches."""
    figure = Figure(figsize=(width, height))
    return figure, figure.subplots(rows, columns, **more)


def legend_below(figure: Figure, axes: Iterable[Axes], columns: int) -> Figure:
    """Put one legend of all axes below a figure, and return the figure."""
    entries = {}
    for panel in axes:
        for handle, label in zip(*panel.get_legend_handles_labels(), strict=True):
            entries.setdefault(label, handle)
    figure.legend(entries.values(), entries.keys(), loc="outside lower center", ncols=columns)
    return figure
