"""The text of a Criteo file (zip, gzip or plain), unpacked in memory."""

import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path, PurePosixPath
from typing import IO

import pyarrow as pa

from delayed_bandits.checks.errors import InputError

MEMBER = "criteo_attribution_dataset.tsv.gz"
GZIP_MAGIC, ZIP_MAGIC = b"\x1f\x8b", b"PK\x03\x04"

DAMAGE = (OSError, EOFError, RuntimeError, ValueError, struct.error, zlib.error, zipfile.BadZipFile)
"""Exceptions that libraries, most of all `zipfile`, raise for a broken file."""


def blocks(path: Path, stream: IO[bytes] | pa.NativeFile, size: int) -> Iterator[bytes]:
    """Yield a stream's text in blocks of complete lines, each of about `size` bytes."""
    text, rest = b"\n", b""
    while text:
        with _refuse_damage(path):
            text = stream.read(size)
        lines, newline, rest = (rest + text).rpartition(b"\n")
        if newline:
            yield lines + newline
    if rest:
        yield rest + b"\n"


@contextmanager
def _refuse_damage(path: Path) -> Iterator[None]:
    try:
        yield
    except DAMAGE as error:
        reason = next(iter(str(error).splitlines()), "") or "the end is missing"
        raise InputError(f"{path}: damaged or cut off ({reason}). Get it again.") from error


@contextmanager
def unpacked(path: Path, file: IO[bytes]) -> Iterator[IO[bytes] | pa.NativeFile]:
    """Yield the text of a zip, gzip or text file. The first bytes show which it is."""
    with ExitStack() as stack:
        magic = file.read(len(ZIP_MAGIC))
        file.seek(0)
        if magic == ZIP_MAGIC:
            with _refuse_damage(path):
                archive = stack.enter_context(zipfile.ZipFile(file))
                file = stack.enter_context(archive.open(_member(path, archive)))
        if magic == ZIP_MAGIC or magic.startswith(GZIP_MAGIC):
            file = pa.CompressedInputStream(pa.PythonFile(file, mode="r"), "gzip")
        yield file


def _member(path: Path, archive: zipfile.ZipFile) -> str:
    members = archive.namelist()
    found = [name for name in members if PurePosixPath(name).name == MEMBER]
    if len(found) != 1:
        raise InputError(
            f"{path}: needs one {MEMBER}, as the official file; it has {', '.join(members[:5])}."
        )
    return found[0]
