"""The numbers that a figure shows, read off the figure itself."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection, QuadMesh
from matplotlib.colors import to_hex
from matplotlib.container import ErrorbarContainer
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

COLUMNS = [
    "panel",
    "title",
    "x_label",
    "y_label",
    "series",
    "x",
    "x_low",
    "x_high",
    "y",
    "y_low",
    "y_high",
    "value",
]

Row = dict[str, Any]


def write_numbers(figure: Figure, output: Path) -> None:
    """Write the points, bands, bars and cells of a figure as CSV, with six digits."""
    with output.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        for panel, axes in enumerate(figure.axes, start=1):
            where = {
                "panel": panel,
                "title": axes.get_title(),
                "x_label": axes.get_xlabel(),
                "y_label": axes.get_ylabel(),
            }
            for row in numbers(axes):
                writer.writerow(where | {key: _short(value) for key, value in row.items()})


def numbers(axes: Axes) -> Iterator[Row]:
    """List what one panel shows: a row for each point of a line, bar or cell."""
    bands = [found for found in map(_band, axes.collections) if found]
    bars = {
        container.lines[0]: container
        for container in axes.containers
        if isinstance(container, ErrorbarContainer)
    }
    caps = {cap for container in bars.values() for cap in container.lines[1]}
    for line in axes.lines:
        if line not in caps:
            yield from _points(line, bars.get(line), bands)
    for colour, x, low, high in bands:
        yield from _rows(colour, x=x, y_low=low, y_high=high)
    for patch in axes.patches:
        if isinstance(patch, Rectangle) and patch.get_width():
            left, width = patch.get_x(), patch.get_width()
            yield {"series": "", "x_low": left, "x_high": left + width, "y": patch.get_height()}
    for mesh in axes.collections:
        if isinstance(mesh, QuadMesh):
            rows, columns = np.array(mesh.get_coordinates().shape[:2]) - 1
            yield from _cells(np.ma.filled(mesh.get_array(), np.nan).reshape(rows, columns))
    for image in axes.images:
        yield from _cells(np.asarray(image.get_array()))


def _points(line: Line2D, bars: ErrorbarContainer | None, bands: list[Any]) -> Iterator[Row]:
    """List the points of a line with its error bars, or with the band of its colour."""
    x, y = (np.asarray(values, dtype=float) for values in line.get_data(orig=False))
    intervals = {}
    for collection in bars.lines[2] if bars else ():
        ends = np.array([segment for segment in collection.get_segments() if len(segment) == 2])
        if len(ends) == len(x):
            axis = "x" if np.ptp(ends[:, :, 0], axis=1).any() else "y"
            low, high = ends[:, :, "xy".index(axis)].T
            intervals |= {f"{axis}_low": low, f"{axis}_high": high}
    colour = to_hex(line.get_color())
    for band in bands if bars is None else ():
        if band[0] == colour and np.array_equal(band[1], x):
            intervals = {"y_low": band[2], "y_high": band[3]}
            bands.remove(band)
            break
    label = str((bars or line).get_label())
    yield from _rows("" if label.startswith("_") else label, x=x, y=y, **intervals)


def _band(collection: Any) -> tuple[str, np.ndarray, np.ndarray, np.ndarray] | None:
    """Take a band apart: its colour, x, low and high; None for anything else."""
    if not isinstance(collection, PolyCollection) or len(collection.get_paths()) != 1:
        return None
    vertices = collection.get_paths()[0].vertices
    n = (len(vertices) - 3) // 2
    low, high = vertices[1 : n + 1], vertices[n + 2 : 2 * n + 2][::-1]
    if n < 1 or not np.array_equal(low[:, 0], high[:, 0]):
        return None
    return to_hex(collection.get_facecolor()[0][:3]), low[:, 0], low[:, 1], high[:, 1]


def _cells(values: np.ndarray) -> Iterator[Row]:
    for (row, column), value in np.ndenumerate(values):
        yield {"series": "", "x": column, "y": row, "value": value}


def _rows(series: str, **columns: np.ndarray) -> Iterator[Row]:
    name = series.replace(r"\$", "$").lstrip("\u200b")
    for values in zip(*columns.values(), strict=True):
        yield {"series": name, **dict(zip(columns, values, strict=True))}


def _short(value: Any) -> Any:
    return value if isinstance(value, str) else f"{float(value):.6g}"
