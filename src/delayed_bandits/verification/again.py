"""One run file, simulated again from its footer.

Nothing here imports Numba before it knows where the kernels are that the run compiled.
"""

import filecmp
import logging
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.tables import read_table
from delayed_bandits.plan.specification import Specification


def simulate_again(
    path: Path,
    footer: Mapping[str, Any],
    delays_files: Mapping[str, Path],
    kernels: Path | None,
    versions: str,
) -> str:
    """Simulate a run file again; return the library versions that differ, "" if none."""
    if kernels:
        os.environ["NUMBA_CACHE_DIR"] = str(kernels)  # before Numba is imported
    from delayed_bandits.files.delay_tables import read_delays
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
