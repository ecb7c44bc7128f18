"""A simulation job: run files, and the list of them."""

import itertools
import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from delayed_bandits.simulation import digest_of_sources, origins, write_runs

# isort: split
from delayed_bandits.algorithms.registry import load
from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.delay_tables import CriteoDelays
from delayed_bandits.files.layout import Layout
from delayed_bandits.files.tables import read_digest, read_footer, whole_file
from delayed_bandits.learners.files import is_file
from delayed_bandits.learners.guard import LearnerError
from delayed_bandits.plan.blocks import Block

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

    Neighbours of the same world and seeds are replayed on the same traces.

    Parameters
    ----------
    output : Path
        The list, JSON: the path below the folder of results of each run file, and its digest.
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
    wanted = [file for file in files if not is_current(file.path, file.made_of)]
    faults = []
    for _, group in itertools.groupby(wanted, _traces):
        try:
            _simulate(list(group), layout, delays)
        except LearnerError as error:  # the files of the other algorithms are made first
            faults.append(error)
    if faults:
        lines = [str(fault) for fault in faults]
        details = [fault.details for fault in faults if fault.details]
        raise LearnerError("\nerror: ".join(lines), "\n".join(details))
    digests = {file.path.relative_to(results).as_posix(): read_digest(file.path) for file in files}
    with whole_file(output) as temporary:
        temporary.write_text(json.dumps(digests, indent=1) + "\n", encoding="utf-8")


def _traces(file: RunFile) -> tuple[Any, ...]:
    """Give all that the traces of a run file depend on, but the observed delays."""
    run = file.block.specification
    world = load(run.run).world(run.trace)
    alone = run.run if is_file(run.run) else ""  # a user's learner may fail
    return run.paper, run.master_seed, run.trace, world, file.block.seeds, alone


def _simulate(files: Sequence[RunFile], layout: Layout, delays: CriteoDelays | None) -> None:
    """Simulate run files on the same traces, and write them with the times that they took."""
    for path, (run, _), made_of in files:
        if made_of["sources"] != digest_of_sources(run.module):
            source = run.module if run.module.endswith(".py") else f"algorithms/{run.module}.py"
            raise InputError(
                f"{path}: a source of {source} was edited after the run was "
                "planned; run the same command again"
            )
        logger.info("%s", path)
    wanted = [(path, block.specification, made_of) for path, block, made_of in files]
    times = write_runs(wanted, files[0].block.seeds, delays)
    for (_, (run, seeds), _), seconds in zip(files, times, strict=True):
        job = f"simulate/{run.paper}/{run.setting}/{run.algorithm}/{seeds}"
        with whole_file(Path(layout.benchmark(job))) as temporary:
            temporary.write_text(f"s\n{seconds:.4f}\n", encoding="utf-8")


def is_current(path: Path, made_of: Mapping[str, Any]) -> bool:
    """Tell whether a run file is there, whole, and made of what it should be."""
    try:
        return made_of.items() <= read_footer(path).items()
    except InputError:
        return False
