"""Verdicts made from judged claims: counts, the deciding number, and texts with numbers filled
in.
"""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from delayed_bandits.analysis import verdicts as v
from delayed_bandits.analysis.measurements import Evidence
from delayed_bandits.analysis.numbers import bounds, measured
from delayed_bandits.analysis.settings import find
from delayed_bandits.checks.errors import InputError

FOUND = {
    "c": {},
    "o": {v.REPRODUCED: "holds", v.IN_PART: "holds in part", v.NOT_REPRODUCED: "fails"},
}
"""Verdicts on findings of ours, which reproduce nothing, by the first letter of the claim."""

OF_A_VARIANT = r"count|outcomes|least|greatest|range|printed"
NAME = re.compile(rf"\{{(\w+)\.(\w+)(?:\[([^]]*)\])?(?:\.({OF_A_VARIANT}))?(?::([^}}]*))?\}}")
"""A measurement in a text: claim, variant, measurement, what of the variant, and format."""


def deciding(measurements: Sequence[Evidence], verdict: str) -> int:
    """Choose the measurement that decides a verdict: the least sure that holds, or the surest that
    fails.

    Of open measurements it is the least sure, and of those that do not count one that is
    applicable.
    """
    failing = dict.fromkeys((v.IN_PART, v.NOT_SHOWN, v.NOT_REPRODUCED), v.FAILS)
    wanted = {v.REPRODUCED: v.HOLDS, v.INCONCLUSIVE: v.OPEN, **failing}.get(verdict)
    chosen = [n for n, measurement in enumerate(measurements) if measurement.outcome() == wanted]
    chosen = chosen or [
        n for n, measurement in enumerate(measurements) if not measurement.not_applicable
    ]
    chosen = chosen or range(len(measurements))
    sign = -1 if wanted == v.FAILS else 1

    def sure(number: int) -> tuple[float, float]:
        measurement = measurements[number].measured, measurements[number].bound
        return sign * (v.p_value(*measurement) or 0.0), -sign * v.distance(*measurement)[0]

    return max(chosen, key=sure)


def measurements_that_hold(variant: Mapping[str, Any]) -> str:
    """Return how many of the decided or open measurements hold, such as "3 of 5"."""
    outcomes = [measurement["outcome"] for measurement in variant["evidence"]]
    counted = sum(outcome in (v.HOLDS, v.FAILS, v.OPEN) for outcome in outcomes)
    return f"{outcomes.count(v.HOLDS)} of {counted}"


def count_in_words(variant: Mapping[str, Any]) -> str:
    """Count the measurements of a variant by their outcomes, such as "holds in 3 of 5, fails in
    2".
    """
    count = Counter(measurement["outcome"] for measurement in variant["evidence"])
    if count.total() == 1:
        return variant["evidence"][0]["outcome"]
    counted = count[v.HOLDS] + count[v.FAILS] + count[v.OPEN]
    parts = [f"holds in {measurements_that_hold(variant)}"] if counted else []
    others = (v.FAILS, v.OPEN, v.NOT_TESTED, v.NOT_APPLICABLE)
    return ", ".join(
        [*parts, *(f"{verdict} in {count[verdict]}" for verdict in others if count[verdict])]
    )


def decision_in_words(variant: Mapping[str, Any]) -> str:
    """Put the measurement that decides a variant in words, with its seeds; "" if none does."""
    if variant["verdict"] == v.NOT_TESTED:
        return ""
    measurement = variant["evidence"][variant["decides"]]
    return measured(measurement) + (f", {measurement['runs']} runs" if measurement["runs"] else "")


def verdict_in_words(claim: Mapping[str, Any], variant: Mapping[str, Any]) -> str:
    """Give the verdict of a variant; a finding of ours holds or fails."""
    return FOUND[claim["id"][0]].get(variant["verdict"], variant["verdict"])


def criterion_of(claim: Mapping[str, Any]) -> str:
    """Make the sentence of the criterion from quantities, bounds and quantifier."""
    if not claim["variants"]:
        return ""
    measurements = claim["variants"][0]["evidence"]
    parts = dict.fromkeys(
        f"{measurement['quantity']} is {bounds((measurement['above'], measurement['below']))}"
        for measurement in measurements
    )
    counted = "measurements" if claim["quantifier"] in ("all", "most") else "measurement"
    return f"{'; '.join(parts)}; in {claim['quantifier']} {counted}"


class Sentences:
    """The judged claims that texts name, each as {claim.variant}.

    "{c09.printed}" is the measurement that decides the variant, "0.2 [0.19, 0.21]", and
    "{c09.printed[fig1a]}" that of a measurement, of which ".printed" is what the paper prints;
    with ":%" it is in per cent, and with another format, such as ":.2f" or ":.0%", its estimate
    alone. "{c09.printed.count}" is "3 of 5", the measurements that hold, and "outcomes" counts all,
    "holds in 3 of 5, fails in 2". "least", "greatest" and "range" are of the estimates of all
    measurements that are applicable: "{c09.printed.range:.2f}" is "0.12 to 0.34".
    """

    def __init__(self, claims: Sequence[Mapping[str, Any]]) -> None:
        self._variants = {
            claim["id"]: {variant["key"]: variant for variant in claim["variants"]}
            for claim in claims
        }

    def fill(self, text: str, where: str) -> str:
        """Put the numbers into a text; "" where the claim that it names was not judged.

        An InputError refuses names of what is not there.
        """
        if not all(self._variants.get(name) for name, *_ in NAME.findall(text)):
            return ""
        try:
            filled = NAME.sub(self._value, text)
        except InputError as error:
            raise InputError(f"{where}: {error}") from error
        if "{" in filled:
            raise InputError(f"{where}: {filled[filled.index('{') :]!r} names no measurement")
        return filled

    def _value(self, name: re.Match[str]) -> str:
        claim, key, measurement, part, form = name.groups(default="")
        variant = find(key, self._variants[claim], "variant")
        evidence = variant["evidence"]
        if part == "count":
            return measurements_that_hold(variant)
        if part == "outcomes":
            return count_in_words(variant)
        if part in ("least", "greatest", "range"):
            return _extremes(evidence, part, form)
        measurements = {measurement["key"]: measurement for measurement in evidence}
        found = (
            find(measurement, measurements, "measurement")
            if measurement
            else evidence[variant["decides"]]
        )
        return found["printed"] if part else _number(found, form)


def _number(measurement: Mapping[str, Any], form: str) -> str:
    """Format a measurement, in per cent, or its estimate alone."""
    if form not in ("", "%"):
        estimate = measurement["estimate"]
        return _with_unit(math.nan if estimate is None else estimate, form)
    if not form:
        return measured(measurement)
    numbers = {key: measurement[key] for key in ("estimate", "low", "high")}
    return f"{measured({key: n and 100 * n for key, n in numbers.items()})} %"


def _extremes(measurements: Sequence[Mapping[str, Any]], part: str, form: str) -> str:
    """Format the least estimate, the greatest, or both, as one number if both read so."""
    found = [
        measurement["estimate"] for measurement in measurements if not measurement["not_applicable"]
    ]
    found = [estimate for estimate in found if estimate is not None] or [math.nan]
    ends = {"least": [min(found)], "greatest": [max(found)], "range": [min(found), max(found)]}
    return " to ".join(dict.fromkeys(_with_unit(end, form) for end in ends[part]))


def _with_unit(number: float, form: str) -> str:
    return format(number, form).replace("%", " %")
