"""Sentences on judged claims: counts, decisive measurements, filled-in numbers."""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from delayed_bandits.analysis import verdicts as v
from delayed_bandits.analysis.measurements import Evidence
from delayed_bandits.analysis.numbers import bounds, measured
from delayed_bandits.analysis.settings import find
from delayed_bandits.checks.placeholders import fill

FOUND = {
    "c": {},
    "o": {v.REPRODUCED: "holds", v.IN_PART: "holds in part", v.NOT_REPRODUCED: "fails"},
}
"""Other words for verdicts, by the first letter of a claim's id: "o" for a finding of ours."""


def deciding(measurements: Sequence[Evidence], verdict: str) -> int:
    """Return the index of the measurement that decides the verdict.

    - "reproduced": of those that hold, the one with the largest p-value;
    - "inconclusive": of those that are open, the one with the largest p-value;
    - "not reproduced", "in part", "not shown": of those that fail, the one with the smallest.
    """
    failing = dict.fromkeys((v.IN_PART, v.NOT_SHOWN, v.NOT_REPRODUCED), v.FAILS)
    wanted = {v.REPRODUCED: v.HOLDS, v.INCONCLUSIVE: v.OPEN, **failing}.get(verdict)
    chosen = [n for n, one in enumerate(measurements) if one.outcome() == wanted]
    chosen = chosen or [n for n, one in enumerate(measurements) if not one.not_applicable]
    chosen = chosen or range(len(measurements))
    sign = -1 if wanted == v.FAILS else 1

    def sure(number: int) -> tuple[float, float]:
        measurement = measurements[number].measured, measurements[number].bound
        return sign * (v.p_value(*measurement) or 0.0), -sign * v.distance(*measurement)[0]

    return max(chosen, key=sure)


def measurements_that_hold(variant: Mapping[str, Any]) -> str:
    """Return how many of the tested measurements hold, such as "3 of 5"."""
    outcomes = [one["outcome"] for one in variant["evidence"]]
    counted = sum(outcome in (v.HOLDS, v.FAILS, v.OPEN) for outcome in outcomes)
    return f"{outcomes.count(v.HOLDS)} of {counted}"


def count_in_words(variant: Mapping[str, Any]) -> str:
    """Return the number of each outcome, such as "holds in 3 of 5, fails in 2"."""
    count = Counter(one["outcome"] for one in variant["evidence"])
    if count.total() == 1:
        return variant["evidence"][0]["outcome"]
    counted = count[v.HOLDS] + count[v.FAILS] + count[v.OPEN]
    parts = [f"holds in {measurements_that_hold(variant)}"] if counted else []
    others = (v.FAILS, v.OPEN, v.NOT_TESTED, v.NOT_APPLICABLE)
    return ", ".join([*parts, *(f"{other} in {count[other]}" for other in others if count[other])])


def decision_in_words(variant: Mapping[str, Any]) -> str:
    """Return the decisive measurement as text, or "" if no measurement is tested."""
    if variant["verdict"] == v.NOT_TESTED:
        return ""
    measurement = variant["evidence"][variant["decides"]]
    return measured(measurement) + (f", {measurement['runs']} runs" if measurement["runs"] else "")


def verdict_in_words(claim: Mapping[str, Any], variant: Mapping[str, Any]) -> str:
    """Return the verdict on a variant as text, such as "holds" for a finding of ours."""
    return FOUND[claim["id"][0]].get(variant["verdict"], variant["verdict"])


def criterion_of(claim: Mapping[str, Any]) -> str:
    """Return a claim's criterion as text, from quantities, bounds and quantifier."""
    if not claim["variants"]:
        return ""
    parts = dict.fromkeys(
        f"{one['quantity']} is {bounds((one['above'], one['below']))}"
        for one in claim["variants"][0]["evidence"]
    )
    counted = "measurements" if claim["quantifier"] in ("all", "most") else "measurement"
    return f"{'; '.join(parts)}; in {claim['quantifier']} {counted}"


class Sentences:
    """The judged claims, whose numbers replace names in braces in a text.

    - "{c09.printed}": the decisive measurement of claim c09's variant "printed";
    - "{c09.printed[fig1a]}": the variant's measurement with the key "fig1a";
    - "{c09.printed:%}": in percent; ":.2f" or ":.0%": the estimate without interval;
    - "{c09.printed.printed}": the number in the paper; ".runs": the number of runs;
    - ".count": such as "3 of 5" that hold; ".outcomes": such as "holds in 3 of 5, fails in 2";
    - ".least", ".greatest", ".range" (such as "0.12 to 0.34"): of the applicable estimates.
    """

    def __init__(self, claims: Sequence[Mapping[str, Any]]) -> None:
        self._claims = {
            claim["id"]: _Variants({one["key"]: _Result(one) for one in claim["variants"]})
            for claim in claims
        }

    def fill(self, text: str, where: str) -> str:
        """Return a text with numbers filled in, or "" if it names a claim that was not judged."""
        named = re.findall(r"\{(\w+)\.", text)
        return fill(text, self._claims, where) if all(map(self._claims.get, named)) else ""


class _Variants(dict[str, "_Result"]):
    """The variants of a claim, as attributes named by their keys."""

    def __getattr__(self, key: str) -> "_Result":
        return find(key, self, "variant")


class _Result:
    """The decisive measurement of a variant, or its measurement with the key `key`."""

    def __init__(self, variant: Mapping[str, Any], key: str | None = None) -> None:
        self.variant, self.key = variant, key

    @property
    def measurement(self) -> Mapping[str, Any]:
        evidence = self.variant["evidence"]
        if self.key is None:
            return evidence[self.variant["decides"]]
        return find(self.key, {one["key"]: one for one in evidence}, "measurement")

    def __getitem__(self, key: str | int) -> "_Result":
        return _Result(self.variant, str(key))

    def __format__(self, form: str) -> str:
        return _number(self.measurement, form)

    def __getattr__(self, part: str) -> Any:
        applicable = [one for one in self.variant["evidence"] if not one["not_applicable"]]
        found = [one["estimate"] for one in applicable if one["estimate"] is not None]
        ends = min(found, default=math.nan), max(found, default=math.nan)
        return {
            "printed": self.measurement["printed"],
            "runs": self.measurement["runs"],
            "count": measurements_that_hold(self.variant),
            "outcomes": count_in_words(self.variant),
            "least": _Range(ends[:1]),
            "greatest": _Range(ends[1:]),
            "range": _Range(ends),
        }[part]


class _Range(tuple[float, ...]):
    """The least and the greatest of some numbers, shown as one number if they look equal."""

    def __format__(self, form: str) -> str:
        return " to ".join(dict.fromkeys(_with_unit(end, form) for end in self))


def _number(measurement: Mapping[str, Any], form: str) -> str:
    """Return a measurement as text. A `form` such as ".2f" leaves out the interval."""
    estimate = measurement["estimate"]
    if form not in ("", "%"):
        return _with_unit(math.nan if estimate is None else estimate, form)
    if not form:
        return measured(measurement)
    numbers = {key: measurement[key] for key in ("estimate", "low", "high")}
    return f"{measured({key: n and 100 * n for key, n in numbers.items()})} %"


def _with_unit(number: float, form: str) -> str:
    return format(number, form).replace("%", " %")
