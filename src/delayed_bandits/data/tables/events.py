"""A table of events read as a log of clicks, each with its conversion."""

from collections.abc import Callable, Collection, Mapping, Sequence

import duckdb

from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.tables.files import Table, literal, quoted

TIMES = ("click_time", "time", "timestamp", "event_time", "event_timestamp", "ts")
"""Names of the column with the time of an event. The first that a table has is used."""

# A click gets the conversions up to the next click with the same keys. Of events at the same time
# the clicks come first, in the order of their arms. A repeated event counts once.
CLICKS = """
CREATE TEMP TABLE clicks_of_events AS
WITH events AS (
    SELECT DISTINCT {time} AS time, {moment} AS moment, {arm} AS arm, [{keys}] AS who,
        coalesce({clicks}, false) AS clicked, coalesce({conversions}, false) AS converted
    FROM {source} WHERE {clicks} OR {conversions}
),
numbered AS (
    SELECT *, moment IS NOT NULL AND list_count(who) = len(who) AS usable, count(*) FILTER (clicked)
        OVER (PARTITION BY usable, who ORDER BY moment, NOT clicked, arm) AS click
    FROM events
)
SELECT usable, click, any_value(arm) FILTER (clicked) AS arm, min(moment) AS moment,
    min_by(time, moment) FILTER (clicked) AS clicked,
    min_by(time, moment) FILTER (converted) AS converted,
    count(*) FILTER (clicked) AS clicks, count(*) FILTER (converted) AS conversions,
    (SELECT max_by({time}, {moment}) FROM {source}) AS observed_until
FROM numbered GROUP BY usable, who, click
"""
COUNTS = """
SELECT sum(clicks), sum(conversions), sum(clicks + conversions) FILTER (NOT usable),
    count(*) FILTER (usable AND click > 0), sum(conversions) FILTER (usable AND click = 0),
    sum(conversions - 1) FILTER (usable AND click > 0 AND conversions > 1),
    any_value(observed_until)
FROM clicks_of_events
"""


def log_of_events(
    clicks: str, conversions: str, by: str, columns: Mapping[str, str], dates: Sequence[str] = ()
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
        time = _sql(table, "--column click_time", of_events)
        keys = [_sql(table, "--by", key.strip(), "VARCHAR") for key in by.split(",")]
        text, forms = f"CAST({time} AS VARCHAR)", [literal(form) for form in dates]
        read = [f"epoch(try_strptime({text}, [{', '.join(forms)}]))"] if forms else []
        read += [f"TRY_CAST({text} AS DOUBLE)", f"epoch(TRY_CAST({text} AS TIMESTAMPTZ))"]
        query = CLICKS.format(
            time=time,
            moment=f"coalesce({', '.join(read)})",
            arm=_sql(table, "--column arm", names["arm"]) if "arm" in names else "NULL",
            keys=", ".join(keys),
            clicks=_sql(table, "--clicks", clicks, "BOOLEAN"),
            conversions=_sql(table, "--conversions", conversions, "BOOLEAN"),
            source=table.source,
        )
        try:
            table.connection.execute(query)
        except duckdb.Error as error:
            raise InputError(f"{clicks}, {conversions}, {by}: {_fault(error)}") from error
        _say(table, clicks, conversions, by)
        names |= {"converted": "conversion_time", "observed_until": "observed_until"}
        shown = ", ".join(f"{name} AS {quoted(column)}" for name, column in names.items())
        usable = "clicks_of_events WHERE usable AND click > 0 ORDER BY moment, arm"
        header, source = list(names.values()), f"(SELECT {shown} FROM {usable})"
        return table._replace(source=source, header=header, ids=header, separator="", first_row="")

    return made


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
    return f"Write {column}->>'{field}'" if dot and column in table.header else ""


def with_fields(table: Table, columns: Collection[str]) -> Table:
    """Return a table with JSON fields, such as properties->>'variant', as columns."""
    new = [text for text in columns if "->>" in text and text not in table.header]
    shown = (f"{_sql(table, '--column', text)} AS {quoted(text)}" for text in new)
    source = f"(SELECT {', '.join(['*', *shown])} FROM {table.source})" if new else table.source
    return table._replace(source=source, header=table.header + new, ids=table.ids + new)


def _fault(error: duckdb.Error) -> str:
    return str(error).partition("\n")[0].partition("Error: ")[2] or str(error)


def _say(table: Table, clicks: str, conversions: str, by: str) -> None:
    """Add remarks on the events that count, or raise InputError if no event counts."""
    *found, end = table.connection.execute(COUNTS).fetchone()
    all_clicks, all_conversions, unusable, usable, alone, later = (int(n or 0) for n in found)
    if not all_clicks or not all_conversions:
        option, text = ("--conversions", conversions) if all_clicks else ("--clicks", clicks)
        raise InputError(f"{option} {text}: no event satisfies it. Check the condition.")
    if not usable:
        fault = "no click has these keys and a readable time. Check the columns, or give the format"
        raise InputError(f"--by {by}: {fault} of the times with --dates.")
    table.remarks.setdefault(
        f"A conversion counts for the last click before it with the same {by}. A click converts "
        f"once. Of {all_conversions:,} conversions, {alone:,} have no click and {later:,} come "
        "after the first of their click."
    )
    if unusable:
        table.remarks.setdefault(f"{unusable:,} events without a time or {by} are left out.")
    table.remarks.setdefault(f"We assume that clicks were observed until the last event, {end}.")
