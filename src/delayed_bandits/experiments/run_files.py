"""Run files: the blocks of a run, checked, and its columns in memory or left on disk."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.files.layout import remedy
from delayed_bandits.files.tables import row_groups, values

MAX_RUN_BYTES = 16_000_000  # of the columns of a small run; those of a larger one are left on disk

Columns = Mapping[str, np.ndarray]  # recorded columns by name, each of shape (seeds, checkpoints)

Footers = Mapping[Path, Mapping[str, Any]]  # the footers of the run files of a run


class ColumnsOnDisk(Columns):
    """The columns of a run that is too large for memory, read when they are asked for.

    The files are in the order of their seeds.
    """

    def __init__(
        self, files: Sequence[Path], names: Sequence[str], n_seeds: int, checkpoints: int
    ) -> None:
        self.n_seeds = n_seeds
        self._files, self._names, self._checkpoints = files, names, checkpoints

    def parts(self, names: Sequence[str]) -> Iterator[tuple[np.ndarray, ...]]:
        """Give columns of some seeds after others, each of shape (those seeds, checkpoints)."""
        for path in self._files:
            for table in row_groups(path, names):
                yield tuple(values(table[name]).reshape(-1, self._checkpoints) for name in names)

    def __getitem__(self, name: str) -> np.ndarray:
        return np.concatenate([part for (part,) in self.parts([name])])

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def read_run(
    key: tuple[str, str], footers: Footers
) -> tuple[Specification, str | None, np.ndarray, Columns]:
    """Check the blocks of a run; return specification, source of delays, rounds and columns."""
    specification = _specification(key, footers)
    n_seeds = 1 + max(int(path.stem.split("-")[1]) for path in footers)
    rounds, names, held = np.empty(0), [], True
    seeds: dict[Path, np.ndarray] = {}
    tables: dict[Path, list[pa.Table]] = {}
    for path in footers:
        found = [np.empty(0, np.int64)]
        tables[path] = []
        for table in row_groups(path):
            if not rounds.size:
                rounds, names = np.unique(values(table["round"])), table.column_names[2:]
                held = 8 * n_seeds * rounds.size * len(names) <= MAX_RUN_BYTES
            found.append(_seeds_of(path, table, rounds))
            if held:
                tables[path].append(table)
        seeds[path] = np.concatenate(found)
    files = sorted(footers, key=lambda path: seeds[path][:1].tolist())
    _check_seeds(files, np.concatenate([seeds[path] for path in files]), n_seeds, rounds.size)
    columns: Columns = ColumnsOnDisk(files, names, n_seeds, rounds.size)
    if held:
        rows = pa.concat_tables(table for path in files for table in tables[path])
        columns = {name: values(rows[name]).reshape(n_seeds, -1) for name in names}
    first = footers[files[0]]
    origins = [origin for origin in (first["criteo"], first.get("log")) if origin]
    return specification, " and ".join(origins) or None, rounds, columns


def _specification(key: tuple[str, str], footers: Footers) -> Specification:
    first, *_ = footers
    for path, footer in footers.items():
        for name in ("specification", "criteo", "log"):
            if footer.get(name) != footers[first].get(name):
                raise InputError(f"{path}: its {name} is not that of {first}; delete one of them")
    specification = Specification(**footers[first]["specification"])
    if key != (specification.setting, specification.algorithm):
        raise InputError(
            f"{first}: found a run of {specification.algorithm} on {specification.setting}; "
            f"expected one of {key[1]} on {key[0]}"
        )
    return specification


def _seeds_of(path: Path, table: pa.Table, rounds: np.ndarray) -> np.ndarray:
    """Check that rows are those of whole seeds, in order, and numbers; return the seeds."""
    seeds, found = values(table["seed"]), values(table["round"])
    first = seeds[:: max(1, rounds.size)].copy()  # a view would keep the column in memory
    if not (
        np.array_equal(seeds, np.repeat(first, rounds.size))
        and np.array_equal(found, np.tile(rounds, first.size))
    ):
        for seed, count in zip(*np.unique(seeds, return_counts=True), strict=True):
            if count != rounds.size:
                raise InputError(
                    f"{path.parent}: seed {seed} has {count} rows; expected {rounds.size}"
                )
        raise InputError(
            f"{path}: its rows are not in the order of seeds and rounds; "
            f"expected a result file as it was written; {remedy(path)}"
        )
    for name in table.column_names[2:]:
        finite = np.isfinite(values(table[name]))
        if not finite.all():
            seed = seeds[finite.argmin()]
            raise InputError(f"{path.parent}: the {name} of seed {seed} is not a number")
    return first


def _check_seeds(files: Sequence[Path], found: np.ndarray, n_seeds: int, checkpoints: int) -> None:
    """Check that seeds are all, from 0 on, and in order."""
    if np.array_equal(found, np.arange(n_seeds)):
        return
    folder = files[0].parent
    missing = np.setdiff1d(np.arange(n_seeds), found)
    if missing.size:
        raise InputError(f"{folder}: seed {missing[0]} is missing; expected 0 to {n_seeds - 1}")
    for seed, count in zip(*np.unique(found, return_counts=True), strict=True):
        if seed >= n_seeds:
            raise InputError(f"{folder}: seed {seed} found; expected 0 to {n_seeds - 1}")
        if count > 1:
            rows = count * checkpoints
            raise InputError(f"{folder}: seed {seed} has {rows} rows; expected {checkpoints}")
    raise InputError(
        f"{folder}: the seeds of its files are not in the order of their names; expected run files "
        "as they were written"
    )
