"""Meaning of a log, as SQL: conversions, their times, contradictory rows."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from delayed_bandits.data.log.columns import time_of
from delayed_bandits.data.tables.files import literal
from delayed_bandits.data.tables.values import LONGEST, UNITS, Texts, durations, times

YES, NO = ("1", "1.0", "true", "t", "yes", "y"), ("0", "0.0", "false", "f", "no", "n")
NEGATIVE = "negative"  # what --never calls all numbers below 0
SOME, NEARLY_ALL = 0.01, 0.95  # shares of rows that are no accident, or a rule
ONCE = "each click once"
AFTER = "a conversion after the click (if this value means no conversion: --never VALUE)"
NOTHING = "CAST(NULL AS DOUBLE)"
VALUES = 9  # of a column of flags that are looked at
CENTURY = 100 * 365.25 * UNITS["days"]
CONTROL = r"[\x00-\x1f\x7f-\x9f\x{2028}-\x{202e}]"  # a terminal obeys these, or turns text around
TOTAL = r"(grand )?totals?:?"


class Options(NamedTuple):
    """The user's options on how to read a log; None or empty if not given."""

    unit: str | None = None
    columns: Mapping[str, str] = {}
    dates: Sequence[str] = ()  # forms of strptime
    never: str | None = None
    converted_is: str | None = None
    tolerance: str | None = None


def _same(column: str, value: str) -> str:
    """Return SQL for equality of a column with text, number, day or time."""
    x = literal(value)
    ways = [f"{way}({column}) = {way}({x})" for way in ("lower", "plain", "iso")]
    if re.fullmatch(r"\d{4}-\d\d-\d\d", value):
        ways.append(f"starts_with({column}, {x})")
    return f"coalesce({' OR '.join(ways)}, false)"


def make_clicks(texts: Texts, options: Options) -> list[tuple[str, str]]:
    """Make a table `clicks`, with a row for each of a log; return its faults.

    It has `arm`, `chance` (the arm's probability), `click`, `clicked`, `delayed` and `watched`, in
    seconds, and `why`, the number of a fault. A fault has a column's role and what was expected
    there. An InputError refuses a log that can be read in two ways.
    """
    names, never, same = texts.names, options.never, "false"
    last = "delay" if "delay" in names else "conversion_time"
    _refuse_flags(texts, options.columns)
    if never not in (None, "", NEGATIVE):
        same = _same(last, never)
        if not texts.ask(f"count(*) FILTER ({same})")[0]:
            texts.remark(f"No {names[last]} is {never}.")
    emptied = f"* REPLACE (CASE WHEN NOT {same} THEN {last} END AS {last})"
    arm = "" if "arm" in names else ", 'all' AS arm"
    texts = texts._replace(source=f"(SELECT {emptied}{arm} FROM {texts.source})")
    moments = [r for r in ("click_time", "conversion_time", "observed_until") if r in names]
    seconds = times(texts, moments, options.unit, options.dates)
    chance = durations(texts, "probability", 1) if "probability" in names else NOTHING
    for role in [role for role in ("delay", "observed") if role in names]:
        seconds[role] = durations(texts, role, UNITS[options.unit or "seconds"])
    if names.keys() >= {"click_time", "conversion_time"}:
        seconds |= _ends_of_days(texts, seconds)
    end = seconds.get("observed") or seconds.get("observed_until", NOTHING)
    flag = _flag(texts, options.converted_is) if "converted" in names else "CAST(NULL AS INT)"
    since = "last" if last == "delay" else "last - clicked"
    least = "last >= 0" if never == NEGATIVE else "true"
    rows = f"""(SELECT *, CASE WHEN flag IS DISTINCT FROM 0 AND {least} THEN {since} END AS lag
        FROM (SELECT *, {seconds.get("click_time", NOTHING)} AS clicked, {flag} AS flag,
        {seconds[last]} AS last, {end} AS until, {chance} AS chance FROM {texts.source}))"""
    faults = _faults(texts, last)
    cases = " ".join(f"WHEN {wrong} THEN {i}" for i, (_, wrong, _) in enumerate(faults))
    tolerance = time_of(options.tolerance, "--tolerance") if options.tolerance else 0.0
    early = f"lag < 0 AND lag >= -{tolerance}"
    identifier = "click" if "click" in names else "NULL AS click"
    texts.table.connection.execute(f"""CREATE TABLE clicks AS
        SELECT arm, chance, {identifier}, clicked,
        {_watched(texts, options, last, since, rows)} AS watched,
        CASE WHEN {early} THEN 0 ELSE lag END AS delayed,
        CASE {cases} END AS why FROM {rows}""")
    if tolerance:
        count = texts.ask("count(*)", of=f"{rows} WHERE {early}")[0]
        texts.remark(f"{count:,} conversions shortly before their click are taken to be at it.")
    return [(role, expected) for role, _, expected in faults]


def _ends_of_days(texts: Texts, seconds: Mapping[str, str]) -> dict[str, str]:
    """Return SQL that reads days as their ends, if clicks have a time of day."""
    time, found = seconds["click_time"], {}
    days = {"conversion_time", "observed_until"} & seconds.keys()
    for role in days if texts.ask("bool_or(contains(click_time, ':'))")[0] else ():
        clock = f"count(*) FILTER ({time} % 86400 != 0 AND contains(click_time, ':'))"
        in_day = f"count(*) FILTER ({seconds[role]} % 86400 != 0 OR contains({role}, ':'))"
        clicks, timed, days = texts.ask(clock, in_day, f"count({seconds[role]})")
        if clicks and days and not timed:
            found[role] = f"({seconds[role]} + 86399)"
            texts.remark(f"Days in {texts.names[role]}, without a time, are read as their ends.")
    return found


def _watched(texts: Texts, options: Options, last: str, since: str, rows: str) -> str:
    """Return SQL for how long clicks were observed; NULL if the log does not say."""
    names, known = texts.names, NOTHING
    if {"observed", "observed_until"} & names.keys():
        known = "until" if "observed" in names else "until - clicked"
    if options.never == NEGATIVE and last == "delay" and known == NOTHING:
        if texts.ask("count(DISTINCT last) FILTER (last < 0)", of=rows)[0] > 1:
            texts.remark(f"A negative {names[last]} is how long its click was observed.")
            return "abs(last)"
    elif "converted" in names:
        timed = f"{since} > 0 AND {since} < {CENTURY}"
        counts = (f"count(*) FILTER ({some})" for some in ("true", timed, "last IS NOT NULL"))
        clicks, survived, some = texts.ask(*counts, of=f"{rows} WHERE flag = 0")
        other = f"other than {options.converted_is}" if options.converted_is else "0"
        which = f"{names['converted']} {other}"
        asked = known == NOTHING and "observed" not in options.columns
        if asked and clicks and survived >= NEARLY_ALL * clicks:
            end = f"until their {names[last]} (--column observed= if they were not)."
            texts.remark(f"Rows with {which} were observed {end}")
            return since
        if some:
            texts.remark(f"Rows with {which} did not convert, whatever {names[last]} they have.")
    return known


def _faults(texts: Texts, last: str) -> list[tuple[str, str, str]]:
    """List possible faults of rows: column's role, SQL condition, expected value."""

    def unreadable(role: str, x: str, of: str = "true") -> list[tuple[str, str, str]]:
        kind = "number" if role in ("delay", "observed") else "time"
        wrong = f"{of} AND {x} IS NULL AND {role} IS NOT NULL AND NOT is_missing({role})"
        fewer = "less than 3,000 years; is the unit right?"
        beyond = f"{of} AND abs({x}) > {LONGEST}"
        return [(role, wrong, f"a {kind}, or nothing"), (role, beyond, fewer)]

    arms = f"(SELECT arm, count(*) AS n FROM {texts.source} GROUP BY arm)"
    missing, odd = "is_missing(arm)", f"regexp_matches(arm, '{CONTROL}')"
    total = f"list(arm) FILTER (n = 1 AND regexp_full_match(lower(arm), '{TOTAL}'))"
    *found, totals = texts.ask(f"bool_or({missing})", f"bool_or({odd})", total, of=arms)
    missing, odd = (x if some else "false" for x, some in zip((missing, odd), found, strict=True))
    faults = [
        *unreadable("click_time", "clicked"),
        ("click_time", "clicked IS NULL", "a time"),
        ("converted", "flag IS NULL", "0 or 1"),
        *unreadable(last, "last", "flag IS DISTINCT FROM 0"),
        (last, "flag = 1 AND delayed IS NULL", "the conversion's"),
        (last, "delayed < 0", AFTER),
    ]
    for role in ("observed", "observed_until"):
        faults += unreadable(role, "until")
        faults.append((role, "watched IS NULL OR watched < 0", "how long, at least 0"))
        faults.append((role, "delayed > watched", "the delay"))
    faults += [
        ("click", "click IS NULL", "an identifier"),
        ("probability", "(chance > 0 AND chance <= 1) IS NOT TRUE", "a number above 0, at most 1"),
        ("arm", "arm IS NULL", "the name of an arm"),
        ("arm", missing, "a name (NA, none and the like are empty: rename the arm)"),
        ("arm", odd, "a name without control characters"),
        *(("arm", f"arm = {literal(arm)}", "no total") for arm in totals or ()),
    ]
    return [fault for fault in faults if fault[0] in texts.names]


def _counted(texts: Texts, role: str) -> dict[str, int]:
    sql = f"""SELECT lower({role}) AS x, count(*) AS n FROM {texts.source} WHERE x IS NOT NULL
        GROUP BY x ORDER BY n DESC, x LIMIT {VALUES}"""
    return dict(texts.table.connection.sql(sql).fetchall())


def _refuse_flags(texts: Texts, given: Mapping[str, str]) -> None:
    """Refuse a column of flags that got another role from its name alone."""
    for role in {"observed", "click"} & texts.names.keys() - given.keys():
        found = _counted(texts, role)
        if found and found.keys() <= {*YES, *NO} and sum(found.values()) > len(found):
            flags = f"--column converted={texts.names[role]} {role}="
            what = f"has the values {' and '.join(found)} alone. Type --column {role}="
            raise texts.fault(role, f"{what}, or {flags} if they say which clicks converted.")


def _flag(texts: Texts, value: str | None) -> str:
    """Return SQL for whether a click converted: 1, 0 or NULL."""
    found = _counted(texts, "converted")
    values = ", ".join(found) or "no values"
    if value is not None:
        same = _same("converted", value)
        count, rows = texts.ask(f"count(*) FILTER ({same})", "count(*)")
        if not 0 < count < rows:
            which = "all rows are" if count else "no row is"
            raise texts.fault("converted", f"has {values}: {which} {value!r} (--converted-is).")
        return f"CAST({same} AS INT)"
    rows, empty = texts.ask("count(*)", "count(*) FILTER (converted IS NULL)")
    found |= {"nothing": empty} if empty else {}
    odd = [n for x, n in found.items() if x not in (*YES, *NO) and n > 1 and n >= SOME * rows]
    both = not {*YES}.isdisjoint(found) and not {*NO}.isdisjoint(found)
    if odd or len(found) >= VALUES or not both:
        none = " As it is, no click converted." if found.keys() <= {*NO} else ""
        what = "Which is a conversion (--converted-is VALUE)? If none is, type --column converted="
        raise texts.fault(
            "converted", f"has {', '.join(found)}; expected both 1 and 0.{none} {what}"
        )
    return f"CASE WHEN lower(converted) IN {YES} THEN 1 WHEN lower(converted) IN {NO} THEN 0 END"
