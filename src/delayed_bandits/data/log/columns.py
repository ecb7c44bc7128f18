"""Columns of a log: which role each plays, by its name or as the user says."""

from collections.abc import Mapping
from pathlib import Path

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion
from delayed_bandits.data.tables.files import Table, quoted
from delayed_bandits.data.tables.values import UNITS, Texts, define

EITHER = (("delay", "conversion_time"), ("observed", "observed_until"))
NAMES = (*EITHER[0], *EITHER[1], "click_time", "arm", "converted", "click")
SPACE = " \t\r\n\xa0\u2003\u202f\ufeff"  # around values


def duration(seconds: float) -> str:
    """Put a time in words, in the largest unit that is not longer."""
    fitting = [unit for unit in UNITS if 1 <= UNITS[unit] <= seconds] or ["seconds"]
    number = seconds / UNITS[fitting[-1]]
    shown = f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"
    return f"{shown} {fitting[-1].removesuffix('s') if shown == '1' else fitting[-1]}"


def check_names(unit: str | None, renamed: Mapping[str, str]) -> None:
    """Check that there are such a unit and such roles."""
    if unit is not None and unit not in UNITS:
        raise InputError(f"unit is {unit!r}; {suggestion(unit, UNITS)}")
    for name in renamed:
        if name not in NAMES:
            raise InputError(f"column {name!r} is unknown; {suggestion(name, NAMES)}")


def roles_of(path: Path, table: Table, renamed: Mapping[str, str]) -> dict[str, int]:
    """Find the column of each role: its place in the header.

    A column that is given for a role plays no other. A number is a place, if no name.
    """
    header = table.header
    places = {role: _place(path, table, role, name) for role, name in renamed.items() if name}
    given = set(places.values())
    for pair in (*EITHER, *((role,) for role in NAMES[4:])):
        asked = [role for role in pair if role not in renamed and not {*pair} & places.keys()]
        found = [(i, role) for role in asked for i in _named(header, role) if i not in given]
        if len(found) > 1:
            columns = " and ".join(header[i] for i, _ in sorted(found))
            if found[0][1] != found[-1][1]:
                fault = f"columns {columns} say the same. Take one of them out of use"
                raise InputError(f"{path}: {fault}: --column {found[-1][1]}=.")
            raise _same_role(path, columns, *found[0][::-1])
        places.update({role: i for i, role in found})
    if "delay" not in places and not places.keys() >= {"click_time", "conversion_time"}:
        first = f"; without a header, the first row is {table.first_row}" if table.first_row else ""
        raise InputError(
            f"{path}: no column delay, and not both click_time and conversion_time. Name them: "
            "--column delay=NAME, or a column's number (columns: "
            f"{', '.join(header[:20])}{first}). Of events: --clicks, --conversions and --by."
        )
    if "observed_until" in places and "click_time" not in places:
        raise InputError(f"{path}: column observed_until found; expected click_time beside it")
    return places


def _named(header: list[str], name: str) -> list[int]:
    """Find the columns of a name, in other case if there is no such."""
    same = [i for i, column in enumerate(header) if column == name]
    return same or [i for i, column in enumerate(header) if column.lower() == name.lower()]


def _same_role(path: Path, columns: str, role: str, place: int) -> InputError:
    fault = f"columns {columns} have the same role. Choose by number"
    return InputError(f"{path}: {fault}: --column {role}={place + 1}.")


def _place(path: Path, table: Table, role: str, column: str) -> int:
    """Find a column that the user names."""
    found = _named(table.header, column)
    if not found and column.isdecimal() and 1 <= int(column) <= len(table.header):
        found = [int(column) - 1]
        table.remarks[f"Column {column} is {table.header[found[0]]}."] = None
    if len(found) > 1:
        columns = " and ".join(table.header[i] for i in found)
        raise _same_role(path, columns, role, found[0])
    if not found:
        hint = suggestion(column, table.header)
        raise InputError(f"{path}: no column {column!r} found; {hint}")
    return found[0]


def texts_of(path: Path, table: Table, places: Mapping[str, int]) -> Texts:
    """Return the columns of a log as text by role, without spaces around; NULL for nothing."""
    define(table)
    texts = (
        f"nullif(trim(CAST({quoted(table.ids[place])} AS VARCHAR), '{SPACE}'), '') AS {role}"
        for role, place in places.items()
    )
    names = {role: table.header[place] for role, place in places.items()}
    return Texts(path, table, f"(SELECT {', '.join(texts)} FROM {table.source})", names)
