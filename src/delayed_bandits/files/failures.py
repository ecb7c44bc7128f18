"""Failure records: run files without rows, of learners of users that did not finish."""

import contextlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.layout import key_of_run
from delayed_bandits.files.tables import column, read_footer, write_table


class LeftOutError(InputError):
    """A run that is not there, since its learner failed."""


def write_failure(path: Path, made_of: Mapping[str, Any], line: str, details: str) -> None:
    """Write a run file that has no rows, and the failure in its footer."""
    whole, real = column(np.empty(0, np.int64)), column(np.empty(0))
    footer = {**made_of, "failure": line, "traceback": details}
    write_table(path, pa.table({"seed": whole, "round": whole, "regret": real}), footer)


def failures(
    run_files: Iterable[Path], read: Callable[[Path], Mapping[str, Any]] = read_footer
) -> dict[tuple[str, str], Mapping[str, Any]]:
    """Find the runs that failed in any block; give the first record by setting and algorithm."""
    found: dict[tuple[str, str], Mapping[str, Any]] = {}
    for path in run_files:
        with contextlib.suppress(InputError):  # which who uses the file will say
            if "failure" in (footer := read(path)):
                found.setdefault(key_of_run(path), footer)
    return found
