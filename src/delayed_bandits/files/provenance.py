"""What a result file says about where it comes from. Never a date: same inputs, same bytes."""

import importlib.metadata
import os
import platform
import subprocess

import delayed_bandits
from delayed_bandits.files.sources import PACKAGE, source_digest


def provenance(libraries: tuple[str, ...] = ("numpy", "numba", "pyarrow")) -> dict[str, str]:
    """Versions of the package, its commit, Python and the libraries that the numbers rest on."""
    versions = {name: importlib.metadata.version(name) for name in libraries}
    return {
        "delayed-bandits": delayed_bandits.__version__,
        "commit": commit(),
        "python": platform.python_version(),
        **versions,
    }


COMMIT = "DELAYED_BANDITS_COMMIT"
"""The environment variable that tells jobs the commit."""


def settle_commit() -> None:
    """Ask git once for all jobs of a run: the nodes of a cluster may have none."""
    os.environ.setdefault(COMMIT, commit())


def commit() -> str:
    """The git commit of the sources; with their own digest if they were edited, or without git."""
    if COMMIT in os.environ:
        return os.environ[COMMIT]
    head, edits = _git("rev-parse", "HEAD").strip(), _git("status", "--porcelain", ".")
    if head and not edits:
        return head
    return f"{head or 'unknown'}+{source_digest(sorted(PACKAGE.rglob('*.py')))}"


def _git(*arguments: str) -> str:
    """Output of a git command in the folder of the sources; empty if it fails."""
    command = ["git", "--no-optional-locks", "-C", str(PACKAGE), *arguments]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return answer.stdout if answer.returncode == 0 else ""
