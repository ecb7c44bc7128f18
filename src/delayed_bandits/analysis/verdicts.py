"""Verdicts on statements: intervals compared with bounds, and Holm's correction."""

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from scipy.special import stdtr

from delayed_bandits.analysis.intervals import LEVEL, Interval, half_width
from delayed_bandits.analysis.numbers import same

HOLDS, FAILS, OPEN = "holds", "fails", "open"
NOT_TESTED, NOT_APPLICABLE = "not tested", "not applicable"

REPRODUCED, IN_PART, NOT_REPRODUCED = "reproduced", "in part", "not reproduced"
NOT_SHOWN, INCONCLUSIVE = "not shown", "inconclusive"

TOY = "toy"  # the verdict at a scale other than the paper's

Quantifier = Literal["all", "each", "most", "some"]
""""all" and "each" both mean every measurement. Claims that list statements say "each"."""


@dataclass(frozen=True)
class Bound:
    """The range in which a quantity lies if a claim holds."""

    target: float  # the value or limit that the statement names
    tolerance: float = 0  # the allowed difference from the target, or the allowed factor minus 1
    side: Literal["within", "below", "above"] = "within"
    factor: bool = False  # whether a tolerance of 0.5 allows 1.5 times the target

    def times(self, scale: float) -> "Bound":
        """Return the same bound with its tolerance multiplied by `scale`."""
        return replace(self, tolerance=scale * self.tolerance)

    @property
    def low(self) -> float:
        """Return the lower limit, or minus infinity if there is none."""
        if self.side == "below":
            return -math.inf
        return self.target / (1 + self.tolerance) if self.factor else self.target - self.tolerance

    @property
    def high(self) -> float:
        """Return the upper limit, or infinity if there is none."""
        if self.side == "above":
            return math.inf
        return self.target * (1 + self.tolerance) if self.factor else self.target + self.tolerance


within, above, below = Bound, partial(Bound, side="above"), partial(Bound, side="below")
"""Make the bound of values near, above or below a target, with a tolerance."""


def within_factor(target: float, factor: float) -> Bound:
    """Return the bound from target / factor to target * factor."""
    return Bound(target, factor - 1, factor=True)


def compare(measured: Interval, bound: Bound) -> str:
    """Return HOLDS or FAILS, or OPEN if the interval contains a limit of the bound.

    An exact value (without runs) on a limit FAILS. An undefined quantity is OPEN.
    """
    if bound.low < measured.low and measured.high < bound.high:
        return HOLDS
    if measured.high < bound.low or measured.low > bound.high:
        return FAILS
    exact = measured.low == measured.high and not measured.runs
    return FAILS if exact else OPEN


def verdict_of(outcomes: Iterable[str], quantifier: Quantifier) -> str:
    """Return the verdict that follows from the outcomes of the measurements.

    Outcomes that are not applicable or not tested are ignored. `quantifier` says how many of the
    rest must hold.

    - "reproduced": enough hold;
    - "not reproduced": all fail;
    - "in part": too many fail, and some hold;
    - "not shown": too many fail, and the others are open;
    - "inconclusive": it depends on open outcomes;
    - "not tested": no outcome is left.
    """
    count = Counter(outcomes)
    n = count[HOLDS] + count[FAILS] + count[OPEN]
    if not n:
        return NOT_TESTED
    needed = measurements_needed(n, quantifier)
    if count[HOLDS] >= needed:
        return REPRODUCED
    if count[FAILS] > n - needed:
        if count[FAILS] == n:
            return NOT_REPRODUCED
        return IN_PART if count[HOLDS] else NOT_SHOWN
    return INCONCLUSIVE


def measurements_needed(n: int, quantifier: Quantifier) -> int:
    """Return how many of `n` measurements must hold for the verdict "reproduced"."""
    return {"all": n, "each": n, "most": n // 2 + 1, "some": 1}[quantifier]


def p_of_verdict(
    measurements: Sequence[tuple[Interval, Bound]], verdict: str, quantifier: Quantifier
) -> float | None:
    """Return the p-value of a verdict: 1 if inconclusive, None if it rests on no test.

    The p-value is (n - u + 1) p (partial conjunction). For "reproduced", u of n measurements must
    hold, and p is the u-th smallest p-value of those that hold. Otherwise u failures rule out
    "reproduced", and p is the u-th smallest p-value of those that fail.
    """
    needed = measurements_needed(len(measurements), quantifier)

    def partial(which: str, u: int) -> float | None:
        found = [p_value(*one) for one in measurements if compare(*one) == which]
        tested = sorted(p for p in found if p is not None)
        place = u - (len(found) - len(tested))
        return min(1.0, (len(measurements) - u + 1) * tested[place - 1]) if place > 0 else None

    if verdict == REPRODUCED:
        return partial(HOLDS, needed)
    if verdict in (IN_PART, NOT_SHOWN, NOT_REPRODUCED):
        return partial(FAILS, len(measurements) - needed + 1)
    return 1.0 if verdict == INCONCLUSIVE else None


def distance(measured: Interval, bound: Bound) -> tuple[float, float]:
    """Return the estimate's distance from the nearest limit, and the half-width on that side."""
    limits = [limit for limit in (bound.low, bound.high) if math.isfinite(limit)]
    limit = min(limits, key=lambda value: abs(value - measured.estimate))
    towards = measured.low if limit < measured.estimate else measured.high
    return abs(limit - measured.estimate), abs(towards - measured.estimate)


def p_value(measured: Interval, bound: Bound) -> float | None:
    """Return the p-value of the hypothesis that a quantity is at the nearest limit.

    The test is Student's, two-sided. The result is None for an interval without width, and 1 if
    the quantity is undefined.
    """
    if math.isnan(measured.estimate):
        return 1.0
    away, half = distance(measured, bound)
    if same(measured.estimate, half):
        return None
    t = away / half * half_width(1.0, measured.runs)
    return float(2 * stdtr(measured.runs - 1, -t))


def runs_to_decide(
    measurements: Sequence[tuple[Interval, Bound]], quantifier: Quantifier
) -> int | None:
    """Return how many runs would decide an open verdict, or None if no number would.

    We assume that estimates stay the same, and that widths shrink like 1 / sqrt(runs).
    """
    outcomes = [compare(*one) for one in measurements]
    needs = []
    for number, (measured, bound) in enumerate(measurements):
        away, half = distance(measured, bound)
        if outcomes[number] == OPEN and away > 0 and math.isfinite(half / away):
            needs.append((math.ceil(measured.runs * (half / away) ** 2), number))
    for runs, number in sorted(needs):
        measured, bound = measurements[number]
        outcomes[number] = HOLDS if bound.low < measured.estimate < bound.high else FAILS
        if verdict_of(outcomes, quantifier) != INCONCLUSIVE:
            return runs
    return None


def holm(p_values: Mapping[Hashable, float]) -> dict[Hashable, bool]:
    """Return, by name, whether each p-value is significant after Holm's correction."""
    significant, still = {}, True
    for rank, name in enumerate(sorted(p_values, key=p_values.__getitem__)):
        still = still and p_values[name] <= (1 - LEVEL) / (len(p_values) - rank)
        significant[name] = still
    return significant
