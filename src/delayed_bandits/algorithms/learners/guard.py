"""The guard of users' learners: a fault becomes one line, with the traceback in its source."""

import contextlib
import faulthandler
import functools
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Iterator, Sized
from pathlib import Path
from typing import Any, NoReturn

from delayed_bandits.checks.errors import InputError

PATIENCE = 60.0
"""A learner is stopped when a round takes longer, in seconds, and SLOWER times the mean round."""

SLOWER = 1000
TICK = 0.5
"""Seconds between two looks at the round reached."""

REFUSED = ("_exit", "fork", "forkpty")
"""Functions of `os` that a learner does not call: a copy of the process would play on."""

OURS = (
    str(Path(__file__).parent),
    contextlib.__file__,
    str(Path(__file__).parents[1] / "registry.py"),
    str(Path(__file__).parents[2] / "experiments/simulation.py"),
    "<frozen importlib",
)
"""Files that only call a learner."""


class LearnerError(InputError):
    """A fault of a learner, in one line, with the traceback in its source if it has one.

    Attributes
    ----------
    details : str
        The traceback.
    """

    def __init__(self, line: str, details: str = "") -> None:
        super().__init__(line)
        self.details = details

    def __reduce__(self) -> Any:
        return LearnerError, (str(self), self.details)


class Stopped(BaseException):
    """A fault that is no Exception, such as a hang; raised past a learner's `except Exception`."""


@contextlib.contextmanager
def watched(progress: Sized, longest: float = 0.0) -> Iterator[None]:
    """Stop what runs in the block if it hangs, or calls one of the functions REFUSED.

    It hangs if `progress` has not grown for PATIENCE seconds, `longest` seconds and SLOWER times as
    long as usual. Code that Python cannot interrupt, such as a compiled loop, ends the process with
    a traceback after twice that time. Threads other than the main one have no such limit.
    KeyboardInterrupt is a fault, too, where the user's Ctrl-C is ignored.
    """
    kept = {name: getattr(os, name) for name in REFUSED}
    for name in kept:
        setattr(os, name, functools.partial(_refuse, name))
    limited = threading.current_thread() is threading.main_thread()
    if limited:
        clock = _Clock(progress, max(PATIENCE, longest))
        before = signal.signal(signal.SIGALRM, clock.tick)
        clock.end_after(clock.patience)
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
    try:
        yield
    except KeyboardInterrupt as error:
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            raise
        raise Stopped("raised KeyboardInterrupt").with_traceback(error.__traceback__) from None
    finally:
        for name, function in kept.items():
            setattr(os, name, function)
        if limited:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
            faulthandler.cancel_dump_traceback_later()


def _refuse(name: str, *arguments: Any) -> NoReturn:
    raise Stopped(f"called os.{name}({', '.join(map(str, arguments))})")


class _Clock:
    """The time since the last progress."""

    def __init__(self, progress: Sized, patience: float) -> None:
        self.patience = patience
        self._progress, self._reached = progress, 0
        self._started = self._since = time.monotonic()

    def end_after(self, limit: float) -> None:
        """End the process if no tick comes for twice the limit."""
        with contextlib.suppress(OSError, ValueError, AttributeError):  # no file in a notebook
            faulthandler.dump_traceback_later(2 * limit, exit=True, file=sys.__stderr__)

    def tick(self, *_: Any) -> None:
        """Raise Stopped if nothing has progressed for too long."""
        now, reached = time.monotonic(), len(self._progress)
        if reached > self._reached:
            self._reached, self._since = reached, now
        usual = (self._since - self._started) / max(1, self._reached)
        limit = max(self.patience, SLOWER * usual)
        if now - self._since < limit:
            self.end_after(limit)
        else:
            self._since = now  # a learner that catches even this is ended by the line above
            raise Stopped(
                f"did not return for {limit:.3g} s, where a round takes {usual:.2g} s"
                if reached
                else f"did not return for {limit:.3g} s"
            )


def fault(where: str, error: BaseException, expected: str) -> LearnerError:
    """Describe an error raised by a learner, with the traceback in its own source.

    Parameters
    ----------
    where : str
        The beginning of the line: learner, seed, round, method.
    error : BaseException
    expected : str
        The end of the line.
    """
    what = " ".join(str(error).split())
    what = what if len(what) <= 200 else f"{what[:197]}..."
    if not isinstance(error, Stopped):
        what = f"raised {type(error).__name__}{': ' if what else ''}{what}"
    return LearnerError(f"{where} {what}; expected {expected}", own_traceback(error))


def own_traceback(error: BaseException) -> str:
    """Format the traceback of an error without the frames that only call the learner."""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith(OURS) and f"{os.sep}numba{os.sep}" not in frame.filename
    ]
    last = [] if isinstance(error, Stopped) else traceback.format_exception_only(error)
    lines = ["Traceback (most recent call last):\n", *traceback.format_list(frames), *last]
    return "".join(lines).rstrip() if frames else ""
