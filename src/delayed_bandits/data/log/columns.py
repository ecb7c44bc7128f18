"""The columns of a log that serve as `arm`, `delay` and other roles."""

from collections.abc import Mapping
from pathlib import Path

from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion
from delayed_bandits.data.tables.events import nested
from delayed_bandits.data.tables.files import Table

EITHER = (("delay", "conversion_time"), ("observed", "observed_until"))
NAMES = (*EITHER[0], *EITHER[1], "click_time", "arm", "converted", "click", "probability")


def roles_of(path: Path, table: Table, renamed: Mapping[str, str]) -> dict[str, int]:
    """Return, for each role, the index of its column in the header.

    `renamed` maps roles to the columns that the user chose, by name or by number from 1. A chosen
    column has no other role.
    """
    header, places = table.header, {}

    def place(found: list[tuple[int, str]]) -> None:
        if len(found) > 1:
            columns = " and ".join(header[i] for i, _ in sorted(found))
            choice = f"Choose by number: --column {found[0][1]}={found[0][0] + 1}"
            raise InputError(f"{path}: columns {columns} have the same role. {choice}.")
        places.update({role: i for i, role in found})

    for role, name in renamed.items():
        found = _named(header, name) if name else []
        if not found and name.isdecimal() and 1 <= int(name) <= len(header):
            found = [int(name) - 1]
            table.remarks[f"Column {name} is {header[found[0]]}."] = None
        elif not found and name:
            hint = nested(table, name) or suggestion(name, header)
            raise InputError(f"{path}: no column {name!r} found. {hint}")
        place([(i, role) for i in found])
    given = set(places.values())
    for roles in (*EITHER, *((role,) for role in NAMES[4:])):
        asked = [role for role in roles if role not in renamed and places.keys().isdisjoint(roles)]
        place([(i, role) for role in asked for i in _named(header, role) if i not in given])
    if "delay" not in places and not places.keys() >= {"click_time", "conversion_time"}:
        first = f"; without a header, the first row is {table.first_row}" if table.first_row else ""
        fault = "no column delay, and not both click_time and conversion_time"
        cure = "Name them, or give a column's number: --column click_time=NAME conversion_time=NAME"
        cure += " arm=NAME, or --column delay=NAME arm=NAME"
        events = "For a table of events, give --clicks, --conversions and --by"
        shown = f"columns: {', '.join(header[:20])}{first}"
        raise InputError(f"{path}: {fault}. {cure} ({shown}). {events}.")
    if "observed_until" in places and "click_time" not in places:
        raise InputError(f"{path}: observed_until needs click times. Give --column click_time=NAME")
    return places


def _named(header: list[str], name: str) -> list[int]:
    """Return the indices of columns called `name`. If there is none, case is ignored."""
    same = [i for i, column in enumerate(header) if column == name]
    return same or [i for i, column in enumerate(header) if column.lower() == name.lower()]
