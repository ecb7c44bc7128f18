"""Parquet files that are whole or absent, with a JSON footer that says where they come from."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from delayed_bandits.errors import InputError

FOOTER = b"delayed_bandits"


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

    The same table and footer give the same bytes; no date is written.
    """
    text = json.dumps(footer, sort_keys=True).encode()
    with whole_file(path) as temporary:
        pq.write_table(table.replace_schema_metadata({FOOTER: text}), temporary, compression="zstd")


def column(values: np.ndarray) -> pa.Array:
    """An Arrow array over the memory of a NumPy array.

    `pyarrow.array` would first import pandas, which takes longer than many a simulation.
    """
    values = np.ascontiguousarray(values)
    return pa.Array.from_buffers(
        pa.from_numpy_dtype(values.dtype), values.size, [None, pa.py_buffer(values)]
    )


def values(column: pa.ChunkedArray) -> np.ndarray:
    """The values of a table's column, which has no nulls, as a NumPy array.

    `to_numpy` would first import pandas, too.
    """
    return np.from_dlpack(column.combine_chunks())


def read_table(path: Path) -> pa.Table:
    """Read a Parquet file written by `write_table`.

    Raises
    ------
    InputError
        If the file is missing, or is not a whole Parquet file.
    """
    try:
        with pq.ParquetFile(path) as file:  # pq.read_table would first import pandas
            return file.read()
    except (FileNotFoundError, pa.ArrowException) as error:
        reason = str(error).splitlines()[0]
        raise InputError(f"{path}: expected a whole Parquet file; {reason}") from error


def read_footer(path: Path) -> dict[str, Any]:
    """Read the footer that `write_table` put into `path`.

    Raises
    ------
    InputError
        If the file is missing, damaged, or was not written by `write_table`.
    """
    try:
        metadata = pq.read_schema(path).metadata or {}
    except (FileNotFoundError, pa.ArrowException) as error:
        reason = str(error).splitlines()[0]
        raise InputError(f"{path}: expected a whole Parquet file; {reason}") from error
    if FOOTER not in metadata:
        raise InputError(f"{path}: no footer found; expected a file written by this workflow")
    return json.loads(metadata[FOOTER])
