"""Files that are read to an end, and their digests."""

import hashlib
from pathlib import Path

from delayed_bandits.checks.errors import InputError


def check_no_pipe(path: Path) -> None:
    """Check that a path is neither a pipe nor a device, where a read may wait for ever."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise InputError(f"{path}: a pipe or a device; expected a file")


def sha256(path: Path) -> str:
    """Compute the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def other_digest(path: Path, expected: str) -> str:
    """Put a file's SHA-256 and the expected one in words if they differ, else ""."""
    found = sha256(path)
    return "" if found == expected else f"{found[:16]}…; expected {expected[:16]}…"
