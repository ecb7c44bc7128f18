"""Paths that can be read to an end."""

from pathlib import Path

from delayed_bandits.checks.errors import InputError


def check_no_pipe(path: Path) -> None:
    """Check that a path is neither a pipe nor a device, where a read may wait for ever."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise InputError(f"{path}: a pipe or a device; expected a file")
