"""Figures of a paper, drawn by the functions that its YAML file names."""

import importlib
from collections.abc import Iterable, Sequence
from pathlib import Path

from delayed_bandits.analysis.curves import CurvesOfFiles
from delayed_bandits.analysis.style import Styles, drawn_as_written, save, set_style
from delayed_bandits.files.tables import read_table


def draw_figure(
    outputs: Iterable[Path],
    paper: str,
    function: str,
    styles: Styles,
    runs: Sequence[Path],
    delays_file: Path | None,
) -> None:
    """Draw one figure of a paper.

    Parameters
    ----------
    outputs : iterable of Path
        Files to write: .png, .svg or .pdf.
    paper, function : str
        The function `draw(curves, delays, styles)` of `delayed_bandits.papers.<paper>.figures`.
    styles : mapping
        Label, colour and line of each algorithm.
    runs : sequence of Path
        Run files of the settings that it shows; none if it shows the delays.
    delays_file : Path or None
        The table of Criteo delays for a figure of them. `delays` are its sorted seconds, an
        ndarray of int64; None for other figures, which do not depend on the delays.
    """
    module = importlib.import_module(f"delayed_bandits.papers.{paper}.figures")
    set_style()
    styles = drawn_as_written(styles)
    delays = read_table(delays_file)["delay"].to_numpy() if delays_file else None
    save(getattr(module, function)(CurvesOfFiles(runs), delays, styles), outputs)
