"""SQL that reads a log: which clicks converted, when, and which rows are faulty."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.tables.dates import times
from delayed_bandits.data.tables.durations import LONGEST, UNITS, named_unit, time_of
from delayed_bandits.data.tables.files import literal
from delayed_bandits.data.tables.flags import flag, refuse_flags, same
from delayed_bandits.data.tables.values import Texts, durations

NEGATIVE = "negative"  # what --never calls all numbers below 0
NEARLY_ALL = 0.95  # share of unconverted rows with a time that makes it their time of observation
NOTHING = "CAST(NULL AS DOUBLE)"
CENTURY = 100 * 365.25 * UNITS["days"]
CONTROL = r"[\x00-\x1f\x7f-\x9f\x{2028}-\x{202e}]"  # a terminal obeys these, or turns text around
TOTAL = r"(grand )?totals?:?"
EARLY, SHORT = "is before the click", "ends before the conversion"
NO_TIME = "is not a time", "Give a time, or nothing"
NO_NUMBER = "is not a number", "Give a number, or nothing"
# Values that name no arm: SQL for a group of `n` rows, what is wrong, what to do
ODD_ARMS = (
    ("is_missing(arm)", "reads as empty", "Rename the arm"),
    (f"regexp_matches(arm, '{CONTROL}')", "has control characters", "Rename the arm"),
    (f"n = 1 AND regexp_full_match(lower(arm), '{TOTAL}')", "is a total", "Take the row out"),
)


class Fault(NamedTuple):
    """A reason to leave out a row."""

    role: str  # of the column
    rows: str  # SQL condition of these rows
    what: str  # what is wrong; messages put the column's name before it
    to_do: str


class Options(NamedTuple):
    """The user's options on how to read a log. None or empty means not given."""

    unit: str | None = None
    columns: Mapping[str, str] = {}
    dates: Sequence[str] = ()  # formats of strptime
    never: Sequence[str] = ()  # what means no conversion: values, NEGATIVE, or "" if none does
    converted_is: str | None = None  # the value of `converted` that means yes
    tolerance: str | None = None  # by which a conversion may precede its click, such as 5s
    until: str | None = None  # the end of the log


def make_clicks(texts: Texts, options: Options) -> tuple[list[Fault], float | None]:
    """Create the SQL table `clicks`; return possible faults, and --until in seconds.

    An ambiguous log raises an InputError. The table has the rows of the log, with the columns:

    - `arm`, `chance` and `click`: the arm, its probability, and the click's identifier;
    - `clicked`, `delayed`: the time of the click, and the delay of its conversion, in seconds;
    - `watched`: how long the click was observed, in seconds;
    - `why`: the index of the row's fault, or NULL.
    """
    names, nevers = texts.names, [value for value in options.never if value not in ("", NEGATIVE)]
    last = "delay" if "delay" in names else "conversion_time"
    for role in {"observed", "click"} & names.keys() - options.columns.keys():
        refuse_flags(texts, role)
    for never in nevers:
        if not texts.ask(f"count(*) FILTER ({same(last, never)})")[0]:
            texts.remark(f"The value {never} (--never) does not occur in {names[last]}.")
    none = " OR ".join(["false", *(same(last, never) for never in nevers)])
    emptied = f"* REPLACE (CASE WHEN NOT ({none}) THEN {last} END AS {last})"
    arm = "" if "arm" in names else ", 'all' AS arm"
    texts = texts._replace(source=f"(SELECT {emptied}{arm} FROM {texts.source})")
    moments = [r for r in ("click_time", "conversion_time", "observed_until") if r in names]
    seconds = times(texts, moments, options.unit, options.dates)
    chance = durations(texts, "probability", 1) if "probability" in names else NOTHING
    named = {role: named_unit(names[role]) for role in ("delay", "observed") if role in names}
    for role, own in named.items():
        unit = options.unit or own or max(named.values()) or "seconds"
        guess = None if options.unit else unit
        seconds[role] = durations(texts, role, UNITS[unit], guess)
    if names.keys() >= {"click_time", "conversion_time"}:
        seconds |= _ends_of_days(texts, seconds)
    end = seconds.get("observed") or seconds.get("observed_until", NOTHING)
    flagged = flag(texts, options.converted_is) if "converted" in names else "CAST(NULL AS INT)"
    since = "last" if last == "delay" else "last - clicked"
    least = "last >= 0" if NEGATIVE in options.never else "true"
    until = _end_of(texts, options, seconds)
    if until is not None:
        least += f" AND last {'' if last == 'conversion_time' else '+ clicked '}<= {until!r}"
    rows = f"""(SELECT *, CASE WHEN flag IS DISTINCT FROM 0 AND {least} THEN {since} END AS lag
        FROM (SELECT *, {seconds.get("click_time", NOTHING)} AS clicked, {flagged} AS flag,
        {seconds[last]} AS last, {end} AS until, {chance} AS chance FROM {texts.source}))"""
    faults = _faults(texts, last, until)
    cases = " ".join(f"WHEN {fault.rows} THEN {i}" for i, fault in enumerate(faults))
    tolerance = time_of(options.tolerance, "--tolerance", least=0) if options.tolerance else 0.0
    early = f"lag < 0 AND lag >= -{tolerance}"
    watched = _watched(texts, options, last, since, rows)
    if until is not None and watched != NOTHING:
        watched = f"least({watched}, {until!r} - clicked)"
    identifier = "click" if "click" in names else "NULL AS click"
    texts.table.connection.execute(f"""CREATE TABLE clicks AS
        SELECT arm, chance, {identifier}, clicked,
        {watched} AS watched,
        CASE WHEN {early} THEN 0 ELSE lag END AS delayed,
        CASE {cases} END AS why FROM {rows}""")
    if tolerance:
        count = texts.ask("count(*)", of=f"{rows} WHERE {early}")[0]
        texts.remark(f"{count:,} conversions come shortly before their click. Their delay is 0.")
    return faults, until


def _end_of(texts: Texts, options: Options, seconds: Mapping[str, str]) -> float | None:
    """Return --until in seconds. It is written like the click times or as ISO 8601."""
    if options.until is None:
        return None
    if "click_time" not in seconds:
        raise InputError("--until needs click times. Give --column click_time=NAME.")
    given = f"(SELECT {literal(options.until)} AS click_time)"
    found = texts.ask(f"coalesce({seconds['click_time']}, iso(click_time))", of=given)[0]
    if found is None:
        fault = f"{options.until!r} is not a time as in {texts.names['click_time']}"
        raise InputError(f"--until: {fault}. Write it so, or as 2026-03-01 14:30:00.")
    return float(found)


def _ends_of_days(texts: Texts, seconds: Mapping[str, str]) -> dict[str, str]:
    """Return SQL, by role, that reads a date without time of day as the day's end."""
    time, found = seconds["click_time"], {}
    days = {"conversion_time", "observed_until"} & seconds.keys()
    for role in days if texts.ask("bool_or(contains(click_time, ':'))")[0] else ():
        clock = f"count(*) FILTER ({time} % 86400 != 0 AND contains(click_time, ':'))"
        in_day = f"count(*) FILTER ({seconds[role]} % 86400 != 0 OR contains({role}, ':'))"
        clicks, timed, days = texts.ask(clock, in_day, f"count({seconds[role]})")
        if clicks and days and not timed:
            found[role] = f"({seconds[role]} + 86399)"
            texts.remark(f"Dates without a time in {texts.names[role]} are read as ends of days.")
    return found


def _watched(texts: Texts, options: Options, last: str, since: str, rows: str) -> str:
    """Return SQL for how long each click was observed; NULL if the log does not say."""
    names, known = texts.names, NOTHING
    if {"observed", "observed_until"} & names.keys():
        known = "until" if "observed" in names else "until - clicked"
    if NEGATIVE in options.never and last == "delay" and known == NOTHING:
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


def _faults(texts: Texts, last: str, end: float | None) -> list[Fault]:
    """List the possible faults of a row. If a row has several, the first counts."""
    values = {"click_time": "clicked", last: "if(flag = 0, 0, last)"}
    values |= {"observed": "until", "observed_until": "until"}
    faults = []
    for role, x in values.items():
        unread = f"{x} IS NULL AND {role} IS NOT NULL AND NOT is_missing({role})"
        is_number, far = role in ("delay", "observed"), f"abs({x}) > {LONGEST}"
        what, to_do = NO_NUMBER if is_number else NO_TIME
        faults.append(Fault(role, unread, what, to_do))
        faults.append(Fault(role, far, "is beyond 3,000 years", "Check the unit (--unit)"))
    never = "Are columns exchanged? If it means no conversion: --never VALUE, or --never negative"
    watched = "watched IS NULL OR watched < 0"
    unlike = "says no conversion, unlike converted", "Correct one of them"
    likely = "is not a probability", "Give a number above 0, at most 1"
    faults += [
        Fault("click_time", "clicked IS NULL", "is missing", "Give a time"),
        Fault("converted", "flag IS NULL", "is neither 1 nor 0", "Give 1 or 0"),
        Fault(last, "flag = 1 AND delayed IS NULL", *unlike),
        Fault(last, "delayed < 0", EARLY, never),
        Fault("observed", watched, "is missing or below 0", "Give how long the click was observed"),
        Fault("observed_until", watched, "is missing or before the click", "Give a later time"),
    ]
    for role in ("observed", "observed_until"):
        until = f"If clicks were not observed until then, type --column {role}="
        faults.append(Fault(role, "delayed > watched", SHORT, until))
    faults += [
        Fault("click", "click IS NULL", "is missing", "Give an identifier"),
        Fault("probability", "(chance > 0 AND chance <= 1) IS NOT TRUE", *likely),
        Fault("arm", "arm IS NULL", "is missing", "Name the arm"),
    ]
    if end is not None:
        late = f"clicked > {end!r}"
        faults.append(Fault("click_time", late, "is after --until", "Such clicks do not count"))
    arms = f"(SELECT arm, count(*) AS n FROM {texts.source} GROUP BY arm)"
    found = texts.ask(*(f"bool_or({odd})" for odd, *_ in ODD_ARMS), of=arms)
    for (odd, what, to_do), some in zip(ODD_ARMS, found, strict=True):
        rows = f"arm IN (SELECT arm FROM {arms} WHERE {odd})"
        faults += [Fault("arm", rows, what, to_do)] if some else []
    return [fault for fault in faults if fault.role in texts.names]
