"""Parquet files that are whole or absent, with a JSON footer that says where they come from."""

import contextlib
import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import UnionType
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.digests import check_no_pipe
from delayed_bandits.files.layout import key_of_run, remedy

FOOTER = b"delayed_bandits"
DIGEST = b"delayed_bandits.sha256"
ZEROS = b"0" * 64
AS_WRITTEN = "a result of its kind, as it was written"

CHUNK = 2**20  # bytes of a file that are read at a time
PART_ROWS = 2**17
"""Rows of a run file that are in memory at a time, when it is written and when it is read."""


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Give a temporary name beside `path` that becomes `path` only if the block succeeds.

    It is always the same: what a killed run leaves is overwritten by the next attempt.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.tmp")
    temporary.unlink(missing_ok=True)  # it may be a link
    try:
        yield temporary
        temporary.replace(path)
    except OSError as error:
        error.filename = error.filename or str(path)
        raise
    finally:
        temporary.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write a text file that is whole."""
    with whole_file(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


@contextlib.contextmanager
def table_writer(path: Path, footer: dict[str, Any]) -> Iterator[Callable[[pa.Table], None]]:
    """Give a function that writes a table as the next row group of a Parquet file (zstd).

    `footer` stands as JSON in the file's metadata, beside the SHA-256 of the file, which is taken
    while zeros stand in its place. The same tables and footer give the same bytes.
    """
    metadata = {FOOTER: json.dumps(footer, sort_keys=True)}
    with whole_file(path) as temporary:
        with temporary.open("wb") as file, contextlib.ExitStack() as stack:
            writer: pq.ParquetWriter | None = None

            def write(table: pa.Table) -> None:
                nonlocal writer
                table = table.replace_schema_metadata(metadata)
                if writer is None:
                    writer = pq.ParquetWriter(file, table.schema, compression="zstd")
                    stack.enter_context(writer)
                writer.write_table(table)

            yield write
            writer.add_key_value_metadata({DIGEST: ZEROS})
        with temporary.open("r+b") as file:
            place, _ = _digest_in(file)
            digest = _sha256(file, place)
            file.seek(place)
            file.write(digest)


def write_table(path: Path, table: pa.Table, footer: dict[str, Any]) -> None:
    """Write a table as Parquet, as `table_writer` does."""
    with table_writer(path, footer) as write:
        write(table)


def _digest_in(file: BinaryIO) -> tuple[int, bytes]:
    """Find where in a file its digest starts, and what stands there."""
    end = file.seek(0, os.SEEK_END)
    file.seek(max(0, end - 8))
    metadata = int.from_bytes(file.read(4), "little")  # their length stands before the last word
    start = file.seek(max(0, end - 8 - metadata))
    # Parquet has two bytes between name and value
    place = start + file.read().rfind(DIGEST) + len(DIGEST) + 2
    file.seek(place)
    return place, file.read(len(ZEROS))


def _sha256(file: BinaryIO, place: int) -> bytes:
    """Compute the digest of a file with zeros in its place."""
    total = hashlib.sha256()
    file.seek(0)
    while file.tell() < place and (chunk := file.read(min(CHUNK, place - file.tell()))):
        total.update(chunk)
    total.update(ZEROS)
    file.seek(place + len(ZEROS))
    while chunk := file.read(CHUNK):
        total.update(chunk)
    return total.hexdigest().encode()


def column(values: np.ndarray) -> pa.Array:
    """Make an Arrow array over the memory of a NumPy array."""
    # pyarrow.array would first import pandas, which takes longer than many a simulation
    values = np.ascontiguousarray(values)
    buffers = [None, pa.py_buffer(values)]
    return pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), values.size, buffers)


def values(column: pa.ChunkedArray) -> np.ndarray:
    """Give the values of a column without nulls as a NumPy array."""
    return np.from_dlpack(column.combine_chunks())  # `to_numpy` would import pandas, too


def open_table(path: Path) -> tuple[pa.Table, dict[str, Any]]:
    """Read a Parquet file, if it is byte for byte as `write_table` wrote it, and its footer."""
    with _opened(path) as file:  # pq.read_table would first import pandas
        table = file.read(use_threads=False)  # Arrow's threads may abort a process that ends
        return table, _footer(path, file)


def read_table(path: Path) -> pa.Table:
    """Read a Parquet file as `open_table`, without its footer."""
    return open_table(path)[0]


def read_footer(path: Path) -> dict[str, Any]:
    """Read the footer of a Parquet file as `open_table`, without its table."""
    with _opened(path) as file:
        return _footer(path, file)


def read_digest(path: Path) -> str:
    """Read the SHA-256 that a Parquet file written by `write_table` names."""
    with path.open("rb") as file:
        return _digest_in(file)[1].decode()


def row_groups(path: Path, names: Sequence[str] | None = None) -> Iterator[pa.Table]:
    """Read columns of one row group after another, from a file whose digest has been checked."""
    with pq.ParquetFile(pa.OSFile(str(path))) as file:
        for group in range(file.num_row_groups):
            yield file.read_row_group(group, columns=names, use_threads=False)


def check_footer(path: Path, footer: Mapping[str, Any], **types: type | UnionType) -> None:
    """Check that a footer has entries of the given types."""
    for name, kind in types.items():
        if not isinstance(footer.get(name), kind):
            found = f"is {footer[name]!r:.60}" if name in footer else "is missing"
            raise InputError(f"{path}: {name} of its footer {found}; expected {AS_WRITTEN}")


def _footer(path: Path, file: pq.ParquetFile) -> dict[str, Any]:
    try:
        footer = json.loads((file.schema_arrow.metadata or {})[FOOTER])
    except (KeyError, ValueError, RecursionError) as error:
        raise InputError(f"{path}: it has no footer; expected {AS_WRITTEN}") from error
    if not isinstance(footer, dict):
        raise InputError(f"{path}: its footer is {footer!r:.60}; expected a mapping")
    return footer


def _opened(path: Path) -> pq.ParquetFile:
    """Open a Parquet file once its digest is checked: Arrow may crash on wrong bytes."""
    check_no_pipe(Path(path))
    try:
        with Path(path).open("rb") as file:
            place, named = _digest_in(file)
            whole = named == _sha256(file, place)
    except FileNotFoundError as error:
        raise InputError(f"{path}: no such file; expected a result of this workflow") from error
    if not whole:
        raise InputError(
            f"{path}: its bytes do not have the SHA-256 that it names; expected a result file as "
            f"it was written; {remedy(path)}"
        )
    return pq.ParquetFile(pa.OSFile(str(path)))


class LeftOutError(InputError):
    """A run that is not there, since its learner failed."""


def write_failure(path: Path, made_of: Mapping[str, Any], line: str, details: str) -> None:
    """Write a run file that has no rows, and the failure in its footer."""
    whole, real = column(np.empty(0, np.int64)), column(np.empty(0))
    footer = {**made_of, "failure": line, "traceback": details}
    write_table(path, pa.table({"seed": whole, "round": whole, "regret": real}), footer)


def failures(
    run_files: Iterable[Path], read: Callable[[Path], Mapping[str, Any]] = read_footer
) -> dict[tuple[str, str], Mapping[str, Any]]:
    """Find the runs that failed in any block; give the first record by setting and algorithm."""
    found: dict[tuple[str, str], Mapping[str, Any]] = {}
    for path in run_files:
        with contextlib.suppress(InputError):  # which who uses the file will say
            if "failure" in (footer := read(path)):
                found.setdefault(key_of_run(path), footer)
    return found
