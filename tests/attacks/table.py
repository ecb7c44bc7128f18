"""Rows of the table of attacks: what is done, and what must be seen."""

import contextlib
import functools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from projects import environment

PATIENCE = 120
"""Seconds after which a command hangs."""


@dataclass(frozen=True)
class Attack:
    """A row of the table.

    Attributes
    ----------
    done : str
        What is done, in words.
    seen : str
        A regular expression: with a status, of the one line that starts with "error: ", from there
        on; without one, of anything that is printed, or "" if nothing need be.
    arguments : sequence of str
        Of the command.
    prepare : callable
        What is done before, to the working folder.
    status : int
        0 if the command must succeed.
    """

    done: str
    seen: str
    arguments: Sequence[str] = ()
    prepare: Callable[[Path], object] = bool
    status: int = 1


def each(attacks):
    """Call a test with each row, by what is done."""
    return pytest.mark.parametrize("attack", attacks, ids=[ascii(row.done) for row in attacks])


def check(attack, answer):
    """Check that what must be seen is seen, and nothing that must not."""
    printed = answer.stdout + answer.stderr
    assert "Traceback" not in printed, printed
    assert answer.returncode == attack.status, printed
    lines = [line for line in printed.splitlines() if line.startswith("error: ")]
    if attack.status:
        (line,) = lines
        assert re.match(attack.seen, line.removeprefix("error: ")), line
        assert line.isprintable()
    else:
        assert not lines
        assert re.search(attack.seen, printed), printed


# The package is imported once, and then forked, as Snakemake is in projects.py
SERVER = """
import gc, json, os, sys
sys.path.insert(0, sys.argv[1])
from delayed_bandits.analysis import judge, regret_table
from delayed_bandits.checks import labels, schema
from delayed_bandits.cli.commands import main
from delayed_bandits.data.criteo import conversions
from delayed_bandits.data import fits as comparison
from delayed_bandits.experiments import experiment
from delayed_bandits.report import claims_tables, figures, page
from delayed_bandits.report.verification import verify

schema._validator(), labels._glyph()
gc.freeze()
for line in sys.stdin:
    folder, arguments, output = json.loads(line)
    if not (pid := os.fork()):
        os.chdir(folder)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for i in (1, 2):
            os.dup2(os.open(f"{output}/{i}", os.O_WRONLY | os.O_CREAT), i)
        status = main(arguments)
        sys.stdout.flush()
        os._exit(status)  # to throw away all that was imported takes longer than most commands
    print(pid, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
"""


@functools.cache
def server(sources):
    """The process in which the package of these sources is imported; it ends with this one."""
    return subprocess.Popen(
        [sys.executable, "-P", "-c", SERVER, str(sources)],
        env=environment(sources) | {"OPENBLAS_NUM_THREADS": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )


def delayed_bandits(project, folder, *arguments):
    """Run a command of a checkout in a folder; what hangs is killed."""
    process = server(project / "src")
    with tempfile.TemporaryDirectory() as output:
        process.stdin.write(json.dumps([str(folder), list(map(str, arguments)), output]) + "\n")
        pid = int(process.stdout.readline())
        with too_late(pid):
            status = int(process.stdout.readline())
        printed = [(Path(output) / name).read_text(encoding="utf-8") for name in "12"]
    return subprocess.CompletedProcess(arguments, status, *printed)


@contextlib.contextmanager
def too_late(pid):
    """Kill a process that has not ended after `PATIENCE`."""
    signal.signal(signal.SIGALRM, lambda *_: os.kill(pid, signal.SIGKILL))
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)


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
