"""SQL for a column of flags, such as yes and no, that say which clicks converted."""

import re

from delayed_bandits.data.tables.files import literal
from delayed_bandits.data.tables.values import Texts

YES, NO = ("1", "1.0", "true", "t", "yes", "y"), ("0", "0.0", "false", "f", "no", "n")
VALUES = 9  # most values of a column that are looked at
SOME = 0.01  # a share of rows that is no accident
WHICH = "Which is a conversion (--converted-is VALUE)? If none is, type --column converted="


def same(column: str, value: str) -> str:
    """Return an SQL condition: a column equals a text, number, day or time."""
    x = literal(value)
    ways = [f"{way}({column}) = {way}({x})" for way in ("lower", "plain", "iso")]
    if re.fullmatch(r"\d{4}-\d\d-\d\d", value):
        ways.append(f"starts_with({column}, {x})")
    return f"coalesce({' OR '.join(ways)}, false)"


def _counted(texts: Texts, role: str) -> dict[str, int]:
    sql = f"""SELECT lower({role}) AS x, count(*) AS n FROM {texts.source} WHERE x IS NOT NULL
        GROUP BY x ORDER BY n DESC, x LIMIT {VALUES}"""
    return dict(texts.table.connection.sql(sql).fetchall())


def refuse_flags(texts: Texts, role: str) -> None:
    """Raise an InputError if a column other than `converted` has flags."""
    found = _counted(texts, role)
    if found and found.keys() <= {*YES, *NO} and sum(found.values()) > len(found):
        flags = f"--column converted={texts.names[role]} {role}="
        what = f"has only the values {' and '.join(found)}. Type --column {role}="
        raise texts.fault(role, f"{what}, or {flags} if they say which clicks converted.")


def flag(texts: Texts, value: str | None) -> str:
    """Return SQL for whether a click converted: 1, 0, or NULL if not known."""
    found = _counted(texts, "converted")
    if value is not None:
        equal = same("converted", value)
        count, rows = texts.ask(f"count(*) FILTER ({equal})", "count(*)")
        if not 0 < count < rows:
            which = "all rows are" if count else "no row is"
            values = ", ".join(found) or "no values"
            raise texts.fault("converted", f"has {values}: {which} {value!r} (--converted-is).")
        return f"CAST({equal} AS INT)"
    rows, empty = texts.ask("count(*)", "count(*) FILTER (converted IS NULL)")
    found |= {"nothing": empty} if empty else {}
    odd = [n for x, n in found.items() if x not in (*YES, *NO) and n > 1 and n >= SOME * rows]
    both = not {*YES}.isdisjoint(found) and not {*NO}.isdisjoint(found)
    if odd or len(found) >= VALUES or not both:
        none = " As it is, no click converted." if found.keys() <= {*NO} else ""
        raise texts.fault("converted", f"has {', '.join(found)}, not only 1 and 0.{none} {WHICH}")
    return f"CASE WHEN lower(converted) IN {YES} THEN 1 WHEN lower(converted) IN {NO} THEN 0 END"
