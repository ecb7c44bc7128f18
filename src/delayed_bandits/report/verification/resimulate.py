"""One run file, simulated again from its footer.

Of the folder that is checked nothing is run: neither learners that a footer names, nor compiled
kernels.
"""

import filecmp
import logging
import tempfile
from collections.abc import Container, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from delayed_bandits.algorithms.learners.files import is_file
from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments.delay_tables import read_delays
from delayed_bandits.experiments.simulation import simulate_to
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.files.tables import read_table


def simulate_again(
    path: Path,
    footer: Mapping[str, Any],
    delays_files: Mapping[str, Path],
    learners: Container[str],
    versions: str,
) -> str:
    """Simulate a run file again; return the library versions that differ, "" if none.

    Of learners in files, only `learners` are run.
    """
    logging.getLogger("delayed_bandits.experiments.simulation").setLevel(logging.ERROR)
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
            check_learner(specification.run, learners)
            delays = read_delays(*map(delays_files.get, origins.values()))
            seeds = range(first, last + 1)
            simulate_to(new, specification, seeds, delays, footer.get("sources"))
        except Exception as error:  # other versions may know no such algorithm or parameter
            kind = "" if isinstance(error, InputError) else f"{type(error).__name__}: "
            what = " ".join(f"{kind}{error}".split())
            raise InputError(f"{path}: cannot be simulated again: {what}{versions}") from error
        if not versions and filecmp.cmp(new, path, shallow=False):
            return ""
        difference = difference_of_tables(read_table(path), read_table(new), "simulated again")
    if difference or not versions:
        difference = difference or "found other bytes of the same numbers; expected the same bytes"
        raise InputError(f"{path}: {difference}{versions}")
    return versions


def check_learner(reference: str, learners: Container[str]) -> None:
    """Check that a run is of an algorithm of this package, or of one of `learners`.

    Raises
    ------
    InputError
        If it names another file.
    """
    if is_file(reference) and reference not in learners:
        raise InputError(
            f"{reference} is not run; expected an algorithm of this package, or a learner that "
            "workflow/papers/ of the checkout names"
        )


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
