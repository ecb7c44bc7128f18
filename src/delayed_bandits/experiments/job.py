"""A simulation job: run files that are simulated, or taken from those that were kept."""

import functools
import itertools
import logging
import os
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from delayed_bandits.experiments.simulation import write_runs

# isort: split
from delayed_bandits.algorithms.learners.files import is_file
from delayed_bandits.algorithms.learners.guard import LearnerError
from delayed_bandits.algorithms.registry import load
from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments.blocks import Block
from delayed_bandits.experiments.delay_tables import ObservedDelays
from delayed_bandits.experiments.plan import PlannedRuns, is_current
from delayed_bandits.experiments.processes import EndedError, run_in_processes
from delayed_bandits.experiments.specification import short_digest
from delayed_bandits.files.layout import Layout
from delayed_bandits.files.sources import digest_of_sources
from delayed_bandits.files.tables import whole_file, write_failure

logger = logging.getLogger(__name__)


class RunFile(NamedTuple):
    """A run file of a job; its kept file has the name of the digest of all that it is made of."""

    path: Path
    block: Block
    made_of: dict[str, Any]
    kept: Path


def simulate_batch(
    outputs: Iterable[Path], expected: PlannedRuns, results: Path, delays: ObservedDelays | None
) -> None:
    """Make run files of a folder of results: simulate those that are not kept, then link all.

    Neighbours of the same world and seeds are replayed on the same traces. Where a learner from a
    user's file fails, a failure record stands in the place of the run file.
    """
    layout = Layout(str(results), "")
    files = [_run_file(path, expected, layout) for path in outputs]
    wanted = [file for file in files if not is_current(file.kept, file.made_of)]
    of_users = [file for file in wanted if is_file(file.block.specification.run)]
    built_in = [file for file in wanted if file not in of_users]
    _check_sources(built_in)
    for _, group in itertools.groupby(built_in, _traces):
        _simulate(list(group), delays)
    failed = _simulate_learners(of_users, delays)
    for file in files:
        if file not in failed:
            _link(file.kept, file.path)


def _run_file(path: Path, expected: PlannedRuns, layout: Layout) -> RunFile:
    made_of = expected.made_of(path)
    kept = Path(layout.kept(short_digest(made_of)))
    return RunFile(path, Block(expected.specification(path), path.stem), made_of, kept)


def _check_sources(files: Iterable[RunFile]) -> None:
    """Import the algorithms; check that no source was edited after the runs were planned."""
    for path, (run, _), made_of, _ in files:
        load(run.run)
        if made_of["sources"] != digest_of_sources(run.module):
            source = run.module if run.module.endswith(".py") else f"algorithms/{run.module}.py"
            raise InputError(
                f"{path}: a source of {source} was edited after the run was "
                "planned; run the same command again"
            )


def _traces(file: RunFile) -> tuple[Any, ...]:
    """Give all that the traces of a run file depend on, but the observed delays."""
    run = file.block.specification
    return run.paper, run.master_seed, run.trace, load(run.run).world(run.trace), file.block.seeds


def _simulate(files: Sequence[RunFile], delays: ObservedDelays | None) -> None:
    """Simulate run files on the same traces, and write them."""
    for file in files:
        logger.info("%s", file.path)
    wanted = [(file.kept, file.block.specification, file.made_of) for file in files]
    write_runs(wanted, files[0].block.seeds, delays)


def _simulate_learners(files: Sequence[RunFile], delays: ObservedDelays | None) -> list[RunFile]:
    """Simulate the run files of users' learners, each in a process that it may bring to an end.

    What fails on some seeds is not played on others. Give the files with a failure, which is not
    kept: who deletes it has the learner played again.
    """
    failed: dict[str, LearnerError] = {}
    left_out = []
    for file in files:
        run = file.block.specification
        if run.digest not in failed:
            call = functools.partial(_simulate_learner, file, delays)
            [(_, error)] = run_in_processes([call])
            if error is None:
                continue
            if isinstance(error, EndedError):
                error = LearnerError(
                    f"{run.run}, seeds {file.block.name}: {error}; expected every round played once"
                )
            if not isinstance(error, LearnerError):
                raise error
            failed[run.digest] = error
        error = failed[run.digest]
        logger.warning("warning: left out: %s\n%s", error, error.details)
        write_failure(file.path, file.made_of, str(error), error.details)
        left_out.append(file)
    return left_out


def _simulate_learner(file: RunFile, delays: ObservedDelays | None) -> None:
    _check_sources([file])
    _simulate([file], delays)


def _link(kept: Path, path: Path) -> None:
    """Give a kept file its name among the run files; copy it where the disk knows no links."""
    with whole_file(path) as temporary:
        temporary.unlink(missing_ok=True)
        try:
            os.link(kept, temporary)
        except OSError:
            shutil.copyfile(kept, temporary)
