"""The files of a run: all there, as the manifest says, and Parquet files that are whole."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.digests import sha256
from delayed_bandits.files.tables import read_footer
from delayed_bandits.report.verification.findings import UNKNOWN, Findings
from delayed_bandits.report.verification.manifest import Manifest

BESIDE = ("logs", "benchmarks", "numba", "quick", "learners", "plan", "kept", "manifest.json")
"""What is beside the results of a run in its folder."""


def check_files(folder: Path, manifest: Manifest, findings: Findings) -> None:
    """Check that each file of the manifest is there, with its bytes; name files of no manifest."""
    for name, entry in manifest["files"].items():
        path = beside(folder, name)
        if not path.is_file():
            findings.fail(path, f"no such file; expected it, made by the step {entry['step']}")
        elif (found := sha256(path)) != entry["sha256"]:
            findings.fail(
                path, f"its SHA-256 is {found[:16]}…; expected {entry['sha256'][:16]}…, by manifest"
            )
        else:
            findings.passed(path, "as in the manifest")
    known = {beside(folder, name) for name in manifest["files"]}
    figures = beside(folder, manifest["figures"])
    shown = [figures / name for name in ("criteo", *manifest["config"].get("papers", []))]
    for path in (*_below([folder]), *_below(shown)):
        inside = path.relative_to(folder).parts if path.is_relative_to(folder) else ()
        if path not in known and not (inside and inside[0] in BESIDE):
            findings.remark(path, UNKNOWN)


def beside(folder: Path, name: str) -> Path:
    """Give the path of a file by its name relative to the folder of results."""
    return Path(os.path.normpath(folder / name))


def _below(folders: Iterable[Path]) -> list[Path]:
    """List the files below folders, but those that are being written."""
    found = {path for folder in folders for path in folder.rglob("*")}
    return sorted(path for path in found if path.is_file() and path.suffix != ".tmp")


def tables_in(folder: Path) -> list[Path]:
    """List the Parquet files of results, but the runs that are kept under other names."""
    kept = folder / "kept", folder / "quick/kept"
    return sorted(path for path in folder.rglob("*.parquet") if path.parent not in kept)


def read_footers(folder: Path, findings: Findings) -> dict[Path, dict[str, Any]]:
    """Read the footers of all Parquet files that are whole; the others are failures."""
    footers = {}
    for path in tables_in(folder):
        try:
            footer = read_footer(path)
            if not isinstance(footer, dict):
                raise InputError(f"{path}: its footer is no mapping; expected one")
            footers[path] = footer
        except (InputError, OSError) as error:
            findings.fail(path, str(error))
        except Exception as error:
            findings.fail(path, f"cannot be read: {' '.join(str(error).split())}")
    return footers
