"""Blocks of seeds: the replications of one run file; and batches, the run files of one job."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from delayed_bandits.algorithms.learners.files import is_file
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.files.layout import seeds_in

MOST_FILES = 1000  # run files of a paper
MOST_FILES_OF_BATCH = 400  # they are part of a command, which has a limit
AUTO = "auto"


class Block(NamedTuple):
    """The replications of a run that are in one file; the name is "first-last" seed."""

    specification: Specification
    name: str

    @property
    def seeds(self) -> range:
        """Give the numbers of the replications."""
        return seeds_in(self.name)

    @property
    def seconds(self) -> float:
        """Estimate the time of the simulation, within a factor of a few."""
        return len(self.seeds) * self.specification.seconds


Runs = Mapping[tuple[str, str], Specification]  # specifications by setting and algorithm

Seeds = Mapping[str, int]  # number of replications, by setting

Sizes = dict[tuple[str, str], int]  # seeds of one block, by setting and algorithm

Batches = dict[str, list[Block]]  # blocks by the name of their batch


def blocks(n_seeds: int, size: int) -> list[str]:
    """Name the blocks of `size` seeds "first-last"; they start at multiples of `size`."""
    return [f"{first}-{min(first + size, n_seeds) - 1}" for first in range(0, n_seeds, size)]


def block_sizes(runs: Runs, n_seeds: Seeds, seeds_per_job: int | str, job_seconds: float) -> Sizes:
    """Choose how many seeds a block of each run has.

    `seeds_per_job` is the number, or "auto" for as many as take about `job_seconds`, and more if
    there were too many files. As long as there are not, sizes depend on nothing but the horizon and
    the algorithm, so that more seeds leave full blocks as they are.
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
    numbers = (digit * 10**power for power in range(9) for digit in (1, 2, 5))
    return max((number for number in numbers if number <= quotient), default=1)


def batches(
    runs: Runs,
    sizes: Sizes,
    n_seeds: Seeds,
    shown: Mapping[str, Collection[str]],
    job_seconds: float,
) -> Batches:
    """Pack the blocks of a paper into batches of about `job_seconds`, by name.

    The settings of a batch are `shown` by the same figures. So a change of a run, which makes
    Snakemake run its batch and all that follows, draws no figure that does not show its setting.
    Learners from files have batches of their own, so that a new one leaves the others as they are.
    A name is the first setting that is shown by the figures of the batch, and a number.
    """
    groups: dict[tuple[bool, tuple[str, ...]], list[Block]] = {}
    for (setting, algorithm), specification in runs.items():
        figures = tuple(name for name, settings in shown.items() if setting in settings)
        names = blocks(n_seeds[setting], sizes[setting, algorithm])
        group = groups.setdefault((is_file(specification.run), figures), [])
        group.extend(Block(specification, name) for name in names)
    return {
        f"{group[0].specification.setting}-{'learners-' if of_file else ''}{number}": batch
        for (of_file, _), group in groups.items()
        for number, batch in enumerate(_pack(group, job_seconds), 1)
    }


def _pack(group: Iterable[Block], job_seconds: float) -> Iterator[list[Block]]:
    batch: list[Block] = []
    seconds = 0.0
    for block in group:
        full = len(batch) == MOST_FILES_OF_BATCH
        if batch and (seconds + block.seconds > job_seconds or full):
            yield batch
            batch, seconds = [], 0.0
        batch.append(block)
        seconds += block.seconds
    yield batch
