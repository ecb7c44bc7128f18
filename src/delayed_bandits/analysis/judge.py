"""Verdicts on a paper's claims, from its runs, as JSON."""

import importlib
import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from delayed_bandits.analysis.claims import Claim, Earlier, Evidence, Reading, Runs, Setting
from delayed_bandits.analysis.claims_export import VERDICTS, rows_of, write_csv
from delayed_bandits.analysis.curves import AllCurves, Coordinates, CurvesOfFiles
from delayed_bandits.analysis.intervals import Interval
from delayed_bandits.analysis.verdicts import (
    INCONCLUSIVE,
    NOT_REPRODUCED,
    REPRODUCED,
    holm,
    p_of_reading,
    seeds_to_decide,
)
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion
from delayed_bandits.files.failures import LeftOutError
from delayed_bandits.files.provenance import provenance
from delayed_bandits.files.tables import read_digest, read_table, whole_file
from delayed_bandits.plan.expected import Expected
from delayed_bandits.plan.specification import Specification

TOY = "toy"
"""The verdict at the quick scale, which says nothing about a paper."""


def judge_claims(
    output: Path,
    paper: str,
    scale: str,
    files: Sequence[Path],
    delays_file: Path,
    only: str | None = None,
    verdicts: Path | None = None,
    expected: Expected | None = None,
    coordinates: Coordinates | None = None,
) -> None:
    """Judge the claims of a paper on its runs and write them as JSON.

    Parameters
    ----------
    output : Path
        The JSON file, as workflow/schemas/claims.schema.yaml describes it.
    paper : str
        Name of the paper, with the list `CLAIMS` in `delayed_bandits.papers.<paper>.claims`.
    scale : str
        At another scale than "paper" every verdict is "toy".
    files : sequence of Path
        The run files: all of the paper, or those that one claim needs.
    delays_file : Path
        The table of Criteo delays.
    only : str, optional
        The id of the one claim to judge; it is not corrected together with the others.
    verdicts : Path, optional
        A CSV file for the verdicts alone.
    expected : Expected, optional
        What the run files should have been made of.
    coordinates : mapping, optional
        Those of the settings that have any.
    """
    delays = read_table(delays_file)["delay"].to_numpy()
    curves = CurvesOfFiles(files, expected, coordinates)
    settings = settings_of(curves.specifications, curves.coordinates)
    claims = [claim for claim in claims_of(paper) if only in (None, claim.id)]
    try:
        entries = [
            judged(claim, curves, delays, settings, partial=only is not None) for claim in claims
        ]
    except InputError as error:
        raise InputError(f"{paper}/{error}") from error
    if only is None:
        correct(entries)
    for entry in entries:
        entry["runs"] = {
            "/".join(key): [read_digest(path) for path in curves.paths(key)]
            for key in entry.pop("used")
        }
        for reading in entry["readings"]:
            reading["verdict"] = reading["outcome"] if scale == "paper" else TOY
    document = {
        "paper": paper,
        "scale": scale,
        "seeds": max(curves[key].n_seeds for key in curves),
        "criteo": sorted({curves[key].delays_origin or "" for key in curves} - {""}),
        "provenance": provenance(("numpy", "scipy", "pyarrow")),
        "claims": entries,
    }
    text = json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False)
    with whole_file(output) as temporary:
        temporary.write_text(text + "\n", encoding="utf-8")
    if verdicts:
        write_csv(verdicts, rows_of(document), VERDICTS)


def claims_of(paper: str) -> list[Claim]:
    """Import the claims of a paper.

    Raises
    ------
    InputError
        If one is not stated as `Claim` says, or if two have one id.
    """
    try:
        claims = importlib.import_module(f"delayed_bandits.papers.{paper}.claims").CLAIMS
    except InputError as error:
        raise InputError(f"{paper}/{error}") from error
    names = [claim.id for claim in claims]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{paper}/{name}: two claims have this id; expected one")
    return claims


def settings_of_claim(
    paper: str,
    claim: str,
    runs: Mapping[tuple[str, str], Specification],
    coordinates: Coordinates,
) -> list[str]:
    """Name the settings whose runs a claim may look at.

    Raises
    ------
    InputError
        If the paper has no such claim.
    """
    claims = {known.id: known for known in claims_of(paper)}
    if claim not in claims:
        raise InputError(f"{paper} has no claim {claim!r}; {suggestion(claim, claims)}")
    return claims[claim].needs(settings_of(runs, coordinates))


def settings_of(
    specifications: Mapping[tuple[str, str], Specification], coordinates: Coordinates
) -> list[Setting]:
    """List the settings of runs, each with the algorithms that run on it."""
    settings: dict[str, Setting] = {}
    for (name, algorithm), run in specifications.items():
        setting = settings.setdefault(name, Setting(name, run.trace, {}, coordinates.get(name, {})))
        setting.parameters[algorithm] = run.parameters
    return list(settings.values())


def judged(
    claim: Claim,
    curves: AllCurves,
    delays: np.ndarray,
    settings: list[Setting],
    *,
    partial: bool = False,
) -> dict[str, Any]:
    """Measure and judge one claim.

    If `partial`, the settings are not all of the paper's.

    Returns
    -------
    dict
        What the JSON file has of it, but for the correction together with other claims, the
        verdict that the scale allows, and digests; "used" lists its runs.

    Raises
    ------
    InputError
        If a setting that qualifies is neither used nor left out with a reason, if a reason is
        given for another, if there is no such setting, or if the evidence has no control and no
        reason is given for that.
    """
    known = [setting.name for setting in settings]
    qualifying = [setting.name for setting in claim.qualifying(settings)]
    unknown = [name for name in (*claim.left_out, *sorted(claim.also)) if name not in known]
    if unknown and not partial:
        raise InputError(f"{claim.id}: no setting {unknown[0]!r}; {suggestion(unknown[0], known)}")
    qualifying += [name for name in unknown if name in claim.left_out]
    chosen = [s for s in settings if s.name in qualifying and s.name not in claim.left_out]
    runs = Runs(curves, delays, chosen, set(claim.also))
    readings, history, remark = _measured(claim, runs, qualifying)
    return {
        "id": claim.id,
        "kind": claim.kind,
        "statement": claim.statement,
        "quote": claim.quote,
        "place": claim.place,
        "criterion": claim.criterion,
        "tolerance": {
            "reason": claim.tolerance.reason,
            "knowing_results": claim.tolerance.knowing_results,
        },
        "no_control": claim.no_control,
        "coverage": {
            "qualifies": qualifying,
            "used": [setting.name for setting in chosen],
            "left_out": dict(claim.left_out),
        },
        "history": history,
        "remark": remark,
        "readings": [_reading(reading) for reading in readings],
        "used": list(runs.used),
    }


def _measured(
    claim: Claim, runs: Runs, qualifying: Sequence[str]
) -> tuple[list[Reading], list[dict[str, Any]], str]:
    """Measure a claim; return its readings, those of former criteria, and its remark.

    There are none, and the remark says why, if a learner failed that it needs.
    """
    try:
        readings = claim.measure(runs)
        history = [_earlier(earlier, runs) for earlier in claim.history]
    except LeftOutError as error:
        runs.used.clear()
        return [], [], f"Not judged: {error}."
    except InputError as error:
        raise InputError(f"{claim.id}: {error}") from error
    seen = {setting for setting, _ in runs.used}
    unused = [setting.name for setting in runs if setting.name not in seen]
    if unused:
        raise InputError(f"{claim.id}: setting {unused[0]} qualifies and is not used")
    stray = sorted(claim.left_out.keys() - set(qualifying))
    if stray:
        raise InputError(f"{claim.id}: setting {stray[0]} is left out and does not qualify")
    controlled = any(row.control for reading in readings for row in reading.evidence)
    if controlled == bool(claim.no_control):
        raise InputError(f"{claim.id}: expected evidence with controls, or a reason for none")
    return readings, history, claim.remark


def _reading(reading: Reading) -> dict[str, Any]:
    outcome = reading.verdict()
    rows = [row for row in reading.evidence if not row.not_applicable]
    decided = outcome in (REPRODUCED, NOT_REPRODUCED)
    measured = [(row.measured, row.bound) for row in rows]
    undecided = [
        seeds_to_decide(row.measured, row.bound) for row in rows if row.verdict() == INCONCLUSIVE
    ]
    return {
        "name": reading.name,
        "what": reading.what,
        "outcome": outcome,
        "half_tolerance": reading.verdict(0.5),
        "twice_tolerance": reading.verdict(2),
        "p": p_of_reading(measured, outcome) if decided else None,
        "seeds_to_decide": None if None in undecided else max(undecided, default=None),
        "evidence": [_evidence(row) for row in reading.evidence],
    }


def _evidence(row: Evidence) -> dict[str, Any]:
    control = row.control and {
        "name": row.control.name,
        **_finite(row.control.measured),
        "verdict": row.control_verdict(),
    }
    return {
        "case": row.case,
        "quantity": row.quantity,
        **_finite(row.measured),
        "above": None if math.isinf(row.bound.low) else row.bound.low,
        "below": None if math.isinf(row.bound.high) else row.bound.high,
        "verdict": row.verdict(),
        "not_applicable": row.not_applicable,
        "control": control,
    }


def _finite(measured: Interval) -> dict[str, float | None]:
    """Name the numbers of an interval; None for those that too few seeds left undefined."""
    return {
        name: value if math.isfinite(value) else None for name, value in measured._asdict().items()
    }


def _earlier(earlier: Earlier, runs: Runs) -> dict[str, Any]:
    """Describe a former criterion, with its verdicts on the runs of today."""
    readings = earlier.measure(runs) if earlier.measure else []
    return {
        "criterion": earlier.criterion,
        "changed": earlier.changed,
        "readings": [
            {"name": reading.name, "what": reading.what, "outcome": reading.verdict()}
            for reading in readings
        ],
    }


def correct(entries: list[dict[str, Any]]) -> None:
    """Correct the decided readings of all claims together; None for the others."""
    readings = {
        (entry["id"], number): reading
        for entry in entries
        for number, reading in enumerate(entry["readings"])
    }
    decided = {name: reading["p"] for name, reading in readings.items() if reading["p"] is not None}
    stands = holm(decided)
    for name, reading in readings.items():
        reading["stands_corrected"] = stands.get(name)
