"""A fuzzer of config, paper YAML and tables of users: no traceback, no hang.

Values are exchanged and keys deleted or renamed; whatever comes of it is accepted, or refused with
one line. FUZZ=100 tries a hundred times as many.
"""

import os
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from attacks.table import one_error
from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.log.reader import read_log
from single_runs import CONFIG, PAPER
from test_broken_input import CRITEO, load
from test_criteo_reader import outcome, read_slowly

TIMES = int(os.environ.get("FUZZ", "1"))
ODD = settings(
    derandomize=True,
    database=None,
    deadline=60_000,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def nodes(value, path=()):
    """The path of every value below a value."""
    if isinstance(value, dict | list):
        for key, below in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*path, key)
            yield from nodes(below, (*path, key))


WORDS = ["tiny", "short", "criteo", "uniform", "geometric", "constant", "auto", "1e5", "..", "a\nb"]
NUMBERS = [0, -1, 2, 3, 400, 10**6, 10**18, 2**63 - 1, 2**63, 10**30]
SCALARS = st.one_of(
    st.none(), st.booleans(), st.sampled_from([*NUMBERS, *WORDS]), st.floats(), st.text(max_size=5)
)
KEYS = st.sampled_from(["law", "mean", "settings", "horizon", "short"]) | SCALARS
VALUES = st.recursive(
    SCALARS,
    lambda below: st.lists(below, max_size=3) | st.dictionaries(KEYS, below, max_size=3),
    max_leaves=5,
)


@st.composite
def exchanged(draw, content):
    """What a file contains, with a value exchanged, a key deleted or a key renamed."""
    *way, last = draw(st.sampled_from(list(nodes(content))))
    parent = content
    for key in way:
        parent = parent[key]
    value = parent[last] if draw(st.booleans()) else draw(VALUES)
    if isinstance(parent, dict) and draw(st.booleans()):
        parent.pop(last)
        last = draw(KEYS)
    if draw(st.integers(0, 9)) or isinstance(parent, list):
        parent[last] = value
    return content


@pytest.mark.parametrize(("name", "text"), [("config.yaml", CONFIG), ("papers/tiny.yaml", PAPER)])
@settings(ODD, max_examples=100 * TIMES)
@given(data=st.data())
def test_yaml(name, text, folder, data):
    changed = yaml.safe_dump(data.draw(exchanged(yaml.safe_load(text))), allow_unicode=True)
    (folder / name).write_text(changed, encoding="utf-8")
    try:
        load(folder)
    except InputError as error:
        (line,) = str(error).splitlines()
        assert line.startswith(Path(name).name)
    finally:
        (folder / name).write_text(text, encoding="utf-8")


IN_WORDS = ["nan", "NaN", "NA", "inf", "-inf", "1e400", "1.0", "", " ", "\0", "0x10", "１", "-0"]


@st.composite
def mangled(draw, text, separator):
    """A table with other ends of lines, a mark at its start and a value in words; what is other."""
    rows = [line.split(separator) for line in text.splitlines()]
    row = draw(st.integers(1, len(rows) - 1))
    column = draw(st.integers(0, len(rows[row]) - 1))
    words = draw(st.sampled_from([None, *IN_WORDS]))
    if words is not None:
        rows[row][column] = words
    end = draw(st.sampled_from(["\n", "\r\n", "\r", "\n\n", "\n\r"]))
    lines = end.join(separator.join(values) for values in rows)
    mark = draw(st.sampled_from(["", "\ufeff"]))
    return mark + lines + draw(st.sampled_from(["", end])), words, end


@settings(ODD, max_examples=100 * TIMES)
@given(mangled=mangled(CRITEO, "\t"))
def test_ends_of_lines_and_words_in_a_criteo_file(mangled, tmp_path):
    """It is refused with a line, or has the delays that reading it value by value gives."""
    path = tmp_path / "criteo.tsv"
    path.write_bytes(mangled[0].encode())
    assert outcome(path) == read_slowly(path.read_bytes())


LOG = "arm,delay,converted,observed\nx,5,1,9\ny,7,1,9\ny,,0,4\nx,0,1,9\n"


@settings(ODD, max_examples=100 * TIMES)
@given(mangled=mangled(LOG, ","))
def test_ends_of_lines_and_words_in_a_log(mangled, tmp_path):
    """Its rows are read as they were, or left out and counted."""
    text, words, end = mangled
    path = tmp_path / "log.csv"
    path.write_bytes(text.encode())
    try:
        log = read_log(path)
    except InputError as error:
        line = one_error(f"error: {error}")
        assert line.startswith(f"{path}: ")
        return
    assert set(log.delay) <= {-1, 0, 5, 7} | ({1} if words == "1.0" else set())
    assert len(log.delay) + sum(log.left_out.values()) >= 4
    if words is None and end in ("\n", "\r\n"):
        assert log.delay.tolist() == [5, 7, -1, 0]
