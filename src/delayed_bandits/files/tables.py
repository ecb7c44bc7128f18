"""Parquet files that are whole or absent, with a JSON footer that says where they come from."""

import contextlib
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.digests import check_no_pipe, opened
from delayed_bandits.files.layout import remedy

FOOTER = b"delayed_bandits"

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

    `footer` stands as JSON in the file's metadata; each page has a checksum. The same tables and
    footer give the same bytes.
    """
    metadata = {FOOTER: json.dumps(footer, sort_keys=True)}
    with whole_file(path) as temporary, contextlib.ExitStack() as stack:
        file = stack.enter_context(temporary.open("wb"))
        writer: pq.ParquetWriter | None = None

        def write(table: pa.Table) -> None:
            nonlocal writer
            table = table.replace_schema_metadata(metadata)
            if writer is None:
                options = {"compression": "zstd", "write_page_checksum": True}
                writer = pq.ParquetWriter(file, table.schema, **options)
                stack.enter_context(writer)
            writer.write_table(table)

        yield write


def write_table(path: Path, table: pa.Table, footer: dict[str, Any]) -> None:
    """Write a table as Parquet, as `table_writer` does."""
    with table_writer(path, footer) as write:
        write(table)


def column(values: np.ndarray) -> pa.Array:
    """Make an Arrow array over the memory of a NumPy array."""
    # pyarrow.array would first import pandas, which takes longer than many a simulation
    values = np.ascontiguousarray(values)
    buffers = [None, pa.py_buffer(values)]
    return pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), values.size, buffers)


def values(column: pa.ChunkedArray) -> np.ndarray:
    """Give the values of a column without nulls as a NumPy array."""
    return np.from_dlpack(column.combine_chunks())  # `to_numpy` would import pandas, too


def _opened(path: Path) -> contextlib.AbstractContextManager[pq.ParquetFile]:
    """Open a result; its pages are checked by their checksums when they are read."""
    check_no_pipe(Path(path))
    if not Path(path).exists():
        raise InputError(f"{path}: no such file. Make it with Snakemake.")
    return opened(path, f". {remedy(path)}", page_checksum_verification=True)


def open_table(path: Path) -> tuple[pa.Table, dict[str, Any]]:
    """Read a Parquet file that `write_table` wrote, its pages checked, and its footer."""
    with _opened(path) as file:  # pq.read_table would first import pandas
        table = file.read(use_threads=False)  # Arrow's threads may abort a process that ends
        return table, _footer(path, file)


def read_table(path: Path) -> pa.Table:
    """Read a Parquet file as `open_table`, without its footer."""
    return open_table(path)[0]


def read_footer(path: Path) -> dict[str, Any]:
    """Read the footer of a Parquet file that `write_table` wrote."""
    with _opened(path) as file:
        return _footer(path, file)


def row_groups(path: Path, names: Sequence[str] | None = None) -> Iterator[pa.Table]:
    """Read columns of one row group after another."""
    with _opened(path) as file:
        for group in range(file.num_row_groups):
            yield file.read_row_group(group, columns=names, use_threads=False)


def _footer(path: Path, file: pq.ParquetFile) -> dict[str, Any]:
    try:
        return dict(json.loads((file.schema_arrow.metadata or {})[FOOTER]))
    except (KeyError, ValueError, TypeError) as error:
        fault = "not a result of this workflow (no footer). Choose another file."
        raise InputError(f"{path}: {fault}") from error
