"""Blocks of seeds: the replications of one job and of one run file."""

from collections.abc import Iterator, Mapping
from typing import Any

from delayed_bandits.algorithms.registry import load

MOST_JOBS = 1000
"""Simulation jobs of a paper; more slow Snakemake's scheduler down."""

AUTO = "auto"

Runs = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""For each setting the specification of each algorithm's run on it."""


def blocks(seeds: int, size: int) -> list[str]:
    """Names "first-last" of the blocks of `size` seeds, which start at multiples of `size`."""
    return [f"{first}-{min(first + size, seeds) - 1}" for first in range(0, seeds, size)]


def block_sizes(
    runs: Runs, seeds: int, seeds_per_job: int | str, job_seconds: float
) -> dict[str, dict[str, int]]:
    """Choose how many seeds a job of each run has.

    Parameters
    ----------
    runs : mapping
    seeds : int
        Replications of every run.
    seeds_per_job : int or "auto"
        The number, or as many as take about `job_seconds`, and more if there were too many jobs.
    job_seconds : float

    Returns
    -------
    dict
        Seeds by setting and algorithm. As long as there are not too many jobs they depend on
        nothing but the horizon and the algorithm, so that more seeds leave full blocks as they are.
    """
    if seeds_per_job != AUTO:
        return {setting: dict.fromkeys(own, seeds_per_job) for setting, own in runs.items()}
    while True:
        sizes = {
            setting: {name: _round_down(job_seconds / seconds(run)) for name, run in own.items()}
            for setting, own in runs.items()
        }
        if job_count(sizes, seeds) <= MOST_JOBS or all(
            size >= seeds for own in sizes.values() for size in own.values()
        ):
            return sizes
        job_seconds *= 2


def job_count(sizes: Mapping[str, Mapping[str, int]], seeds: int) -> int:
    """How many simulation jobs there are."""
    return sum(-(-seeds // size) for own in sizes.values() for size in own.values())


def seconds(run: Mapping[str, Any]) -> float:
    """What one replication of a run takes, within a factor of a few."""
    return load(run["run"]).nanoseconds * run["trace"]["horizon"] / 1e9


def _round_down(number: float) -> int:
    """The largest of 1, 2, 5, 10, 20, 50, ... that is not above `number`, or 1."""
    best = 1
    for size in _round_numbers():
        if size > number:
            return best
        best = size
    return best


def _round_numbers() -> Iterator[int]:
    for power in range(9):
        for digit in (1, 2, 5):
            yield digit * 10**power
