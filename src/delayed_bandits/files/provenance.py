"""Provenance of results: versions and commit, never a date, since same inputs give same bytes."""

import importlib.metadata
import os
import platform
import subprocess

import delayed_bandits
from delayed_bandits.files.sources import PACKAGE, source_digest


def provenance(libraries: tuple[str, ...] = ("numpy", "numba", "pyarrow")) -> dict[str, str]:
    """Collect versions of the package, its commit, Python and the libraries behind the numbers."""
    versions = {name: importlib.metadata.version(name) for name in libraries}
    return {
        "delayed-bandits": delayed_bandits.__version__,
        "commit": commit(),
        "python": platform.python_version(),
        **versions,
    }


COMMIT = "DELAYED_BANDITS_COMMIT"
"""Environment variable with the commit, for jobs."""


def settle_commit() -> None:
    """Ask git once for all jobs of a run: the nodes of a cluster may have none."""
    os.environ.setdefault(COMMIT, commit())


def commit() -> str:
    """Name the git commit of the sources, with their digest if they were edited or without git."""
    if COMMIT in os.environ:
        return os.environ[COMMIT]
    head, edits = _git("rev-parse", "HEAD").strip(), _git("status", "--porcelain", ".")
    if head and not edits:
        return head
    return f"{head or 'unknown'}+{source_digest(sorted(PACKAGE.rglob('*.py')))}"


def _git(*arguments: str) -> str:
    """Return the output of a git command in the folder of the sources; empty if it fails."""
    command = ["git", "--no-optional-locks", "-C", str(PACKAGE), *arguments]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return answer.stdout if answer.returncode == 0 else ""
