"""Failed learners: who they are, and the last step that fails because of them."""

import itertools
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from delayed_bandits.algorithms.learners.guard import LearnerError
from delayed_bandits.files.tables import failures, write_text

LEFT_OUT = "all other results were made without it"


def failed_runs(run_files: Iterable[str | Path]) -> dict[str, Mapping[str, Any]]:
    """Find the records of runs that failed, by paper/setting/algorithm."""
    found = {}
    for paper, files in itertools.groupby(map(Path, run_files), lambda path: path.parts[-4]):
        records = failures(files).items()
        found |= {"/".join([paper, *key]): record for key, record in records}
    return found


def check_learners(output: Path, run_files: Iterable[str | Path]) -> None:
    """Check that no learner failed, and write so."""
    failed = failed_runs(run_files)
    lines = [f"{run}: {record['failure']}; {LEFT_OUT}" for run, record in failed.items()]
    tracebacks = [record.get("traceback", "") for record in failed.values()]
    if lines:
        others = [f"error: {line}" for line in lines[1:]]
        raise LearnerError(lines[0], "\n".join(filter(None, others + tracebacks)))
    write_text(output, "No learner failed.\n")
