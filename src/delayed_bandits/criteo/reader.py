"""The Criteo attribution file, read once from end to end and held against its schema."""

import logging
import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path, PurePosixPath
from typing import IO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv
from tqdm import tqdm

from delayed_bandits.criteo import contradictions, counting
from delayed_bandits.criteo.schema import COLUMNS
from delayed_bandits.errors import InputError

logger = logging.getLogger(__name__)

MEMBER = "criteo_attribution_dataset.tsv.gz"
GZIP_MAGIC, ZIP_MAGIC = b"\x1f\x8b", b"PK\x03\x04"
BLOCK = 1 << 22
LONGEST_HEADER = 4096

USED = (
    "timestamp",
    "uid",
    "campaign",
    "conversion",
    "conversion_timestamp",
    "conversion_id",
    "attribution",
    "click",
    "click_pos",
    "click_nb",
    "time_since_last_click",
)
KEPT = (
    "timestamp",
    "uid",
    "conversion_timestamp",
    "conversion_id",
    "attribution",
    "click",
    "click_pos",
    "click_nb",
)


@dataclass(frozen=True)
class Conversions:
    """What a Criteo file says about conversions.

    Attributes
    ----------
    rows : pa.Table
        The conversion rows that give a delay, in the order of the file: int64 columns
        `timestamp, uid, conversion_timestamp, conversion_id, attribution, click, click_pos,
        click_nb` and `delay` = conversion_timestamp - timestamp (seconds, 0 to 30 days).
    counts : dict of str to int
        Counts over the whole file, under the names of `schema.PUBLISHED`.
    clicks_without_conversion : int
        Rows with click = 1 and conversion = 0.
    contradictions : dict of str to int
        Rows for each reason of `contradictions.LEFT_OUT` (not in `rows`) and
        `contradictions.COUNTED_ONLY` (in `rows` if they are conversion rows).
    """

    rows: pa.Table
    counts: dict[str, int]
    clicks_without_conversion: int
    contradictions: dict[str, int]


def read_conversions(path: Path) -> Conversions:
    """Read the conversion rows of a Criteo attribution file.

    Every value of all 22 columns is checked for its type. Conversion rows without a time of
    impression or conversion, without an id, with the conversion before the impression, or more
    than 30 days after it, are left out, counted by reason and logged; other contradictions are
    counted and logged only.

    Parameters
    ----------
    path : Path
        The official .zip file, or the .tsv.gz or .tsv file; told apart by their first bytes.

    Raises
    ------
    InputError
        If the file is missing, empty, damaged or cut off, or does not fit the schema.
    """
    path = Path(path)
    try:
        with path.open("rb") as file, _text(path, file) as text:
            _check_header(path, text.read(LONGEST_HEADER))
        with path.open("rb") as file:
            size = path.stat().st_size
            shown = tqdm.wrapattr(file, "read", size, desc=path.name, mininterval=2)
            with shown as watched, _text(path, watched) as text:
                return _read(path, text)
    except pa.ArrowInvalid as error:
        raise InputError(f"{path}: {_explain(str(error))}") from error
    except FileNotFoundError as error:
        raise InputError(f"{path}: no such file; expected a Criteo attribution file") from error
    except (OSError, EOFError, zipfile.BadZipFile) as error:
        reason = str(error).splitlines()[0]
        raise InputError(f"{path}: damaged or cut off; {reason}") from error


@contextmanager
def _text(path: Path, file: IO[bytes]) -> Iterator[pa.NativeFile]:
    """Open the table in `file`, whatever it is packed in."""
    with ExitStack() as stack:
        magic = file.read(len(ZIP_MAGIC))
        file.seek(0)
        if magic == ZIP_MAGIC:
            archive = stack.enter_context(zipfile.ZipFile(file))
            file = stack.enter_context(archive.open(_member(path, archive)))
        stream = pa.PythonFile(file, mode="r")
        if magic == ZIP_MAGIC or magic.startswith(GZIP_MAGIC):
            stream = pa.CompressedInputStream(stream, "gzip")
        yield stream


def _member(path: Path, archive: zipfile.ZipFile) -> str:
    names = archive.namelist()
    for name in names:
        if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
            raise InputError(f"{path}: refused, its member {name!r} points outside of the archive")
    found = [name for name in names if PurePosixPath(name).name == MEMBER]
    if len(found) != 1:
        raise InputError(f"{path}: members are {names[:5]}; expected one {MEMBER}")
    return found[0]


def _check_header(path: Path, start: bytes) -> None:
    if not start:
        raise InputError(f"{path}: the file is empty; expected a header with 22 columns")
    names = start.splitlines()[0].decode(errors="replace").split("\t")
    for position, (name, expected) in enumerate(zip_longest(names, COLUMNS), 1):
        if name != expected:
            found = "missing" if name is None else repr(name[:40])
            wanted = "no more columns" if expected is None else repr(expected)
            raise InputError(f"{path}: column {position} is {found}; expected {wanted}")


def _explain(message: str) -> str:
    """Put a message of Arrow's CSV reader into the words of the file."""
    value = re.match(
        r"In CSV column #(\d+): (?:Row #(\d+): )?CSV conversion error to (\w+): (.*)", message
    )
    if value:
        column, line, kind, fault = value.groups()
        return f"line {line}, column {list(COLUMNS)[int(column)]}: {fault}; expected {kind}"
    return message.splitlines()[0][:160].replace("\t", " ")


def _read(path: Path, text: pa.NativeFile) -> Conversions:
    reader = csv.open_csv(
        text,
        # with threads Arrow no longer tells the line of a wrong value, and is not faster
        read_options=csv.ReadOptions(block_size=BLOCK, use_threads=False),
        parse_options=csv.ParseOptions(delimiter="\t", quote_char=False, ignore_empty_lines=False),
        convert_options=csv.ConvertOptions(column_types=COLUMNS, null_values=[]),
    )
    counts, found = Counter(), Counter()
    people, kept, previous = [], [], 0
    for batch in reader:
        if not batch.num_rows:
            continue
        columns = {name: batch[name].to_numpy() for name in USED}
        counts.update(counting.count_rows(columns))
        found.update(contradictions.count_in_rows(columns, previous))
        previous = columns["timestamp"][-1]
        counts["last_timestamp"] = max(counts["last_timestamp"], int(columns["timestamp"].max()))
        people.append(batch.select(["uid", "campaign"]))
        kept.append(batch.select(KEPT).filter(pc.equal(batch["conversion"], 1)))
    if not people:
        raise InputError(f"{path}: only a header; expected rows after it")
    counts.update(counting.count_people(pa.Table.from_batches(people)))
    return _sift(path, pa.Table.from_batches(kept), counts, found)


def _sift(path: Path, rows: pa.Table, counts: Counter, found: Counter) -> Conversions:
    """Count over the conversion rows and keep those that give a delay."""
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
    )
