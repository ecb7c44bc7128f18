"""Provenance of results: versions and commit, never a date, since same inputs give same bytes."""

import functools
import importlib.metadata
import os
import platform
import subprocess
from collections.abc import Mapping

from delayed_bandits.files.sources import PACKAGE, source_digest
from delayed_bandits.files.version import __version__


@functools.cache  # all sources are read for it
def provenance(libraries: tuple[str, ...] = ("numpy", "numba", "pyarrow")) -> dict[str, str]:
    """Collect versions of the package, its commit, Python and the libraries behind the numbers."""
    versions = {name: importlib.metadata.version(name) for name in libraries}
    return {
        "delayed-bandits": __version__,
        "commit": commit(),
        "python": platform.python_version(),
        **versions,
    }


def other_versions(made_with: Mapping[str, str]) -> str:
    """List the versions that differ from those that a file says it was made with; "" if none."""
    return "; ".join(
        f"{name} {made_with.get(name, 'unknown')}, here {version}"
        for name, version in provenance().items()
        if made_with.get(name) != version
    )


COMMIT = "DELAYED_BANDITS_COMMIT"
"""Environment variable with commit, digest of the sources and day of the commit, for jobs."""


def cache_commit() -> None:
    """Ask git once for all jobs of a run: the nodes of a cluster may have none."""
    os.environ[COMMIT] = " ".join(_about_sources())


def commit() -> str:
    """Name the git commit of the sources, with their digest if they were edited or without git."""
    return _about_sources()[0]


def commit_date() -> str:
    """Give the day of the git commit of the sources; empty without git."""
    return _about_sources()[2]


def _about_sources() -> list[str]:
    """List commit, digest and day: those that a run gave its jobs, unless of other sources."""
    digest = source_digest(sorted(PACKAGE.rglob("*.py")))
    known = os.environ.get(COMMIT, "").split(" ")
    if known[1:2] == [digest]:
        return known
    head, edits = _git("rev-parse", "HEAD").strip(), _git("status", "--porcelain", str(PACKAGE))
    name = head if head and not edits else f"{head or 'unknown'}+{digest}"
    return [name, digest, _git("show", "--no-patch", "--format=%cs", "HEAD").strip()]


def _git(*arguments: str) -> str:
    """Return the output of a git command on this checkout; empty if it fails or is none.

    Neither a repository around it nor one that a variable such as GIT_DIR names is asked.
    """
    checkout = PACKAGE.parents[1]
    places = [f"--git-dir={checkout / '.git'}", f"--work-tree={checkout}"]
    command = ["git", "--no-optional-locks", *places, *arguments]
    others = {name: text for name, text in os.environ.items() if not name.startswith("GIT_")}
    try:
        answer = subprocess.run(command, capture_output=True, text=True, check=False, env=others)
    except FileNotFoundError:
        return ""
    return answer.stdout if answer.returncode == 0 else ""
