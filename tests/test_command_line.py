"""What commands print, whatever standard output is, and arguments that they do not have."""

import contextlib
import io
import json

import pytest

from conftest import ROOT
from delayed_bandits.cli.commands import main
from delayed_bandits.data.log import advise as module
from logs import clicks

ON = ["--on", "pikeburke2018/poisson-50"]
ARMS = {"slow": "grün", "fast": "青"}


@pytest.fixture
def log(tmp_path):
    """A log whose arms ASCII has not, and Latin-1 only one of them."""
    path = tmp_path / "log.csv"
    clicks().replace({"arm": ARMS}).to_csv(path, index=False)
    return path


def printed(encoding, *arguments):
    """What a command prints on a standard output of these letters."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    with contextlib.redirect_stdout(stream):
        assert main(arguments) == 0
    stream.flush()
    return stream.buffer.getvalue().decode(encoding)


def has(text, arm):
    return arm in text or arm.encode("unicode_escape").decode() in text


ENCODINGS = pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])


@ENCODINGS
def test_a_log_of_any_letters_is_told_wherever_it_is_printed(encoding, log, tmp_path):
    text = printed(encoding, "log", str(log), "--output", str(tmp_path / "found"))
    assert all(has(text, arm) for arm in ARMS.values())


@ENCODINGS
def test_advice_on_any_letters_is_told_wherever_it_is_printed(encoding, log, monkeypatch):
    monkeypatch.setattr(module, "VARIED", range(2))
    given = ["advise", str(log), "--horizon", "6d", "--seeds", "8"]
    assert any(has(printed(encoding, *given), arm) for arm in ARMS.values())
    found = json.loads(printed(encoding, *given, "--json"))
    assert sorted(found["arms"]) == sorted(ARMS.values())


def test_no_bar_is_drawn_where_nobody_looks(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    copies = f"{ROOT}/tests/learners/copies.py:WaitingUCB1"
    given = ["try", copies, *ON, "--seeds", "2", "--against", "qpmd", "--processes", "1"]
    assert main(given) == 0
    assert "job" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "line"),
    [
        (
            ["advise", "log.csv", "--json", "advice.json"],
            "advice.json: --json takes no file. Type --json > advice.json",
        ),
        (
            ["advise", "log.csv", "--jsn"],
            "--jsn: unknown arguments. See delayed-bandits advise --help",
        ),
        (["try", "x", *ON, "y"], "y: unknown arguments. See delayed-bandits try --help"),
        (
            ["try", "x", "--on", "log"],
            "setting 'log' is unknown; list them with: delayed-bandits list settings",
        ),
    ],
)
def test_what_a_command_does_not_take_is_one_line(given, line, capsys):
    assert main(given) == 1
    assert capsys.readouterr().err == f"error: {line}\n"
