"""Curves of regret and of other columns, by run and round, read from run files."""

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

MAX_CACHE_BYTES = 16 * MAX_RUN_BYTES  # the most bytes of columns that are cached in memory


@dataclass(frozen=True)
class Curves:
    """The recorded columns of one algorithm on one setting."""

    specification: Specification
    delays_provenance: str | None  # provenance of the Criteo delays or of a log, if used
    rounds: np.ndarray  # int64, shape (checkpoints,)
    columns: Columns  # "regret" and columns of the trace, each (runs, checkpoints); maybe on disk
    coordinates: Mapping[str, Any] = field(default_factory=dict)  # of the setting, by name

    @property
    def bytes(self) -> int:
        """Return the size of the columns in memory."""
        on_disk = isinstance(self.columns, ColumnsOnDisk)
        return 0 if on_disk else sum(column.nbytes for column in self.columns.values())

    @property
    def trace(self) -> Mapping[str, Any]:
        """Return the arguments of the trace."""
        return self.specification.trace

    @property
    def regret(self) -> np.ndarray:
        """Return the cumulative regret, shape (runs, checkpoints)."""
        return self.columns["regret"]

    @property
    def n_runs(self) -> int:
        """Return the number of runs."""
        on_disk = isinstance(self.columns, ColumnsOnDisk)
        return self.columns.n_runs if on_disk else len(self.regret)

    def parts(self, *names: str) -> Iterator[tuple[np.ndarray, ...]]:
        """Yield the named columns in chunks of runs, each of shape (runs, checkpoints)."""
        if isinstance(self.columns, ColumnsOnDisk):
            yield from self.columns.parts(names)
        else:
            yield tuple(self.columns[name] for name in names)

    def at(self, round_: int, name: str = "regret") -> np.ndarray:
        """Return each run's value of a column at the last checkpoint up to `round_`."""
        place = np.searchsorted(self.rounds, round_, side="right") - 1
        return self.per_seed(lambda column: column[:, place], name)

    def last(self, name: str) -> np.ndarray:
        """Return each run's value of a column at the horizon."""
        return self.at(self.rounds[-1], name)

    @property
    def final(self) -> np.ndarray:
        """Return each run's regret at the horizon."""
        return self.last("regret")

    def per_seed(self, function: Callable[..., np.ndarray], *names: str) -> np.ndarray:
        """Return `function` of the named columns, for all runs.

        `function` is called for some runs at a time. It takes an array of shape (runs, checkpoints)
        for each column, and returns an array of shape (runs, ...).
        """
        # copies, because a view would keep its whole chunk in memory
        return np.concatenate([np.array(function(*part)) for part in self.parts(*names)])

    def moments(
        self, *names: str, function: Callable[..., np.ndarray] = lambda column: column
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return mean and standard deviation, over runs, of `function(*columns)`."""
        return moments(lambda: (function(*part) for part in self.parts(*names)))

    def mean(self, name: str = "regret") -> np.ndarray:
        """Return the mean of a column over the runs, shape (checkpoints,)."""
        total, count = _sum(part for (part,) in self.parts(name))
        return total / count


def moments(parts: Callable[[], Iterable[np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    """Return mean and standard deviation over runs, each of shape (checkpoints,).

    `parts` returns arrays of shape (runs in a chunk, checkpoints). It is called twice.
    """
    total, count = _sum(parts())
    mean = total / count
    squares, _ = _sum(np.square(part - mean) for part in parts())
    return mean, np.sqrt(squares / (count - 1))


def _sum(parts: Iterable[np.ndarray]) -> tuple[np.ndarray, int]:
    """Return the sum of all rows in all parts, and the number of rows."""
    total, count = None, 0
    for part in parts:
        count += len(part)
        rows = part if total is None else np.vstack([total, part])
        # row by row, for the same bits with any parts; NumPy sums a single column pairwise
        total = rows.sum(axis=0, dtype=float) if rows.shape[1] > 1 else np.cumsum(rows, 0)[-1]
    return total, count


def paired(
    first: Iterator[tuple[np.ndarray]], second: Iterator[tuple[np.ndarray]]
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield chunks of two algorithms' curves for the same runs, while both have runs."""
    left = right = np.empty((0, 0))
    while True:
        if not len(left):
            (left,) = next(first, (left,))
        if not len(right):
            (right,) = next(second, (right,))
        runs = min(len(left), len(right))
        if not runs:
            return
        yield left[:runs], right[:runs]
        left, right = left[runs:], right[runs:]


AllCurves = Mapping[tuple[str, str], Curves]  # curves by setting and algorithm

Coordinates = Mapping[str, Mapping[str, Any]]  # coordinates by setting

Styles = Mapping[str, Mapping[str, str]]  # label, colour and line of each algorithm


class CurvesOfFiles(AllCurves):
    """The curves in run files, which are read and checked when they are first used.

    The path of a file ends in SETTING/ALGORITHM/NAME. A damaged file raises an InputError.
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
        """Return the specification of each (setting, algorithm), from a run file's footer."""
        return {
            key: Specification(**self.footer(paths[0])["specification"])
            for key, paths in self._files.items()
        }

    def paths(self, key: tuple[str, str]) -> list[Path]:
        """Return the run files of an algorithm on a setting."""
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
