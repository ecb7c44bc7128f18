"""The meaning of values: SQL that turns numbers and durations into seconds."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.tables.durations import lasting
from delayed_bandits.data.tables.files import Table, quoted

SINCE_1970 = (9.4e8, 2.2e9)  # seconds from 2000 to 2039; a time's unit is the one that fits
SINCE = {1: "seconds", 1e3: "milliseconds", 1e6: "microseconds", 1e9: "nanoseconds"}
IDENTIFIER = r"(?i)(id|nr|uuid|key|number|nummer)$|^(lead|order|click|request)s?$"
READ = "Numbers in {} are read as {} (--unit)."
LONG = 60  # letters of a name in messages; it may be an expression
FAULTY, FEW = 10, 0.03  # number and share of faulty conversions from which a log is refused
SPACE = " \t\r\n\xa0\u2003\u202f\ufeff"  # removed around values
MISSING = r"|na|n/a|nan|nat|null|none|\\n|-|never|\(.*\)|(0000-00-00|9999-12-31).*"
ZONE = r" ?(Z|UTC|GMT|[-+]\d\d(:?\d\d)?|[A-Z][a-z]+/[A-Za-z_/]+)"
ISO = rf"\d{{4}}[-/]\d\d?[-/]\d\d?([T ]\d\d?:\d\d(:\d\d(\.\d+)?)?({ZONE})?| ?Z)?"
SPACED = r"[-+]?\d{1,3}([ ''’\x{a0}\x{2009}\x{202f}]\d{3})+([.,]\d+)?"
MACROS = (
    f"trimmed(x) AS CASE WHEN x[1] BETWEEN '!' AND '~' AND x[-1] BETWEEN '!' AND '~' THEN x "
    f"ELSE nullif(trim(x, '{SPACE}'), '') END",
    f"is_missing(x) AS regexp_full_match(lower(x), '{MISSING}')",
    "plain(x) AS if(x[-1] BETWEEN '.' AND '9' AND x[2] != '-' AND NOT contains(x, '_'), "
    "TRY_CAST(x AS DOUBLE), NULL)",  # DuckDB reads 1_0 as 10
    f"is_iso(x) AS regexp_full_match(x, '{ISO}') AND NOT starts_with(x, '9999')",
    "iso(x) AS CASE WHEN is_iso(x) THEN epoch_us(TRY_CAST(x AS TIMESTAMPTZ)) / 1e6 END",
    f"ungrouped(x) AS CASE WHEN regexp_full_match(x, '{SPACED}') "
    "THEN regexp_replace(x, '[^-+.,0-9]', '', 'g') ELSE x END",
)
# Numbers with separators; a comma or point before three digits may be of thousands or decimals
MARKED = {
    "points": r"[-+]?\d{1,3}(\.\d{3})+(\.\d{3}|,\d+)",
    "commas": r"[-+]?\d{1,3}(,\d{2,3})*,\d{3}(,\d{3}|\.\d+)",
    "either ,": r"[-+]?[1-9]\d{0,2},\d{3}",
    "decimal ,": r"[-+]?\d*,\d+",
    "either .": r"[-+]?[1-9]\d{0,2}\.\d{3}",
    "decimal .": r"[-+]?\d*\.\d+",
}


def refuse_share(where: object, n: int, of: int, what: str, limit: float = FEW) -> None:
    """Raise InputError if too many conversions, `n` of `of`, have a fault.

    Too many means at least `FAULTY`, and a share above `limit`.
    """
    if n >= FAULTY and n > limit * of:
        raise InputError(f"{where}: {n:,} of {of:,} conversions {what}.")


class Texts(NamedTuple):
    """The columns of a log that have a role, such as `click_time`, as text."""

    table: Table
    source: str  # SQL that may follow FROM; a value is NULL where the file has nothing
    names: dict[str, str]  # names in the file, by role
    ids: tuple[str, ...] = ()  # other columns that may identify clicks; `log` has hashes id0, id1

    def ask(self, *columns: str, of: str = "") -> tuple:
        """Return the values of SQL aggregates over all rows."""
        sql = f"SELECT {', '.join(columns)} FROM {of or self.source}"
        return self.table.connection.sql(sql).fetchall()[0]

    def remark(self, sentence: str) -> None:
        """Add a sentence to the remarks of the table, unless it is there."""
        self.table.remarks.setdefault(sentence)

    def read(self, kind: str, example: str, role: str, how: str) -> None:
        """Add a remark on how values such as `example` in a role's column are read."""
        self.remark(f"{kind} such as {example} in {self.names[role]} are read {how}.")

    def fault(self, role: str, fault: str) -> InputError:
        """Return an error about the column of a role."""
        return InputError(f"{self.table.path}: {self.names[role]} {fault}")


def texts_of(table: Table, places: Mapping[str, int]) -> Texts:
    """Create the SQL table `log`: all columns that have a role, as trimmed text."""
    connection = table.connection
    for macro in MACROS:
        connection.execute(f"CREATE MACRO {macro}")
    connection.create_function("lasting", lasting, ["VARCHAR"], "DOUBLE", null_handling="special")
    columns = (f"trimmed({quoted(table.ids[i])}::VARCHAR) AS {role}" for role, i in places.items())
    ids = [i for i, name in enumerate(table.header) if re.search(IDENTIFIER, name)]
    ids = [i for i in ids if i not in places.values()][:3] if "click_time" in places else []
    hashes = (
        f"hash(nullif({quoted(table.ids[i])}::VARCHAR, '')) AS id{n}" for n, i in enumerate(ids)
    )
    query = f"SELECT {', '.join([*columns, *hashes])} FROM {table.source}"
    connection.execute(f"CREATE TABLE log AS {query}")
    shown = [name if len(name) <= LONG else f"{name[: LONG - 3]}..." for name in table.header]
    names = {role: shown[place] for role, place in places.items()}
    return Texts(table, "log", names, tuple(table.header[i] for i in ids))


def durations(texts: Texts, role: str, scale: float, guess: str | None = None) -> str:
    """Return SQL for a column's durations in seconds.

    Numbers without a unit are multiplied by `scale`. If their unit is a guess, a remark names it.
    """
    number = numbers_of(texts, role)
    other = f"CASE WHEN {number} IS NULL AND NOT is_missing({role}) THEN {role} END"
    rows = f"(SELECT {role}, {other} AS x FROM {texts.source})"
    example, numbers = texts.ask(
        "min(x) FILTER (lasting(x) IS NOT NULL)", f"count({role}) - count(x)", of=rows
    )
    if guess and numbers:
        texts.remark(READ.format(texts.names[role], guess))
    if example:
        texts.read("Durations", example, role, "with the units that they have")
        return f"coalesce({number} * {scale}, lasting({other}))"
    return f"({number} * {scale})"


def numbers_of(texts: Texts, role: str) -> str:
    """Return SQL that reads a column's numbers in the likeliest format, else NULL."""
    semicolons = texts.table.separator == ";"
    whens = (f"WHEN regexp_full_match(x, '{MARKED[form]}') THEN '{form}'" for form in MARKED)
    sql = f"""SELECT CASE {" ".join(whens)} END AS form, min(x) FROM (
        SELECT ungrouped({role}) AS x FROM {texts.source}
        WHERE {semicolons} OR plain({role}) IS NULL) WHERE form IS NOT NULL GROUP BY ALL"""
    has = dict(texts.table.connection.sql(sql).fetchall())
    commas, points, decimal = (has.get(form) for form in ("commas", "points", "decimal ,"))
    if any(line.endswith("with a decimal comma.") for line in texts.table.remarks):
        decimal = decimal or has.get("either ,")  # as in another column
    unsure = has.get("either ,")
    if semicolons and "decimal ." not in has:
        unsure = unsure or has.get("either .")
    if (commas and (points or decimal)) or (unsure and not (commas or points or decimal)):
        example = unsure or commas
        mark = re.sub(r"[-+\d]", "", example)[0]
        readings = f"{example.replace(mark, '')}, or {example.replace(mark, '.', 1)}"
        write = "Save the column without separators of thousands, and with a decimal point."
        raise texts.fault(role, f"is '{example}': {readings}? {write}")
    number = f"ungrouped({role})"
    if commas or points:
        number = f"replace({number}, '{',' if commas else '.'}', '')"
        texts.read("Numbers", commas or points, role, "without their separators of thousands")
    if points or decimal:
        number = f"replace({number}, ',', '.')"
    if decimal:
        texts.read("Numbers", decimal, role, "with a decimal comma")
    return f"plain({number})" if points or commas else f"coalesce(plain({role}), plain({number}))"
