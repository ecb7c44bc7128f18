"""The reader, against files that are right, files that lie, and files that are broken."""

import gzip
import logging
import zipfile
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from delayed_bandits.criteo import reader
from delayed_bandits.criteo.contradictions import COUNTED_ONLY, LEFT_OUT
from delayed_bandits.criteo.reader import MEMBER, read_conversions
from delayed_bandits.criteo.schema import CAP_SECONDS, COLUMNS, PUBLISHED
from delayed_bandits.errors import InputError

HEADER = "\t".join(COLUMNS)
PLAIN = dict.fromkeys(COLUMNS, 1) | {
    "timestamp": 100,
    "conversion": 0,
    "conversion_timestamp": -1,
    "conversion_id": -1,
    "attribution": 0,
    "click": 0,
    "click_pos": -1,
    "click_nb": -1,
    "cost": 0.00001,
    "cpo": 0.390794,
}
CONVERTED = PLAIN | {
    "conversion": 1,
    "conversion_timestamp": 150,
    "conversion_id": 7,
    "click": 1,
    "click_pos": 0,
    "click_nb": 1,
}
CONTRADICTIONS = {
    "impression_without_time": CONVERTED | {"timestamp": -1, "conversion_id": 101},
    "conversion_without_time": CONVERTED | {"conversion_timestamp": -1, "conversion_id": 102},
    "conversion_without_id": CONVERTED | {"conversion_id": -1},
    "conversion_before_impression": CONVERTED | {"conversion_timestamp": 99, "conversion_id": 103},
    "delay_above_cap": CONVERTED
    | {"conversion_timestamp": 100 + CAP_SECONDS + 1, "conversion_id": 104},
    "conversion_without_click": CONVERTED | {"click": 0, "conversion_id": 105},
    "conversion_data_without_conversion": PLAIN | {"conversion_timestamp": 150},
    "attribution_without_conversion": PLAIN | {"attribution": 1},
    "flag_neither_0_nor_1": PLAIN | {"click": 2},
}

# facts of the real file (Criteo, CC BY-NC-SA 4.0): its first rows and its last time, the rest is 1
REAL = [
    PLAIN | {"timestamp": 0, "uid": 20073966, "campaign": 22589171, "time_since_last_click": -1},
    PLAIN | {"timestamp": 2, "uid": 24607497, "campaign": 884761, "time_since_last_click": 423858},
    CONVERTED
    | {
        "timestamp": 3,
        "uid": 7306395,
        "campaign": 29427842,
        "conversion_timestamp": 1449193,
        "conversion_id": 3063962,
        "click_nb": 7,
        "time_since_last_click": -1,
    },
    PLAIN | {"timestamp": 53, "uid": 5236926, "click": 1, "time_since_last_click": 250},
    PLAIN | {"timestamp": 2671137, "uid": 5397106, "click": 1, "time_since_last_click": 134867},
]


def text_of(rows):
    lines = ["\t".join(str(value) for value in row.values()) for row in rows]
    return "\n".join([HEADER, *lines, ""])


def write_rows(path, rows):
    path.write_text(text_of(rows))
    return path


def write_zip(path, members):
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def refusal(path):
    with pytest.raises(InputError) as caught:
        read_conversions(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message.removeprefix(f"{path}: ")


def test_rows_of_the_real_file(tmp_path):
    found = read_conversions(write_rows(tmp_path / "real.tsv", REAL))
    assert found.rows.to_pylist() == [
        {
            "timestamp": 3,
            "uid": 7306395,
            "conversion_timestamp": 1449193,
            "conversion_id": 3063962,
            "attribution": 0,
            "click": 1,
            "click_pos": 0,
            "click_nb": 7,
            "delay": 1_449_190,
        }
    ]
    assert found.clicks_without_conversion == 2
    assert found.counts == {
        "rows": 5,
        "users": 5,
        "converting_users": 1,
        "campaigns": 4,
        "user_campaign_pairs": 5,
        "clicks": 3,
        "conversion_rows": 1,
        "conversions": 1,
        "conversion_ids": 1,
        "conversion_ids_on_several_rows": 0,
        "conversion_ids_of_several_users": 0,
        "attributed_rows": 0,
        "attributed_conversion_ids": 0,
        "rows_without_earlier_click": 2,
        "last_timestamp": 2671137,
    }
    assert set(found.counts) == set(PUBLISHED)
    assert set(found.contradictions) == {*LEFT_OUT, *COUNTED_ONLY}
    assert not any(found.contradictions.values())


def test_a_conversion_is_a_user_and_an_id(tmp_path):
    rows = [
        CONVERTED | {"uid": 1, "conversion_id": 5, "attribution": 1},
        CONVERTED | {"uid": 1, "conversion_id": 5, "attribution": 1, "timestamp": 120},
        CONVERTED | {"uid": 2, "conversion_id": 5, "timestamp": 120, "conversion_timestamp": 500},
        CONVERTED | {"uid": 2, "conversion_id": 6, "timestamp": 130},
    ]
    found = read_conversions(write_rows(tmp_path / "shared.tsv", rows))
    counted = {name: found.counts[name] for name in found.counts if "conversion" in name}
    assert counted == {
        "conversion_rows": 4,
        "conversions": 3,
        "conversion_ids": 2,
        "conversion_ids_on_several_rows": 1,
        "conversion_ids_of_several_users": 1,
        "attributed_conversion_ids": 1,
    }
    assert found.counts["converting_users"] == 2
    assert not any(found.contradictions.values())


@pytest.mark.parametrize("reason", CONTRADICTIONS)
def test_each_contradiction_is_counted_and_logged(tmp_path, caplog, reason):
    rows = sorted([CONVERTED, CONTRADICTIONS[reason]], key=lambda row: row["timestamp"])
    if reason == "impression_without_time":
        rows.reverse()
    path = write_rows(tmp_path / "file.tsv", rows)
    found = read_conversions(path)
    expected = {reason: 1}
    if reason == "impression_without_time":
        expected["impression_before_the_previous_row"] = 1
    assert {key: count for key, count in found.contradictions.items() if count} == expected
    fate = "left out" if reason in LEFT_OUT else "used as they are"
    assert f"{path}: {reason}: 1 rows, {fate}" in caplog.messages
    stays = CONTRADICTIONS[reason]["conversion"] == 1 and reason not in LEFT_OUT
    assert found.rows["delay"].to_pylist() == [50] * (2 if stays else 1)


def test_times_that_differ_and_rows_out_of_order_are_used(tmp_path):
    rows = [
        CONVERTED | {"conversion_timestamp": 160},
        CONVERTED,
        CONVERTED | {"uid": 2},
        PLAIN | {"timestamp": 99},
    ]
    found = read_conversions(write_rows(tmp_path / "file.tsv", rows))
    counted = {reason: count for reason, count in found.contradictions.items() if count}
    expected = {"conversion_with_several_times": 2, "impression_before_the_previous_row": 1}
    assert counted == expected
    assert found.rows["delay"].to_pylist() == [60, 50, 50]


def test_order_is_watched_across_blocks(tmp_path, monkeypatch):
    monkeypatch.setattr(reader, "BLOCK", 1 << 9)
    rows = [PLAIN | {"timestamp": 1000 - number} for number in range(100)]
    found = read_conversions(write_rows(tmp_path / "file.tsv", rows))
    assert found.contradictions["impression_before_the_previous_row"] == 99


def test_delays_at_both_ends_are_kept(tmp_path):
    ends = [CONVERTED | {"conversion_timestamp": 100 + delay, "uid": delay} for delay in (0, 1)]
    ends.append(CONVERTED | {"conversion_timestamp": 100 + CAP_SECONDS, "uid": 3})
    found = read_conversions(write_rows(tmp_path / "file.tsv", ends))
    assert found.rows["delay"].to_pylist() == [0, 1, CAP_SECONDS]


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    reasons=st.lists(st.sampled_from([None, *CONTRADICTIONS]), min_size=1, max_size=60),
    block=st.sampled_from([1 << 9, 1 << 12, reader.BLOCK]),
)
def test_contradictions_add_up_whatever_the_block(tmp_path, monkeypatch, caplog, reasons, block):
    caplog.set_level(logging.ERROR)
    monkeypatch.setattr(reader, "BLOCK", block)
    rows = [
        CONTRADICTIONS.get(reason, CONVERTED) | {"uid": number}
        for number, reason in enumerate(reasons)
    ]
    found = read_conversions(write_rows(tmp_path / "file.tsv", rows))
    expected = Counter(reason for reason in reasons if reason)
    times = [0, *(row["timestamp"] for row in rows)]
    expected["impression_before_the_previous_row"] = sum(
        later < earlier for earlier, later in pairwise(times)
    )
    assert Counter(found.contradictions) == expected
    left_out = sum(expected[reason] for reason in LEFT_OUT)
    assert found.rows.num_rows == found.counts["conversion_rows"] - left_out
    assert found.counts["rows"] == len(reasons)


def test_same_rows_from_every_packing(tmp_path):
    plain = write_rows(tmp_path / "file.tsv", REAL)
    packed = tmp_path / "named.tsv"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    archive = write_zip(tmp_path / "file.zip", {"README.md": "x", MEMBER: packed.read_bytes()})
    nested = write_zip(tmp_path / "nested.zip", {f"folder/{MEMBER}": packed.read_bytes()})
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


def test_missing_empty_and_foreign_files(tmp_path):
    assert refusal(tmp_path / "no.tsv") == "no such file; expected a Criteo attribution file"
    assert refusal(tmp_path).startswith("damaged or cut off")
    empty = tmp_path / "empty.tsv"
    empty.touch()
    assert refusal(empty) == "the file is empty; expected a header with 22 columns"
    empty.write_bytes(gzip.compress(b""))
    assert refusal(empty) == "the file is empty; expected a header with 22 columns"
    assert refusal(write_rows(empty, [])) == "only a header; expected rows after it"
    page = tmp_path / "page.zip"
    page.write_text("<!doctype html>\n<title>Sign in</title>\n")
    assert refusal(page) == "column 1 is '<!doctype html>'; expected 'timestamp'"
    page.write_bytes(bytes(range(128, 256)) * 100)
    assert "expected 'timestamp'" in refusal(page)


@pytest.mark.parametrize(
    ("header", "said"),
    [
        (HEADER.replace("cpo\t", ""), "column 12 is 'time_since_last_click'; expected 'cpo'"),
        (HEADER.replace("uid", "user"), "column 2 is 'user'; expected 'uid'"),
        (HEADER.removesuffix("\tcat9"), "column 22 is missing; expected 'cat9'"),
        (HEADER + "\tcat10", "column 23 is 'cat10'; expected no more columns"),
        (HEADER.replace("\t", ","), f"column 1 is {HEADER.replace(chr(9), ',')[:40]!r}; expected"),
        ("0\t1\t2", "column 1 is '0'; expected 'timestamp'"),
    ],
)
def test_wrong_header_names_the_column(tmp_path, header, said):
    path = tmp_path / "file.tsv"
    path.write_text(text_of(REAL).replace(HEADER, header))
    assert said in refusal(path)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"uid": "x"}, "line 4, column uid: invalid value 'x'; expected int64"),
        ({"cat9": ""}, "line 4, column cat9: invalid value ''; expected int64"),
        ({"conversion": "NA"}, "line 4, column conversion: invalid value 'NA'; expected int64"),
        ({"timestamp": 1.5}, "line 4, column timestamp: invalid value '1.5'; expected int64"),
        ({"cost": "cheap"}, "line 4, column cost: invalid value 'cheap'; expected double"),
        ({"uid": 2**63}, "line 4, column uid: invalid value '9223372036854775808'; expected int64"),
        ({"cat9": "1\t1"}, "Row #4: Expected 22 columns, got 23"),
        ({"cat9": '1\n"'}, "Row #5: Expected 22 columns, got 1"),
        ({"cat9": "1\n"}, "line 5, column timestamp: invalid value ''; expected int64"),
    ],
)
def test_wrong_value_names_line_and_column(tmp_path, changes, said):
    path = write_rows(tmp_path / "file.tsv", [PLAIN, CONVERTED, PLAIN | changes, PLAIN])
    assert said in refusal(path)


def test_wrong_value_in_a_later_block_still_tells_the_line(tmp_path, monkeypatch):
    monkeypatch.setattr(reader, "BLOCK", 1 << 10)
    path = write_rows(tmp_path / "file.tsv", [PLAIN] * 500 + [PLAIN | {"click": "yes"}])
    assert refusal(path) == "line 502, column click: invalid value 'yes'; expected int64"


@pytest.mark.parametrize("keep", [5, 40, 2000, -20, -1])
def test_a_gzip_cut_off_anywhere_is_refused(tmp_path, keep):
    rows = [PLAIN | {"uid": number * 7919 % 100_003} for number in range(2000)]
    path = tmp_path / "file.tsv.gz"
    path.write_bytes(gzip.compress(text_of(rows).encode())[:keep])
    assert refusal(path).startswith("damaged or cut off; ")


def test_damage_inside_a_gzip_or_zip_is_refused(tmp_path):
    rows = [PLAIN | {"uid": number * 7919 % 100_003} for number in range(2000)]
    packed = bytearray(gzip.compress(text_of(rows).encode()))
    packed[-6] ^= 1
    path = tmp_path / "file.tsv.gz"
    path.write_bytes(packed)
    assert refusal(path).startswith("damaged or cut off; ")
    packed[-6] ^= 1
    archive = write_zip(tmp_path / "file.zip", {MEMBER: bytes(packed)})
    content = archive.read_bytes()
    archive.write_bytes(content[:-30])
    assert refusal(archive).startswith("damaged or cut off; ")
    archive.write_bytes(content.replace(packed[-8:], b"12345678"))
    assert refusal(archive).startswith("damaged or cut off; ")


@pytest.mark.parametrize(
    ("members", "said"),
    [
        (["README.md"], f"members are ['README.md']; expected one {MEMBER}"),
        ([f"a/{MEMBER}", f"b/{MEMBER}"], f"expected one {MEMBER}"),
        ([MEMBER, "../evil"], "refused, its member '../evil' points outside of the archive"),
        ([f"/absolute/{MEMBER}"], f"refused, its member '/absolute/{MEMBER}' points outside"),
        ([], "expected 'timestamp'"),
    ],
)
def test_zip_with_other_members_is_refused(tmp_path, members, said):
    packed = gzip.compress(text_of(REAL).encode())
    path = write_zip(tmp_path / "file.zip", dict.fromkeys(members, packed))
    assert said in refusal(path)


def test_path_may_be_text(tmp_path):
    path = write_rows(tmp_path / "file.tsv", REAL)
    assert read_conversions(str(path)) == read_conversions(Path(path))
