"""Tables of judged claims, as CSV and LaTeX."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from delayed_bandits.analysis.answers import word_in_words
from delayed_bandits.analysis.judge import EVIDENCE, evidence_of, write_csv
from delayed_bandits.analysis.latex import longtable
from delayed_bandits.analysis.numbers import bounds, measured
from delayed_bandits.analysis.verdicts import TOY
from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.digests import read_json
from delayed_bandits.files.layout import Layout, remedy
from delayed_bandits.files.tables import write_text

ANSWERS = [
    *("paper", "id", "kind", "statement", "place", "quantifier", "reading", "what", "word"),
    *("count", "decides", "half_tolerance", "twice_tolerance", "uncorrected", "seeds_to_decide"),
]


def read_claims(path: Path) -> dict[str, Any]:
    """Read the judged claims of a paper."""
    try:
        return read_json(path)
    except ValueError as error:
        raise InputError(f"{path}: not JSON: {error}. {remedy(path)}") from error


def rows_of(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """List the readings of a paper's claims, each a row of the table."""
    return [
        {
            **claim,
            **reading,
            "paper": document["paper"],
            "reading": reading["name"],
            "word": word_in_words(claim, reading),
            "decides": reading["decided_by"],
        }
        for claim in document["claims"]
        for reading in claim["readings"]
    ]


def columns_of(claim: Mapping[str, Any]) -> dict[str, list[dict[str, str]]]:
    """Give the answers on a claim by column: as printed or reconstructed, as in code, as ours."""
    columns: dict[str, list[dict[str, str]]] = {"printed": [], "code": [], "ours": []}
    for reading in claim["readings"]:
        reconstructed, alone = reading["name"] == "reconstructed", ""
        if reading["uncorrected"] != reading["word"] != TOY:
            alone = word_in_words(claim, {"word": reading["uncorrected"]})
        row = reading["evidence"][reading["decides"]]
        limits = {bounds((row["above"], row["below"])) for row in reading["evidence"]}
        columns["printed" if reconstructed else reading["name"]].append(
            {
                "what": f"reconstructed: {reading['what']}" if reconstructed else reading["what"],
                "word": word_in_words(claim, reading),
                "alone": alone,  # without correction
                "count": reading["count"],
                "decides": reading["decided_by"],
                "measured": measured(row) if reading["decided_by"] else "",
                "bounds": bounds((row["above"], row["below"])),
                "of_all": limits.pop() if len(limits) == 1 else "bounds differ",
            }
        )
    return columns


def export_claims(table: Path, evidence: Path, files: Iterable[Path]) -> None:
    """Write readings and measurements of all papers' claims as CSV; each paper's as LaTeX, too."""
    documents = [read_claims(path) for path in files]
    write_csv(evidence, [row for document in documents for row in evidence_of(document)], EVIDENCE)
    write_csv(table, [row for document in documents for row in rows_of(document)], ANSWERS)
    layout = Layout(str(table.parent), "")
    for document in documents:
        rows = rows_of(document)
        write_csv(Path(layout.claims(document["paper"], "csv")), rows, ANSWERS)
        write_text(Path(layout.claims(document["paper"], "tex")), latex_of_claims(rows))


def latex_of_claims(rows: Sequence[Mapping[str, Any]]) -> str:
    """Write the verdict on each reading of each claim as a LaTeX table."""
    rows = [{**row, "reading": f"{row['reading']}: {row['what']}"} for row in rows]
    table = pd.DataFrame(rows, columns=["id", "statement", "reading", "word", "decides"])
    table.loc[table["id"].duplicated(), ["id", "statement"]] = ""
    text = r">{\raggedright\arraybackslash}p"
    alignment = rf"l{text}{{0.3\linewidth}}{text}{{0.2\linewidth}}l{text}{{0.2\linewidth}}"
    heads = {"id": "", "word": "answer", "decides": "decided by"}
    return longtable(table.rename(columns=heads), alignment)
