"""Rows of the table of attacks: what is done, and what must be seen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest


@dataclass(frozen=True)
class Attack:
    """A row of the table: what is done in words, by which arguments, after what was prepared.

    What is seen is a regular expression: with a status, of the one line that starts with "error: ",
    from there on; without one, of anything that is printed.
    """

    done: str
    seen: str
    arguments: Sequence[str] = ()
    prepare: Callable[[Path], object] = bool
    status: int = 1


def each(attacks):
    """Call a test with each row, by what is done."""
    return pytest.mark.parametrize("attack", attacks, ids=[ascii(row.done) for row in attacks])


def one_error(printed):
    """The one line that starts with "error: ", from there on; there is no traceback."""
    assert "Traceback" not in printed, printed
    (line,) = [line for line in printed.splitlines() if line.startswith("error: ")]
    assert line.isprintable()
    return line.removeprefix("error: ")


def bytes_of(folder):
    """All files below a folder, and what is in them."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def write(name, content):
    """Give the function that writes a file into the working folder."""

    def prepare(folder):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())

    return prepare
