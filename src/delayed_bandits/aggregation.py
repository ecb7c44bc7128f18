"""Run files into regret tables: mean regret with its confidence interval."""

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from delayed_bandits.errors import InputError
from delayed_bandits.provenance import provenance
from delayed_bandits.specification import digest
from delayed_bandits.statistics import half_width
from delayed_bandits.tables import read_footer, read_table, whole_file, write_table

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Curves:
    """What was recorded of every seed of one algorithm on one setting.

    Attributes
    ----------
    specification : dict
        What was run, see `delayed_bandits.experiment.Paper`.
    criteo : str or None
        Source, touch rule and digest of the Criteo delays that the runs used.
    rounds : ndarray of int64, shape (checkpoints,)
    columns : dict
        The columns of the run files, "regret" and those of the protocol, each an array of shape
        (seeds, checkpoints).
    """

    specification: dict[str, Any]
    criteo: str | None
    rounds: np.ndarray
    columns: dict[str, np.ndarray]

    @property
    def regret(self) -> np.ndarray:
        """Cumulative regret, shape (seeds, checkpoints)."""
        return self.columns["regret"]

    def at(self, round_: int) -> np.ndarray:
        """Regret of every seed at the last checkpoint that is not after `round_`."""
        return self.regret[:, np.searchsorted(self.rounds, round_, side="right") - 1]

    @property
    def final(self) -> np.ndarray:
        """Regret of every seed at the horizon."""
        return self.regret[:, -1]


AllCurves = Mapping[tuple[str, str], Curves]
"""Curves by setting and algorithm."""

KEPT = 16
"""Curves of so many runs are in memory at a time; ten thousand seeds of one are 0.2 GB."""


class CurvesOfFiles(AllCurves):
    """The curves of run files, read when they are asked for.

    Parameters
    ----------
    files : iterable of Path
        The run files, every block of one or more (setting, algorithm).
    seeds : int
        The number of replications there must be of each, from 0 on.

    Raises
    ------
    InputError
        If a file is not as it was written; and when the curves of a run are read, if two of its
        blocks were made with different configurations or Criteo delays, if a seed is missing or
        there twice, or if a regret is not a number.
    """

    def __init__(self, files: Iterable[Path], seeds: int) -> None:
        self._footers: dict[tuple[str, str], dict[Path, dict[str, Any]]] = {}
        for path in files:
            footer = read_footer(path)
            key = (footer["specification"]["setting"], footer["specification"]["algorithm"])
            self._footers.setdefault(key, {})[path] = footer
        self._read = functools.lru_cache(KEPT)(lambda key: _join(self._footers[key], seeds))

    @property
    def footers(self) -> list[dict[str, Any]]:
        """The footers of all files."""
        return [footer for blocks in self._footers.values() for footer in blocks.values()]

    def __getitem__(self, key: tuple[str, str]) -> Curves:
        return self._read(key)

    def __contains__(self, key: object) -> bool:
        return key in self._footers

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._footers)

    def __len__(self) -> int:
        return len(self._footers)


def _join(footers: dict[Path, dict[str, Any]], seeds: int) -> Curves:
    paths = list(footers)
    first = footers[paths[0]]
    for path, footer in footers.items():
        for key in ("specification", "criteo"):
            if footer[key] != first[key]:
                raise InputError(f"{path}: its {key} is not that of {paths[0]}; delete one of them")
    table = pa.concat_tables(map(read_table, paths))
    table = table.sort_by([("seed", "ascending"), ("round", "ascending")])
    rounds = np.unique(table["round"].to_numpy())
    found, counts = np.unique(table["seed"].to_numpy(), return_counts=True)
    _check_seeds(paths[0].parent, found, counts, seeds, rounds.size)
    columns = {}
    for name in table.column_names[2:]:
        values = table[name].to_numpy().reshape(seeds, rounds.size)
        if not np.isfinite(values).all():
            seed = int(np.argwhere(~np.isfinite(values))[0, 0])
            raise InputError(f"{paths[0].parent}: the {name} of seed {seed} is not a number")
        columns[name] = values
    return Curves(first["specification"], first["criteo"], rounds, columns)


def _check_seeds(
    folder: Path, found: np.ndarray, counts: np.ndarray, seeds: int, checkpoints: int
) -> None:
    missing = np.setdiff1d(np.arange(seeds), found)
    if missing.size:
        raise InputError(f"{folder}: seed {missing[0]} is missing; expected 0 to {seeds - 1}")
    for seed, count in zip(found, counts, strict=True):
        if seed >= seeds:
            raise InputError(f"{folder}: seed {seed} found; expected 0 to {seeds - 1}")
        if count != checkpoints:
            raise InputError(f"{folder}: seed {seed} has {count} rows; expected {checkpoints}")


def regret_table(curves: AllCurves) -> pa.Table:
    """Mean regret of each algorithm at each checkpoint.

    Returns
    -------
    pyarrow.Table
        Columns setting, algorithm, round, mean, std, sem, ci_low, ci_high (Student, 95 %), seeds.
    """
    parts = []
    for (setting, algorithm), curve in curves.items():
        seeds = len(curve.regret)
        mean = curve.regret.mean(axis=0)
        std = curve.regret.std(axis=0, ddof=1)
        sem = std / np.sqrt(seeds)
        half = half_width(sem, seeds)
        columns = {
            "setting": [setting] * mean.size,
            "algorithm": [algorithm] * mean.size,
            "round": curve.rounds,
            "mean": mean,
            "std": std,
            "sem": sem,
            "ci_low": mean - half,
            "ci_high": mean + half,
            "seeds": np.full(mean.size, seeds),
        }
        parts.append(pa.table(columns))
    return pa.concat_tables(parts)


def aggregate_to(output: Path, csv: Path, latex: Path, files: Sequence[Path], seeds: int) -> None:
    """Write the regret table of a paper's runs, and the final regrets as `csv` and `latex`."""
    curves = CurvesOfFiles(files, seeds)
    runs = [footer["specification"] for footer in curves.footers]
    footer = {
        "digests": {f"{run['setting']}/{run['algorithm']}": digest(run) for run in runs},
        "criteo": sorted({footer["criteo"] for footer in curves.footers if footer["criteo"]}),
        "provenance": provenance(("numpy", "numba", "pyarrow", "scipy")),
    }
    table = regret_table(curves)
    write_table(output, table, footer)
    final = final_regret(table.to_pandas(use_threads=False))
    with whole_file(csv) as temporary:
        final.to_csv(temporary, index=False, float_format="%.6g", lineterminator="\n")
    with whole_file(latex) as temporary:
        final.to_latex(temporary, index=False, float_format="%.1f", escape=True)


def final_regret(regret: "pd.DataFrame") -> "pd.DataFrame":
    """Rows of a regret table at the last checkpoint of each algorithm on each setting."""
    last = regret.groupby(["setting", "algorithm"], sort=False)["round"].transform("max")
    return regret[regret["round"] == last].reset_index(drop=True)
