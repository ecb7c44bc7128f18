"""Blocks of seeds (one per run file), and run groups, which consist of blocks."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from delayed_bandits.algorithms.learners.files import is_file
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.files.layout import seeds_in

MOST_FILES = 1000  # the most run files of a paper
AUTO = "auto"


class Block(NamedTuple):
    """The runs in one run file, named after the first and last seed, as in "0-99"."""

    specification: Specification
    name: str

    @property
    def seeds(self) -> range:
        """Return the seeds of the runs."""
        return seeds_in(self.name)

    @property
    def seconds(self) -> float:
        """The estimated seconds of the block's simulation, within a factor of a few."""
        return len(self.seeds) * self.specification.seconds


Runs = Mapping[tuple[str, str], Specification]  # specifications by setting and algorithm

Seeds = Mapping[str, int]  # the number of runs by setting

Sizes = dict[tuple[str, str], int]  # the number of seeds in a block, by setting and algorithm


def blocks(n_runs: int, size: int) -> list[str]:
    """Return the names "first-last" of blocks of `size` seeds; the last has the rest."""
    return [f"{first}-{min(first + size, n_runs) - 1}" for first in range(0, n_runs, size)]


def block_sizes(runs: Runs, n_runs: Seeds, seeds_per_job: int | str, job_seconds: float) -> Sizes:
    """Return the number of seeds in a block, by setting and algorithm.

    `seeds_per_job` is this number, or "auto". With "auto" a block takes about `job_seconds`, or
    longer if there would else be more than `MOST_FILES` run files. Up to that limit the number
    does not depend on the number of runs, so full blocks stay the same if runs are added.
    """
    if seeds_per_job != AUTO:
        return dict.fromkeys(runs, seeds_per_job)
    one_seed = {key: specification.seconds for key, specification in runs.items()}
    while True:
        sizes = {key: _round_down(job_seconds / seconds) for key, seconds in one_seed.items()}
        if file_count(sizes, n_runs) <= max(MOST_FILES, len(sizes)):
            return sizes
        job_seconds *= 2


def file_count(sizes: Sizes, n_runs: Seeds) -> int:
    """Return the number of run files."""
    return sum(-(-n_runs[setting] // size) for (setting, _), size in sizes.items())


def _round_down(quotient: float) -> int:
    """Return the largest of 1, 2, 5, 10, 20, 50, ... up to `quotient`, or 1."""
    numbers = (digit * 10**power for power in range(9) for digit in (1, 2, 5))
    return max((number for number in numbers if number <= quotient), default=1)


def packed(
    runs: Runs,
    sizes: Sizes,
    n_runs: Seeds,
    shown: Mapping[str, Collection[str]],
    job_seconds: float,
) -> list[list[Block]]:
    """Return the blocks of a paper, packed into run groups of about `job_seconds`.

    `shown` has the settings in each figure. All settings of a group are in the same figures, so a
    changed run redraws no other figures. A user's learner has groups of its own.
    """
    alike: dict[tuple[str, tuple[str, ...]], list[Block]] = {}
    for (setting, algorithm), specification in runs.items():
        figures = tuple(name for name, settings in shown.items() if setting in settings)
        learner = specification.run if is_file(specification.run) else ""
        names = blocks(n_runs[setting], sizes[setting, algorithm])
        made = (Block(specification, name) for name in names)
        alike.setdefault((learner, figures), []).extend(made)
    return [group for mates in alike.values() for group in _pack(mates, job_seconds)]


def _pack(mates: Iterable[Block], job_seconds: float) -> Iterator[list[Block]]:
    group: list[Block] = []
    seconds = 0.0
    for block in mates:
        if group and seconds + block.seconds > job_seconds:
            yield group
            group, seconds = [], 0.0
        group.append(block)
        seconds += block.seconds
    yield group
