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


def test_table_and_footer_are_read_back(written):
    assert tables.read_table(written).equals(TABLE)
    assert tables.read_footer(written) == ABOUT
    assert tables.open_table(written) == (TABLE, ABOUT)
    assert pq.read_table(written).equals(TABLE)  # for whoever reads it without this package
    assert json.loads(pq.read_schema(written).metadata[tables.FOOTER]) == ABOUT


def test_equal_tables_give_the_same_bytes(written, tmp_path):
    joined = pa.concat_tables([TABLE.slice(0, 1), TABLE.slice(1)]).combine_chunks()
    other = joined.replace_schema_metadata({"a": "b"})
    tables.write_table(tmp_path / "again", other, dict(reversed(ABOUT.items())))
    assert (tmp_path / "again").read_bytes() == written.read_bytes()
    for table, about in [(TABLE.slice(1), ABOUT), (TABLE, {**ABOUT, "criteo": "bundled"})]:
        tables.write_table(tmp_path / "other", table, about)
        assert (tmp_path / "other").read_bytes() != written.read_bytes()


def test_row_groups_are_written_in_order(written, tmp_path):
    with tables.table_writer(tmp_path / "parts", ABOUT) as write:
        for row in range(3):
            write(TABLE.slice(row, 1))
    assert tables.open_table(tmp_path / "parts") == (TABLE, ABOUT)
    assert list(tables.row_groups(tmp_path / "parts")) == [TABLE.slice(row, 1) for row in range(3)]
    assert list(tables.row_groups(written, ["seed"])) == [TABLE.select(["seed"])]
    with tables.table_writer(tmp_path / "one", ABOUT) as write:
        write(TABLE)
    assert (tmp_path / "one").read_bytes() == written.read_bytes()


def test_flipped_bits_never_change_a_number(written):
    """It is refused, or reads the same; bytes after the columns have no checksum."""
    data = written.read_bytes()
    columns = [pq.read_metadata(written).row_group(0).column(i) for i in range(2)]
    ends = max(c.dictionary_page_offset + c.total_compressed_size for c in columns)
    refused = 0
    for place in range(4, ends):
        flipped = bytes([data[place] ^ (1 << place % 8)])
        written.write_bytes(data[:place] + flipped + data[place + 1 :])
        try:
            assert tables.read_table(written).equals(TABLE)
        except InputError:
            refused += 1
    assert refused > ends / 2


@pytest.mark.parametrize("read", [tables.open_table, tables.read_footer])
def test_truncated_and_foreign_files_are_refused(read, written, tmp_path):
    data, other = written.read_bytes(), tmp_path / "other"
    pq.write_table(TABLE, other)
    wrong = [data[:place] for place in range(0, len(data), 3)]
    for content in (*wrong, data + b"\0", b"PAR1 and then nothing", other.read_bytes()):
        other.write_bytes(content)
        with refused(f"{other}: "):
            read(other)
    with refused(f"{tmp_path / 'missing'}: "):
        read(tmp_path / "missing")


def test_failed_write_keeps_the_old_file(written, tmp_path):
    data = written.read_bytes()
    with contextlib.suppress(RuntimeError), tables.whole_file(written) as temporary:
        temporary.write_text("half")
        raise RuntimeError
    with pytest.raises(TypeError):
        tables.write_table(written, TABLE, {"not JSON": object()})
    assert written.read_bytes() == data
    assert list(tmp_path.iterdir()) == [written]


def test_write_follows_no_link(tmp_path):
    mine = tmp_path / "mine"
    mine.write_text("mine", encoding="utf-8")
    (tmp_path / ".made.tmp").symlink_to(mine)
    tables.write_text(tmp_path / "made", "made")
    assert mine.read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "made").is_symlink()
