"""Claims of a paper: what is claimed where, by which criterion it is judged, and the verdict."""

import importlib
import json
import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from delayed_bandits.aggregation import read_curves
from delayed_bandits.statistics import Interval
from delayed_bandits.tables import whole_file

REPRODUCED = "reproduced"
NOT_REPRODUCED = "not reproduced"
INCONCLUSIVE = "inconclusive"


@dataclass(frozen=True)
class Finding:
    """A claim's measurement in one case, such as one variant of an algorithm.

    Attributes
    ----------
    case : str
        What it was measured on.
    quantity : str
        What was measured.
    measured : Interval
        Estimate and 95 % confidence interval; an exact value has an interval of no width.
    low, high : float
        The claim holds if the quantity lies between them.
    """

    case: str
    quantity: str
    measured: Interval
    low: float = -math.inf
    high: float = math.inf

    @property
    def verdict(self) -> str:
        """Where the interval lies: within the claim's bounds, outside, or across one of them."""
        if self.low < self.measured.low and self.measured.high < self.high:
            return REPRODUCED
        if self.measured.high < self.low or self.measured.low > self.high:
            return NOT_REPRODUCED
        return INCONCLUSIVE


@dataclass(frozen=True)
class Claim:
    """A statement of a paper.

    Attributes
    ----------
    statement : str
        What the paper says, in short.
    place : str
        Where it says so; "ours" for what the paper does not say but a reader will ask.
    criterion : str
        When it counts as reproduced, in words; the numbers are in each finding.
    findings : list of Finding
    remark : str
        What is known of why a claim fails.
    """

    statement: str
    place: str
    criterion: str
    findings: list[Finding] = field(default_factory=list)
    remark: str = ""


def judge_to(output: Path, paper: str, runs: Iterable[Path], seeds: int, criteo: Path) -> None:
    """Judge the claims of `delayed_bandits.papers.<paper>` on its runs and write them as JSON.

    Parameters
    ----------
    output : Path
        The JSON file.
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
    claims = module.claims(read_curves(runs, seeds), criteo)
    entries = [
        asdict(claim)
        | {
            "findings": [
                asdict(finding)
                | {"measured": finding.measured._asdict(), "verdict": finding.verdict}
                for finding in claim.findings
            ]
        }
        for claim in claims
    ]
    with whole_file(output) as temporary:
        text = json.dumps(entries, indent=1, ensure_ascii=False)
        temporary.write_text(text + "\n", encoding="utf-8")
