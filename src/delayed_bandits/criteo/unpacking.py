"""The text of a Criteo file, whatever it is packed in, unpacked as it is read and never to disk."""

import io
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import IO

import pyarrow as pa

from delayed_bandits.errors import InputError

MEMBER = "criteo_attribution_dataset.tsv.gz"
GZIP_MAGIC, ZIP_MAGIC = b"\x1f\x8b", b"PK\x03\x04"

MOST_BYTES = 1 << 33
"""Of text; the official file has 2.4 GB."""

MOST_RATIO, ALWAYS_FINE = 100, 1 << 26
"""Text may be this many times as long as the file, and this long at any rate.

The official file has 4 times as much text as packed bytes.
"""

FOREIGN = (b" ", b"x", b"X")
"""No number has them, but Arrow takes 0x10 and numbers with spaces around them."""

DAMAGE = (OSError, EOFError, RuntimeError, ValueError, struct.error, zlib.error, zipfile.BadZipFile)
"""What the libraries raise for a broken file; `zipfile` uses most of them."""


class Text(io.RawIOBase):
    """A stream of the text in `file`, which is at `path`.

    Attributes
    ----------
    foreign : str
        The first line with a byte of `FOREIGN`, as far as the text was read, and that byte.
    """

    def __init__(self, path: Path, stream: IO[bytes] | pa.NativeFile) -> None:
        self.path, self.stream = path, stream
        size = path.stat().st_size
        self.most = min(MOST_BYTES, max(ALWAYS_FINE, MOST_RATIO * size))
        self.bytes = self.lines = 0
        self.foreign = ""

    def readable(self) -> bool:
        """Tell Arrow that it can be read."""
        return True

    def read(self, size: int = -1) -> bytes:
        """Read at most `size` bytes.

        Raises
        ------
        InputError
            If the packed bytes are damaged or cut off, or the text is too long for them.
        """
        with refuse_damage(self.path):
            text = self.stream.read(size)
        self.bytes += len(text)
        if self.bytes > self.most:
            raise InputError(
                f"{self.path}: refused, unpacks to more than {self.most:,} bytes; expected at most "
                f"{MOST_RATIO} times its size, and at most {MOST_BYTES:,}"
            )
        if not self.foreign:
            places = [place for byte in FOREIGN if (place := text.find(byte)) >= 0]
            if places:
                line = self.lines + text.count(b"\n", 0, min(places)) + 1
                self.foreign = f"line {line} has {chr(text[min(places)])!r}"
            self.lines += text.count(b"\n")
        return text


@contextmanager
def refuse_damage(path: Path) -> Iterator[None]:
    """Turn what the libraries raise for a broken file at `path` into an InputError."""
    try:
        yield
    except DAMAGE as error:
        reason = next(iter(str(error).splitlines()), "") or "the end is missing"
        raise InputError(f"{path}: damaged or cut off; {reason}") from error


@contextmanager
def open_text(path: Path, file: IO[bytes]) -> Iterator[Text]:
    """Open the table in `file`, told by its first bytes: the official zip, gzip or plain text.

    Raises
    ------
    InputError
        If the zip is damaged, or has other members than expected.
    """
    with ExitStack() as stack:
        magic = file.read(len(ZIP_MAGIC))
        file.seek(0)
        if magic == ZIP_MAGIC:
            with refuse_damage(path):
                archive = stack.enter_context(zipfile.ZipFile(file))
                file = stack.enter_context(archive.open(_member(path, archive)))
        if magic == ZIP_MAGIC or magic.startswith(GZIP_MAGIC):
            file = pa.CompressedInputStream(pa.PythonFile(file, mode="r"), "gzip")
        yield Text(path, file)


def _member(path: Path, archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    members = archive.infolist()
    names = [member.filename for member in members]
    listed = [name[:60] for name in names[:5]]
    for name in names:
        place = PureWindowsPath(name)  # takes both kinds of slashes, and knows drives
        if place.anchor or ".." in place.parts:
            raise InputError(f"{path}: refused, its member {name!r} points outside of the archive")
    found = [member for member in members if PurePosixPath(member.filename).name == MEMBER]
    if len(found) != 1:
        raise InputError(f"{path}: members are {listed}; expected one {MEMBER}")
    (member,) = found
    refused = f"{path}: refused, its member {member.filename!r}"
    if len(set(names)) < len(names):
        raise InputError(f"{path}: refused, a name stands twice among its members {listed}")
    if stat.S_ISLNK(member.external_attr >> 16):
        raise InputError(f"{refused} is a symbolic link; expected a file")
    if member.flag_bits & 1:
        raise InputError(f"{refused} is encrypted; expected a plain one")
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise InputError(
            f"{refused} has method {member.compress_type}; expected stored or deflated"
        )
    size = path.stat().st_size
    if member.file_size > min(MOST_BYTES, max(ALWAYS_FINE, MOST_RATIO * size)):
        raise InputError(
            f"{refused} has {member.file_size:,} bytes, in {size:,}; expected far less"
        )
    return member
