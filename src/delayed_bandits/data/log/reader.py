"""Logs of conversions: a table of clicks, or a Criteo file by campaign."""

import logging
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.criteo.reader import read_conversions
from delayed_bandits.data.criteo.schema import CAP_SECONDS, LEFT_OUT
from delayed_bandits.data.log.columns import (
    DURATIONS,
    FLAGS,
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

MOST_ARMS = 1000
LARGEST = 10  # campaigns that are read, if no other number is given
LONGEST = 10.0**11  # seconds of a delay, or of a time since 1970; larger ones are in the wrong unit
SHOWN = 10  # rows left out that are shown on the screen; all are in a file


@dataclass(frozen=True)
class Log:
    """The rows of a log that can be used; times are in whole seconds."""

    file: str
    sha256: str
    reading: str  # units, and renamed columns
    arms: list[str]  # the one with the most rows first
    arm: np.ndarray  # the arm of each row
    delay: np.ndarray  # -1 where no conversion was seen
    observed: np.ndarray  # how long each row was observed; -1 where the log does not say
    step: int = 1  # delays are whole multiples of it
    clicks_per_day: float | None = None  # if the log has the times of clicks
    left_out: dict[str, int] = field(default_factory=dict)  # rows that cannot be used, by reason
    lines: list[str] = field(default_factory=list)  # one for each of them: row, found, expected
    assumptions: list[str] = field(default_factory=list)

    @property
    def has_clicks(self) -> bool:
        """Tell whether the log has clicks without conversion."""
        return bool((self.delay < 0).any())


def open_log(
    path: Path,
    unit: str,
    renamed: Mapping[str, str],
    arms: str | None,
    largest: int | None,
    no_conversion: float | None = None,
) -> Log:
    """Read a log; with arms "campaign", a Criteo file by its largest campaigns (or `LARGEST`)."""
    check_reading(unit, renamed, arms, largest, no_conversion)
    if arms is None:
        return read_log(path, unit, renamed, no_conversion)
    if arms != CAMPAIGN:
        raise InputError(f"arms is {arms!r}; expected {CAMPAIGN!r}, of a Criteo file")
    return _read_campaigns(path, LARGEST if largest is None else largest)


def read_log(
    path: Path,
    unit: str = "seconds",
    renamed: Mapping[str, str] | None = None,
    no_conversion: float | None = None,
) -> Log:
    """Read a log of conversions, with the columns of docs/delays.md.

    A row that contradicts itself is left out, counted and listed. `renamed` has other names of
    columns; `no_conversion` is the delay, or time of the conversion, of a click that did not
    convert, such as -1.
    """
    renamed = renamed or {}
    columns = read_columns(path, unit, renamed)
    sieve = _Sieve(path, columns)
    delay, observed, clicked, assumptions = _durations(columns, sieve, no_conversion)
    arms, arm = _arms(path, columns, sieve)
    if columns.unused:
        assumptions.append(f"Columns that are not used: {', '.join(columns.unused[:20])}.")
    lines = [sieve.lines[number] for number in sorted(sieve.lines)]
    kept = sieve.reason == ""
    delay, observed, arm = _whole(delay[kept]), _whole(observed[kept]), arm[kept]
    if not (delay >= 0).any():
        first = f"; {lines[0]}" if lines else ""
        raise InputError(f"{path}: no row with a delay can be used; expected some{first}")
    for line in lines[:SHOWN]:
        logger.warning("%s", line)
    if len(lines) > SHOWN:
        logger.warning("%s: ... and %d more", path, len(lines) - SHOWN)
    sizes = np.bincount(arm, minlength=len(arms))
    order = np.argsort(-sizes, kind="stable")
    span = 0 if clicked is None else float(np.ptp(clicked[kept]))
    return Log(
        file=path.name,
        sha256=digest_of(path),
        reading=reading_of(unit, renamed, no_conversion),
        arms=[arms[i] for i in order if sizes[i]],
        arm=np.argsort(order)[arm],
        delay=delay,
        observed=observed,
        step=_step(columns, delay, observed),
        clicks_per_day=arm.size * UNITS["days"] / span if span > 0 else None,
        left_out=sieve.counts(),
        lines=lines,
        assumptions=assumptions,
    )


def _read_campaigns(path: Path, largest: int) -> Log:
    """Read the clicks of the campaigns with the most of them."""
    if largest < 2:
        raise InputError(f"largest is {largest}; expected at least 2 campaigns")
    found = read_conversions(path)
    converted = found.rows["campaign"].to_pylist()
    clicks = Counter(found.unconverted) + Counter(converted)
    campaigns = [name for name, _ in sorted(clicks.items(), key=lambda c: (-c[1], c[0]))][:largest]
    if len(campaigns) < 2:
        raise InputError(f"{path}: {len(campaigns)} campaigns found; expected at least 2")
    place = {name: i for i, name in enumerate(campaigns)}
    arm = np.array([place.get(name, -1) for name in converted], np.int64)
    without = [found.unconverted.get(name, 0) for name in campaigns]
    arms = np.concatenate([arm[arm >= 0], np.repeat(np.arange(len(campaigns)), without)])
    delay = np.full(arms.size, -1, np.int64)
    delay[: (arm >= 0).sum()] = found.rows["delay"].to_numpy()[arm >= 0]
    days = max(1, found.counts["last_timestamp"]) / UNITS["days"]
    return Log(
        file=path.name,
        sha256=digest_of(path),
        reading=f"the {len(campaigns)} campaigns with the most clicks, of {len(clicks)}",
        arms=[str(name) for name in campaigns],
        arm=arms,
        delay=delay,
        observed=np.full(arms.size, CAP_SECONDS, np.int64),
        clicks_per_day=arms.size / days,
        left_out={name: n for name, n in found.contradictions.items() if n and name in LEFT_OUT},
        assumptions=[
            "A delay starts at the impression, since the file has no time of the click.",
            "Every touch of a conversion counts as a click that converted.",
        ],
    )


class _Sieve:
    """Rows to leave out, each with the first reason found, and a line by its number."""

    def __init__(self, path: Path, columns: Columns) -> None:
        self.path, self.columns = path, columns
        self.reason = np.full(len(columns.rows), "", object)
        self.lines = {n: f"{path}: row {n}: {text}" for n, text in columns.broken.items()}
        if columns.rows.shape[1] > 1:
            blank = (columns.rows == "").all(axis=1).to_numpy()
            self.refuse(blank, "blank_row", None, "values")

    def refuse(self, rows: np.ndarray, reason: str, column: str | None, expected: str) -> None:
        """Leave out `rows`, for what stands in their column."""
        for row in np.flatnonzero(rows & (self.reason == "")).tolist():
            found = "it is blank"
            if column:
                value = self.columns.rows[column].iloc[row]
                found = f"{self.columns.names[column]} is {value[:40]!r}"
            self.reason[row] = reason
            number = int(self.columns.numbers[row])
            self.lines[number] = f"{self.path}: row {number}: {found}; expected {expected}"

    def counts(self) -> dict[str, int]:
        """Count the rows left out, by reason."""
        reasons, counts = np.unique(self.reason[self.reason != ""], return_counts=True)
        found = dict(zip(map(str, reasons), counts.tolist(), strict=True))
        broken = len(self.columns.broken)
        return found | ({"wrong_number_of_values": broken} if broken else {})


def _durations(
    columns: Columns, sieve: _Sieve, no_conversion: float | None
) -> tuple[np.ndarray, np.ndarray, np.ndarray | None, list[str]]:
    """Compute delay and observed time of each row in seconds, and the time of its click."""
    rows, assumptions, clicked = columns.rows, [], None
    if "click_time" in rows:
        clicked = _values(columns, sieve, "click_time")
        sieve.refuse(np.isnan(clicked), "click_without_time", "click_time", "a time")
    last = "delay" if "delay" in rows else "conversion_time"
    delay = _values(columns, sieve, last, no_conversion)
    if last == "conversion_time":
        delay = delay - clicked
    seen = ~np.isnan(delay)
    if "converted" in rows:
        flags = as_numbers(rows["converted"].str.lower().replace(FLAGS))
        sieve.refuse(~np.isin(flags, (0, 1)), "flag_neither_0_nor_1", "converted", "0 or 1")
        sieve.refuse((flags == 1) & ~seen, "conversion_without_delay", last, "the conversion's")
        sieve.refuse((flags == 0) & seen, "delay_without_conversion", last, "none, or converted 1")
    elif not seen.all():
        assumptions.append(f"Rows without {columns.names[last]} are clicks that did not convert.")
    sieve.refuse(delay < 0, "conversion_before_click", last, "a conversion after the click")
    assumptions += _alike_left_out(columns, sieve, last)
    observed = np.full(len(rows), np.nan)
    if given := {"observed", "observed_until"} & set(rows):
        (column,) = given
        observed = _values(columns, sieve, column)
        if column == "observed_until":
            observed = observed - clicked
        sieve.refuse(~(observed >= 0), "observed_time_missing", column, "how long, at least 0")
        sieve.refuse(delay > observed, "conversion_after_observation", column, "the delay")
    elif clicked is not None:
        usable = sieve.reason == ""
        end = np.nanmax(np.where(usable, clicked + np.where(seen, delay, 0), np.nan), initial=0)
        observed = end - clicked
        assumptions.append("The log ends with its last click or conversion.")
    return delay, observed, clicked, assumptions


def _alike_left_out(columns: Columns, sieve: _Sieve, last: str) -> list[str]:
    """Say so if most rows that cannot be conversions have one number, which may stand for none."""
    rows = np.isin(sieve.reason, ("conversion_before_click", "delay_without_conversion"))
    values, counts = np.unique(as_numbers(columns.rows[last][rows]), return_counts=True)
    most = counts.max(initial=0)
    if most < 2 or 2 * most <= rows.sum() or np.isnan(value := values[counts.argmax()]):
        return []
    return [
        f"{most:,} rows with {columns.names[last]} {value:.15g} are left out: if they are clicks "
        f"that did not convert, say --no-conversion {value:.15g}."
    ]


def _values(
    columns: Columns, sieve: _Sieve, name: str, no_value: float | None = None
) -> np.ndarray:
    """Convert a column to seconds, `no_value` to NaN; refuse what is no duration or time."""
    texts, unit, numbers = columns.rows[name], columns.units[name], as_numbers(columns.rows[name])
    what = "number" if name in DURATIONS else "time"
    values = numbers * unit if what == "number" else as_times(texts, unit)
    missing = is_missing(texts) | (numbers == no_value)
    values = np.where(missing, np.nan, values)
    sieve.refuse(np.isnan(values) & ~missing, f"{name}_not_a_{what}", name, f"a {what}, or nothing")
    fewer = "less than 3,000 years; is the unit right?"
    sieve.refuse(np.abs(values) > LONGEST, f"{name}_too_large", name, fewer)
    return values


def _whole(seconds: np.ndarray) -> np.ndarray:
    """Round down to whole seconds, -1 for NaN; numbers such as 0.1 hours are not exact."""
    return np.where(np.isnan(seconds), -1, np.floor(seconds + 1e-6)).astype(np.int64)


def _step(columns: Columns, *durations: np.ndarray) -> int:
    """Find the unit in which all durations are whole numbers, in seconds."""
    units = (columns.units[name] for name in columns.names if name not in ("arm", "converted"))
    step = max(1, min(units))
    return step if all((values[values >= 0] % step == 0).all() for values in durations) else 1


def _arms(path: Path, columns: Columns, sieve: _Sieve) -> tuple[list[str], np.ndarray]:
    """List the arms, and number that of each row; a log without arms has the one arm "all"."""
    if "arm" not in columns.rows:
        return ["all"], np.zeros(len(columns.rows), np.int64)
    given = columns.rows["arm"]
    sieve.refuse(is_missing(given), "arm_missing", "arm", "the name of an arm")
    arms, arm = np.unique(given.to_numpy(str), return_inverse=True)
    if len(arms) > MOST_ARMS:
        raise InputError(
            f"{path}: column {columns.names['arm']} has {len(arms)} different values; expected at "
            f"most {MOST_ARMS} arms"
        )
    return arms.tolist(), arm.astype(np.int64)
