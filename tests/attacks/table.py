"""Rows of the table of attacks: what is done, and what must be seen."""

import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from forks import errors, run_forked
from projects import environment

PATIENCE = 120
"""Seconds after which a command hangs."""


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


def check(attack, answer):
    """Check that what must be seen is seen, and nothing that must not."""
    printed = answer.stdout + answer.stderr
    assert answer.returncode == attack.status, printed
    if attack.status:
        assert re.match(attack.seen, one_error(printed)), printed
    else:
        assert "Traceback" not in printed
        assert not errors(answer)
        assert re.search(attack.seen, printed), printed


def bytes_of(folder):
    """All files below a folder, and what is in them."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


PACKAGE = """
sys.path.insert(0, {sources!r})
from delayed_bandits.analysis import judge, regret_files
from delayed_bandits.checks import schema
from delayed_bandits.cli import commands
from delayed_bandits.data.criteo import conversions
from delayed_bandits.data import fits as comparison
from delayed_bandits.experiments import description, experiment
from delayed_bandits.report import claims_tables, figures, page
from delayed_bandits.report.verification import verify

schema._validator(), description._glyphs()

def main(arguments):
    status = commands.main(arguments)
    sys.stdout.flush()
    os._exit(status)  # to throw away all that was imported takes longer than most commands
"""


def delayed_bandits(project, folder, *arguments, after=""):
    """Run a command of a checkout in a folder, `after` some code; what hangs is killed."""
    imports = PACKAGE.format(sources=str(project / "src")) + after
    return run_forked(imports, folder, list(map(str, arguments)), environment(project), PATIENCE)


def copy_of_results(project, folder):
    """Copy what a finished project has made, without its kernels and logs."""
    hidden = shutil.ignore_patterns("numba", "logs")
    for name in ("results", "figures"):
        shutil.copytree(project / name, folder / name, ignore=hidden)
    return folder


def write(name, content):
    """Give the function that writes a file into the working folder."""

    def prepare(folder):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())

    return prepare


def replace(name, make):
    """Give the function that puts something else in the place of a file."""

    def prepare(folder):
        (folder / name).unlink()
        make(folder / name)

    return prepare
