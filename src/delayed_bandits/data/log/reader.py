"""Logs of conversions: a table of clicks, or a Criteo file by campaign."""

import logging
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa

from delayed_bandits.checks.errors import InputError, printable
from delayed_bandits.data.criteo.campaigns import read_campaigns
from delayed_bandits.data.log.arms import Log, by_rows
from delayed_bandits.data.log.columns import NAMES, UNITS, check_names, duration, roles_of, texts_of
from delayed_bandits.data.log.meaning import (
    AFTER,
    NEGATIVE,
    SOME,
    Meaning,
    Options,
    meaning_of,
    never_typed,
)
from delayed_bandits.data.log.tables import Table, open_table
from delayed_bandits.data.log.values import MISSING, SINCE_1970, Texts, define
from delayed_bandits.experiments.delay_sources import CAMPAIGN, check_reading, reading_of
from delayed_bandits.files.digests import digest_of

logger = logging.getLogger(__name__)

LARGEST = 10  # campaigns that are read, if no other number is given
CONTROL = r"[\x00-\x1f\x7f-\x9f\u2028-\u202e]"  # a terminal obeys these, or turns text around
TOTAL = r"(grand )?totals?:?"
SHOWN = 10  # rows left out that are shown on the screen; all are in a file
BATCH = 200_000  # rows at a time
FAR = 10 * 365 * UNITS["days"]  # between a click and a conversion that is none
REPEATED, CROWD = 10, 1000  # rows from which a repeated delay, or clicks close together, are asked
CLOCKS = 60  # seconds by which clocks may differ


def read_log(
    path: Path,
    unit: str | None = None,
    renamed: Mapping[str, str] | None = None,
    arms: str | None = None,
    largest: int | None = None,
    *,
    dates: Sequence[str] = (),
    never: str | None = None,
    converted_is: str | None = None,
    tolerance: str | None = None,
    events: Callable[[Table], Table] | None = None,
) -> Log:
    """Read a log of conversions, with the columns of docs/delays.md.

    A row that contradicts itself is left out, counted and listed. What is guessed is among the
    assumptions; what has two meanings, or none that is plausible, is refused.

    Parameters
    ----------
    path : Path
        CSV, JSON or Parquet, or a folder of Parquet files.
    unit : str, optional
        Of numbers; seconds if not given, and then it is checked whether that is plausible.
    renamed : mapping, optional
        Other names of columns, by role; "" for none.
    arms, largest : str and int, optional
        With arms "campaign" it is a Criteo file, of which the largest campaigns are read.
    dates : sequence of str
        Forms of dates, as those of `strptime`.
    never : str, optional
        The value of a conversion that stands for none, such as -1 or 1970-01-01; "negative" for
        all numbers below 0; "" if no value does.
    converted_is : str, optional
        The value of the column `converted` of clicks that did convert.
    tolerance : str, optional
        How long before its click a conversion may come, such as 5s.
    events : callable, optional
        Makes a table of clicks from the table in the file.
    """
    renamed, never = renamed or {}, None if never is None else str(never)
    reading = dict(unit=unit, columns=renamed, dates=dates, never=never)
    reading |= dict(converted_is=converted_is, tolerance=tolerance)
    check_reading(arms, largest, **reading)
    if arms == CAMPAIGN:
        return read_campaigns(path, LARGEST if largest is None else largest)
    if arms is not None:
        raise InputError(f"arms is {arms!r}; expected {CAMPAIGN!r}, of a Criteo file")
    check_names(unit, renamed)
    names = {*NAMES, *(column for column in renamed.values() if not column.isdecimal())}
    with open_table(path, names) as table:
        table = events(table) if events else table
        places = roles_of(path, table, renamed)
        define(table)
        columns = {role: table.header[place] for role, place in places.items()}
        texts = Texts(path, table, texts_of(table, places), columns)
        meaning = meaning_of(texts, Options(**reading))
        clicks = _Clicks(meaning, unit, never)
        lines = clicks.check()
    log = clicks.log(lines, reading_of(**reading))
    for line in log.lines[:SHOWN]:
        logger.warning("%s", line)
    if len(log.lines) > SHOWN:
        logger.warning("%s: ... and %d more", path, len(log.lines) - SHOWN)
    unused = [name for i, name in enumerate(table.header) if i not in places.values()]
    if unused:
        log.assumptions.append(f"Columns that are not used: {printable(', '.join(unused[:20]))}.")
    return by_rows(log)


class _Clicks:
    """The clicks of a log, row by row; `why` is the number of a row's fault, -1 for none."""

    def __init__(self, meaning: Meaning, unit: str | None, never: str | None) -> None:
        self.texts, self.faults, self.last = meaning.texts, meaning.faults, meaning.last
        self.path, self.names = self.texts.path, self.texts.names
        self.unit, self.never = unit, never
        self.found: dict[int, str] = {}  # texts of rows that are left out
        arms: dict[str, int] = {}
        wanted = {"delay": True, "why": True, "clicked": "click_time" in self.names}
        wanted |= {"observed": meaning.has_ends, "click": "click" in self.names}
        parts: dict[str, list[np.ndarray]] = {name: [] for name in wanted if wanted[name]}
        parts["arm"], first = [], 0
        for batch in self.texts.table.connection.sql(meaning.source).to_arrow_reader(BATCH):
            arm, text = batch["arm"].fill_null("").dictionary_encode(), batch["text"]
            codes = [arms.setdefault(name, len(arms)) for name in arm.dictionary.to_pylist()]
            for name in parts.keys() - {"arm"}:
                parts[name].append(np.array(batch[name].to_numpy(zero_copy_only=False)))
            parts["arm"].append(np.array(codes, np.int32)[arm.indices.to_numpy()])
            for row in np.flatnonzero(parts["why"][-1] >= 0).tolist():
                self.found[first + row] = text[row].as_py()
            first += batch.num_rows
        kinds = {"why": np.int8, "arm": np.int32, "click": np.uint64}
        arrays = {
            name: np.concatenate([np.empty(0, kinds.get(name, float)), *parts.pop(name)])
            for name in list(parts)
        }
        self.delay, self.why, self.arm = (arrays[name] for name in ("delay", "why", "arm"))
        self.clicked, self.click, self.observed = map(arrays.get, ("clicked", "click", "observed"))
        self.arms = np.array(list(arms), object)
        self.cut = self._cut()
        self.rows = first + len(self.cut)

    def check(self) -> list[str]:
        """Check what stands in several rows; give a line for each row that is left out."""
        self._check_arms()
        if self.click is not None:
            self._once()
        self._refuse_never()
        lines, left_out, kept = self._lines(), self._left_out(), self.why < 0
        if not (self.delay[kept] >= 0).any():
            why = "".join(f"; {line}" for line in [*lines, *self.texts.table.remarks][:1])
            fault = f"no row with a delay can be used; expected some{why}"
            raise InputError(f"{self.path}: {fault}{self._hint()}")
        reason, n = max(left_out.items(), key=lambda found: found[1], default=("", 0))
        if 2 * n > self.rows:
            example = next((line for line in lines if line.endswith(reason.split(": ")[1])), lines[0])
            fault = f"{n:,} of {self.rows:,} rows cannot be used, such as {example}"
            raise InputError(f"{self.path}: {fault}{self._hint()}")
        self._check_plausible()
        self._hint_at_clocks()
        return lines

    def log(self, lines: list[str], reading: str) -> Log:
        """Put all together."""
        names, assumptions, left_out = self.names, self.texts.table.remarks, self._left_out()
        times, kept = self._times(), self.why < 0
        span = float(np.ptp(times)) if times.size else 0.0
        if "converted" not in names and self.never != NEGATIVE and np.isnan(self.delay).any():
            none = f"Rows without {names[self.last]} are clicks that did not convert."
            assumptions.setdefault(none)
        delay, self.delay = _whole(self.delay[kept]), None
        if self.observed is not None:
            observed = _whole(self.observed[kept])
        elif self.clicked is None:
            observed = np.full(delay.size, -1, np.int64)
        else:
            clicked = self.clicked[kept]
            observed = _whole((clicked + np.maximum(delay, 0)).max() - clicked)
            assumptions.setdefault("The log ends with its last click or conversion.")
        out = ", ".join(f"{why} ({n:,})" for why, n in sorted(left_out.items()))
        out = f"{sum(left_out.values()):,} of {self.rows:,} rows are left out: {out}."
        return Log(
            file=printable(self.path.name),
            sha256=digest_of(self.path),
            reading=reading,
            arms=list(self.arms),
            arm=self.arm[kept],
            delay=delay,
            observed=observed,
            clicks_per_day=times.size * UNITS["days"] / span if span > 0 else None,
            left_out=dict(sorted(left_out.items())),
            lines=lines,
            assumptions=[*([out] if left_out else []), *assumptions],
        )

    def _leave_out(self, rows: np.ndarray, role: str, expected: str, texts: Sequence[str]) -> None:
        """Leave out rows, given by number, for what stands in a column."""
        self.faults.append((role, expected))
        self.why[rows] = len(self.faults) - 1
        self.found.update(zip(rows.tolist(), texts, strict=True))

    def _texts_at(self, rows: np.ndarray, role: str) -> list[str]:
        """Read what stands in a column in some rows, given by number in increasing order."""
        connection, chosen = self.texts.table.connection, {"i": rows.astype(np.int64)}
        connection.register("chosen", pa.table(chosen))
        numbered = f"(SELECT {role} AS x, row_number() OVER () - 1 AS i FROM {self.texts.source})"
        found = connection.sql(f"SELECT coalesce(x, '') FROM {numbered} SEMI JOIN chosen USING (i) ORDER BY i")
        return [text for (text,) in found.fetchall()]

    def _cut(self) -> list[tuple[int, str]]:
        """List rows of CSV that have too few values or too many."""
        sql = "SELECT DISTINCT line, csv_line, error_type FROM reject_errors ORDER BY line"
        try:
            found = self.texts.table.connection.sql(sql).fetchall()
        except duckdb.CatalogException:  # of another kind of file
            return []
        for line, text, what in found:
            if "QUOTE" in what and "\n" in text.strip():
                fault = f"row {line}: {text[:40]!r}: a quote is not closed"
                raise InputError(f"{self.path}: {fault}. Close it, or write it twice.")
        return sorted({line: text for line, text, _ in found}.items())

    def _lines(self) -> list[str]:
        """Give a line for each row left out, by their numbers in the file."""
        cut = np.array([line for line, _ in self.cut], np.int64)
        rows = np.array(sorted(self.found), np.int64)
        numbers = self.texts.table.first + rows
        numbers += np.searchsorted(cut - np.arange(cut.size), numbers, "right")
        width = len(self.texts.table.header)
        lines = {line: f"{text[:40]!r}; expected {width} values" for line, text in self.cut}
        for number, row in zip(numbers.tolist(), rows.tolist(), strict=True):
            role, expected = self.faults[self.why[row]]
            lines[number] = f"{self.names[role]} is {self.found[row][:40]!r}; expected {expected}"
        return [f"{self.path}: row {number}: {lines[number]}" for number in sorted(lines)]

    def _left_out(self) -> Counter[str]:
        """Count the rows that are left out, by reason."""
        counts = np.bincount(self.why[self.why >= 0], minlength=len(self.faults)).tolist()
        found = Counter({"line: expected as many values as in others": len(self.cut)})
        for (role, expected), n in zip(self.faults, counts, strict=True):
            found[f"{self.names.get(role)}: expected {expected}"] += n
        return +found

    def _check_arms(self) -> None:
        """Leave out rows without an arm, with one that a terminal obeys, or of a total."""
        if "arm" not in self.names:
            return
        sizes = np.bincount(self.arm, minlength=self.arms.size)
        missing = [bool(re.fullmatch(MISSING, arm, re.I)) for arm in self.arms]
        total = [n == 1 and bool(re.fullmatch(TOTAL, a, re.I)) for a, n in zip(self.arms, sizes, strict=True)]
        control = [bool(re.search(CONTROL, arm)) for arm in self.arms]
        plain = "a name without control characters"
        for bad, expected in ((missing, "the name of an arm"), (total, "no total"), (control, plain)):
            rows = np.flatnonzero(np.array(bad, bool)[self.arm] & (self.why < 0))
            if rows.size:
                self._leave_out(rows, "arm", expected, self.arms[self.arm[rows]])

    def _once(self) -> None:
        """Keep one row of each click: the one with the earliest conversion, whatever the order."""
        rows = np.flatnonzero(self.why < 0)
        clicked = np.zeros(rows.size) if self.clicked is None else self.clicked[rows]
        watched = np.zeros(rows.size) if self.observed is None else -self.observed[rows]
        at = np.nan_to_num(clicked + self.delay[rows], nan=np.inf)
        name = np.argsort(np.argsort(self.arms))[self.arm[rows]]
        order = np.lexsort((name, watched, clicked, at, self.click[rows]))
        rows, click = rows[order], self.click[rows][order]
        new = np.diff(click, prepend=click[:1] + np.uint64(1)) != 0
        again, kept = rows[~new], rows[new][np.cumsum(new) - 1][~new]
        other = np.unique(kept[self.arm[again] != self.arm[kept]]).size
        if 10 * again.size > 9 * rows.size:
            fault = f"has {rows.size - again.size:,} values in {rows.size:,} rows"
            raise self.texts.fault("click", f"{fault}. Type --column click= if it is no identifier.")
        if again.size:
            again.sort()
            self._leave_out(again, "click", "each click once", self._texts_at(again, "click"))
            what = "The row with the earliest conversion counts of a click that stands in several"
            self.texts.remark(f"{what}; {other:,} of these have several arms." if other else f"{what}.")

    def _times(self) -> np.ndarray:
        """Give the times of all clicks that have one, each click once."""
        if self.clicked is None:
            return np.empty(0)
        bad = [i for i, (role, what) in enumerate(self.faults) if role == "click_time" or "once" in what]
        return self.clicked[~np.isin(self.why, bad)] if bad else self.clicked

    def _refuse_never(self) -> None:
        """Refuse values that seem to stand for no conversion, unless the user says which do."""
        if self.never == "":
            return
        last, kept = self.last, self.why < 0
        faults = [i for i, (role, _) in enumerate(self.faults) if role == last]
        texts = Counter(filter(None, (self.found[row] for row in np.flatnonzero(np.isin(self.why, faults)).tolist())))
        for text, n in texts.most_common(1):
            if n >= max(2, SOME * self.rows) and 2 * n >= texts.total():
                raise self._named(text, n)
        longer = [i for i, (_, expected) in enumerate(self.faults) if expected == "the delay"]
        converted = np.flatnonzero((kept | np.isin(self.why, longer)) & (self.delay >= 0))
        delay, at = self.delay[converted], self.delay[converted]
        if last == "conversion_time":
            at = self.clicked[converted] + delay
            after = [i for i, (_, expected) in enumerate(self.faults) if expected == AFTER]
            far = at > self.clicked[kept].max(initial=-np.inf) + FAR
            far = np.union1d(converted[far], np.flatnonzero(np.isin(self.why, after) & (self.delay < -FAR)))
            if far.size:
                text, n = Counter(self._texts_at(far, last)).most_common(1)[0]
                if far.size >= SOME * self.rows:
                    raise self._named(text, n)
                self._leave_out(far, last, "a time within ten years of the clicks", self._texts_at(far, last))
        if self.never is not None or "converted" in self.names:
            return
        for values in (at, delay):
            middle = np.partition(values, values.size // 2)[values.size // 2] if values.size else 0
            same = values == middle
            if same.sum() >= max(REPEATED, self.rows / 2 + 0.5):
                if values is at:
                    raise self._named(self._texts_at(converted[same][:1], last)[0], int(same.sum()))
                what = f"is {duration(middle)} after the click in {same.sum():,} of {self.rows:,} rows"
                raise self.texts.fault(last, f"{what}. Leave it empty where none came, or type --never ''.")
        top = at.max(initial=0)
        n, below = int((at == top).sum()), at[at < top].max(initial=0)
        if last == "delay" and n >= max(2, SOME * self.rows) and top > 3 * below > 0:
            raise self._named(self._texts_at(converted[at == top][:1], last)[0], n)

    def _named(self, text: str, n: int) -> InputError:
        what = f"is {text!r} in {n:,} of {self.rows:,} rows"
        typed = f"If that stands for no conversion, type {never_typed(text)}"
        return self.texts.fault(self.last, f"{what}. {typed}; if it does not, --never ''.")

    def _hint(self) -> str:
        """Say what to type for the most frequent fault."""
        counts = np.bincount(self.why[self.why >= 0], minlength=1)
        if not counts.any():
            return ""
        role, expected = self.faults[counts.argmax()]
        if expected == AFTER:
            return ". Are columns exchanged? If negative delays stand for none: --never negative"
        hints = {
            "a time": " Give the form of the dates: --dates '%d.%m.%Y %H:%M'",
            "less": " Give the unit: --unit milliseconds",
            "the delay": f" If it is not how long clicks were observed: --column {role}=",
        }
        return next((f".{hint}" for start, hint in hints.items() if expected.startswith(start)), "")

    def _check_plausible(self) -> None:
        """Stop if numbers are hardly in seconds."""
        if self.unit is not None:
            return
        times = self._times()
        delay = self.delay[(self.why < 0) & (self.delay >= 0)]
        right = "If that is right, type --unit seconds; else another unit (--unit days)"
        if np.median(delay) < 1:
            fault = "half of the conversions come less than a second after their click"
            raise InputError(f"{self.path}: {fault}. {right}.")
        dated = times.size and SINCE_1970[0] < times.min() < SINCE_1970[1]
        span = float(np.ptp(times)) if times.size >= CROWD and not dated else 0.0
        if 0 < span < UNITS["hours"] or 0 < span < min(1, times.size / 1e6) * UNITS["days"]:
            fault = f"{times.size:,} clicks come within {duration(span)}"
            raise InputError(f"{self.path}: {fault}. {right}.")

    def _hint_at_clocks(self) -> None:
        """Say how conversions that come shortly before their click may be explained."""
        after = [i for i, (_, expected) in enumerate(self.faults) if expected == AFTER]
        lead = -self.delay[np.isin(self.why, after)]
        lead = lead[lead < UNITS["days"]]
        if self.last == "conversion_time" and lead.size:
            most = float(np.ceil(lead.max()))
            why = "Are both columns in one time zone?"
            if most <= CLOCKS:
                why = f"Clocks may differ: --tolerance {most:.0f}s keeps them."
            come = f"Conversions that come up to {duration(most)} before their click: {lead.size:,}."
            self.texts.remark(f"{come} {why}")


def _whole(seconds: np.ndarray) -> np.ndarray:
    """Round down to whole seconds, -1 for NaN; numbers such as 0.1 hours are not exact."""
    return np.where(np.isnan(seconds), -1, np.floor(seconds + 1e-6)).astype(np.int64)
