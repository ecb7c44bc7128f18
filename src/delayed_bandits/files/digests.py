"""Digests of files, and the Parquet files that a user gives."""

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
"""Environment variable that tells jobs the name, size, time and digest of the Criteo file."""


def check_no_pipe(path: Path) -> None:
    """Raise an InputError for a pipe or a device, where a read may wait for ever."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise InputError(f"{path}: is a pipe or a device. Give a file.")


def read_json(path: Path) -> Any:
    """Return the content of a JSON file, or raise OSError, InputError or ValueError."""
    check_no_pipe(path)
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except RecursionError as error:
        raise ValueError("nested too deep") from error


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def other_digest(path: Path, expected: str) -> str:
    """Return a phrase with the found and the expected SHA-256, or "" if equal."""
    found = sha256(path)
    return "" if found == expected else f"{found[:16]}… instead of {expected[:16]}…"


def parts_of(path: Path) -> list[Path]:
    """Return a folder's Parquet files; for a file, [path] if it is Parquet, else []."""
    if path.is_dir():
        files = [file for file in path.rglob("[!._]*") if file.is_file()]
        return sorted(file for file in files if parts_of(file))
    check_no_pipe(path)
    with path.open("rb") as file:
        return [path] if file.read(len(MAGIC)) == MAGIC else []


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file, or of all Parquet files in a folder."""
    if not path.is_dir():
        return sha256(path)
    digests = "\n".join(sha256(part) for part in parts_of(path))
    return hashlib.sha256(digests.encode()).hexdigest()


def digest_once(path: Path) -> str:
    """Return `digest_of(path)`. A workflow and its jobs compute it once for a file."""
    state = f"{path.absolute()} {path.stat().st_size} {path.stat().st_mtime_ns} "
    if path.is_dir() or not os.environ.get(DIGEST, "").startswith(state):
        os.environ[DIGEST] = state + digest_of(path)
    return os.environ[DIGEST].removeprefix(state)


@contextlib.contextmanager
def opened(path: Path, remedy: str, **options: Any) -> Iterator[pq.ParquetFile]:
    """Yield an open Parquet file, or raise InputError with `remedy` if it is damaged."""
    try:
        with pq.ParquetFile(pa.OSFile(str(path)), **options) as file:
            yield file
    except (pa.ArrowException, OSError) as error:
        reason = str(error).splitlines()[0][:160]
        raise InputError(f"{path}: damaged or cut off ({reason}). {remedy}") from error
