"""Results held against their own footers: whole, and what a new simulation gives."""

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
from delayed_bandits.files.provenance import provenance
from delayed_bandits.files.tables import read_footer, read_table, values
from delayed_bandits.plan.specification import Specification
from delayed_bandits.simulation import origin_of_delays, simulate_to

logger = logging.getLogger(__name__)


def verify(folder: Path, sample: int = 10, seed: int = 0, criteo: Path | None = None) -> None:
    """Check the bytes of every Parquet file below a folder, and simulate some run files anew.

    A line is logged for each failure, and a summary.

    Parameters
    ----------
    folder : Path
        Where the results are.
    sample : int
        How many run files to simulate anew, each from its footer alone.
    seed : int
        Which ones.
    criteo : Path, optional
        Table of the Criteo delays that the runs used, if it is not below the folder.

    Raises
    ------
    InputError
        If a file is damaged or is not what a new simulation gives, or there are no run files.
    """
    if sample < 1:
        raise InputError(f"--sample: found {sample}; expected at least 1")
    counts: Counter[str] = Counter()
    footers = {}
    for path in sorted(folder.rglob("*.parquet")):
        try:
            footers[path] = read_footer(path)
        except (InputError, OSError) as error:
            logger.error("error: %s", error)
            counts["failed"] += 1
    checked = len(footers) + counts["failed"]
    runs = [path for path, footer in footers.items() if "specification" in footer]
    if not runs and not counts:
        raise InputError(f"{folder}: found no run file; expected a folder of results")
    tables = [criteo] if criteo else [path for path in footers if "touch" in footers[path]]
    delays = {origin_of_delays(table): table for table in tables}

    def lot(path: Path) -> bytes:
        return hashlib.sha256(f"{seed} {path.relative_to(folder).as_posix()}".encode()).digest()

    chosen = sorted(runs, key=lot)[:sample]
    for path in chosen:
        try:
            versions = _simulate_again(path, footers[path], delays)
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


def _simulate_again(path: Path, footer: Mapping[str, Any], delays: Mapping[str, Path]) -> str:
    """The other versions that a run file of the same numbers was made with; empty for the same."""
    source = footer["criteo"]
    if source and source not in delays:
        found = " and ".join(delays) or "none"
        raise InputError(f"{path}: Criteo delays found: {found}; expected {source} (--criteo FILE)")
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
            simulate_to(new, specification, range(first, last + 1), delays.get(source))
        except Exception as error:  # other versions may know no such algorithm or parameter
            what = " ".join(f"{type(error).__name__}: {error}".split())
            raise InputError(f"{path}: cannot be simulated anew: {what}{versions}") from error
        if new.read_bytes() == path.read_bytes():
            return ""
        difference = _difference(read_table(path), read_table(new))
    if difference or not versions:
        difference = difference or "found other bytes of the same numbers; expected the same bytes"
        raise InputError(f"{path}: {difference}{versions}")
    return versions


def _difference(found: pa.Table, expected: pa.Table) -> str:
    """The first difference between the rows of two tables; empty if there is none."""
    shapes = [f"{table.num_rows} rows of {table.column_names}" for table in (found, expected)]
    if shapes[0] != shapes[1]:
        return f"found {shapes[0]}; expected {shapes[1]}"
    for name in expected.column_names:
        old, new = values(found[name]), values(expected[name])
        for row in np.flatnonzero(old != new)[:1]:
            return f"row {row}: {name} is {old[row]}; expected {new[row]}, as simulated anew"
    return ""
