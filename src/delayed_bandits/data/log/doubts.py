"""Checks of the clicks of a log: duplicates, lost conversions, unexpected times."""

import shlex

from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.log.clicks import AGAIN, TEXTS, Clicks
from delayed_bandits.data.log.meaning import (
    EARLY,
    NEGATIVE,
    NO_NUMBER,
    NO_TIME,
    SHORT,
    Fault,
    Options,
)
from delayed_bandits.data.log.never import REPEATED, refuse_never
from delayed_bandits.data.tables.dates import form_offered
from delayed_bandits.data.tables.durations import UNITS, duration
from delayed_bandits.data.tables.flags import SOME
from delayed_bandits.data.tables.spans import far_times
from delayed_bandits.data.tables.values import FEW, READ, SINCE_1970, refuse_share

CROWD = 1000  # clicks from which a log of a very short time is refused if no unit is given
CLOCKS = 60  # seconds by which clocks may differ
EARLIER, SEVERAL = 0.2, 0.1  # largest shares: conversions before their click, clicks of two arms
ENOUGH, SAMPLE = 30, 200_000  # conversions from which the unit is judged; rows that are compared


def check(clicks: Clicks, options: Options) -> None:
    """Leave out contradictory rows, and refuse a log that is not plausible."""
    texts, names = clicks.texts, clicks.names
    if "click" in names:
        _keep_once(clicks)
    if "" not in options.never:
        refuse_never(clicks, options)
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
        zones = "Are both columns in one time zone, with seconds?"
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
        place = clicks.faults.index(worst)
        clicks.faults[place] = worst = worst._replace(to_do=_form_of(clicks, place)[1])
    if usable:
        fault = f"{n:,} of {clicks.rows:,} rows cannot be used: {clicks.reason(worst)}"
        raise InputError(f"{path}: {fault}. {worst.to_do}.")
    if clicks.rows and not n:
        raise InputError(f"{path}: no click converted. Log for longer.")
    first = [f"The first: {line.removeprefix(f'{path}: ')}" for line in clicks.lines()[:1]]
    raise InputError(f"{path}: no row has a usable delay. {(first or ['Log for longer.'])[0]}")


def _form_of(clicks: Clicks, fault: int) -> tuple[str, str]:
    """Return a time that was not read, and a sentence that asks for its format."""
    role = clicks.faults[fault].role
    example = clicks.ask(f"min(log.{role})", f"WHERE why = {fault}", TEXTS)[0][0]
    return example, form_offered(clicks.texts, role, example)


def _refuse_lost(clicks: Clicks, usable: int, options: Options) -> None:
    """Refuse a log if a fault leaves out conversions much more often than other clicks."""
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
            if fault.what in NO_TIME:
                example, offered = _form_of(clicks, why)
                to_do = f"{offered}, or if {example!r} means none: --never VALUE"
            what = f"are left out, other clicks are not: {clicks.reason(fault)}. {to_do}"
            limit = EARLIER if fault.what in (EARLY, SHORT) else FEW
            refuse_share(clicks.texts.table.path, lost, usable + lost, what, limit)


def _refuse_twice(clicks: Clicks) -> None:
    """Refuse a log with repeated clicks: equal identifiers, or equal rows."""
    cure = "If such rows are one click, type --column click={}; if not, --column click="
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
    """Refuse delays that are implausible for the guessed unit or the log's time span."""
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
    """Keep one row of each repeated click: the row with the earliest conversion."""
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
    new, cure = rows - all_rows + repeated, "Type --column click= if it is not an identifier."
    if 10 * new < rows or (2 * several > repeated and 2 * new < rows):
        raise clicks.texts.fault("click", f"has {new:,} values in {rows:,} rows. {cure}")
    mixed = "(SELECT which, count(*) AS n FROM again GROUP BY 1 HAVING bool_or(arm != best))"
    n = clicks.ask("coalesce(sum(n), 0)", "", mixed)[0][0]
    if n > max(REPEATED, SEVERAL * all_rows):
        example = clicks.ask("mode(click)", "WHERE hash(click) IN (SELECT which FROM again)")[0][0]
        fault = f"has several arms in {n:,} of {all_rows:,} rows that repeat one, such as"
        raise clicks.texts.fault("click", f"{fault} {example!r}. {cure}")
    if repeated:
        again = "rowid IN (SELECT row FROM again WHERE place > 1)"
        clicks.leave_out(Fault("click", again, AGAIN, "The earliest conversion counts"))
        what = "If a click has several rows, the one with the earliest conversion counts"
        clicks.texts.remark(f"{what}; {several:,} of these clicks have several arms.")


def _refuse_times(clicks: Clicks, options: Options, *, in_a_second: bool) -> None:
    """Refuse times that are not in seconds, or far from all others (a wrong year)."""
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
    """Refuse a few clicks or conversions that lie long before or after all others."""
    ends = f"SELECT clicked AS moment, true AS clicked FROM clicks WHERE {clicks.timed}"
    ends += " UNION ALL SELECT clicked + delayed, false FROM clicks WHERE delayed >= 0"
    found = far_times(clicks.ask, f"({ends} AND why IS NULL)")
    if not found:
        return
    is_late, beyond, near = found
    for role, at, rows in (
        ("click_time", "clicked", clicks.timed),
        (clicks.last, "clicked + delayed", "why IS NULL"),
    ):
        order = f"{beyond} ORDER BY {at} {'DESC' if is_late else 'ASC'}"
        columns = f"log.rowid, log.{role}, {at}, count(*) OVER ()"
        if far := clicks.ask(columns, f"WHERE {rows} AND {at} {order}", TEXTS):
            break
    row, text, time, n = far[0]
    more = f" (and {n - 1:,} more)" if n > 1 else ""
    what = f"row {clicks.numbers([row])[0]}{more}: {clicks.names[role]} {text!r} comes"
    gap = f"{duration(abs(time - near))} {'after' if is_late else 'before'} all others"
    end = text if is_late and role != "delay" else "TIME"
    cure = f"Correct or remove the row. If it is right, type --until {shlex.quote(end)}"
    raise InputError(f"{clicks.texts.table.path}: {what} {gap}. {cure}, the end of the log.")
