"""Figures of a paper, drawn by the functions that its YAML file names."""

import importlib
import logging
import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path

from matplotlib.figure import Figure

from delayed_bandits.analysis.curves import CurvesOfFiles
from delayed_bandits.analysis.style import FULL_WIDTH, Styles, drawn_as_written, save, set_style
from delayed_bandits.analysis.widths import fit_width
from delayed_bandits.files.failures import LeftOutError
from delayed_bandits.files.tables import read_table
from delayed_bandits.plan.expected import Expected

logger = logging.getLogger(__name__)


def draw_figure(
    outputs: Iterable[Path],
    paper: str,
    function: str,
    styles: Styles,
    runs: Sequence[Path],
    delays_file: Path | None,
    expected: Expected | None = None,
    table: Path | None = None,
    width: str | None = None,
) -> None:
    """Draw one figure of a paper.

    Parameters
    ----------
    outputs : iterable of Path
        Files to write: .png, .svg or .pdf.
    paper, function : str
        The function `draw(curves, delays, styles)` of `delayed_bandits.papers.<paper>.figures`;
        `draw(table, styles)` with a table.
    styles : mapping
        Label, colour and line of each algorithm.
    runs : sequence of Path
        Run files of the settings that it shows; none if it shows the delays or a table.
    delays_file : Path or None
        The table of Criteo delays for a figure of them. `delays` are its sorted seconds, an
        ndarray of int64; None for other figures, which do not depend on the delays.
    expected : Expected, optional
        What the run files should have been made of.
    table : Path, optional
        The table that it shows, a DataFrame; it has no rows if its runs were left out.
    width : str, optional
        A key of `widths.WIDTHS` to lay it out for.
    """
    module = importlib.import_module(f"delayed_bandits.papers.{paper}.figures")
    set_style()
    draw = getattr(module, function)
    styles = drawn_as_written(styles)
    delays = read_table(delays_file)["delay"].to_numpy() if delays_file else None
    try:
        if table:
            drawn = draw(read_table(table).to_pandas(use_threads=False), styles)
        else:
            drawn = draw(CurvesOfFiles(runs, expected), delays, styles)
    except LeftOutError as error:
        logger.warning("warning: not drawn: %s", error)
        drawn = note(f"not drawn: {error}")
    if width:
        fit_width(drawn, width)
    save(drawn, outputs)


def note(text: str) -> Figure:
    """Draw a text, in the place of a figure of learners that failed."""
    figure = Figure(figsize=(FULL_WIDTH, 1))
    figure.text(0.01, 0.5, textwrap.fill(text, 80), va="center", parse_math=False)
    return figure
