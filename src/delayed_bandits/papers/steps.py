"""The steps that a paper's module takes part in: its figures drawn, its claims judged."""

import importlib
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from delayed_bandits.aggregation import CurvesOfFiles
from delayed_bandits.claims import Claim, Finding
from delayed_bandits.figures import save, set_style
from delayed_bandits.tables import read_table, whole_file


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
        The function of `delayed_bandits.papers.<paper>` that draws it, given the curves of the runs
        and `algorithms`.
    algorithms : mapping
        Label, colour and line of each algorithm.
    runs : sequence of Path
        Run files of the settings that it shows.
    seeds : int
        Number of replications.
    criteo : Path or None
        If there are no runs, the table of Criteo delays: a data frame of it stands for the curves.
    """
    module = importlib.import_module(f"delayed_bandits.papers.{paper}")
    set_style()
    data = read_table(criteo).to_pandas(use_threads=False) if criteo else CurvesOfFiles(runs, seeds)
    save(getattr(module, function)(data, algorithms), outputs)


def judge_claims(output: Path, paper: str, runs: Iterable[Path], seeds: int, criteo: Path) -> None:
    """Judge the claims of `delayed_bandits.papers.<paper>` on its runs and write them as JSON.

    Parameters
    ----------
    output : Path
        The JSON file; an open bound is null.
    paper : str
        Name of the paper's module.
    runs : iterable of Path
        All run files of the paper.
    seeds : int
        Number of replications.
    criteo : Path
        The table of Criteo delays.
    """
    module = importlib.import_module(f"delayed_bandits.papers.{paper}")
    claims = module.claims(CurvesOfFiles(runs, seeds), criteo)
    text = json.dumps([_entry(claim) for claim in claims], indent=1, ensure_ascii=False)
    with whole_file(output) as temporary:
        temporary.write_text(text + "\n", encoding="utf-8")


def _entry(claim: Claim) -> dict[str, Any]:
    return asdict(claim) | {"findings": [_finding(finding) for finding in claim.findings]}


def _finding(finding: Finding) -> dict[str, Any]:
    bounds = {key: getattr(finding, key) for key in ("low", "high")}
    return (
        asdict(finding)
        | {key: None if math.isinf(bound) else bound for key, bound in bounds.items()}
        | {"measured": finding.measured._asdict(), "verdict": finding.verdict}
    )
