"""Batches: which run files a simulation job makes."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from delayed_bandits.algorithms.learners.files import is_file
from delayed_bandits.experiments.blocks import Block, Runs, Seeds, Sizes, blocks

MOST_FILES = 400
"""Run files of a batch: they are part of a command, which has a limit."""


Batches = dict[str, list[Block]]
"""Blocks by the name of their batch."""


def batches(
    runs: Runs,
    sizes: Sizes,
    n_seeds: Seeds,
    shown: Mapping[str, Collection[str]],
    job_seconds: float,
) -> Batches:
    """Pack the blocks of a paper into batches of about `job_seconds`.

    The settings of a batch are shown by the same figures. So a change of a run, which makes
    Snakemake run its batch and all that follows, draws no figure that does not show its setting.
    Learners from files have batches of their own, so that a new one leaves the others as they are.
    A change of what figures show, or of `job_seconds`, makes other batches: they keep their files,
    but all that follows is made again.

    Parameters
    ----------
    runs : mapping
    sizes : dict
        Seeds of a block, by setting and algorithm.
    n_seeds : mapping
    shown : mapping
        The settings of each figure.
    job_seconds : float

    Returns
    -------
    dict
        Each batch has the name of the first setting that is shown by its figures, and a number.
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
        if batch and (seconds + block.seconds > job_seconds or len(batch) == MOST_FILES):
            yield batch
            batch, seconds = [], 0.0
        batch.append(block)
        seconds += block.seconds
    yield batch
