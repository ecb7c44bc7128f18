"""Checks of the clicks of a log: duplicates, values for "never", unexpected times."""

import shlex
from collections.abc import Sequence
from typing import Any

import numpy as np

from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.log.meaning import (
    EARLY,
    NEGATIVE,
    NO_NUMBER,
    NO_TIME,
    SHORT,
    Fault,
    Options,
    make_clicks,
)
from delayed_bandits.data.tables.durations import UNITS, duration
from delayed_bandits.data.tables.flags import SOME
from delayed_bandits.data.tables.spans import far_times
from delayed_bandits.data.tables.values import (
    FEW,
    READ,
    SINCE_1970,
    Texts,
    form_offered,
    refuse_share,
)

FAR = 10 * 365 * UNITS["days"]  # between a click and a conversion that is none
REPEATED, CROWD = 10, 1000  # rows from which a repeated delay, or clicks close together, are asked
KINDS, CROWDED = 3, 5  # values that may mean never; how many times more often than others
CROWDS = "SELECT count(*) AS n FROM clicks WHERE {} GROUP BY clicked"
LAST = "max(clicked + greatest(coalesce(delayed, 0), 0))"
TEXTS = "clicks JOIN log ON clicks.rowid = log.rowid"  # with the columns of the file
CLOCKS = 60  # seconds by which clocks may differ
AGAIN = "is repeated"
EARLIER, SEVERAL = 0.2, 0.1  # shares of conversions before their click, of clicks on several arms
ENOUGH, SAMPLE = 30, 200_000  # conversions of which the unit is judged; rows that are compared


class Clicks:
    """The table of the clicks of a log. `why` is the number of a row's fault, or NULL."""

    def __init__(self, texts: Texts, options: Options) -> None:
        self.faults, self.until = make_clicks(texts, options)
        self.texts, self.names = texts, texts.names
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

    def numbers(self, rows: list[int]) -> list[int]:
        """Return the numbers in the file of rows of the table."""
        cut, numbers = np.array(list(self.cut), np.int64), np.array(rows, np.int64)
        numbers += self.texts.table.first
        return (numbers + np.searchsorted(cut - np.arange(cut.size), numbers, "right")).tolist()

    def lines(self) -> list[str]:
        """Return a line for each row that is left out, with the number of the row in the file."""
        table = self.texts.table
        text = " ".join(f"WHEN {i} THEN log.{f.role}" for i, f in enumerate(self.faults))
        out = self.ask(f"log.rowid, why, CASE why {text} END", "WHERE why IS NOT NULL", TEXTS)
        numbers = self.numbers([row for row, *_ in out])
        found = [(number, text, self.line) for number, text in self.cut.items()]
        found += [
            (number, text or "", self.faults[why])
            for number, (_, why, text) in zip(numbers, out, strict=True)
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
    if "" not in options.never:
        _refuse_never(clicks, options)
    counts = "count(delayed), count(*) FILTER (delayed < 1), bool_or(delayed IS NULL)"
    usable, quick, none = clicks.ask(counts, "WHERE why IS NULL")[0]
    _refuse_useless(clicks, usable)
    _refuse_lost(clicks, usable, options)
    if "click_time" in names and "click" not in {*names, *options.columns}:
        _refuse_twice(clicks)
    if none and "converted" not in names and NEGATIVE not in options.never:
        texts.remark(f"Rows without {names[clicks.last]} are clicks that did not convert.")
    _refuse_times(clicks, options, in_a_second=2 * quick > usable)
    if none and usable >= ENOUGH:
        _refuse_unit(clicks, options)
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


def _refuse_lost(clicks: Clicks, usable: int, options: Options) -> None:
    """Refuse a log that loses many more of its conversions than of its other clicks."""
    found = clicks.ask("why, count(*), count(delayed)", "WHERE why IS NOT NULL GROUP BY why")
    for why, n, converted in found:
        fault = clicks.faults[why]
        is_unread = fault.what in (*NO_TIME, *NO_NUMBER)
        if fault.what == AGAIN or (is_unread and "" in options.never):
            continue
        lost = n if fault.role == clicks.last else converted
        share, rest = lost / (usable + lost), (n - lost) / max(1, clicks.rows - usable - lost)
        if share > 2 * rest:
            to_do = fault.to_do
            if is_unread and fault.what in NO_TIME:
                wrong = f"WHERE why = {why} AND log.{fault.role} IS NOT NULL"
                example = clicks.ask(f"min(log.{fault.role})", wrong, TEXTS)[0][0]
                offered = form_offered(clicks.texts, fault.role, example)
                to_do = f"{offered}, or if {example!r} means none: --never VALUE"
            what = f"are left out, other clicks are not: {clicks.reason(fault)}. {to_do}"
            limit = EARLIER if fault.what in (EARLY, SHORT) else FEW
            refuse_share(clicks.texts.table.path, lost, usable + lost, what, limit)


def _refuse_twice(clicks: Clicks) -> None:
    """Refuse a log in which clicks stand twice, by a column with identifiers or by whole rows."""
    cure = "If each is one click, type --column click={}; if not, --column click="
    part = max(1, clicks.rows // SAMPLE)
    twice = "coalesce(sum(n - 1), 0), coalesce(sum(n), 0)"
    for i, name in enumerate(clicks.texts.ids):
        rows = f"WHERE why IS NULL AND id{i} % {part} = 0 GROUP BY ALL"
        of = f"(SELECT id{i}, clicks.arm, clicked, count(*) AS n FROM {TEXTS} {rows})"
        n, all_rows = clicks.ask(twice, "", of)[0]
        if n > max(1, SOME * all_rows):
            what = f"{name} repeats in {n * part:,} rows with the same click time and arm"
            raise InputError(f"{clicks.texts.table.path}: {what}. {cure.format(name)}.")
    rows = f"FROM clicks WHERE why IS NULL AND delayed > 0 AND hash(clicked) % {part} = 0"
    groups = f"(SELECT count(*) AS n {rows} GROUP BY {{}})"
    n, of_all = clicks.ask(twice, "", groups.format("arm, clicked, delayed"))[0]
    at_once = clicks.ask(twice, "", groups.format("arm, clicked"))[0][0]
    if n > 0.9 * at_once:
        what = f"have a row equal to an earlier one. {cure.format('NAME')}"
        refuse_share(clicks.texts.table.path, n * part, of_all * part, what)


def _refuse_unit(clicks: Clicks, options: Options) -> None:
    """Refuse delays whose unit is guessed and implausible, or that are long for the log."""
    name, path = clicks.names[clicks.last], clicks.texts.table.path
    shape = "quantile_disc(delayed, 0.5), max(delayed), avg(CAST(delayed != floor(delayed) AS INT))"
    median, longest, broken = clicks.ask(shape, "WHERE why IS NULL AND delayed IS NOT NULL")[0]
    span = "max(clicked) - min(clicked), max(watched), count(clicked)"
    time, watched, n = clicks.ask(span, "WHERE why IS NULL")[0]
    reach = max(time or 0, watched or 0)
    if READ.format(name, "seconds") in clicks.texts.table.remarks:
        small = median < CLOCKS or (broken > 0.5 and median < 1000)
        if small or 0 < longest < reach / 50 or (n >= CROWD and median > reach > 0):
            what = f"{name} has no unit, and half of its numbers are at most {median:g}"
            cure = "Type --unit seconds, or minutes, hours, days, milliseconds"
            raise InputError(f"{path}: {what}. {cure}.")
    if n >= CROWD and options.until is None and not clicks.is_watched and median > 10 * time > 0:
        what = f"half of the conversions come {duration(median)} or more after their click"
        cure = "Check --unit and --dates. If that is right, give the end of the log: --until TIME"
        raise InputError(f"{path}: {what}, but clicks come within {duration(time)}. {cure}.")


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
    mixed = "(SELECT which, count(*) AS n FROM again GROUP BY 1 HAVING bool_or(arm != best))"
    n = clicks.ask("coalesce(sum(n), 0)", "", mixed)[0][0]
    if n > max(REPEATED, SEVERAL * all_rows):
        example = clicks.ask("mode(click)", "WHERE hash(click) IN (SELECT which FROM again)")[0][0]
        fault = (
            f"has several arms in {n:,} of {all_rows:,} rows that repeat one, such as {example!r}"
        )
        raise clicks.texts.fault("click", f"{fault}. Type --column click= if it is no identifier.")
    if repeated:
        again = "rowid IN (SELECT row FROM again WHERE place > 1)"
        clicks.leave_out(Fault("click", again, AGAIN, "The earliest conversion counts"))
        what = "If a click has several rows, the one with the earliest conversion counts"
        clicks.texts.remark(f"{what}; {several:,} of these clicks have several arms.")


def _refuse_never(clicks: Clicks, options: Options) -> None:
    """Refuse values that many conversions share, as they may mean no conversion."""
    last, many = clicks.last, max(2, SOME * clicks.rows)
    said = f"log.{last}"

    def refuse(found: Sequence[tuple[str, int]], other: str = "type --never ''") -> None:
        counted = " and ".join(f"{text!r} in {n:,}" for text, n in found)
        words = " ".join(shlex.quote(text) for text, _ in found if not text.startswith("-"))
        typed = [f"--never {words}"] if words else []
        typed += [f"--never={shlex.quote(text)}" for text, _ in found if text.startswith("-")]
        cure = f"If that means no conversion, type {' '.join(typed)}. If not, {other}."
        raise clicks.texts.fault(last, f"is {counted} of {clicks.rows:,} rows. {cure}")

    def frequent(rows: str, least: float) -> tuple[list[tuple[str, int]], int]:
        """Return texts in at least `least` of `rows` with their numbers, and that of all texts."""
        some = f"WHERE {said} IS NOT NULL AND ({rows}) GROUP BY 1 ORDER BY n DESC, 1 LIMIT {KINDS}"
        found = clicks.ask(f"{said}, count(*) AS n, sum(n) OVER ()", some, TEXTS)
        return [(text, n) for text, n, _ in found if n >= least], found[0][2] if found else 0

    texts, refused = frequent(clicks.having(last), many)
    if 2 * sum(n for _, n in texts) >= refused > 0:
        refuse(texts, "write the times of these conversions, or type --never ''")
    usable, at = f"(why IS NULL OR {clicks.having(SHORT)}) AND delayed >= 0", "delayed"
    if last == "conversion_time":
        at = "(clicked + delayed)"
        beyond = f"{at} > (SELECT max(clicked) FROM clicks WHERE why IS NULL) + {FAR}"
        far = f"({usable} AND {beyond}) OR ({clicks.having(EARLY)} AND delayed < -{FAR})"
        if all_far := clicks.ask("count(*)", f"WHERE {far}")[0][0]:
            texts, _ = frequent(far, SOME * clicks.rows)
            if 2 * sum(n for _, n in texts) >= all_far:
                refuse(texts)
            if all_far >= many:
                example = clicks.ask(f"min({said})", f"WHERE {far}", TEXTS)[0][0]
                what = f"is ten years from the clicks in {all_far:,} rows, such as {example!r}"
                cure = form_offered(clicks.texts, last, example)
                raise clicks.texts.fault(last, f"{what}. {cure}.")
            what, never = "is ten years from the clicks", "If it means none: --never VALUE"
            clicks.leave_out(Fault(last, far, what, never))
    if "converted" in clicks.names:
        return
    for value in dict.fromkeys((at, "delayed")):
        at_click = " AND delayed > 0" if options.tolerance and value == "delayed" else ""
        if shared := _shared(clicks, value, usable + at_click):
            if value == at:
                equal = f"WHERE {usable} AND {value} = "
                said_so = (clicks.ask(f"min({said})", equal + repr(x), TEXTS) for x, _ in shared)
                refuse([(text[0][0], n) for text, (_, n) in zip(said_so, shared, strict=True)])
            seconds, n = shared[0]
            what = f"is {duration(seconds)} after the click in {n:,} of {clicks.rows:,} rows"
            raise clicks.texts.fault(last, f"{what}. Empty it where none came, or type --never ''.")
    order = f"WHERE {usable} GROUP BY delayed ORDER BY delayed DESC LIMIT 2"
    if last != "delay":
        return
    longest = clicks.ask(f"delayed, count(*), min({said})", order, TEXTS)
    if len(longest) == 2:
        (top, n, text), (below, *_) = longest
        if n >= many and top > 3 * below > 0:
            refuse([(text, n)])


def _shared(clicks: Clicks, value: str, usable: str) -> list[tuple[float, int]]:
    """Return up to `KINDS` values that far more conversions share than any other value."""
    most = f"WHERE {usable} GROUP BY 1 ORDER BY n DESC LIMIT {KINDS + 1}"
    of_all = f"count(*) OVER (), sum(n) OVER (), min({value}) OVER ()"
    found = clicks.ask(f"{value}, count(*) AS n, {of_all}", most)
    if not found or found[0][1] < REPEATED:
        return []
    _, n, kinds, of_all, least = found[0]
    if 2 * n > clicks.rows:
        return [found[0][:2]]
    counts = [n for _, n, *_ in found] + [1] * (KINDS + 1 - len(found))
    falls = [i + 1 for i in range(KINDS) if counts[i] > CROWDED * counts[i + 1]]
    shared = [(x, n) for x, n, *_ in found[: falls[-1]] if n >= REPEATED] if falls else []
    others = of_all - sum(n for _, n in shared)
    if value == "delayed" and 2 * (kinds - len(shared)) < others:
        shared = [(x, n) for x, n in shared if x > least]  # as days: most may be the first
    if not shared or kinds - len(shared) < KINDS:
        return []
    rows, crowd = clicks.ask("sum(n), max(n)", "", f"({CROWDS.format(clicks.timed)})")[0]
    return [(x, n) for x, n in shared if n / of_all > CROWDED * (crowd or 0) / (rows or 1)]


def _refuse_times(clicks: Clicks, options: Options, *, in_a_second: bool) -> None:
    """Raise InputError for times far from all others, or if times are not in seconds.

    Such times may have a wrong year. `in_a_second` is true if half of all delays are at most 1 s.
    """
    n, first, last = clicks.ask("count(*), min(clicked), max(clicked)", f"WHERE {clicks.timed}")[0]
    cure = "If that is right, type --unit seconds; else another unit (--unit days)"
    if n and options.until is None and not clicks.is_watched:
        _refuse_far(clicks)
    if options.unit is None and in_a_second:
        fault = "half of the conversions come less than a second after their click"
    elif (
        options.unit is None
        and n >= CROWD
        and not SINCE_1970[0] < first < SINCE_1970[1]
        and 0 < last - first < max(UNITS["hours"], min(1, n / 1e6) * UNITS["days"])
    ):
        fault = f"{n:,} clicks come within {duration(last - first)}"
    else:
        return
    raise InputError(f"{clicks.texts.table.path}: {fault}. {cure}.")


def _refuse_far(clicks: Clicks) -> None:
    """Raise InputError for a few clicks or conversions long before or after all others."""
    ends = f"SELECT clicked AS moment, true AS clicked FROM clicks WHERE {clicks.timed}"
    ends += " UNION ALL SELECT clicked + delayed, false FROM clicks WHERE delayed >= 0"
    found = far_times(clicks.ask, f"({ends} AND why IS NULL)")
    if not found:
        return
    is_late, bound = found
    side, order = (">=", "DESC") if is_late else ("<=", "ASC")
    rows = f"WHERE {clicks.timed} AND clicked {side} {bound!r} ORDER BY clicked {order}"
    role, at = "click_time", "clicked"
    if not clicks.ask("1", rows):
        role, at = clicks.last, "clicked + delayed"
        rows = f"WHERE why IS NULL AND {at} {side} {bound!r} ORDER BY {at} {order}"
    (row, text, time, n), *_ = clicks.ask(
        f"log.rowid, log.{role}, {at}, count(*) OVER ()", rows.replace("why", "clicks.why"), TEXTS
    )
    inside = f"(SELECT moment FROM ({ends} AND why IS NULL) WHERE NOT moment {side} {bound!r})"
    near = clicks.ask("max(moment)" if is_late else "min(moment)", "", inside)[0][0]
    more = f" (and {n - 1:,} more)" if n > 1 else ""
    what = f"row {clicks.numbers([row])[0]}{more}: {clicks.names[role]} {text!r} comes"
    gap = f"{duration(abs(time - near))} {'after' if is_late else 'before'} all others"
    end = text if is_late and role != "delay" else "TIME"
    cure = f"Correct or remove the row. If it is right, type --until {shlex.quote(end)}"
    raise InputError(f"{clicks.texts.table.path}: {what} {gap}. {cure}, the end of the log.")
