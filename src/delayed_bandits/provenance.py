"""What a result file says about where it comes from. Never a date: same inputs, same bytes."""

import importlib.metadata
import platform
import subprocess
from pathlib import Path

import delayed_bandits


def provenance(libraries: tuple[str, ...] = ("numpy", "numba", "pyarrow")) -> dict[str, str]:
    """Versions of the package, its commit, Python and the libraries that the numbers rest on."""
    versions = {name: importlib.metadata.version(name) for name in libraries}
    return {
        "delayed-bandits": delayed_bandits.__version__,
        "commit": commit(),
        "python": platform.python_version(),
        **versions,
    }


def commit() -> str:
    """The git commit of the sources, "+" behind it if they were edited; "unknown" without git."""
    head, edits = _git("rev-parse", "HEAD"), _git("status", "--porcelain", ".")
    return f"{head.strip()}{'+' if edits else ''}" if head else "unknown"


def _git(*arguments: str) -> str:
    """Output of a git command in the folder of the sources; empty if it fails."""
    command = ["git", "--no-optional-locks", "-C", str(Path(__file__).parent), *arguments]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return answer.stdout if answer.returncode == 0 else ""
