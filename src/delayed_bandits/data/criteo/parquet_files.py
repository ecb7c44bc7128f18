"""The Criteo attribution data as Parquet: one file, or a folder of parts as on Hugging Face."""

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

import numpy as np
import pyarrow as pa

from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.criteo.schema import COLUMNS
from delayed_bandits.files.parquet import opened


def parquet_tables(parts: list[Path]) -> Iterator[pa.Table]:
    """Yield the rows of Parquet files by row group, checked by the schema.

    Raises
    ------
    InputError
        If a file is damaged, or has other columns, or a value is missing or is not a number.
    """
    for path in parts:
        with opened(path) as file:
            _check_schema(path, file.schema_arrow)
            before = 0
            for group in range(file.num_row_groups):
                rows = file.read_row_group(group, use_threads=False)
                rows = rows.replace_schema_metadata(None)
                _check_values(path, rows, before)
                before += rows.num_rows
                yield rows


def _check_schema(path: Path, schema: pa.Schema) -> None:
    for position, (field, name) in enumerate(zip_longest(schema, COLUMNS), 1):
        found = f"{field.name} ({field.type})" if field else "missing"
        expected = f"{name} ({COLUMNS[name]})" if name else "no more columns"
        if found != expected:
            raise InputError(f"{path}: column {position} is {found}; expected {expected}")


def _check_values(path: Path, rows: pa.Table, before: int) -> None:
    for name in COLUMNS:
        values = rows[name].to_numpy() if not rows[name].null_count else np.array(rows[name])
        wrong = np.flatnonzero(~np.isfinite(np.asarray(values, float)))
        if wrong.size:
            found = rows[name][int(wrong[0])].as_py()
            row = before + int(wrong[0]) + 1
            raise InputError(f"{path}: row {row}, column {name} is {found}; expected a number")
