"""Checks of a table of events, and remarks on the events that count."""

import re
from collections.abc import Sequence
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.tables.dates import form_offered
from delayed_bandits.data.tables.durations import duration
from delayed_bandits.data.tables.files import Table, literal
from delayed_bandits.data.tables.spans import SOME, far_times
from delayed_bandits.data.tables.values import FEW, Texts, refuse_share

AGAIN = 5  # two equal clicks within so many seconds may be one
CLOCKS = 60  # seconds by which clocks may differ
ALONE = 0.1  # share of the later conversions that may have no click
TWICE = 0.05  # share of the clicks that may be repeated
CROWD, CROWD_TIMES = 100, 10  # users from which none may have so many times the events of others

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


def check(table: Table, name: str, keys: Sequence[str], *, far: bool) -> None:
    """Raise InputError for unreadable times, and if a key has a much too frequent value.

    If `far`, times far from all others are refused, too. `keys` are the columns of --by.
    """

    def ask(columns: str, rest: str = "", of: str = "told") -> list[tuple[Any, ...]]:
        return table.connection.sql(f"SELECT {columns} FROM {of} {rest}").fetchall()

    texts = Texts(table, "told", {"time": name})
    used, unread = "WHERE (clicked OR converted)", "time IS NOT NULL AND moment IS NULL"
    counts = [f"count(*) FILTER ({rows})" for rows in ("true", unread, "converted")]
    counts += [f"count(*) FILTER ({unread} AND converted)"]
    events, bad, conversions, bad_conversions = ask(", ".join(counts), used)[0]
    if 2 * bad > events or bad_conversions > FEW * conversions:
        example = ask("min(CAST(time AS VARCHAR))", f"{used} AND {unread}")[0][0]
        what = f"is not a time in {bad:,} of {events:,} events, such as {example!r}"
        raise texts.fault("time", f"{what}. {form_offered(texts, 'time', example)}.")
    if far and (found := far_times(ask, "(SELECT moment, clicked FROM told)")):
        (is_late, beyond, near), most = found, "max" if found[0] else "min"
        few = f"CAST(arg_{most}(time, moment) AS VARCHAR), {most}(moment), count(*)"
        text, moment, n = ask(few, f"WHERE moment {beyond}")[0]
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
                what = f"is {value!r} in {n:,} of {events:,} events, others in up to {next_most:,}"
                typed = f"nullif({key}, {literal(value)})"
                cure = f"If that means none, write {typed} for it in --by; if not, ({key})"
                raise InputError(f"--by: {key} {what}. {cure}.")


def say(
    table: Table, clicks: str, conversions: str, by: str, arm: str, clocks: float | None
) -> None:
    """Add remarks on the events that count. Raise InputError if they are too few.

    `clocks` is the tolerance in seconds, or None if the user gives none.
    """
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
    cure += (
        f". If conversions can come without a click, put a column in parentheses: --by '{loose}'"
    )
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
        once = "count once" if clocks else f"count, too. If they repeat it: --tolerance {AGAIN}s"
        table.remarks.setdefault(f"{said}, and {once}.")
    table.remarks.setdefault(
        f"A conversion counts for the last click before it with the same {by}. A click converts "
        f"once. Of {of_all:,} conversions, {alone:,} have no click and {more:,} come after the "
        "first conversion of their click."
    )
    if unusable:
        table.remarks.setdefault(f"{unusable:,} events without a time or {by} are left out.")
    end = "strftime(to_timestamp(max(moment)), '%Y-%m-%d %H:%M:%S')"
    shown = f"if(max(moment) > 1e8, {end}, CAST(max_by(time, moment) AS VARCHAR))"
    (end,) = table.connection.execute(f"SELECT {shown} FROM told").fetchone()
    table.remarks.setdefault(f"We assume that clicks were observed until the last event, {end}.")
