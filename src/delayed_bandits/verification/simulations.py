"""Run files, simulated again from their footers."""

import filecmp
import functools
import hashlib
import logging
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.delay_tables import origin_of_delays, origin_of_log, read_delays
from delayed_bandits.files.provenance import other_versions
from delayed_bandits.files.sources import source_digest
from delayed_bandits.files.tables import read_footer, read_table
from delayed_bandits.plan.specification import Specification
from delayed_bandits.verification.findings import Findings, apart

Footers = Mapping[Path, Mapping[str, Any]]
"""The footers of the Parquet files that are whole."""


def check_simulations(
    folder: Path,
    chosen: list[Path],
    footers: Footers,
    delays_files: Mapping[str, Path],
    findings: Findings,
) -> None:
    """Simulate run files again, each in a process of its own."""
    calls = []
    for path in chosen:
        footer = footers[path]
        kernels = _kernels(folder, footers, footer["specification"].get("paper"))
        versions = other_versions(footer.get("provenance", {}))
        given = path, footer, delays_files, kernels, versions
        calls.append(functools.partial(_simulate_again, *given))
    for path, versions in zip(chosen, apart(calls, "spawn"), strict=True):
        if isinstance(versions, InputError):
            words = str(versions)
            if not words.startswith(str(path)):
                words = f"cannot be simulated again: {words}"
            findings.fail(path, words)
        else:
            verdict = "same numbers under other versions" if versions else "same bytes"
            findings.remark(path, verdict, versions)


def sample(files: list[Path], folder: Path, size: int, seed: int) -> list[Path]:
    """Choose files by their names, as seen from a folder, and a seed."""

    def sampling_key(path: Path) -> bytes:
        name = Path(os.path.relpath(path, folder)).as_posix()
        return hashlib.sha256(f"{seed} {name}".encode()).digest()

    return sorted(files, key=sampling_key)[:size]


def tables_of_delays(
    footers: Footers, criteo: Path | None, log: Path | None, findings: Findings
) -> dict[str, Path]:
    """Find the tables of observed delays by their origins."""
    given = [
        ({criteo: read_footer(criteo)} if criteo else footers, "touch", origin_of_delays),
        ({log: read_footer(log)} if log else footers, "arms", origin_of_log),
    ]
    found = {}
    for tables, key, origin_of in given:
        for path, footer in tables.items():
            if key in footer or path in (criteo, log):
                try:
                    found[origin_of(path, footer)] = path
                except InputError as error:
                    if path in (criteo, log):
                        raise
                    findings.fail(path, str(error))
    return found


def _kernels(folder: Path, footers: Footers, paper: str) -> Path | None:
    """Find the kernels that a run of a paper compiled from sources like those of today."""
    from delayed_bandits.simulation import sources_of_runs

    runs = [footer.get("specification", {}) for footer in footers.values()]
    modules = {Specification(**run).module for run in runs if run.get("paper") == paper}
    kept = folder / "numba" / source_digest(sources_of_runs(*sorted(modules)))
    return kept.absolute() if kept.is_dir() else None


def _simulate_again(
    path: Path,
    footer: Mapping[str, Any],
    delays_files: Mapping[str, Path],
    kernels: Path | None,
    versions: str,
) -> str:
    """Simulate a run file again; return the library versions that differ, "" if none."""
    if kernels:
        os.environ["NUMBA_CACHE_DIR"] = str(kernels)  # before Numba is imported
    from delayed_bandits.simulation import simulate_to

    logging.getLogger("delayed_bandits.simulation").setLevel(logging.ERROR)
    origins = {"criteo": footer.get("criteo"), "log": footer.get("log")}
    for kind, origin in origins.items():
        if origin and origin not in delays_files:
            found = " and ".join(delays_files) or "none"
            what = "Criteo delays" if kind == "criteo" else "delays of a log"
            raise InputError(f"{path}: {what} found: {found}; expected {origin} (--{kind} FILE)")
    with tempfile.TemporaryDirectory() as temporary:
        new = Path(temporary, "run.parquet")
        try:
            first, last = footer["seeds"]
            specification = Specification(**footer["specification"])
            delays = read_delays(*map(delays_files.get, origins.values()))
            seeds = range(first, last + 1)
            simulate_to(new, specification, seeds, delays, footer.get("sources"))
        except Exception as error:  # other versions may know no such algorithm or parameter
            what = " ".join(f"{type(error).__name__}: {error}".split())
            raise InputError(f"{path}: cannot be simulated again: {what}{versions}") from error
        if not versions and filecmp.cmp(new, path, shallow=False):
            return ""
        difference = difference_of_tables(read_table(path), read_table(new), "simulated again")
    if difference or not versions:
        difference = difference or "found other bytes of the same numbers; expected the same bytes"
        raise InputError(f"{path}: {difference}{versions}")
    return versions


def difference_of_tables(found: pa.Table, expected: pa.Table, how: str) -> str:
    """Describe the first difference between the rows of two tables; "" if there is none."""
    shapes = [f"{table.num_rows} rows of {table.column_names}" for table in (found, expected)]
    if shapes[0] != shapes[1]:
        return f"found {shapes[0]}; expected {shapes[1]}"
    for name in expected.column_names:
        if found[name].equals(expected[name]):
            continue
        old, new = (np.asarray(table[name].to_pylist()) for table in (found, expected))
        for row in np.flatnonzero(old != new)[:1]:
            return f"row {row}: {name} is {old[row]}; expected {new[row]}, as {how}"
    return ""
