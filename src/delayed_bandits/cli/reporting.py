"""Errors of users as one line, on the terminal or in the log of a job."""

import contextlib
import logging
import os
import sys
from collections.abc import Iterator
from types import TracebackType

from delayed_bandits.checks.errors import InputError


def line_of(error: BaseException) -> str:
    """Return the message on an error that users can correct, or "" for another error.

    The message is one line, followed by the traceback of a user's learner if there is one.
    """
    if isinstance(error, InputError):
        return "\n".join(filter(None, [f"error: {error}", getattr(error, "details", "")]))
    if isinstance(error, OSError):
        return f"error: {error.filename or 'a file'}: {error.strerror or error}"
    return ""


@contextlib.contextmanager
def stopped() -> Iterator[None]:
    """Exit with a one-line message if the block raises an InputError or OSError."""
    try:
        yield
    except (InputError, OSError) as error:
        sys.exit(line_of(error))


def log_to(path: str, *, compiles: bool = True) -> None:
    """Redirect all output of this process to a log, with a user's error as one line.

    Without `compiles`, kernels are plain Python, which is faster for few calls: Numba loads slowly.
    """
    with open(path, "w", encoding="utf-8") as log:  # noqa: PTH123
        os.dup2(log.fileno(), sys.stdout.fileno())
        os.dup2(log.fileno(), sys.stderr.fileno())
    os.environ["MPLBACKEND"] = "agg"  # the backend of the user may not be installed
    os.environ["NUMBA_DISABLE_JIT"] = str(int(not compiles))
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # more threads slow other jobs and may round otherwise
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
    sys.excepthook = _report


def _report(
    kind: type[BaseException], error: BaseException, traceback: TracebackType | None
) -> None:
    if line := line_of(error):
        print(line, file=sys.stderr)
    else:
        sys.__excepthook__(kind, error, traceback)
