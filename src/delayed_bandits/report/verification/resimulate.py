"""Run files, simulated again from their footers.

Of the folder that is checked nothing is run: neither learners that a footer names, nor compiled
kernels.
"""

import filecmp
import functools
import hashlib
import logging
import os
import tempfile
from collections.abc import Container, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from delayed_bandits.algorithms.learners.files import is_file
from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments.delay_tables import origin_of_delays, origin_of_log, read_delays
from delayed_bandits.experiments.processes import run_in_processes
from delayed_bandits.experiments.simulation import simulate_to
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.files.provenance import other_versions
from delayed_bandits.files.tables import read_footer, read_table
from delayed_bandits.report.verification.manifest import Findings

Footers = Mapping[Path, Mapping[str, Any]]  # of Parquet files; empty if a file is not whole


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
    found = {}
    kinds = (criteo, "touch", origin_of_delays), (log, "arms", origin_of_log)
    for given, key, origin_of in kinds:
        if given:
            found[origin_of(given, read_footer(given))] = given
            continue
        for path, footer in footers.items():
            if key in footer:
                try:
                    found[origin_of(path, footer)] = path
                except InputError as error:
                    findings.fail(path, error)
    return found


def check_simulations(
    chosen: list[Path],
    footers: Footers,
    delays_files: Mapping[str, Path],
    learners: Container[str],
    findings: Findings,
) -> None:
    """Simulate run files again, each in its own process; of learners in files only `learners`."""
    versions = [other_versions(footers[path].get("provenance", {})) for path in chosen]
    calls = [
        functools.partial(simulate_again, path, footers[path], delays_files, learners, other)
        for path, other in zip(chosen, versions, strict=True)
    ]
    answers = dict(run_in_processes(calls, "spawn"))
    for number, (path, other) in enumerate(zip(chosen, versions, strict=True)):
        if isinstance(answers[number], InputError):  # other versions may know no such algorithm
            words = " ".join(str(answers[number]).split())
            findings.fail(path, f"cannot be simulated again: {words}{other}")
        elif answers[number]:
            findings.fail(path, f"{answers[number]}{other}")
        else:
            verdict = "same numbers under other versions" if other else "same bytes"
            findings.add(path, verdict, other, level=logging.INFO)


def simulate_again(
    path: Path,
    footer: Mapping[str, Any],
    delays_files: Mapping[str, Path],
    learners: Container[str],
    versions: str,
) -> str:
    """Simulate a run file again and describe the first difference, "" if there is none.

    `versions` are those that differ: under others, the bytes of the same numbers may, too.
    """
    logging.getLogger("delayed_bandits.experiments.simulation").setLevel(logging.ERROR)
    origins = footer.get("criteo"), footer.get("log")
    kinds = ("criteo", "Criteo delays"), ("log", "delays of a log")
    for origin, (kind, what) in zip(origins, kinds, strict=True):
        if origin and origin not in delays_files:
            found = " and ".join(delays_files) or "none"
            return f"{what} found: {found}; expected {origin} (--{kind} FILE)"
    with tempfile.TemporaryDirectory() as temporary:
        new = Path(temporary, "run.parquet")
        first, last = footer["seeds"]
        specification = Specification(**footer["specification"])
        check_learner(specification.run, learners)
        found = read_table(path)
        rows = (last - first + 1) * min(specification.checkpoints, specification.horizon)
        if found.num_rows != rows:  # there may be no end to so many
            return f"found {found.num_rows} rows; expected {rows}, by its footer"
        delays = read_delays(*map(delays_files.get, origins))
        simulate_to(new, specification, range(first, last + 1), delays, footer.get("sources"))
        difference = difference_of_tables(found, read_table(new), "simulated again")
        if difference or versions or filecmp.cmp(new, path, shallow=False):
            return difference
        return "found other bytes of the same numbers; expected the same bytes"


def check_learner(reference: str, learners: Container[str]) -> None:
    """Check that a run is of an algorithm of this package, or of one of `learners`."""
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
        if not found[name].equals(expected[name]):
            old, new = (np.asarray(table[name].to_pylist()) for table in (found, expected))
            for row in np.flatnonzero(old != new)[:1]:
                return f"row {row}: {name} is {old[row]}; expected {new[row]}, as {how}"
    return ""
