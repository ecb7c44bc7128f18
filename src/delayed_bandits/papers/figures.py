"""Figures of a paper, drawn by functions that its YAML file names."""

from collections.abc import Sequence
from pathlib import Path

from delayed_bandits.analysis.curves import CurvesOfFiles, Styles
from delayed_bandits.analysis.style import drawn_as_written, save, set_style
from delayed_bandits.files import tables
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

    `function`, of `delayed_bandits.papers.<paper>.figures`, takes

    - (table as DataFrame, styles) if a `table` is given, or else
    - (curves, delays, styles), where `delays` are Criteo's, sorted, in seconds (int64), or None.
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
