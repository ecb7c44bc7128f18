"""Parquet files that are complete or absent, with their provenance in the footer."""

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
"""Rows in a row group of a run file, the part that is in memory at one time."""


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Yield a temporary path, which becomes `path` if the block succeeds.

    The temporary name is always the same, so a new attempt overwrites what a killed one left.
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
    """Write a text to a file, so that the file is complete or absent."""
    with whole_file(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


@contextlib.contextmanager
def table_writer(path: Path, footer: dict[str, Any]) -> Iterator[Callable[[pa.Table], None]]:
    """Yield a function that writes a table as a Parquet file's next row group.

    The metadata have `footer` as JSON. Pages have checksums. Equal inputs give equal bytes.
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
    """Write a table and its footer to a Parquet file (see `table_writer`)."""
    with table_writer(path, footer) as write:
        write(table)


def column(values: np.ndarray) -> pa.Array:
    """Return an Arrow array that shares the memory of a NumPy array."""
    # pyarrow.array would import pandas, which takes longer than many simulations
    values = np.ascontiguousarray(values)
    buffers = [None, pa.py_buffer(values)]
    return pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), values.size, buffers)


def values(column: pa.ChunkedArray) -> np.ndarray:
    """Return the values of a column without nulls as a NumPy array."""
    return np.from_dlpack(column.combine_chunks())  # `to_numpy` would import pandas, too


def _opened(path: Path) -> contextlib.AbstractContextManager[pq.ParquetFile]:
    """Return a result's Parquet file, opened so that reads check the checksums."""
    check_no_pipe(Path(path))
    if not Path(path).exists():
        raise InputError(f"{path}: no such file. Make it with Snakemake.")
    return opened(path, remedy(path), page_checksum_verification=True)


def open_table(path: Path) -> tuple[pa.Table, dict[str, Any]]:
    """Return the table and the footer of a Parquet file that `write_table` wrote."""
    with _opened(path) as file:  # pq.read_table would import pandas
        table = file.read(use_threads=False)  # with Arrow's threads, a process may abort at its end
        return table, _footer(path, file)


def read_table(path: Path) -> pa.Table:
    """Return the table of a Parquet file that `write_table` wrote."""
    return open_table(path)[0]


def read_footer(path: Path) -> dict[str, Any]:
    """Return the footer of a Parquet file that `write_table` wrote."""
    with _opened(path) as file:
        return _footer(path, file)


def row_groups(path: Path, names: Sequence[str] | None = None) -> Iterator[pa.Table]:
    """Yield a Parquet file's row groups as tables, with all columns or only `names`."""
    with _opened(path) as file:
        for group in range(file.num_row_groups):
            yield file.read_row_group(group, columns=names, use_threads=False)


def _footer(path: Path, file: pq.ParquetFile) -> dict[str, Any]:
    try:
        return dict(json.loads((file.schema_arrow.metadata or {})[FOOTER]))
    except (KeyError, ValueError, TypeError) as error:
        fault = "not a result of this workflow (no footer). Choose another file."
        raise InputError(f"{path}: {fault}") from error
