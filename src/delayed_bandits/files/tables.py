"""Parquet files that are whole or absent, with a JSON footer that says where they come from."""

import contextlib
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.layout import remedy

FOOTER = b"delayed_bandits"
DIGEST = b"delayed_bandits.sha256"
ZEROS = b"0" * 64


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Give a temporary name beside `path` that becomes `path` only if the block succeeds.

    The temporary name is fixed, so a run that was killed leaves at most one such file
    and the next attempt overwrites it.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        yield temporary
        temporary.replace(path)
    except OSError as error:
        error.filename = error.filename or str(path)
        raise
    finally:
        temporary.unlink(missing_ok=True)


def write_table(path: Path, table: pa.Table, footer: dict[str, Any]) -> None:
    """Write `table` as Parquet (zstd) with `footer` as JSON in the file's metadata.

    The same table and footer give the same bytes; no date is written. The metadata have the
    SHA-256 of the file, taken while zeros stand in its place.
    """
    table = table.replace_schema_metadata({FOOTER: json.dumps(footer, sort_keys=True)})
    sink = pa.BufferOutputStream()
    with pq.ParquetWriter(sink, table.schema, compression="zstd") as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({DIGEST: ZEROS})
    before, _, after = _around_digest(sink.getvalue().to_pybytes())
    with whole_file(path) as temporary:
        temporary.write_bytes(before + _sha256(before, after) + after)


def _around_digest(data: bytes) -> tuple[bytes, bytes, bytes]:
    """Split a file at its digest: the bytes before it, the digest, the bytes after it."""
    start = data.rfind(DIGEST) + len(DIGEST) + 2  # Parquet has two bytes between name and value
    end = start + len(ZEROS)
    return data[:start], data[start:end], data[end:]


def _sha256(before: bytes, after: bytes) -> bytes:
    return hashlib.sha256(before + ZEROS + after).hexdigest().encode()


def column(values: np.ndarray) -> pa.Array:
    """Make an Arrow array over the memory of a NumPy array.

    `pyarrow.array` would first import pandas, which takes longer than many a simulation.
    """
    values = np.ascontiguousarray(values)
    return pa.Array.from_buffers(
        pa.from_numpy_dtype(values.dtype), values.size, [None, pa.py_buffer(values)]
    )


def values(column: pa.ChunkedArray) -> np.ndarray:
    """Give the values of a column without nulls as a NumPy array.

    `to_numpy` would first import pandas, too.
    """
    return np.from_dlpack(column.combine_chunks())


def open_table(path: Path) -> tuple[pa.Table, dict[str, Any]]:
    """Read a Parquet file written by `write_table`, and its footer.

    Raises
    ------
    InputError
        If the file is missing, or not byte for byte as it was written.
    """
    with _opened(path) as file:  # pq.read_table would first import pandas
        table = file.read(use_threads=False)  # Arrow's threads may abort a process that ends
        return table, _footer(file)


def read_table(path: Path) -> pa.Table:
    """Read a Parquet file as `open_table`, without its footer."""
    return open_table(path)[0]


def read_footer(path: Path) -> dict[str, Any]:
    """Read the footer of a Parquet file as `open_table`, without its table."""
    with _opened(path) as file:
        return _footer(file)


def read_digest(path: Path) -> str:
    """Read the SHA-256 that a Parquet file written by `write_table` names."""
    return _around_digest(path.read_bytes())[1].decode()


def _footer(file: pq.ParquetFile) -> dict[str, Any]:
    return json.loads(file.schema_arrow.metadata[FOOTER])


def _opened(path: Path) -> pq.ParquetFile:
    """Open a Parquet file once its digest is checked: Arrow may crash on wrong bytes."""
    try:
        data = Path(path).read_bytes()
    except FileNotFoundError as error:
        raise InputError(f"{path}: no such file; expected a result of this workflow") from error
    before, digest, after = _around_digest(data)
    if _sha256(before, after) != digest:
        raise InputError(
            f"{path}: its bytes do not have the SHA-256 that it names; expected a result file as "
            f"it was written; {remedy(path)}"
        )
    return pq.ParquetFile(pa.BufferReader(data))
