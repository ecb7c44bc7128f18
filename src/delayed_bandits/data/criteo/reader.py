"""The conversion rows of the Criteo attribution file, read and checked."""

import logging
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv
from tqdm import tqdm

from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.criteo import schema
from delayed_bandits.data.criteo.schema import COLUMNS, COUNTED_ONLY, LEFT_OUT
from delayed_bandits.data.criteo.unpacking import blocks, unpacked
from delayed_bandits.files.digests import opened, parts_of

logger = logging.getLogger(__name__)

BLOCK = 1 << 22  # bytes parsed at a time

TYPES = {"int64": "a whole number of at most 64 bits", "double": "a number"}

KEPT = (
    *("timestamp", "uid", "campaign", "conversion_timestamp", "conversion_id"),
    *("attribution", "click"),
)
USED = (*KEPT, "conversion", "time_since_last_click")


@dataclass(frozen=True)
class Conversions:
    """The usable conversion rows of a Criteo file, in its order, and counts of all rows."""

    rows: pa.Table  # int64: the columns `KEPT`, and `delay` (s) from impression to conversion
    counts: dict[str, int]  # counts of the complete file, by the names of `schema.PUBLISHED`
    contradictions: dict[str, int]  # rows for each reason of `LEFT_OUT` and `COUNTED_ONLY`
    unconverted: dict[int, int]  # clicks without conversion of each campaign

    @property
    def clicks_without_conversion(self) -> int:
        """The number of clicks without conversion, over all campaigns."""
        return sum(self.unconverted.values())


def read_conversions(path: Path) -> Conversions:
    """Return the conversions in a Criteo attribution file, after a check of all values.

    The path is the official .zip file, a .tsv.gz, .tsv or Parquet file, or a folder of Parquet
    files. Contradictory rows are counted, and left out for the reasons in `LEFT_OUT`.
    """
    try:
        if parts := parts_of(path):
            return _read(path, tqdm(_parquet_tables(parts), path.name, mininterval=2))
        with path.open("rb") as file:
            size = path.stat().st_size
            shown = tqdm.wrapattr(file, "read", size, desc=path.name, mininterval=2)
            with shown as watched, unpacked(path, watched) as text:
                return _read(path, _text_tables(path, blocks(path, text, BLOCK)))
    except FileNotFoundError as error:
        raise InputError(f"{path}: no such file. Give the Criteo attribution file.") from error
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error}).") from error


def _check_columns(path: Path, found: Iterable[str], official: Iterable[str]) -> None:
    for position, (name, wanted) in enumerate(zip_longest(found, official), 1):
        if name != wanted:
            fault = f"column {position} is {name or 'missing'}. The official file has"
            raise InputError(f"{path}: {fault} {wanted or 'no column'} there.")


def _check_numbers(path: Path, rows: pa.Table, kind: str, first: int) -> None:
    """Raise InputError for a value that is not finite. Rows are numbered from `first`."""
    for name in COLUMNS:
        for i in np.flatnonzero(~np.isfinite(rows[name].to_numpy()))[:1].tolist():
            found = f"{kind} {first + i}, column {name} is {rows[name][i].as_py()}"
            raise InputError(f"{path}: {found}. The official file has a number there.")


def _parquet_tables(parts: list[Path]) -> Iterator[pa.Table]:
    for path in parts:
        with opened(path, "Get the file again.") as file:
            found = [f"{field.name} ({field.type})" for field in file.schema_arrow]
            _check_columns(path, found, [f"{name} ({kind})" for name, kind in COLUMNS.items()])
            before = 0
            for group in range(file.num_row_groups):
                rows = file.read_row_group(group, use_threads=False).replace_schema_metadata(None)
                _check_numbers(path, rows, "row", before + 1)
                before += rows.num_rows
                yield rows


def _text_tables(path: Path, blocks: Iterator[bytes]) -> Iterator[pa.Table]:
    """Yield a table for each block of lines. The first block starts with the header."""
    before = 0
    for block in blocks:
        if before == 0:
            header = block.splitlines()[0].decode(errors="replace").split("\t")
            _check_columns(path, [repr(name[:40]) for name in header], map(repr, COLUMNS))
        rows = _parse(path, block, before)
        _check_numbers(path, rows, "line", max(before, 1) + 1)
        before += rows.num_rows + (before == 0)
        yield rows
    if before == 0:
        raise InputError(f"{path}: the file is empty. Give the Criteo attribution file.")


def _parse(path: Path, block: bytes, before: int) -> pa.Table:
    """Return the rows in a block of lines, which follows `before` lines of the file."""
    # Arrow gets bytes and no file, because its reading thread might keep Python alive after an
    # error. It gets no threads, because with threads it does not report the line of a wrong value.
    names = {"column_names": list(COLUMNS), "skip_rows": int(before == 0)}
    options = (
        csv.ReadOptions(block_size=len(block), use_threads=False, **names),
        csv.ParseOptions(delimiter="\t", quote_char=False, ignore_empty_lines=False),
        csv.ConvertOptions(column_types=COLUMNS, null_values=[]),
    )
    try:
        return csv.read_csv(pa.BufferReader(block), *options)
    except pa.ArrowInvalid as error:
        raise InputError(f"{path}: {_explain(str(error), before)}") from error


def _explain(message: str, before: int) -> str:
    """Explain an error of Arrow's CSV reader, with its line and column if known."""
    value = r"In CSV column #(\d+): Row #(\d+): CSV conversion error to (\w+): invalid value '(.*)'"
    if wrong := re.match(value, message, re.DOTALL):
        column, row, kind, found = wrong.groups()
        fault = f"column {list(COLUMNS)[int(column)]} is {found[:40]!r}"
        return f"line {before + int(row)}, {fault}. The official file has {TYPES[kind]} there."
    count = r"CSV parse error: Row #(\d+): Expected (\d+) columns, got (\d+)"
    if wrong := re.match(count, message):
        row, official, found = map(int, wrong.groups())
        return f"line {before + row}: {found} values. The official file has {official}."
    return ascii(message)[:160]


def _read(path: Path, tables: Iterable[pa.Table]) -> Conversions:
    """Collect the conversion rows of tables, and count rows and contradictions."""
    counts, unconverted = Counter(), Counter()
    kept, previous = [], 0
    for table in tables:
        if not table.num_rows:
            continue
        columns = {name: table[name].to_numpy() for name in USED}
        counts.update(schema.count_rows(columns, previous))
        previous = columns["timestamp"][-1]
        counts["last_timestamp"] = max(counts["last_timestamp"], int(columns["timestamp"].max()))
        without = (columns["click"] == 1) & (columns["conversion"] == 0)
        campaigns, clicks = np.unique(columns["campaign"][without], return_counts=True)
        unconverted.update(dict(zip(campaigns.tolist(), clicks.tolist(), strict=True)))
        kept.append(table.select(KEPT).filter(pc.equal(table["conversion"], 1)))
    if not kept:
        raise InputError(f"{path}: has a header but no rows. Give the complete file.")
    rows = pa.concat_tables(kept)
    columns = {name: rows[name].to_numpy() for name in KEPT}
    masks = schema.find_contradictions(columns)
    counts.update(schema.count_conversions(rows))
    counts.update({reason: int(mask.sum()) for reason, mask in masks.items()})
    contradictions = {reason: counts.pop(reason) for reason in (*LEFT_OUT, *COUNTED_ONLY)}
    for reason, count in contradictions.items():
        if count:
            fate = "left out" if reason in LEFT_OUT else "used as they are"
            logger.warning("%s: %s: %d rows, %s", path, reason, count, fate)
    usable = ~np.any([masks[reason] for reason in LEFT_OUT], axis=0)
    delay = pa.array(columns["conversion_timestamp"] - columns["timestamp"])
    rows = rows.append_column("delay", delay).filter(pa.array(usable))
    return Conversions(rows, dict(counts), contradictions, dict(unconverted))
