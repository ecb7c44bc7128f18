"""Curves of regret and other recorded columns, by seed and round, read from run files."""

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from delayed_bandits.experiments.run_files import MAX_RUN_BYTES, Columns, ColumnsOnDisk, read_run
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.files.layout import key_of_run
from delayed_bandits.files.tables import read_footer

MAX_CACHE_BYTES = 16 * MAX_RUN_BYTES  # of the small runs that a step keeps in memory


@dataclass(frozen=True)
class Curves:
    """The recorded columns of one algorithm on one setting."""

    specification: Specification
    delays_provenance: (
        str | None
    )  # source, attribution rule and digest of the Criteo delays, if used
    rounds: np.ndarray  # int64, shape (checkpoints,)
    columns: Columns  # "regret" and those of the trace, each (seeds, checkpoints); maybe on disk
    coordinates: Mapping[str, Any] = field(default_factory=dict)  # of the setting, by name

    @property
    def bytes(self) -> int:
        """Give the size of the columns in memory."""
        on_disk = isinstance(self.columns, ColumnsOnDisk)
        return 0 if on_disk else sum(column.nbytes for column in self.columns.values())

    @property
    def trace(self) -> Mapping[str, Any]:
        """Give the arguments of the trace, the coordinates of the setting."""
        return self.specification.trace

    @property
    def regret(self) -> np.ndarray:
        """Give the cumulative regret, shape (seeds, checkpoints)."""
        return self.columns["regret"]

    @property
    def n_runs(self) -> int:
        """Give the number of runs."""
        on_disk = isinstance(self.columns, ColumnsOnDisk)
        return self.columns.n_runs if on_disk else len(self.regret)

    def parts(self, *names: str) -> Iterator[tuple[np.ndarray, ...]]:
        """Give columns of some seeds after others, each of shape (those seeds, checkpoints)."""
        if isinstance(self.columns, ColumnsOnDisk):
            yield from self.columns.parts(names)
        else:
            yield tuple(self.columns[name] for name in names)

    def at(self, round_: int, name: str = "regret") -> np.ndarray:
        """Give a column of every seed at the last checkpoint that is not after `round_`."""
        place = np.searchsorted(self.rounds, round_, side="right") - 1
        return self.per_seed(lambda column: column[:, place], name)

    def last(self, name: str) -> np.ndarray:
        """Give a column of every seed at the horizon."""
        return self.at(self.rounds[-1], name)

    @property
    def final(self) -> np.ndarray:
        """Give the regret of every seed at the horizon."""
        return self.last("regret")

    def per_seed(self, function: Callable[..., np.ndarray], *names: str) -> np.ndarray:
        """Compute a number for every seed from its columns.

        `function` is called with arrays of shape (some seeds, checkpoints), one for each name, and
        returns an array of shape (those seeds, ...).
        """
        # copies, since a view of a part would keep all of it in memory
        return np.concatenate([np.array(function(*part)) for part in self.parts(*names)])

    def moments(
        self, *names: str, function: Callable[..., np.ndarray] = lambda column: column
    ) -> tuple[np.ndarray, np.ndarray]:
        """Compute mean and deviation over the seeds of a column, or of a function of columns."""
        return moments(lambda: (function(*part) for part in self.parts(*names)))

    def mean(self, name: str = "regret") -> np.ndarray:
        """Compute the mean of a column over the seeds, shape (checkpoints,)."""
        total, count = _sum(part for (part,) in self.parts(name))
        return total / count


def moments(parts: Callable[[], Iterable[np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    """Compute mean and standard deviation over seeds, each of shape (checkpoints,).

    `parts`, called twice, gives arrays of shape (some seeds, checkpoints).
    """
    total, count = _sum(parts())
    mean = total / count
    squares, _ = _sum(np.square(part - mean) for part in parts())
    return mean, np.sqrt(squares / (count - 1))


def _sum(parts: Iterable[np.ndarray]) -> tuple[np.ndarray, int]:
    """Add the rows of all parts, one after another, so that the parts do not matter; count them."""
    total, count = None, 0
    for part in parts:
        count += len(part)
        rows = part if total is None else np.vstack([total, part])
        # NumPy adds the rows of a matrix in their order, but not those of a single column
        total = rows.sum(axis=0, dtype=float) if rows.shape[1] > 1 else np.cumsum(rows, 0)[-1]
    return total, count


def paired(
    first: Iterator[tuple[np.ndarray]], second: Iterator[tuple[np.ndarray]]
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Cut the parts of two runs so that those of a pair have the same seeds."""
    left = right = np.empty((0, 0))
    while True:
        if not len(left):
            (left,) = next(first, (left,))
        if not len(right):
            (right,) = next(second, (right,))
        seeds = min(len(left), len(right))
        if not seeds:
            return
        yield left[:seeds], right[:seeds]
        left, right = left[seeds:], right[seeds:]


AllCurves = Mapping[tuple[str, str], Curves]  # curves by setting and algorithm

Coordinates = Mapping[str, Mapping[str, Any]]  # coordinates by setting


class CurvesOfFiles(AllCurves):
    """The curves of run files, checked when a run is first used, and read on demand.

    `files` are every block of one or more runs, each run in the folder of its name; their names
    tell how many seeds there are, from 0 on. An InputError, when a run is first used, refuses
    damaged files and wrong ones.
    """

    def __init__(self, files: Iterable[Path], coordinates: Coordinates | None = None) -> None:
        self.coordinates = coordinates or {}
        self._files: dict[tuple[str, str], list[Path]] = {}
        for path in files:
            self._files.setdefault(key_of_run(path), []).append(path)
        self.footer = functools.cache(read_footer)
        self._held: dict[tuple[str, str], Curves] = {}
        self._bytes = 0

    @functools.cached_property
    def specifications(self) -> dict[tuple[str, str], Specification]:
        """Give the specification of every run, from the footer of its first file."""
        return {
            key: Specification(**self.footer(paths[0])["specification"])
            for key, paths in self._files.items()
        }

    def paths(self, key: tuple[str, str]) -> list[Path]:
        """Give the run files of a run."""
        return self._files[key]

    def __getitem__(self, key: tuple[str, str]) -> Curves:
        if key not in self._held:
            footers = {path: self.footer(path) for path in self._files[key]}
            curves = Curves(*read_run(key, footers), self.coordinates.get(key[0], {}))
            self._held[key] = curves
            self._bytes += curves.bytes
            while self._bytes > MAX_CACHE_BYTES:
                self._bytes -= self._held.pop(next(iter(self._held))).bytes
        return self._held[key]

    def __contains__(self, key: object) -> bool:
        return key in self._files

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)
