"""The Criteo data as Parquet: the same conversions as from text, and faults in one line."""

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from criteo_file import generate
from delayed_bandits.data.criteo.conversions import from_file
from delayed_bandits.data.criteo.reader import read_conversions
from delayed_bandits.data.criteo.schema import COLUMNS
from delayed_bandits.experiments.delay_sources import _is_criteo
from delayed_bandits.files.parquet import digest_of
from delayed_bandits.files.tables import open_table
from test_criteo_reader import refusal


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
        assert _is_criteo(str(path))
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
MORE = pa.array([0, 0])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t.drop(["uid"]), "column 2 is campaign (int64); expected uid (int64)"),
        (lambda t: t.append_column("more", MORE), "column 23 is more (int64); expected no"),
        (lambda t: t.drop(["cat9"]), "column 22 is missing; expected cat9 (int64)"),
        (lambda t: t.set_column(1, "uid", COST), "column 2 is uid (double); expected uid (int64)"),
        (lambda t: t.set_column(1, "uid", UID), "row 2, column uid is None; expected a number"),
        (lambda t: t.set_column(10, "cost", COST), "row 2, column cost is inf; expected a number"),
    ],
)
def test_what_does_not_fit_the_schema(tmp_path, table, change, message):
    pq.write_table(change(table.slice(0, 2)), tmp_path / "wrong.parquet")
    assert refusal(tmp_path / "wrong.parquet").startswith(message)


def test_a_file_that_is_cut_off_and_a_folder_without_parts(tmp_path, table):
    assert not _is_criteo(str(tmp_path))
    assert refusal(tmp_path).startswith("cannot be read")
    pq.write_table(table, tmp_path / "whole.parquet")
    (tmp_path / "cut.parquet").write_bytes((tmp_path / "whole.parquet").read_bytes()[:-50])
    assert refusal(tmp_path / "cut.parquet").startswith("damaged or cut off")
