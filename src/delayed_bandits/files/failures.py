"""Failure records: what stands in the place of a run file that a user's learner did not finish."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.layout import key_of_run
from delayed_bandits.files.tables import whole_file


class LeftOutError(InputError):
    """A run that is not there, since its learner failed."""


def failure_file(run_file: Path) -> Path:
    """Name the record that stands in the place of a run file."""
    return run_file.with_suffix(".failed.json")


def made_file(run_file: Path) -> Path:
    """Give the run file, or the failure record in its place."""
    record = failure_file(run_file)
    return record if record.exists() else run_file


def write_failure(run_file: Path, made_of: Mapping[str, Any], line: str, details: str) -> None:
    """Replace a run file by the record of a failure.

    Parameters
    ----------
    run_file : Path
    made_of : mapping
        What the file was to be made of.
    line : str
        What the learner did.
    details : str
        The traceback in its file, or "".
    """
    record = {**made_of, "failure": line, "traceback": details}
    with whole_file(failure_file(run_file)) as temporary:
        temporary.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    run_file.unlink(missing_ok=True)


def read_failure(run_file: Path) -> dict[str, Any] | None:
    """Read the record in the place of a run file; None if there is none."""
    try:
        return json.loads(failure_file(run_file).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):  # one that is damaged is made again
        return None


def failures(run_files: Iterable[Path]) -> dict[tuple[str, str], dict[str, Any]]:
    """Find the runs that failed in any block; give the first record by setting and algorithm."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for path in run_files:
        if failure_file(path).exists() and key_of_run(path) not in found:
            found[key_of_run(path)] = read_failure(path) or {"failure": f"{path}: damaged"}
    return found
