import math
import re

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conftest import refused
from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.criteo import reader, schema
from delayed_bandits.data.criteo.reader import read_conversions

HEADER = "\t".join(schema.COLUMNS)
NOTHING = dict.fromkeys(("conversion_timestamp", "conversion_id", "click_pos", "click_nb"), -1)
FLAGS = dict.fromkeys(("conversion", "attribution", "click"), 0)
PLAIN = dict.fromkeys(schema.COLUMNS, 1) | NOTHING | FLAGS
PLAIN |= {"timestamp": 100, "cost": 0.00001, "cpo": 0.390794}
ONCE = {"conversion_timestamp": 150, "conversion_id": 7, "click_pos": 0, "click_nb": 1}
CONVERTED = PLAIN | ONCE | {"conversion": 1, "click": 1}
LATE = PLAIN["timestamp"] + schema.CAP_SECONDS + 1
CONTRADICTIONS = {
    "impression_without_time": CONVERTED | {"timestamp": -1, "conversion_id": 101},
    "conversion_without_time": CONVERTED | {"conversion_timestamp": -1, "conversion_id": 102},
    "conversion_without_id": CONVERTED | {"conversion_id": -1},
    "conversion_before_impression": CONVERTED | {"conversion_timestamp": 99, "conversion_id": 103},
    "delay_above_cap": CONVERTED | {"conversion_timestamp": LATE, "conversion_id": 104},
    "conversion_without_click": CONVERTED | {"click": 0, "conversion_id": 105},
    "conversion_data_without_conversion": PLAIN | {"conversion_timestamp": 150},
    "attribution_without_conversion": PLAIN | {"attribution": 1},
    "flag_neither_0_nor_1": PLAIN | {"click": 2},
}

# facts of the real file (Criteo, CC BY-NC-SA 4.0): its first rows and its last time, the rest is 1
_FACTS = ["timestamp", "uid", "campaign", "click", "time_since_last_click"]
_ROWS = [
    (0, 20073966, 22589171, 0, -1),
    (2, 24607497, 884761, 0, 423858),
    (3, 7306395, 29427842, 1, -1),
    (53, 5236926, 1, 1, 250),
    (2671137, 5397106, 1, 1, 134867),
]
REAL = [PLAIN | dict(zip(_FACTS, row, strict=True)) for row in _ROWS]
_CONVERSION = {"conversion_timestamp": 1449193, "conversion_id": 3063962, "click_nb": 7}
REAL[2] |= {"conversion": 1, "click_pos": 0, **_CONVERSION}


def text_of(rows):
    lines = ["\t".join(str(value) for value in row.values()) for row in rows]
    return "\n".join([HEADER, *lines, ""])


def write_rows(path, rows):
    path.write_text(text_of(rows))
    return path


def refusal(path):
    with refused(f"{path}: ") as caught:
        read_conversions(path)
    return str(caught.value).removeprefix(f"{path}: ")


def test_real_rows_are_read(tmp_path):
    found = read_conversions(write_rows(tmp_path / "real.tsv", REAL))
    expected = {name: REAL[2][name] for name in reader.KEPT} | {"delay": 1_449_190}
    assert found.rows.to_pylist() == [expected]
    assert found.clicks_without_conversion == 2
    values = [5, 3, 1, 1, 0, 2, 2671137]
    assert found.counts == dict(zip(schema.PUBLISHED, values, strict=True))
    assert found.contradictions == dict.fromkeys((*schema.LEFT_OUT, *schema.COUNTED_ONLY), 0)


@pytest.mark.parametrize("reason", CONTRADICTIONS)
def test_contradictions_are_counted_and_logged(tmp_path, caplog, monkeypatch, reason):
    """Contradictions in all blocks of a file count."""
    monkeypatch.setattr(reader, "BLOCK", 1 << 9)
    path = write_rows(tmp_path / "file.tsv", [*[CONTRADICTIONS[reason]] * 20, CONVERTED])
    found = read_conversions(path)
    early = {"impression_before_the_previous_row": 1} if reason == "impression_without_time" else {}
    counted = {key: count for key, count in found.contradictions.items() if count}
    assert counted == {reason: 20, **early}
    fate = "left out" if reason in schema.LEFT_OUT else "used as they are"
    assert any(fate in line for line in caplog.messages if f"{path}: {reason}: 20" in line)
    stays = CONTRADICTIONS[reason]["conversion"] == 1 and reason not in schema.LEFT_OUT
    assert found.rows["delay"].to_pylist() == [50] * (21 if stays else 1)


def after(delay, **changes):
    return CONVERTED | {"conversion_timestamp": 100 + delay} | changes


def test_unordered_rows_and_differing_times_are_used(tmp_path):
    rows = [after(60), CONVERTED, CONVERTED | {"uid": 2}, PLAIN | {"timestamp": 99}]
    rows += [after(d, uid=3 + d) for d in (0, schema.CAP_SECONDS)]  # both ends are included
    found = read_conversions(write_rows(tmp_path / "file.tsv", rows))
    counted = {reason: count for reason, count in found.contradictions.items() if count}
    expected = {"conversion_with_several_times": 2, "impression_before_the_previous_row": 1}
    assert counted == expected
    assert found.rows["delay"].to_pylist() == [60, 50, 50, 0, schema.CAP_SECONDS]


@pytest.mark.parametrize("change", [{"click": "yes"}, {"cpo": "nan"}, {"cat9": "1\t1"}], ids=str)
def test_fault_in_a_later_block_names_its_line(tmp_path, monkeypatch, change):
    monkeypatch.setattr(reader, "BLOCK", 1 << 10)
    path = write_rows(tmp_path / "file.tsv", [PLAIN] * 500 + [PLAIN | change] + [PLAIN] * 50)
    assert refusal(path).startswith("line 502")


LEFT = [CONTRADICTIONS[name] for name in ("conversion_before_impression", "delay_above_cap")]
LAST = CONVERTED | {"uid": 12345, "conversion_timestamp": 98765, "cost": 1e-05}
BASE = text_of([*REAL, CONVERTED, *LEFT, LAST]).encode()
PIECES = [bytes([byte]) for byte in b'0123456789\t\n\r-+.eEx "\0\xff']
PIECES += [b"\r\n", b"nan", b"9" * 20]
ACCIDENTS = st.sampled_from(["put", "replace", "flip", "delete", "cut off", "copy"])
PLACES, NEW = st.integers(0, 2000), st.sampled_from(PIECES) | st.binary(max_size=3)
CHANGES = st.lists(st.tuples(ACCIDENTS, PLACES, PLACES, NEW), min_size=1, max_size=3)


def changed(data, changes):
    """The bytes of a file after some random changes."""
    for kind, place, other, piece in changes:
        here, there = place % (len(data) + 1), other % (len(data) + 1)
        before, after = data[:here], data[here:]
        flipped = bytes(byte ^ 1 << other % 8 for byte in after[:1])
        data = {
            "put": before + piece + after,
            "replace": before + piece + after[len(piece) :],
            "flip": before + flipped + after[1:],
            "delete": before + after[1 + other % 30 :],
            "cut off": before,
            "copy": before + data[there : there + 40] + after,
        }[kind]
    return data


USED = ("timestamp", "conversion_timestamp", "conversion_id", "conversion")


def whole(field):
    """A whole number as Arrow reads it. After 0x come the 64 bits of a signed number."""
    if b"x" not in field.lower():
        return int(field)
    bits = int(field, 16)
    return bits - 2**64 if bits >= 2**63 else bits


def read_slowly(data):
    """The delays in the bytes of a plain file, value by value; None if one is wrong."""
    header, *lines = re.split(rb"\r\n|\r|\n", data)
    if lines and not lines[-1]:
        lines.pop()
    if header.split(b"\t") != [name.encode() for name in schema.COLUMNS] or not lines:
        return None
    forms = {
        pa.int64(): rb" *(-?\d+|0[xX][\da-fA-F]{1,16}) *",
        pa.float64(): rb" *[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)? *",
    }
    delays = []
    for line in lines:
        fields = dict(zip(schema.COLUMNS, line.split(b"\t"), strict=False))
        if line.count(b"\t") != len(schema.COLUMNS) - 1:
            return None
        for name, kind in schema.COLUMNS.items():
            if not re.fullmatch(forms[kind], fields[name]):
                return None
            if kind == pa.int64() and whole(fields[name]) not in range(-(2**63), 2**63):
                return None
            if kind == pa.float64() and not math.isfinite(float(fields[name])):
                return None
        shown, converted, id_, flag = (whole(fields[name]) for name in USED)
        known = min(shown, converted) >= 0 and id_ != -1
        if flag == 1 and known and 0 <= converted - shown <= schema.CAP_SECONDS:
            delays.append(converted - shown)
    return delays


def outcome(path):
    """The delays of a file, or None if it is refused with one line."""
    try:
        return read_conversions(path).rows["delay"].to_pylist()
    except InputError as error:
        (line,) = str(error).splitlines()
        assert line.startswith(f"{path}: ")
        return None


@settings(max_examples=1000, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=CHANGES, block=st.sampled_from([1 << 9, reader.BLOCK]))
def test_damaged_text_is_read_as_written_or_refused(tmp_path, monkeypatch, changes, block):
    monkeypatch.setattr(reader, "BLOCK", block)
    path = tmp_path / "file.tsv"
    path.write_bytes(changed(BASE, changes))
    assert outcome(path) == read_slowly(path.read_bytes())
