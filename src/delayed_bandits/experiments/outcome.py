"""The outcome of learners from files of users: the last step fails if one of them did."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from delayed_bandits.algorithms.learners.guard import LearnerError
from delayed_bandits.experiments.blocks import run_files
from delayed_bandits.files.failures import failures
from delayed_bandits.files.layout import Layout
from delayed_bandits.files.tables import whole_file

LEFT_OUT = "everything else was made without it"


def failed_runs(
    results: Path, plans: Mapping[str, Mapping[str, tuple[int, int]]]
) -> dict[str, dict[str, Any]]:
    """Find the records of runs that failed, by paper/setting/algorithm; `plans` as below."""
    return {
        f"{paper}/{setting}/{algorithm}": record
        for paper, plan in plans.items()
        for (setting, algorithm), record in failures(
            run_files(Path(Layout(str(results), "").runs(paper)), plan)
        ).items()
    }


def check_learners(
    output: Path, results: Path, plans: Mapping[str, Mapping[str, tuple[int, int]]]
) -> None:
    """Check that no learner failed, and write so.

    Parameters
    ----------
    output : Path
    results : Path
        The folder.
    plans : mapping
        For each paper, the plan of those runs, as `run_files` takes it.

    Raises
    ------
    LearnerError
        A line for each run that failed, with the traceback in the learner's file.
    """
    failed = failed_runs(results, plans)
    lines = [f"{run}: {record['failure']}; {LEFT_OUT}" for run, record in failed.items()]
    tracebacks = [record.get("traceback", "") for record in failed.values()]
    if lines:
        raise LearnerError("\nerror: ".join(lines), "\n".join(filter(None, tracebacks)))
    with whole_file(output) as temporary:
        temporary.write_text("No learner failed.\n", encoding="utf-8")
