"""A simulation job: run files, and the list of them."""

import functools
import itertools
import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from delayed_bandits.experiments.simulation import digest_of_sources, origins, write_runs

# isort: split
from delayed_bandits.algorithms.learners.files import is_file
from delayed_bandits.algorithms.learners.guard import LearnerError
from delayed_bandits.algorithms.registry import load
from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments.blocks import Block
from delayed_bandits.experiments.delay_tables import CriteoDelays
from delayed_bandits.experiments.processes import EndedError, apart
from delayed_bandits.files.failures import read_failure, write_failure
from delayed_bandits.files.layout import Layout
from delayed_bandits.files.tables import read_digest, read_footer, whole_file

logger = logging.getLogger(__name__)


class RunFile(NamedTuple):
    """A run file of a batch: its path, its block, and all that it should be made of."""

    path: Path
    block: Block
    made_of: dict[str, Any]


def simulate_batch(
    output: Path,
    batch: Iterable[tuple[Block, str]],
    results: Path,
    delays: CriteoDelays | None,
) -> None:
    """Simulate the run files of a batch that are missing or out of date, and list all of them.

    Neighbours of the same world and seeds are replayed on the same traces. Where a learner from a
    user's file fails, a failure record stands in the place of the run file.

    Parameters
    ----------
    output : Path
        The list, JSON: the path below the folder of results of each run file, and its digest, or
        the line of its failure.
    batch : iterable of (Block, str)
        Each block with the digest of its sources.
    results : Path
        The folder.
    delays : CriteoDelays, optional
        For settings that use them.
    """
    layout = Layout(str(results), "")
    files = []
    for block, sources in batch:
        run = block.specification
        path = Path(layout.run(run.paper, run.setting, run.algorithm, block.name))
        files.append(RunFile(path, block, origins(run, block.seeds, delays, sources)))
    wanted = [file for file in files if not is_made(file.path, file.made_of)]
    _check_sources(wanted)
    outside = [file for file in wanted if is_file(file.block.specification.run)]
    inside = [file for file in wanted if file not in outside]
    for _, group in itertools.groupby(inside, _traces):
        _simulate(list(group), layout, delays)
    _simulate_apart(outside, layout, delays)
    made = {file.path.relative_to(results).as_posix(): _made(file.path) for file in files}
    with whole_file(output) as temporary:
        temporary.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


def _check_sources(files: Iterable[RunFile]) -> None:
    """Check that no source was edited after the runs were planned."""
    for path, (run, _), made_of in files:
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


def _simulate(files: Sequence[RunFile], layout: Layout, delays: CriteoDelays | None) -> None:
    """Simulate run files on the same traces, and write them with the times that they took."""
    for path, _, _ in files:
        logger.info("%s", path)
    wanted = [(path, block.specification, made_of) for path, block, made_of in files]
    times = write_runs(wanted, files[0].block.seeds, delays)
    for (_, (run, seeds), _), seconds in zip(files, times, strict=True):
        job = f"simulate/{run.paper}/{run.setting}/{run.algorithm}/{seeds}"
        with whole_file(Path(layout.benchmark(job))) as temporary:
            temporary.write_text(f"s\n{seconds:.4f}\n", encoding="utf-8")


def _simulate_apart(files: Sequence[RunFile], layout: Layout, delays: CriteoDelays | None) -> None:
    """Simulate the run files of users' learners, each in a process that it may bring to an end.

    What fails on some seeds is not played on others.
    """
    failed: dict[str, LearnerError] = {}
    for file in files:
        run = file.block.specification
        if run.digest not in failed:
            [(_, error)] = apart([functools.partial(_simulate, [file], layout, delays)])
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


def _made(path: Path) -> str:
    """Give the digest of a run file, or the line of the failure in its place."""
    failure = read_failure(path)
    return failure["failure"] if failure else read_digest(path)


def is_made(path: Path, made_of: Mapping[str, Any]) -> bool:
    """Tell whether a run file is current, or the failure record in its place is."""
    failure = read_failure(path)
    return made_of.items() <= failure.items() if failure else is_current(path, made_of)


def is_current(path: Path, made_of: Mapping[str, Any]) -> bool:
    """Tell whether a run file is there, whole, and made of what it should be."""
    try:
        return made_of.items() <= read_footer(path).items()
    except InputError:
        return False
