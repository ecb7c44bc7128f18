"""The judgement of a paper's claims on its runs, as JSON."""

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from delayed_bandits.analysis import answers, verdicts
from delayed_bandits.analysis.claims import Claim, Conclusion
from delayed_bandits.analysis.curves import CurvesOfFiles
from delayed_bandits.analysis.evidence import EVIDENCE, evidence_of, write_csv
from delayed_bandits.analysis.intervals import Interval
from delayed_bandits.analysis.rows import Evidence, Reading
from delayed_bandits.analysis.settings import Runs, find, settings_of
from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.provenance import provenance
from delayed_bandits.files.tables import read_table, write_text

AS_STATED = ("id", "kind", "statement", "quantifier", "quote", "place", "tolerance", "no_control")
"""Entries of a claim that the JSON file has as they are."""

TOLERANCES = {"word": 1.0, "half_tolerance": 0.5, "twice_tolerance": 2.0}


def judge_claims(
    output: Path,
    paper: str,
    scale: str,
    claims: Sequence[Claim],
    conclusions: Sequence[Conclusion],
    files: Sequence[Path],
    delays_file: Path,
    table: Path | None = None,
    words: Mapping[str, Any] | None = None,
) -> None:
    """Judge the claims of a paper on its runs; write JSON by workflow/schemas/claims.schema.yaml.

    At another `scale` than "paper" every word is "toy". `files` are the runs that the claims need,
    `table` is a CSV file for all rows. `words` has "coordinates" and "descriptions" of settings,
    and "labels" of algorithms.
    """
    words = words or {}
    coordinates = words.get("coordinates", {})
    curves = CurvesOfFiles(files, coordinates)
    settings = settings_of(curves.specifications, coordinates, words.get("descriptions", {}))
    delays = read_table(delays_file)["delay"].to_numpy()
    runs = Runs(curves, settings, words.get("labels", {}), delays)
    document = {
        "paper": paper,
        "scale": scale,
        "seeds": max(curves[key].n_seeds for key in curves),
        "criteo": sorted({curves[key].delays_origin or "" for key in curves} - {""}),
        "provenance": provenance(("numpy", "scipy", "pyarrow")),
        **judged(paper, claims, runs, scale, conclusions),
    }
    for claim in document["claims"]:
        claim["runs"] = {
            "/".join(key): list(dict.fromkeys(path.parents[2].name for path in curves.paths(key)))
            for key in claim["runs"]
        }
    text = json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False)
    write_text(output, text + "\n")
    if table:
        write_csv(table, evidence_of(document), EVIDENCE)


def judged(
    paper: str,
    claims: Sequence[Claim],
    runs: Runs,
    scale: str,
    conclusions: Sequence[Conclusion] = (),
) -> dict[str, Any]:
    """Measure and judge claims together; return "claims" and "conclusions" of the JSON file.

    "runs" of a claim lists (setting, algorithm). InputError if a claim leaves a setting out that
    does not exist, has no control and no reason for that, or a text names a number that is not
    there.
    """
    try:
        measured = [_measured(claim, runs) for claim in claims]
    except InputError as error:
        raise InputError(f"{paper}/{error}") from error
    readings = {
        (claim["id"], reading["key"]): reading
        for claim in measured
        for reading in claim["readings"]
    }
    for name, tolerance in TOLERANCES.items():
        _conclude(readings, name, tolerance)
    for reading in readings.values():
        rows = reading.pop("rows")
        reading["decides"] = answers.deciding(rows, reading["word"])
        reading["evidence"] = [_entry(row) for row in rows]
        reading["count"] = answers.count_in_words(reading)
        reading["decided_by"] = answers.decision_in_words(reading)
        reading["word"] = reading["word"] if scale == "paper" else verdicts.TOY
    texts = answers.Answers(measured)
    for claim in measured:
        claim["criterion"] = answers.criterion_of(claim)
        claim["remark"] = texts.fill(claim["remark"], f"{paper}/{claim['id']}: remark")
    found = [
        {
            "text": texts.fill(conclusion.text, f"{paper}: conclusion {number}"),
            "headline": texts.fill(conclusion.headline, f"{paper}: headline {number}"),
            "rests_on": dict(conclusion.rests_on),
            "first": conclusion.first,
        }
        for number, conclusion in enumerate(conclusions, 1)
    ]
    return {"claims": measured, "conclusions": found}


def _measured(claim: Claim, runs: Runs) -> dict[str, Any]:
    """Measure a claim."""
    runs.used.clear()
    readings = []
    try:
        for variant in claim.variants:
            reading = Reading(variant, runs, claim.settings(variant, runs.settings))
            rows = [row for measure in claim.rows for row in measure(reading)]
            if not rows:
                raise InputError(f"reading {variant.key}: expected rows; no setting has them")
            if variant.key in (known["key"] for known in readings):
                raise InputError(f"two readings have the key {variant.key!r}; expected one")
            about = {"name": variant.name, "key": variant.key, "what": variant.what}
            readings.append({**about, "quantifier": claim.quantifier, "rows": rows})
        for name in claim.left_out:
            find(name, runs.settings)
        rows = [row for reading in readings for row in reading["rows"]]
        if rows and any(row.control for row in rows) == bool(claim.no_control):
            raise InputError("expected rows with controls, or a reason for none")
    except InputError as error:
        raise InputError(f"{claim.id}: {error}") from error
    return {
        **{name: getattr(claim, name) for name in AS_STATED},
        "not_tested": claim.not_tested,
        "left_out": dict(claim.left_out),
        "remark": claim.remark if readings or claim.not_tested else "",
        "readings": readings,
        "runs": list(runs.used),
    }


def _conclude(
    readings: Mapping[tuple[str, str], dict[str, Any]], name: str, tolerance: float
) -> None:
    """Set the word of each reading with so many times its tolerance, corrected by Holm's method.

    Statements of the paper are corrected together, and findings of ours are: all that are tested,
    decided or not.
    """
    p_values: dict[str, dict[tuple[str, str], float]] = {"c": {}, "o": {}}
    for key, reading in readings.items():
        words = [row.word(tolerance) for row in reading["rows"]]
        counted = [
            (row.measured, row.bound.times(tolerance))
            for row, word in zip(reading["rows"], words, strict=True)
            if word not in (verdicts.NOT_APPLICABLE, verdicts.NOT_TESTED)
        ]
        word = verdicts.word_of(words, reading["quantifier"])
        reading[name] = word
        p = verdicts.p_of_word(counted, word, reading["quantifier"])
        if p is not None:
            p_values[key[0][0]][key] = p
        if name == "word":
            reading["p"], reading["uncorrected"] = p, word
            seeds = verdicts.seeds_to_decide(counted, reading["quantifier"])
            reading["seeds_to_decide"] = seeds if word == verdicts.INCONCLUSIVE else None
    stands = verdicts.holm(p_values["c"]) | verdicts.holm(p_values["o"])
    for key, reading in readings.items():
        if not stands.get(key, True):
            reading[name] = verdicts.INCONCLUSIVE


def _entry(row: Evidence) -> dict[str, Any]:
    return {
        "key": row.key,
        "case": row.case,
        "quantity": row.quantity,
        **_finite(row.measured),
        "above": None if math.isinf(row.bound.low) else row.bound.low,
        "below": None if math.isinf(row.bound.high) else row.bound.high,
        "word": row.word(),
        "not_applicable": row.not_applicable,
        "printed": row.printed,
        "control": row.control
        and {
            "name": row.control.name,
            "why": row.control.why,
            **_finite(row.control.measured),
            "word": row.control_word(),
        },
    }


def _finite(measured: Interval) -> dict[str, float | None]:
    """Name the numbers of an interval; None for those that too few seeds left undefined."""
    return {
        name: value if math.isfinite(value) else None for name, value in measured._asdict().items()
    }
