"""Figures of a paper, drawn by the functions that its YAML file names."""

import importlib
import logging
import textwrap
from collections.abc import Sequence
from pathlib import Path

from matplotlib.figure import Figure

from delayed_bandits.analysis.curves import CurvesOfFiles
from delayed_bandits.analysis.style import FULL_WIDTH, Styles, drawn_as_written, save, set_style
from delayed_bandits.experiments.plan import Expected
from delayed_bandits.files.failures import LeftOutError
from delayed_bandits.files.tables import read_table
from delayed_bandits.report.figure_inputs import Shown, write_record

logger = logging.getLogger(__name__)


def draw_figure(
    outputs: Sequence[Path],
    paper: str,
    function: str,
    styles: Styles,
    shown: Shown,
    expected: Expected | None = None,
    record: Path | None = None,
) -> None:
    """Draw one figure of a paper.

    Parameters
    ----------
    outputs : sequence of Path
        Files to write: .png, .svg or .pdf.
    paper, function : str
        The function `draw(curves, delays, styles)` of `delayed_bandits.papers.<paper>.figures`;
        `draw(table, styles)` with a table.
    styles : mapping
        Label, colour and line of each algorithm.
    shown : Shown
        What it shows. `delays` are the sorted seconds of its delays, an ndarray of int64, or None;
        a table is read as a DataFrame, which has no rows if its runs were left out.
    expected : Expected, optional
        What the run files should have been made of.
    record : Path, optional
        File for what it was drawn from; the .svg must be among the outputs.
    """
    module = importlib.import_module(f"delayed_bandits.papers.{paper}.figures")
    set_style()
    draw = getattr(module, function)
    styles = drawn_as_written(styles)
    delays = read_table(shown.delays_file)["delay"].to_numpy() if shown.delays_file else None
    try:
        if shown.table:
            drawn = draw(read_table(shown.table).to_pandas(use_threads=False), styles)
        else:
            drawn = draw(CurvesOfFiles(shown.runs, expected), delays, styles)
    except LeftOutError as error:
        logger.warning("warning: not drawn: %s", error)
        drawn = note(f"not drawn: {error}")
    save(drawn, outputs)
    if record:
        (svg,) = (output for output in outputs if output.suffix == ".svg")
        write_record(record, svg, shown.files)


def note(text: str) -> Figure:
    """Draw a text, in the place of a figure of learners that failed."""
    figure = Figure(figsize=(FULL_WIDTH, 1))
    figure.text(0.01, 0.5, textwrap.fill(text, 80), va="center", parse_math=False)
    return figure
