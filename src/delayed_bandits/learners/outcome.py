"""The outcome of learners from files of users: the last step fails if one of them did."""

from collections.abc import Mapping
from pathlib import Path

from delayed_bandits.files.failures import failures
from delayed_bandits.files.layout import Layout
from delayed_bandits.files.tables import whole_file
from delayed_bandits.learners.guard import LearnerError
from delayed_bandits.plan.blocks import run_files


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
    lines, tracebacks = [], []
    for paper, plan in plans.items():
        files = run_files(Path(Layout(str(results), "").runs(paper)), plan)
        for (setting, algorithm), record in failures(files).items():
            where = f"{paper}/{setting}/{algorithm}"
            lines.append(f"{where}: {record['failure']}; everything else was made without it")
            tracebacks.append(record.get("traceback", ""))
    if lines:
        raise LearnerError("\nerror: ".join(lines), "\n".join(filter(None, tracebacks)))
    with whole_file(output) as temporary:
        temporary.write_text("No learner failed.\n", encoding="utf-8")
