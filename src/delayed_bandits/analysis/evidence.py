"""Measured rows of claims as CSV, written and read."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from delayed_bandits.analysis.answers import count_in_words, decision_in_words
from delayed_bandits.analysis.claims import Claim
from delayed_bandits.analysis.verdicts import word_of
from delayed_bandits.files.tables import whole_file

EVIDENCE = [
    *("paper", "id", "reading", "key", "row", "case", "quantity", "estimate", "low", "high"),
    *("seeds", "above", "below", "word", "not_applicable", "printed", "control"),
    *("control_estimate", "control_low", "control_high", "control_word", "control_why"),
    *("reading_word", "decides"),
]


def evidence_of(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """List the rows of a paper's claims, each with its control and the word of its reading."""
    return [
        {
            "paper": document["paper"],
            "id": claim["id"],
            "reading": reading["name"],
            **row,
            "key": reading["key"],
            "row": row["key"],
            "control": (row["control"] or {}).get("name"),
            **{f"control_{key}": value for key, value in (row["control"] or {}).items()},
            "reading_word": reading["word"],
            "decides": "yes" if number == reading["decides"] else "",
        }
        for claim in document["claims"]
        for reading in claim["readings"]
        for number, row in enumerate(reading["evidence"])
    ]


def write_csv(path: Path, rows: Iterable[Mapping[str, Any]], columns: list[str]) -> None:
    """Write rows as CSV."""
    with whole_file(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def read_answers(rows: Path, claims: Sequence[Claim]) -> list[dict[str, Any]]:
    """Read judged claims back from the CSV file of their rows, as far as texts need them."""
    with rows.open(encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file))
    for row in found:
        for key in ("estimate", "low", "high", "above", "below"):
            row[key] = float(row[key]) if row[key] else None
        row["seeds"] = int(row["seeds"])
    judged = []
    for claim in claims:
        readings = []
        for variant in claim.variants:
            mine = [row for row in found if (row["id"], row["key"]) == (claim.id, variant.key)]
            if mine:
                decides = [row["decides"] for row in mine].index("yes")
                evidence = [{**row, "key": row["row"]} for row in mine]
                known = {"name": variant.name, "key": variant.key, "what": variant.what}
                words = {
                    "word": mine[0]["reading_word"],
                    "uncorrected": word_of((row["word"] for row in mine), claim.quantifier),
                }
                reading = {**known, **words, "decides": decides, "evidence": evidence}
                decided = {
                    "count": count_in_words(reading),
                    "decided_by": decision_in_words(reading),
                }
                readings.append(reading | decided)
        judged.append({"id": claim.id, "not_tested": claim.not_tested, "readings": readings})
    return judged
