"""Logs of conversions: a table of clicks, or a Criteo file by campaign."""

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from delayed_bandits.checks.errors import InputError, printable
from delayed_bandits.checks.schema import suggestion
from delayed_bandits.data.criteo.campaigns import read_campaigns
from delayed_bandits.data.log.arms import Log
from delayed_bandits.data.log.clicks import LAST, Clicks
from delayed_bandits.data.log.columns import NAMES, roles_of
from delayed_bandits.data.log.doubts import check
from delayed_bandits.data.log.meaning import Options
from delayed_bandits.data.tables.durations import UNITS
from delayed_bandits.data.tables.events import log_of_events, with_fields
from delayed_bandits.data.tables.files import open_table
from delayed_bandits.data.tables.values import texts_of
from delayed_bandits.experiments.delay_sources import (
    CAMPAIGN,
    check_reading,
    reading_of,
    values_of,
)
from delayed_bandits.files.digests import digest_of

logger = logging.getLogger(__name__)

LARGEST = 10  # campaigns that are read by default
SHOWN = 10  # most lines that are logged on rows that are left out; a file has all lines
CLICK_IDS = ("click_id", "clickid", "click id", "id_click")


def read_file(
    path: Path,
    shown: Path,
    events: Sequence[str] = (),
    arms: str | None = None,
    largest: int | None = None,
    **reading: Any,
) -> Log:
    """Return the `Log` in a file. `frames.read_log` describes the options.

    Rows that contradict themselves are left out and listed. A log with two plausible meanings, or
    none, is refused.

    - `shown`: the path that messages name;
    - `events`: SQL arguments of `log_of_events`, for a table of events;
    - `reading`: fields of `Options`.
    """
    options = Options(**reading | {"never": values_of(reading.get("never"))})
    check_reading(arms, largest, **options._asdict())
    if arms == CAMPAIGN:
        return read_campaigns(path, LARGEST if largest is None else largest)
    if arms is not None:
        raise InputError(f"arms is {arms!r}. Give {CAMPAIGN!r} for a Criteo file, or nothing.")
    if options.unit is not None and options.unit not in UNITS:
        raise InputError(f"unit is {options.unit!r}. {suggestion(options.unit, UNITS)}")
    for name in options.columns.keys() - NAMES:
        raise InputError(f"column {name!r} is unknown. {suggestion(name, NAMES)}")
    names = {*NAMES, *(column for column in options.columns.values() if not column.isdecimal())}
    with open_table(path, names) as table:
        table = table._replace(path=shown)
        if events:
            timing = options.unit, options.tolerance, options.until
            table = log_of_events(table, *events, options.columns, options.dates, *timing)
        table = with_fields(table, options.columns.values())
        places = roles_of(table.path, table, options.columns)
        clicks = Clicks(texts_of(table, places), options)
        check(clicks, options)
        lines = clicks.lines()
        different = {line.partition(": row ")[2].partition(": ")[2]: line for line in lines[::-1]}
        shown = list(different.values())[: -SHOWN - 1 : -1]
        for line in shown:
            logger.warning("%s", line)
        if len(lines) > len(shown):
            logger.warning("%s: ... and %d more", table.path, len(lines) - len(shown))
        unused = [n for i, n in enumerate(table.header) if i not in places.values()][:20]
        if unused:
            table.remarks[f"Columns that are not used: {printable(', '.join(unused))}."] = None
        for name in [name for name in unused if name.lower() in CLICK_IDS][:1]:
            table.remarks[f"If a click can have several rows, add --column click={name}."] = None
        return _log(clicks, path, lines, reading_of(**options._asdict()))


def _log(clicks: Clicks, path: Path, lines: list[str], reading: str) -> Log:
    remarks, kept, ends = clicks.texts.table.remarks, "WHERE why IS NULL", "watched"
    by_size = f"{kept} GROUP BY arm ORDER BY count(*) DESC, arm"
    arms = [arm for (arm,) in clicks.ask("arm", by_size)]
    if not clicks.is_watched and "click_time" in clicks.names:
        end, until = clicks.ask(LAST, kept)[0][0], clicks.until
        ends = f"{end if until is None else until!r} - clicked"
        known = "with its last click or conversion." if until is None else "where --until says."
        remarks.setdefault(f"The log ends {known}")
    connection, whole = clicks.texts.table.connection, "coalesce(floor({} + 1e-6), -1)::BIGINT"
    connection.execute("CREATE TYPE arms AS ENUM (SELECT unnest($1))", [arms])
    columns = connection.sql(f"""SELECT enum_code(arm::arms)::INTEGER AS arm,
        {whole.format("delayed")} AS delay, {whole.format(ends)} AS observed
        {", chance AS probability" if "probability" in clicks.names else ""} FROM clicks {kept}""")
    n, span = clicks.ask("count(*), max(clicked) - min(clicked)", f"WHERE {clicks.timed}")[0]
    ((until,),) = clicks.ask(f"max(clicked + {ends})", kept)
    left_out = {clicks.reason(fault): n for fault, n in clicks.counts().items() if n}
    out = ", ".join(f"{why} ({n:,})" for why, n in left_out.items())
    out = f"{sum(left_out.values()):,} of {clicks.rows:,} rows are left out: {out}."
    return Log(
        file=printable(path.name),
        sha256=digest_of(path),
        reading=reading,
        arms=arms,
        clicks_per_day=n * UNITS["days"] / span if span else None,
        until=until,
        left_out=left_out,
        lines=lines,
        assumptions=[*([out] if left_out else []), *remarks],
        **{n: columns.project(n).fetchnumpy()[n] for n in columns.columns},  # in less memory
    )
