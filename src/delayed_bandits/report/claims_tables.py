"""Tables of judged claims, as CSV and LaTeX."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from delayed_bandits.analysis.judge import EVIDENCE, evidence_of, write_csv
from delayed_bandits.analysis.latex import longtable
from delayed_bandits.analysis.numbers import bounds, measured
from delayed_bandits.analysis.sentences import verdict_in_words
from delayed_bandits.analysis.verdicts import TOY
from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.digests import read_json
from delayed_bandits.files.layout import Layout, remedy
from delayed_bandits.files.tables import write_text

ANSWERS = [
    *("paper", "id", "kind", "statement", "place", "quantifier", "variant", "what", "verdict"),
    *("count", "decides", "half_tolerance", "twice_tolerance", "uncorrected", "seeds_to_decide"),
]


def read_claims(path: Path) -> dict[str, Any]:
    """Read the judged claims of a paper."""
    try:
        return read_json(path)
    except ValueError as error:
        raise InputError(f"{path}: not JSON: {error}. {remedy(path)}") from error


def measurements_of(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """List the variants of a paper's claims, each a row of the table."""
    return [
        {
            **claim,
            **variant,
            "paper": document["paper"],
            "variant": variant["name"],
            "verdict": verdict_in_words(claim, variant),
            "decides": variant["decided_by"],
        }
        for claim in document["claims"]
        for variant in claim["variants"]
    ]


def columns_of(claim: Mapping[str, Any]) -> dict[str, list[dict[str, str]]]:
    """Give the answers on a claim by column: as printed or reconstructed, as in code, as ours."""
    columns: dict[str, list[dict[str, str]]] = {"printed": [], "code": [], "ours": []}
    for variant in claim["variants"]:
        reconstructed, alone = variant["name"] == "reconstructed", ""
        if variant["uncorrected"] != variant["verdict"] != TOY:
            alone = verdict_in_words(claim, {"verdict": variant["uncorrected"]})
        measurement = variant["evidence"][variant["decides"]]
        limits = {
            bounds((measurement["above"], measurement["below"]))
            for measurement in variant["evidence"]
        }
        columns["printed" if reconstructed else variant["name"]].append(
            {
                "what": f"reconstructed: {variant['what']}" if reconstructed else variant["what"],
                "verdict": verdict_in_words(claim, variant),
                "alone": alone,  # without correction
                "count": variant["count"],
                "decides": variant["decided_by"],
                "measured": measured(measurement) if variant["decided_by"] else "",
                "bounds": bounds((measurement["above"], measurement["below"])),
                "of_all": limits.pop() if len(limits) == 1 else "bounds differ",
            }
        )
    return columns


def export_claims(table: Path, evidence: Path, files: Iterable[Path]) -> None:
    """Write variants and measurements of all papers' claims as CSV; each paper's as LaTeX, too."""
    documents = [read_claims(path) for path in files]
    write_csv(
        evidence,
        [measurement for document in documents for measurement in evidence_of(document)],
        EVIDENCE,
    )
    write_csv(
        table,
        [measurement for document in documents for measurement in measurements_of(document)],
        ANSWERS,
    )
    layout = Layout(str(table.parent), "")
    for document in documents:
        measurements = measurements_of(document)
        write_csv(Path(layout.claims(document["paper"], "csv")), measurements, ANSWERS)
        write_text(Path(layout.claims(document["paper"], "tex")), latex_of_claims(measurements))


def latex_of_claims(measurements: Sequence[Mapping[str, Any]]) -> str:
    """Write the verdict on each variant of each claim as a LaTeX table."""
    measurements = [
        {**measurement, "variant": f"{measurement['variant']}: {measurement['what']}"}
        for measurement in measurements
    ]
    table = pd.DataFrame(measurements, columns=["id", "statement", "variant", "verdict", "decides"])
    table.loc[table["id"].duplicated(), ["id", "statement"]] = ""
    text = r">{\raggedright\arraybackslash}p"
    alignment = rf"l{text}{{0.3\linewidth}}{text}{{0.2\linewidth}}l{text}{{0.2\linewidth}}"
    heads = {"id": "", "verdict": "verdict", "decides": "decided by"}
    return longtable(table.rename(columns=heads), alignment)
