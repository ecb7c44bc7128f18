"""Memory and time that jobs ask a cluster for; both grow with the attempt, in the rules."""

import math
from collections.abc import Iterable

from delayed_bandits.plan.batches import Block

KEPT = 16
"""Runs whose curves a step keeps in memory; ten thousand seeds of one are 0.2 GB."""


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


def curves_megabytes(n_seeds: int, checkpoints: int) -> int:
    """Compute the memory of a step that reads a paper's curves, of a dozen columns each."""
    return 1500 + KEPT * 12 * 8 * n_seeds * checkpoints // 10**6


def curves_minutes(n_runs: int, n_seeds: int, checkpoints: int) -> int:
    """Compute the minutes of a step that reads a paper's curves.

    A million rows take a second, and some are read often.
    """
    return 10 + n_runs * n_seeds * checkpoints // 10**7
