"""Result files: same bytes, whole or absent, and refused when they are not as they were written."""

import contextlib
import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from conftest import refused
from delayed_bandits.checks.errors import InputError
from delayed_bandits.files import tables

TABLE = pa.table(
    {"seed": tables.column(np.arange(3)), "regret": tables.column(np.array([0.5, -1, np.inf]))}
)
ABOUT = {"specification": {"trace": {"horizon": 60}, "label": "é"}, "criteo": None}


@pytest.fixture
def written(tmp_path):
    path = tmp_path / "table.parquet"
    tables.write_table(path, TABLE, ABOUT)
    return path


def test_a_table_and_its_footer_come_back(written):
    assert tables.read_table(written).equals(TABLE)
    assert tables.read_footer(written) == ABOUT
    assert tables.open_table(written) == (TABLE, ABOUT)
    assert pq.read_table(written).equals(TABLE)  # for whoever reads it without this package
    assert json.loads(pq.read_schema(written).metadata[tables.FOOTER]) == ABOUT


def test_a_table_may_speak_of_its_digest(tmp_path):
    table = pa.table({tables.DIGEST.decode(): [tables.DIGEST.decode()]})
    about = {tables.DIGEST.decode(): tables.DIGEST.decode() + "0" * 80}
    tables.write_table(tmp_path / "table", table, about)
    assert tables.read_table(tmp_path / "table").equals(table)
    assert tables.read_footer(tmp_path / "table") == about


def test_the_same_table_and_footer_alone_give_the_same_bytes(written, tmp_path):
    joined = pa.concat_tables([TABLE.slice(0, 1), TABLE.slice(1)]).combine_chunks()
    other = joined.replace_schema_metadata({"a": "b"})
    tables.write_table(tmp_path / "again", other, dict(reversed(ABOUT.items())))
    assert (tmp_path / "again").read_bytes() == written.read_bytes()
    for table, about in [(TABLE.slice(1), ABOUT), (TABLE, {**ABOUT, "criteo": "bundled"})]:
        tables.write_table(tmp_path / "other", table, about)
        assert (tmp_path / "other").read_bytes() != written.read_bytes()


def test_row_groups_are_written_as_they_come(written, tmp_path):
    with tables.table_writer(tmp_path / "parts", ABOUT) as write:
        for row in range(3):
            write(TABLE.slice(row, 1))
    assert tables.open_table(tmp_path / "parts") == (TABLE, ABOUT)
    assert list(tables.row_groups(tmp_path / "parts")) == [TABLE.slice(row, 1) for row in range(3)]
    assert list(tables.row_groups(written, ["seed"])) == [TABLE.select(["seed"])]
    with tables.table_writer(tmp_path / "one", ABOUT) as write:
        write(TABLE)
    assert (tmp_path / "one").read_bytes() == written.read_bytes()


@pytest.mark.parametrize("read", [tables.open_table, tables.read_footer])
def test_any_byte_that_flips_and_any_truncation_is_noticed(read, written):
    data = written.read_bytes()
    for place in range(len(data)):
        before, byte, after = data[:place], data[place], data[place + 1 :]
        flipped = [before + bytes([byte ^ flip]) + after for flip in (1 << place % 8, 0xFF)]
        for wrong in (*flipped, before):
            written.write_bytes(wrong)
            with pytest.raises(InputError):
                read(written)


@pytest.mark.parametrize("read", [tables.open_table, tables.read_footer])
def test_what_is_not_a_result_file_gets_one_line(read, written, tmp_path):
    data = written.read_bytes()
    pq.write_table(TABLE, tmp_path / "foreign")
    wrong = {
        "empty": b"",
        "text": b"PAR1 and then nothing",
        "longer": data + b"\0",
        "twice": data + data,
        "foreign": (tmp_path / "foreign").read_bytes(),
        "half": data[: len(data) // 2],
    }
    for name, content in wrong.items():
        (tmp_path / name).write_bytes(content)
        with refused(f"{tmp_path / name}: ", "delete it and run snakemake --cores 1 -- "):
            read(tmp_path / name)
    with refused(f"{tmp_path / 'missing'}: ", "no such file"):
        read(tmp_path / "missing")


def test_a_failed_write_leaves_what_was_there(written, tmp_path):
    data = written.read_bytes()
    with contextlib.suppress(RuntimeError), tables.whole_file(written) as temporary:
        temporary.write_text("half")
        raise RuntimeError
    with pytest.raises(TypeError):
        tables.write_table(written, TABLE, {"not JSON": object()})
    assert written.read_bytes() == data
    assert list(tmp_path.iterdir()) == [written]


def test_a_link_in_the_place_of_the_temporary_file_is_not_followed(tmp_path):
    mine = tmp_path / "mine"
    mine.write_text("mine", encoding="utf-8")
    (tmp_path / ".made.tmp").symlink_to(mine)
    tables.write_text(tmp_path / "made", "made")
    assert mine.read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "made").is_symlink()
