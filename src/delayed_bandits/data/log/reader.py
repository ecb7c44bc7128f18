"""Logs of conversions: a table of clicks, or a Criteo file by campaign."""

import logging
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pandas as pd

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
MOST_NAMES = 100_000  # different arms; more are no names of arms
SEEN_AS_NONE = 0.1  # share of rows with a text that stands for no conversion, at least
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
    convert, such as -1, if it is not what most rows have that cannot be conversions.
    """
    renamed = renamed or {}
    parts = _Parts(path, no_conversion)
    for columns in read_columns(path, unit, renamed):
        parts.add(columns)
    lines = parts.lines | {n: f"{path}: row {n}: {text}" for n, text in columns.broken.items()}
    log = replace(
        parts.log(columns),
        sha256=digest_of(path),
        reading=reading_of(unit, renamed, no_conversion),
        lines=[lines[number] for number in sorted(lines)],
    )
    if not (log.delay >= 0).any():
        first = f"; {log.lines[0]}" if lines else ""
        raise InputError(f"{path}: no row with a delay can be used; expected some{first}")
    for line in log.lines[:SHOWN]:
        logger.warning("%s", line)
    if len(lines) > SHOWN:
        logger.warning("%s: ... and %d more", path, len(lines) - SHOWN)
    return with_largest_arms(log, MOST_ARMS)


def with_largest_arms(log: Log, most: int) -> Log:
    """Order the arms by their rows, and pool all but the largest into one if they are too many."""
    sizes = np.bincount(log.arm, minlength=len(log.arms))
    order = sorted(np.flatnonzero(sizes).tolist(), key=lambda i: (-sizes[i], log.arms[i]))
    arms, assumptions = [log.arms[i] for i in order], log.assumptions
    if len(order) > most:
        rest = f"the other {len(order) - most + 1:,} arms"
        arms = [*arms[: most - 1], rest]
        assumptions = [*assumptions, f"All but the {most - 1} largest arms are taken together."]
    places = np.zeros(len(log.arms), np.int32)
    places[order] = np.minimum(np.arange(len(order)), most - 1)
    return replace(log, arms=arms, arm=places[log.arm], assumptions=assumptions)


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
    """Rows of a part to leave out, each with the first reason found, and a line by its number."""

    def __init__(self, path: Path, columns: Columns) -> None:
        self.path, self.columns = path, columns
        self.reason = np.full(len(columns.rows), "", object)
        self.lines: dict[int, str] = {}
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


class _Parts:
    """What the parts of a log have, of the rows that can be used."""

    def __init__(self, path: Path, no_conversion: float | None) -> None:
        self.path, self.no_conversion = path, no_conversion
        self.none: str | None = None  # the text found to stand for no conversion
        self.arms: dict[str, int] = {}
        self.clicks: set[str] = set()  # their ids
        self.left_out: Counter[str] = Counter()
        self.lines: dict[int, str] = {}
        self.remarks: dict[str, None] = {}
        self.found: list[tuple[np.ndarray, ...]] = []  # arm, delay, observed, time of click

    def add(self, columns: Columns) -> None:
        """Add the rows of a part."""
        sieve = _Sieve(self.path, columns)
        delay, observed, clicked = self._durations(columns, sieve)
        arm = self._arms(columns, sieve)
        kept = sieve.reason == ""
        self.found.append((arm[kept], _whole(delay[kept]), _whole(observed[kept]), clicked[kept]))
        self.left_out.update(sieve.reason[~kept].tolist())
        self.lines |= sieve.lines

    def log(self, columns: Columns) -> Log:
        """Put all parts together; `columns` are those of the last."""
        arm, delay, observed, clicked = (
            np.concatenate(parts) for parts in zip(*self.found, strict=True)
        )
        self.found.clear()
        span, broken = 0.0, len(columns.broken)
        if "click_time" in columns.names and arm.size:
            span = float(np.ptp(clicked))
            if not {"observed", "observed_until"} & set(columns.names):
                clicked += np.maximum(delay, 0)
                end = clicked.max()
                clicked -= np.maximum(delay, 0)
                observed = _whole(end - clicked)
                self.remarks["The log ends with its last click or conversion."] = None
        if columns.unused:
            self.remarks[f"Columns that are not used: {', '.join(columns.unused[:20])}."] = None
        return Log(
            file=self.path.name,
            sha256="",
            reading="",
            arms=list(self.arms),
            arm=arm,
            delay=delay,
            observed=observed,
            step=_step(columns, delay, observed),
            clicks_per_day=arm.size * UNITS["days"] / span if span > 0 else None,
            left_out=dict(sorted(self.left_out.items()))
            | ({"wrong_number_of_values": broken} if broken else {}),
            assumptions=list(self.remarks),
        )

    def _durations(
        self, columns: Columns, sieve: _Sieve
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Compute delay, observed time and time of the click of each row in seconds."""
        rows = columns.rows
        clicked = observed = np.full(len(rows), np.nan)
        if "click_time" in rows:
            clicked = self._values(columns, sieve, "click_time")
            sieve.refuse(np.isnan(clicked), "click_without_time", "click_time", "a time")
        last = "delay" if "delay" in rows else "conversion_time"
        flags = np.ones(len(rows))
        if "converted" in rows:
            flags = as_numbers(rows["converted"].str.lower().replace(FLAGS), {})
        delay = self._values(columns, sieve, last, clicked, flags)
        if last == "conversion_time":
            delay = delay - clicked
        seen = ~np.isnan(delay)
        if "converted" in rows:
            sieve.refuse(~np.isin(flags, (0, 1)), "flag_neither_0_nor_1", "converted", "0 or 1")
            sieve.refuse((flags == 1) & ~seen, "conversion_without_delay", last, "the conversion's")
            wanted = "none, or converted 1"
            sieve.refuse((flags == 0) & seen, "delay_without_conversion", last, wanted)
        elif not seen.all():
            name = columns.names[last]
            self.remarks[f"Rows without {name} are clicks that did not convert."] = None
        sieve.refuse(delay < 0, "conversion_before_click", last, "a conversion after the click")
        for column in {"observed", "observed_until"} & set(rows):
            observed = self._values(columns, sieve, column)
            if column == "observed_until":
                observed = observed - clicked
            sieve.refuse(~(observed >= 0), "observed_time_missing", column, "how long, at least 0")
            sieve.refuse(delay > observed, "conversion_after_observation", column, "the delay")
        return delay, observed, clicked

    def _values(
        self,
        columns: Columns,
        sieve: _Sieve,
        name: str,
        clicked: np.ndarray | None = None,
        flags: np.ndarray | None = None,
    ) -> np.ndarray:
        """Convert a column to seconds, NaN for nothing; refuse what is no duration or time.

        With `flags` it is that of conversions.
        """
        texts, unit = columns.rows[name], columns.units[name]
        if name in DURATIONS:
            values = as_numbers(texts, self.remarks) * unit
        else:
            values = as_times(texts, unit, self.remarks)
        missing = is_missing(texts)
        if flags is not None:
            if self.no_conversion is not None:
                missing = missing | (as_numbers(texts, self.remarks) == self.no_conversion)
            else:
                start = clicked if name == "conversion_time" else 0
                odd = ~(values >= start) | (values > LONGEST) | (flags == 0)
                missing = missing | self._alike(columns.names[name], texts, odd & ~missing)
        values = np.where(missing, np.nan, values)
        what = "number" if name in DURATIONS else "time"
        wanted = f"a {what}, or nothing"
        sieve.refuse(np.isnan(values) & ~missing, f"{name}_not_a_{what}", name, wanted)
        fewer = "less than 3,000 years; is the unit right?"
        sieve.refuse(np.abs(values) > LONGEST, f"{name}_too_large", name, fewer)
        return values

    def _alike(self, name: str, texts: pd.Series, odd: np.ndarray) -> np.ndarray:
        """Tell which rows have the text of most that cannot be conversions, if there is one."""
        if self.none is None and odd.any():
            text, count = Counter(texts[odd]).most_common(1)[0]
            if count > 1 and 2 * count > odd.sum() and count >= SEEN_AS_NONE * len(texts):
                self.none = text
                self.remarks[
                    f"Rows with {name} {text} are taken for clicks that did not convert "
                    "(--no-conversion NUMBER names another)."
                ] = None
        return np.zeros(len(texts), bool) if self.none is None else (texts == self.none).to_numpy()

    def _arms(self, columns: Columns, sieve: _Sieve) -> np.ndarray:
        """Number the arm of each row; a log without arms has the one arm "all"."""
        rows = columns.rows
        if "click" in rows:
            again = rows["click"].duplicated().to_numpy() | rows["click"].isin(self.clicks)
            sieve.refuse(again.to_numpy(), "click_again", "click", "each click once")
            self.clicks.update(rows["click"])
        if "arm" not in rows:
            self.arms["all"] = 0
            return np.zeros(len(rows), np.int32)
        sieve.refuse(is_missing(rows["arm"]), "arm_missing", "arm", "the name of an arm")
        codes, names = pd.factorize(rows["arm"])
        numbers = [self.arms.setdefault(name, len(self.arms)) for name in names]
        if len(self.arms) > MOST_NAMES:
            raise InputError(
                f"{self.path}: column {columns.names['arm']} has more than {MOST_NAMES:,} "
                "different values; expected names of arms"
            )
        return np.array(numbers, np.int32)[codes] if numbers else codes.astype(np.int32)


def _whole(seconds: np.ndarray) -> np.ndarray:
    """Round down to whole seconds, -1 for NaN; numbers such as 0.1 hours are not exact."""
    return np.where(np.isnan(seconds), -1, np.floor(seconds + 1e-6)).astype(np.int64)


def _step(columns: Columns, *durations: np.ndarray) -> int:
    """Find the unit in which all durations are whole numbers, in seconds."""
    units = (
        columns.units[name] for name in columns.names if name not in ("arm", "converted", "click")
    )
    step = max(1, min(units))
    return step if all((values[values >= 0] % step == 0).all() for values in durations) else 1
