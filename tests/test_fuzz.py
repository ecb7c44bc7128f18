"""Fuzzed config, paper YAML and logs: accepted, or refused with one line that names the file.

Values are exchanged and keys deleted or renamed. FUZZ=100 multiplies the number of tries by 100.
"""

import os
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.frames import read_log
from single_runs import CONFIG, PAPER
from test_broken_input import load

FUZZED = settings(
    derandomize=True,
    database=None,
    deadline=60_000,
    max_examples=100 * int(os.environ.get("FUZZ", "1")),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
WORDS = ["tiny", "short", "criteo", "uniform", "geometric", "constant", "auto", "1e5", "..", "a\nb"]
NUMBERS = [0, -1, 2, 3, 400, 10**6, 10**18, 2**63 - 1, 2**63, 10**30]
SCALARS = st.one_of(
    st.none(), st.booleans(), st.sampled_from([*NUMBERS, *WORDS]), st.floats(), st.text(max_size=5)
)
KEYS = st.sampled_from(["distribution", "mean", "settings", "horizon", "short"]) | SCALARS
VALUES = st.recursive(
    SCALARS,
    lambda below: st.lists(below, max_size=3) | st.dictionaries(KEYS, below, max_size=3),
    max_leaves=5,
)


def nodes(value):
    """Every mapping and list below a value, with each of its keys."""
    if isinstance(value, dict | list):
        for key, below in value.items() if isinstance(value, dict) else enumerate(value):
            yield value, key
            yield from nodes(below)


@st.composite
def exchanged(draw, content):
    """The content of a file, with a value exchanged, a key deleted or a key renamed."""
    parent, key = draw(st.sampled_from(list(nodes(content))))
    value = parent[key] if draw(st.booleans()) else draw(VALUES)
    if isinstance(parent, dict) and draw(st.booleans()):
        parent.pop(key)
        key = draw(KEYS)
    if draw(st.integers(0, 9)) or isinstance(parent, list):
        parent[key] = value
    return content


@pytest.mark.parametrize(("name", "text"), [("config.yaml", CONFIG), ("papers/tiny.yaml", PAPER)])
@FUZZED
@given(data=st.data())
def test_fuzzed_yaml_is_accepted_or_refused_in_a_line(name, text, folder, data):
    changed = yaml.safe_dump(data.draw(exchanged(yaml.safe_load(text))), allow_unicode=True)
    (folder / name).write_text(changed, encoding="utf-8")
    try:
        load(folder)
    except InputError as error:
        (line,) = str(error).splitlines()
        assert line.startswith(Path(name).name)
    finally:
        (folder / name).write_text(text, encoding="utf-8")


ROWS = ["arm,delay,converted,observed", "x,5,1,9", "y,7,1,9", "y,,0,4", "x,0,1,9"]
VALUE = st.sampled_from([None, "nan", "NA", "inf", "1e400", "1.0", "", " ", "\0", "0x10", "１"])
ENDS = st.sampled_from(["\n", "\r\n", "\r", "\n\n", "\n\r"])


@FUZZED
@given(st.integers(1, 4), st.integers(0, 3), VALUE, ENDS, st.sampled_from(["", "\ufeff"]))
def test_fuzzed_log_is_read_as_written_or_refused(tmp_path, row, column, value, end, mark):
    """Rows that are left out are counted."""
    rows = [line.split(",") for line in ROWS]
    rows[row][column] = rows[row][column] if value is None else value
    path = tmp_path / "log.csv"
    path.write_bytes((mark + end.join(map(",".join, rows)) + end).encode())
    try:
        log = read_log(path)
    except InputError as error:
        (line,) = str(error).splitlines()
        assert line.startswith(f"{path}: ")
        return
    assert set(log.delay) <= {-1, 0, 5, 7} | ({1} if value == "1.0" else set())
    assert len(log.delay) + sum(log.left_out.values()) >= 4
    if value is None and end in ("\n", "\r\n"):
        assert log.delay.tolist() == [5, 7, -1, 0]
