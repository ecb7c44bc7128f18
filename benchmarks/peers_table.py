"""Peers from PyPI, each in a separate virtual environment."""

import json
import os
import statistics
import subprocess
import sys
import venv
from pathlib import Path
from typing import NamedTuple

from tasks import LINEAR, TASKS, TWO_ARMS, Kernel, specification
from timing import Limit, ratios, replicate, spread, table, take_turns

PEERS = {
    "PyMAB": ["pymab==2.0.1"],
    "BanditLab": ["banditlab==1.1.0"],
    "SMPyBandits": ["smpybandits==0.9.7", "scipy<1.14"],  # newer SciPy lacks what it imports
    "coba": ["coba==8.1.0", "numpy"],
    "MABWiser": ["mabwiser==2.7.4"],
    "JAX": ["jax==0.10.2"],
}
NEAREST = {
    "UCB1 that waits": TASKS["UCB1 that waits"],
    "UCB1 that waits, 10 arms": specification(
        "delayed_ucb.delayed_ucb1", TWO_ARMS | {"means": [0.5, *[0.4] * 9]}
    ),
    "LinUCB that waits": specification(
        "linear_baselines.linucb_waiting",
        LINEAR,
        {"window": 500, "confidence": 0.1, "regularisation": 1.0},
    ),
}
ROUNDS = 500_000
"""The least number of rounds of a task of the project that are timed."""

LEAST = 30  # the limit of the ratio, except for JAX, which is compiled, too
WORKER = Path(__file__).parent / "peers/worker.py"
ONE_THREAD = dict.fromkeys(
    ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "RAYON_NUM_THREADS"), "1"
) | {"MPLBACKEND": "Agg"}


class AbsentError(Exception):
    """A peer cannot be measured; the reason is the message, without paths and addresses."""


class Row(NamedTuple):
    """A task of a peer, and CPU nanoseconds per round in each repetition, of peer and project."""

    peer: str
    task: str
    nearest: str
    differs: str
    times: list[float]
    project: list[float]

    @property
    def ratio(self) -> list[float]:
        """The peer's times divided by the project's."""
        return ratios(self.times, self.project)


def install(folder: Path, requirements: list[str]) -> Path:
    """Make a virtual environment with a peer; return its Python.

    Raises
    ------
    AbsentError
        If pip cannot install it.
    """
    venv.create(folder, with_pip=True)
    python = folder / "bin/python"
    command = [python, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", *requirements]
    finished = subprocess.run(command, capture_output=True, text=True)
    if finished.returncode:
        errors = [line for line in finished.stderr.splitlines() if line.startswith("ERROR:")]
        known = [line for line in errors if "No matching distribution" in line]
        reason = "pip finds no such package" if known else "pip fails"
        raise AbsentError(f"not installed here: {reason}")
    return python


def run(python: Path, module: str) -> list[list]:
    """Run a peer's tasks once; return name, nearest task, difference, nanoseconds per round.

    Raises
    ------
    AbsentError
        If its worker fails.
    """
    finished = subprocess.run(
        [python, WORKER, module], capture_output=True, text=True, env=os.environ | ONE_THREAD
    )
    if finished.returncode:
        error = finished.stderr.strip().rpartition("\n")[2].partition(":")[0]
        raise AbsentError(f"installed, but fails: {error}")
    return json.loads(finished.stdout)


def nearest_task(name: str, repetition: int) -> float:
    """Return CPU nanoseconds per round of a task of the project."""
    task = NEAREST[name]
    kernel = Kernel(task)
    count = max(kernel.in_step, ROUNDS // task.horizon)
    seeds = range(repetition * count, (repetition + 1) * count)
    return replicate(kernel, task.horizon, seeds).whole


def installed(folder: Path) -> tuple[dict[str, Path], dict[str, str]]:
    """Install all peers; return the Python of each, and for the others why they are absent."""
    pythons, absent = {}, {}
    for peer, requirements in PEERS.items():
        print(f"installing {peer}", file=sys.stderr)
        try:
            python = install(folder / peer, requirements)
            run(python, f"with_{peer.lower()}")
            pythons[peer] = python
        except AbsentError as error:
            absent[peer] = str(error)
    return pythons, absent


def measure(pythons: dict[str, Path], repetitions: int) -> list[Row]:
    """Time all tasks of all peers, each peer followed by the nearest tasks of the project."""
    parts = {
        peer: lambda repetition, python=python, peer=peer: (
            run(python, f"with_{peer.lower()}"),
            {name: nearest_task(name, repetition) for name in NEAREST},
        )
        for peer, python in pythons.items()
    }
    rows = []
    for peer, turns in take_turns(parts, repetitions).items():
        for tasks in zip(*(theirs for theirs, _ in turns), strict=True):
            name, nearest, differs, _ = tasks[0]
            ours = [project[nearest] for _, project in turns]
            rows.append(Row(peer, name, nearest, differs, [task[3] for task in tasks], ours))
    return rows


def table_of_peers(rows: list[Row], absent: dict[str, str]) -> str:
    """Return the table of peers."""
    cells = [
        [
            f"{row.peer} {PEERS[row.peer][0].partition('==')[2]}",
            row.task,
            row.nearest,
            row.differs,
            spread(row.times),
            spread(row.project),
            spread(row.ratio, 1),
        ]
        for row in rows
    ]
    cells += [[peer, reason, "–", "–", "–", "–", "–"] for peer, reason in absent.items()]
    head = ["peer", "its task", "nearest task", "what the peer does otherwise", "peer", "project"]
    return table([*head, "ratio"], cells, text_columns=4)


def limits(rows: list[Row]) -> list[Limit]:
    """Compare each peer's ratio with the limit."""
    found = []
    for row in (row for row in rows if row.peer != "JAX"):
        ratio = statistics.median(row.ratio)
        of = f"{row.peer}'s {row.task} / {row.nearest}"
        found.append(Limit(of, f"at least {LEAST}", ratio, ratio >= LEAST))
    return found
