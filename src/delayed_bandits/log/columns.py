"""Columns of a log of conversions, from CSV or Parquet, under the names of this package."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion

UNITS = {"seconds": 1, "minutes": 60, "hours": 3600, "days": 86400}
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
    first : int
        The number of the first row in the file: 2 in CSV, after the header.
    """

    rows: pd.DataFrame
    names: dict[str, str]
    units: dict[str, int]
    unused: list[str]
    first: int


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
    table, first = _read(path)
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
    unused = [column for column in table.columns if column not in names.values()]
    return Columns(rows, names, units, unused, first)


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


def _read(path: Path) -> tuple[pd.DataFrame, int]:
    """Read a table, and the number of its first row."""
    try:
        with path.open("rb") as file:
            start = file.read(1 << 16)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}; expected a log") from error
    if not start:
        raise InputError(f"{path}: the file is empty; expected a header and rows")
    if start.startswith(b"PAR1"):
        return _read_parquet(path), 1
    header = start.splitlines()[0].decode(errors="replace")
    separator = max(",;\t", key=header.count)
    try:
        table = pd.read_csv(
            path,
            sep=separator,
            dtype=str,
            keep_default_na=False,
            skip_blank_lines=False,
            encoding="utf-8-sig",
            index_col=False,
        )
    except (ValueError, OSError) as error:
        raise InputError(f"{path}: {_explain(str(error))}") from error
    return table.rename(columns=str.strip), 2


def _read_parquet(path: Path) -> pd.DataFrame:
    try:
        with pq.ParquetFile(pa.OSFile(str(path))) as file:
            table = file.read(use_threads=False)
    except (pa.ArrowException, OSError) as error:
        raise InputError(f"{path}: damaged; {str(error).splitlines()[0][:160]}") from error
    for field in table.schema:
        if field.name in NAMES and pa.types.is_nested(field.type):
            raise InputError(
                f"{path}: column {field.name} has type {field.type}; expected single values"
            )
    return table.to_pandas(use_threads=False)


def _explain(message: str) -> str:
    """Translate a message of pandas into one line."""
    count = re.search(r"Expected (\d+) fields in line (\d+), saw (\d+)", message)
    if count:
        expected, line, found = count.groups()
        return f"row {line}: {found} columns; expected {expected}"
    return f"cannot be read as CSV; {message.strip().splitlines()[0][:160]}"


def is_missing(column: pd.Series) -> np.ndarray:
    """Tell which values are missing."""
    missing = column.isna().to_numpy()
    if _is_text(column):
        missing = missing | column.astype(str).str.strip().str.lower().isin(MISSING).to_numpy()
    return missing


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


def as_times(column: pd.Series, unit: int) -> np.ndarray:
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


def _seconds(times: pd.Series) -> np.ndarray:
    return ((times - pd.Timestamp(0, tz="UTC")) / pd.Timedelta(seconds=1)).to_numpy(float)


def _is_text(column: pd.Series) -> bool:
    return column.dtype == object or isinstance(column.dtype, pd.StringDtype)
