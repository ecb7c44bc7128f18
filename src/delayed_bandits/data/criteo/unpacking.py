"""Text of a Criteo file (zip, gzip or plain), unpacked in memory while it is read."""

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

MOST_BYTES = 1 << 33  # bytes of text allowed; the official file has 2.4 GB

MOST_RATIO, ALWAYS_FINE = 20, 1 << 26
"""The most bytes of text per packed byte (the official file has 4), and a size always allowed."""

DAMAGE = (OSError, EOFError, RuntimeError, ValueError, struct.error, zlib.error, zipfile.BadZipFile)
"""Exceptions of the libraries for a broken file; `zipfile` raises most of them."""


class Text:
    """The text of the file at `path`, from a stream that unpacks it."""

    def __init__(self, path: Path, stream: IO[bytes] | pa.NativeFile) -> None:
        self.path, self.stream = path, stream
        self.most, self.size = _most_bytes(path), 0

    def read(self, size: int) -> bytes:
        """Read at most `size` bytes; refuse damaged ones, and more text than a file may have."""
        with _refuse_damage(self.path):
            text = self.stream.read(size)
        self.size += len(text)
        if self.size > self.most:
            raise InputError(
                f"{self.path}: refused, unpacks to more than {self.most:,} bytes; expected at most "
                f"{MOST_RATIO} times its size, and at most {MOST_BYTES:,}"
            )
        return text

    def blocks(self, size: int) -> Iterator[bytes]:
        """Yield whole lines, about `size` bytes at a time; refuse a line of more than `size`."""
        rest = b""
        while text := self.read(size):
            lines, newline, rest = (rest + text).rpartition(b"\n")
            if len(rest) > size:
                raise InputError(f"{self.path}: a line has more than {size:,} bytes; expected 150")
            if newline:
                yield lines + newline
        if rest:
            yield rest + b"\n"


def _most_bytes(path: Path) -> int:
    return min(MOST_BYTES, max(ALWAYS_FINE, MOST_RATIO * path.stat().st_size))


@contextmanager
def _refuse_damage(path: Path) -> Iterator[None]:
    try:
        yield
    except DAMAGE as error:
        reason = next(iter(str(error).splitlines()), "") or "the end is missing"
        raise InputError(f"{path}: damaged or cut off; {reason}") from error


@contextmanager
def open_text(path: Path, file: IO[bytes]) -> Iterator[Text]:
    """Open the table in `file`; its first bytes decide between zip, gzip and plain text."""
    with ExitStack() as stack:
        magic = file.read(len(ZIP_MAGIC))
        file.seek(0)
        if magic == ZIP_MAGIC:
            with _refuse_damage(path):
                archive = stack.enter_context(zipfile.ZipFile(file))
                file = stack.enter_context(archive.open(_member(path, archive)))
        if magic == ZIP_MAGIC or magic.startswith(GZIP_MAGIC):
            file = pa.CompressedInputStream(pa.PythonFile(file, mode="r"), "gzip")
        yield Text(path, file)


def _member(path: Path, archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    """Find the table in an archive; refuse bombs."""
    members = archive.infolist()
    found = [member for member in members if PurePosixPath(member.filename).name == MEMBER]
    if len(found) != 1:
        listed = [member.filename[:60] for member in members[:5]]
        raise InputError(f"{path}: members are {listed}; expected one {MEMBER}")
    if found[0].file_size > _most_bytes(path):
        size = f"{found[0].file_size:,} bytes; expected less"
        raise InputError(f"{path}: refused, its member {found[0].filename!r} unpacks to {size}")
    return found[0]
