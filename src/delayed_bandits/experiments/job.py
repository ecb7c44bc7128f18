"""Simulate a run group: the run files that one job makes in one folder."""

import functools
import itertools
import logging
import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from delayed_bandits.experiments.simulation import write_runs

# isort: split
from delayed_bandits.algorithms.learners.files import is_file
from delayed_bandits.algorithms.learners.guard import LearnerError
from delayed_bandits.algorithms.registry import load
from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments.delay_tables import ObservedDelays
from delayed_bandits.experiments.processes import EndedError, run_in_processes
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.files.layout import run_path, seeds_in
from delayed_bandits.files.sources import digest_of_sources
from delayed_bandits.files.tables import open_table, whole_file

logger = logging.getLogger(__name__)


class RunFile(NamedTuple):
    """A run file of a job: its path, specification and inputs."""

    path: Path
    run: Specification
    inputs: dict[str, Any]


def simulate_group(
    output: Path, runs: Iterable[Mapping[str, Any]], delays: ObservedDelays | None = None
) -> None:
    """Make a run group's folder: link run files that exist, and simulate the others.

    `runs` are as in `RunGroup.runs`. Existing run files are looked for in neighbouring folders.
    The folder is hidden until it is complete. A killed job resumes from it.
    """
    folder = output.with_name(f".{output.name}.tmp")
    folder.mkdir(parents=True, exist_ok=True)
    files = [_run_file(folder, run, delays) for run in runs]
    others = [folder, *(path for path in output.parent.iterdir() if path.is_dir())]
    wanted = [file for file in files if not _linked(file, others)]
    logger.info("%d runs simulated, %d linked", len(wanted), len(files) - len(wanted))
    _check_sources(wanted)
    for _, group in itertools.groupby(wanted, _traces):
        _simulate(list(group), delays)
    folder.replace(output)


def _run_file(folder: Path, run: Mapping[str, Any], delays: ObservedDelays | None) -> RunFile:
    specification = Specification(**run["specification"])
    inputs = specification.inputs(seeds_in(run["seeds"]), run["sources"], delays)
    place = run_path(specification.setting, specification.algorithm, run["seeds"])
    return RunFile(folder / place, specification, inputs)


def is_current(path: Path, inputs: Mapping[str, Any]) -> bool:
    """Return whether a run file exists, is undamaged, and is made from these inputs."""
    try:
        _, footer = open_table(path)
    except InputError:
        return False
    return {key: footer.get(key) for key in inputs} == inputs


def _linked(file: RunFile, folders: Iterable[Path]) -> bool:
    """Link or copy a run file from a folder that has it. Return whether one has it."""
    for other in (folder.joinpath(*file.path.parts[-3:]) for folder in folders):
        if other.is_file() and is_current(other, file.inputs):
            if other != file.path:
                with whole_file(file.path) as temporary:
                    try:
                        os.link(other, temporary)
                    except OSError:  # for a disk without hard links
                        shutil.copyfile(other, temporary)
            return True
    return False


def _check_sources(files: Iterable[RunFile]) -> None:
    """Import the algorithms of `files`. Raise InputError if their sources changed."""
    for _, run, inputs in files:
        load(run.run)
        if inputs["sources"] != digest_of_sources(run.module):
            source = run.module if run.module.endswith(".py") else f"algorithms/{run.module}.py"
            fault = "it or a module that it imports changed during the run"
            raise InputError(f"{source}: {fault}. Run the same command again.")


def _traces(file: RunFile) -> tuple[Any, ...]:
    """Return a key that is equal for run files simulated on the same traces."""
    run, seeds = file.run, file.path.stem
    environment, learner = load(run.run).environment(run.trace), is_file(run.run) and run.digest
    return run.paper, run.master_seed, run.trace, environment, seeds, learner


def _simulate(files: Sequence[RunFile], delays: ObservedDelays | None) -> None:
    """Simulate run files that share traces. A user's learner runs in another process."""
    for path, *_ in files:
        logger.info("%s", "/".join(path.parts[-3:]))
    run, seeds = files[0].run.run, files[0].path.stem
    call = functools.partial(write_runs, files, seeds_in(seeds), delays)
    if not is_file(run):
        call()
        return
    [(_, error)] = run_in_processes([call])
    if isinstance(error, EndedError):
        remedy = "Mend the learner, and run the same command again."
        raise LearnerError(f"{run}, seeds {seeds}: {error}. {remedy}") from error
    if error is not None:
        raise error
