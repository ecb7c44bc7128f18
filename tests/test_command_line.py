import contextlib
import io
import json

import pytest

from delayed_bandits.cli.commands import main
from delayed_bandits.data.advice import advise as module
from logs import clicks

ON = ["--on", "pikeburke2018/poisson-50"]
ARMS = {"slow": "grün", "fast": "青"}


@pytest.fixture
def log(tmp_path):
    """A log with arms outside ASCII, one of them in Latin-1."""
    path = tmp_path / "log.csv"
    clicks().replace({"arm": ARMS}).to_csv(path, index=False)
    return path


def printed(encoding, *arguments):
    """The output of a command on a standard output with this encoding."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    with contextlib.redirect_stdout(stream):
        assert main(arguments) == 0
    stream.flush()
    return stream.buffer.getvalue().decode(encoding)


def has(text, arm):
    return arm in text or arm.encode("unicode_escape").decode() in text


ENCODINGS = pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])


@ENCODINGS
def test_log_is_printed_in_any_encoding(encoding, log, tmp_path):
    text = printed(encoding, "log", str(log), "--output", str(tmp_path / "found"))
    assert all(has(text, arm) for arm in ARMS.values())


@ENCODINGS
def test_advice_is_printed_in_any_encoding(encoding, log, monkeypatch):
    monkeypatch.setattr(module, "VARIED", range(2))
    given = ["advise", str(log), "--horizon", "6d", "--seeds", "8"]
    assert any(has(printed(encoding, *given), arm) for arm in ARMS.values())
    found = json.loads(printed(encoding, *given, "--json"))
    assert sorted(found["arms"]) == sorted(ARMS.values())


@pytest.mark.parametrize(
    ("given", "named", "hint"),
    [
        (["advise", "log.csv", "--json", "advice.json"], "advice.json", "--json > "),
        (["advise", "log.csv", "--jsn"], "--jsn", "advise --help"),
        (["try", "x", *ON, "y"], "y", "try --help"),
        (["try", "x", "--on", "log"], "log", "list settings"),
    ],
)
def test_unknown_arguments_are_named(given, named, hint, capsys):
    assert main(given) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("error: ")
    assert named in line
    assert hint in line


def test_version_is_printed(capsys):
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out.startswith("2.")
