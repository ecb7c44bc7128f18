"""Logs of conversions: a table of clicks, or a Criteo file by campaign."""

import logging
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pandas as pd

from delayed_bandits.checks.errors import InputError, printable
from delayed_bandits.data.criteo.campaigns import read_campaigns
from delayed_bandits.data.log.arms import Log, by_rows
from delayed_bandits.data.log.columns import (
    DURATIONS,
    FLAGS,
    LONGEST,
    UNITS,
    Columns,
    as_numbers,
    as_times,
    is_missing,
    read_columns,
)
from delayed_bandits.experiments.delay_sources import CAMPAIGN, check_reading, reading_of
from delayed_bandits.files.digests import digest_of

logger = logging.getLogger(__name__)

LARGEST = 10  # campaigns that are read, if no other number is given
CONTROL = r"[\x00-\x1f\x7f-\x9f\u2028-\u202e]"  # a terminal obeys these, or turns text around
SHOWN = 10  # rows left out that are shown on the screen; all are in a file


def read_log(
    path: Path,
    unit: str = "seconds",
    renamed: Mapping[str, str] | None = None,
    arms: str | None = None,
    largest: int | None = None,
    no_conversion: float | None = None,
) -> Log:
    """Read a log of conversions, with the columns of docs/delays.md.

    A row that contradicts itself is left out, counted and listed. `renamed` has other names of
    columns; `no_conversion` is the delay, or time of the conversion, of a click that did not
    convert, such as -1. With arms "campaign" it is a Criteo file, of which the largest campaigns
    are read (or `LARGEST`).
    """
    renamed = renamed or {}
    check_reading(unit, renamed, arms, largest, no_conversion)
    if arms == CAMPAIGN:
        return read_campaigns(path, LARGEST if largest is None else largest)
    if arms is not None:
        raise InputError(f"arms is {arms!r}; expected {CAMPAIGN!r}, of a Criteo file")
    parts = _Parts(path, no_conversion)
    for columns in read_columns(path, unit, renamed):
        parts.add(columns)
    log = parts.log(reading_of(unit, renamed, no_conversion))
    if not (log.delay >= 0).any():
        why = "".join(f"; {line}" for line in [*log.lines, *log.assumptions][:1])
        raise InputError(f"{path}: no row with a delay can be used; expected some{why}")
    more = [f"{path}: ... and {len(log.lines) - SHOWN} more"] if len(log.lines) > SHOWN else []
    for line in log.lines[:SHOWN] + more:
        logger.warning("%s", line)
    return by_rows(log)


class _Parts:
    """What the parts of a log have, of the rows that can be used; `columns` are the last part's."""

    columns: Columns
    kept: np.ndarray  # which rows of the last part can be used

    def __init__(self, path: Path, no_conversion: float | None) -> None:
        self.path, self.no_conversion = path, no_conversion
        self.arms: dict[str, int] = {}
        self.clicks: set[str] = set()  # their ids
        self.left_out: Counter[str] = Counter()
        self.lines: dict[int, str] = {}  # of rows left out, by number
        self.remarks: dict[str, None] = {}
        self.found: list[tuple[np.ndarray, ...]] = []  # arm, delay, observed, time of click

    def add(self, columns: Columns) -> None:
        """Add the rows of a part."""
        self.columns, self.kept = columns, np.ones(len(columns.rows), bool)
        delay, observed, clicked = self._durations()
        arm, kept = self._arms(), self.kept
        self.found.append((arm[kept], _whole(delay[kept]), _whole(observed[kept]), clicked[kept]))

    def log(self, reading: str) -> Log:
        """Put all parts together."""
        names, unused = self.columns.names, self.columns.unused
        if "click_time" in names and not {"observed", "observed_until"} & set(names):
            ends = (clicked + np.maximum(delay, 0) for _, delay, _, clicked in self.found)
            end = max(part.max(initial=-np.inf) for part in ends)
            self.found = [(a, d, _whole(end - clicked), clicked) for a, d, _, clicked in self.found]
            self.remarks["The log ends with its last click or conversion."] = None
        columns = list(zip(*self.found, strict=True))
        self.found.clear()
        arm, delay, observed, clicked = (np.concatenate(columns.pop(0)) for _ in range(4))
        span = float(np.ptp(clicked)) if "click_time" in names and arm.size else 0.0
        if unused:
            self.remarks[f"Columns that are not used: {printable(', '.join(unused[:20]))}."] = None
        return Log(
            file=printable(self.path.name),
            sha256=digest_of(self.path),
            reading=reading,
            arms=list(self.arms),
            arm=arm,
            delay=delay,
            observed=observed,
            clicks_per_day=arm.size * UNITS["days"] / span if span > 0 else None,
            left_out=dict(sorted(self.left_out.items())),
            lines=[self.lines[number] for number in sorted(self.lines)],
            assumptions=list(self.remarks),
        )

    def _refuse(self, rows: np.ndarray, column: str, expected: str) -> None:
        """Leave out `rows` for what stands in a column."""
        name = self.columns.names[column]
        for row in np.flatnonzero(rows & self.kept).tolist():
            self.left_out[f"{name}: expected {expected}"] += 1
            number, value = self.columns.first + row, self.columns.rows[column].iloc[row]
            found = f"{name} is {value[:40]!r}"
            self.lines[number] = f"{self.path}: row {number}: {found}; expected {expected}"
        self.kept &= ~rows

    def _durations(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Compute delay, observed time and time of the click of each row in seconds."""
        rows = self.columns.rows
        clicked = observed = np.full(len(rows), np.nan)
        if "click_time" in rows:
            clicked = self._seconds("click_time")
            self._refuse(np.isnan(clicked), "click_time", "a time")
        delay = self._delays(clicked)
        for column in {"observed", "observed_until"} & set(rows):
            observed = self._seconds(column) - (clicked if column == "observed_until" else 0)
            self._refuse(~(observed >= 0), column, "how long, at least 0")
            self._refuse(delay > observed, column, "the delay")
        return delay, observed, clicked

    def _delays(self, clicked: np.ndarray) -> np.ndarray:
        """Compute the delay of each row, NaN for clicks that did not convert."""
        rows = self.columns.rows
        last = "delay" if "delay" in rows else "conversion_time"
        start = 0 if last == "delay" else clicked
        name = self.columns.names[last]
        if "converted" in rows:
            flags = as_numbers(rows["converted"].str.lower().replace(FLAGS), {})
            self._refuse(~np.isin(flags, (0, 1)), "converted", "0 or 1")
            if (~is_missing(rows[last]) & (flags == 0)).any():
                what = f"Rows with {self.columns.names['converted']} 0"
                self.remarks[f"{what} did not convert, whatever {name} they have."] = None
            rows.loc[flags == 0, last] = ""
        delay = self._seconds(last, last=True) - start
        missing = np.isnan(delay)
        if "converted" in rows:
            self._refuse(missing & (flags == 1), last, "the conversion's")
        elif missing.any():
            self.remarks[f"Rows without {name} are clicks that did not convert."] = None
        after = "a conversion after the click, or --no-conversion with the number for none"
        self._refuse(delay < 0, last, after)
        return delay

    def _seconds(self, name: str, last: bool = False) -> np.ndarray:
        """Convert a column to seconds, NaN for nothing; refuse what is no duration or time.

        The `last` is that of conversions.
        """
        texts, unit = self.columns.rows[name], self.columns.unit
        if name in DURATIONS:
            what, values = "number", as_numbers(texts, self.remarks) * unit
        else:
            what, values = "time", as_times(texts, unit, self.remarks)
        missing = is_missing(texts)
        if last and self.no_conversion is not None:
            missing = missing | (as_numbers(texts, self.remarks) == self.no_conversion)
        values = np.where(missing, np.nan, values)
        self._refuse(np.isnan(values) & ~missing, name, f"a {what}, or nothing")
        fewer = "less than 3,000 years; is the unit right?"
        self._refuse(np.abs(values) > LONGEST, name, fewer)
        return values

    def _arms(self) -> np.ndarray:
        """Number the arm of each row; a log without arms has the one arm "all"."""
        rows = self.columns.rows
        if "click" in rows:
            again = rows["click"].duplicated() | rows["click"].isin(self.clicks)
            self._refuse(again.to_numpy(), "click", "each click once")
            self.clicks.update(rows["click"])
        if "arm" not in rows:
            self.arms["all"] = 0
            return np.zeros(len(rows), np.int32)
        self._refuse(is_missing(rows["arm"]), "arm", "the name of an arm")
        codes, names = pd.factorize(rows["arm"])
        self._refuse(names.str.contains(CONTROL)[codes], "arm", "a name without control characters")
        numbers = [self.arms.setdefault(name, len(self.arms)) for name in names]
        return np.array(numbers, np.int32)[codes]


def _whole(seconds: np.ndarray) -> np.ndarray:
    """Round down to whole seconds, -1 for NaN; numbers such as 0.1 hours are not exact."""
    return np.where(np.isnan(seconds), -1, np.floor(seconds + 1e-6)).astype(np.int64)
