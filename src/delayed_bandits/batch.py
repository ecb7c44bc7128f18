"""A simulation job: run files, and the list of them."""

import json
import logging
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from delayed_bandits.simulation import CriteoDelays, digest_of_sources, origins, simulate_to

# isort: split
from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.layout import Layout
from delayed_bandits.files.tables import read_digest, read_footer, whole_file
from delayed_bandits.plan.blocks import Block

logger = logging.getLogger(__name__)


def simulate_batch(
    output: Path,
    batch: Iterable[tuple[Block, str]],
    results: Path,
    delays: CriteoDelays | None,
) -> None:
    """Simulate the run files of a batch that are missing or out of date, and list all of them.

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
    digests = {}
    for block, sources in batch:
        run, seeds = block.specification, block.seeds
        names = run.paper, run.setting, run.algorithm, block.name
        path = Path(layout.run(*names))
        if not is_current(path, origins(run, seeds, delays, sources)):
            if sources != digest_of_sources(run.module):
                raise InputError(
                    f"{path}: a source of algorithms/{run.module}.py was edited after the run was "
                    "planned; run the same command again"
                )
            logger.info("%s", path)
            started = time.perf_counter()
            simulate_to(path, run, seeds, delays, sources)
            seconds = time.perf_counter() - started
            with whole_file(Path(layout.benchmark("/".join(["simulate", *names])))) as temporary:
                temporary.write_text(f"s\n{seconds:.4f}\n", encoding="utf-8")
        digests[path.relative_to(results).as_posix()] = read_digest(path)
    with whole_file(output) as temporary:
        temporary.write_text(json.dumps(digests, indent=1) + "\n", encoding="utf-8")


def is_current(path: Path, made_of: Mapping[str, Any]) -> bool:
    """Tell whether a run file is there, whole, and made of what it should be."""
    try:
        return made_of.items() <= read_footer(path).items()
    except InputError:
        return False
