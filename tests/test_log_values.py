import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from delayed_bandits.data.frames import read_log
from delayed_bandits.data.tables.durations import duration
from logs import left_out, write

MINUS = "delay,converted\n5,1\n-1,0\n-1,0\n-1,0\n7,0\n-1,1\n"


def test_number_means_no_conversion(tmp_path):
    path = write(tmp_path / "a.csv", MINUS)
    log = read_log(path, never="-1")
    assert log.delay.tolist() == [5, -1, -1, -1, -1]
    assert left_out(log) == [(7, "delay", "-1")]
    assert log.assumptions[0].startswith("1 of 6 rows are left out: delay ")
    assert log.assumptions[2:] == [
        "Rows with converted 0 did not convert, whatever delay they have."
    ]
    assert log.reading == "numbers in seconds, -1 is no conversion"


def test_durations_in_words():
    seconds = (0, 1, 60, 5400, 86400, 86400 * 2000)
    expected = ["0 seconds", "1 second", "1 minute", "1.5 hours", "1 day", "2,000 days"]
    assert list(map(duration, seconds)) == expected


def test_durations_of_parquet_have_their_unit(tmp_path):
    for unit, number in {"s": 5, "ns": 5_000_000_000}.items():
        delays = pa.array([number, None], pa.duration(unit))
        pq.write_table(pa.table({"delay": delays}), tmp_path / "a.parquet")
        assert read_log(tmp_path / "a.parquet", unit="hours").delay.tolist() == [5, -1]


TIMES, UNTIL = "click_time,conversion_time\n", "click_time,conversion_time,observed_until\n"
FIVE = f"{TIMES}2026-01-01,2026-01-01T00:00:05\n"
NONE = "Rows without {} are clicks that did not convert."
NO_TIME, NO_DELAY = NONE.format("conversion_time"), NONE.format("delay")
NEVER = ("(not set)", "9999-12-31", "0000-00-00 00:00:00", "Never")
NOTHING = ("", "nan", "NaN", "NA", "null", "None")


@pytest.mark.parametrize(
    ("text", "delays", "remark"),
    [
        ("delay;arm\n5,0;a\n1.000,5;a\n", [5, 1000], "Numbers such as 5,0 in delay are read"),
        (f"{TIMES}1767225600000,1767225605000\n1767225600500,\n", [5, -1], "are in milliseconds"),
        (f"{UNTIL}1,6,9\n10,,9\n", [5], "1 of 2 rows are left out"),
        *((f"{FIVE}2026-01-02,{no}\n", [5, -1], NO_TIME) for no in NEVER),
        *((f"arm,delay\na,5\na,{no}\n", [5, -1], NO_DELAY) for no in NOTHING),
    ],
)
def test_ways_to_write_numbers_and_times(tmp_path, text, delays, remark):
    log = read_log(write(tmp_path / "a.csv", text))
    assert log.delay.tolist() == delays
    assert any(remark in line for line in log.assumptions)


@pytest.mark.parametrize("since", [1_767_225_600, 1_767_225_600_000])
def test_times_since_1970_with_delays_in_hours(tmp_path, since):
    """`--unit hours` is that of the delays; in hours, such times are beyond any calendar."""
    text = f"at;lag\n{since};1,5\n{since};\n"
    names = {"click_time": "at", "delay": "lag"}
    log = read_log(write(tmp_path / "a.csv", text), unit="hours", columns=names)
    assert log.delay.tolist() == [5400, -1]
    assert log.observed.tolist() == [5400, 5400]
