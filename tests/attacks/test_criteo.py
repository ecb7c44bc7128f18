"""Criteo files: what is in them, and what they are called."""

import bz2
import gzip
import os
import re
from pathlib import Path

import pytest

from attacks.table import Attack, each, one_error, write
from delayed_bandits.checks.errors import InputError
from delayed_bandits.cli.reporting import line_of
from delayed_bandits.data.criteo.conversions import from_file
from delayed_bandits.files.tables import read_footer
from test_broken_input import CRITEO

FILE = "criteo.tsv"
HEADER, *ROWS = CRITEO.splitlines(keepends=True)
CONVERTED = ROWS[2]
COLUMN = "column 1 is .*; expected 'timestamp'"
NO_DELAY = "no delay under the rule 'all'; expected at least one"


def without(*numbers, by):
    """The file with other values in columns of the row that converted."""
    values = CONVERTED.split("\t")
    for number in numbers:
        values[number] = by
    return HEADER + ROWS[0] + "\t".join(values)


def content(done, seen, what):
    return Attack(done, seen, prepare=what if callable(what) else write(FILE, what))


CONTENTS = [
    content("every time negative", NO_DELAY, without(0, 4, by="-1")),
    content("no conversion", NO_DELAY, HEADER + ROWS[0] + ROWS[1]),
    content("only a header", "", HEADER),
    content("a header in UTF-16", COLUMN, CRITEO.encode("utf-16")),
    content("bzip2", COLUMN, bz2.compress(CRITEO.encode())),
    content("an empty gzip", "the file is empty; expected a header", gzip.compress(b"")),
    content("half a gzip", ".*", gzip.compress(CRITEO.encode())[:40]),
    content("Parquet of nothing", "damaged or cut off", b"PAR1PAR1"),
    content("a folder", ".*", lambda folder: (folder / FILE).mkdir()),
    content("a pipe", "a pipe or a device", lambda folder: os.mkfifo(folder / FILE)),
    content("nothing", "no such file", bool),
]
NAMES = ["$(touch pwned)", "a'b", 'a"b', "a b", "#", "漢字 😀", " first", "{0}", "a\nb", "-x"]


def read(name):
    from_file(Path(name), "all", Path("out/delays.parquet"))


@each(CONTENTS)
def test_contents(attack, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    attack.prepare(tmp_path)
    with pytest.raises((InputError, OSError)) as caught:
        read(FILE)
    line = one_error(line_of(caught.value))
    assert re.match(f"{FILE}: {attack.seen}", line), line
    assert not Path("out").exists()


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_names(name, tmp_path, monkeypatch):
    """A file is read whatever it is called."""
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(CRITEO, encoding="utf-8")
    read(name)
    assert read_footer(Path("out/delays.parquet"))["file"] == name
    assert {path.name for path in tmp_path.iterdir()} == {name, "out"}
