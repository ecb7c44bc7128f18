"""Memory and time that jobs ask a cluster for; both grow with the attempt, in the rules."""

import math
from collections.abc import Mapping
from typing import Any

from delayed_bandits.plan.blocks import seconds
from delayed_bandits.plan.experiment import Paper

KEPT = 16
"""Curves of so many runs are in memory at a time; ten thousand seeds of one are 0.2 GB."""


def job_minutes(run: Mapping[str, Any], seeds: int) -> int:
    """Minutes that a job may take: five times what it should, and five more."""
    return 5 + math.ceil(5 * seeds * seconds(run) / 60)


def job_megabytes(run: Mapping[str, Any], seeds: int) -> int:
    """Memory that a job may take, with the two processes of Snakemake around it on a cluster.

    Each Snakemake has 340 MB, Python with its libraries 190. A replication has 2 to 24 numbers a
    round, and those of the action sets where the trace has one for each round; a job keeps the
    checkpoints of all its seeds, a dozen columns, and once more while it writes them.
    """
    trace = run["trace"]
    numbers = trace["horizon"] * (25 + trace.get("arms", 0) * trace.get("dimension", 0))
    numbers += seeds * min(run["checkpoints"], trace["horizon"]) * 24
    return 1000 + 8 * numbers // 10**6


def curves_megabytes(paper: Paper) -> int:
    """Memory of a step that reads a paper's curves, of a dozen columns each."""
    return 1500 + KEPT * 12 * 8 * paper.seeds * paper.description["checkpoints"] // 10**6


def curves_minutes(paper: Paper) -> int:
    """Minutes of a step that reads a paper's curves: a million rows take a second, some often."""
    runs = sum(len(own) for own in paper.runs.values())
    return 10 + runs * paper.seeds * paper.description["checkpoints"] // 10**7
