"""The file of a log: what is read, refused and counted."""

import gzip

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.log.arms import sum_up
from delayed_bandits.data.log.columns import duration
from delayed_bandits.data.log.reader import read_log
from delayed_bandits.data.log.source import open_log
from logs import DAY, clicks, write

UNIT = "expected less than 3,000 years; is the unit right?"


def test_delays_and_arms(tmp_path):
    log = read_log(write(tmp_path / "a.csv", "arm,delay\nx,5\ny,7\ny,\nx,0\nx,3\n"))
    assert log.arms == ["x", "y"]
    assert log.arm.tolist() == [0, 1, 1, 0, 0]
    assert log.delay.tolist() == [5, 7, -1, 0, 3]
    assert log.lines == []
    assert log.has_clicks
    assert log.assumptions == ["Rows without delay are clicks that did not convert."]


@pytest.mark.parametrize(
    ("header", "unit", "seconds"),
    [("delay", "hours", 5400), ("delay_minutes", "days", 90), ("delay", "seconds", 1)],
)
def test_units(tmp_path, header, unit, seconds):
    log = read_log(write(tmp_path / "a.csv", f"{header}\n1.5\n"), unit)
    assert log.delay.tolist() == [seconds]
    assert log.step == 1


def test_whole_hours_are_fitted_in_hours(tmp_path):
    log = read_log(write(tmp_path / "a.csv", "delay_hours,observed_hours\n1,9\n,9\n4,9\n"))
    assert log.step == 3600
    assert log.observed.tolist() == [9 * 3600] * 3


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
    log = read_log(write(tmp_path / "a.csv", text), renamed=names)
    assert log.delay.tolist() == [60, -1]
    assert log.observed.tolist() == [60, 120]
    assert "The log ends with its last click or conversion." in log.assumptions
    assert log.clicks_per_day == pytest.approx(2 * DAY / 60)


def test_parquet(tmp_path, late):
    table = clicks()
    table["click_time"] = pd.to_datetime(table["click_time"], unit="s", utc=True)
    table["conversion_time"] = pd.to_datetime(table["conversion_time"], unit="s", utc=True)
    table.to_parquet(tmp_path / "a.parquet")
    found, expected = read_log(tmp_path / "a.parquet"), read_log(late)
    assert found.arms == expected.arms
    np.testing.assert_array_equal(found.delay, expected.delay)
    np.testing.assert_array_equal(found.observed, expected.observed)


BAD = """arm,delay,converted,observed
a,5,1,9
,5,1,9
a,five,1,9
a,-1,1,9
a,,1,9
a,5,0,9
a,5,maybe,9
a,12,1,9
a,5,1,
a,,0,4

a,1
"""


def test_each_row_left_out_has_a_line_and_is_counted(tmp_path, caplog):
    path = write(tmp_path / "bad.csv", BAD)
    log = read_log(path)
    assert log.delay.tolist() == [5, -1]
    assert log.lines == [
        f"{path}: row 3: arm is ''; expected the name of an arm",
        f"{path}: row 4: delay is 'five'; expected a number, or nothing",
        f"{path}: row 5: delay is '-1'; expected a conversion after the click",
        f"{path}: row 6: delay is ''; expected the conversion's",
        f"{path}: row 7: delay is '5'; expected none, or converted 1",
        f"{path}: row 8: converted is 'maybe'; expected 0 or 1",
        f"{path}: row 9: observed is '9'; expected the delay",
        f"{path}: row 10: observed is ''; expected how long, at least 0",
        f"{path}: row 12: it is blank; expected values",
        f"{path}: row 13: 2 values are found; expected 4",
    ]
    assert sum(log.left_out.values()) == 10
    assert log.left_out["conversion_before_click"] == 1
    assert log.lines[0] in caplog.text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty; expected a header and rows"),
        ("x,y\n1,2\n", "columns are x, y; expected delay, or click_time and conversion_time"),
        ("delay,delay_hours\n1,2\n", "columns delay and delay_hours found; expected one of them"),
        (
            "delay,conversion_time\n1,2\n",
            "columns delay and conversion_time found; expected one of them",
        ),
        ("delay,observed_until\n1,2\n", "observed_until found; expected click_time beside it"),
        ("delay\n-1\n", "no row with a delay can be used; expected some; "),
        ("delay\n", "no row with a delay can be used; expected some"),
        ("delay,delay\n1,2\n", "column 'delay' stands twice in the header; expected once"),
        ("5,a\n7,b\n", "columns are 5, a; expected delay, or click_time and conversion_time"),
        ('"\n', "not CSV or Parquet; "),
        (
            "click_time,conversion_time\n03/04/2026,03/05/2026\n",
            "row 2: click_time is '03/04/2026'; expected a time, or nothing",
        ),
        (
            "click_time,conversion_time\n1772000000000,1772000500000\n",
            f"row 2: click_time is '1772000000000'; {UNIT}",
        ),
        ("delay,arm\n,2\n1,2,3\n", "row 3: 3 values are found; expected 2"),
        ('delay,arm\n1,"a\n2,b\n', "row 2: a line break within quotes; expected none"),
        ("delay\n1e30\n", f"is '1e30'; {UNIT}"),
    ],
)
def test_files_that_cannot_be_used(tmp_path, text, message):
    path = write(tmp_path / "a.csv", text)
    with pytest.raises(InputError) as caught:
        read_log(path)
    assert message in str(caught.value)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "row"),
    [
        ("delay,arm\n5,a\n".encode("utf-16"), 1),
        ("delay,arm\n5,a\n5,Zürich\n".encode("latin-1"), 3),
        (b"delay,arm\n" + b"5,a\n" * 50_000 + "5,Zürich\n".encode("latin-1"), 50_002),
        (gzip.compress(b"delay\n5\n"), 1),
        (bytes(range(256)), 2),
    ],
    ids=["utf-16", "latin-1", "latin-1, late", "gzip", "binary"],
)
def test_what_is_not_text_is_refused(tmp_path, content, row):
    (tmp_path / "a.csv").write_bytes(content)
    message = f"row {row}: text that is not UTF-8; expected CSV in UTF-8, or Parquet"
    with pytest.raises(InputError, match=f"^{tmp_path / 'a.csv'}: {message}$"):
        read_log(tmp_path / "a.csv")


TWO_TIMES = "click_time,conversion_time\n1,5\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("delay\n5\ninf\n", "row 3: delay is 'inf'; expected a number, or nothing"),
        ("delay\n5\n0x10\n", "row 3: delay is '0x10'; expected a number, or nothing"),
        ("delay;arm\n5;a\n1,5;a\n", "row 3: delay is '1,5'; expected a number, or nothing"),
        ('delay,arm\n5,a\n"1,000",a\n', "row 3: delay is '1,000'; expected a number, or nothing"),
        ("delay\r\n5\r\nx\r\n", "row 3: delay is 'x'; expected a number, or nothing"),
        (
            "delay\n5\n1e12\n",
            f"row 3: delay is '1e12'; {UNIT}",
        ),
        (
            f"{TWO_TIMES}9,5\n",
            "row 3: conversion_time is '5'; expected a conversion after the click",
        ),
        (f"{TWO_TIMES},5\n", "row 3: click_time is ''; expected a time"),
        (
            f"{TWO_TIMES}2026-01-01,\n",
            "row 3: click_time is '2026-01-01'; expected a time, or nothing",
        ),
        ("delay,observed\n5,9\n,-4\n", "row 3: observed is '-4'; expected how long, at least 0"),
        (
            "click_time,conversion_time,observed_until\n5,6,9\n5,6,4\n",
            "row 3: observed_until is '4'; expected how long, at least 0",
        ),
    ],
)
def test_a_broken_row_is_left_out_with_row_column_found_and_expected(tmp_path, text, line):
    path = write(tmp_path / "a.csv", text)
    log = read_log(path)
    assert log.lines == [f"{path}: {line}"]
    assert log.delay.size == 1


def test_rows_of_a_large_file_keep_their_numbers(tmp_path):
    text = "delay,arm\n" + "5,a\n" * 700_000 + "oops,b\n" + "5,a\n" * 10 + "-3,a\n5\n"
    path = write(tmp_path / "a.csv", text)
    assert read_log(path).lines == [
        f"{path}: row 700002: delay is 'oops'; expected a number, or nothing",
        f"{path}: row 700013: delay is '-3'; expected a conversion after the click",
        f"{path}: row 700014: 1 values are found; expected 2",
    ]


@pytest.mark.parametrize("text", ["delay,arm\n5,a\n", "delay, arm\n 5 , a\n"])
def test_a_byte_order_mark_and_spaces_do_no_harm(tmp_path, text):
    (tmp_path / "a.csv").write_bytes(text.encode("utf-8-sig"))
    log = read_log(tmp_path / "a.csv")
    assert (log.arms, log.delay.tolist()) == (["a"], [5])


MINUS = "delay,converted\n5,1\n-1,0\n-1,0\n-1,0\n7,0\n-1,1\n"


def test_numbers_for_no_conversion_are_pointed_out(tmp_path):
    path = write(tmp_path / "a.csv", MINUS)
    log = read_log(path)
    assert log.delay.tolist() == [5]
    assert log.assumptions == [
        "4 rows with delay -1 are left out: if they are clicks that did not convert, say "
        "--no-conversion -1."
    ]
    (line,) = (line for line in sum_up(log).assumptions if "conversions only" in line)
    assert line.startswith("The rows that are used are conversions only")


def test_a_number_stands_for_no_conversion(tmp_path):
    path = write(tmp_path / "a.csv", MINUS)
    log = read_log(path, no_conversion=-1)
    assert log.delay.tolist() == [5, -1, -1, -1]
    assert log.lines == [
        f"{path}: row 6: delay is '7'; expected none, or converted 1",
        f"{path}: row 7: delay is '-1'; expected the conversion's",
    ]
    assert log.assumptions == []
    assert log.reading == "numbers in seconds, -1 is no conversion"


@pytest.mark.parametrize(
    ("columns", "number"),
    [
        ({"delay": [5.0, -1.0]}, -1),
        ({"delay_hours": ["5", "99999999"]}, 99999999),
        ({"click_time": [7, 8], "conversion_time": [12, 0]}, 0),
        (
            {
                "click_time": pd.to_datetime([7, 8], unit="s", utc=True),
                "conversion_time": pd.to_datetime([12, None], unit="s", utc=True),
            },
            -1,
        ),
    ],
)
def test_the_number_for_no_conversion_is_as_it_stands_in_the_file(tmp_path, columns, number):
    pd.DataFrame(columns).to_parquet(tmp_path / "a.parquet")
    log = read_log(tmp_path / "a.parquet", no_conversion=number)
    hour = 3600 if "delay_hours" in columns else 1
    assert log.delay.tolist() == [5 * hour, -1]


@pytest.mark.parametrize("delays", ["5,-1", "5,-1,-2,-3", "5,-1,-1,-2,-2"])
def test_delays_that_are_wrong_in_several_ways_are_not_taken_for_one_number(tmp_path, delays):
    log = read_log(write(tmp_path / "a.csv", "delay\n" + delays.replace(",", "\n") + "\n"))
    assert log.assumptions == []


@pytest.mark.parametrize("missing", ["", "nan", "NaN", "NA", "null", "None"])
def test_no_value_is_a_click_that_did_not_convert(tmp_path, missing):
    log = read_log(write(tmp_path / "a.csv", f"arm,delay\na,5\na,{missing}\n"))
    assert log.delay.tolist() == [5, -1]
    assert log.assumptions == ["Rows without delay are clicks that did not convert."]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ([("delay", [1]), ("delay", [2])], "column 'delay' stands twice in the header"),
        ([("delay", [[1, 2]])], "column delay has type list.*; expected text, numbers or times"),
        ([("delay", [True])], "row 1: delay is 'true'; expected a number, or nothing"),
        ([("delay", pd.to_datetime(["2026-01-01"]))], "row 1: delay is '2026-01-01 00:00:00"),
    ],
)
def test_parquet_that_cannot_be_used(tmp_path, columns, message):
    names, values = zip(*columns, strict=True)
    table = pa.Table.from_arrays([pa.array(value) for value in values], names=list(names))
    pq.write_table(table, tmp_path / "a.parquet")
    with pytest.raises(InputError, match=message) as caught:
        read_log(tmp_path / "a.parquet")
    assert "\n" not in str(caught.value)


def test_durations_in_words():
    seconds = (0, 1, 60, 5400, 86400, 86400 * 2000)
    expected = ["0 seconds", "1 second", "1 minute", "1.5 hours", "1 day", "2,000 days"]
    assert list(map(duration, seconds)) == expected


def test_parquet_that_is_cut_off(tmp_path):
    pq.write_table(pa.table({"delay": [5]}), tmp_path / "a.parquet")
    whole = (tmp_path / "a.parquet").read_bytes()
    (tmp_path / "a.parquet").write_bytes(whole[:-20])
    with pytest.raises(InputError, match="damaged or cut off"):
        read_log(tmp_path / "a.parquet")


def test_durations_of_parquet_have_their_unit(tmp_path):
    for unit, number in {"s": 5, "ns": 5_000_000_000}.items():
        delays = pa.array([number, None], pa.duration(unit))
        pq.write_table(pa.table({"delay": delays}), tmp_path / "a.parquet")
        assert read_log(tmp_path / "a.parquet", "hours").delay.tolist() == [5, -1]


def test_options_that_cannot_be_used(tmp_path):
    path = write(tmp_path / "a.csv", "lag\n1\n")
    with pytest.raises(InputError, match="unit is 'hour'; did you mean 'hours'"):
        read_log(path, "hour")
    with pytest.raises(InputError, match="column 'dealy' is unknown; did you mean 'delay'"):
        read_log(path, renamed={"dealy": "lag"})
    with pytest.raises(InputError, match="no column 'lagg' found; did you mean 'lag'"):
        read_log(path, renamed={"delay": "lagg"})
    with pytest.raises(InputError, match="No such file"):
        read_log(tmp_path / "none.csv")
    with pytest.raises(InputError, match="largest is 5; expected arms: campaign beside it"):
        open_log(path, "seconds", {}, None, 5)
    with pytest.raises(InputError, match="unit is 'hours'; expected neither unit nor columns with"):
        open_log(path, "hours", {}, "campaign", None)
    with pytest.raises(InputError, match="columns are delay; expected neither unit nor columns"):
        open_log(path, "seconds", {"delay": "lag"}, "campaign", None)
    with pytest.raises(InputError, match="no_conversion is -1; expected none with arms"):
        open_log(path, "seconds", {}, "campaign", None, -1)
    write(tmp_path / "b.csv", "delay,arm\n" + "".join(f"1,{i}\n" for i in range(1001)))
    with pytest.raises(InputError, match="arm has 1001 different values; expected at most 1000"):
        read_log(tmp_path / "b.csv")
