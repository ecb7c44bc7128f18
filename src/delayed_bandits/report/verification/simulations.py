"""Run files, simulated again from their footers."""

import functools
import hashlib
import os
from collections.abc import Container, Mapping
from pathlib import Path
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments.delay_tables import origin_of_delays, origin_of_log
from delayed_bandits.experiments.processes import run_in_processes
from delayed_bandits.files.provenance import other_versions
from delayed_bandits.files.tables import read_footer
from delayed_bandits.report.verification.findings import Findings
from delayed_bandits.report.verification.resimulate import simulate_again

Footers = Mapping[Path, Mapping[str, Any]]
"""The footers of the Parquet files that are whole."""


def check_simulations(
    chosen: list[Path],
    footers: Footers,
    delays_files: Mapping[str, Path],
    learners: Container[str],
    findings: Findings,
) -> None:
    """Simulate run files again, each in a process of its own; of learners in files only these."""
    calls = []
    for path in chosen:
        footer = footers[path]
        versions = other_versions(footer.get("provenance", {}))
        given = path, footer, delays_files, learners, versions
        calls.append(functools.partial(simulate_again, *given))
    answers = dict(run_in_processes(calls, "spawn"))
    for number, path in enumerate(chosen):
        if isinstance(versions := answers[number], InputError):
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
