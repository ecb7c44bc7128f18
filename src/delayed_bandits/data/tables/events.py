"""A table with a row for each event, turned into a log with a row for each click."""

import re
from collections.abc import Collection, Mapping, Sequence

import duckdb

from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.tables.durations import UNITS, time_of
from delayed_bandits.data.tables.event_checks import AGAIN, check, say
from delayed_bandits.data.tables.files import Table, literal, quoted
from delayed_bandits.data.tables.values import MISSING, SINCE, SINCE_1970

TIMES = ("click_time", "time", "timestamp", "event_time", "event_timestamp", "ts")
"""Names of the column with the time of an event. The first that a table has is used."""

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
        moment IS NOT NULL AND list_count(who) = len(who) AS usable,
        moment > (SELECT (min(moment) + max(moment)) / 2 FROM told) AS is_late
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
    count(*) FILTER (converted AND is_late) AS later,
    (SELECT max_by(time, moment) FROM told) AS observed_until
FROM numbered GROUP BY usable, who, click
"""


def log_of_events(
    table: Table,
    clicks: str,
    conversions: str,
    by: str,
    columns: Mapping[str, str],
    dates: Sequence[str] = (),
    unit: str | None = None,
    tolerance: str | None = None,
    until: str | None = None,
) -> Table:
    """Return a table with a row for each click, from a table with one event a row.

    A conversion belongs to the last click before it with the same values of `by`. If a click has
    several conversions, the first counts.

    Parameters
    ----------
    clicks, conversions : str
        SQL conditions that say which events are clicks, and which are conversions.
    by : str
        Columns or SQL expressions in which a conversion and its click agree, separated by commas.
    columns : mapping
        Names of columns: `click_time`, the time of an event, and `arm`, the arm of a click.
    dates, unit, tolerance, until : optional
        As on the command line.
    """
    named, arm = columns.get("click_time"), columns.get("arm") or "arm"
    of_events = named or next((name for name in TIMES if name in table.header), "")
    if not of_events:
        shown = ", ".join(table.header[:20])
        fault = "no column has the time of an event. Name it: --column click_time=NAME"
        raise InputError(f"{table.path}: {fault} (columns: {shown})")
    names = {"clicked": named or "click_time"}
    if columns.get("arm") or arm in table.header:
        names["arm"] = arm
    keys = [key.strip() for key in re.split(r",(?![^(]*\))", by)]
    found = [_sql(table, "--by", key, "VARCHAR") for key in keys]
    given = "if(regexp_full_match(lower({0}), '{1}'), NULL, {0})".format
    moment = _moment(dates, unit)
    query = TOLD.format(
        time=_sql(table, "--column click_time", of_events),
        moment=moment,
        arm=_sql(table, "--column arm", arm) if "arm" in names else "NULL",
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
        end = f"(SELECT {moment} FROM (SELECT {literal(until)} AS time))"
        table.connection.execute(f"DELETE FROM told WHERE moment > {end}")
    check(table, of_events, keys, far=until is None)
    again, once = AGAIN if clocks is None else clocks, ONCE if clocks else ""
    table.connection.execute(CLICKS.format(tolerance=clocks or 0, again=again, once=once))
    say(table, clicks, conversions, by, names.get("arm", ""), clocks)
    names |= {"converted": "conversion_time", "observed_until": "observed_until"}
    shown = ", ".join(f"{name} AS {quoted(column)}" for name, column in names.items())
    usable = "clicks_of_events WHERE usable AND click > 0 ORDER BY moment, arm"
    header, source = list(names.values()), f"(SELECT {shown} FROM {usable})"
    return table._replace(source=source, header=header, ids=header, separator="", first_row="")


def _moment(dates: Sequence[str], unit: str | None) -> str:
    """Return SQL that turns the column `time` into seconds since 1970."""
    text, forms = "CAST(time AS VARCHAR)", [literal(form) for form in dates]
    number, (low, high) = f"TRY_CAST({text} AS DOUBLE)", SINCE_1970
    sizes = (f"WHEN {number} / {n} BETWEEN {low} AND {high} THEN {number} / {n}" for n in SINCE)
    read = [f"epoch_us(try_strptime({text}, [{', '.join(forms)}])) / 1e6"] if forms else []
    read += [f"CASE {' '.join(sizes)} ELSE {number} * {UNITS[unit or 'seconds']} END"]
    read += [f"epoch_us(TRY_CAST({text} AS TIMESTAMPTZ)) / 1e6"]
    return f"coalesce({', '.join(read)})"


def _sql(table: Table, option: str, text: str, kind: str = "") -> str:
    """Check a column or SQL expression that the user typed, and return its SQL."""
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
    """Return how to write a JSON field such as properties.arm in SQL, or ""."""
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
    """Return the table with JSON fields, such as properties->>'arm', as new columns."""
    new = [text for text in columns if "->>" in text and text not in table.header]
    shown = (f"{_sql(table, '--column', text)} AS {quoted(text)}" for text in new)
    source = f"(SELECT {', '.join(['*', *shown])} FROM {table.source})" if new else table.source
    return table._replace(source=source, header=table.header + new, ids=table.ids + new)


def _fault(error: duckdb.Error) -> str:
    return str(error).partition("\n")[0].partition("Error: ")[2] or str(error)
