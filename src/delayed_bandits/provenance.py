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
    """The git commit of the sources, or "unknown" outside a checkout."""
    here = Path(__file__).parent
    answer = subprocess.run(
        ["git", "-C", str(here), "rev-parse", "HEAD"],
        capture_output=True,
        text=True,
        check=False,
    )
    return answer.stdout.strip() if answer.returncode == 0 else "unknown"
