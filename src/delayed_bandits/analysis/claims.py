"""Claims of a paper: statement, place, criterion, findings and their verdicts."""

import math
from dataclasses import dataclass

from delayed_bandits.analysis.intervals import Interval

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
        What explains the findings; it is shown with every verdict.
    """

    statement: str
    place: str
    criterion: str
    findings: list[Finding]
    remark: str = ""
