"""Answers of a paper as the page shows them: counted, and conclusions beside what they rest on."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from delayed_bandits.analysis.verdicts import TOY, WORDS

READINGS = {
    "printed": "as printed",
    "recalled": "as recalled, where the text was not at hand",
    "code": "as in attributed code",
    "ours": "as we read or correct it",
}

Claim = Mapping[str, Any]


def shared_of(reading: Mapping[str, Any]) -> dict[str, Any]:
    """Find what all rows of a reading have in common; None where they differ."""
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


def tally(claims: Iterable[Claim]) -> dict[str, dict[str, int]]:
    """Count the readings of the paper's statements by name and word."""
    counted: dict[str, Counter[str]] = {name: Counter() for name in READINGS}
    for claim in claims:
        if claim["kind"] == "paper":
            for reading in claim["readings"]:
                counted[reading["name"]][reading["word"]] += 1
    return {
        name: {word: counts[word] for word in (*WORDS, TOY) if counts[word]}
        for name, counts in counted.items()
        if counts
    }


def conclusions_of(
    conclusions: Iterable[Mapping[str, Any]], claims: Iterable[Claim]
) -> list[dict[str, Any]]:
    """List the conclusions, each with the words that it rests on and are no longer so."""
    found = {
        f"{claim['id']}.{reading['key']}": reading["word"]
        for claim in claims
        for reading in claim["readings"]
    }
    return [
        {
            **conclusion,
            "changed": [
                name if name in found else f"{name} is not judged"
                for name, word in conclusion["rests_on"].items()
                if found.get(name) not in (word, TOY)
            ],
        }
        for conclusion in conclusions
        if conclusion["text"]
    ]


def advice(papers: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """List the conclusions that are about kinds of delays, each with its paper."""
    return [
        {**conclusion, "paper": paper}
        for paper in papers
        for conclusion in paper["conclusions"]
        if conclusion["delays"]
    ]
