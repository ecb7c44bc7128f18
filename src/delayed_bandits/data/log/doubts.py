"""The clicks of a log, and doubts: duplicates, values for never, what is not plausible."""

import re
from collections import Counter

import numpy as np

from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.log.columns import UNITS, duration
from delayed_bandits.data.log.meaning import (
    AFTER,
    NEGATIVE,
    ONCE,
    SOME,
    Meaning,
    Options,
    never_typed,
)
from delayed_bandits.data.tables.values import MISSING, SINCE_1970, Texts

BATCH = 200_000  # rows at a time
CONTROL = r"[\x00-\x1f\x7f-\x9f\u2028-\u202e]"  # a terminal obeys these, or turns text around
TOTAL = r"(grand )?totals?:?"
FAR = 10 * 365 * UNITS["days"]  # between a click and a conversion that is none
REPEATED, CROWD = 10, 1000  # rows from which a repeated delay, or clicks close together, are asked
FEW = 100  # clicks from which one long after all others is refused
CLOCKS = 60  # seconds by which clocks may differ
HINTS = {
    AFTER: ". Are columns exchanged? If negative delays stand for none: --never negative",
    "a time, or nothing": ". Give the form of the dates: --dates '%d.%m.%Y %H:%M'",
    "the delay": ". If it is not how long clicks were observed: --column {}=",
}


class Clicks:
    """The clicks of a log, row by row; `why` is the number of a row's fault, -1 for none."""

    def __init__(self, texts: Texts, meaning: Meaning) -> None:
        self.texts, self.faults, self.last = texts, list(meaning.faults), meaning.last
        self.arms: dict[str, int] = {}
        self.found: dict[int, str] = {}  # texts of rows that are left out
        kinds = {"delay": float, "why": np.int8, "arm": np.int32, **meaning.more}
        parts = {name: [np.empty(0, kind)] for name, kind in kinds.items()}
        rows = 0
        for batch in texts.table.connection.sql(meaning.source).to_arrow_reader(BATCH):
            arm = batch["arm"].fill_null("").dictionary_encode()
            names = arm.dictionary.to_pylist()
            codes = np.array([self.arms.setdefault(a, len(self.arms)) for a in names], np.int32)
            parts["arm"].append(codes[arm.indices.to_numpy()])
            for name in parts.keys() - {"arm"}:  # copies, as the batch would stay in memory
                parts[name].append(np.array(batch[name].to_numpy(zero_copy_only=False)))
            for row in np.flatnonzero(parts["why"][-1] >= 0).tolist():
                self.found[rows + row] = batch["text"][row].as_py()
            rows += batch.num_rows
        columns = {name: np.concatenate(parts.pop(name)) for name in kinds}
        self.delay, self.why, self.arm = (columns[name] for name in ("delay", "why", "arm"))
        self.clicked, self.observed, self.click = map(columns.get, ("clicked", "observed", "click"))
        self.cut = texts.table.cut()
        self.rows = rows + len(self.cut)

    def having(self, what: str) -> np.ndarray:
        """Tell which rows have a fault of such a column, or with this expectation."""
        return np.isin(self.why, [i for i, fault in enumerate(self.faults) if what in fault])

    def times(self) -> np.ndarray:
        """Return the times of all clicks that have one, each click once."""
        if self.clicked is None:
            return np.empty(0)
        return self.clicked[~(self.having("click_time") | self.having(ONCE))]

    def leave_out(self, rows: np.ndarray, role: str, expected: str) -> None:
        """Leave out rows, given by number in increasing order, for what stands in a column."""
        if rows.size:
            self.faults.append((role, expected))
            self.why[rows] = len(self.faults) - 1
            self.found.update(zip(rows.tolist(), self.texts.at(rows, role), strict=True))

    def left_out(self) -> dict[str, int]:
        """Count the rows that are left out, by reason."""
        counts = np.bincount(self.why[self.why >= 0], minlength=len(self.faults)).tolist()
        found = Counter({"line: expected as many values as in others": len(self.cut)})
        for (role, expected), n in zip(self.faults, counts, strict=True):
            found[f"{self.texts.names.get(role)}: expected {expected}"] += n
        return dict(sorted((+found).items()))

    def lines(self) -> list[str]:
        """Return a line for each row left out, by their numbers in the file."""
        table, cut = self.texts.table, np.array(list(self.cut), np.int64)
        rows = np.array(sorted(self.found), np.int64)
        numbers = table.first + rows
        numbers += np.searchsorted(cut - np.arange(cut.size), numbers, "right")
        lines = {
            n: f"{text[:40]!r}; expected {len(table.header)} values" for n, text in self.cut.items()
        }
        for number, row in zip(numbers.tolist(), rows.tolist(), strict=True):
            role, expected = self.faults[self.why[row]]
            found = f"{self.texts.names[role]} is {self.found[row][:40]!r}"
            lines[number] = f"{found}; expected {expected}"
        return [f"{self.texts.path}: row {number}: {lines[number]}" for number in sorted(lines)]


def check(clicks: Clicks, options: Options) -> None:
    """Leave out rows for what stands in others, and refuse a log that is not plausible."""
    if "arm" in clicks.texts.names:
        _check_arms(clicks)
    if clicks.click is not None:
        _keep_once(clicks)
    if options.never != "":
        _refuse_never(clicks, options)
    if clicks.observed is None:
        _refuse_late(clicks)
    path, left_out = clicks.texts.path, clicks.left_out()
    delay = clicks.delay[(clicks.why < 0) & (clicks.delay >= 0)]
    lost = {why: n for why, n in left_out.items() if ONCE not in why}
    reason, n = max(lost.items(), key=lambda found: found[1], default=("", 0))
    if not delay.size or 2 * n > clicks.rows:
        role, expected = clicks.faults[
            np.bincount(clicks.why[clicks.why >= 0], minlength=1).argmax()
        ]
        hint = HINTS.get(expected, "").format(role) if n else ""
        first = [line.removeprefix(f"{path}: ") for line in clicks.lines()[:1]]
        found = [f"The first fault: {line.replace(': ', ', ', 1)}" for line in first]
        more = [*found, *clicks.texts.table.remarks][:1]
        fault = " ".join(["no row has a usable delay.", *more])
        if delay.size:
            fault = f"{n:,} of {clicks.rows:,} rows cannot be used ({reason})"
        raise InputError(f"{path}: {fault}{hint}")
    names, none = clicks.texts.names, np.isnan(clicks.delay).any()
    if none and "converted" not in names and options.never != NEGATIVE:
        clicks.texts.remark(f"Rows without {names[clicks.last]} are clicks that did not convert.")
    if options.unit is None:
        _refuse_unit(clicks, delay)
    lead = -clicks.delay[clicks.having(AFTER)]
    lead = lead[lead < UNITS["days"]]
    if clicks.last == "conversion_time" and lead.size:
        most = float(np.ceil(lead.max()))
        come = f"Conversions that come up to {duration(most)} before their click: {lead.size:,}."
        clocks = f"Clocks may differ: --tolerance {most:.0f}s keeps them."
        zones = "Are both columns in one time zone, and to the second?"
        clicks.texts.remark(f"{come} {clocks if most <= CLOCKS else zones}")


def _check_arms(clicks: Clicks) -> None:
    """Leave out rows without an arm, with one that a terminal obeys, or of a total."""
    names, sizes = list(clicks.arms), np.bincount(clicks.arm, minlength=len(clicks.arms))
    faults = {
        "the name of an arm": [bool(re.fullmatch(MISSING, arm, re.I)) for arm in names],
        "a name without control characters": [bool(re.search(CONTROL, arm)) for arm in names],
        "no total": [
            n == 1 and bool(re.fullmatch(TOTAL, arm, re.I))
            for arm, n in zip(names, sizes, strict=True)
        ],
    }
    for expected, bad in faults.items():
        rows = np.array(bad, bool)[clicks.arm] & (clicks.why < 0)
        clicks.leave_out(np.flatnonzero(rows), "arm", expected)


def _keep_once(clicks: Clicks) -> None:
    """Keep one row of each click: the one with the earliest conversion, whatever the order."""
    rows = np.flatnonzero(clicks.why < 0)
    none = np.zeros(rows.size)
    clicked = none if clicks.clicked is None else clicks.clicked[rows]
    watched = none if clicks.observed is None else -clicks.observed[rows]
    at = np.nan_to_num(clicked + clicks.delay[rows], nan=np.inf)
    name = np.argsort(np.argsort(np.array(list(clicks.arms), object)))[clicks.arm[rows]]
    order = np.lexsort((name, watched, clicked, at, clicks.click[rows]))
    rows = rows[order]
    new = np.append(True, np.diff(clicks.click[rows]) != 0)[: rows.size]
    first = rows[new][np.cumsum(new) - 1]  # of the same click
    several = np.unique(first[clicks.arm[rows] != clicks.arm[first]]).size
    contradict = 2 * several > np.unique(first[~new]).size and 2 * new.sum() < rows.size
    if 10 * new.sum() < rows.size or contradict:
        fault = f"has {new.sum():,} values in {rows.size:,} rows"
        raise clicks.texts.fault("click", f"{fault}. Type --column click= if it is no identifier.")
    if not new.all():
        clicks.leave_out(np.sort(rows[~new]), "click", ONCE)
        what = "The row with the earliest conversion counts of a click that stands in several"
        clicks.texts.remark(f"{what}; {several:,} of these have several arms.")


def _refuse_never(clicks: Clicks, options: Options) -> None:
    """Refuse values that seem to stand for no conversion."""
    texts, last, kept = clicks.texts, clicks.last, clicks.why < 0

    def refuse(text: str, n: int) -> None:
        what = f"is {text!r} in {n:,} of {clicks.rows:,} rows"
        typed = f"If that stands for no conversion, type {never_typed(text)}"
        raise texts.fault(last, f"{what}. {typed}; if it does not, --never ''.")

    refused = [clicks.found[row] for row in np.flatnonzero(clicks.having(last)).tolist()]
    for text, n in Counter(filter(None, refused)).most_common(1):
        if n >= max(2, SOME * clicks.rows) and 2 * n >= len(refused):
            refuse(text, n)
    usable = (kept | clicks.having("the delay")) & (clicks.delay >= 0)
    rows, at = np.flatnonzero(usable), clicks.delay[usable]
    if last == "conversion_time":
        at = at + clicks.clicked[rows]
        beyond = rows[at > clicks.clicked[kept].max(initial=-np.inf) + FAR]
        before = np.flatnonzero(clicks.having(AFTER) & (clicks.delay < -FAR))
        far = np.union1d(beyond, before)
        if far.size >= SOME * clicks.rows and far.size:
            refuse(*Counter(texts.at(far, last)).most_common(1)[0])
        clicks.leave_out(far, last, "a time within ten years of the clicks")
    if options.never is not None or "converted" in texts.names or not rows.size:
        return
    for values in (at, clicks.delay[rows]):
        middle = np.partition(values, values.size // 2)[values.size // 2]
        n = int((values == middle).sum())
        if n >= REPEATED and 2 * n > clicks.rows:
            if values is at:
                refuse(texts.at(rows[values == middle][:1], last)[0], n)
            what = f"is {duration(middle)} after the click in {n:,} of {clicks.rows:,} rows"
            raise texts.fault(last, f"{what}. Empty it where none came, or type --never ''.")
    top, below = at.max(), at[at < at.max()].max(initial=0)
    n = int((at == top).sum())
    if last == "delay" and n >= max(2, SOME * clicks.rows) and top > 3 * below > 0:
        refuse(texts.at(rows[at == top][:1], last)[0], n)


def _refuse_late(clicks: Clicks) -> None:
    """Refuse clicks long after all others, as of a wrong year: the log would end with them."""
    times = np.sort(clicks.times())
    most = int(0.99 * times.size)
    if times.size < FEW or times[-1] - times[most] <= 10 * max(times[most] - times[0], 1):
        return
    late = f"the last click comes {duration(times[-1] - times[most])} after most others"
    raise InputError(f"{clicks.texts.path}: {late}. Take out the clicks with a wrong time.")


def _refuse_unit(clicks: Clicks, delay: np.ndarray) -> None:
    """Refuse numbers that are hardly in seconds."""
    times, fault = clicks.times(), ""
    if np.median(delay) < 1:
        fault = "half of the conversions come less than a second after their click"
    elif times.size >= CROWD and not SINCE_1970[0] < times.min() < SINCE_1970[1]:
        span = float(np.ptp(times))
        if 0 < span < max(UNITS["hours"], min(1, times.size / 1e6) * UNITS["days"]):
            fault = f"{times.size:,} clicks come within {duration(span)}"
    if fault:
        right = "If that is right, type --unit seconds; else another unit (--unit days)"
        raise InputError(f"{clicks.texts.path}: {fault}. {right}.")
