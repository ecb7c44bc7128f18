"""Figures and tables of a paper, made by functions that its YAML file names."""

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from delayed_bandits.analysis.curves import Coordinates, CurvesOfFiles
from delayed_bandits.analysis.style import Styles, drawn_as_written, save, set_style
from delayed_bandits.files import tables
from delayed_bandits.files.layout import key_of_run
from delayed_bandits.files.provenance import provenance
from delayed_bandits.papers import module_of


def draw_figure(
    outputs: Sequence[Path],
    paper: str,
    function: str,
    styles: Styles,
    runs: Sequence[Path],
    delays_file: Path | None = None,
    table: Path | None = None,
) -> None:
    """Draw a figure of a paper from runs, from the Criteo delays, or from a table.

    `function` names a function of `delayed_bandits.papers.<paper>.figures`. It is called with
    (curves, delays, styles) or, for a figure of a table, with (table, styles). `delays` are then
    the sorted Criteo delays in seconds (int64) or None, and `table` is a DataFrame.
    """
    set_style()
    draw = getattr(module_of(paper, "figures"), function)
    styles = drawn_as_written(styles)
    delays = tables.read_table(delays_file)["delay"].to_numpy() if delays_file else None
    if table:
        drawn = draw(tables.read_table(table).to_pandas(use_threads=False), styles)
    else:
        drawn = draw(CurvesOfFiles(runs), delays, styles)
    save(drawn, outputs)


def make_tables(
    folder: Path,
    paper: str,
    entries: Mapping[str, Mapping[str, Any]],
    styles: Styles,
    runs: Sequence[Path],
    coordinates: Coordinates | None = None,
) -> None:
    """Write the tables of a paper into a folder, each as CSV and Parquet.

    An entry names the settings of the curves (default: all) and a function of
    `delayed_bandits.papers.<paper>.tables`, which takes (curves, styles) and returns a DataFrame.
    """

    @functools.cache
    def curves_of(settings: tuple[str, ...]) -> CurvesOfFiles:
        files = [path for path in runs if not settings or key_of_run(path)[0] in settings]
        return CurvesOfFiles(files, coordinates)

    for name, entry in entries.items():
        curves = curves_of(tuple(entry.get("settings", ())))
        made = getattr(module_of(paper, "tables"), entry["make"])(curves, styles)
        with tables.whole_file(folder / f"{name}.csv") as csv:
            made.to_csv(csv, index=False, float_format="%.6g", lineterminator="\n")
        table = pa.Table.from_pandas(made, preserve_index=False)
        footer = {"provenance": provenance(("numpy", "pyarrow", "scipy", "pandas"))}
        tables.write_table(folder / f"{name}.parquet", table, footer)
