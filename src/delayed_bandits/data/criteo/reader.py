"""Conversion rows of the Criteo attribution file, read in one pass and checked by its schema."""

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
from delayed_bandits.data.criteo import contradictions, counting
from delayed_bandits.data.criteo.parquet_files import parquet_tables
from delayed_bandits.data.criteo.schema import COLUMNS
from delayed_bandits.data.criteo.unpacking import Text, open_text
from delayed_bandits.files.parquet import parts_of

logger = logging.getLogger(__name__)

BLOCK = 1 << 22
"""Bytes parsed at a time, and the longest line allowed."""

LONGEST_HEADER = 4096

EXPECTED = {"int64": "a whole number of at most 64 bits", "double": "a number"}

KEPT = (
    "timestamp",
    "uid",
    "campaign",
    "conversion_timestamp",
    "conversion_id",
    "attribution",
    "click",
)
USED = (*KEPT, "conversion", "time_since_last_click")


@dataclass(frozen=True)
class Conversions:
    """The conversions of a Criteo file.

    Attributes
    ----------
    rows : pa.Table
        The conversion rows with a delay, in the order of the file: int64 columns
        `timestamp, uid, campaign, conversion_timestamp, conversion_id, attribution, click` and
        `delay` = conversion_timestamp - timestamp (seconds, 0 to 30 days).
    counts : dict of str to int
        Counts over the whole file, under the names of `schema.PUBLISHED`.
    clicks_without_conversion : int
        Rows with click = 1 and conversion = 0.
    contradictions : dict of str to int
        Rows for each reason of `contradictions.LEFT_OUT` (not in `rows`) and
        `contradictions.COUNTED_ONLY` (in `rows` if they are conversion rows).
    unconverted : dict of int to int
        The clicks without conversion of each campaign.
    """

    rows: pa.Table
    counts: dict[str, int]
    clicks_without_conversion: int
    contradictions: dict[str, int]
    unconverted: dict[int, int]


def read_conversions(path: Path) -> Conversions:
    """Read the conversion rows of a Criteo attribution file.

    The type of every value of all 22 columns is checked. Contradictory rows are counted and logged
    by reason; those with a reason in `contradictions.LEFT_OUT` are left out.

    Parameters
    ----------
    path : Path
        The official .zip file, the .tsv.gz or .tsv file, or a Parquet file; the first bytes decide
        which. Or a folder of Parquet files.

    Raises
    ------
    InputError
        If the file is missing, empty, damaged or cut off, or does not fit the schema.
    """
    path = Path(path)
    try:
        if parts := parts_of(path):
            return _read(path, tqdm(parquet_tables(parts), path.name, mininterval=2))
        with path.open("rb") as file, open_text(path, file) as text:
            _check_header(path, text.read(LONGEST_HEADER))
        with path.open("rb") as file:
            size = path.stat().st_size
            shown = tqdm.wrapattr(file, "read", size, desc=path.name, mininterval=2)
            with shown as watched, open_text(path, watched) as text:
                return _read(path, _text_tables(path, text))
    except FileNotFoundError as error:
        raise InputError(f"{path}: no such file; expected a Criteo attribution file") from error
    except OSError as error:
        raise InputError(f"{path}: cannot be read; {error.strerror or error}") from error


def _check_header(path: Path, start: bytes) -> None:
    if not start:
        raise InputError(f"{path}: the file is empty; expected a header with 22 columns")
    names = start.splitlines()[0].decode(errors="replace").split("\t")
    for position, (name, expected) in enumerate(zip_longest(names, COLUMNS), 1):
        if name != expected:
            found = "missing" if name is None else repr(name[:40])
            wanted = "no more columns" if expected is None else repr(expected)
            raise InputError(f"{path}: column {position} is {found}; expected {wanted}")


def _text_tables(path: Path, text: Text) -> Iterator[pa.Table]:
    lines = 0
    for block in text.blocks(BLOCK):
        rows = _parse(path, block, lines)
        lines += rows.num_rows + (lines == 0)
        yield rows


def _read(path: Path, tables: Iterable[pa.Table]) -> Conversions:
    counts, found, unconverted = Counter(), Counter(), Counter()
    people, kept, previous = [], [], 0
    for rows in tables:
        if not rows.num_rows:
            continue
        columns = {name: rows[name].to_numpy() for name in USED}
        counts.update(counting.count_rows(columns))
        found.update(contradictions.count_in_rows(columns, previous))
        previous = columns["timestamp"][-1]
        counts["last_timestamp"] = max(counts["last_timestamp"], int(columns["timestamp"].max()))
        without = (columns["click"] == 1) & (columns["conversion"] == 0)
        campaigns, clicks = np.unique(columns["campaign"][without], return_counts=True)
        unconverted.update(dict(zip(campaigns.tolist(), clicks.tolist(), strict=True)))
        people.append(rows.select(["uid", "campaign"]))
        kept.append(rows.select(KEPT).filter(pc.equal(rows["conversion"], 1)))
    if not people:
        raise InputError(f"{path}: only a header; expected rows after it")
    counts.update(counting.count_people(pa.concat_tables(people)))
    return _sift(path, pa.concat_tables(kept), counts, found, unconverted)


def _parse(path: Path, block: bytes, before: int) -> pa.Table:
    """Parse a block of whole lines, which follows `before` lines.

    Arrow can read files itself, but its thread that reads ahead may keep Python from ending after
    a fault.
    """
    try:
        rows = csv.read_csv(
            pa.BufferReader(block),
            # with threads Arrow does not report the line of a wrong value
            read_options=csv.ReadOptions(
                block_size=len(block),
                use_threads=False,
                column_names=list(COLUMNS),
                skip_rows=int(before == 0),
            ),
            parse_options=csv.ParseOptions(
                delimiter="\t", quote_char=False, ignore_empty_lines=False
            ),
            convert_options=csv.ConvertOptions(column_types=COLUMNS, null_values=[]),
        )
    except pa.ArrowInvalid as error:
        raise InputError(f"{path}: {_explain(str(error), before)}") from error
    _refuse_beyond_schema(path, block, rows, before)
    return rows


def _refuse_beyond_schema(path: Path, block: bytes, rows: pa.Table, before: int) -> None:
    """Refuse numbers of Arrow that the schema does not have: nan, 1e999, 0x10, spaces."""
    for name in ("cost", "cpo"):
        wrong = np.flatnonzero(~np.isfinite(rows[name].to_numpy()))
        if wrong.size:
            line = max(before, 1) + wrong[0] + 1
            found = rows[name][wrong[0]]
            raise InputError(f"{path}: line {line}, column {name} is {found}; expected a number")
    for byte in (b" ", b"x", b"X"):
        if byte in block:
            line = before + block.count(b"\n", 0, block.index(byte)) + 1
            fault = f"line {line} has {byte.decode()!r}"
            raise InputError(f"{path}: {fault}; expected numbers and tabs")


def _explain(message: str, before: int) -> str:
    """Translate a message of Arrow's CSV reader into line and column of the file."""
    value = re.match(
        r"In CSV column #(\d+): Row #(\d+): CSV conversion error to (\w+): invalid value '(.*)'",
        message,
        re.DOTALL,
    )
    if value:
        column, row, kind, found = value.groups()
        name, found = list(COLUMNS)[int(column)], found if len(found) <= 40 else f"{found[:37]}..."
        return f"line {before + int(row)}, column {name} is {found!r}; expected {EXPECTED[kind]}"
    count = re.match(r"CSV parse error: Row #(\d+): Expected (\d+) columns, got (\d+)", message)
    if count:
        row, expected, found = map(int, count.groups())
        return f"line {before + row}: {found} columns; expected {expected}"
    return ascii(message)[:160]


def _sift(
    path: Path, rows: pa.Table, counts: Counter, found: Counter, unconverted: Counter
) -> Conversions:
    """Complete the counts and keep the conversion rows with a delay."""
    by_conversion = counting.group_conversions(rows)
    counts.update(counting.count_conversions(rows, by_conversion))
    columns = {name: rows[name].to_numpy() for name in KEPT}
    masks = contradictions.find_in_conversions(columns)
    found.update({reason: int(mask.sum()) for reason, mask in masks.items()})
    found["conversion_with_several_times"] = contradictions.count_several_times(by_conversion)
    for reason in (*contradictions.LEFT_OUT, *contradictions.COUNTED_ONLY):
        if found[reason]:
            fate = "left out" if reason in contradictions.LEFT_OUT else "used as they are"
            logger.warning("%s: %s: %d rows, %s", path, reason, found[reason], fate)
    usable = ~np.any([masks[reason] for reason in contradictions.LEFT_OUT], axis=0)
    delay = pa.array(columns["conversion_timestamp"] - columns["timestamp"])
    return Conversions(
        rows=rows.append_column("delay", delay).filter(pa.array(usable)),
        clicks_without_conversion=counts.pop("clicks_without_conversion"),
        counts=dict(counts),
        contradictions=dict(found),
        unconverted=dict(unconverted),
    )
