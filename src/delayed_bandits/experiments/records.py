"""Records of steps: SHA-256 of what each made and of what it read, and digests of its plans."""

import json
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments.plan import read_plan
from delayed_bandits.experiments.specification import short_digest
from delayed_bandits.files.digests import other_digest, read_json, sha256
from delayed_bandits.files.layout import Step, remedy
from delayed_bandits.files.sources import PROJECT, source_digest
from delayed_bandits.files.tables import read_digest, write_text

Record = Mapping[str, Mapping[str, str]]  # by "made", "of" and "plans", digests of files


def write_record(
    record: Path, made: Iterable[Path], of: Iterable[Path], plans: Iterable[Path]
) -> None:
    """Record the files that a step made and read, named as from the folder of results."""
    results = record.parents[1]
    content = {
        "made": {os.path.relpath(path, results): sha256(path) for path in made},
        "of": digests_of(of, results),
        "plans": digests_of(plans, results, lambda path: digest_of_plan(read_plan(path))),
    }
    write_text(record, json.dumps(content, indent=1) + "\n")


def digest_of_result(path: Path) -> str:
    """Give the digest of a result: of a Parquet file that which it names."""
    return read_digest(path) if path.suffix == ".parquet" else sha256(path)


def digests_of(
    files: Iterable[Path], results: Path, digest: Callable[[Path], str] = digest_of_result
) -> dict[str, str]:
    """Give the digests of results by their names, as from the folder of results."""
    return {os.path.relpath(path, results): digest(path) for path in files}


def digest_of_plan(plan: Any) -> str:
    """Compute the digest of a plan, but for the data, which the files that are read say."""
    content = {**plan, "data": ""} if isinstance(plan, dict) else plan
    return short_digest(json.dumps(content))  # with the order of its keys


def plans_of_steps(results: Path) -> dict[Path, dict[str, int]]:
    """List the digests of plans that steps read, each with the time of the last step in ns."""
    found: dict[Path, dict[str, int]] = {}
    for record in sorted(results.glob("records/*.json")):
        try:
            plans = dict(read_json(record)["plans"])
            written = record.stat().st_mtime_ns
        except (InputError, OSError, ValueError, LookupError, TypeError):
            continue  # the page names it
        for name, digest in plans.items():
            times = found.setdefault(Path(os.path.normpath(results / name)), {})
            times[digest] = max(written, times.get(digest, 0))
    return found


def check_sources(plan: Path) -> None:
    """Check that sources of a step are as its plan has them, once it is done."""
    for name, digest in read_plan(plan).items():
        if source_digest([PROJECT / name]) != digest:
            raise InputError(f"{name}: edited after this was planned; run the same command again")


def checked_record(step: Step) -> Record:
    """Read the record of a step; an InputError names a file that is not as the step made it."""
    path = Path(step.record)
    try:
        record = read_json(path)
        made, _ = dict(record["made"]), dict(record["of"])
    except (InputError, OSError, ValueError, LookupError, TypeError) as error:
        raise InputError(f"{path}: found no record of {step.rule}; {remedy(path)}") from error
    for name in step.files:
        recorded = str(made.get(os.path.relpath(name, path.parents[1]), "none"))
        if other := other_digest(Path(name), recorded):
            raise InputError(f"{name}: its SHA-256 is {other}, as it was made; {remedy(name)}")
    return record
