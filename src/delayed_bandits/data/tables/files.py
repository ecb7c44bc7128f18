"""Users' tables, opened with DuckDB: CSV, JSON or Parquet, also compressed."""

import codecs
import contextlib
import csv
import io
import lzma
import re
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import duckdb
import pyarrow as pa

from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.digests import opened, parts_of

MEMORY, THREADS = "250MB", 2
SEPARATORS = ",;\t|"
HEAD, BLOCK = 1 << 18, 1 << 23  # bytes that show the format; bytes that are read at a time
PACKED = {b"\x1f\x8b": "gzip", b"BZh": "bz2", b"\x28\xb5\x2f\xfd": "zstd", b"\xfd7zXZ": "xz"}
BOMS = {codecs.BOM_UTF32_LE: "utf-32", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
IS_DATA = r"\s*([-+]?\d+([.,]\d+)?|\d{4}-\d\d-\d\d.*)\s*"  # no name in a header is so
UNREADABLE = "neither text nor JSON nor Parquet. Save it as CSV in UTF-8"


class Table(NamedTuple):
    """A table that DuckDB can read, row by row in the order of its file."""

    path: Path
    connection: duckdb.DuckDBPyConnection
    source: str  # SQL that may follow FROM
    header: list[str]  # names in the file; numbers from 1 if it has none
    ids: list[str]  # names in the source, all different
    first: int  # number that the first row has in the file; 2 in CSV whose line 1 is the header
    remarks: dict[str, None]  # sentences on what was guessed
    separator: str = ""  # of CSV
    first_row: str = ""  # for CSV without header

    def cut(self) -> dict[int, str]:
        """Return the CSV lines with too few or too many values, by line number."""
        wanted = "SELECT DISTINCT line, csv_line, error_type FROM reject_errors ORDER BY line"
        kinds = self.connection.sql("SELECT table_name FROM duckdb_tables()").fetchall()
        found = self.connection.sql(wanted).fetchall() if ("reject_errors",) in kinds else []
        for line, text, what in found:
            if "QUOTE" in what and "\n" in text.strip():
                fault = f"row {line}: {text[:40]!r}: a quote is not closed"
                raise InputError(f"{self.path}: {fault}. Close it, or write it twice.")
        return {line: text for line, text, _ in found}


def quoted(name: str) -> str:
    """Return a name quoted as an SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    """Return a text quoted as an SQL string."""
    return "'" + text.replace("'", "''") + "'"


@contextlib.contextmanager
def open_table(path: Path, names: Collection[str] = ()) -> Iterator[Table]:
    """Yield the table at a path. The header of CSV is the line with the most `names`."""
    with TemporaryDirectory(prefix="delayed-bandits-") as folder:
        config = {"memory_limit": MEMORY, "threads": THREADS, "temp_directory": folder}
        config["autoinstall_known_extensions"] = False
        try:
            with duckdb.connect(config=config) as connection:
                connection.execute("SET TimeZone = 'UTC'")
                parts = parts_of(path)
                if not parts and path.is_dir():
                    raise InputError(f"{path}: a folder without Parquet files. Give a file.")
                if parts:
                    yield _parquet(connection, path, parts)
                else:
                    yield _text(connection, path, Path(folder), names)
        except OSError as error:
            fault = f"cannot be read ({error.strerror or error}). Check the path."
            raise InputError(f"{path}: {fault}") from error
        except duckdb.Error as error:
            reason = " ".join(str(error).split())[:200].rstrip(".!")
            if broken := re.search(r"Malformed JSON .* in \S+ (\d+): (.*)", reason):
                # DuckDB counts rows from 2
                fault = f"row {int(broken[1]) - 1}: broken JSON ({broken[2]})"
                cure = "Correct that row, or copy the file again if it was cut off."
                raise InputError(f"{path}: {fault}. {cure}") from error
            fault = f"DuckDB cannot read it: {reason}. Save it as CSV in UTF-8."
            raise InputError(f"{path}: {fault}") from error


def _parquet(connection: duckdb.DuckDBPyConnection, path: Path, parts: list[Path]) -> Table:
    """Return the table of Parquet files, with durations as SQL intervals."""
    with opened(parts[0], "Copy it again.") as file:
        schema = file.schema_arrow
    files = ", ".join(literal(str(part)) for part in parts)
    options = "hive_partitioning = true, hive_types_autocast = false, binary_as_string = true"
    source = f"read_parquet([{files}], union_by_name = {len(parts) > 1}, {options})"
    scale = {"s": "* 1000000", "ms": "* 1000", "us": "* 1", "ns": "// 1000"}
    intervals = [
        f"to_microseconds({quoted(field.name)} {scale[field.type.unit]}) AS {quoted(field.name)}"
        for field in schema
        if pa.types.is_duration(field.type)
    ]
    if intervals:
        source = f"(SELECT * REPLACE ({', '.join(intervals)}) FROM {source})"
    ids = connection.sql(f"FROM {source}").columns
    return Table(path, connection, source, [*schema.names, *ids[len(schema.names) :]], ids, 1, {})


def _text(
    connection: duckdb.DuckDBPyConnection, path: Path, folder: Path, names: Collection[str]
) -> Table:
    """Return the table of a CSV or JSON file, in which all columns are text."""
    remarks: dict[str, None] = {}
    file = _in_utf8(path, folder, remarks)
    with file.open("rb") as stream:
        head, ends = stream.read(HEAD), not stream.read(1)
    text = head.decode("utf-8-sig", errors="ignore")
    if not text.strip():
        raise InputError(f"{path}: empty. Give a log.")
    if re.match(r'\s*\{\s*"[^"]*":\s*\{\s*"0":', text):
        fault = "has columns in place of rows, as pandas writes them. Save it with"
        raise InputError(f'{path}: {fault} to_json(..., orient="records").')
    if text.lstrip()[0] in "{[":
        given = f"{literal(str(file))}, format = 'auto'"
        ids = connection.sql(f"FROM read_json({given}, sample_size = -1)").columns
        source = f"read_json({given}, columns = {_as_text(ids)})"
        return Table(path, connection, source, ids, ids, 1, remarks)
    mark, skipped, header = _dialect(text, names, ends)
    first_row = ""
    if not set(names).intersection(header) and any(re.fullmatch(IS_DATA, n) for n in header):
        skipped, first_row = skipped - 1, ", ".join(header[:20])
        header = [str(number) for number in range(1, len(header) + 1)]
    ids = []
    for place, name in enumerate(header, 1):
        known = {other.lower() for other in ids}
        ids.append(f"{name}:{place}" if name.lower() in known or not name else name)
    escape = "\\" if '\\"' in text and '""' not in text else '"'
    source = (
        f"read_csv({literal(str(file))}, auto_detect = false, delim = {literal(mark)}, "
        f"quote = '\"', escape = '{escape}', header = false, skip = {skipped}, "
        f"columns = {_as_text(ids)}, store_rejects = true, max_line_size = {BLOCK})"
    )
    return Table(path, connection, source, header, ids, skipped + 1, remarks, mark, first_row)


def _as_text(ids: list[str]) -> str:
    return "{" + ", ".join(f"{literal(name)}: 'VARCHAR'" for name in ids) + "}"


def _dialect(text: str, names: Collection[str], ends: bool) -> tuple[str, int, list[str]]:
    """Return CSV's separator, the number of the header's last line, and the header.

    The header is the row with the most `names`, or else the first row of the usual length. The
    separator makes most rows as long as the header. `ends`: whether `text` is the complete file.
    """
    given = re.match(r"sep=(.)\r?\n", text)
    best: tuple = ((-1,),)
    for mark in given[1] if given else SEPARATORS:
        reader, rows = csv.reader(io.StringIO(text, newline=""), delimiter=mark), []
        with contextlib.suppress(csv.Error):  # such as a value that is too long
            rows.extend((reader.line_num, [v.strip() for v in row]) for row in reader if row)
        rows = (rows if ends else rows[:-1])[bool(given) :] or [(1, [""])]
        widths = Counter(len(row) for _, row in rows)
        usual = max(widths, key=lambda width: (width > 1, widths[width], width))
        fits = [(len({*names}.intersection(row)), len(row) == usual) for _, row in rows]
        line, header = rows[fits.index(max(fits))]
        score = max(fits)[0] > 0, len(header) > 1, widths[len(header)], len(header)
        if score > best[0]:
            best = score, mark, line, header
    return best[1:]


def _in_utf8(path: Path, folder: Path, remarks: dict[str, None]) -> Path:
    """Return the path of the uncompressed text in UTF-8: the file itself, or a copy."""
    with path.open("rb") as file:
        head = file.read(HEAD)
    packed = next((PACKED[magic] for magic in PACKED if head.startswith(magic)), None)
    if head.startswith(b"PK\x03\x04"):
        raise InputError(f"{path}: a zip archive or an Excel workbook. Unpack it, or save as CSV.")

    def blocks() -> Iterator[bytes]:
        with lzma.open(path) if packed == "xz" else pa.input_stream(path, packed) as stream:
            while block := stream.read(BLOCK):
                yield block

    try:
        head = next(blocks(), b"")[:HEAD]
        encoding = next((BOMS[mark] for mark in BOMS if head.startswith(mark)), None)
        if encoding is None and b"\0" in head:  # UTF-16 without mark: every second byte is 0
            share = {f"utf-16-{end}": head[at::2].count(0) for at, end in enumerate(("be", "le"))}
            encoding = max(share, key=share.__getitem__)
            if share[encoding] < len(head) / 4 or any(head.count(c) for c in range(1, 9)):
                raise InputError(f"{path}: {UNREADABLE}.")
        for name in [encoding] if encoding else ["utf-8", "cp1252"]:
            with contextlib.suppress(UnicodeDecodeError):
                copy = None if name == "utf-8" and not packed else folder / "table"
                _recode(blocks(), name, copy)
                if name != "utf-8":
                    remarks[f"The text is read in {name.upper()}."] = None
                return copy or path
    except (OSError, EOFError, lzma.LZMAError) as error:
        fault = f"damaged or cut off ({str(error)[:160]}). Copy it again."
        raise InputError(f"{path}: {fault}") from error
    raise InputError(f"{path}: neither UTF-8, UTF-16 nor CP1252. Save it as CSV in UTF-8.")


def _recode(blocks: Iterator[bytes], encoding: str, copy: Path | None) -> None:
    """Decode blocks of bytes, and write the text to `copy` in UTF-8 if given."""
    decoder = codecs.getincrementaldecoder(encoding)()
    with copy.open("wb") if copy else contextlib.nullcontext() as file:
        for block in blocks:
            text = decoder.decode(block)
            if file:
                file.write(text.encode())
        decoder.decode(b"", final=True)
