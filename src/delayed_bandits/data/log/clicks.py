"""The SQL table of a log's clicks, and the rows that are left out."""

from typing import Any

import numpy as np

from delayed_bandits.data.log.meaning import Fault, Options, make_clicks
from delayed_bandits.data.tables.values import Texts

LAST = "max(clicked + greatest(coalesce(delayed, 0), 0))"
TEXTS = "clicks JOIN log ON clicks.rowid = log.rowid"  # `log` has the texts of the file
AGAIN = "is repeated"


class Clicks:
    """The SQL table of a log's clicks. Its column `why` is an index into `faults`."""

    def __init__(self, texts: Texts, options: Options) -> None:
        self.faults, self.until = make_clicks(texts, options)
        self.texts, self.names = texts, texts.names
        self.last = "delay" if "delay" in texts.names else "conversion_time"
        self.cut, give = texts.table.cut(), f"Give {len(texts.table.header)}"
        self.line = Fault("line", "", "has too few or too many values", give)
        self.rows = self.ask("count(*)")[0][0] + len(self.cut)
        self.is_watched = self.ask("count(watched) > 0")[0][0]

    def ask(self, columns: str, rest: str = "", of: str = "clicks") -> list[tuple[Any, ...]]:
        """Return the rows of an SQL query on the table of clicks, or on the table `of`."""
        return self.texts.table.connection.sql(f"SELECT {columns} FROM {of} {rest}").fetchall()

    def having(self, *what: str) -> str:
        """Return an SQL condition for rows whose fault has one of these roles or texts."""
        found = [str(i) for i, fault in enumerate(self.faults) if not {*what}.isdisjoint(fault)]
        return f"coalesce(why IN ({', '.join(['NULL', *found])}), false)"

    @property
    def timed(self) -> str:
        """Return an SQL condition for clicks that have a known time and are not repeated."""
        return f"clicked IS NOT NULL AND NOT {self.having('click_time', AGAIN)}"

    def leave_out(self, fault: Fault) -> None:
        """Mark the rows that `fault.rows` selects as left out."""
        why = f"UPDATE clicks SET why = {len(self.faults)} WHERE {fault.rows}"
        self.texts.table.connection.execute(why)
        self.faults.append(fault)

    def counts(self) -> dict[Fault, int]:
        """Return the number of rows that are left out, by fault."""
        found = self.ask("why, count(*)", "WHERE why IS NOT NULL GROUP BY why ORDER BY why")
        return {self.line: len(self.cut)} | {self.faults[why]: n for why, n in found}

    def reason(self, fault: Fault) -> str:
        """Return a fault in words: the column's name, and what is wrong with its value."""
        return f"{self.names.get(fault.role, fault.role)} {fault.what}"

    def numbers(self, rows: list[int]) -> list[int]:
        """Turn row numbers of the SQL table into row numbers of the file."""
        cut, numbers = np.array(list(self.cut), np.int64), np.array(rows, np.int64)
        numbers += self.texts.table.first
        return (numbers + np.searchsorted(cut - np.arange(cut.size), numbers, "right")).tolist()

    def lines(self) -> list[str]:
        """Return a message about each row that is left out, with its number in the file."""
        table = self.texts.table
        text = " ".join(f"WHEN {i} THEN log.{f.role}" for i, f in enumerate(self.faults))
        out = self.ask(f"log.rowid, why, CASE why {text} END", "WHERE why IS NOT NULL", TEXTS)
        numbers = self.numbers([row for row, *_ in out])
        found = [(number, text, self.line) for number, text in self.cut.items()]
        found += [
            (number, text or "", self.faults[why])
            for number, (_, why, text) in zip(numbers, out, strict=True)
        ]
        return [
            f"{table.path}: row {number}: {self.names.get(fault.role, fault.role)} "
            f"{text[:40]!r} {fault.what}. {fault.to_do}."
            for number, text, fault in sorted(found)
        ]
