"""Tables of the verdicts on claims, for the page and as CSV and LaTeX files."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import pandas as pd

from delayed_bandits.analysis.judge import EVIDENCE, evidence_of, write_csv
from delayed_bandits.analysis.latex import longtable
from delayed_bandits.analysis.numbers import bounds, measured
from delayed_bandits.analysis.sentences import verdict_in_words
from delayed_bandits.analysis.verdicts import NOT_TESTED, TOY
from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.digests import read_json
from delayed_bandits.files.layout import Layout, remedy
from delayed_bandits.files.tables import write_text

VARIANTS = [
    *("paper", "id", "kind", "statement", "place", "quantifier", "variant", "what", "verdict"),
    *("reproduction", "count", "decides", "half_tolerance", "twice_tolerance"),
    *("uncorrected", "runs_to_decide"),
]
"""Columns of the CSV files."""

REPRODUCTIONS = {"reproduced": "verified", "not reproduced": "falsified", "toy": "toy"}
"""Other words for verdicts. A verdict that is not listed here is "inconclusive"."""

NAMES = ("printed", "reconstructed", "authors' code", "attributed code", "ours")
LABELS = {name: name for name in NAMES} | {"printed": "as printed", "ours": "our variant"}
"""The names of variants on the page."""

COLUMNS = {"reconstructed": "printed", "authors' code": "code", "attributed code": "code"}
"""The page's column for each variant without a column of its own name."""


def read_claims(path: Path) -> dict[str, Any]:
    """Return the judged claims and conclusions of a paper."""
    try:
        return read_json(path)
    except ValueError as error:
        raise InputError(f"{path}: not JSON: {error}. {remedy(path)}") from error


def variants_of(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a row of texts for each variant of each claim of a paper."""
    return [
        {
            **claim,
            **variant,
            "paper": document["paper"],
            "variant": variant["name"],
            "verdict": verdict_in_words(claim, variant),
            "reproduction": reproduction(variant["verdict"]),
            "decides": variant["decided_by"],
        }
        for claim in document["claims"]
        for variant in claim["variants"]
    ]


def reproduction(verdict: str) -> str:
    """Return a verdict as verified, falsified, inconclusive or toy; "" if not tested."""
    return "" if verdict == NOT_TESTED else REPRODUCTIONS.get(verdict, "inconclusive")


def columns_of(claim: Mapping[str, Any]) -> dict[str, list[dict[str, str]]]:
    """Return a claim's verdicts by column of the page: `printed`, `code` and `ours`."""
    columns: dict[str, list[dict[str, str]]] = {"printed": [], "code": [], "ours": []}
    for variant in claim["variants"]:
        name, decides, alone = variant["name"], variant["decides"], ""
        if variant["uncorrected"] != variant["verdict"] != TOY:
            alone = verdict_in_words(claim, {"verdict": variant["uncorrected"]})
        limits = [bounds((one["above"], one["below"])) for one in variant["evidence"]]
        columns[COLUMNS.get(name, name)].append(
            {
                "what": ("reconstructed: " if name == "reconstructed" else "") + variant["what"],
                "verdict": verdict_in_words(claim, variant),
                "alone": alone,  # the verdict before Holm's correction, if it is another one
                "count": variant["count"],
                "decides": variant["decided_by"],
                "measured": measured(variant["evidence"][decides]) if variant["decided_by"] else "",
                "bounds": limits[decides],
                "quantity": variant["evidence"][decides]["quantity"],
                "of_all": limits[0] if len({*limits}) == 1 else "bounds differ",
            }
        )
    return columns


def heads_of(claims: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return the titles of those columns of `columns_of` that have verdicts."""
    names = {variant["name"] for claim in claims for variant in claim["variants"]}
    heads: dict[str, list[str]] = {}
    for name in filter(names.__contains__, LABELS):
        heads.setdefault(COLUMNS.get(name, name), []).append(LABELS[name])
    return {column: " or ".join(labels) for column, labels in heads.items()}


def export_claims(table: Path, evidence: Path, files: Iterable[Path]) -> None:
    """Write verdicts and measurements of all claims as CSV, and verdicts as LaTeX."""
    documents = [read_claims(path) for path in files]
    write_csv(evidence, chain.from_iterable(map(evidence_of, documents)), EVIDENCE)
    write_csv(table, chain.from_iterable(map(variants_of, documents)), VARIANTS)
    layout = Layout(str(table.parent), "")
    for document in documents:
        rows = variants_of(document)
        write_csv(Path(layout.claims(document["paper"], "csv")), rows, VARIANTS)
        write_text(Path(layout.claims(document["paper"], "tex")), latex_of_claims(rows))


def latex_of_claims(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return a LaTeX table of the verdicts on all variants of claims."""
    rows = [{**row, "variant": f"{row['variant']}: {row['what']}"} for row in rows]
    table = pd.DataFrame(rows, columns=["id", "statement", "variant", "verdict", "decides"])
    table.loc[table["id"].duplicated(), ["id", "statement"]] = ""
    text = r">{\raggedright\arraybackslash}p"
    alignment = rf"l{text}{{0.3\linewidth}}{text}{{0.2\linewidth}}l{text}{{0.2\linewidth}}"
    return longtable(table.rename(columns={"id": "", "decides": "decisive measurement"}), alignment)
