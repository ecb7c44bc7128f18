"""Judge a paper's claims: the verdicts as JSON, and the measurements as CSV."""

import csv
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from delayed_bandits.analysis import sentences, verdicts
from delayed_bandits.analysis.claims import Claim, Conclusion
from delayed_bandits.analysis.curves import CurvesOfFiles
from delayed_bandits.analysis.measurements import Evidence, VariantRuns
from delayed_bandits.analysis.settings import Runs, find, settings_of
from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.provenance import provenance
from delayed_bandits.files.tables import read_table, whole_file, write_text

AS_STATED = ("id", "kind", "statement", "quantifier", "quote", "place", "tolerance", "no_control")
"""Fields of a claim that the JSON file copies."""

TOLERANCES = {"verdict": 1.0, "half_tolerance": 0.5, "twice_tolerance": 2.0}

EVIDENCE = [
    *("paper", "id", "variant", "key", "measurement", "case", "quantity", "estimate", "low"),
    *("high", "runs", "above", "below", "outcome", "not_applicable", "printed", "control"),
    *("control_estimate", "control_low", "control_high", "control_outcome", "control_why"),
    *("verdict", "decides"),
]
"""Columns of the CSV file."""


def judge_claims(
    output: Path,
    paper: str,
    scale: str,
    claims: Sequence[Claim],
    conclusions: Sequence[Conclusion],
    files: Sequence[Path],
    delays_file: Path | None = None,
    table: Path | None = None,
    texts: Mapping[str, Any] | None = None,
) -> None:
    """Judge a paper's claims on its runs, and write the verdicts and measurements.

    - `output`: the JSON file, as in workflow/schemas/claims.schema.yaml;
    - `scale`: unless it is "paper", all verdicts are "toy";
    - `files`: the run files of the claims;
    - `delays_file`: the Criteo delays, if a run uses them;
    - `table`: the CSV file of the measurements, if wanted;
    - `texts`: "coordinates" and "descriptions" by setting, and "labels" by algorithm.
    """
    texts = texts or {}
    coordinates = texts.get("coordinates", {})
    curves = CurvesOfFiles(files, coordinates)
    settings = settings_of(curves.specifications, coordinates, texts.get("descriptions", {}))
    delays = read_table(delays_file)["delay"].to_numpy() if delays_file else None
    runs = Runs(curves, settings, texts.get("labels", {}), delays)
    document = {
        "paper": paper,
        "scale": scale,
        "seeds": max(curve.n_runs for curve in curves.values()),
        "criteo": sorted({curve.delays_provenance for curve in curves.values()} - {None}),
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
    """Return the judged claims and conclusions for the JSON file.

    A claim's "runs" are the pairs (setting, algorithm) that it used. Raises InputError for an
    unknown setting or name in braces, or for a measurement with neither control nor `no_control`.
    """
    measured = []
    for claim in claims:
        try:
            measured.append(_measured(claim, runs))
        except InputError as error:
            raise InputError(f"{paper}/{claim.id}: {error}") from error
    for kind in ("paper", "ours"):
        _judge([r for claim in measured if claim["kind"] == kind for r in claim["variants"]], scale)
    texts = sentences.Sentences(measured)
    for claim in measured:
        claim["criterion"] = sentences.criterion_of(claim)
        claim["remark"] = texts.fill(claim["remark"], f"{paper}/{claim['id']}: remark")
    found = [
        {
            "text": texts.fill(conclusion.text, f"{paper}: conclusion {number}"),
            "headline": texts.fill(conclusion.headline, f"{paper}: headline {number}"),
            "reply": texts.fill(conclusion.reply, f"{paper}: reply {number}"),
            "rests_on": dict(conclusion.rests_on),
            "first": conclusion.first,
        }
        for number, conclusion in enumerate(conclusions, 1)
    ]
    return {"claims": measured, "conclusions": found}


def _measured(claim: Claim, runs: Runs) -> dict[str, Any]:
    runs.used.clear()
    variants = []
    for spec in claim.variants:
        variant = VariantRuns(spec, runs, claim.settings(spec, runs.settings))
        evidence = [one for measure in claim.measurements for one in measure(variant)]
        if not evidence:
            raise InputError(f"variant {spec.key}: no setting has its measurements.")
        about = {"name": spec.name, "key": spec.key, "what": spec.what}
        variants.append({**about, "quantifier": claim.quantifier, "measurements": evidence})
    for name in claim.left_out:
        find(name, runs.settings)
    found = [one for variant in variants for one in variant["measurements"]]
    without = [one for one in found if one.control is None]
    if claim.no_control and found and not without:
        raise InputError("every measurement has a control. Drop no_control.")
    for one in without:
        if not (claim.no_control or one.not_applicable):
            raise InputError(f"{one.case}: a measurement without control. Add one, or no_control.")
    return {
        **{name: getattr(claim, name) for name in AS_STATED},
        "left_out": dict(claim.left_out),
        "remark": claim.remark if variants else "",
        "variants": variants,
        "runs": list(runs.used),
    }


def _judge(variants: Sequence[dict[str, Any]], scale: str) -> None:
    """Add verdict and evidence to each variant, with Holm's correction over variants."""
    for name, tolerance in TOLERANCES.items():
        _conclude(variants, name, tolerance)
    for variant in variants:
        measurements = variant.pop("measurements")
        variant["decides"] = sentences.deciding(measurements, variant["verdict"])
        variant["evidence"] = [_entry(one) for one in measurements]
        variant["count"] = sentences.count_in_words(variant)
        variant["decided_by"] = sentences.decision_in_words(variant)
        variant["verdict"] = variant["verdict"] if scale == "paper" else verdicts.TOY


def _conclude(variants: Sequence[dict[str, Any]], name: str, tolerance: float) -> None:
    """Store each variant's verdict as `name`, with all tolerances times `tolerance`."""
    p_values = {}  # of all tested variants, including inconclusive ones
    for number, variant in enumerate(variants):
        outcomes = [one.outcome(tolerance) for one in variant["measurements"]]
        counted = [
            (one.measured, one.bound.times(tolerance))
            for one, outcome in zip(variant["measurements"], outcomes, strict=True)
            if outcome not in (verdicts.NOT_APPLICABLE, verdicts.NOT_TESTED)
        ]
        verdict = verdicts.verdict_of(outcomes, variant["quantifier"])
        variant[name] = verdict
        p = verdicts.p_of_verdict(counted, verdict, variant["quantifier"])
        if p is not None:
            p_values[number] = p
        if name == "verdict":
            variant["p"], variant["uncorrected"] = p, verdict
            seeds = verdicts.runs_to_decide(counted, variant["quantifier"])
            variant["runs_to_decide"] = seeds if verdict == verdicts.INCONCLUSIVE else None
    for number, stands in verdicts.holm(p_values).items():
        if not stands:
            variants[number][name] = verdicts.INCONCLUSIVE


def _entry(evidence: Evidence) -> dict[str, Any]:
    control, bound = evidence.control, evidence.bound
    return {
        "key": evidence.key,
        "case": evidence.case,
        "quantity": evidence.quantity,
        **_finite(**evidence.measured._asdict(), above=bound.low, below=bound.high),
        "outcome": evidence.outcome(),
        "not_applicable": evidence.not_applicable,
        "printed": evidence.printed,
        "control": control
        and {
            "name": control.name,
            "why": control.why,
            **_finite(**control.measured._asdict()),
            "outcome": evidence.control_outcome(),
        },
    }


def _finite(**numbers: float) -> dict[str, float | None]:
    return {name: value if math.isfinite(value) else None for name, value in numbers.items()}


def evidence_of(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a row for each measurement of a paper, with its control and the variant's verdict."""
    return [
        {
            "paper": document["paper"],
            "id": claim["id"],
            "variant": variant["name"],
            **measurement,
            "key": variant["key"],
            "measurement": measurement["key"],
            "control": (measurement["control"] or {}).get("name"),
            **{f"control_{key}": value for key, value in (measurement["control"] or {}).items()},
            "verdict": variant["verdict"],
            "decides": "yes" if number == variant["decides"] else "",
        }
        for claim in document["claims"]
        for variant in claim["variants"]
        for number, measurement in enumerate(variant["evidence"])
    ]


def write_csv(path: Path, rows: Iterable[Mapping[str, Any]], columns: list[str]) -> None:
    """Write rows as CSV."""
    with whole_file(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
