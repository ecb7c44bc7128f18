"""Widths of printed figures: one column of a page, or the page across both."""

import itertools
import textwrap
from collections.abc import Mapping

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.gridspec import GridSpec
from matplotlib.text import Text
from matplotlib.ticker import ScalarFormatter

from delayed_bandits.analysis.style import FULL_WIDTH, HALF_WIDTH, STYLE, fix_layout
from delayed_bandits.checks.errors import InputError

WIDTHS = {"column": HALF_WIDTH, "page": FULL_WIDTH}
"""Widths in inches."""

TEXT_HEIGHT = 9.0
"""Inches that a column of a printed page is high."""

DOTS = STYLE["savefig.dpi"]
LINE = 0.14
"""Inches from line to line of the smallest text."""

MARGIN = 0.1
HAIR = 0.005


def fit_width(figure: Figure, width: str) -> None:
    """Lay a drawn figure out for a printed width; one that has it stays as it is.

    Panels side by side are stacked where the width is smaller than they were drawn for; titles,
    labels and legends are broken into lines. The text keeps its size.

    Raises
    ------
    InputError
        If it does not fit: a table of numbers has lines of one length.
    """
    inches, drawn = WIDTHS[width], figure.get_figwidth()
    if inches == drawn:
        return
    figure.set_dpi(DOTS)  # at which text is measured
    figure.set_layout_engine("constrained")
    for axes in figure.axes:
        axes.set_in_layout(True)  # it was not if its place was given
    panels, rows = _panels(figure), 1.0
    height = figure.get_figheight() - _height_of_legends(figure)
    if inches < drawn and panels:
        rows = _stack(figure, panels, inches / drawn)
    figure.set_figwidth(inches)
    _fit_legends(figure)
    figure.set_figheight(min(TEXT_HEIGHT, height * rows + _height_of_legends(figure)))
    for _ in range(2):  # a broken label leaves its panel another size
        figure.draw_without_rendering()
        _break_labels(figure)
        _thin_ticks(figure)
    fix_layout(figure)
    shown = figure.get_tightbbox()
    if max(-shown.x0, shown.x1 - inches, -shown.y0, shown.y1 - figure.get_figheight()) > HAIR:
        raise InputError(
            f"width: {width}: what the figure shows is {shown.width:.1f} inches wide; expected at "
            f"most {inches}; take width: page, or no width"
        )


def _height_of_legends(figure: Figure) -> float:
    return sum(_size(legend)[1] for legend in figure.legends)


def _panels(figure: Figure) -> dict[tuple[int, int], list[Axes]]:
    """Group the axes by row and column of their grid, one column after another."""
    found: dict[tuple[int, int], list[Axes]] = {}
    for axes in figure.axes:
        place = axes.get_subplotspec()
        found.setdefault((place.rowspan.start, place.colspan.start), []).append(axes)
    return {place: found[place] for place in sorted(found, key=lambda place: place[::-1])}


def _stack(figure: Figure, panels: Mapping[tuple[int, int], list[Axes]], scale: float) -> float:
    """Move panels into fewer columns, each with the labels it shared; give rows per old row."""
    last_row, last_column = (max(numbers) for numbers in zip(*panels, strict=True))
    labels = {
        place: (
            axes[0].get_xlabel() or panels.get((last_row, place[1]), axes)[0].get_xlabel(),
            axes[0].get_ylabel() or panels.get((place[0], 0), axes)[0].get_ylabel(),
        )
        for place, axes in panels.items()
    }
    columns = max(1, round(scale * (last_column + 1)))
    ordered = list(panels) if columns == 1 else sorted(panels)
    grid = GridSpec(-(-len(ordered) // columns), columns, figure=figure)
    for number, place in enumerate(ordered):
        row, column = divmod(number, columns)
        axes, (x, y) = panels[place], labels[place]
        below, first = ordered[number + columns :][:1], panels[ordered[number - column]][0]
        shares = column > 0 and first.get_shared_y_axes().joined(first, axes[0])
        axes[0].set_xlabel("" if below and labels[below[0]][0] == x else x)
        axes[0].set_ylabel("" if shares else y)
        axes[0].tick_params(labelbottom=True, labelleft=not shares)
        for twin in axes:
            twin.set_subplotspec(grid[row, column])
        for twin in axes[1:]:
            twin.yaxis.set_major_formatter(ScalarFormatter())  # for labels that were left out
    return grid.nrows / (last_row + 1)


def _fit_legends(figure: Figure) -> None:
    """Draw each legend where it is, in as many columns as its width has room for."""
    handles = {
        label: handle
        for axes in figure.axes
        for handle, label in zip(*axes.get_legend_handles_labels(), strict=True)
    }
    for legend in list(figure.legends):
        side = "upper" if legend.get_window_extent().y0 > figure.bbox.height / 2 else "lower"
        labels = [text.get_text() for text in legend.get_texts()]
        drawn = dict(zip(labels, legend.legend_handles, strict=True))
        shown = [handles.get(label, drawn[label]) for label in labels]
        legend.remove()
        for columns in range(len(labels), 0, -1):
            legend = figure.legend(shown, labels, loc=f"outside {side} center", ncols=columns)
            if columns == 1 or _size(legend)[0] <= figure.get_figwidth() - MARGIN:
                break
            legend.remove()


def _break_labels(figure: Figure) -> None:
    """Break titles and labels that are longer than the figure or their panel, and rows' names."""
    width, most, height = figure.get_figwidth(), figure.get_figwidth() / 2, figure.get_figheight()
    for text in figure.texts:
        _break(text, _size(text)[0], width - MARGIN)
    for axes in figure.axes:
        panel = axes.get_window_extent()
        _break(axes.title, _size(axes.title)[0], panel.width / DOTS)
        _break(axes.xaxis.label, _size(axes.xaxis.label)[0], panel.width / DOTS)
        _break(axes.yaxis.label, _size(axes.yaxis.label)[1], panel.height / DOTS)
        names = axes.get_yticklabels()
        if any(_size(name)[0] > most for name in names):
            for name in names:
                _break(name, _size(name)[0], most)
            axes.set_yticks(axes.get_yticks(), [name.get_text() for name in names])
            lines = len(names) * max(name.get_text().count("\n") + 1 for name in names)
            height = max(height, figure.get_figheight() * lines * LINE * DOTS / panel.height)
    figure.set_figheight(min(TEXT_HEIGHT, height))


def _break(text: Text, size: float, most: float) -> None:
    """Break a text of `size` inches into lines of at most `most`."""
    if size > most:
        flat = " ".join(text.get_text().split())
        text.set_text(textwrap.fill(flat, max(8, int(len(flat) * most / size))))


def _thin_ticks(figure: Figure) -> None:
    """Leave out every second tick on axes where labels overlap."""
    for axes in (axes for axes in figure.axes if axes.xaxis.get_visible()):
        low, high = sorted(axes.get_xlim())
        ticks = [tick for tick in axes.get_xticks() if low <= tick <= high]
        labels = [
            label for label in axes.get_xticklabels() if low <= label.get_position()[0] <= high
        ]
        boxes = [label.get_window_extent() for label in labels if label.get_text()]
        if any(a.overlaps(b) for a, b in itertools.pairwise(boxes)):
            axes.set_xticks(ticks[::2])


def _size(artist: Artist) -> tuple[float, float]:
    """Measure what is drawn, width and height in inches."""
    box = artist.get_window_extent()
    return box.width / DOTS, box.height / DOTS
