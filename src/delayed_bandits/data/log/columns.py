"""Columns of a log of conversions, from CSV or Parquet, under the names of this package."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion
from delayed_bandits.files.digests import opened, parts_of

# In seconds
UNITS = {"milliseconds": 0.001, "seconds": 1, "minutes": 60, "hours": 3600, "days": 86400}
LONGEST = 10.0**11  # a delay, or a time since 1970; larger ones are in another unit
EPOCHS = {1e17: 1e-9, 1e14: 1e-6, 1e11: 1e-3}  # units of times since 1970, by their least number

BLOCK, BLOCK_OF_ROWS = 1 << 23, 200_000  # bytes of CSV, and rows of Parquet, read at a time

DURATIONS = ("delay", "observed")
EITHER = (("delay", "conversion_time"), ("observed", "observed_until"))
NAMES = (*EITHER[0], *EITHER[1], "click_time", "arm", "converted", "click")
FLAGS = {"true": "1", "yes": "1", "false": "0", "no": "0"}

MISSING = r"|na|n/a|nan|nat|null|none|\\n|-|never|\(.*\)|(0000-00-00|9999-12-31).*"
"""Texts that stand for no value, in any case, such as (not set)."""


class Columns(NamedTuple):
    """The columns of a part of a log that are used, by their names in `NAMES`."""

    rows: pd.DataFrame  # text without spaces around it; "" where there is nothing
    names: dict[str, str]  # in the file
    unit: float  # of times, in seconds
    unused: list[str]
    first: int  # number of the first row in the file; in CSV, 2 after the header


def read_columns(path: Path, unit: str, renamed: Mapping[str, str]) -> Iterator[Columns]:
    """Read the columns of a log, part by part; `renamed` has names in the file, by `NAMES`."""
    if unit not in UNITS:
        raise InputError(f"unit is {unit!r}; {suggestion(unit, UNITS)}")
    for name in renamed:
        if name not in NAMES:
            raise InputError(f"column {name!r} is unknown; {suggestion(name, NAMES)}")
    for table, first in _read(path):
        header = [name.strip() for name in table.column_names]
        names = _names(path, header, renamed)
        texts = {
            name: _as_text(path, name, table[header.index(column)], UNITS[unit])
            for name, column in names.items()
        }
        unused = [column for column in header if column not in names.values()]
        yield Columns(pd.DataFrame(texts), names, UNITS[unit], unused, first)


def _names(path: Path, header: list[str], renamed: Mapping[str, str]) -> dict[str, str]:
    """Find the columns in a header; give their names in the file."""
    wanted = {name: renamed.get(name, name) for name in NAMES}
    names = {name: column for name, column in wanted.items() if column in header}
    for name in renamed.keys() - names.keys():
        hint = suggestion(renamed[name], header)
        raise InputError(f"{path}: no column {renamed[name]!r} found; {hint}")
    for either in (*EITHER, *((name,) for name in NAMES)):
        columns = [names.get(name) for name in either]
        found = [column for column in header if column in columns]
        if len(found) > 1:
            raise InputError(f"{path}: columns {' and '.join(found)} found; expected one of them")
    if "delay" not in names and not names.keys() >= {"click_time", "conversion_time"}:
        raise InputError(
            f"{path}: columns are {', '.join(header[:20])}; expected delay, or click_time and "
            "conversion_time (--column delay=NAME, or click_time=NAME conversion_time=NAME)"
        )
    if "observed_until" in names and "click_time" not in names:
        raise InputError(f"{path}: column observed_until found; expected click_time beside it")
    return names


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


def _read(path: Path) -> Iterator[tuple[pa.Table, int]]:
    """Read a table in parts, each with the number of its first row."""
    try:
        if not parts_of(path):
            with path.open("rb") as file:
                header = file.readline()
            yield from _read_csv(path, header)
            return
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}; expected a log") from error
    first = 1
    with opened(path) as file:
        for part in file.iter_batches(BLOCK_OF_ROWS, use_threads=False):
            yield pa.Table.from_batches([part]), first
            first += part.num_rows
        if first == 1:
            yield file.schema_arrow.empty_table(), first


def _read_csv(path: Path, header: bytes) -> Iterator[tuple[pa.Table, int]]:
    """Read all values as text; a line with too few or too many is an error."""
    if not header or b"\0" in header:
        fault = "no text, or packed" if header else "the file is empty"
        raise InputError(f"{path}: {fault}; expected CSV in UTF-8 (gunzip unpacks it), or Parquet")
    read = csv.ReadOptions(use_threads=False, block_size=BLOCK)
    mark = max(",;\t", key=lambda mark: header.count(mark.encode()))
    parse = csv.ParseOptions(delimiter=mark, ignore_empty_lines=False)
    try:
        names = csv.read_csv(pa.BufferReader(header), read, parse).column_names
        types = csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string()))
        first = 2
        with csv.open_csv(str(path), read, parse, types) as parts:
            for part in parts:
                for values in part.columns:
                    row = pc.index(pc.match_substring(values, "\n"), True).as_py()
                    if row >= 0:
                        fault = f"row {first + row}: a line break within quotes; expected none"
                        raise InputError(f"{path}: {fault}")
                yield pa.Table.from_batches([part]), first
                first += part.num_rows
        if first == 2:
            yield pa.table({name: pa.array([], pa.string()) for name in names}), first
    except (pa.ArrowException, UnicodeDecodeError) as error:
        reason = str(error).splitlines()[0][:160]
        raise InputError(f"{path}: not CSV in UTF-8, or Parquet; {reason}") from error


def is_missing(texts: pd.Series) -> np.ndarray:
    """Tell which values are missing."""
    return texts.str.fullmatch(MISSING, case=False).to_numpy(bool)


def as_numbers(texts: pd.Series, remarks: dict[str, None]) -> np.ndarray:
    """Convert texts to numbers, with a decimal point or comma; NaN where that is not possible."""
    numbers = pd.to_numeric(texts, errors="coerce").to_numpy(float, na_value=np.nan, copy=True)
    commas = np.isnan(numbers) & texts.str.fullmatch(r"[-+]?\d+,\d+").to_numpy(bool)
    if commas.any():
        numbers[commas] = texts[commas].str.replace(",", ".").astype(float)
        example = texts[commas].iloc[0]
        remarks.setdefault(f"Numbers such as {example} are read with a decimal comma.")
    return np.where(np.isfinite(numbers), numbers, np.nan)


def as_times(texts: pd.Series, unit: float, remarks: dict[str, None]) -> np.ndarray:
    """Convert times to seconds since some moment; NaN where that is not possible.

    Times are numbers in the `unit`, or dates of ISO 8601, in UTC where they have no zone. Numbers
    too large for that are seconds since 1970, or milli-, micro- or nanoseconds.
    """
    present = ~is_missing(texts)
    numbers = as_numbers(texts, remarks)
    known = numbers[np.isfinite(numbers)]
    if 2 * known.size >= present.sum():
        middle = np.median(known) if known.size else 0
        if middle * unit > LONGEST:
            unit = next((EPOCHS[least] for least in EPOCHS if middle >= least), 1)
            remarks.setdefault(f"Times are in units of {unit:g} seconds, by their size.")
        return numbers * unit
    dates = texts.where(present).str.replace(r" ?(UTC|GMT)$", "Z", regex=True)
    times = pd.to_datetime(dates, format="ISO8601", utc=True, errors="coerce")
    since = times.dt.as_unit("us") - pd.Timestamp(0, tz="UTC").as_unit("us")
    return (since / pd.Timedelta(seconds=1)).to_numpy(float)


def duration(seconds: float) -> str:
    """Put a time in words, in the largest unit that is not longer."""
    fitting = [unit for unit in UNITS if 1 <= UNITS[unit] <= seconds] or ["seconds"]
    number = seconds / UNITS[fitting[-1]]
    shown = f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"
    return f"{shown} {fitting[-1].removesuffix('s') if shown == '1' else fitting[-1]}"
