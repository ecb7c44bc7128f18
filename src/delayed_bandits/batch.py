"""A batch: the run files that one job makes."""

import json
import logging
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from delayed_bandits.simulation import CriteoDelays, origins, simulate_to

# isort: split
from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.layout import Layout
from delayed_bandits.files.tables import read_footer, whole_file
from delayed_bandits.plan.batches import Block

logger = logging.getLogger(__name__)


def simulate_batch(
    output: Path,
    batch: Iterable[tuple[Block, str]],
    results: Path,
    delays: CriteoDelays | None,
) -> None:
    """Make the run files of a batch, but for those that are as they should be, and list them all.

    Parameters
    ----------
    output : Path
        The list, JSON: paths of the run files below the folder of results.
    batch : iterable of (Block, str)
        Each block with the digest of its sources.
    results : Path
        The folder.
    delays : CriteoDelays, optional
        For settings that use them.
    """
    layout = Layout(str(results), "")
    files = []
    for (specification, name), sources in batch:
        names = specification.paper, specification.setting, specification.algorithm, name
        path = Path(layout.run(*names))
        files.append(path.relative_to(results).as_posix())
        seeds = Block(specification, name).seeds
        if not _is_current(path, origins(specification, seeds, delays, sources)):
            logger.info("%s", path)
            started = time.perf_counter()
            simulate_to(path, specification, seeds, delays, sources)
            seconds = time.perf_counter() - started
            with whole_file(Path(layout.benchmark("/".join(["simulate", *names])))) as temporary:
                temporary.write_text(f"s\n{seconds:.4f}\n", encoding="utf-8")
    with whole_file(output) as temporary:
        temporary.write_text(json.dumps(files, indent=1) + "\n", encoding="utf-8")


def _is_current(path: Path, made_of: Mapping[str, Any]) -> bool:
    """Tell whether a run file is there, whole, and made of what it should be."""
    try:
        return made_of.items() <= read_footer(path).items()
    except InputError:
        return False
