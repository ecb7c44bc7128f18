"""A worker that times the tasks of one peer, in the peer's virtual environment.

`python worker.py MODULE` imports MODULE of this folder, which has a list `TASKS`, runs each task
once to warm up and once for its time, and prints JSON.
"""

import contextlib
import importlib
import io
import json
import sys
import time
from collections.abc import Callable
from typing import NamedTuple


class Task(NamedTuple):
    """A task of a peer.

    Attributes
    ----------
    name : str
    nearest : str
        The task of the project that is compared with it; a name of `tasks.TASKS`.
    differs : str
        What the peer does otherwise.
    run : callable
        `run(rounds)` simulates one run.
    rounds : int
    """

    name: str
    nearest: str
    differs: str
    run: Callable[[int], object]
    rounds: int


def main() -> None:
    """Print name, nearest task, difference and CPU nanoseconds per round of every task."""
    found = []
    with contextlib.redirect_stdout(io.StringIO()):  # some peers print their progress
        for task in importlib.import_module(sys.argv[1]).TASKS:
            task.run(max(100, task.rounds // 10))
            start = time.process_time_ns()
            task.run(task.rounds)
            nanoseconds = (time.process_time_ns() - start) / task.rounds
            found.append([task.name, task.nearest, task.differs, nanoseconds])
    print(json.dumps(found))


if __name__ == "__main__":
    main()
