"""Verification: results are whole, and a new simulation gives the same."""

import filecmp
import hashlib
import logging
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.delay_tables import origin_of_delays, origin_of_log, read_delays
from delayed_bandits.files.provenance import provenance
from delayed_bandits.files.tables import read_footer, read_table, values
from delayed_bandits.plan.specification import Specification
from delayed_bandits.simulation import simulate_to

logger = logging.getLogger(__name__)


def verify(
    folder: Path,
    sample: int = 10,
    seed: int = 0,
    delays_file: Path | None = None,
    log_file: Path | None = None,
) -> None:
    """Check the bytes of every Parquet file below a folder, and simulate some run files again.

    A line is logged for each failure, and a summary.

    Parameters
    ----------
    folder : Path
        Where the results are.
    sample : int
        How many run files to simulate again, each from its footer alone.
    seed : int
        Which ones.
    delays_file : Path, optional
        Table of the Criteo delays that the runs used, if it is not below the folder.
    log_file : Path, optional
        The same of a log.

    Raises
    ------
    InputError
        If a file is damaged or is not what a new simulation gives, or there are no run files.
    """
    if sample < 1:
        raise InputError(f"--sample: found {sample}; expected at least 1")
    counts: Counter[str] = Counter()
    footers = _read_footers(folder, counts)
    checked = len(footers) + counts["failed"]
    runs = [path for path, footer in footers.items() if "specification" in footer]
    if not runs and not counts:
        raise InputError(f"{folder}: found no run file; expected a folder of results")
    tables = {path: footer for path, footer in footers.items() if "touch" in footer}
    if delays_file:
        tables = {delays_file: read_footer(delays_file)}
    delays_files = {origin_of_delays(path, footer): path for path, footer in tables.items()}
    logs = {path: footer for path, footer in footers.items() if "arms" in footer}
    if log_file:
        logs = {log_file: read_footer(log_file)}
    delays_files |= {origin_of_log(path, footer): path for path, footer in logs.items()}
    chosen = _sample(runs, folder, sample, seed)
    for path in chosen:
        try:
            versions = _simulate_again(path, footers[path], delays_files)
        except InputError as error:
            logger.error("error: %s", error)
            counts["failed"] += 1
        else:
            verdict = "same numbers under other versions" if versions else "same bytes"
            logger.info("%s: %s%s", path, verdict, versions)
            counts[verdict] += 1
    found = ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
    summary = (
        f"{folder}: {checked} files checked, {len(chosen)} of {len(runs)} run files simulated "
        f"anew: {found}"
    )
    if counts["failed"]:
        raise InputError(f"{summary}; expected none to fail")
    logger.info(summary)


def _read_footers(folder: Path, counts: Counter[str]) -> dict[Path, dict[str, Any]]:
    """Read the footers of all Parquet files that are whole; log and count the others."""
    footers = {}
    for path in sorted(folder.rglob("*.parquet")):
        try:
            footers[path] = read_footer(path)
        except (InputError, OSError) as error:
            logger.error("error: %s", error)
            counts["failed"] += 1
    return footers


def _sample(runs: list[Path], folder: Path, size: int, seed: int) -> list[Path]:
    """Choose run files by their names and a seed."""

    def sampling_key(path: Path) -> bytes:
        return hashlib.sha256(f"{seed} {path.relative_to(folder).as_posix()}".encode()).digest()

    return sorted(runs, key=sampling_key)[:size]


def _simulate_again(path: Path, footer: Mapping[str, Any], delays_files: Mapping[str, Path]) -> str:
    """Simulate a run file again; return the library versions that differ, "" if none."""
    origins = {"criteo": footer["criteo"], "log": footer.get("log")}
    for kind, origin in origins.items():
        if origin and origin not in delays_files:
            found = " and ".join(delays_files) or "none"
            what = "Criteo delays" if kind == "criteo" else "delays of a log"
            raise InputError(f"{path}: {what} found: {found}; expected {origin} (--{kind} FILE)")
    versions = "".join(
        f"; {name} {footer['provenance'].get(name, 'unknown')}, here {version}"
        for name, version in provenance().items()
        if footer["provenance"].get(name) != version
    )
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
            raise InputError(f"{path}: cannot be simulated anew: {what}{versions}") from error
        if filecmp.cmp(new, path, shallow=False):
            return ""
        difference = _difference(read_table(path), read_table(new))
    if difference or not versions:
        difference = difference or "found other bytes of the same numbers; expected the same bytes"
        raise InputError(f"{path}: {difference}{versions}")
    return versions


def _difference(found: pa.Table, expected: pa.Table) -> str:
    """Describe the first difference between the rows of two tables; "" if there is none."""
    shapes = [f"{table.num_rows} rows of {table.column_names}" for table in (found, expected)]
    if shapes[0] != shapes[1]:
        return f"found {shapes[0]}; expected {shapes[1]}"
    for name in expected.column_names:
        old, new = values(found[name]), values(expected[name])
        for row in np.flatnonzero(old != new)[:1]:
            return f"row {row}: {name} is {old[row]}; expected {new[row]}, as simulated anew"
    return ""
