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
    write_rows,
)

MIB = 1 << 20
PACKED = gzip.compress(BASE, mtime=0)


def write_zip(path, members, method=zipfile.ZIP_STORED):
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return path


def test_same_rows_from_every_packing(tmp_path):
    plain = write_rows(tmp_path / "file.tsv", REAL)
    packed = tmp_path / "named.tsv"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    archive = write_zip(tmp_path / "file.zip", [("README.md", "x"), (MEMBER, packed.read_bytes())])
    nested = write_zip(tmp_path / "nested.zip", [(f"folder/{MEMBER}", packed.read_bytes())])
    several = tmp_path / "several.tsv.gz"
    first, second = text_of(REAL[:2]), text_of(REAL[2:]).removeprefix(HEADER + "\n")
    several.write_bytes(gzip.compress(first.encode()) + gzip.compress(second.encode()))
    windows = tmp_path / "windows.tsv"
    windows.write_bytes(plain.read_bytes().replace(b"\n", b"\r\n"))
    unfinished = tmp_path / "unfinished.tsv"
    unfinished.write_bytes(plain.read_bytes().rstrip())
    expected = read_conversions(plain)
    for path in (packed, archive, nested, several, windows, unfinished):
        assert read_conversions(path) == expected


@pytest.mark.parametrize("keep", [5, 40, 2000, -20, -1])
def test_a_gzip_cut_off_anywhere_is_refused(tmp_path, keep):
    rows = [PLAIN | {"uid": number * 7919 % 100_003} for number in range(2000)]
    path = tmp_path / "file.tsv.gz"
    path.write_bytes(gzip.compress(text_of(rows).encode())[:keep])
    assert refusal(path).startswith("damaged or cut off; ")


@pytest.mark.parametrize("more", [b"x", b"\0\0", b"\x1f", b"\x1f\x8b\x08", BASE])
def test_what_follows_a_gzip_is_refused(tmp_path, more):
    path = tmp_path / "file.tsv.gz"
    path.write_bytes(PACKED + more)
    assert refusal(path).startswith("damaged or cut off; ")


@pytest.mark.parametrize("kind", ["file.tsv.gz", "stored.zip", "deflated.zip"])
@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=CHANGES)
def test_damage_to_packed_bytes_changes_no_delay(tmp_path, kind, changes):
    path = tmp_path / kind
    path.write_bytes(PACKED)
    if kind.endswith(".zip"):
        method = zipfile.ZIP_STORED if kind == "stored.zip" else zipfile.ZIP_DEFLATED
        write_zip(path, [("README.md", "x"), (MEMBER, PACKED)], method)
    path.write_bytes(changed(path.read_bytes(), changes))
    assert outcome(path) in (None, read_slowly(BASE))


@pytest.mark.parametrize(
    "name",
    ["../evil", "a/../../evil", "/evil", "..\\evil", "a\\..\\evil", "\\evil", "C:\\evil", "c:evil"],
)
def test_a_member_outside_of_the_archive_is_refused(tmp_path, name):
    path = write_zip(tmp_path / "file.zip", [(MEMBER, PACKED), (name, b"")])
    said = f"refused, its member {name!r} points outside of the archive"
    assert refusal(path) == said


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["README.md"], f"members are ['README.md']; expected one {MEMBER}"),
        (
            [f"a/{MEMBER}", f"b/{MEMBER}"],
            f"members are ['a/{MEMBER}', 'b/{MEMBER}']; expected one {MEMBER}",
        ),
        ([MEMBER, MEMBER], f"members are ['{MEMBER}', '{MEMBER}']; expected one {MEMBER}"),
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
    said = f"refused, its member '{name}' is a symbolic link; expected a file"
    assert refusal(path) == said


def patched(path, offset, form, value):
    """The zip with a field of the first member's entry in the central directory overwritten."""
    data = bytearray(path.read_bytes())
    struct.pack_into(form, data, data.index(b"PK\x01\x02") + offset, value)
    path.write_bytes(data)
    return path


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
    path = write_zip(tmp_path / "file.zip", [(MEMBER, PACKED)], zipfile.ZIP_DEFLATED)
    assert refusal(patched(path, offset, form, value)).startswith(said)


def bomb(name, path):
    """Write a file of a few MB whose text has more than a GiB."""
    row = text_of([PLAIN | {"conversion": 1}]).removeprefix(HEADER + "\n").encode()
    piece = {
        "zeros": bytes(MIB),
        "one long row": b"0" * MIB,
        "rows": row * (MIB // len(row) + 1),
    }.get(name, bytes(MIB))
    head = b"" if name == "zeros" else gzip.compress(f"{HEADER}\n".encode())
    packed = head + gzip.compress(piece) * 1024
    path.write_bytes(packed)
    if name == "empty gzips":
        write_zip(path, [(MEMBER, head + gzip.compress(b"") * (5 * MIB))], zipfile.ZIP_DEFLATED)
    elif name == "zip":
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
