"""Columns of a log of conversions, from CSV or Parquet, under the names of this package."""

import codecs
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion
from delayed_bandits.files.parquet import MAGIC, opened

UNITS = {"milliseconds": 0.001, "seconds": 1, "minutes": 60, "hours": 3600, "days": 86400}
"""Seconds in each unit of time."""

DURATIONS = ("delay", "observed")
TIMES = ("click_time", "conversion_time", "observed_until")
NAMES = (*DURATIONS, *TIMES, "arm", "converted")

MISSING = ("", "na", "nan", "nat", "null", "none")
"""Texts that stand for no value, in any case."""


class Columns(NamedTuple):
    """The columns of a log that are used.

    Attributes
    ----------
    rows : pd.DataFrame
        Columns of `NAMES`, as text or as the types of the Parquet file.
    names : dict of str to str
        Their names in the file.
    units : dict of str to int
        Seconds in the unit of each column of durations or times.
    unused : list of str
        The other columns of the file.
    numbers : int64 array, shape (rows,)
        The number of each row in the file; in CSV, 2 after the header.
    broken : dict of int to str
        What the lines of a CSV file have, by their numbers, that are not of its columns.
    """

    rows: pd.DataFrame
    names: dict[str, str]
    units: dict[str, int]
    unused: list[str]
    numbers: np.ndarray
    broken: dict[int, str]


def read_columns(path: Path, unit: str, renamed: Mapping[str, str]) -> Columns:
    """Read the columns of a log.

    Parameters
    ----------
    path : Path
        CSV (separated by commas, semicolons or tabs) or Parquet.
    unit : str
        The unit of durations and of times that are numbers, where the name of the column does not
        end with another, as `delay_hours` does.
    renamed : mapping
        Names in the file, by names of `NAMES`.

    Raises
    ------
    InputError
        If the file cannot be read, or columns are missing or contradict each other.
    """
    if unit not in UNITS:
        raise InputError(f"unit is {unit!r}; {suggestion(unit, UNITS)}")
    for name in renamed:
        if name not in NAMES:
            raise InputError(f"column {name!r} is unknown; {suggestion(name, NAMES)}")
    table, numbers, broken = _read(path)
    names, units = {}, {}
    for name in NAMES:
        choices = {name: unit}
        if name in DURATIONS:
            choices |= {f"{name}_{ending}": ending for ending in UNITS}
        if name in renamed:
            choices = {renamed[name]: unit}
        found = [choice for choice in choices if choice in table.columns]
        if name in renamed and not found:
            hint = suggestion(renamed[name], table.columns)
            raise InputError(f"{path}: no column {renamed[name]!r} found; {hint}")
        if len(found) > 1:
            raise InputError(f"{path}: columns {' and '.join(found)} found; expected one of them")
        if found:
            names[name], units[name] = found[0], UNITS[choices[found[0]]]
    _check_names(path, names, table)
    rows = table[list(names.values())].set_axis(list(names), axis=1)
    _check_types(path, rows, names)
    unused = [column for column in table.columns if column not in names.values()]
    return Columns(rows, names, units, unused, numbers, broken)


def _check_names(path: Path, names: Mapping[str, str], table: pd.DataFrame) -> None:
    if "delay" in names and "conversion_time" in names:
        raise InputError(
            f"{path}: columns {names['delay']} and {names['conversion_time']} found; expected "
            "delays, or times of click and conversion"
        )
    if "delay" not in names and not {"click_time", "conversion_time"} <= names.keys():
        shown = ", ".join(map(str, table.columns[:20]))
        raise InputError(
            f"{path}: columns are {shown}; expected delay, or click_time and conversion_time "
            "(--column delay=NAME says which is)"
        )
    if "observed_until" in names and "click_time" not in names:
        raise InputError(f"{path}: column observed_until found; expected click_time beside it")
    if {"observed", "observed_until"} <= names.keys():
        raise InputError(f"{path}: columns observed and observed_until found; expected one of them")


def _check_types(path: Path, rows: pd.DataFrame, names: Mapping[str, str]) -> None:
    """Refuse columns of Parquet files that are neither text nor of a fitting type."""
    for name, column in rows.items():
        kind = column.dtype.kind
        if name in DURATIONS and kind not in "iufmO":
            fault = f"type {column.dtype}; expected numbers or durations"
        elif name in TIMES and kind not in "iufMO":
            fault = f"type {column.dtype}; expected numbers or times"
        elif column.dtype == object and column.map(type).isin([list, dict, np.ndarray]).any():
            fault = "several values in a row; expected one"
        else:
            continue
        raise InputError(f"{path}: column {names[str(name)]} has {fault}")


class _Table(NamedTuple):
    """A table, the number of each of its rows in the file, and what rows without them have."""

    rows: pd.DataFrame
    numbers: np.ndarray
    broken: dict[int, str]


def _read(path: Path) -> _Table:
    try:
        with path.open("rb") as file:
            start = file.read(1 << 16)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}; expected a log") from error
    if not start:
        raise InputError(f"{path}: the file is empty; expected a header and rows")
    if start.startswith(MAGIC):
        table = _read_parquet(path)
        return _Table(table, np.arange(1, len(table) + 1), {})
    try:
        codecs.getincrementaldecoder("utf-8")().decode(start)  # which may end within a letter
    except UnicodeDecodeError as error:
        row = 1 + start.count(b"\n", 0, error.start)
        raise InputError(_not_utf8(path, row)) from error
    return _read_csv(path, start.splitlines()[0])


def _not_utf8(path: Path, row: int) -> str:
    return f"{path}: row {row}: text that is not UTF-8; expected CSV in UTF-8, or Parquet"


def _read_csv(path: Path, header: bytes) -> _Table:
    """Read all values as text; lines with too few or too many are set aside."""
    broken = {}

    def set_aside(row: csv.InvalidRow) -> str:
        broken[row.number] = (
            f"{row.actual_columns} values are found; expected {row.expected_columns}"
        )
        return "skip"

    separator = max(",;\t", key=header.decode(errors="replace").count)
    read = csv.ReadOptions(use_threads=False)
    parse = csv.ParseOptions(
        delimiter=separator, ignore_empty_lines=False, invalid_row_handler=set_aside
    )
    try:
        names = csv.read_csv(pa.BufferReader(header + b"\n"), read, parse).column_names
        types = csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string()))
        table = csv.read_csv(str(path), read, parse, types)
    except (pa.ArrowException, OSError) as error:
        reason = str(error).splitlines()[0][:160]
        invalid = re.match(r"In CSV column #\d+: Row #(\d+): .* invalid UTF8 data", reason)
        if invalid:
            raise InputError(_not_utf8(path, int(invalid[1]))) from error
        raise InputError(f"{path}: not CSV or Parquet; {reason}") from error
    stripped = [name.strip() for name in names]
    _check_unique(path, stripped)
    for name in names:
        values = pc.match_substring(table[name], "\n")
        if pc.any(values).as_py():
            row = 2 + pc.index(values, True).as_py()
            raise InputError(f"{path}: row {row}: a line break within quotes; expected none")
    numbers = np.setdiff1d(np.arange(2, table.num_rows + len(broken) + 2), list(broken))
    rows = table.to_pandas(use_threads=False).set_axis(stripped, axis=1)
    return _Table(rows, numbers, broken)


def _read_parquet(path: Path) -> pd.DataFrame:
    with opened(path) as file:
        _check_unique(path, file.schema_arrow.names)
        table = file.read(use_threads=False)
    return table.to_pandas(use_threads=False)


def _check_unique(path: Path, names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{path}: column {name!r} stands twice in the header; expected once")


def is_missing(column: pd.Series) -> np.ndarray:
    """Tell which values are missing."""
    missing = column.isna().to_numpy()
    if _is_text(column):
        missing = missing | column.astype(str).str.strip().str.lower().isin(MISSING).to_numpy()
    return missing


def as_durations(column: pd.Series, unit: float) -> np.ndarray:
    """Convert a column of durations, or of numbers in the `unit`, to seconds; or NaN."""
    if column.dtype.kind == "m":
        return (column / pd.Timedelta(seconds=1)).to_numpy(float)
    return as_numbers(column) * unit


def as_numbers(column: pd.Series) -> np.ndarray:
    """Convert a column to numbers; NaN where that is not possible."""
    numbers = pd.to_numeric(column, errors="coerce").to_numpy(float, na_value=np.nan)
    return np.where(np.isfinite(numbers), numbers, np.nan)


def as_flags(column: pd.Series) -> np.ndarray:
    """Convert a column to 1 and 0; NaN where it is neither, nor true or false."""
    texts = column.astype(str).str.strip().str.lower()
    words = {"true": 1.0, "false": 0.0, "yes": 1.0, "no": 0.0}
    flags = texts.map(words).fillna(pd.to_numeric(texts, errors="coerce")).to_numpy(float)
    return np.where((flags == 0) | (flags == 1), flags, np.nan)


def as_times(column: pd.Series, unit: float) -> np.ndarray:
    """Convert a column of times to seconds since some moment; NaN where that is not possible.

    Times are numbers in the `unit`, or dates of ISO 8601, in UTC where they have no zone.
    """
    if isinstance(column.dtype, pd.DatetimeTZDtype) or column.dtype.kind == "M":
        return _seconds(pd.to_datetime(column, utc=True))
    present = ~is_missing(column)
    numbers = as_numbers(column)
    if 2 * np.isfinite(numbers).sum() >= present.sum():
        return numbers * unit
    return _seconds(
        pd.to_datetime(column.where(present), format="ISO8601", utc=True, errors="coerce")
    )


def duration(seconds: float) -> str:
    """Put a time in words, in the largest unit that is not longer."""
    fitting = [unit for unit in UNITS if 1 <= UNITS[unit] <= seconds] or ["seconds"]
    number = seconds / UNITS[fitting[-1]]
    shown = f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"
    return f"{shown} {fitting[-1].removesuffix('s') if shown == '1' else fitting[-1]}"


def _seconds(times: pd.Series) -> np.ndarray:
    return ((times - pd.Timestamp(0, tz="UTC")) / pd.Timedelta(seconds=1)).to_numpy(float)


def _is_text(column: pd.Series) -> bool:
    return column.dtype == object or isinstance(column.dtype, pd.StringDtype)
