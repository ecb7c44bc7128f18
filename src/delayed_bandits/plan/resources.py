"""Memory and time that simulation jobs ask a cluster for; both grow with the attempt."""

import math
from collections.abc import Iterable

from delayed_bandits.plan.blocks import Block


def job_minutes(batch: Iterable[Block]) -> int:
    """Compute the minutes that a job may take: five times what it should, and five more."""
    return 5 + math.ceil(5 * sum(block.seconds for block in batch) / 60)


def job_megabytes(batch: Iterable[Block]) -> int:
    """Compute the memory that a job may take, with the two Snakemakes around it on a cluster."""
    return max(_megabytes(block) for block in batch)


def _megabytes(block: Block) -> int:
    """Compute the memory of the simulation of a block.

    Each Snakemake has 340 MB, Python with its libraries 190. A replication has 2 to 24 numbers a
    round, and those of the action sets where the trace has one for each round; a job keeps the
    checkpoints of all its seeds, a dozen columns, and once more while it writes them.
    """
    specification = block.specification
    horizon = specification.horizon
    numbers = horizon * (25 + specification.action_set_size)
    numbers += len(block.seeds) * min(specification.checkpoints, horizon) * 24
    return 1000 + 8 * numbers // 10**6
