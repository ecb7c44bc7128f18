"""Figures and tables of a paper, by the functions that its YAML file names."""

import logging
import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa
from matplotlib.figure import Figure

from delayed_bandits.analysis.curves import Coordinates, CurvesOfFiles
from delayed_bandits.analysis.style import FULL_WIDTH, Styles, drawn_as_written, save, set_style
from delayed_bandits.experiments.plan import PlannedRuns
from delayed_bandits.files import tables
from delayed_bandits.files.layout import Layout
from delayed_bandits.files.provenance import provenance
from delayed_bandits.papers import module_of

if TYPE_CHECKING:  # it imports the compiler
    from delayed_bandits.experiments.experiment import Paper

logger = logging.getLogger(__name__)


class Shown(NamedTuple):
    """What a figure shows: runs, or the table of Criteo delays, or a table of its paper."""

    runs: list[Path]
    delays_file: Path | None = None
    table: Path | None = None

    @property
    def files(self) -> list[Path]:
        """List the files."""
        return [*self.runs, *filter(None, (self.delays_file, self.table))]


def shown_by(paper: "Paper", name: str, layout: Layout, files: Iterable[Path]) -> Shown:
    """Tell what a figure of a paper shows, of the paper's run files."""
    about = paper.description["figures"][name]
    if "table" in about:
        return Shown([], table=Path(layout.table(paper.name, about["table"], "parquet")))
    runs = on_settings(files, about.get("settings", ()))
    return Shown(runs, delays_file=None if runs else Path(layout.delays))


def on_settings(files: Iterable[Path], settings: Iterable[str]) -> list[Path]:
    """List the run files on settings, in the order of the settings."""
    return [path for setting in settings for path in files if path.parent.parent.name == setting]


def draw_figure(
    outputs: Sequence[Path],
    paper: str,
    function: str,
    styles: Styles,
    shown: Shown,
    expected: PlannedRuns | None = None,
) -> None:
    """Draw one figure of a paper.

    `function` is a `draw(curves, delays, styles)` of `delayed_bandits.papers.<paper>.figures`, or a
    `draw(table, styles)`. `delays` are the sorted seconds of the Criteo delays, int64, or None; the
    table is a DataFrame, which has no rows if its runs were left out.
    """
    set_style()
    draw = getattr(module_of(paper, "figures"), function)
    styles = drawn_as_written(styles)
    delays = tables.read_table(shown.delays_file)["delay"].to_numpy() if shown.delays_file else None
    try:
        if shown.table:
            drawn = draw(tables.read_table(shown.table).to_pandas(use_threads=False), styles)
        else:
            drawn = draw(CurvesOfFiles(shown.runs, expected), delays, styles)
    except tables.LeftOutError as error:
        logger.warning("warning: not drawn: %s", error)
        drawn = Figure(figsize=(FULL_WIDTH, 1))
        text = textwrap.fill(f"not drawn: {error}", 80)
        drawn.text(0.01, 0.5, text, va="center", parse_math=False)
    save(drawn, outputs)


def make_table(
    outputs: Iterable[Path],
    paper: str,
    function: str,
    styles: Styles,
    runs: Sequence[Path],
    expected: PlannedRuns | None = None,
    coordinates: Coordinates | None = None,
) -> None:
    """Make one table of a paper.

    `function` is a `make(curves, styles)` of `delayed_bandits.papers.<paper>.tables`, which gives a
    DataFrame.
    """
    curves = CurvesOfFiles(runs, expected, coordinates)
    made = getattr(module_of(paper, "tables"), function)(curves, styles)
    for output in outputs:
        if output.suffix == ".csv":
            with tables.whole_file(output) as temporary:
                made.to_csv(temporary, index=False, float_format="%.6g", lineterminator="\n")
        else:
            versions = provenance(("numpy", "pyarrow", "scipy", "pandas"))
            footer = {"provenance": versions}
            tables.write_table(output, pa.Table.from_pandas(made, preserve_index=False), footer)
