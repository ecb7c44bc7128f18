"""Tables of judged claims, and drafts of nanopublications about them."""

import csv
import itertools
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from delayed_bandits.analysis.latex import escaped, longtable
from delayed_bandits.analysis.verdicts import INCONCLUSIVE, NOT_REPRODUCED, REPRODUCED
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import check_schema
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.files.layout import Layout, remedy
from delayed_bandits.files.tables import whole_file

VERDICTS = ["id", "reading", "what", "verdict"]
COLUMNS = [
    "paper",
    "id",
    "kind",
    "statement",
    "place",
    "reading",
    "what",
    "verdict",
    "outcome",
    "half_tolerance",
    "twice_tolerance",
    "stands_corrected",
    "seeds_to_decide",
    "cases",
    "settings",
    "left_out",
]
EVIDENCE = [
    "paper",
    "id",
    "reading",
    "what",
    "case",
    "quantity",
    "estimate",
    "low",
    "high",
    "seeds",
    "above",
    "below",
    "verdict",
    "not_applicable",
    "control",
    "control_estimate",
    "control_low",
    "control_high",
    "control_verdict",
]
CITO = {"Validated": "confirms", "PartiallySupported": "qualifies", "Contradicted": "disputes"}
"""Intention of a citation, by validation status: those of FORRT's replication outcomes."""


def read_claims(path: Path, schema: Path) -> dict[str, Any]:
    """Read the judged claims of a paper.

    Raises
    ------
    InputError
        If the file is not JSON, or is not as the schema says.
    """
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{path}: not JSON: {error}; expected claims as they were written; {remedy(path)}"
        ) from error
    check_schema(document, read_yaml(schema), str(path))
    return document


def rows_of(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """List the readings of a paper's claims, each a row of the table."""
    return [
        {
            "paper": document["paper"],
            **{key: claim[key] for key in ("id", "kind", "statement", "place")},
            "reading": reading["name"],
            **{key: reading.get(key) for key in COLUMNS[6:13]},
            "cases": len(reading["evidence"]),
            "settings": len(claim["coverage"]["used"]),
            "left_out": len(claim["coverage"]["left_out"]),
        }
        for claim in document["claims"]
        for reading in claim["readings"]
    ]


def evidence_of(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """List the measurements behind a paper's claims, each with that of its control."""
    return [
        {
            "paper": document["paper"],
            "id": claim["id"],
            "reading": reading["name"],
            "what": reading["what"],
            **row,
            "control": (row["control"] or {}).get("name"),
            **{f"control_{key}": value for key, value in (row["control"] or {}).items()},
        }
        for claim in document["claims"]
        for reading in claim["readings"]
        for row in reading["evidence"]
    ]


def write_csv(path: Path, rows: Iterable[Mapping[str, Any]], columns: list[str]) -> None:
    """Write rows as CSV."""
    with whole_file(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def export_claims(
    table: Path, evidence: Path, nanopublications: Path, files: Iterable[Path], schema: Path
) -> None:
    """Write the readings of all papers' claims, and their measurements, as CSV.

    Drafts of nanopublications about them are JSON.
    In the folder `claims` beside the table are those of each paper alone, as CSV and as LaTeX.
    """
    documents = [read_claims(path, schema) for path in files]
    write_csv(evidence, [row for document in documents for row in evidence_of(document)], EVIDENCE)
    write_csv(table, [row for document in documents for row in rows_of(document)], COLUMNS)
    layout = Layout(str(table.parent), "")
    for document in documents:
        rows = rows_of(document)
        write_csv(Path(layout.claims(document["paper"], "csv")), rows, COLUMNS)
        with whole_file(Path(layout.claims(document["paper"], "tex"))) as temporary:
            temporary.write_text(latex_of_claims(rows), encoding="utf-8")
    drafts = [
        nanopublication(document["paper"], claim)
        for document in documents
        for claim in document["claims"]
        if claim["kind"] == "paper"
    ]
    with whole_file(nanopublications) as temporary:
        temporary.write_text(json.dumps(drafts, indent=1, ensure_ascii=False) + "\n", "utf-8")


def latex_of_claims(rows: Iterable[Mapping[str, Any]]) -> str:
    """Write the verdict on each reading of each claim as a LaTeX table."""
    groups = [
        (
            "",
            [
                (
                    *((claim, escaped(row["statement"])) if not number else ("", "")),
                    escaped(f"{row['reading']}: {row['what']}"),
                    row["verdict"],
                )
                for number, row in enumerate(readings)
            ],
        )
        for claim, readings in itertools.groupby(rows, key=lambda row: row["id"])
    ]
    text = r">{\raggedright\arraybackslash}p"
    columns = rf"l{text}{{0.4\linewidth}}{text}{{0.25\linewidth}}l"
    return longtable(columns, ("", "statement", "reading", "verdict"), groups)


def nanopublication(paper: str, claim: Mapping[str, Any]) -> dict[str, Any]:
    """Draft the replication outcome of a claim in the words of FORRT's forms.

    Completion date, repository and level of confidence are left to whoever publishes it.
    """
    status = validation_status(reading["verdict"] for reading in claim["readings"])
    return {
        "id": f"{paper}/{claim['id']}",
        "quoted text": claim["quote"],
        "claim": claim["statement"],
        "study type": "Reproduction Study",
        "how the claim is reproduced": claim["criterion"],
        "deviations": "; ".join(reading["what"] for reading in claim["readings"]),
        "validation status": status,
        "citation type": f"cito:{CITO.get(status, 'discusses')}",
        "conclusion": "; ".join(
            f"{reading['name']} ({reading['what']}): {reading['verdict']}"
            for reading in claim["readings"]
        ),
        "evidence": [
            f"{row['case']}: {row['quantity']} {interval_in_words(row)}, {row['verdict']}"
            for reading in claim["readings"]
            for row in reading["evidence"]
        ],
        "limits": claim["remark"],
    }


def interval_in_words(row: Mapping[str, Any]) -> str:
    """Format an estimate with its interval; an exact value has none, and few seeds give neither."""
    if None in (row["estimate"], row["low"], row["high"]):
        return "undefined"
    interval = f" [{row['low']:.4g}, {row['high']:.4g}]" if row["low"] != row["high"] else ""
    return f"{row['estimate']:.4g}{interval}"


def validation_status(verdicts: Iterable[str]) -> str:
    """Translate the verdicts of a claim's readings into FORRT's five words."""
    verdicts = set(verdicts)
    if {REPRODUCED, NOT_REPRODUCED} <= verdicts:
        return "PartiallySupported"
    for verdict, status in (
        (REPRODUCED, "Validated"),
        (NOT_REPRODUCED, "Contradicted"),
        (INCONCLUSIVE, "Inconclusive"),
    ):
        if verdict in verdicts:
            return status
    return "NotTested"
