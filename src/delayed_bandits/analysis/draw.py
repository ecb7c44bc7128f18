"""The steps that a paper's module takes part in: its figures drawn, its claims judged."""

import importlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from delayed_bandits.analysis.curves import CurvesOfFiles
from delayed_bandits.analysis.style import save, set_style
from delayed_bandits.files.tables import read_table


def draw_figure(
    outputs: Iterable[Path],
    paper: str,
    function: str,
    algorithms: Mapping[str, Mapping[str, str]],
    runs: Sequence[Path],
    seeds: int,
    criteo: Path | None,
) -> None:
    """Draw one figure of a paper.

    Parameters
    ----------
    outputs : iterable of Path
        Files to write: .png, .svg or .pdf.
    paper, function : str
        The function of `delayed_bandits.papers.<paper>.figures` that draws it, given the curves
        of the runs and `algorithms`.
    algorithms : mapping
        Label, colour and line of each algorithm.
    runs : sequence of Path
        Run files of the settings that it shows.
    seeds : int
        Number of replications.
    criteo : Path or None
        If there are no runs, the table of Criteo delays: a data frame of it stands for the curves.
    """
    module = importlib.import_module(f"delayed_bandits.papers.{paper}.figures")
    set_style()
    data = read_table(criteo).to_pandas(use_threads=False) if criteo else CurvesOfFiles(runs, seeds)
    save(getattr(module, function)(data, algorithms), outputs)
