"""What a log means: which clicks converted and when, which rows contradict themselves, as SQL."""

import re
import shlex
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.log.columns import UNITS
from delayed_bandits.data.tables.files import literal
from delayed_bandits.data.tables.values import LONGEST, Texts, durations, lasting, times

YES, NO = ("1", "1.0", "true", "t", "yes", "y"), ("0", "0.0", "false", "f", "no", "n")
NEGATIVE = "negative"  # what --never calls all numbers below 0
SOME, NEARLY_ALL = 0.01, 0.95  # shares of rows that are no accident, or a rule
ONCE = "each click once"
AFTER = "a conversion after the click, or --never with what stands for none"
CENTURY = 100 * 365.25 * UNITS["days"]


class Options(NamedTuple):
    """What the user says of a log; None, or nothing, where that is to be found."""

    unit: str | None = None
    columns: Mapping[str, str] = {}
    dates: Sequence[str] = ()  # forms of strptime
    never: str | None = None
    converted_is: str | None = None
    tolerance: str | None = None

    @property
    def early(self) -> float:
        """Give how many seconds before its click a conversion may come."""
        text = self.tolerance or "0"
        seconds = float(text) if re.fullmatch(r"\d+(\.\d+)?", text) else lasting(text)
        if seconds is None or seconds < 0:
            raise InputError(f"--tolerance {text}: expected a time such as 5s or 2 min")
        return seconds


class Meaning(NamedTuple):
    """SQL of clicks, and the faults by which rows are left out."""

    source: str  # columns arm, click, clicked, delay, observed, fault (-1 for none) and text
    faults: list[tuple[str, str]]  # role, and what was expected
    last: str  # role of the column with conversions
    more: dict[str, type]  # which of clicked, observed and click it has, and their types


def never_typed(text: str) -> str:
    """Give what to type so that a text stands for no conversion."""
    return (
        f"--never={shlex.quote(text)}" if text.startswith("-") else f"--never {shlex.quote(text)}"
    )


def _same(column: str, value: str) -> str:
    """Give SQL that tells whether a text is a value, as text, number, day or time."""
    x, day = literal(value), re.fullmatch(r"\d{4}-\d\d-\d\d", value)
    same = (
        f"lower({column}) = lower({x}) OR plain({column}) = plain({x}) OR iso({column}) = iso({x})"
    )
    return f"coalesce({same}{f' OR starts_with({column}, {x})' if day else ''}, false)"


def meaning_of(texts: Texts, options: Options) -> Meaning:
    """Find what the columns of a log mean; refuse what has two meanings."""
    names, scale, early = texts.names, UNITS[options.unit or "seconds"], options.early
    last = "delay" if "delay" in names else "conversion_time"
    _refuse_flags(texts, options.columns)
    texts = _without_never(texts, last, options.never)
    roles = [role for role in ("click_time", "conversion_time", "observed_until") if role in names]
    seconds = times(texts, roles, options.unit, options.dates)
    for role in {"delay", "observed"} & names.keys():
        seconds[role] = durations(texts, role, scale)
    flag = _flag(texts, options.converted_is) if "converted" in names else "CAST(NULL AS INT)"
    nothing = "CAST(NULL AS DOUBLE)"
    end = seconds.get("observed", seconds.get("observed_until", nothing))
    clicked = seconds.get("click_time", nothing)
    rows = (
        f"(SELECT *, {clicked} AS clicked, {flag} AS flag, {seconds[last]} AS last, {end} AS until"
    )
    rows += f" FROM {texts.source})"
    since = "last" if last == "delay" else "last - clicked"
    watched = _watched(texts, options, last, since, rows)
    least = "flag IS DISTINCT FROM 0" + (f" AND {since} >= 0" if options.never == NEGATIVE else "")
    faults = _faults(names, last)
    cases = " ".join(f"WHEN {condition} THEN {i}" for i, (condition, *_) in enumerate(faults))
    said = {last: "said"} if "AS said " in texts.source else {}
    shown = " ".join(
        f"WHEN {i} THEN {said.get(role, role)}" for i, (_, role, _) in enumerate(faults)
    )
    rows = (
        f"(SELECT *, CASE WHEN {least} THEN {since} END AS lag, {watched} AS watched FROM {rows})"
    )
    if early:
        count = texts.ask(f"count(*) FILTER (lag < 0 AND lag >= -{early})", of=rows)[0]
        texts.remark(f"{count:,} conversions shortly before their click are taken to be at it.")
    at_click = f"CASE WHEN lag < 0 AND lag >= -{early} THEN 0 ELSE lag END"
    rows = f"(SELECT *, {at_click} AS delayed FROM {rows})"
    rows = f"(SELECT *, CASE {cases} ELSE -1 END AS fault FROM {rows})"
    arm, click = (
        ("arm" if "arm" in names else "'all'"),
        ("hash(click)" if "click" in names else "0"),
    )
    source = (
        f"SELECT {arm} AS arm, {click}::UBIGINT AS click, clicked, delayed AS delay, watched AS observed, "
        f"fault::TINYINT AS why, coalesce(CASE fault {shown} END, '') AS text FROM {rows}"
    )
    more = {"clicked": float} if "click_time" in names else {}
    more |= {"observed": float} if watched != nothing else {}
    more |= {"click": np.uint64} if "click" in names else {}
    return Meaning(source, [fault[1:] for fault in faults], last, more)


def _watched(texts: Texts, options: Options, last: str, since: str, rows: str) -> str:
    """Give SQL for how long a click was observed; NULL where the log does not say."""
    names, given = texts.names, {"observed": "until", "observed_until": "until - clicked"}
    known = next((sql for role, sql in given.items() if role in names), "")
    if options.never == NEGATIVE:
        if last == "delay" and texts.ask("count(DISTINCT last) FILTER (last < 0)", of=rows)[0] > 1:
            texts.remark(f"A negative {names[last]} is how long its click was observed.")
            known = known or "abs(last)"
    elif "converted" in names:
        timed = f"flag = 0 AND {since} > 0 AND {since} < {CENTURY}"
        counted = (
            f"count(*) FILTER ({rows})"
            for rows in ("flag = 0", "flag = 0 AND last IS NOT NULL", timed)
        )
        without, some, all_timed = texts.ask(*counted, of=rows)
        zero = f"{names['converted']} {options.converted_is and 'other' or 0}"
        if (
            not known
            and without
            and all_timed >= NEARLY_ALL * without
            and "observed" not in options.columns
        ):
            texts.remark(
                f"Rows with {zero} were observed until their {names[last]} "
                "(--column observed= if they were not)."
            )
            return since
        if some:
            texts.remark(f"Rows with {zero} did not convert, whatever {names[last]} they have.")
    return known or "CAST(NULL AS DOUBLE)"


def _faults(names: Mapping[str, str], last: str) -> list[tuple[str, str, str]]:
    """List what is wrong in a row: SQL, the role of its column, and what was expected."""
    values = {"click_time": "clicked", last: "last"}
    values |= {role: "until" for role in ("observed", "observed_until") if role in names}

    def unreadable(role: str, of: str = "") -> list[tuple[str, str, str]]:
        x, kind = values[role], "number" if role in ("delay", "observed") else "time"
        wrong = f"{x} IS NULL AND {role} IS NOT NULL AND NOT is_missing({role})"
        far = f"abs({x}) > {LONGEST}"
        return [
            (of + wrong, role, f"a {kind}, or nothing"),
            (of + far, role, "less than 3,000 years; is the unit right?"),
        ]

    faults = []
    if "click_time" in names:
        faults += [*unreadable("click_time"), ("clicked IS NULL", "click_time", "a time")]
    if "converted" in names:
        faults.append(("flag IS NULL", "converted", "0 or 1"))
    faults += unreadable(last, "flag IS DISTINCT FROM 0 AND ")
    faults.append(("flag = 1 AND delayed IS NULL", last, "the conversion's"))
    faults.append(("delayed < 0", last, AFTER))
    for role in {"observed", "observed_until"} & names.keys():
        faults += [
            *unreadable(role),
            ("watched IS NULL OR watched < 0", role, "how long, at least 0"),
        ]
        faults.append(("delayed > watched", role, "the delay"))
    if "click" in names:
        faults.append(("click IS NULL", "click", "an identifier"))
    return faults


def _counted(texts: Texts, role: str) -> dict[str, int]:
    """Count the most frequent values of a column, without regard to case."""
    sql = f"SELECT lower({role}) AS x, count(*) AS n FROM {texts.source} WHERE x IS NOT NULL"
    return dict(
        texts.table.connection.sql(f"{sql} GROUP BY x ORDER BY n DESC, x LIMIT 9").fetchall()
    )


def _refuse_flags(texts: Texts, renamed: Mapping[str, str]) -> None:
    """Refuse a column that has a role by its name alone, and values that are flags."""
    for role in ("observed", "click"):
        if role in texts.names and role not in renamed:
            found = _counted(texts, role)
            if (
                0 < len(found) <= 2
                and found.keys() <= {*YES, *NO}
                and sum(found.values()) > len(found)
            ):
                none = f"Type --column {role}= if it is no {'time' if role == 'observed' else 'identifier'}"
                flag = f", and --column converted={texts.names[role]} if it says which clicks converted"
                raise texts.fault(
                    role, f"has the values {' and '.join(found)} alone. {none}{flag}."
                )


def _without_never(texts: Texts, last: str, never: str | None) -> Texts:
    """Empty the values that stand for no conversion."""
    if never in (None, "", NEGATIVE):
        return texts
    same = _same(last, never)
    if not texts.ask(f"count(*) FILTER ({same})")[0]:
        texts.remark(f"No {texts.names[last]} is {never}.")
    emptied = f"SELECT * REPLACE (CASE WHEN NOT {same} THEN {last} END AS {last}), {last} AS said"
    return texts._replace(source=f"({emptied} FROM {texts.source})")


def _flag(texts: Texts, value: str | None) -> str:
    """Give SQL for whether a click converted: 1, 0 or NULL."""
    found = _counted(texts, "converted")
    values = ", ".join(found) or "no values"
    if value is not None:
        same = _same("converted", value)
        count, rows = texts.ask(f"count(*) FILTER ({same})", "count(*)")
        if not 0 < count < rows:
            which = "all rows are" if count else "no row is"
            raise texts.fault("converted", f"has {values}: {which} {value!r} (--converted-is).")
        return f"CAST({same} AS INT)"
    rows = sum(found.values())
    others = [n for x, n in found.items() if x not in (*YES, *NO)]
    odd = any(n > 1 and n >= SOME * rows for n in others) or len(found) == 9
    if odd or not {*YES} & found.keys() or not {*NO} & found.keys():
        what = "Which is a conversion (--converted-is VALUE)? If none is, type --column converted="
        raise texts.fault("converted", f"has {values}; expected both 1 and 0. {what}")
    yes, no = (", ".join(map(literal, words)) for words in (YES, NO))
    return (
        f"CASE WHEN lower(converted) IN ({yes}) THEN 1 WHEN lower(converted) IN ({no}) THEN 0 END"
    )
