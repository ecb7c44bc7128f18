"""Measured rows of claims as CSV."""

import csv
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

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
