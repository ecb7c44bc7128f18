import gzip
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from conftest import refused
from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.frames import read_log
from delayed_bandits.data.log.findings import write_findings
from delayed_bandits.experiments.delay_tables import read_log_table
from logs import DAY, left_out, write

ONE = "have the same role. Choose by number: --column delay=1."
UNIT = "is beyond 3,000 years. Check the unit (--unit)."


def test_delays_and_arms(tmp_path):
    log = read_log(write(tmp_path / "a.csv", "arm,delay\nx,5\ny,7\ny,\nx,0\nx,3\n"))
    assert log.arms == ["x", "y"]
    assert log.arm.tolist() == [0, 1, 1, 0, 0]
    assert log.delay.tolist() == [5, 7, -1, 0, 3]
    assert log.lines == []
    assert log.has_clicks
    assert log.assumptions == [
        "Numbers in delay are read as seconds (--unit).",
        "Rows without delay are clicks that did not convert.",
    ]


@pytest.mark.parametrize(
    ("text", "unit", "seconds"),
    [
        ("delay\n1.5\n", "hours", 5400),
        ("delay\n1.5\n", "seconds", 1),
        ("delay,observed\n1,9\n,9\n", "hours", 3600),
        ("\ufeffdelay, arm\n 5 , a\n", "seconds", 5),  # a byte order mark, and spaces
    ],
)
def test_units(tmp_path, text, unit, seconds):
    assert read_log(write(tmp_path / "a.csv", text), unit=unit).delay[0] == seconds


@pytest.mark.parametrize(
    "text",
    [
        "click_time;conversion_time\n100;160\n40;\n",
        "click_time\tconversion_time\n2026-01-01\t2026-01-01T00:01:00Z\n2025-12-31T23:59:00\tNA\n",
        "clicked,paid\n2026-01-01 01:00+01:00,2026-01-01 00:01\n2025-12-31 23:59Z,null\n",
    ],
)
def test_two_times(tmp_path, text):
    names = {"click_time": "clicked", "conversion_time": "paid"} if "paid" in text else {}
    log = read_log(write(tmp_path / "a.csv", text), columns=names)
    assert log.delay.tolist() == [60, -1]
    assert log.observed.tolist() == [60, 120]
    assert "The log ends with its last click or conversion." in log.assumptions
    assert log.clicks_per_day == pytest.approx(2 * DAY / 60)


BAD = [  # rows, and the column and the text that are wrong
    ("a,5,1,9",),
    (",5,1,9", "arm", ""),
    ("a,five,1,9", "delay", "five"),
    ("a,1_0,1,90", "delay", "1_0"),
    ("a,-1,1,9", "delay", "-1"),
    ("a,,1,9", "delay", ""),
    *((f"{arm},5,1,9", "arm", arm) for arm in ("\x1b[31m", "a\x7f", "a\u202eb")),
    ("a,5,0,9",),
    ("a,5,maybe,9", "converted", "maybe"),
    ("a,12,1,9", "observed", "9"),
    ("a,5,1,", "observed", ""),
    ("a,,0,4",),
    ("a,5,,9", "converted", ""),
]


def test_each_row_left_out_has_a_line_and_is_counted(tmp_path, caplog):
    rows = ["arm,delay,converted,observed", *(row for row, *_ in BAD)]
    path = write(tmp_path / "bad.csv", "\n".join(rows) + "\n")
    log = read_log(path)
    assert log.delay.tolist() == [5, -1, -1]
    assert "Rows with converted 0 did not convert, whatever delay they have." in log.assumptions
    numbered = enumerate((wrong for _, *wrong in BAD), start=2)
    assert left_out(log) == [(number, *wrong) for number, wrong in numbered if wrong]
    assert sum(log.left_out.values()) == 12
    assert log.left_out["delay is before the click"] == 1
    assert log.assumptions[0].startswith(f"12 of {len(BAD)} rows are left out: ")
    assert log.lines[0] in caplog.text


BOTH_TIMES = "click_time,conversion_time"
BOTH = "no column delay, and not both click_time and conversion_time"
NO_ROW = "no row has a usable delay."
ROW_2 = f"{NO_ROW} The first: row 2: "
BINARY = "neither text nor JSON nor Parquet. Save it as CSV in UTF-8."
OPEN = "a quote is not closed. Close it, or write it twice."
DATES = "2026-04-03 (--dates '%d/%m/%y') or 2026-03-04 (--dates '%m/%d/%y')? Type one."
SAME = "of 2 rows. If that means no conversion, type --never 5. If not, write the times of these "


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty. Give a log."),
        ("x,y\n1,2\n", BOTH),
        ("delay,conversion_time\n1,2\n", "columns delay and conversion_time have the same role"),
        ("delay,observed_until\n1,2\n", "observed_until needs click times"),
        ("delay\n-1\n", f"{ROW_2}delay '-1' is before the click. "),
        ("delay\n", NO_ROW),
        ("delay,delay\n1,2\n", f"columns delay and delay {ONE}"),
        ('"\n', BOTH),
        ("click_time,conversion_time\n03/04/26,\n", f"click_time is '03/04/26': {DATES}"),
        ("click_time,conversion_time\n1e23,\n", f"{ROW_2}click_time '1e23' {UNIT}"),
        ("click_time,conversion_time\n-1e13,1\n", f"{ROW_2}click_time '-1e13' {UNIT}"),
        ('delay,arm\n1,"a\n2,b\n', f"row 2: '1,\"a\\n2,b\\n': {OPEN}"),
        ('delay,arm\n1,a\n"2,b\n3,b\n4,a\n', "row 3: "),
        ("delay\n1e30\n", f"{ROW_2}delay '1e30' {UNIT}"),
        ("délai,arm\n5,a\n".encode("latin-1"), BOTH),
        (b"delay,arm\n5,a\n\x81,b\n", "neither UTF-8, UTF-16 nor CP1252. Save it as CSV in UTF-8."),
        (gzip.compress(b"delay\n5\n")[:-9], "damaged or cut off"),
        (bytes(range(256)), BINARY),
        (f"{BOTH_TIMES}\n9,5\n8,5\n", f"conversion_time is '5' in 2 {SAME}"),
        (f"{BOTH_TIMES}\n9,5\n8,4\n", f"{ROW_2}conversion_time '5' is before the click. "),
    ],
    ids=range(20),
)
def test_files_that_cannot_be_used(tmp_path, text, message):
    path = tmp_path / "a.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with refused(f"{path}: {message}"):
        read_log(path)


TWO_TIMES = f"{BOTH_TIMES}\n1,5\n"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("delay\n5\ninf\n", ("delay", "inf")),
        ("delay\n5\n0x10\n", ("delay", "0x10")),
        ("delay\n5\n1_0\n", ("delay", "1_0")),
        ("delay\n5\n1_000\n", ("delay", "1_000")),
        ("delay,arm\n5,2\n1,2,3\n", ("line", "1,2,3")),
        ("delay\r\n5\r\nx\r\n", ("delay", "x")),
        ("delay\n5\n1e12\n", ("delay", "1e12")),
        (f"{TWO_TIMES}9,5\n", ("conversion_time", "5")),
        (f"{TWO_TIMES},5\n", ("click_time", "")),
        (f"{TWO_TIMES}2026-01-01,\n", ("click_time", "2026-01-01")),
        ("delay,observed\n5,9\n,-4\n", ("observed", "-4")),
        (f"{BOTH_TIMES},observed_until\n5,6,9\n5,6,4\n", ("observed_until", "4")),
    ],
)
def test_broken_row_is_left_out_and_described(tmp_path, text, wrong):
    path = write(tmp_path / "a.csv", text)
    log = read_log(path)
    assert left_out(log) == [(3, *wrong)]
    assert log.lines[0].startswith(f"{path}: row 3: ")
    assert log.delay.size == 1


def test_rows_of_a_large_file_keep_their_numbers(tmp_path):
    text = "delay,arm\n" + "5,a\n7,a\n9,a\n" * 233_334 + "oops,b\n" + "5,a\n" * 10 + "-3,a\n"
    path = write(tmp_path / "a.csv", text)
    faults = [(700004, "delay", "oops"), (700015, "delay", "-3")]
    assert left_out(read_log(path)) == faults
    write(path, text + "5\n")
    assert left_out(read_log(path)) == [*faults, (700016, "line", "5")]


@pytest.mark.parametrize(
    ("names", "values", "message"),
    [
        (["delay"] * 2, [[1], [2]], f"columns delay and delay {ONE}"),
        (["delay"], [[[1, 2]]], "row 1: delay '[1, 2]' "),
        (["delay"], [[True]], "row 1: delay 'true' "),
        (["delay"], [pd.to_datetime(["2026-01-01"])], "row 1: delay '2026-01-01 00:00:00"),
        (["arm", "delay"], [[], []], NO_ROW),
    ],
)
def test_parquet_that_cannot_be_used(tmp_path, names, values, message):
    table = pa.Table.from_arrays([pa.array(value) for value in values], names=names)
    path = tmp_path / "a.parquet"
    pq.write_table(table, path)
    with refused(f"{path}: ", message):
        read_log(path)
    path.write_bytes(path.read_bytes()[:-20])
    with refused(f"{path}: ", "damaged or cut off"):
        read_log(path)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"unit": "hour"}, "unit is 'hour'. Did you mean 'hours'"),
        ({"columns": {"dealy": "lag"}}, "column 'dealy' is unknown. Did you mean 'delay'"),
        ({"columns": {"delay": "lagg"}}, "no column 'lagg' found. Did you mean 'lag'"),
        ({"log": Path("none.csv")}, "No such file"),
        ({"largest": 5}, "largest is 5. Give arms: campaign, too"),
        ({"unit": "hours", "arms": "campaign"}, "unit: not allowed with arms: campaign"),
        ({"columns": {"delay": "lag"}, "arms": "campaign"}, "columns: not allowed with arms: "),
        ({"never": "-1", "arms": "campaign"}, "never: not allowed with arms: campaign"),
    ],
)
def test_options_that_cannot_be_used(tmp_path, monkeypatch, options, message):
    monkeypatch.chdir(tmp_path)
    write(Path("a.csv"), "lag\n1\n")
    with pytest.raises(InputError, match=message):
        read_log(**{"log": Path("a.csv"), **options})


def test_arms_with_most_rows_are_shown_and_none_pooled(tmp_path):
    text = "delay,arm\n" + "".join(f"{i % 3 + 1},{i}\n" for i in range(2500)) + "2,7\n"
    log = read_log(write(tmp_path / "a.csv", text))
    assert (log.arms[0], len(log.arms)) == ("7", 2500)
    assert np.bincount(log.arm).tolist() == [2] + [1] * 2499
    said = write_findings(log, tmp_path)
    assert "Of 2,500 arms the 1,000 with the most rows are shown." in said
    _, distributions = read_log_table(tmp_path / "delays.parquet")
    assert distributions[None].size == 2501
    assert len([name for name in distributions if isinstance(name, str)]) == 1000


def test_unused_click_id_is_named(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text("click_id,delay\n" + "".join(f"{i},{3600 * i}\n" for i in range(1, 9)))
    said = "If a click can have several rows, add --column click=click_id."
    assert said in read_log(path).assumptions
    assert said not in read_log(path, columns={"click": "click_id"}).assumptions
