"""Verdicts on a paper's claims, from its runs, as JSON."""

import importlib
import json
import math
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from delayed_bandits.analysis.claims import Claim, Finding
from delayed_bandits.analysis.curves import CurvesOfFiles
from delayed_bandits.files.tables import read_table, whole_file


def judge_claims(
    output: Path, paper: str, runs: Iterable[Path], n_seeds: int, delays_file: Path
) -> None:
    """Judge the claims of a paper on its runs and write them as JSON.

    Parameters
    ----------
    output : Path
        The JSON file; an open bound is null.
    paper : str
        Name of the paper, with `claims(curves, delays)` in `delayed_bandits.papers.<paper>.claims`.
    runs : iterable of Path
        All run files of the paper.
    n_seeds : int
        Number of replications.
    delays_file : Path
        The table of Criteo delays; `delays` are its sorted seconds, an ndarray of int64.
    """
    module = importlib.import_module(f"delayed_bandits.papers.{paper}.claims")
    delays = read_table(delays_file)["delay"].to_numpy()
    claims = module.claims(CurvesOfFiles(runs, n_seeds), delays)
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
