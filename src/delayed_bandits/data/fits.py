"""Delay distributions fitted to data: a table and a figure."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from delayed_bandits.analysis.plots import legend_below
from delayed_bandits.analysis.style import FULL_WIDTH, PALETTE, save, set_style
from delayed_bandits.delays.base import Delays
from delayed_bandits.delays.fits.fit import Fit, fit_all, fits_table
from delayed_bandits.delays.fits.survival import product_limit
from delayed_bandits.experiments.delay_tables import POOLED
from delayed_bandits.files.tables import open_table, values, whole_file

COLOURS = ["orange", "sky", "green", "purple", "red", "blue"]
LINES = ["dashed", "dotted", "dashdot", "dashed", "dotted", "solid"]
CURVE_POINTS = 400
DECIMALS = 6  # digits of drawn coordinates; further ones depend on the processor


def compare(delays: Path, table: Path, figures: Iterable[Path]) -> None:
    """Write a table and a figure of the distributions fitted to a table of delays."""
    rows, footer = open_table(delays)
    seconds = values(rows["delay"])
    if "arm" in rows.column_names:
        seconds = seconds[values(rows["arm"]) == POOLED]
    cap, censored = footer["cap_seconds"], footer["clicks_without_conversion"]
    fits = fit_all(seconds, censored, cap)
    with whole_file(table) as temporary:
        fits_table(fits).to_csv(temporary, index=False, float_format="%.7g", lineterminator="\n")
    set_style()
    save(fits_figure(seconds, censored, cap, fits), figures)


def fits_figure(seconds: Delays, censored: int | None, cap: int, fits: Sequence[Fit]) -> Figure:
    """Return a figure of data and fits: densities left, distribution functions right."""
    figure = Figure(figsize=(FULL_WIDTH, 2.9))
    left, right = figure.subplots(1, 2)
    times = np.geomspace(1, cap, CURVE_POINTS)
    logs = np.round(np.log10(np.maximum(seconds, 1)), DECIMALS)
    left.hist(logs, bins=65, density=True, color="#CCCCCC", label="data")
    for fit, colour, line in zip(fits, COLOURS, LINES, strict=True):
        style = {"color": PALETTE[colour], "linestyle": line, "label": fit.name.capitalize()}
        _plot(left, times, fit.density(times) * times * np.log(10), **style)
        _plot(right, times, fit.cdf(times), **style)
    ecdf = {"color": "black", "linewidth": 2.4, "zorder": 1, "label": "ECDF"}
    _plot_steps(right, seconds, np.empty(0, int), int(seconds[-1]), **ecdf)
    dots = {"color": PALETTE["grey"], "linestyle": "dotted", "linewidth": 2}
    clicks = np.full(censored or 0, cap)
    last = cap if censored else int(seconds[-1])
    _plot_steps(right, seconds, clicks, last, **dots, label="Kaplan–Meier, all clicks")
    left.set_ylabel("density")
    right.set_ylabel("probability")
    for axes in (left, right):
        axes.set_xlabel("log$_{10}$ of the delay in seconds")
    legend_below(figure, [left, right], columns=5)
    return figure


def _plot(axes: Axes, times: np.ndarray, values: np.ndarray, **style: object) -> None:
    axes.plot(np.round(np.log10(times), DECIMALS), np.round(values, DECIMALS), **style)


def _plot_steps(axes: Axes, delays: Delays, censored: Delays, last: int, **style: object) -> None:
    """Plot the Kaplan–Meier estimate of the distribution function of the delays."""
    times, survival, _ = product_limit(delays, censored)
    grid = np.geomspace(1, last, CURVE_POINTS)
    reached = np.searchsorted(times, grid, side="right") - 1
    _plot(axes, grid, np.where(reached >= 0, 1 - survival[reached], 0.0), **style)
