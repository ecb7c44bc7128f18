"""Tables of judged claims, and drafts of nanopublications about them."""

import csv
import itertools
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from delayed_bandits.analysis.answers import (
    count_in_words,
    decision_in_words,
    word_in_words,
)
from delayed_bandits.analysis.claims import Claim
from delayed_bandits.analysis.latex import escaped, longtable
from delayed_bandits.analysis.numbers import measured
from delayed_bandits.analysis.verdicts import (
    IN_PART,
    INCONCLUSIVE,
    NOT_REPRODUCED,
    REPRODUCED,
    word_of,
)
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import check_schema
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.files.layout import Layout, remedy
from delayed_bandits.files.tables import whole_file

ANSWERS = [
    *("paper", "id", "kind", "statement", "place", "quantifier", "reading", "what", "word"),
    *("count", "decides", "half_tolerance", "twice_tolerance", "uncorrected", "seeds_to_decide"),
]
EVIDENCE = [
    *("paper", "id", "reading", "key", "row", "case", "quantity", "estimate", "low", "high"),
    *("seeds", "above", "below", "word", "not_applicable", "printed", "control"),
    *("control_estimate", "control_low", "control_high", "control_word", "control_why"),
    *("reading_word", "decides"),
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
            **{key: claim[key] for key in ANSWERS[1:6]},
            **{key: reading[key] for key in ("what", *ANSWERS[11:])},
            "reading": reading["name"],
            "word": word_in_words(claim, reading),
            "count": count_in_words(reading),
            "decides": decision_in_words(reading),
        }
        for claim in document["claims"]
        for reading in claim["readings"]
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


def export_claims(
    table: Path, evidence: Path, nanopublications: Path, files: Iterable[Path], schema: Path
) -> None:
    """Write the readings of all papers' claims, and their measurements, as CSV.

    Drafts of nanopublications about them are JSON.
    In the folder `claims` beside the table are those of each paper alone, as CSV and as LaTeX.
    """
    documents = [read_claims(path, schema) for path in files]
    write_csv(evidence, [row for document in documents for row in evidence_of(document)], EVIDENCE)
    write_csv(table, [row for document in documents for row in rows_of(document)], ANSWERS)
    layout = Layout(str(table.parent), "")
    for document in documents:
        rows = rows_of(document)
        write_csv(Path(layout.claims(document["paper"], "csv")), rows, ANSWERS)
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
                    row["word"],
                    row["decides"],
                )
                for number, row in enumerate(readings)
            ],
        )
        for claim, readings in itertools.groupby(rows, key=lambda row: row["id"])
    ]
    text = r">{\raggedright\arraybackslash}p"
    columns = rf"l{text}{{0.3\linewidth}}{text}{{0.2\linewidth}}l{text}{{0.2\linewidth}}"
    return longtable(columns, ("", "statement", "reading", "answer", "decided by"), groups)


def nanopublication(paper: str, claim: Mapping[str, Any]) -> dict[str, Any]:
    """Draft the replication outcome of a claim in the words of FORRT's forms.

    Completion date, repository and level of confidence are left to whoever publishes it.
    """
    status = validation_status(reading["word"] for reading in claim["readings"])
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
            f"{reading['name']} ({reading['what']}): {reading['word']}, {count_in_words(reading)}"
            for reading in claim["readings"]
        ),
        "evidence": [
            f"{row['case']}: {row['quantity']} {measured(row)}, {row['word']}"
            for reading in claim["readings"]
            for row in reading["evidence"]
        ],
        "limits": claim["remark"],
    }


def validation_status(words: Iterable[str]) -> str:
    """Translate the words of a claim's readings into FORRT's five."""
    words = set(words)
    if IN_PART in words or {REPRODUCED, NOT_REPRODUCED} <= words:
        return "PartiallySupported"
    for word, status in (
        (REPRODUCED, "Validated"),
        (NOT_REPRODUCED, "Contradicted"),
        (INCONCLUSIVE, "Inconclusive"),
    ):
        if word in words:
            return status
    return "NotTested"


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
                readings.append({**known, **words, "decides": decides, "evidence": evidence})
        judged.append({"id": claim.id, "not_tested": claim.not_tested, "readings": readings})
    return judged
