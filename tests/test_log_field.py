"""Logs as users have them are read correctly, or refused with one line that says what to type.

Most tests use one log of 4,000 clicks, of which 236 convert, written in many forms.
"""

import bz2
import functools
import gzip
import json
import lzma
import os
import shlex
import subprocess
import sys

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from conftest import ROOT, refused
from delayed_bandits.cli.commands import main
from delayed_bandits.data.frames import read_log
from delayed_bandits.data.log.arms import sum_up
from logs import DAY, left_out, write

CLICKS, CONVERSIONS = 4000, 236
START = pd.Timestamp("2026-03-01 00:03:47")
SPAN = 28 * DAY


def base():
    """Clicks of 28 days on three arms; half of the conversions come within 20 hours or so."""
    rng = np.random.default_rng(49)
    arm = rng.integers(0, 3, CLICKS)
    click = np.sort(rng.integers(0, SPAN, CLICKS))
    delay = 1 + rng.exponential(29.5 * 3600, CLICKS).astype(int)
    rank = rng.random(CLICKS) / np.array([0.0746, 0.0687, 0.0438])[arm]
    rank += 1e9 * (click + delay > SPAN)
    converted = np.argsort(np.argsort(rank)) < CONVERSIONS
    columns = {"arm": np.array(["a", "b", "c"])[arm], "click": click}
    return pd.DataFrame({**columns, "delay": np.where(converted, delay, 0), "converted": converted})


BASE = base()
CLICK, DELAY = BASE["click"], BASE["delay"]
DID = BASE["converted"]
END = int((CLICK + DELAY).max())


@functools.cache
def product_limit(arm=None):
    """The rate and the median of the delays by Kaplan and Meier, click by click."""
    table = BASE if arm is None else BASE[BASE["arm"] == arm]
    watched = END - table["click"]
    cap = max(1, int(np.quantile(END - CLICK, 0.9)))
    left, steps = 1.0, []
    for delay in sorted(table["delay"][table["converted"] & (table["delay"] <= cap)].unique()):
        risk = int((np.where(table["converted"], table["delay"], watched) >= delay).sum())
        left *= 1 - int(((table["delay"] == delay) & table["converted"]).sum()) / risk
        steps.append((delay, 1 - left))
    rate = steps[-1][1]
    return rate, next(delay for delay, share in steps if share >= rate / 2)


def stamps(seconds, form="%Y-%m-%d %H:%M:%S", none=""):
    """Write times in a form, and `none` without a conversion."""
    texts = (START + pd.to_timedelta(np.asarray(seconds), unit="s")).strftime(form)
    return np.where(seconds >= 0, texts, none)


def clicked(form="%Y-%m-%d %H:%M:%S"):
    return stamps(CLICK, form)


def paid(form="%Y-%m-%d %H:%M:%S", none=""):
    return stamps(np.where(DID, CLICK + DELAY, -1), form, none)


def csv(path, sep=",", header=True, encoding="utf-8", before="", order=None, **columns):
    table = pd.DataFrame({"arm": BASE["arm"], **columns})
    table = table if order is None else table.iloc[order]
    text = before + table.to_csv(index=False, sep=sep, header=header)
    path.write_bytes(text.encode(encoding))
    return path


def pair(path, paid_at, at=None, **more):
    at = clicked() if at is None else at
    return csv(path, click_time=at, conversion_time=paid_at, **more)


def two_times(path, form="%Y-%m-%d %H:%M:%S", none="", **more):
    return pair(path, paid(form, none), clicked(form), **more)


def delays(path, none="", values=None, **more):
    values = DELAY.astype(str) if values is None else values
    watched = {"observed": END - CLICK, **more}
    return csv(path, delay=np.where(DID, values, none), **watched)


def check(path, within=0, clicks=CLICKS, conversions=CONVERSIONS, **options):
    """Check counts, and rates and median by other code; return the log."""
    log = read_log(path, **options)
    assert log.delay.size == clicks
    assert (log.delay >= 0).sum() == conversions
    summary = sum_up(log)
    rate, median = product_limit()
    assert summary.pooled.rate.estimate == pytest.approx(rate, rel=0.02)
    assert summary.pooled.quantile(0.5) == pytest.approx(median, rel=0.02, abs=within)
    for arm in summary.arms:
        assert arm.rate.estimate == pytest.approx(product_limit(arm.name)[0], rel=0.02)
    return log


def test_base(tmp_path):
    log = check(two_times(tmp_path / "a.csv"))
    assert log.clicks_per_day == pytest.approx(CLICKS / 28, rel=0.01)
    assert log.left_out == {}


DATES = {
    "A06 senators": ("%Y-%m-%d %H:%M:%S", []),
    "iso with T": ("%Y-%m-%dT%H:%M:%S", []),
    "iso with zone": ("%Y-%m-%d %H:%M:%S+05:30", []),
    "iso in GMT": ("%Y-%m-%d %H:%M:%S GMT", []),
    "iso with region": ("%Y-%m-%d %H:%M:%S America/Bogota", []),
    "basic": ("%Y%m%dT%H%M%S", []),
    "slashes, year first": ("%Y/%m/%d %H:%M:%S", []),
    "A32 decimal comma": ("%Y-%m-%d %H:%M:%S,%f", []),
    "A32 german": ("%d.%m.%Y %H:%M:%S", []),
    "german, asked for": ("%d.%m.%Y %H:%M:%S", ["%d.%m.%Y %H:%M:%S"]),
    "A32 AM": ("%m/%d/%Y %I:%M:%S %p", []),
    "british": ("%d/%m/%Y %H:%M:%S", []),
    "two digits of the year": ("%d.%m.%y %H:%M:%S", []),
    "A32 month in words": ("%b %d, %Y %H:%M:%S", []),
    "A32 apache": ("%d/%b/%Y:%H:%M:%S +0000", []),
    "A32 rfc": ("%a, %d %b %Y %H:%M:%S GMT", []),
    "A32 zone in letters": ("%m/%d/%Y %H:%M:%S EST", ["%m/%d/%Y %H:%M:%S %Z"]),
    "A25 14 digits": ("%Y%m%d%H%M%S", []),
    "12 digits, two of the year": ("%y%m%d%H%M%S", []),
    "17 digits": ("%Y%m%d%H%M%S000", []),
}


@pytest.mark.parametrize(("form", "dates"), DATES.values(), ids=DATES)
def test_dates(tmp_path, form, dates):
    check(two_times(tmp_path / "a.csv", form), dates=dates)


COARSE = {"A23": ("%Y%m%d", DAY), "10 digits": ("%Y%m%d%H", 3600), "A25": ("%y%m%d%H", 3600)}


@pytest.mark.parametrize(("form", "size"), COARSE.values(), ids=COARSE)
def test_numbers_that_are_dates(tmp_path, form, size):
    floats = pd.Series(paid(form)).replace("", np.nan).astype(float)  # as Pandas writes 20260302.0
    for paid_at in (paid(form), floats):
        log = read_log(pair(tmp_path / "a.csv", paid_at, clicked(form)))
        assert (log.delay >= 0).sum() == CONVERSIONS
        assert set((log.delay[log.delay >= 0] % size).tolist()) == {0}
        assert abs(log.delay[log.delay >= 0].mean() - DELAY[DID].mean()) < size / 4
        assert any(f"are read as {form}" in line for line in log.assumptions)


WATCHED = END - CLICK
SOME_TIME = np.where(DID, DELAY, WATCHED)  # until a conversion, or the end
NUMBER = np.arange(CLICKS)
LAST = np.where(DID, CLICK + DELAY, -1)
FIRST_DAYS = np.flatnonzero(CLICK + DELAY < 9 * DAY)


def flags(path, yes, no, **more):
    return delays(path, converted=np.where(DID, yes, no), **more)


def numbers(path, of=lambda seconds: seconds, **more):
    """Write times as numbers, made of seconds since the first."""
    made = {"click_time": of(CLICK), "conversion_time": np.where(DID, of(LAST), np.nan)}
    return csv(path, **(made | more))


def grouped(path, mark, **more):
    """Write delays in milliseconds, with separators of thousands."""
    values = [f"{1000 * delay:,}".replace(",", mark) for delay in DELAY]
    return delays(path, values=values, observed=1000 * WATCHED, **more)


def in_words(form):
    return [form(s // DAY, s // 3600, s % DAY // 3600, s // 60 % 60, s % 60) for s in DELAY]


def parquet(path, **columns):
    table = pd.DataFrame({"arm": BASE["arm"], "observed": WATCHED, **columns})
    table.to_parquet(path)
    return path


def spark(folder):
    """A folder of parts with neutral names, next to marks of success."""
    table = pd.read_csv(two_times(folder.with_suffix(".csv")))
    folder.mkdir()
    for part, rows in enumerate(np.array_split(NUMBER, 3)):
        pq.write_table(pa.Table.from_pandas(table.iloc[rows]), folder / f"part-0000{part}")
    (folder / "_SUCCESS").touch()
    (folder / ".part-00000.crc").write_bytes(b"crc")
    return folder


def hive(folder):
    table = pd.read_csv(two_times(folder.with_suffix(".csv")))
    for arm, rows in table.groupby("arm"):
        (folder / f"arm={arm}").mkdir(parents=True)
        rows.drop(columns="arm").to_parquet(folder / f"arm={arm}" / "0.parquet")
    return folder


def changed(path, change):
    path.write_bytes(change(two_times(path).read_bytes()))
    return path


def lines(path, whole=False):
    rows = pd.read_csv(two_times(path)).replace(np.nan, None).to_dict("records")
    rows = [{"nested": {"a": [1, "x"]}, **row} for row in rows]
    path.write_text(json.dumps(rows) if whole else "\n".join(map(json.dumps, rows)))
    return path


def times_in_parquet(path):
    names = ["click_time", "conversion_time"]
    pd.read_csv(two_times(path), parse_dates=names).to_parquet(path)
    return path


def twice(path, order=slice(None), times=1):
    """Clicks in the order of their times; converted clicks have a second, converted row."""
    first = {"click": NUMBER.astype(str), "click_time": clicked()}
    one = pd.DataFrame({**first, "arm": BASE["arm"], "conversion_time": ""})
    other = one.assign(conversion_time=paid())[DID]
    pd.concat([one, *[other] * times]).iloc[order].to_csv(path, index=False)
    return path


def exposures(path):
    """Each click has three rows; it converted once, and a later row repeats this."""
    more = {"click": NUMBER, "click_time": clicked(), "conversion_time": paid()}
    table = pd.DataFrame({"arm": BASE["arm"], **more})
    again = np.where(DID, stamps(CLICK + DELAY + 900), "")
    pd.concat([table.assign(conversion_time=again), table, table]).to_csv(path, index=False)
    return path


NOTE = np.where(NUMBER % 7 == 0, 'he said "no",\nand {"left": 1,\n"x": 2}', "plain")
SHUFFLED = np.random.default_rng(1).permutation(CLICKS)
GA4 = "# ----\n# Clicks\n# 20260301-20260331\n# ----\n\n"
REPORT = '"Report, all campaigns"\nFrom 1 March 2026, to 28 March 2026, daily\n\n'
HOURS = [f"{delay / 3600:.4f}".replace(".", ",") for delay in DELAY]
SENT = {"click_time": "sent", "conversion_time": "end", "converted": "observed"}
THIRD = {"arm": "1", "click_time": "2", "conversion_time": "3"}
LAG = {"delay": "lag", "observed": "delay"}
RIGHT = {
    # flags, and columns that have other roles than their names say
    "A06": (
        lambda p: csv(p, sent=clicked(), end=stamps(CLICK + SOME_TIME), observed=DID),
        {"columns": SENT},
    ),
    "A07": (
        lambda p: csv(p, duration=SOME_TIME, observed=DID.astype(int)),
        {"columns": {"delay": "duration", "converted": "observed"}},
    ),
    "time": (lambda p: csv(p, lag=DELAY.where(DID), delay=WATCHED), {"columns": LAG}),
    "given": (
        lambda p: csv(p, lag=DELAY.where(DID), conversion_time="?", observed=WATCHED),
        {"columns": {"delay": "lag"}},
    ),
    "A21": (lambda p: two_times(p, click=1 * DID), {"columns": {"click": ""}}),
    "A11": (
        lambda p: csv(p, time=SOME_TIME, cens=1 * DID),
        {"columns": {"delay": "time", "converted": "cens"}},
    ),
    "A13": (lambda p: csv(p, delay=SOME_TIME, converted=1 + DID), {"converted_is": "2"}),
    "A14": (lambda p: flags(p, "Bought", "A"), {"converted_is": "bought"}),
    "empty flag": (lambda p: flags(p, "1", ""), {"converted_is": "1"}),
    "A27 negative": (
        lambda p: csv(p, delay=np.where(DID, DELAY, np.minimum(-1, -WATCHED))),
        {"never": "negative"},
    ),
    # numbers
    "A24": (lambda p: numbers(p, lambda s: 46082.0026 + s / DAY), {"unit": "days", "within": 1}),
    "since 1970": (lambda p: numbers(p, lambda seconds: 1772323427000 + 1000 * seconds), {}),
    "A28": (lambda p: grouped(p, ","), {"unit": "milliseconds"}),
    "points": (lambda p: grouped(p, ".", sep=";"), {"unit": "milliseconds"}),
    "spaces": (lambda p: grouped(p, "\u202f"), {"unit": "milliseconds"}),
    "apostrophes": (lambda p: grouped(p, "'"), {"unit": "milliseconds"}),
    "decimal commas": (
        lambda p: delays(p, sep=";", values=HOURS, observed=WATCHED / 3600),
        {"unit": "hours", "within": 1},
    ),
    "A16": (lambda p: two_times(p, sep="\t", header=False), {"columns": THIRD}),
    "A20": (lambda p: numbers(p, sep="\t", header=False), {"columns": THIRD, "unit": "seconds"}),
}
READ_WITHOUT_OPTIONS = {
    "A35 t and f": lambda p: flags(p, "t", "f"),
    "A35 Y and N": lambda p: flags(p, "Y", "N"),
    "flags of Pandas": lambda p: flags(p, "1.0", "0.0"),
    "flags of Parquet": lambda p: parquet(p, delay=DELAY, converted=DID),
    # clicks in several rows
    "A29 updates": twice,
    "A29 updates reversed": lambda p: twice(p, slice(None, None, -1)),
    "GrowthBook: three exposures of each": exposures,
    "A29 updates sent again": lambda p: twice(p, times=3),
    # durations
    "A36": lambda p: delays(p, values=in_words("{0} days {2:02}:{3:02}:{4:02}".format)),
    "A36 clock": lambda p: delays(p, values=in_words("{1}:{3:02}:{4:02}".format)),
    "A36 ISO 8601": lambda p: delays(p, values=in_words("PT{1}H{3}M{4}S".format)),
    "ISO 8601 with days": lambda p: delays(p, values=in_words("P{0}DT{2}H{3}M{4}S".format)),
    "units": lambda p: delays(p, values=in_words("{0}d {2}h {3}m {4}s".format)),
    "words": lambda p: delays(p, values=in_words("{1} hours, {3} minutes, {4} seconds".format)),
    "Python": lambda p: delays(p, values=in_words("{0} days, {2}:{3:02}:{4:02}".format)),
    "C#": lambda p: delays(p, values=in_words("{0}.{2:02}:{3:02}:{4:02}".format)),
    # files
    "A37 UTF-16": lambda p: two_times(p, sep="\t", encoding="utf-16"),
    "UTF-16 without mark": lambda p: two_times(p, encoding="utf-16-le"),
    "A37 CP1252": lambda p: two_times(p, encoding="cp1252", note="Zürich – 5 €"),
    "mark of UTF-8": lambda p: two_times(p, encoding="utf-8-sig"),
    "A38 GA4": lambda p: two_times(p, before=GA4),
    "A38 Google Ads": lambda p: two_times(p, before="Parameters:TimeZone=Europe/Berlin\n"),
    "A38 Excel": lambda p: two_times(p, sep=";", before="sep=;\n"),
    "report with a date": lambda p: two_times(p, before=REPORT),
    "A39 line breaks": lambda p: two_times(p, note=NOTE),
    "A40 Spark": lambda p: spark(p.with_name("spark")),
    "A40 Hive": lambda p: hive(p.with_name("hive")),
    "A40 gz": lambda p: changed(p, gzip.compress),
    "bz2": lambda p: changed(p, bz2.compress),
    "xz": lambda p: changed(p, lzma.compress),
    "zstd": lambda p: changed(p, pa.Codec("zstd").compress),
    "gz of UTF-16": lambda p: changed(p, lambda t: gzip.compress(t.decode().encode("utf-16"))),
    "A40 JSON lines": lines,
    "JSON": lambda p: lines(p, whole=True),
    "A40 pipes": lambda p: two_times(p, sep="|"),
    "names in other case": lambda p: changed(p, lambda t: t.replace(b"click_t", b"Click_T", 1)),
    "rows in another order": lambda p: two_times(p, order=SHUFFLED),
    "index of Pandas": lambda p: pd.read_csv(two_times(p)).to_csv(p) or p,
    "grand total": lambda p: write(p, delays(p).read_text() + "Grand total,70000,900000\n"),
    "dates in Parquet": times_in_parquet,
    "durations in Parquet": lambda p: parquet(p, delay=pd.to_timedelta(DELAY.where(DID), unit="s")),
}
RIGHT |= {name: (make, {}) for name, make in READ_WITHOUT_OPTIONS.items()}


@pytest.mark.parametrize(("make", "options"), RIGHT.values(), ids=RIGHT)
def test_read_right(tmp_path, make, options):
    check(make(tmp_path / "a.csv"), **options)


NEVER = {  # values for no conversion: named, and read correctly in another form
    "2099-12-31": "2099-12-31",  # A26, and A27 below
    "2099-12-31 00:00:00": "2099-12-31",
    "1970-01-01 00:00:00": "1970-01-01T00:00:00Z",
    "1900-01-01": "1900-01-01",
    "0001-01-01 00:00:00": "0001-01-01",
    "infinity": "infinity",
    "-infinity": "-infinity",
    "Kein Kauf": "kein kauf",
    "2000-01-01": "2000-01-01",
    "2027-12-31": "2027-12-31",
    "2038-01-19 03:14:07": "2038-01-19",
    "-999": "-999",
    "99999999.0": "99999999",
    "2147483647": "2147483647",
}


@pytest.mark.parametrize(("none", "never"), NEVER.items(), ids=NEVER)
def test_value_for_never_is_named_and_read_if_given(tmp_path, none, never):
    number = never.lstrip("-").isdecimal()
    path = (delays if number else two_times)(tmp_path / "a.csv", none=none)
    typed = f"--never={none}" if none[0] == "-" else f"--never {shlex.quote(none)}"
    with refused(path, f"is {none!r} in 3,764 of 4,000 rows", typed):
        read_log(path)
    check(path, never=never)


def test_a_far_day_in_the_form_of_the_others_is_never(tmp_path):
    form, none = "%d.%m.%Y %H:%M:%S", "31.12.2099 00:00:00"
    check(two_times(tmp_path / "a.csv", form, none=none), never=none)


EARLY = np.where(DID, CLICK + np.where(NUMBER % 10 == 0, -2, DELAY), -1)
WINDOW = stamps(CLICK + np.where(DID, DELAY, 7 * DAY))
WRONG_YEAR = np.where(NUMBER == 7, 2e9, 1.77e9 + CLICK)
TICKS = 639079 * 10**12 + 10**7 * CLICK
GERMAN = "arm;click_time;conversion_time\na;46.082,25;46.084,75\nb;46.083,5;\na;46084,1;46087,5\n"
MARS = "arm;click_time;conversion_time\na;1 mars 2026 14:00;2 mars 2026 14:00\nb;3 mars 2026;\n"
BROKEN = '{"arm": "a", "delay": 5}\n{"arm": "b", "delay": 7}\n{"arm": "b", "del'
NESTED = '{"delay": 5, "properties": {"variant": "x"}}\n' * 2
REFUSED = {
    # dates and numbers
    "A05": (
        lambda p: two_times(p, "%m/%d/%Y %H:%M", order=FIRST_DAYS),
        ["click_time is '03/01/2026 ", "2026-01-03 (--dates '%d/%m/%Y", "2026-03-01 (--dates '%m"],
    ),
    "two digits for each": (
        lambda p: two_times(p, "%d-%m-%y", order=FIRST_DAYS),
        ["--dates '%d-%m-%y'", "--dates '%m-%d-%y'"],
    ),
    "two dates": (lambda p: pair(p, "20101113", "20101112"), ["2010-11-12", "2020-10-11"]),
    "six digits": (lambda p: two_times(p, "%y%m%d"), ["260301: dates (--dates %y%m%d) or seconds"]),
    "a zone": (lambda p: two_times(p, "%m/%d/%Y %H:%M:%S PST"), ["--dates '%m/%d/%Y %H:%M:%S %Z'"]),
    "months in French": (lambda p: write(p, MARS), ["Write 2026-03-01 14:30:00"]),
    "A24": (lambda p: pair(p, 46090.5, 46082 + CLICK / DAY), ["--unit days", "--unit seconds"]),
    "days with decimal commas": (lambda p: write(p, GERMAN), ["--unit days", "--unit seconds"]),
    "wrong year": (
        lambda p: numbers(p, lambda s: s + 1.77e9, click_time=WRONG_YEAR),
        [
            "row 9",
            "click_time '2000000000.0' comes 2,634 days after all others",
            "--until 2000000000.0",
        ],
    ),
    "ticks of .NET": (lambda p: pair(p, 639080 * 10**12, TICKS), ["Check the unit"]),
    "in days": (
        lambda p: delays(p, values=DELAY / DAY, observed=WATCHED / DAY),
        ["less than a second", "--unit seconds", "--unit days"],
    ),
    "hours": (lambda p: numbers(p, lambda s: s / 3600), ["come within 11.2 minutes", "--unit"]),
    "A28": (lambda p: delays(p, values=["70,892"] * CLICKS), ["is '70,892': 70892, or 70.892?"]),
    "points": (
        lambda p: delays(p, sep=";", values=["70.892"] * CLICKS),
        ["delay is '70.892': 70892, or 70.892?", "with a decimal point"],
    ),
    "both marks": (
        lambda p: delays(p, values=np.where(BASE["arm"] == "a", "1,021,764", "5,5")),
        ["Save the column without"],
    ),
    # never
    "A27 empty flag": (lambda p: flags(p, "1", ""), ["has 1, nothing, ", "--converted-is"]),
    "A27 negative": (lambda p: csv(p, delay=np.where(DID, DELAY, -WATCHED)), ["--never negative"]),
    "a number in some rows": (
        lambda p: delays(p, values=np.where(NUMBER % 3, DELAY, 99999999)),
        ["--never 99999999"],
    ),
    "click time": (lambda p: pair(p, stamps(CLICK + DELAY)), ["0 seconds after the click in 3"]),
    "the end of a window": (lambda p: pair(p, WINDOW), ["7 days after the click in 3,764"]),
    "a flag and far dates": (
        lambda p: two_times(p, none="2099-12-31", converted=1 * (BASE["arm"] == "a")),
        ["--never 2099-12-31"],
    ),
    "no click converts": (lambda p: write(p, "arm,delay\na,\nb,\n"), ["no click converted."]),
    # flags and roles
    "A13": (lambda p: csv(p, delay=SOME_TIME, converted=2 - DID), ["has 2, 1, ", "--converted-is"]),
    "0, 1 and 2": (
        lambda p: csv(p, delay=SOME_TIME, converted=np.where(NUMBER % 2 == 0, 1 * DID, 2)),
        ["converted has 2, 0, 1, ", "--converted-is"],
    ),
    "A14 words": (lambda p: flags(p, "D", "A"), ["converted has a, d, ", "--converted-is"]),
    "all convert": (lambda p: flags(p, "1", "1"), ["--converted-is"]),
    "none converts": (lambda p: flags(p, "0", "0"), ["As it is, no click converted."]),
    "some flags are empty": (
        lambda p: flags(p, "True", np.where(NUMBER % 2, "False", "")),
        ["converted has false, true, nothing, ", "--converted-is"],
    ),
    "A06": (
        lambda p: delays(p, observed=DID),
        ["has only the values false and true", "--column observed="],
    ),
    "A21": (lambda p: two_times(p, click=1 * DID), ["only the values 0 and 1", "--column click="]),
    "50": (lambda p: two_times(p, click=NUMBER % 50), ["50 values in 4,000", "--column click="]),
    "click in threes": (lambda p: numbers(p, click=NUMBER % (CLICKS // 3)), ["--column click="]),
    "A16": (
        lambda p: two_times(p, header=False),
        ["without a header", "--column delay=", "'s number"],
    ),
    # files
    "zip": (lambda p: write(p, "PK\x03\x04 and more"), ["zip", "save as CSV"]),
    "cut JSON": (lambda p: write(p, BROKEN), ["row 3: broken JSON", "copy the file again"]),
    "empty folder": (lambda p: p.mkdir() or p, ["folder without Parquet"]),
    "cut rows": (lambda p: write(p, "arm,delay,x\na,5,1\n" + "a,5\n" * 9), ["9 of 10 rows"]),
    "exchanged": (lambda p: pair(p, clicked(), paid(), order=np.flatnonzero(DID)), ["exchanged"]),
    "mixed": (lambda p: pair(p, paid(), CLICK), ["conversion_time"]),
}


@pytest.mark.parametrize(("make", "words"), REFUSED.values(), ids=REFUSED)
def test_refused_with_one_line_that_says_what_to_type(tmp_path, make, words):
    path = make(tmp_path / "a.csv")
    with refused(path, *words):
        read_log(path)


@pytest.mark.parametrize(
    ("make", "options", "words"),
    [
        (lambda p: flags(p, "D", "A"), {"converted_is": "E"}, ["has a, d: no row is 'E'"]),
        (lambda p: two_times(p, "%d.%m.%Y"), {"dates": ["%Q"]}, ["--dates: ", "%Q"]),
        (two_times, {"tolerance": "soon"}, ["--tolerance: found 'soon'"]),
        (
            lambda p: write(p, NESTED),
            {"columns": {"arm": "properties.variant"}},
            ["Write properties->>'variant'"],
        ),
    ],
)
def test_options_that_do_not_fit_are_refused(tmp_path, make, options, words):
    path = make(tmp_path / "a.csv")
    with refused("", *words):
        read_log(path, **options)


def test_a_field_of_json_is_a_column(tmp_path):
    path = write(tmp_path / "a.json", NESTED)
    assert read_log(path, columns={"arm": "properties->>'variant'"}).arms == ["x"]


def test_an_arm_named_na_is_named_with_what_to_do(tmp_path):
    log = read_log(write(tmp_path / "a.csv", "arm,delay\nNA,5\nnone,7\nb,5\nb,\nb,3\n"))
    assert left_out(log) == [(2, "arm", "NA"), (3, "arm", "none")]
    assert all("Rename the arm" in line for line in log.lines)


def test_conversions_by_day_come_at_the_end_of_their_day(tmp_path):
    log = read_log(pair(tmp_path / "a.csv", paid("%Y-%m-%d")))
    assert (log.delay >= 0).sum() == CONVERSIONS
    assert (log.delay[DID] - DELAY[DID] >= 0).all()
    assert (log.delay[DID] - DELAY[DID] < DAY).all()
    assert any("Dates without a time in conversion_time" in line for line in log.assumptions)


def test_a_unit_that_may_be_another_is_no_unit(tmp_path):
    log = read_log(write(tmp_path / "a.csv", "arm,delay\na,1 M\na,2 min\na,3 h\n"))
    assert log.delay.tolist() == [120, 3 * 3600]
    assert left_out(log) == [(2, "delay", "1 M")]


def test_times_in_milliseconds_with_marks(tmp_path):
    text = "arm;click_time;conversion_time\na;1.772.323.427.000;1.772.323.527.000\n"
    log = read_log(write(tmp_path / "a.csv", text))
    assert log.delay.tolist() == [100]
    assert "Times in click_time are in milliseconds, by their size." in log.assumptions


def test_a_column_plays_the_role_that_it_is_given_and_no_other(tmp_path):
    path = write(tmp_path / "a.csv", "arm,days,observed\na,7,1\na,1,1\nb,9,0\n")
    columns = {"delay": "days", "converted": "observed"}
    log = read_log(path, unit="days", columns=columns)
    assert log.delay.tolist() == [7 * DAY, DAY, -1]
    assert log.observed.tolist() == [7 * DAY, DAY, 9 * DAY]
    log = read_log(path, unit="days", columns=columns | {"observed": ""})
    assert log.observed.tolist() == [-1, -1, -1]
    assert "Rows with observed 0 did not convert, whatever days they have." in log.assumptions


def test_rows_of_another_flag_are_named(tmp_path):
    path = csv(tmp_path / "a.csv", delay=SOME_TIME, converted=1 + DID)
    said = read_log(path, converted_is="2").assumptions[-1]
    assert said.startswith("Rows with converted other than 2 were observed until their delay")


def test_a_far_date_is_named_in_a_log_of_two_rows(tmp_path):
    text = "arm,click_time,conversion_time\na,2026-03-01 00:00:00,2026-03-02 00:00:00\n"
    path = write(tmp_path / "a.csv", f"{text}a,2026-03-01 00:00:00,2099-12-31 00:00:00\n")
    with refused(path, "is '2099-12-31 00:00:00' in 1 of 2 rows", "--never '2099-12-31"):
        read_log(path)
    assert read_log(path, never="2099-12-31").delay.tolist() == [DAY, -1]


def test_separators_of_thousands(tmp_path):
    path = write(tmp_path / "a.csv", 'arm,delay\na,"70,892"\na,"1,021,764"\na,\n')
    log = read_log(path)
    assert log.delay.tolist() == [70892, 1021764, -1]
    assert "read without their separators of thousands" in log.assumptions[0]


CLICK_TWICE = ["k1,a,2026-03-01T00:00:00Z,", "k1,a,2026-03-01T00:00:00Z,2026-03-02T00:00:00Z"]


@pytest.mark.parametrize("order", [1, -1])
def test_the_earliest_conversion_of_a_click_counts_in_any_order(tmp_path, order):
    others = ["k1,b,2026-03-01T00:00:00Z,2026-03-04T00:00:00Z", "k2,b,2026-03-01T00:00:00Z,"]
    rows = ["click,arm,click_time,conversion_time", *[*CLICK_TWICE, *others][::order]]
    log = read_log(write(tmp_path / "a.csv", "\n".join(rows)))
    found = {log.arms[i]: d for i, d in zip(log.arm, log.delay, strict=True)}
    assert (log.delay.size, found) == (2, {"a": DAY, "b": -1})
    assert list(log.left_out.values()) == [2]
    assert {column for _, column, _ in left_out(log)} == {"click"}
    assert any("1 of these clicks have several arms" in line for line in log.assumptions)


def test_conversions_shortly_before_their_click(tmp_path):  # A30
    path = pair(tmp_path / "a.csv", stamps(EARLY))
    log, early = read_log(path), int((DID & (np.arange(CLICKS) % 10 == 0)).sum())
    assert (log.delay >= 0).sum() == CONVERSIONS - early
    assert any("--tolerance 2s" in line for line in log.assumptions)
    log = read_log(path, tolerance="2s")
    assert ((log.delay >= 0).sum(), (log.delay == 0).sum()) == (CONVERSIONS, early)


def test_a_hint_at_time_zones(tmp_path):  # A31
    local = stamps(np.where(DID, CLICK + DELAY - 2 * 3600, -1))
    log = read_log(pair(tmp_path / "a.csv", local))
    assert any("in one time zone, with seconds?" in line for line in log.assumptions)


def test_a_hint_at_mixed_zones(tmp_path):
    path = pair(tmp_path / "a.csv", paid("%Y-%m-%d %H:%M:%SZ"))
    assert any("have no zone and are taken as UTC" in line for line in check(path).assumptions)


def test_left_out_rows_are_counted_and_clicks_per_day_use_all(tmp_path):
    conv = np.where(BASE["arm"] == "a", "?", paid())
    log = read_log(pair(tmp_path / "a.csv", conv), never="")
    n = int((BASE["arm"] == "a").sum())
    said = f"{n:,} of 4,000 rows are left out: conversion_time is "
    assert log.assumptions[0].startswith(said)
    assert log.clicks_per_day == pytest.approx(CLICKS / 28, rel=0.01)
    assert len(log.lines) == n


def test_rows_of_many_forms_keep_their_numbers(tmp_path):
    text = "# ----\nnote,delay\n" + '"two\nlines",5\n' * 3 + "x,1,2\nx,oops\nx\nx,-3\n"
    path = write(tmp_path / "a.csv", text)
    assert left_out(read_log(path)) == [
        (6, "line", "x,1,2"),
        (7, "delay", "oops"),
        (8, "line", "x"),
        (9, "delay", "-3"),
    ]


def test_no_number_of_conversions_depends_on_the_order_of_rows(tmp_path):
    one = read_log(two_times(tmp_path / "a.csv"))
    other = read_log(two_times(tmp_path / "b.csv", order=SHUFFLED))
    np.testing.assert_array_equal(other.delay, one.delay[SHUFFLED])
    np.testing.assert_array_equal(other.observed, one.observed[SHUFFLED])
    assert other.assumptions == one.assumptions


def test_command_takes_the_options_and_prints_any_letter(tmp_path, capsys):  # U1
    path = flags(tmp_path / "a.csv", "grün", "A", note=clicked("%d.%m.%Y"))
    options = "--converted-is GRÜN --column observed= click_time=note --dates %d.%m.%Y %Y/%m/%d"
    assert main(["log", str(path), *shlex.split(options), "--output", str(tmp_path / "out")]) == 0
    assert "236 conversions" in capsys.readouterr().out
    other = write(tmp_path / "u.csv", "arm,delay\ngrün,5\n")
    program = [sys.executable, "-m", "delayed_bandits", "log", other, "--output", tmp_path / "u"]
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    ran = subprocess.run(program, env=env, capture_output=True, check=True)
    assert rb"gr\xfcn" in ran.stdout


NOT_MODELLED = "value of|several purchases|refunds|contexts|slots|rates that change|saving"


def test_the_page_on_logs_says_what_the_model_leaves_out():
    page = (ROOT / "docs/delays.md").read_text(encoding="utf-8")
    section = page.partition("## What does the model leave out?")[2].partition("\n## ")[0]
    for what in NOT_MODELLED.split("|"):
        rows = [line.split("|")[1:3] for line in section.splitlines() if what in line]
        assert rows, what
        assert all(left_out.strip() and instead.strip() for left_out, instead in rows)
