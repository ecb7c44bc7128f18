"""Tables of a paper, made by the functions that its YAML file names, for its figures."""

import importlib
from collections.abc import Iterable, Sequence
from pathlib import Path

import pyarrow as pa

from delayed_bandits.analysis.curves import Coordinates, CurvesOfFiles
from delayed_bandits.analysis.style import Styles
from delayed_bandits.experiments.plan import Expected
from delayed_bandits.files.provenance import provenance
from delayed_bandits.files.tables import whole_file, write_table
from delayed_bandits.report.figure_inputs import digests_of


def make_table(
    outputs: Iterable[Path],
    paper: str,
    function: str,
    styles: Styles,
    runs: Sequence[Path],
    expected: Expected | None = None,
    coordinates: Coordinates | None = None,
) -> None:
    """Make one table of a paper.

    Parameters
    ----------
    outputs : iterable of Path
        Files to write: .csv or .parquet.
    paper, function : str
        The function `make(curves, styles)` of `delayed_bandits.papers.<paper>.tables`, which gives
        a DataFrame.
    styles : mapping
        Label, colour and line of each algorithm, and what else tables show of it.
    runs : sequence of Path
        Run files of the settings that it is made of.
    expected : Expected, optional
        What the run files should have been made of.
    coordinates : mapping, optional
        Those of the settings.
    """
    module = importlib.import_module(f"delayed_bandits.papers.{paper}.tables")
    curves = CurvesOfFiles(runs, expected, coordinates)
    made = getattr(module, function)(curves, styles)
    for output in outputs:
        if output.suffix == ".csv":
            with whole_file(output) as temporary:
                made.to_csv(temporary, index=False, float_format="%.6g", lineterminator="\n")
        else:
            versions = provenance(("numpy", "pyarrow", "scipy", "pandas"))
            footer = {"provenance": versions, "files": digests_of(runs)}
            write_table(output, pa.Table.from_pandas(made, preserve_index=False), footer)
