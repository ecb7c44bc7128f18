"""Formats of dates, and SQL that turns times into seconds since 1970."""

import contextlib
import itertools
import re
from collections.abc import Sequence
from datetime import datetime

import duckdb

from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.tables.durations import LONGEST, UNITS
from delayed_bandits.data.tables.files import literal
from delayed_bandits.data.tables.values import MARKED, SINCE, SINCE_1970, Texts, numbers_of

PLAUSIBLE = (6.3e8, 4.2e9)  # seconds from 1990 to 2102, for numbers that are dates
EXCEL_DAYS = (36526, 54789)  # from 2000 to 2049
# Formats of dates, of times of day after a date, and (by digits) of numbers that are dates
DATES = """%Y-%m-%d|%Y-%d-%m|%Y/%m/%d|%Y/%d/%m|%Y.%m.%d|%d/%m/%Y|%m/%d/%Y|%d.%m.%Y|%m.%d.%Y
%d-%m-%Y|%m-%d-%Y|%d/%m/%y|%m/%d/%y|%y/%m/%d|%d.%m.%y|%y.%m.%d|%m.%d.%y|%d-%m-%y|%m-%d-%y|%y-%m-%d
%Y%m%d|%Y-%m|%d/%b/%Y|%d-%b-%Y|%d %b %Y|%d/%B/%Y|%d-%B-%Y|%d %B %Y|%d-%b-%y|%b %d, %Y|%B %d, %Y
%b %d %Y|%B %d %Y|%a, %d %b %Y""".replace("\n", "|").split("|")
CLOCKS = ["%H:%M:%S", "%H:%M", "%H:%M:%S.%f", "%H:%M:%S,%f", "%H%M%S", "%H"]
CLOCKS += ["%I:%M %p", "%I:%M:%S %p", "%I:%M%p"]
SWAPPED = ("%Y-%d", "%Y/%d")
ZONES = ["", "Z", "%z", " %z", " GMT", " UTC"]
FORMS = [*DATES, *map("".join, itertools.product(DATES, (" ", "T", ", ", ":"), CLOCKS, ZONES))]
DIGITS = {
    6: ["%y%m%d", "%Y%m"],
    7: ["%Y%j"],
    8: ["%Y%m%d", "%y%m%d%H", "%d%m%Y", "%m%d%Y"],
    10: ["%Y%m%d%H", "%y%m%d%H%M"],
    12: ["%Y%m%d%H%M", "%y%m%d%H%M%S"],
    14: ["%Y%m%d%H%M%S"],
    17: ["%Y%m%d%H%M%S%g"],
}


def _dated(role: str, forms: Sequence[str]) -> str:
    text = rf"regexp_replace({role}, '^(\d+)\.0*$', '\1')"  # Pandas writes 20260301.0
    parsed = (f"epoch_us(try_strptime({text}, {literal(form)}))" for form in forms)
    return f"(coalesce({', '.join(parsed)}) / 1e6)"


def times(
    texts: Texts, roles: Sequence[str], unit: str | None, given: Sequence[str]
) -> dict[str, str]:
    """Return SQL, by role, that reads a column's times as seconds.

    Dates may be in the formats `given`, in ISO 8601 (UTC if there is no zone), or in others that
    fit the column. Numbers are in `unit`, unless they are dates such as 20260301.
    """
    found, possible, zones = {}, {}, {}
    for role in roles:
        try:
            fits = given and texts.ask(f"count({_dated(role, given)})")[0]
        except duckdb.InvalidInputException as error:
            raise InputError(f"--dates: {str(error).partition(': ')[2]}") from error
        if fits:
            found[role] = f"coalesce({_dated(role, given)}, iso({role}))"
        else:
            found[role], possible[role] = _times(texts, role, unit, zones)
    if len(zones) > 1:
        texts.remark(f"Times of {zones[False]} have no zone and are taken as UTC. Others have one.")
    decided = [forms[0] for forms in possible.values() if forms and len(forms) == 1]
    for role, forms in possible.items():
        same = [f for f in forms or [] if any(_order(f) == _order(other) for other in decided)]
        fitting = _narrow(texts, role, same or forms)
        swapped = forms is None and decided and decided[0].startswith(SWAPPED)
        if (
            (fitting == [] or swapped)
            and decided
            and texts.ask(f"count({_dated(role, decided)})")[0]
        ):
            fitting = decided[:1]  # other values may mean never
        if fitting and len(fitting) > 1:
            one, other = (_dated(role, [form]) for form in fitting[:2])
            example = texts.ask(f"min({role}) FILTER ({one} != {other})")[0]
            plain = re.sub(r"^(\d+)\.0*$", r"\1", example)
            dates = (f"{datetime.strptime(plain, f):%Y-%m-%d} (--dates {f!r})" for f in fitting[:2])
            raise texts.fault(role, f"is '{example}': {' or '.join(dates)}? Type one.")
        if fitting:
            found[role] = _dated(role, fitting)
            example = texts.ask(f"min({role}) FILTER ({found[role]} IS NOT NULL)")[0]
            texts.read("Dates", example, role, f"as {fitting[0]} (--dates)")
    return found


def _times(
    texts: Texts, role: str, unit: str | None, zones: dict[bool, str]
) -> tuple[str, list[str] | None]:
    """Return SQL for a column's times, and its formats of dates (None for ISO 8601)."""
    rows = f"""(SELECT *, CASE WHEN n IS NULL THEN is_iso({role}) END AS i,
        CASE WHEN NOT i AND NOT is_missing({role}) THEN {role} END AS x,
        CASE WHEN i THEN regexp_matches(substr({role}, 12), '[-+A-Z]') END AS zone,
        if(n IS NULL, NULL, length({role}) - if({role}[-2] = '.', 2, 0)) AS digits
        FROM (SELECT {role}, plain({role}) AS n FROM {texts.source}))"""
    scale = UNITS[unit or "seconds"]
    plausible = "BETWEEN {} AND {}".format(*SINCE_1970)
    since = (f"count(*) FILTER (n / {size} {plausible})" for size in SINCE)
    beyond = f"count(*) FILTER (abs(n) * {scale} > {LONGEST})"
    sizes = (beyond, "count(n)", "min(n)", "max(n)", *since)
    present, dates, others, first, last, shortest, longest, zoned, months, days, *found = texts.ask(
        *(f"count({role})", "count(*) FILTER (i)", "count(x)", "min(x)", "max(x)"),
        *("min(digits) FILTER (n = floor(n))", "max(digits)", "count(*) FILTER (zone)"),
        *(f"max(substr({role}, {at}, 2)) FILTER (i)" for at in (6, 9)),
        *sizes,
        of=rows,
    )
    beyond, n, low, high, *since = found
    if dates > n and dates >= others and (forms := _swapped(texts, role, months, days)):
        return f"iso({role})", forms
    if dates > n and dates >= others:
        zones.update(dict.fromkeys({zoned > 0, zoned == dates}, texts.names[role]))
        if dates == present and not zoned:  # gives the same in less time
            return f"(epoch_us(TRY_CAST({role} AS TIMESTAMP)) / 1e6)", None
        return f"iso({role})", None
    if others > n:
        skeletons = {_skeleton(first), _skeleton(last)}
        forms = [form for form in FORMS if _skeleton(form.replace("%z", "+%z")) in skeletons]
        forms = [form for form in forms if _parses(first, form) or _parses(last, form)]
        marked = f"regexp_full_match({role}, '{'|'.join(MARKED.values())}')"
        if forms or not texts.ask(f"count({role}) FILTER ({marked})")[0]:
            return f"iso({role})", _fitting(texts, role, forms, others / 2)
    forms = DIGITS.get(longest, []) if n and shortest == longest else []
    if longest == 10 and high < SINCE_1970[1] and low >= SINCE_1970[0]:
        forms = forms[: low >= 1990010100]  # year, month, day, hour
    if forms := _fitting(texts, role, forms, n, PLAUSIBLE):
        if longest > 7:
            return f"iso({role})", forms
        if unit is None:
            unsure = f"dates (--dates {forms[0]}) or seconds (--unit seconds)? Type one."
            raise texts.fault(role, f"has numbers such as {low:.0f}: {unsure}")
    marked = n < present or texts.table.separator == ";"
    numbers = numbers_of(texts, role) if marked else f"plain({role})"
    if others > n:  # numbers with marks
        marked = f"(SELECT {numbers} AS n FROM {texts.source})"
        beyond, n, low, high, *since = texts.ask(*sizes, of=marked)
    if unit is None and low is not None and low >= EXCEL_DAYS[0] and high < EXCEL_DAYS[1]:
        days = "days of a spreadsheet (--unit days) or seconds (--unit seconds)? Type one."
        raise texts.fault(role, f"has numbers such as {low:.15g}: {days}")
    (other, _, other_name), (count, size, name) = sorted(
        zip(since, SINCE, SINCE.values(), strict=True)
    )[-2:]
    if unit is None and other > max(1, 0.01 * n):
        mixed = f"has {count:,} numbers in {name} and {other:,} in {other_name}, by their size"
        raise texts.fault(role, f"{mixed}. Write all in one unit.")
    if n and 2 * beyond >= n and 2 * count >= n:
        texts.remark(f"Times in {texts.names[role]} are in {name}, by their size.")
        scale, zones[True] = 1 / size, texts.names[role]
    return f"({numbers} * {scale})", []


def _swapped(texts: Texts, role: str, months: str, days: str) -> list[str]:
    """Return formats of dates if the day may precede the month, as in 2026-31-03, else [].

    If the column leaves the order open, formats of both orders are returned.
    """
    if months <= "12":
        if days > "12":
            return []
        counts = (f"count(DISTINCT substr({role}, {at}, 2))" for at in (6, 9))
        of_months, of_days = texts.ask(*counts, of=f"{texts.source} WHERE is_iso({role})")
        if of_days > 2 or of_months < 6:
            return []
    example = texts.ask(f"max({role}) FILTER (is_iso({role}))")[0]
    like = [f for f in FORMS if f[:2] == "%Y" and _skeleton(f) == _skeleton(example)]
    swapped = [f for f in like if f.startswith(SWAPPED)]
    return _fitting(texts, role, swapped if months > "12" else like, 1)


def form_offered(texts: Texts, role: str, example: str) -> str:
    """Return a sentence that asks for the format of dates such as `example`."""
    bare = re.sub(r" [A-Za-z]{2,5}\.?$", "", example)
    word = example.removeprefix(bare)
    zone = word if word != word.upper() else " %Z" if word else ""
    forms = [f + zone for f in FORMS if _skeleton(f) == _skeleton(bare) and _parses(bare, f)]
    read = re.escape(f" in {texts.names[role]} are read as ") + r"(.+) \(--dates\)\.$"
    known = [found[1] for line in texts.table.remarks if (found := re.search(read, line))]
    also = "".join(f" {form!r}" for form in known)  # by which the other dates are read
    options = " or ".join(f"--dates {form!r}{also}" for form in _fitting(texts, role, forms, 1)[:2])
    return f"Give the format of the dates: {options}" if options else "Write 2026-03-01 14:30:00"


def _order(form: str) -> str:
    """Return a format's order of day, month and year, to compare two columns."""
    return "%Y" + form[3:5] if form.startswith("%Y") else form[:2]


def _narrow(texts: Texts, role: str, forms: list[str] | None) -> list[str] | None:
    """Drop formats that spread dates such as 24.04.01 over decades."""
    first = [form for form in forms or [] if form.startswith("%y.")]
    if not forms or not first or len(first) == len(forms):
        return forms
    spans = texts.ask(*(f"max({x}) - min({x})" for x in (_dated(role, [f]) for f in forms)))
    near = [f for f, span in zip(forms, spans, strict=True) if span <= 10 * min(spans) + 1]
    return near if near == first or not {*near} & {*first} else forms


def _skeleton(text: str) -> str:
    return re.sub(r"[-+]?[%\w]+", "a", text)


def _parses(text: str, form: str) -> bool:
    with contextlib.suppress(ValueError):
        return bool(datetime.strptime(text, form))
    return False


def _fitting(
    texts: Texts, role: str, forms: list[str], least: float, years: tuple = (-1e12, 1e12)
) -> list[str]:
    """Return the formats that fit the most dates. Equivalent formats count once."""
    dated = {form: _dated(role, [form]) for form in forms}
    plausible = "count(*) FILTER ({} BETWEEN {} AND {})".format
    counts = texts.ask("count(*)", *(plausible(sql, *years) for sql in dated.values()))[1:]
    fits = [form for form, n in zip(forms, counts, strict=True) if n == max(counts) and n >= least]
    differs = (texts.ask(f"count(*) FILTER ({dated[f]} != {dated[fits[0]]})")[0] for f in fits)
    return [form for i, (form, n) in enumerate(zip(fits, differs, strict=True)) if n or not i]
