"""Checks of the clicks of a log: duplicates, values for "never", unexpected times."""

import shlex
from typing import Any

import numpy as np

from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.log.meaning import (
    EARLY,
    NEGATIVE,
    NO_TIME,
    SHORT,
    Fault,
    Options,
    make_clicks,
)
from delayed_bandits.data.tables.durations import UNITS, duration
from delayed_bandits.data.tables.flags import SOME
from delayed_bandits.data.tables.values import SINCE_1970, Texts, form_offered

FAR = 10 * 365 * UNITS["days"]  # between a click and a conversion that is none
REPEATED, CROWD = 10, 1000  # rows from which a repeated delay, or clicks close together, are asked
FEW, NEARLY = 100, 0.99  # clicks, and the share of them, from which one long after them is refused
ELEVEN = 11  # such a click comes after more than ten times the time of the others
TEXTS = "clicks JOIN log ON clicks.rowid = log.rowid"  # with the columns of the file
CLOCKS = 60  # seconds by which clocks may differ
AGAIN = "is repeated"


class Clicks:
    """The table of the clicks of a log. `why` is the number of a row's fault, or NULL."""

    def __init__(self, texts: Texts, options: Options) -> None:
        self.faults, self.texts, self.names = make_clicks(texts, options), texts, texts.names
        self.last = "delay" if "delay" in texts.names else "conversion_time"
        self.cut, give = texts.table.cut(), f"Give {len(texts.table.header)}"
        self.line = Fault("line", "", "has too few or too many values", give)
        self.rows = self.ask("count(*)")[0][0] + len(self.cut)
        self.is_watched = self.ask("count(watched) > 0")[0][0]

    def ask(self, columns: str, rest: str = "", of: str = "clicks") -> list[tuple[Any, ...]]:
        """Return the rows of an SQL query on the table of clicks, or on the table `of`."""
        return self.texts.table.connection.sql(f"SELECT {columns} FROM {of} {rest}").fetchall()

    def having(self, *what: str) -> str:
        """Return SQL for rows whose fault has one of these roles or descriptions."""
        found = [str(i) for i, fault in enumerate(self.faults) if not {*what}.isdisjoint(fault)]
        return f"coalesce(why IN ({', '.join(['NULL', *found])}), false)"

    @property
    def timed(self) -> str:
        """Return SQL that selects each click with a known time once."""
        return f"clicked IS NOT NULL AND NOT {self.having('click_time', AGAIN)}"

    def leave_out(self, fault: Fault) -> None:
        """Leave out the rows of a fault."""
        why = f"UPDATE clicks SET why = {len(self.faults)} WHERE {fault.rows}"
        self.texts.table.connection.execute(why)
        self.faults.append(fault)

    def counts(self) -> dict[Fault, int]:
        """Count the rows that are left out for each fault."""
        found = self.ask("why, count(*)", "WHERE why IS NOT NULL GROUP BY why ORDER BY why")
        return {self.line: len(self.cut)} | {self.faults[why]: n for why, n in found}

    def reason(self, fault: Fault) -> str:
        """Return a fault in words: the column's name, and what is wrong with its value."""
        return f"{self.names.get(fault.role, fault.role)} {fault.what}"

    def lines(self) -> list[str]:
        """Return a line for each row that is left out, with the number of the row in the file."""
        table, cut = self.texts.table, np.array(list(self.cut), np.int64)
        text = " ".join(f"WHEN {i} THEN log.{f.role}" for i, f in enumerate(self.faults))
        out = self.ask(f"log.rowid, why, CASE why {text} END", "WHERE why IS NOT NULL", TEXTS)
        numbers = table.first + np.array([row for row, *_ in out], np.int64)
        numbers += np.searchsorted(cut - np.arange(cut.size), numbers, "right")
        found = [(number, text, self.line) for number, text in self.cut.items()]
        found += [
            (number, text or "", self.faults[why])
            for number, (_, why, text) in zip(numbers.tolist(), out, strict=True)
        ]
        return [
            f"{table.path}: row {number}: {self.names.get(fault.role, fault.role)} "
            f"{text[:40]!r} {fault.what}. {fault.to_do}."
            for number, text, fault in sorted(found)
        ]


def check(clicks: Clicks, options: Options) -> None:
    """Leave out contradictory rows, and refuse a log that is not plausible."""
    texts, names = clicks.texts, clicks.names
    if "click" in names:
        _keep_once(clicks)
    if options.never != "":
        _refuse_never(clicks, options)
    counts = "count(delayed), count(*) FILTER (delayed < 1), bool_or(delayed IS NULL)"
    usable, quick, none = clicks.ask(counts, "WHERE why IS NULL")[0]
    _refuse_useless(clicks, usable)
    if none and "converted" not in names and options.never != NEGATIVE:
        texts.remark(f"Rows without {names[clicks.last]} are clicks that did not convert.")
    _refuse_times(clicks, options.unit, in_a_second=2 * quick > usable)
    shortly = f"WHERE {clicks.having(EARLY)} AND delayed > -{UNITS['days']}"
    n, most = clicks.ask("count(*), ceil(max(-delayed))", shortly)[0]
    if clicks.last == "conversion_time" and n:
        come = f"Conversions that come up to {duration(most)} before their click: {n:,}."
        clocks = f"Clocks may differ: --tolerance {most:.0f}s keeps them."
        zones = "Are both columns in one time zone, and to the second?"
        texts.remark(f"{come} {clocks if most <= CLOCKS else zones}")


def _refuse_useless(clicks: Clicks, usable: int) -> None:
    """Refuse a log without conversions, or with most rows left out for one reason."""
    path = clicks.texts.table.path
    counts = {fault: n for fault, n in clicks.counts().items() if fault.what != AGAIN}
    worst = max(counts, key=counts.__getitem__)
    n = counts[worst]
    if usable and 2 * n <= clicks.rows:
        return
    if n and worst.what in NO_TIME:
        wrong = f"WHERE {clicks.having(*NO_TIME)} AND {clicks.having(worst.role)}"
        example = clicks.ask(f"min(log.{worst.role})", wrong, TEXTS)[0][0]
        offered = worst._replace(to_do=form_offered(clicks.texts, worst.role, example))
        clicks.faults[clicks.faults.index(worst)] = worst = offered
    if usable:
        fault = f"{n:,} of {clicks.rows:,} rows cannot be used: {clicks.reason(worst)}"
        raise InputError(f"{path}: {fault}. {worst.to_do}.")
    if clicks.rows and not n:
        raise InputError(f"{path}: no click converted. Log for longer.")
    first = [f"The first: {line.removeprefix(f'{path}: ')}" for line in clicks.lines()[:1]]
    raise InputError(f"{path}: no row has a usable delay. {(first or ['Log for longer.'])[0]}")


def _keep_once(clicks: Clicks) -> None:
    """Keep, of the rows of each click, the row with the earliest conversion."""
    order = "clicked + delayed NULLS LAST, clicked, watched DESC, arm, rowid"
    if "click_time" not in clicks.names:
        order = order.replace("clicked + ", "").replace("clicked, ", "")
    clicks.texts.table.connection.execute(f"""CREATE TABLE again AS
        SELECT rowid AS row, arm, row_number() OVER (same ORDER BY {order}) AS place,
            first(arm) OVER (same ORDER BY {order}) AS best, hash(click) AS which
        FROM clicks WHERE why IS NULL AND hash(click) IN (SELECT hash(click) FROM clicks
            WHERE why IS NULL GROUP BY ALL HAVING count(*) > 1)
        WINDOW same AS (PARTITION BY hash(click))""")
    counts = "count(*) FILTER (place = 1), count(*), count(DISTINCT which) FILTER (arm != best)"
    repeated, all_rows, several = clicks.texts.ask(counts, of="again")
    rows = clicks.ask("count(*)", "WHERE why IS NULL")[0][0]
    new = rows - all_rows + repeated
    if 10 * new < rows or (2 * several > repeated and 2 * new < rows):
        fault = f"has {new:,} values in {rows:,} rows"
        raise clicks.texts.fault("click", f"{fault}. Type --column click= if it is no identifier.")
    if repeated:
        again = "rowid IN (SELECT row FROM again WHERE place > 1)"
        clicks.leave_out(Fault("click", again, AGAIN, "The earliest conversion counts"))
        what = "If a click has several rows, the one with the earliest conversion counts"
        clicks.texts.remark(f"{what}; {several:,} of these clicks have several arms.")


def _refuse_never(clicks: Clicks, options: Options) -> None:
    last, many = clicks.last, max(2, SOME * clicks.rows)
    said = f"log.{last}"

    def refuse(text: str, n: int) -> None:
        what = f"is {text!r} in {n:,} of {clicks.rows:,} rows"
        typed = f"--never{'=' if text.startswith('-') else ' '}{shlex.quote(text)}"
        cure = f"If that means no conversion, type {typed}. If not, type --never ''."
        raise clicks.texts.fault(last, f"{what}. {cure}")

    def frequent(rows: str) -> tuple[str, int, int]:
        """Return the most frequent text in `rows`, its number, and the number of all texts."""
        some = f"WHERE {said} IS NOT NULL AND ({rows}) GROUP BY 1 ORDER BY n DESC, 1 LIMIT 1"
        found = clicks.ask(f"{said}, count(*) AS n, sum(n) OVER ()", some, TEXTS)
        return found[0] if found else ("", 0, 0)

    text, n, refused = frequent(clicks.having(last))
    if n >= many and 2 * n >= refused:
        refuse(text, n)
    usable, at = f"(why IS NULL OR {clicks.having(SHORT)}) AND delayed >= 0", "delayed"
    if last == "conversion_time":
        at = "(clicked + delayed)"
        beyond = f"{at} > (SELECT max(clicked) FROM clicks WHERE why IS NULL) + {FAR}"
        far = f"({usable} AND {beyond}) OR ({clicks.having(EARLY)} AND delayed < -{FAR})"
        if all_far := clicks.ask("count(*)", f"WHERE {far}")[0][0]:
            if all_far >= SOME * clicks.rows:
                refuse(*frequent(far)[:2])
            what, never = "is ten years from the clicks", "If it means none: --never VALUE"
            clicks.leave_out(Fault(last, far, what, never))
    if options.never is not None or "converted" in clicks.names:
        return
    for value in dict.fromkeys((at, "delayed")):
        most = f"WHERE {usable} GROUP BY {value} ORDER BY n DESC LIMIT 1"
        for common, n, seconds in clicks.ask(f"{value}, count(*) AS n, min(delayed)", most):
            if n < REPEATED or 2 * n <= clicks.rows:
                continue
            if value == at:
                equal = f"WHERE {usable} AND {value} = {common!r}"
                refuse(clicks.ask(f"min({said})", equal, TEXTS)[0][0], n)
            what = f"is {duration(seconds)} after the click in {n:,} of {clicks.rows:,} rows"
            raise clicks.texts.fault(last, f"{what}. Empty it where none came, or type --never ''.")
    order = f"WHERE {usable} GROUP BY delayed ORDER BY delayed DESC LIMIT 2"
    if last != "delay":
        return
    longest = clicks.ask(f"delayed, count(*), min({said})", order, TEXTS)
    if len(longest) == 2:
        (top, n, text), (below, *_) = longest
        if n >= many and top > 3 * below > 0:
            refuse(text, n)


def _refuse_times(clicks: Clicks, unit: str | None, *, in_a_second: bool) -> None:
    """Raise InputError for a click long after all others, or if times are not in seconds.

    A late click may have a wrong year. `in_a_second` is true if half of all delays are at most 1 s.
    """
    n, first, last = clicks.ask("count(*), min(clicked), max(clicked)", f"WHERE {clicks.timed}")[0]
    cure = "If that is right, type --unit seconds; else another unit (--unit days)"
    before = most = 0  # clicks in the first eleventh of the time, and the last of these
    if not clicks.is_watched and n >= FEW and last - first > ELEVEN:
        early = f"WHERE {clicks.timed} AND clicked < {first + (last - first) / ELEVEN!r}"
        before, most = clicks.ask("count(*), max(clicked)", early)[0]
    if before >= NEARLY * n > 0:
        fault = f"the last click comes {duration(last - most)} after most others"
        cure = "Take out the clicks with a wrong time"
    elif unit is None and in_a_second:
        fault = "half of the conversions come less than a second after their click"
    elif (
        unit is None
        and n >= CROWD
        and not SINCE_1970[0] < first < SINCE_1970[1]
        and 0 < last - first < max(UNITS["hours"], min(1, n / 1e6) * UNITS["days"])
    ):
        fault = f"{n:,} clicks come within {duration(last - first)}"
    else:
        return
    raise InputError(f"{clicks.texts.table.path}: {fault}. {cure}.")
