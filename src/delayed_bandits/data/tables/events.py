"""A table of events read as a log of clicks, each with its conversion."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import duckdb

from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.tables.durations import UNITS, duration, time_of
from delayed_bandits.data.tables.files import Table, literal, quoted
from delayed_bandits.data.tables.spans import SOME, far_times
from delayed_bandits.data.tables.values import (
    FEW,
    MISSING,
    SINCE,
    SINCE_1970,
    Texts,
    form_offered,
    refuse_share,
)

TIMES = ("click_time", "time", "timestamp", "event_time", "event_timestamp", "ts")
"""Names of the column with the time of an event. The first that a table has is used."""

MIDDLE = "SELECT (min(moment) + max(moment)) / 2 FROM told"
AGAIN = 5  # seconds within which a click that stands twice may be one
CLOCKS = 60  # seconds by which clocks may differ
ALONE = 0.1  # share of the later conversions that may have no click
TWICE = 0.05  # share of the clicks that may stand twice
CROWD, CROWD_TIMES = 100, 10  # users from which one with many times the events of another is asked

TOLD = """
CREATE TEMP TABLE told AS SELECT *, {moment} AS moment FROM (
    SELECT {time} AS time, {arm} AS arm, [{keys}] AS who,
        coalesce({clicks}, false) AS clicked, coalesce({conversions}, false) AS converted
    FROM {source})
"""
ONCE = """REPLACE (count(*) FILTER (clicked AND NOT repeated)
    OVER (PARTITION BY usable, who ORDER BY place, NOT clicked, arm) AS click)"""
# A click gets the conversions up to the next click with the same keys. Of events at the same time
# the clicks come first, in the order of their arms. A repeated event counts once.
CLICKS = """
CREATE TEMP TABLE clicks_of_events AS
WITH events AS (
    SELECT DISTINCT *, moment + if(clicked, 0, {tolerance}) AS place,
        moment IS NOT NULL AND list_count(who) = len(who) AS usable
    FROM told WHERE clicked OR converted
),
ordered AS (
    SELECT *, count(*) FILTER (clicked) OVER same AS click,
        lag(if(clicked, place, NULL) IGNORE NULLS) OVER same AS before,
        lag(if(clicked, hash(arm), NULL) IGNORE NULLS) OVER same AS arm_before,
        lead(if(clicked, place, NULL) IGNORE NULLS) OVER same AS after,
        coalesce(clicked AND place - before <= {again} AND arm_before = hash(arm), false) AS
            repeated,
        if(click = 0 AND after - place < 86400, after - place, NULL) AS ahead
    FROM events WINDOW same AS (PARTITION BY usable, who ORDER BY place, NOT clicked, arm)
),
numbered AS (
    SELECT * {once} FROM ordered
)
SELECT usable, click, min_by(arm, moment) FILTER (clicked) AS arm, min(moment) AS moment,
    min_by(time, moment) FILTER (clicked) AS clicked,
    min_by(time, moment) FILTER (converted) AS converted,
    min_by(arm, moment) FILTER (converted) AS bought,
    count(*) FILTER (clicked) AS clicks, count(*) FILTER (converted) AS conversions,
    count(*) FILTER (repeated) AS repeated,
    max(ahead) AS ahead, count(ahead) AS early,
    count(*) FILTER (converted AND moment > {middle}) AS later,
    (SELECT max_by(time, moment) FROM told) AS observed_until
FROM numbered GROUP BY usable, who, click
"""
COUNTS = """
SELECT sum(clicks), sum(conversions), sum(clicks + conversions) FILTER (NOT usable),
    count(*) FILTER (usable AND click > 0), sum(conversions) FILTER (usable AND click = 0),
    sum(conversions - 1) FILTER (usable AND click > 0 AND conversions > 1), sum(repeated),
    sum(later), sum(later) FILTER (usable AND click = 0), sum(early), ceil(max(ahead)),
    count(bought) FILTER (usable AND clicks > 0 AND arm IS NOT NULL),
    count(bought) FILTER (usable AND clicks > 0 AND arm != bought),
    sum(conversions) FILTER (NOT usable), sum(clicks) FILTER (NOT usable)
FROM clicks_of_events
"""


def log_of_events(
    clicks: str,
    conversions: str,
    by: str,
    columns: Mapping[str, str],
    dates: Sequence[str] = (),
    *,
    unit: str | None = None,
    tolerance: str | None = None,
    until: str | None = None,
) -> Callable[[Table], Table]:
    """Return a function that turns a table with one event a row into a log.

    A conversion belongs to the last click before it with equal keys. Of several conversions of a
    click, the first counts.

    Parameters
    ----------
    clicks, conversions : str
        SQL conditions that say which events are clicks, and which are conversions.
    by : str
        Columns or SQL expressions in which a conversion and its click agree, separated by commas.
    columns : mapping
        Names of columns: `click_time`, the time of an event, and `arm`, the arm of a click.
    dates : sequence of str
        Formats of times, as for `strptime`.
    unit, tolerance, until : str, optional
        As on the command line.
    """

    def made(table: Table) -> Table:
        known = [name for name in TIMES if name in table.header]
        if not known and not columns.get("click_time"):
            shown = ", ".join(table.header[:20])
            fault = "no column has the time of an event. Name it: --column click_time=NAME"
            raise InputError(f"{table.path}: {fault} (columns: {shown})")
        names = {"clicked": columns.get("click_time") or "click_time"}
        if columns.get("arm") or "arm" in table.header:
            names["arm"] = columns.get("arm") or "arm"
        of_events = columns.get("click_time") or known[0]
        keys = [key.strip() for key in re.split(r",(?![^(]*\))", by)]
        found = [_sql(table, "--by", key, "VARCHAR") for key in keys]
        given = "if(regexp_full_match(lower({0}), '{1}'), NULL, {0})".format
        query = TOLD.format(
            time=_sql(table, "--column click_time", of_events),
            moment=_moment(dates, unit),
            arm=_sql(table, "--column arm", names["arm"]) if "arm" in names else "NULL",
            keys=", ".join(given(key, MISSING) for key in found),
            clicks=_sql(table, "--clicks", clicks, "BOOLEAN"),
            conversions=_sql(table, "--conversions", conversions, "BOOLEAN"),
            source=table.source,
        )
        clocks = None if tolerance is None else time_of(tolerance, "--tolerance", least=0)
        try:
            table.connection.execute(query)
        except duckdb.Error as error:
            raise InputError(f"{clicks}, {conversions}, {by}: {_fault(error)}") from error
        if until is not None:
            end = f"(SELECT {_moment(dates, unit)} FROM (SELECT {literal(until)} AS time))"
            table.connection.execute(f"DELETE FROM told WHERE moment > {end}")
        _check(table, of_events, keys, far=until is None)
        middle = table.connection.execute(MIDDLE).fetchone()
        query = CLICKS.format(
            tolerance=clocks or 0,
            again=AGAIN if clocks is None else clocks,
            once=ONCE if clocks else "",
            middle=middle[0] or 0,
        )
        table.connection.execute(query)
        _say(table, clicks, conversions, by, names.get("arm", ""), clocks)
        names |= {"converted": "conversion_time", "observed_until": "observed_until"}
        shown = ", ".join(f"{name} AS {quoted(column)}" for name, column in names.items())
        usable = "clicks_of_events WHERE usable AND click > 0 ORDER BY moment, arm"
        header, source = list(names.values()), f"(SELECT {shown} FROM {usable})"
        return table._replace(source=source, header=header, ids=header, separator="", first_row="")

    return made


def _moment(dates: Sequence[str], unit: str | None) -> str:
    """Return SQL for the seconds since 1970 of the column `time`, whatever its unit."""
    text, forms = "CAST(time AS VARCHAR)", [literal(form) for form in dates]
    number, (low, high) = f"TRY_CAST({text} AS DOUBLE)", SINCE_1970
    sizes = (f"WHEN {number} / {n} BETWEEN {low} AND {high} THEN {number} / {n}" for n in SINCE)
    read = [f"epoch_us(try_strptime({text}, [{', '.join(forms)}])) / 1e6"] if forms else []
    read += [f"CASE {' '.join(sizes)} ELSE {number} * {UNITS[unit or 'seconds']} END"]
    read += [f"epoch_us(TRY_CAST({text} AS TIMESTAMPTZ)) / 1e6"]
    return f"coalesce({', '.join(read)})"


def _check(table: Table, name: str, keys: Sequence[str], *, far: bool) -> None:
    """Raise InputError for times that cannot be read or are `far` from others, and odd keys."""

    def ask(columns: str, rest: str = "", of: str = "told") -> list[tuple[Any, ...]]:
        return table.connection.sql(f"SELECT {columns} FROM {of} {rest}").fetchall()

    texts = Texts(table, "told", {"time": name})
    used, unread = "WHERE (clicked OR converted)", "time IS NOT NULL AND moment IS NULL"
    counts = [f"count(*) FILTER ({rows})" for rows in ("true", unread, "converted")]
    counts += [f"count(*) FILTER ({unread} AND converted)"]
    events, bad, conversions, bad_conversions = ask(", ".join(counts), used)[0]
    if 2 * bad > events or bad_conversions > FEW * conversions:
        example = ask("min(CAST(time AS VARCHAR))", f"{used} AND {unread}")[0][0]
        what = f"is {example!r} or the like in {bad:,} of {events:,} events, which is no time"
        raise texts.fault("time", f"{what}. {form_offered(texts, 'time', example)}.")
    if far and (found := far_times(ask, "(SELECT moment, clicked FROM told)")):
        is_late, bound = found
        side, most = (">=", "max") if is_late else ("<=", "min")
        few = f"CAST(arg_{most}(time, moment) AS VARCHAR), {most}(moment), count(*)"
        text, moment, n = ask(few, f"WHERE moment {side} {bound!r}")[0]
        near = ask(f"{most}(moment)", f"WHERE NOT moment {side} {bound!r}")[0][0]
        gap = f"{duration(abs(moment - near))} {'after' if is_late else 'before'} all others"
        cure = "Correct or remove it. If it is right, give the end of the log: --until TIME"
        raise texts.fault("time", f"has {text!r}, {gap} ({n:,} such events). {cure}.")
    text = "CAST(time AS VARCHAR)"
    zoned = f"avg(CAST(regexp_matches({text}, ':.*([-+]\\d\\d|Z|UTC|GMT)') AS INT))"
    shares = [
        ask(zoned, f"WHERE {kind} AND {text} LIKE '____-__-__%:%'")[0][0]
        for kind in ("clicked", "converted")
    ]
    if None not in shares and abs(shares[0] - shares[1]) > FEW:
        without, other = ("clicks", "conversions")[:: 1 if shares[0] < shares[1] else -1]
        fault = f"has a zone in {other} but not in all {without}. Write all times with a zone."
        raise texts.fault("time", fault)
    for i, key in enumerate(keys, 1):
        most = f"{used} AND who[{i}] IS NOT NULL GROUP BY ALL ORDER BY n DESC LIMIT 2"
        found = (
            ask(f"who[{i}], count(*) AS n, count(*) OVER ()", most) if key in table.header else ()
        )
        if len(found) == 2 and found[0][2] > CROWD:
            (value, n, _), (_, next_most, _) = found
            if n > SOME * events and n > CROWD_TIMES * next_most:
                what = f"is {value!r} in {n:,} of {events:,} events, no other in over {next_most:,}"
                typed = f"nullif({key}, {literal(value)})"
                cure = f"If that means none, write {typed} for it in --by; if not, ({key})"
                raise InputError(f"--by: {key} {what}. {cure}.")


def _sql(table: Table, option: str, text: str, kind: str = "") -> str:
    """Return the SQL of an option that gives a column or an SQL expression, checked."""
    known = {name.lower() for name in (*table.header, "true", "false")}
    if text.isidentifier() and text.lower() not in known:  # `user` alone is a constant of SQL
        raise InputError(f"{option}: no column {text!r}. Columns: {', '.join(table.header[:20])}")
    try:
        if text in table.header:
            expression = quoted(table.ids[table.header.index(text)])
        else:
            expression = f"({duckdb.SQLExpression(text)})"
        expression = f"CAST({expression} AS {kind})" if kind else expression
        table.connection.execute(f"SELECT {expression} FROM {table.source} LIMIT 0")
    except duckdb.Error as error:
        hint = nested(table, text) or f"Columns: {', '.join(table.header[:20])}"
        raise InputError(f"{option}: {text!r}: {_fault(error)}. {hint}") from error
    return expression


def nested(table: Table, text: str) -> str:
    """Return how to write the JSON field that `text` means, or "" if it is not a field."""
    column, dot, field = text.partition(".")
    if not dot or column not in table.header:
        return ""
    first = f"SELECT CAST(any_value({quoted(column)}) AS VARCHAR) FROM {table.source}"
    if not re.match(r"\[\{['\"]?key\b", table.connection.execute(first).fetchone()[0] or ""):
        return f"Write {column}->>'{field}'"
    listed = f"list_filter(CAST({column} AS JSON[]), lambda x: x->>'key' = '{field}')[1]"
    value = f"{listed}->'value'"
    return f"Write coalesce({value}->>'string_value', {value}->>'int_value')"


def with_fields(table: Table, columns: Collection[str]) -> Table:
    """Return a table with JSON fields, such as properties->>'variant', as columns."""
    new = [text for text in columns if "->>" in text and text not in table.header]
    shown = (f"{_sql(table, '--column', text)} AS {quoted(text)}" for text in new)
    source = f"(SELECT {', '.join(['*', *shown])} FROM {table.source})" if new else table.source
    return table._replace(source=source, header=table.header + new, ids=table.ids + new)


def _fault(error: duckdb.Error) -> str:
    return str(error).partition("\n")[0].partition("Error: ")[2] or str(error)


def _say(
    table: Table, clicks: str, conversions: str, by: str, arm: str, clocks: float | None
) -> None:
    """Add remarks on the events that count, or raise InputError if too few count."""
    found = (int(n or 0) for n in table.connection.execute(COUNTS).fetchone())
    all_clicks, of_all, unusable, usable, alone, more, again, *found = found
    later, late, early, ahead, known, other, *none = found
    if not all_clicks or not of_all:
        option, text = ("--conversions", conversions) if all_clicks else ("--clicks", clicks)
        raise InputError(f"{option} {text}: no event satisfies it. Check the condition.")
    if none[0] / of_all > 2 * none[1] / all_clicks:
        cure = "Give columns that clicks and conversions have"
        refuse_share(f"--by {by}", none[0], of_all, f"have no time or no {by}. {cure}")
    if not usable:
        fault = "no click has these keys and a readable time. Check the columns, or give the format"
        raise InputError(f"--by {by}: {fault} of the times with --dates.")
    keys = ",".join(f"lower(trim({key}))" for key in by.split(",") if key.isidentifier())
    cure = f"If case or spaces differ, in keys or conditions, use lower(): --by '{keys}'"
    loose = re.sub(r"^([^,]+)", r"(\1)", by)
    cure += f". If these came without a click, put a column in parentheses: --by '{loose}'"
    if unusable:
        cure = f"{unusable:,} events have no time or no {by}. {cure}"
    what, cure_of = f"no click before them with the same {by}", "Write all times in one zone"
    if ahead <= CLOCKS:
        cure_of = f"Clocks may differ: --tolerance {ahead}s keeps them"
    said = f"come up to {duration(ahead)} before their click. {cure_of}"
    refuse_share(f"--by {by}", early, of_all, said)
    if alone == of_all:
        raise InputError(f"--by {by}: {of_all:,} conversions, and {what}. {cure}.")
    if all_clicks < CROWD or by.startswith("("):
        late = early = other = 0
    refuse_share(f"--by {by}", late, later, f"of the second half have {what}. {cure}", ALONE)
    kept = f'to keep them, --column "arm=CASE WHEN {clicks} THEN {arm} END"'
    typed = f"Type --by {by},{arm}, or, {kept}"
    refuse_share(f"--by {by}", other, known, f"have another {arm} than their click. {typed}")
    within = f"within {AGAIN if clocks is None else clocks:g} s of another with the same {by}"
    said = f"{again:,} of {all_clicks:,} clicks come {within}"
    if clocks is None and all_clicks >= CROWD and again > TWICE * all_clicks:
        cure = f"If they are one, type --tolerance {AGAIN}s; if not, --tolerance 0s"
        raise InputError(f"{table.path}: {said}. {cure}.")
    if again:
        once = "count once" if clocks else f"count as others. If not: --tolerance {AGAIN}s"
        table.remarks.setdefault(f"{said}, and {once}.")
    table.remarks.setdefault(
        f"A conversion counts for the last click before it with the same {by}. A click converts "
        f"once. Of {of_all:,} conversions, {alone:,} have no click and {more:,} come after the "
        "first of their click."
    )
    if unusable:
        table.remarks.setdefault(f"{unusable:,} events without a time or {by} are left out.")
    end = "strftime(to_timestamp(max(moment)), '%Y-%m-%d %H:%M:%S')"
    shown = f"if(max(moment) > 1e8, {end}, CAST(max_by(time, moment) AS VARCHAR))"
    (end,) = table.connection.execute(f"SELECT {shown} FROM told").fetchone()
    table.remarks.setdefault(f"We assume that clicks were observed until the last event, {end}.")
