"""Blocks of seeds: the replications of one run file."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from delayed_bandits.experiments.specification import Specification

MOST_FILES = 1000
"""Run files of a paper."""

AUTO = "auto"


class Block(NamedTuple):
    """The replications of a run that are in one file.

    Attributes
    ----------
    specification : Specification
    name : str
        The seeds, "first-last".
    """

    specification: Specification
    name: str

    @property
    def seeds(self) -> range:
        """Give the numbers of the replications."""
        first, last = map(int, self.name.split("-"))
        return range(first, last + 1)

    @property
    def seconds(self) -> float:
        """Estimate the time of the simulation, within a factor of a few."""
        return len(self.seeds) * self.specification.seconds


Runs = Mapping[tuple[str, str], Specification]
"""Specifications by setting and algorithm."""

Seeds = Mapping[str, int]
"""Number of replications, by setting."""

Sizes = dict[tuple[str, str], int]
"""Seeds of one block, by setting and algorithm."""


def blocks(n_seeds: int, size: int) -> list[str]:
    """Name the blocks of `size` seeds "first-last"; they start at multiples of `size`."""
    return [f"{first}-{min(first + size, n_seeds) - 1}" for first in range(0, n_seeds, size)]


def run_files(folder: Path, plan: Mapping[str, Sequence[Any]]) -> list[Path]:
    """List the run files of a paper.

    Parameters
    ----------
    folder : Path
        Where the paper's runs are.
    plan : mapping
        Number of seeds, seeds of a file and what else is known, by "setting/algorithm".
    """
    return [
        folder / run / f"{name}.parquet"
        for run, (n_seeds, size, *_) in plan.items()
        for name in blocks(n_seeds, size)
    ]


def block_sizes(runs: Runs, n_seeds: Seeds, seeds_per_job: int | str, job_seconds: float) -> Sizes:
    """Choose how many seeds a block of each run has.

    Parameters
    ----------
    runs : mapping
    n_seeds : mapping
    seeds_per_job : int or "auto"
        The number, or as many as take about `job_seconds`, and more if there were too many files.
    job_seconds : float

    Returns
    -------
    dict
        Seeds by setting and algorithm. As long as there are not too many files they depend on
        nothing but the horizon and the algorithm, so that more seeds leave full blocks as they are.
    """
    if seeds_per_job != AUTO:
        return dict.fromkeys(runs, seeds_per_job)
    one_seed = {key: specification.seconds for key, specification in runs.items()}
    while True:
        sizes = {key: _round_down(job_seconds / seconds) for key, seconds in one_seed.items()}
        whole = all(size >= n_seeds[setting] for (setting, _), size in sizes.items())
        if whole or file_count(sizes, n_seeds) <= MOST_FILES:
            return sizes
        job_seconds *= 2


def file_count(sizes: Sizes, n_seeds: Seeds) -> int:
    """Count the run files."""
    return sum(-(-n_seeds[setting] // size) for (setting, _), size in sizes.items())


def _round_down(quotient: float) -> int:
    """Find the largest of 1, 2, 5, 10, 20, 50, ... that is not above the quotient, or 1."""
    best = 1
    for size in _round_numbers():
        if size > quotient:
            return best
        best = size
    return best


def _round_numbers() -> Iterator[int]:
    for power in range(9):
        for digit in (1, 2, 5):
            yield digit * 10**power
