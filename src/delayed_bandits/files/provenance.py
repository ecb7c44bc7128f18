"""The versions and commit that made a result, without a date, so that reruns are equal."""

import functools
import hashlib
import importlib.metadata
import os
import platform
import subprocess
from collections.abc import Mapping

from delayed_bandits.files.sources import PACKAGE, source_digest
from delayed_bandits.files.version import __version__


@functools.cache  # it reads all sources
def provenance(libraries: tuple[str, ...] = ("numpy", "numba", "pyarrow")) -> dict[str, str]:
    """Return the versions of the package, Python and libraries, and the commit."""
    versions = {name: importlib.metadata.version(name) for name in libraries}
    return {
        "delayed-bandits": __version__,
        "commit": commit(),
        "python": platform.python_version(),
        **versions,
    }


def other_versions(made_with: Mapping[str, str]) -> str:
    """Return how the versions here differ from those that made a file, or ""."""
    return "; ".join(
        f"{name} {made_with.get(name, 'unknown')}, here {version}"
        for name, version in provenance().items()
        if made_with.get(name) != version
    )


COMMIT = "DELAYED_BANDITS_COMMIT"
"""Environment variable that tells jobs the commit, the digest of the sources and the day."""


def cache_commit() -> None:
    """Ask git for the commit once for all jobs, as a cluster's nodes may lack git."""
    os.environ[COMMIT] = " ".join(_about_sources())


def commit() -> str:
    """Return the git commit, with a digest of the sources if they differ from it."""
    return _about_sources()[0]


def commit_date() -> str:
    """Return the day of the git commit of the sources, or "" without git."""
    return _about_sources()[2]


def _about_sources() -> list[str]:
    """Return commit, digest and day, cached by `cache_commit` unless sources changed."""
    files = sorted(PACKAGE.rglob("*.py"))
    contents = hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]
    known = os.environ.get(COMMIT, "").split(" ")
    if known[1:2] == [contents]:
        return known
    head, edits = _git("rev-parse", "HEAD").strip(), _git("status", "--porcelain", str(PACKAGE))
    name = head if head and not edits else f"{head or 'unknown'}+{source_digest(files)}"
    return [name, contents, _git("show", "--no-patch", "--format=%cs", "HEAD").strip()]


def _git(*arguments: str) -> str:
    """Return the output of a git command on this checkout alone, or "" if it fails."""
    checkout = PACKAGE.parents[1]
    places = [f"--git-dir={checkout / '.git'}", f"--work-tree={checkout}"]
    command = ["git", "--no-optional-locks", *places, *arguments]
    others = {name: text for name, text in os.environ.items() if not name.startswith("GIT_")}
    try:
        answer = subprocess.run(command, capture_output=True, text=True, check=False, env=others)
    except FileNotFoundError:
        return ""
    return answer.stdout if answer.returncode == 0 else ""
