"""Read and check the run files of an algorithm on a setting."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.files.layout import seeds_in
from delayed_bandits.files.tables import row_groups, values

MAX_RUN_BYTES = 16_000_000  # columns of more bytes stay on disk

REMAKE = "Delete the file, and run the same command again."

Columns = Mapping[str, np.ndarray]  # columns by name, of shape (runs, checkpoints)

Footers = Mapping[Path, Mapping[str, Any]]  # the footers of the run files of a run


class ColumnsOnDisk(Columns):
    """Columns that are too large for memory, read from run files on demand."""

    def __init__(
        self, files: Sequence[Path], names: Sequence[str], n_runs: int, checkpoints: int
    ) -> None:
        self.n_runs = n_runs
        self._files, self._names, self._checkpoints = files, names, checkpoints

    def parts(self, names: Sequence[str]) -> Iterator[tuple[np.ndarray, ...]]:
        """Yield arrays of the named columns, of shape (some runs, checkpoints)."""
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
    """Read a run: its specification, provenance of delays, checkpoints and columns."""
    specification = _specification(key, footers)
    files = sorted(footers, key=lambda path: seeds_in(path.stem)[0])
    n_runs, rounds, names, held = 0, np.empty(0), [], True
    tables: list[pa.Table] = []
    for path in files:
        seeds = seeds_in(path.stem)
        if seeds[0] != n_runs:
            raise InputError(f"{path}: starts at seed {seeds[0]}, not {n_runs}. {REMAKE}")
        for table in row_groups(path):
            if not rounds.size:
                rounds, names = np.unique(values(table["round"])), table.column_names[2:]
                last = max(seeds_in(path.stem)[-1] for path in files)
                held = 8 * (last + 1) * rounds.size * len(names) <= MAX_RUN_BYTES
            n_runs += _check_rows(path, table, n_runs, rounds)
            if held:
                tables.append(table)
        if n_runs != seeds[-1] + 1:
            raise InputError(f"{path}: ends at seed {n_runs - 1}, not {seeds[-1]}. {REMAKE}")
    columns: Columns = ColumnsOnDisk(files, names, n_runs, rounds.size)
    if held:
        rows = pa.concat_tables(tables)
        columns = {name: values(rows[name]).reshape(n_runs, -1) for name in names}
    provenances = (footers[files[0]].get(name) for name in ("criteo", "log"))
    return specification, " and ".join(filter(None, provenances)) or None, rounds, columns


def _specification(key: tuple[str, str], footers: Footers) -> Specification:
    first, *_ = footers
    for path, footer in footers.items():
        for name in ("specification", "criteo", "log"):
            if footer.get(name) != footers[first].get(name):
                raise InputError(f"{path}: its {name} is not that of {first}. Delete one of them.")
    specification = Specification(**footers[first]["specification"])
    if key != (specification.setting, specification.algorithm):
        found = f"{specification.algorithm} on {specification.setting}"
        raise InputError(f"{first}: is a run of {found}, not of {key[1]} on {key[0]}. {REMAKE}")
    return specification


def _check_rows(path: Path, table: pa.Table, first: int, rounds: np.ndarray) -> int:
    """Return a table's number of runs. Raise InputError if a value is not finite."""
    for name in table.column_names[2:]:
        if not (finite := np.isfinite(values(table[name]))).all():
            seed = first + finite.argmin() // rounds.size
            raise InputError(f"{path}: the {name} of seed {seed} is not a number. {REMAKE}")
    return table.num_rows // max(1, rounds.size)
