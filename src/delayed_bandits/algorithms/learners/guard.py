"""Guard against faults of users' learners. A fault becomes one line and a traceback."""

import contextlib
import faulthandler
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Iterator, Sized
from pathlib import Path
from typing import Any

from delayed_bandits.checks.errors import InputError

MIN_TIMEOUT = 60.0
"""Seconds after which a round is stopped, or TIMEOUT_FACTOR mean rounds if these are longer."""
TIMEOUT_FACTOR = 1000
TICK = 0.5  # seconds between two checks for progress

_package = Path(__file__).parents[2]
_callers = "algorithms/learners", "algorithms/registry.py", "experiments/simulation.py"
INTERNAL_FILES = (
    *(str(_package / file) for file in _callers),
    contextlib.__file__,
    "<frozen importlib",
)
"""Files that only call a learner. Tracebacks leave them out."""


class LearnerError(InputError):
    """A learner's fault in one line. `details` has the traceback without our own frames."""

    def __init__(self, line: str, details: str = "") -> None:
        super().__init__(line)
        self.details = details

    def __reduce__(self) -> Any:
        return LearnerError, (str(self), self.details)


class Stopped(BaseException):
    """The exception for a hang. A learner's `except Exception` does not catch it."""


@contextlib.contextmanager
def watched(progress: Sized, longest: float = 0.0) -> Iterator[None]:
    """Raise Stopped if the `with` block hangs, and send what it prints to stderr.

    `progress` has an entry for each round. A block hangs if `progress` does not grow for the
    longest of these: MIN_TIMEOUT seconds, `longest` seconds, or TIMEOUT_FACTOR mean rounds. If code
    cannot be interrupted, such as a compiled loop, the process ends after twice this time. Outside
    the main thread `watched` does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    least, started, reached = max(MIN_TIMEOUT, longest), time.monotonic(), 0
    since = started

    def end_after(limit: float) -> None:
        with contextlib.suppress(OSError, ValueError, AttributeError):  # no file in a notebook
            faulthandler.dump_traceback_later(2 * limit, exit=True, file=sys.__stderr__)

    def tick(*_: Any) -> None:
        nonlocal since, reached
        now = time.monotonic()
        if len(progress) > reached:
            reached, since = len(progress), now
        usual = (since - started) / max(1, reached)
        limit = max(least, TIMEOUT_FACTOR * usual)
        if now - since < limit:
            end_after(limit)
            return
        since = now  # a learner that catches even this is ended by `end_after`
        where = f", where a round takes {usual:.2g} s" if reached else ""
        raise Stopped(f"did not return for {limit:.3g} s{where}")

    before = signal.signal(signal.SIGALRM, tick)
    end_after(least)
    signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        faulthandler.cancel_dump_traceback_later()


def fault(where: str, error: BaseException, expected: str) -> LearnerError:
    """Return a LearnerError that says where, what is wrong, and what is `expected`."""
    what, last = " ".join(str(error).split()), []
    what = what if len(what) <= 200 else f"{what[:197]}..."
    if not isinstance(error, Stopped):
        what = f"raised {type(error).__name__}{': ' if what else ''}{what}"
        last = traceback.format_exception_only(error)
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith(INTERNAL_FILES)
        and f"{os.sep}numba{os.sep}" not in frame.filename
    ]
    lines = ["Traceback (most recent call last):\n", *traceback.format_list(frames), *last]
    details = "".join(lines).rstrip() if frames else ""
    return LearnerError(f"{where} {what}. {expected}", details)
