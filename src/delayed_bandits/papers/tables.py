"""Tables of a paper, made by functions that its YAML file names."""

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from delayed_bandits.analysis.curves import Coordinates, CurvesOfFiles, Styles
from delayed_bandits.files import tables
from delayed_bandits.files.layout import key_of_run
from delayed_bandits.files.provenance import provenance
from delayed_bandits.papers import module_of


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
