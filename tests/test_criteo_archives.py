"""Packed Criteo files and Parquet: damage, bombs, schemas."""

import gzip
import stat
import struct
import zipfile
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings

import test_criteo_reader as r
from conftest import ROOT
from criteo_file import generate
from delayed_bandits.data.criteo import unpacking
from delayed_bandits.data.criteo.conversions import from_file
from delayed_bandits.data.criteo.reader import read_conversions
from delayed_bandits.data.criteo.schema import COLUMNS
from delayed_bandits.data.criteo.unpacking import MEMBER
from delayed_bandits.experiments.delay_sources import _is_there
from delayed_bandits.files.digests import digest_of
from delayed_bandits.files.tables import open_table
from projects import run_python

MIB = 1 << 20
PACKED = gzip.compress(r.BASE, mtime=0)


def write_zip(path, members, method=zipfile.ZIP_STORED):
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return path


def test_same_rows_from_every_packing(tmp_path):
    text = r.text_of(r.REAL).encode()
    first, second = r.text_of(r.REAL[:2]).encode(), text[len(r.text_of(r.REAL[:2])) :]
    packed = gzip.compress(text)
    files = {
        "plain.tsv": text,
        "windows.tsv": text.replace(b"\n", b"\r\n"),
        "unfinished.tsv": text.rstrip(),
        "named.tsv": packed,
        "several.tsv.gz": gzip.compress(first) + gzip.compress(second),
    }
    paths = [tmp_path / name for name in files]
    for path, content in zip(paths, files.values(), strict=True):
        path.write_bytes(content)
    paths.append(write_zip(tmp_path / "file.zip", [("README.md", "x"), (MEMBER, packed)]))
    paths.append(write_zip(tmp_path / "nested.zip", [(f"folder/{MEMBER}", packed)]))
    expected, *others = map(read_conversions, paths)
    assert expected.rows.num_rows == 1
    assert all(found == expected for found in others)


ROWS = [r.PLAIN | {"uid": number * 7919 % 100_003} for number in range(2000)]
LONG = gzip.compress(r.text_of(ROWS).encode())
MORE = [b"x", b"\0\0", b"\x1f", b"\x1f\x8b\x08", r.BASE]


@pytest.mark.parametrize(
    "content",
    [*(LONG[:keep] for keep in (5, 40, 2000, -20, -1)), *(PACKED + more for more in MORE)],
    ids=range(10),
)
def test_a_gzip_cut_off_anywhere_or_with_more_behind_it_is_refused(tmp_path, content):
    path = tmp_path / "file.tsv.gz"
    path.write_bytes(content)
    assert r.refusal(path).startswith("damaged or cut off; ")


@pytest.mark.parametrize("kind", ["file.tsv.gz", "stored.zip", "deflated.zip"])
@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=r.CHANGES)
def test_damage_to_packed_bytes_changes_no_delay(tmp_path, kind, changes):
    path = tmp_path / kind
    data = PACKED
    if kind.endswith(".zip"):
        method = zipfile.ZIP_STORED if kind == "stored.zip" else zipfile.ZIP_DEFLATED
        data = write_zip(path, [("README.md", "x"), (MEMBER, PACKED)], method).read_bytes()
    path.write_bytes(r.changed(data, changes))
    assert r.outcome(path) in (None, r.read_slowly(r.BASE))


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize(
    ("names", "said"),
    [
        *(
            (names, f"members are {names}; expected one {MEMBER}")
            for names in (["README.md"], [f"a/{MEMBER}", f"b/{MEMBER}"], [MEMBER, MEMBER])
        ),
        ([], "column 1 is 'PK\\x05\\x06" + "\\x00" * 18 + "'; expected 'timestamp'"),
    ],
)
def test_other_members_than_expected_are_refused(tmp_path, names, said):
    path = write_zip(tmp_path / "file.zip", [(name, PACKED) for name in names])
    assert r.refusal(path) == said


def test_no_member_is_written_anywhere(tmp_path):
    """Neither a link, whose target is no table, nor what has a path out of the archive."""
    link = zipfile.ZipInfo("README.md")
    link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    members = [(MEMBER, PACKED), (link, b"/etc/passwd"), ("../evil", b"x"), ("/evil", b"x")]
    folder = tmp_path / "folder"
    folder.mkdir()
    assert r.outcome(write_zip(folder / "file.zip", members)) == r.read_slowly(r.BASE)
    assert {path.name for path in tmp_path.rglob("*")} == {"folder", "file.zip"}
    link.filename = MEMBER
    alone = write_zip(folder / "file.zip", [(link, b"/etc/passwd")])
    assert r.refusal(alone).startswith("damaged or cut off; ")


@pytest.mark.parametrize(
    ("offset", "form", "value", "said"),
    [
        (8, "<H", 1, "damaged or cut off; File "),
        (10, "<H", 14, "damaged or cut off; "),
        (6, "<H", 99, "damaged or cut off; zip file version 9.9"),
        (24, "<I", 2**32 - 2, f"refused, its member '{MEMBER}' unpacks to 4,294,967,294 bytes; "),
        (24, "<I", 10, "damaged or cut off; "),
        (20, "<I", 10, "damaged or cut off; "),
    ],
    ids=["encrypted", "LZMA", "version", "huge", "short", "cut"],
)
def test_an_entry_that_is_not_as_it_should_is_refused(tmp_path, offset, form, value, said):
    """A field of the member's entry in the central directory is overwritten."""
    path = write_zip(tmp_path / "file.zip", [(MEMBER, PACKED)], zipfile.ZIP_DEFLATED)
    data = bytearray(path.read_bytes())
    struct.pack_into(form, data, data.index(b"PK\x01\x02") + offset, value)
    path.write_bytes(data)
    assert r.refusal(path).startswith(said)


def bomb(name, path):
    """Write a file of a few MB whose text has more than a GiB."""
    row = r.text_of([r.PLAIN | {"conversion": 1}]).removeprefix(r.HEADER + "\n").encode()
    pieces = {"one long row": b"0" * MIB, "rows": row * (MIB // len(row) + 1)}
    head = b"" if name == "zeros" else gzip.compress(f"{r.HEADER}\n".encode())
    packed = head + gzip.compress(pieces.get(name, bytes(MIB))) * 1024
    if name == "empty gzips":
        packed = head + gzip.compress(b"") * (5 * MIB)
    path.write_bytes(packed)
    if name in ("empty gzips", "zip"):
        write_zip(path, [(MEMBER, packed)], zipfile.ZIP_DEFLATED)
    return path


# what the system says of a process that has ended has the peak of its parent, too
WITH_PEAK = """
import re, sys
from pathlib import Path
from delayed_bandits.cli.reporting import line_of
from delayed_bandits.data.criteo.conversions import from_file
try:
    from_file(Path(sys.argv[1]), "all", Path(sys.argv[2]))
except Exception as error:
    print(line_of(error), file=sys.stderr)
print(re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1])
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc tells the memory")
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("zeros", "column 1 is '" + "\\x00" * 40 + "'; expected 'timestamp'"),
        ("one long row", "a line has more than 4,194,304 bytes; expected 150"),
        ("rows", "refused, unpacks to more than "),
        ("zip", "a line has more than 4,194,304 bytes; expected 150"),
        ("empty gzips", f"refused, its member '{MEMBER}' unpacks to "),
    ],
)
def test_a_bomb_is_refused_in_little_memory(tmp_path, name, said):
    path = bomb(name, tmp_path / "bomb")
    assert path.stat().st_size < 5 * MIB
    sources = {"PYTHONPATH": str(ROOT / "src")}
    answer = run_python("-c", WITH_PEAK, path, tmp_path / "delays", variables=sources)
    assert answer.stderr.splitlines()[-1].startswith(f"error: {path}: {said}")
    assert int(answer.stdout) < 600_000
    assert list(tmp_path.iterdir()) == [path]


def test_a_small_file_may_unpack_to_many_times_its_size(tmp_path):
    rows = r.text_of([r.PLAIN] * 20_000).encode()
    path = tmp_path / "file.tsv.gz"
    path.write_bytes(gzip.compress(rows))
    assert len(rows) > unpacking.MOST_RATIO * path.stat().st_size
    assert read_conversions(path).counts["rows"] == 20_000


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    path = tmp_path_factory.mktemp("text") / "small.tsv"
    generate(path, 20_000, seed=2)
    return path


@pytest.fixture(scope="module")
def table(text):
    return pa.table(pd.read_csv(text, sep="\t"), schema=pa.schema(COLUMNS.items()))


def test_one_file_and_a_folder_of_parts_give_what_the_text_gives(tmp_path, text, table):
    pq.write_table(table, tmp_path / "whole.parquet", row_group_size=3000)
    folder = tmp_path / "parts"
    folder.mkdir()
    pq.write_table(table.slice(0, 9000), folder / "0000.parquet")
    pq.write_table(table.slice(9000), folder / "0001.parquet")
    expected = read_conversions(text)
    for path in (tmp_path / "whole.parquet", folder):
        assert _is_there(str(path), "*.parquet")
        assert read_conversions(path) == expected
    from_file(folder, "last", tmp_path / "delays.parquet")
    delays, footer = open_table(tmp_path / "delays.parquet")
    assert delays.num_rows > 0
    assert footer["sha256"] == digest_of(folder)


def test_the_digest_of_a_folder_is_that_of_its_parts(tmp_path):
    (tmp_path / "b.parquet").write_bytes(b"PAR1b")
    before = digest_of(tmp_path)
    (tmp_path / "notes.txt").write_bytes(b"notes")
    assert digest_of(tmp_path) == before
    (tmp_path / "a.parquet").write_bytes(b"PAR1a")
    assert digest_of(tmp_path) != before


UID, COST = pa.array([5, None], pa.int64()), pa.array([0.5, float("inf")])
EXTRA = pa.array([0, 0])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t.drop(["uid"]), "column 2 is campaign (int64); expected uid (int64)"),
        (lambda t: t.append_column("more", EXTRA), "column 23 is more (int64); expected no"),
        (lambda t: t.drop(["cat9"]), "column 22 is missing; expected cat9 (int64)"),
        (lambda t: t.set_column(1, "uid", COST), "column 2 is uid (double); expected uid (int64)"),
        (lambda t: t.set_column(1, "uid", UID), "row 2, column uid is None; expected a number"),
        (lambda t: t.set_column(10, "cost", COST), "row 2, column cost is inf; expected a number"),
    ],
)
def test_what_does_not_fit_the_schema(tmp_path, table, change, message):
    pq.write_table(change(table.slice(0, 2)), tmp_path / "wrong.parquet")
    assert r.refusal(tmp_path / "wrong.parquet").startswith(message)


def test_a_file_that_is_cut_off_and_a_folder_without_parts(tmp_path, table):
    assert not _is_there(str(tmp_path), "*.parquet")
    assert r.refusal(tmp_path).startswith("cannot be read")
    pq.write_table(table, tmp_path / "whole.parquet")
    (tmp_path / "cut.parquet").write_bytes((tmp_path / "whole.parquet").read_bytes()[:-50])
    assert r.refusal(tmp_path / "cut.parquet").startswith("damaged or cut off")
