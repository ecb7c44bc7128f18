"""Curves of regret and other recorded columns, by seed and round, read from run files."""

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from delayed_bandits.analysis.resources import KEPT
from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.layout import key_of_run
from delayed_bandits.files.tables import open_table, read_footer
from delayed_bandits.plan.specification import Specification


@dataclass(frozen=True)
class Curves:
    """The recorded columns of one algorithm on one setting.

    Attributes
    ----------
    specification : Specification
    delays_origin : str or None
        Source, touch rule and digest of the Criteo delays that the runs used.
    rounds : ndarray of int64, shape (checkpoints,)
    columns : dict
        The columns of the run files, "regret" and those of the trace, each of shape
        (seeds, checkpoints).
    """

    specification: Specification
    delays_origin: str | None
    rounds: np.ndarray
    columns: dict[str, np.ndarray]

    @property
    def trace(self) -> Mapping[str, Any]:
        """Give the arguments of the trace, the coordinates of the setting."""
        return self.specification.trace

    @property
    def regret(self) -> np.ndarray:
        """Give the cumulative regret, shape (seeds, checkpoints)."""
        return self.columns["regret"]

    @property
    def n_seeds(self) -> int:
        """Give the number of replications."""
        return len(self.regret)

    def at(self, round_: int, name: str = "regret") -> np.ndarray:
        """Give a column of every seed at the last checkpoint that is not after `round_`."""
        return self.columns[name][:, np.searchsorted(self.rounds, round_, side="right") - 1]

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
        return function(*(self.columns[name] for name in names))

    def mean(self, name: str = "regret") -> np.ndarray:
        """Compute the mean of a column over the seeds, shape (checkpoints,)."""
        return self.columns[name].mean(axis=0)

    def std(self, name: str = "regret") -> np.ndarray:
        """Compute the standard deviation of a column over the seeds, shape (checkpoints,)."""
        return self.columns[name].std(axis=0, ddof=1)


AllCurves = Mapping[tuple[str, str], Curves]
"""Curves by setting and algorithm."""


class CurvesOfFiles(AllCurves):
    """The curves of run files, read on demand.

    Parameters
    ----------
    files : iterable of Path
        The run files, every block of one or more runs, each run in the folder of its name.
    n_seeds : int
        The number of replications expected of each; seeds start at 0.

    Raises
    ------
    InputError
        When the curves of a run are read, if a file is damaged or of another run, if two blocks
        differ in specification or Criteo delays, if a seed is missing or occurs twice, or if a
        value is not a number.
    """

    def __init__(self, files: Iterable[Path], n_seeds: int = 0) -> None:  # noqa: ARG002
        self._files: dict[tuple[str, str], list[Path]] = {}
        for path in files:
            self._files.setdefault(key_of_run(path), []).append(path)
        self._read = functools.lru_cache(KEPT)(
            lambda key: _join(key, self._files[key], _wanted(self._files[key]))
        )

    @functools.cached_property
    def specifications(self) -> dict[tuple[str, str], Specification]:
        """Give the specification of every run, from a footer of each."""
        return {
            key: Specification(**read_footer(paths[0])["specification"])
            for key, paths in self._files.items()
        }

    def paths(self, key: tuple[str, str]) -> list[Path]:
        """Give the run files of a run."""
        return self._files[key]

    def __getitem__(self, key: tuple[str, str]) -> Curves:
        return self._read(key)

    def __contains__(self, key: object) -> bool:
        return key in self._files

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


def _wanted(paths: list[Path]) -> int:
    """Read off the names of run files how many seeds there are."""
    return 1 + max(int(path.stem.split("-")[1]) for path in paths)


def _join(key: tuple[str, str], paths: list[Path], n_seeds: int) -> Curves:
    """Read the blocks of a run and check that they are of that run, and complete."""
    tables, footers = zip(*map(open_table, paths), strict=True)
    for path, footer in zip(paths, footers, strict=True):
        for name in ("specification", "criteo"):
            if footer[name] != footers[0][name]:
                raise InputError(
                    f"{path}: its {name} is not that of {paths[0]}; delete one of them"
                )
    specification = Specification(**footers[0]["specification"])
    if key != (specification.setting, specification.algorithm):
        raise InputError(
            f"{paths[0]}: found a run of {specification.algorithm} on {specification.setting}; "
            f"expected one of {key[1]} on {key[0]}"
        )
    table = pa.concat_tables(tables).sort_by([("seed", "ascending"), ("round", "ascending")])
    rounds = np.unique(table["round"].to_numpy())
    found, counts = np.unique(table["seed"].to_numpy(), return_counts=True)
    _check_seeds(paths[0].parent, found, counts, n_seeds, rounds.size)
    columns = {}
    for name in table.column_names[2:]:
        values = table[name].to_numpy().reshape(n_seeds, rounds.size)
        if not np.isfinite(values).all():
            seed = int(np.argwhere(~np.isfinite(values))[0, 0])
            raise InputError(f"{paths[0].parent}: the {name} of seed {seed} is not a number")
        columns[name] = values
    return Curves(specification, footers[0]["criteo"], rounds, columns)


def _check_seeds(
    folder: Path, found: np.ndarray, counts: np.ndarray, n_seeds: int, checkpoints: int
) -> None:
    missing = np.setdiff1d(np.arange(n_seeds), found)
    if missing.size:
        raise InputError(f"{folder}: seed {missing[0]} is missing; expected 0 to {n_seeds - 1}")
    for seed, count in zip(found, counts, strict=True):
        if seed >= n_seeds:
            raise InputError(f"{folder}: seed {seed} found; expected 0 to {n_seeds - 1}")
        if count != checkpoints:
            raise InputError(f"{folder}: seed {seed} has {count} rows; expected {checkpoints}")
