"""Memory and time that simulations ask a cluster for; both grow with the attempt."""

import itertools
import math
from collections.abc import Iterable, Sequence

from delayed_bandits.experiments.blocks import Block
from delayed_bandits.files.tables import PART_ROWS


def job_minutes(batch: Iterable[Block]) -> int:
    """Compute the minutes that a job may take: five times what it should, and five more."""
    return 5 + math.ceil(5 * sum(block.seconds for block in batch) / 60)


def job_megabytes(batch: Iterable[Block]) -> int:
    """Compute the memory that a job may take, with the two Snakemakes around it on a cluster."""
    groups = itertools.groupby(batch, lambda block: (block.specification.trace, block.seeds))
    return max(_megabytes(list(group)) for _, group in groups)


def _megabytes(blocks: Sequence[Block]) -> int:
    """Compute the memory of the simulation of blocks on the same traces.

    Each Snakemake has 340 MB, Python with its libraries 190. A replication has 2 to 24 numbers a
    round, and those of the action sets where the trace has one for each round; of each run a job
    keeps a row group, a dozen columns, and once more while it writes them.
    """
    specification, _ = first = blocks[0]
    horizon = specification.horizon
    rows = min(PART_ROWS, len(first.seeds) * min(specification.checkpoints, horizon))
    action_set = specification.trace.get("arms", 0) * specification.trace.get("dimension", 0)
    numbers = horizon * (25 + action_set) + len(blocks) * rows * 24
    return 1000 + 8 * numbers // 10**6
