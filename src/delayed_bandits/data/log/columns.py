"""Columns of a log of conversions, from CSV or Parquet, under the names of this package."""

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
from delayed_bandits.files.parquet import opened, parts_of

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
        Columns of `NAMES`, as text without spaces around it; "" where there is nothing.
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
        found = [choice for choice in choices if choice in table.column_names]
        if name in renamed and not found:
            hint = suggestion(renamed[name], table.column_names)
            raise InputError(f"{path}: no column {renamed[name]!r} found; {hint}")
        if len(found) > 1:
            raise InputError(f"{path}: columns {' and '.join(found)} found; expected one of them")
        if found:
            names[name], units[name] = found[0], UNITS[choices[found[0]]]
    _check_names(path, names, table.column_names)
    texts = {name: _as_text(path, name, table[names[name]], units[name]) for name in names}
    unused = [column for column in table.column_names if column not in names.values()]
    return Columns(pd.DataFrame(texts), names, units, unused, numbers, broken)


def _check_names(path: Path, names: Mapping[str, str], columns: list[str]) -> None:
    for name, other in (("delay", "conversion_time"), ("observed", "observed_until")):
        if {name, other} <= names.keys():
            found = f"columns {names[name]} and {names[other]} found"
            raise InputError(f"{path}: {found}; expected one of them")
    if "delay" not in names and not {"click_time", "conversion_time"} <= names.keys():
        raise InputError(
            f"{path}: columns are {', '.join(columns[:20])}; expected delay, or click_time and "
            "conversion_time (--column delay=NAME says which is)"
        )
    if "observed_until" in names and "click_time" not in names:
        raise InputError(f"{path}: column observed_until found; expected click_time beside it")


def _as_text(path: Path, name: str, column: pa.ChunkedArray, unit: float) -> pd.Series:
    """Convert a column to text; durations of Parquet become numbers in the `unit`."""
    try:
        if pa.types.is_duration(column.type):
            nanoseconds = pc.cast(pc.cast(column, pa.duration("ns")), pa.int64())
            column = pc.divide(pc.cast(nanoseconds, pa.float64()), 1e9 * unit)
        text = pc.utf8_trim_whitespace(pc.fill_null(pc.cast(column, pa.string()), ""))
    except pa.ArrowException as error:
        fault = f"column {name} has type {column.type}"
        raise InputError(f"{path}: {fault}; expected text, numbers or times") from error
    return text.to_pandas()


def _read(path: Path) -> tuple[pa.Table, np.ndarray, dict[int, str]]:
    """Read a table, the numbers of its rows in the file, and what lines that are no rows have."""
    try:
        if not path.stat().st_size:
            raise InputError(f"{path}: the file is empty; expected a header and rows")
        if not parts_of(path):
            return _read_csv(path)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}; expected a log") from error
    with opened(path) as file:
        _check_unique(path, file.schema_arrow.names)
        table = file.read(use_threads=False)
    return table, np.arange(1, table.num_rows + 1), {}


def _read_csv(path: Path) -> tuple[pa.Table, np.ndarray, dict[int, str]]:
    """Read all values as text; lines with too few or too many are set aside."""
    broken = {}

    def set_aside(row: csv.InvalidRow) -> str:
        broken[row.number] = (
            f"{row.actual_columns} values are found; expected {row.expected_columns}"
        )
        return "skip"

    header = _header(path)
    separator = max(",;\t", key=header.decode().count)
    read = csv.ReadOptions(use_threads=False)
    parse = csv.ParseOptions(
        delimiter=separator, ignore_empty_lines=False, invalid_row_handler=set_aside
    )
    try:
        names = csv.read_csv(pa.BufferReader(header), read, parse).column_names
        types = csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string()))
        table = csv.read_csv(str(path), read, parse, types)
    except pa.ArrowException as error:
        reason = str(error).splitlines()[0][:160]
        raise InputError(f"{path}: not CSV or Parquet; {reason}") from error
    stripped = [name.strip() for name in names]
    _check_unique(path, stripped)
    for name in names:
        values = pc.match_substring(table[name], "\n")
        if pc.any(values).as_py():
            row = 2 + pc.index(values, True).as_py()
            raise InputError(f"{path}: row {row}: a line break within quotes; expected none")
    numbers = np.setdiff1d(np.arange(2, table.num_rows + len(broken) + 2), list(broken))
    return table.rename_columns(stripped), numbers, broken


def _header(path: Path) -> bytes:
    """Return the first line of a file, once all are known to be text."""
    with path.open("rb") as file:
        for row, line in enumerate(file, start=1):
            try:
                line.decode()
            except UnicodeDecodeError as error:
                fault = f"row {row}: text that is not UTF-8; expected CSV in UTF-8, or Parquet"
                raise InputError(f"{path}: {fault}") from error
        file.seek(0)
        return file.readline()


def _check_unique(path: Path, names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{path}: column {name!r} stands twice in the header; expected once")


def is_missing(texts: pd.Series) -> np.ndarray:
    """Tell which values are missing."""
    return texts.str.lower().isin(MISSING).to_numpy()


def as_numbers(texts: pd.Series) -> np.ndarray:
    """Convert texts to numbers; NaN where that is not possible."""
    numbers = pd.to_numeric(texts, errors="coerce").to_numpy(float, na_value=np.nan)
    return np.where(np.isfinite(numbers), numbers, np.nan)


def as_flags(texts: pd.Series) -> np.ndarray:
    """Convert texts to 1 and 0; NaN where they are neither, nor true or false."""
    words = {"true": "1", "false": "0", "yes": "1", "no": "0"}
    flags = as_numbers(texts.str.lower().replace(words))
    return np.where((flags == 0) | (flags == 1), flags, np.nan)


def as_times(texts: pd.Series, unit: float) -> np.ndarray:
    """Convert times to seconds since some moment; NaN where that is not possible.

    Times are numbers in the `unit`, or dates of ISO 8601, in UTC where they have no zone.
    """
    present = ~is_missing(texts)
    numbers = as_numbers(texts)
    if 2 * np.isfinite(numbers).sum() >= present.sum():
        return numbers * unit
    times = pd.to_datetime(texts.where(present), format="ISO8601", utc=True, errors="coerce")
    return ((times - pd.Timestamp(0, tz="UTC")) / pd.Timedelta(seconds=1)).to_numpy(float)


def duration(seconds: float) -> str:
    """Put a time in words, in the largest unit that is not longer."""
    fitting = [unit for unit in UNITS if 1 <= UNITS[unit] <= seconds] or ["seconds"]
    number = seconds / UNITS[fitting[-1]]
    shown = f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"
    return f"{shown} {fitting[-1].removesuffix('s') if shown == '1' else fitting[-1]}"
