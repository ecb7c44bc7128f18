"""Findings of a verification, and calls in processes of their own."""

import json
import logging
import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Callable, Sequence
from multiprocessing import connection
from pathlib import Path
from typing import Any, Literal, NamedTuple

from delayed_bandits.checks.errors import InputError

logger = logging.getLogger(__name__)

FAILED = "failed"
UNKNOWN = "not of this run"


class Finding(NamedTuple):
    """What was found of a file: a verdict, and words."""

    file: str
    verdict: str
    words: str


class Findings:
    """All findings, each logged as it comes."""

    def __init__(self) -> None:
        self.all: list[Finding] = []
        self.summary = ""

    def fail(self, path: Path, words: str) -> None:
        """Add a failure; `words` start with the path if they are those of an error."""
        self.all.append(Finding(str(path), FAILED, words.removeprefix(f"{path}: ")))
        logger.error("error: %s", words if words.startswith(str(path)) else f"{path}: {words}")

    def remark(self, path: Path, verdict: str, words: str = "") -> None:
        """Add what is no failure, and log it."""
        self.all.append(Finding(str(path), verdict, words))
        logger.info("%s: %s%s", path, verdict, words)

    def passed(self, path: Path, verdict: str) -> None:
        """Add what is as it should be, and do not log it."""
        self.all.append(Finding(str(path), verdict, ""))

    @property
    def failures(self) -> list[Finding]:
        """List the failures."""
        return [finding for finding in self.all if finding.verdict == FAILED]

    def conclude(self, done: str) -> None:
        """Say what was done, and count the verdicts, in the order in which they first came."""
        counted = Counter(finding.verdict for finding in self.all)
        counts = ", ".join(f"{count} {verdict}" for verdict, count in counted.items())
        self.summary = f"{done}: {counts}"
        if not self.failures:
            logger.info(self.summary)

    def json(self) -> str:
        """Give all findings and the summary as JSON."""
        found = [finding._asdict() for finding in self.all]
        document = {"failed": len(self.failures), "summary": self.summary, "findings": found}
        return json.dumps(document, indent=1, ensure_ascii=False)


def apart(calls: Sequence[Callable[[], Any]], start: Literal["fork", "spawn"]) -> list[Any]:
    """Call functions, each in a process of its own, as many at a time as there are cores.

    Parameters
    ----------
    calls : sequence of callables
        They are pickled if a process starts by "spawn".
    start : str
        "fork" if the processes may have all that is imported here, "spawn" if nothing.

    Returns
    -------
    list
        What each returned, or the exception that it raised; an InputError if its process crashed.
    """
    context = multiprocessing.get_context(start)
    waiting = list(enumerate(calls))[::-1]
    running: dict[Any, tuple[int, Any]] = {}
    found: list[Any] = [None] * len(calls)
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 1):
            number, call = waiting.pop()
            receiver, sender = context.Pipe(duplex=False)
            process = context.Process(target=_answer, args=(call, sender), daemon=True)
            process.start()
            sender.close()
            running[receiver] = number, process
        for receiver in connection.wait(running):
            number, process = running.pop(receiver)
            try:
                found[number] = receiver.recv()
            except EOFError:
                process.join()
                found[number] = InputError(f"its process {_end(process.exitcode)}")
            process.join()
    return found


def _answer(call: Callable[[], Any], sender: Any) -> None:
    try:
        answer = call()
    except InputError as error:
        answer = InputError(str(error))
    except Exception as error:
        answer = InputError(" ".join(f"{type(error).__name__}: {error}".split()))
    sender.send(answer)


def _end(status: int) -> str:
    return f"crashed: {signal.strsignal(-status)}" if status < 0 else f"ended with status {status}"
