"""Verdicts: intervals against bounds, and how sure they are."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from scipy.special import stdtr

from delayed_bandits.analysis.intervals import LEVEL, Interval, half_width

REPRODUCED = "reproduced"
NO_POWER = "no power"
INCONCLUSIVE = "inconclusive"
NOT_REPRODUCED = "not reproduced"
NOT_APPLICABLE = "not applicable"

FROM_WEAKEST = [NOT_REPRODUCED, INCONCLUSIVE, NO_POWER, REPRODUCED]


@dataclass(frozen=True)
class Bound:
    """Where a quantity lies if a claim holds.

    Attributes
    ----------
    target : float
        The value that the statement names, or its limit.
    tolerance : float
        How far beyond it the quantity may lie: a difference, or the part of a factor above 1.
    side : {"within", "below", "above"}
        Whether both directions, only values below, or only values above the target are meant.
    factor : bool
        Whether the tolerance is a factor: 0.5 lets the quantity be 1.5 times the target.
    """

    target: float
    tolerance: float = 0
    side: Literal["within", "below", "above"] = "within"
    factor: bool = False

    def times(self, scale: float) -> "Bound":
        """Give the bound with `scale` times its tolerance."""
        return replace(self, tolerance=scale * self.tolerance)

    @property
    def low(self) -> float:
        """Give the lower limit, minus infinity if there is none."""
        if self.side == "below":
            return -math.inf
        return self.target / (1 + self.tolerance) if self.factor else self.target - self.tolerance

    @property
    def high(self) -> float:
        """Give the upper limit, infinity if there is none."""
        if self.side == "above":
            return math.inf
        return self.target * (1 + self.tolerance) if self.factor else self.target + self.tolerance


def above(target: float, tolerance: float = 0) -> Bound:
    """Bound a quantity from below, at `tolerance` less than the target."""
    return Bound(target, tolerance, "above")


def below(target: float, tolerance: float = 0) -> Bound:
    """Bound a quantity from above, at `tolerance` more than the target."""
    return Bound(target, tolerance, "below")


def within(target: float, tolerance: float) -> Bound:
    """Bound a quantity from both sides, at a distance of `tolerance` from the target."""
    return Bound(target, tolerance)


def within_factor(target: float, factor: float) -> Bound:
    """Bound a positive quantity from both sides, at `factor` times the target and its inverse."""
    return Bound(target, factor - 1, factor=True)


def verdict_of(measured: Interval, bound: Bound) -> str:
    """Judge an interval: within the bound, outside, or across one of its limits.

    An interval of no width on a limit is outside: a limit is not part of a bound.
    """
    if bound.low < measured.low and measured.high < bound.high:
        return REPRODUCED
    if measured.high < bound.low or measured.low > bound.high:
        return NOT_REPRODUCED
    exact = measured.low == measured.high
    return NOT_REPRODUCED if exact else INCONCLUSIVE


def weakest(verdicts: Iterable[str]) -> str:
    """Select the weakest of the verdicts on cases to which a claim applies."""
    verdicts = set(verdicts)
    return next((verdict for verdict in FROM_WEAKEST if verdict in verdicts), NOT_APPLICABLE)


def _distance(measured: Interval, bound: Bound) -> tuple[float, float]:
    """Compute how far the nearest limit is, and half the interval's width towards it."""
    limits = [limit for limit in (bound.low, bound.high) if math.isfinite(limit)]
    limit = min(limits, key=lambda value: abs(value - measured.estimate))
    towards = measured.low if limit < measured.estimate else measured.high
    return abs(limit - measured.estimate), abs(towards - measured.estimate)


def p_value(measured: Interval, bound: Bound) -> float:
    """Compute the two-sided p-value of a quantity that lies on the nearest limit of its bound.

    Student's law is taken with the degrees of freedom of the interval; 0 for an exact value.
    """
    distance, half = _distance(measured, bound)
    if half == 0:
        return 0.0
    t = distance / half * half_width(1.0, measured.seeds)
    return float(2 * stdtr(measured.seeds - 1, -t))


def seeds_to_decide(measured: Interval, bound: Bound) -> int | None:
    """Compute how many seeds would decide an inconclusive case; None if no number would.

    The width of an interval falls with the square root of the number of seeds, and the estimate is
    taken to stay where it is.
    """
    distance, half = _distance(measured, bound)
    if distance == 0 or not math.isfinite(half / distance):
        return None
    return math.ceil(measured.seeds * (half / distance) ** 2)


def p_of_reading(rows: Iterable[tuple[Interval, Bound]], verdict: str) -> float:
    """Compute the p-value of a decided reading from the p-values of its cases.

    All cases must hold for "reproduced", so it is the largest; one that fails is enough for
    "not reproduced", so it is the smallest times their number, of the cases outside their bounds.
    """
    rows = list(rows)
    if verdict == REPRODUCED:
        return max(p_value(*row) for row in rows)
    failed = [p_value(*row) for row in rows if verdict_of(*row) == NOT_REPRODUCED]
    return min(1.0, len(rows) * min(failed))


def holm(p_values: Mapping[str, float]) -> dict[str, bool]:
    """Tell which verdicts stand when all are corrected together by Holm's method."""
    stands, still = {}, True
    for rank, name in enumerate(sorted(p_values, key=p_values.__getitem__)):
        still = still and p_values[name] <= (1 - LEVEL) / (len(p_values) - rank)
        stands[name] = still
    return stands
