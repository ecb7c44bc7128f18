"""Run files into regret tables: mean regret with its confidence interval."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from delayed_bandits.errors import InputError
from delayed_bandits.experiment import digest
from delayed_bandits.provenance import provenance
from delayed_bandits.statistics import half_width
from delayed_bandits.tables import read_footer, read_table, write_table


class Curves:
    """The regret of every seed of one algorithm on one setting.

    Attributes
    ----------
    rounds : ndarray of int64, shape (checkpoints,)
    regret : ndarray, shape (seeds, checkpoints)
    criteo : str or None
        Digest of the Criteo delays that the runs used.
    """

    def __init__(self, rounds: np.ndarray, regret: np.ndarray, criteo: str | None) -> None:
        self.rounds, self.regret, self.criteo = rounds, regret, criteo

    def at(self, round_: int) -> np.ndarray:
        """Regret of every seed at the last checkpoint that is not after `round_`."""
        return self.regret[:, np.searchsorted(self.rounds, round_, side="right") - 1]

    @property
    def final(self) -> np.ndarray:
        """Regret of every seed at the horizon."""
        return self.regret[:, -1]


def read_curves(
    files: Iterable[Path], runs: Mapping[str, Mapping[str, Any]], seeds: int
) -> dict[str, Curves]:
    """Read the run files of one setting.

    Parameters
    ----------
    files : iterable of Path
        Every block of every algorithm.
    runs : mapping
        The specification of each algorithm's run.
    seeds : int
        The number of replications there must be, from 0 on.

    Raises
    ------
    InputError
        If a file belongs to another specification, if Criteo delays differ between blocks, if a
        seed is missing or there twice, or if a regret is not a number.
    """
    blocks: dict[str, list[tuple[Path, pa.Table, str | None]]] = {name: [] for name in runs}
    for path in files:
        footer = read_footer(path)
        name = footer["specification"]["algorithm"]
        if name not in runs or footer["digest"] != digest(runs[name]):
            raise InputError(
                f"{path}: made with another configuration (digest {footer['digest']}); "
                "delete it and run again"
            )
        blocks[name].append((path, read_table(path), footer["criteo"]))
    return {name: _join(name, found, seeds) for name, found in blocks.items()}


def _join(name: str, blocks: list[tuple[Path, pa.Table, str | None]], seeds: int) -> Curves:
    if not blocks:
        raise InputError(f"{name}: no run files")
    sources = {source for _, _, source in blocks}
    if len(sources) > 1:
        raise InputError(f"{blocks[0][0]}: Criteo delays differ from those of other blocks")
    table = pa.concat_tables([table for _, table, _ in blocks]).sort_by(
        [("seed", "ascending"), ("round", "ascending")]
    )
    rounds = np.unique(table["round"].to_numpy())
    found, counts = np.unique(table["seed"].to_numpy(), return_counts=True)
    _check_seeds(blocks[0][0].parent, found, counts, seeds, rounds.size)
    regret = table["regret"].to_numpy().reshape(seeds, rounds.size)
    if not np.isfinite(regret).all():
        seed = int(np.argwhere(~np.isfinite(regret))[0, 0])
        raise InputError(f"{blocks[0][0].parent}: the regret of seed {seed} is not a number")
    return Curves(rounds, regret, sources.pop())


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
            raise InputError(
                f"{folder}: seed {seed} has {count} rows; expected {checkpoints}, one per checkpoint"
            )


def regret_table(setting: str, curves: Mapping[str, Curves]) -> pa.Table:
    """Mean regret of each algorithm at each checkpoint of one setting.

    Returns
    -------
    pyarrow.Table
        Columns setting, algorithm, round, mean, std, sem, ci_low, ci_high (Student, 95 %), seeds.
    """
    parts = []
    for name, curve in curves.items():
        seeds = curve.regret.shape[0]
        mean = curve.regret.mean(axis=0)
        std = curve.regret.std(axis=0, ddof=1)
        sem = std / np.sqrt(seeds)
        half = half_width(sem, seeds)
        parts.append(
            pa.table(
                {
                    "setting": [setting] * mean.size,
                    "algorithm": [name] * mean.size,
                    "round": curve.rounds,
                    "mean": mean,
                    "std": std,
                    "sem": sem,
                    "ci_low": mean - half,
                    "ci_high": mean + half,
                    "seeds": np.full(mean.size, seeds),
                }
            )
        )
    return pa.concat_tables(parts)


def aggregate_to(
    output: Path, files: Iterable[Path], runs: Mapping[str, Mapping[str, Any]], seeds: int
) -> None:
    """Write the regret table of one setting."""
    curves = read_curves(files, runs, seeds)
    setting = next(iter(runs.values()))["setting"]
    sources = {curve.criteo for curve in curves.values()}
    footer = {
        "digests": {name: digest(run) for name, run in runs.items()},
        "criteo": sources.pop(),
        "provenance": provenance(("numpy", "numba", "pyarrow", "scipy")),
    }
    write_table(output, regret_table(setting, curves), footer)
