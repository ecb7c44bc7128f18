"""Verdicts of a paper as the page shows them: counted by claims, beside what they rest on."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from delayed_bandits.analysis.judge import TOY
from delayed_bandits.analysis.verdicts import (
    INCONCLUSIVE,
    NO_POWER,
    NOT_APPLICABLE,
    NOT_REPRODUCED,
    REPRODUCED,
)

VERDICTS = (REPRODUCED, NOT_REPRODUCED, INCONCLUSIVE, NO_POWER, NOT_APPLICABLE, TOY)
MIXED = "mixed"
READINGS = {
    "printed": "as printed",
    "code": "as in attributed code",
    "ours": "as we read or correct it",
}

Claim = Mapping[str, Any]


def verdicts_of(claim: Claim) -> dict[str, list[str]]:
    """List the verdicts of a claim by the name of the reading, each verdict once."""
    found: dict[str, dict[str, None]] = {}
    for reading in claim["readings"]:
        found.setdefault(reading["name"], {})[reading["verdict"]] = None
    return {name: list(found[name]) for name in READINGS if name in found}


def shared_of(reading: Mapping[str, Any]) -> dict[str, Any]:
    """Find what all cases of a reading have in common; None where they differ."""
    rows = reading["evidence"]
    values = {
        "quantity": [row["quantity"] for row in rows],
        "bounds": [[row["above"], row["below"]] for row in rows],
        "seeds": [row["seeds"] for row in rows],
        "control": [row["control"]["name"] if row["control"] else "" for row in rows],
    }
    return {
        key: found[0] if found.count(found[0]) == len(found) else None
        for key, found in values.items()
    }


def tally(claims: Iterable[Claim], kind: str) -> dict[str, dict[str, int]]:
    """Count claims of a kind by reading and verdict; one with several verdicts is mixed."""
    counted: dict[str, Counter[str]] = {name: Counter() for name in READINGS}
    for claim in claims:
        if claim["kind"] == kind:
            for name, verdicts in verdicts_of(claim).items():
                counted[name][_word(verdicts)] += 1
    return {
        name: {key: counts[key] for key in (*VERDICTS, MIXED) if counts[key]}
        for name, counts in counted.items()
        if counts
    }


def _word(verdicts: list[str]) -> str:
    """Give the verdict of the variants of a reading, or "mixed"."""
    return verdicts[0] if len(verdicts) == 1 else MIXED


def conclusions_of(
    conclusions: Iterable[Mapping[str, Any]], claims: Iterable[Claim]
) -> list[dict[str, Any]]:
    """List the conclusions, each with the verdicts that it rests on and are no longer so."""
    found = {
        f"{claim['id']}/{name}": _word(verdicts)
        for claim in claims
        for name, verdicts in verdicts_of(claim).items()
    }
    return [
        {
            "text": conclusion["text"],
            "short": conclusion.get("short", conclusion["text"]),
            "delays": conclusion.get("delays", []),
            "rests_on": conclusion["rests_on"],
            "changed": [
                name if name in found else f"{name} is not judged"
                for name, verdict in conclusion["rests_on"].items()
                if found.get(name) not in (verdict, TOY)
            ],
        }
        for conclusion in conclusions
    ]


def advice(papers: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """List the conclusions that are about kinds of delays, each with its paper."""
    return [
        {**conclusion, "paper": paper}
        for paper in papers
        for conclusion in paper["conclusions"]
        if conclusion["delays"]
    ]
