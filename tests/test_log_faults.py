"""Faults that would change rates silently are refused with one line; honest logs are read.

Each fault is made in a small log of its own, next to a control: an honest log of the same look.
"""

import shlex

import numpy as np
import pandas as pd
import pytest

from conftest import refused
from delayed_bandits.cli.commands import main
from delayed_bandits.data.frames import read_log
from delayed_bandits.data.log.arms import sum_up
from delayed_bandits.data.tables.durations import named_unit
from honest_log import (
    BASE,
    DID,
    FIRST,
    LEFT,
    SPLIT,
    N,
    dates,
    filled,
    lags,
    one,
    repeated,
    said,
    table,
)
from logs import DAY, write

WEEKS = said(np.where(DID, BASE["at"] + BASE["delay"], np.nan), "%Y-%m-%d")
MIXED = np.where(SPLIT, table("%d.%m.%Y %H:%M:%S")["conversion_time"], table()["conversion_time"])
WON = {
    "converted": 1 * DID,
    "conversion_time": np.where(LEFT < 0.9, "", table()["conversion_time"]),
}
SECONDS = 1_775_001_600 + BASE["at"]
ORDER = np.argsort(LEFT)
USERS = np.repeat(np.arange(N // 4), 4)
FAULTS = {
    # a value that means never, in a part of the rows
    "a date in 30 %": (
        lambda: filled(0.3, "2026-12-31"),
        ["'2026-12-31' in ", "--never 2026-12-31"],
    ),
    "a date in 5 %": (lambda: filled(0.05, "2026-12-31"), ["--never 2026-12-31"]),
    "the export": (lambda: filled(0.3, "2026-05-16 00:00:00"), ["--never '2026-05-16 00:00:00'"]),
    "two dates": (
        lambda: filled(1, np.where(SPLIT, "2026-12-31", "2027-01-01")[~DID]),
        ["'2026-12-31' in ", "'2027-01-01' in ", "--never "],
    ),
    "click and 30 days": (
        lambda: filled(0.3, said(BASE["at"] + 30 * DAY)[~DID & (LEFT < 0.3)]),
        ["conversion_time is 30 days after the click in ", "--never ''"],
    ),
    "one delay": (
        lambda: lags(timed=False).assign(delay=np.where(~DID & (LEFT < 0.3), 999, lags()["delay"])),
        ["delay is '999' in ", "--never 999"],
    ),
    "two words": (
        lambda: filled(1, np.where(SPLIT, "nein", "offen")[~DID]),
        ["'nein' in ", "'offen' in ", "--never "],
    ),
    # times far from others
    "a click a year late": (
        lambda: one(50, "click_time", "2027-04-02 18:20:00"),
        ["row 52: click_time '2027-04-02 18:20:00' comes ", "--until '2027-04-02 18:20:00'"],
    ),
    "a click two months late": (
        lambda: one(50, "click_time", "2026-07-02 18:20:00"),
        ["row 52: click_time '2026-07-02 18:20:00' comes "],
    ),
    "a click years early": (
        lambda: one(50, "click_time", "2004-04-02 18:20:00"),
        ["row 52: click_time '2004-04-02 18:20:00' comes ", "before all others"],
    ),
    "a conversion a year late": (
        lambda: one(FIRST, "conversion_time", "2027-04-20 00:00:00"),
        [f"row {FIRST + 2}: conversion_time '2027-04-20 00:00:00' comes "],
    ),
    # units
    "days": (lambda: lags(DAY, form="{:.2f}"), ["delay has no unit", "--unit seconds, or minutes"]),
    "whole days": (lambda: lags(DAY, timed=False), ["delay has no unit"]),
    "hours": (lambda: lags(3600, form="{:.2f}"), ["delay has no unit"]),
    "minutes": (lambda: lags(60), ["delay has no unit"]),
    "milliseconds": (lambda: lags(0.001), ["delay has no unit"]),
    "two units in a column": (
        lambda: table(click_time=SECONDS * np.where(SPLIT, 1, 1000), conversion_time=SECONDS),
        ["click_time has 1,000 numbers in milliseconds and 1,000 in seconds"],
    ),
    "delays longer than the log": (
        lambda: table(conversion_time=said(np.where(DID, BASE["at"] + 3e8 * LEFT, np.nan))),
        ["or more after their click, but clicks come within 45 days"],
    ),
    # rows of one click
    "a lead in two rows": (
        lambda: repeated(lead_id=[f"L{i}" for i in range(N)]),
        [f"lead_id repeats in {DID.sum()} rows", "--column click=lead_id"],
    ),
    "rows that repeat": (
        lambda: pd.concat([table(), table()[LEFT < 0.3]]),
        ["have a row equal to an earlier one", "--column click=NAME"],
    ),
    "users as clicks": (
        lambda: table(click=np.arange(N) // 2),
        ["click has several arms in ", "--column click= if it is not an identifier"],
    ),
    # conversions that are left out
    "two forms of dates": (
        lambda: table(conversion_time=MIXED),
        [
            f" of {DID.sum()} conversions are left out",
            "--dates '%Y-%m-%d %H:%M:%S' '%d.%m.%Y %H:%M:%S'",
        ],
    ),
    "remarks in dates": (
        lambda: table(
            conversion_time=table()["conversion_time"] + np.where(DID & SPLIT, " ca.", "")
        ),
        ["conversion_time is not a time", "--dates '%Y-%m-%d %H:%M:%S ca.'"],
    ),
    "flags without dates": (lambda: table(**WON), ["conversions are left out", "unlike converted"]),
    "arms missing of conversions": (
        lambda: table(arm=np.where(DID & SPLIT, "", BASE["arm"])),
        ["conversions are left out, other clicks are not: arm is missing"],
    ),
    # dates
    "points, month or day": (lambda: dates("%d.%m.%Y", 12), ["--dates '%d.%m.%Y'", "'%m.%d.%Y'"]),
}


@pytest.mark.parametrize(("make", "words"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_one_line_that_says_what_to_type(tmp_path, make, words):
    path = tmp_path / "a.csv"
    make().to_csv(path, index=False)
    with refused(path, *words):
        read_log(path)


TYPED = {  # a log, and what to type so that it is read like the honest log
    "the log": (table, ""),
    "never": (lambda: filled(0.3, "2026-12-31"), "--never 2026-12-31"),
    "never, two": (
        lambda: filled(1, np.where(SPLIT, "nein", "offen")[~DID]),
        "--never offen nein",
    ),
    "days by name": (lambda: lags(DAY, "delay_days", "{:.5f}"), "--column delay=delay_days"),
    "hours by name": (lambda: lags(3600, "lagHours", "{:.4f}"), "--column delay=lagHours"),
    "ms by name": (lambda: lags(0.001, "lag_ms"), "--column delay=lag_ms"),
    "days by option": (lambda: lags(DAY, form="{:.5f}"), "--unit days"),
    "seconds": (lags, ""),
    "a lead": (lambda: repeated(lead_id=[f"L{i}" for i in range(N)]), "--column click=lead_id"),
    "other identifiers": (lambda: table(user_id=USERS, order_id=np.arange(N)), ""),
    "two forms": (
        lambda: table(conversion_time=MIXED),
        "--dates '%Y-%m-%d %H:%M:%S' '%d.%m.%Y %H:%M:%S'",
    ),
    "one form and ISO": (lambda: table(conversion_time=MIXED), "--dates '%d.%m.%Y %H:%M:%S'"),
    "points, year first": (lambda: dates("%y.%m.%d %H:%M:%S"), ""),
    "points, month first": (lambda: dates("%m.%d.%Y %H:%M:%S"), ""),
    "year, day, month": (lambda: dates("%Y-%d-%m %H:%M:%S"), ""),
    "an end": (lambda: one(50, "click_time", "2027-04-02 18:20:00"), "--until 2026-05-15T23:50:00"),
}


@pytest.mark.parametrize(("make", "typed"), TYPED.values(), ids=TYPED)
def test_what_is_typed_gives_the_rates_of_the_honest_log(tmp_path, capsys, make, typed):
    path, honest = tmp_path / "a.csv", tmp_path / "b.csv"
    make().to_csv(path, index=False)
    table().to_csv(honest, index=False)
    expected = sum_up(read_log(honest)).pooled.rate.estimate
    assert main(["log", str(path), *shlex.split(typed), "--output", str(tmp_path / "out")]) == 0
    (line,) = [x for x in capsys.readouterr().out.splitlines() if x.strip().startswith("all arms")]
    assert float(line.split("%")[0].split()[-1]) / 100 == pytest.approx(expected, rel=0.01)


HONEST = {
    "conversions by day": lambda: table(conversion_time=WEEKS),
    "days alone": lambda: table("%Y-%m-%d"),
    "minutes": lambda: table("%Y-%m-%d %H:%M"),
    "a sale": lambda: filled(0.005, "2026-05-01 12:00:00"),
    "clicks sent at once": lambda: table(click_time=said(BASE["at"] // DAY * DAY)),
    "conversions followed for longer": lambda: table()[np.asarray(BASE["at"]) < 10 * DAY],
    "a pause": lambda: table()[np.abs(np.asarray(BASE["at"]) / DAY - 20) > 8],
    "few test clicks before": lambda: table()[(BASE["at"] > 9 * DAY) | (LEFT < 0.02)],
    "arms missing": lambda: table(arm=np.where(SPLIT, "", BASE["arm"])),
    "few without a date": lambda: table(**WON | {"conversion_time": table()["conversion_time"]}),
}


@pytest.mark.parametrize("make", HONEST.values(), ids=HONEST)
def test_an_honest_log_is_read(tmp_path, make):
    path = tmp_path / "a.csv"
    make().to_csv(path, index=False)
    assert read_log(path).delay.size > N // 10


def test_until_ends_a_log(tmp_path):
    rows = "a,10,20\na,15,90\na,60,\na,200,\n"
    path = write(tmp_path / "a.csv", f"arm,click_time,conversion_time\n{rows}")
    log = read_log(path, until="100")
    assert log.delay.tolist() == [10, 75, -1]
    assert log.observed.tolist() == [90, 85, 40]
    log = read_log(path, until="50")
    assert (log.delay.tolist(), log.observed.tolist()) == ([10, -1], [40, 35])
    with refused("--until: 'May' is not a time as in click_time"):
        read_log(path, until="May")


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("delay", ""),
        ("delay_days", "days"),
        ("lagHours", "hours"),
        ("lag_ms", "milliseconds"),
        ("Dauer (Tage)", "days"),
        ("time_to_sale_h", "hours"),
        ("min_delay", ""),
        ("days_or_hours", ""),
    ],
)
def test_unit_in_a_name(name, unit):
    assert named_unit(name) == unit


def test_columns_of_pandas_are_named_at_once(tmp_path):
    table().to_json(tmp_path / "a.json")
    with refused(tmp_path / "a.json", 'orient="records"'):
        read_log(tmp_path / "a.json")
