"""Files that are read to an end, their digests, and Parquet files that a user gives."""

import contextlib
import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from delayed_bandits.checks.errors import InputError

MAGIC = b"PAR1"
DIGEST = "DELAYED_BANDITS_DIGEST"
"""Environment variable with a file, its size and time, and its digest, for jobs."""


def check_no_pipe(path: Path) -> None:
    """Check that a path is neither a pipe nor a device, where a read may wait for ever."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise InputError(f"{path}: a pipe or a device; expected a file")


def read_json(path: Path) -> Any:
    """Read a JSON file; an OSError, InputError or ValueError says that it is none."""
    check_no_pipe(path)
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except RecursionError as error:
        raise ValueError("nested too deep") from error


def sha256(path: Path) -> str:
    """Compute the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def other_digest(path: Path, expected: str) -> str:
    """Put a file's SHA-256 and the expected one in words if they differ, else ""."""
    found = sha256(path)
    return "" if found == expected else f"{found[:16]}…; expected {expected[:16]}…"


def parts_of(path: Path) -> list[Path]:
    """List the Parquet files at a path and below, by name; none if there are none."""
    if path.is_dir():
        files = [file for file in path.rglob("[!._]*") if file.is_file()]
        return sorted(file for file in files if parts_of(file))
    check_no_pipe(path)
    with path.open("rb") as file:
        return [path] if file.read(len(MAGIC)) == MAGIC else []


def digest_of(path: Path) -> str:
    """Compute the SHA-256 of a file; of a folder, that of the digests of its parts."""
    if not path.is_dir():
        return sha256(path)
    digests = "\n".join(sha256(part) for part in parts_of(path))
    return hashlib.sha256(digests.encode()).hexdigest()


def digest_once(path: Path) -> str:
    """Compute a digest as `digest_of`, of a file once for a run and the jobs that it starts."""
    state = f"{path.absolute()} {path.stat().st_size} {path.stat().st_mtime_ns} "
    if path.is_dir() or not os.environ.get(DIGEST, "").startswith(state):
        os.environ[DIGEST] = state + digest_of(path)
    return os.environ[DIGEST].removeprefix(state)


@contextlib.contextmanager
def opened(path: Path, remedy: str = "", **options: Any) -> Iterator[pq.ParquetFile]:
    """Open a Parquet file, and close it."""
    try:
        with pq.ParquetFile(pa.OSFile(str(path)), **options) as file:
            yield file
    except (pa.ArrowException, OSError) as error:
        reason = str(error).splitlines()[0][:160]
        raise InputError(f"{path}: damaged or cut off; {reason}{remedy}") from error
