import bz2
import gzip
import os
import zipfile
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings

import test_criteo_reader as r
from criteo_file import generate
from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.criteo.conversions import from_file
from delayed_bandits.data.criteo.reader import read_conversions
from delayed_bandits.data.criteo.schema import COLUMNS
from delayed_bandits.data.criteo.unpacking import MEMBER
from delayed_bandits.experiments.delay_sources import _is_there
from delayed_bandits.files.digests import digest_of
from delayed_bandits.files.tables import open_table

PACKED = gzip.compress(r.BASE, mtime=0)


def write_zip(path, members):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return path


def test_every_packing_gives_the_same_rows(tmp_path):
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


REFUSED = {
    "cut off": PACKED[:-1],
    "cut in half": PACKED[:40],
    "more behind it": PACKED + b"x",
    "empty": gzip.compress(b""),
    "UTF-16": r.BASE.decode().encode("utf-16"),
    "bzip2": bz2.compress(r.BASE),
    "Parquet without rows": b"PAR1PAR1",
}


@pytest.mark.parametrize("content", REFUSED.values(), ids=REFUSED)
def test_damaged_and_foreign_files_are_refused(tmp_path, content):
    path = tmp_path / "file.tsv.gz"
    path.write_bytes(content)
    assert r.refusal(path)


def test_files_that_are_no_files_are_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", tmp_path / "missing"):
        with pytest.raises((InputError, OSError)):
            from_file(path, "all", tmp_path / "delays.parquet")
    assert not (tmp_path / "delays.parquet").exists()


@pytest.mark.parametrize(
    "name", ["$(touch pwned)", "a\"b 'c", "漢字 😀", "{0}", "a\nb", "-x"], ids=ascii
)
def test_files_of_any_name_are_read(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path(name).write_bytes(r.BASE)
    from_file(Path(name), "all", Path("out/delays.parquet"))
    assert open_table(Path("out/delays.parquet"))[1]["file"] == name


@pytest.mark.parametrize("kind", ["file.tsv.gz", "file.zip"])
@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=r.CHANGES)
def test_damage_to_packed_bytes_changes_no_delay(tmp_path, kind, changes):
    path = tmp_path / kind
    data = PACKED
    if kind == "file.zip":
        data = write_zip(path, [("README.md", "x"), (MEMBER, PACKED)]).read_bytes()
    path.write_bytes(r.changed(data, changes))
    assert r.outcome(path) in (None, r.read_slowly(r.BASE))


@pytest.mark.parametrize("names", [["README.md"], [f"a/{MEMBER}", f"b/{MEMBER}"], []])
def test_archives_without_the_one_member_are_refused(tmp_path, names):
    assert r.refusal(write_zip(tmp_path / "file.zip", [(name, PACKED) for name in names]))


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    path = tmp_path_factory.mktemp("text") / "small.tsv"
    generate(path, 20_000, seed=2)
    return path


@pytest.fixture(scope="module")
def table(text):
    return pa.table(pd.read_csv(text, sep="\t"), schema=pa.schema(COLUMNS.items()))


def test_parquet_files_and_folders_give_the_rows_of_text(tmp_path, text, table):
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


UID, COST = pa.array([5, None], pa.int64()), pa.array([0.5, float("inf")])
EXTRA = pa.array([0, 0])


@pytest.mark.parametrize(
    ("change", "column"),
    [
        (lambda t: t.drop(["uid"]), "column 2"),
        (lambda t: t.append_column("more", EXTRA), "column 23"),
        (lambda t: t.drop(["cat9"]), "column 22"),
        (lambda t: t.set_column(1, "uid", COST), "column 2"),
        (lambda t: t.set_column(1, "uid", UID), "column uid"),
        (lambda t: t.set_column(10, "cost", COST), "column cost"),
    ],
)
def test_parquet_of_another_schema_names_the_column(tmp_path, table, change, column):
    pq.write_table(change(table.slice(0, 2)), tmp_path / "wrong.parquet")
    assert column in r.refusal(tmp_path / "wrong.parquet")


def test_cut_parquet_and_empty_folders_are_refused(tmp_path, table):
    assert not _is_there(str(tmp_path), "*.parquet")
    assert r.refusal(tmp_path)
    pq.write_table(table, tmp_path / "whole.parquet")
    (tmp_path / "cut.parquet").write_bytes((tmp_path / "whole.parquet").read_bytes()[:-50])
    assert r.refusal(tmp_path / "cut.parquet")
