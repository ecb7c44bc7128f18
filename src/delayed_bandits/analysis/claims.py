"""Claims of a paper: statement, source, criterion, findings and their verdicts."""

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
        Setting, law or algorithm of the measurement.
    quantity : str
        The measured quantity.
    measured : Interval
        Estimate and 95 % confidence interval; an exact value has an interval of no width.
    low, high : float
        Bounds of the quantity if the claim holds.
    """

    case: str
    quantity: str
    measured: Interval
    low: float = -math.inf
    high: float = math.inf

    @property
    def verdict(self) -> str:
        """The verdict for an interval within the claim's bounds, outside, or across one of them."""
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
        The paper's statement, in short.
    place : str
        Section, figure or quotation; "ours" for questions that the paper does not answer.
    criterion : str
        The condition for "reproduced", in words; the bounds are in each finding.
    findings : list of Finding
    remark : str
        An explanation of the findings, shown with every verdict.
    """

    statement: str
    place: str
    criterion: str
    findings: list[Finding]
    remark: str = ""
