"""Packed Criteo files: damage, links, paths that climb out, and text without end."""

import gzip
import os
import stat
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from conftest import ROOT
from delayed_bandits.data.criteo import unpacking
from delayed_bandits.data.criteo.reader import read_conversions
from delayed_bandits.data.criteo.unpacking import MEMBER
from test_criteo_reader import (
    BASE,
    CHANGES,
    HEADER,
    PLAIN,
    REAL,
    changed,
    outcome,
    read_slowly,
    refusal,
    text_of,
)

MIB = 1 << 20
PACKED = gzip.compress(BASE, mtime=0)


def write_zip(path, members, method=zipfile.ZIP_STORED):
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return path


def test_same_rows_from_every_packing(tmp_path):
    text = text_of(REAL).encode()
    first, second = text_of(REAL[:2]).encode(), text[len(text_of(REAL[:2])) :]
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


ROWS = [PLAIN | {"uid": number * 7919 % 100_003} for number in range(2000)]
LONG = gzip.compress(text_of(ROWS).encode())
MORE = [b"x", b"\0\0", b"\x1f", b"\x1f\x8b\x08", BASE]


@pytest.mark.parametrize(
    "content",
    [*(LONG[:keep] for keep in (5, 40, 2000, -20, -1)), *(PACKED + more for more in MORE)],
    ids=range(10),
)
def test_a_gzip_cut_off_anywhere_or_with_more_behind_it_is_refused(tmp_path, content):
    path = tmp_path / "file.tsv.gz"
    path.write_bytes(content)
    assert refusal(path).startswith("damaged or cut off; ")


@pytest.mark.parametrize("kind", ["file.tsv.gz", "stored.zip", "deflated.zip"])
@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=CHANGES)
def test_damage_to_packed_bytes_changes_no_delay(tmp_path, kind, changes):
    path = tmp_path / kind
    data = PACKED
    if kind.endswith(".zip"):
        method = zipfile.ZIP_STORED if kind == "stored.zip" else zipfile.ZIP_DEFLATED
        data = write_zip(path, [("README.md", "x"), (MEMBER, PACKED)], method).read_bytes()
    path.write_bytes(changed(data, changes))
    assert outcome(path) in (None, read_slowly(BASE))


EVIL = [
    "../evil",
    "a/../../evil",
    "/evil",
    "..\\evil",
    "a\\..\\evil",
    "\\evil",
    "C:\\evil",
    "c:evil",
]


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize(
    ("names", "said"),
    [
        *(([MEMBER, x], f"refused, its member {x!r} points outside of the archive") for x in EVIL),
        *(
            (names, f"members are {names}; expected one {MEMBER}")
            for names in (["README.md"], [f"a/{MEMBER}", f"b/{MEMBER}"], [MEMBER, MEMBER])
        ),
        ([], "column 1 is 'PK\\x05\\x06" + "\\x00" * 18 + "'; expected 'timestamp'"),
    ],
)
def test_other_members_than_expected_are_refused(tmp_path, names, said):
    path = write_zip(tmp_path / "file.zip", [(name, PACKED) for name in names])
    assert refusal(path) == said


@pytest.mark.parametrize("name", [MEMBER, "README.md"])
def test_a_link_is_refused(tmp_path, name):
    link = zipfile.ZipInfo(name)
    link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    members = {MEMBER: (MEMBER, PACKED), name: (link, b"/etc/passwd")}
    path = write_zip(tmp_path / "file.zip", members.values())
    assert refusal(path) == f"refused, its member '{name}' is a symbolic link; expected a file"


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
    assert refusal(path).startswith(said)


def bomb(name, path):
    """Write a file of a few MB whose text has more than a GiB."""
    row = text_of([PLAIN | {"conversion": 1}]).removeprefix(HEADER + "\n").encode()
    pieces = {"one long row": b"0" * MIB, "rows": row * (MIB // len(row) + 1)}
    head = b"" if name == "zeros" else gzip.compress(f"{HEADER}\n".encode())
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
from delayed_bandits.cli.commands import main
status = main(sys.argv[1:])
print(re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1])
sys.exit(status)
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
    step = ["delays", "--source", "local", "--touch", "all", "--output", tmp_path / "delays"]
    answer = subprocess.run(
        [sys.executable, "-c", WITH_PEAK, *step, "--input", path],
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 1
    assert answer.stderr.splitlines()[-1].startswith(f"error: {path}: {said}")
    assert int(answer.stdout) < 600_000
    assert list(tmp_path.iterdir()) == [path]


def test_a_small_file_may_unpack_to_many_times_its_size(tmp_path):
    rows = text_of([PLAIN] * 20_000).encode()
    path = tmp_path / "file.tsv.gz"
    path.write_bytes(gzip.compress(rows))
    assert len(rows) > unpacking.MOST_RATIO * path.stat().st_size
    assert read_conversions(path).counts["rows"] == 20_000
