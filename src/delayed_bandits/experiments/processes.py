"""Calls in other processes, so that a crash does not end the caller."""

import contextlib
import multiprocessing
import os
import signal
import traceback
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import connection
from typing import Any

from delayed_bandits.checks.errors import InputError


class EndedError(InputError):
    """The answer to a call whose process ended before the call did."""


def run_in_processes(
    calls: Sequence[Callable[[], Any]], processes: int | None = None
) -> Iterator[tuple[int, Any]]:
    """Make calls in other processes; yield (number, answer) for each, as calls end.

    An answer is the returned value, an InputError for an exception, or an EndedError if the process
    ended. Processes are forks of this one and may answer several calls. They ignore Ctrl-C.
    """
    waiting = list(range(len(calls)))[::-1]
    busy: dict[Any, tuple[int, Any]] = {}
    idle: list[tuple[Any, Any]] = []
    try:
        while waiting or busy:
            while waiting and len(busy) < (processes or os.cpu_count() or 1):
                number = waiting.pop()
                channel, process = idle.pop() if idle else _started(calls)
                busy[channel] = number, process
                with contextlib.suppress(OSError):  # if the process has ended, `recv` fails below
                    channel.send(number)
            for channel in connection.wait(list(busy)):
                number, process = busy[channel]
                try:
                    answer = channel.recv()
                except (EOFError, OSError):
                    answer = EndedError(
                        "its process ended, by a crash, in a loop that cannot be interrupted, or "
                        f"for lack of memory ({_end(process)})"
                    )
                if process.exitcode is None:
                    idle.append((channel, process))
                del busy[channel]
                yield number, answer
    finally:
        for _, process in [*busy.values(), *idle]:
            _end(process)


def answers_of(
    calls: Sequence[Callable[[], Any]],
    processes: int | None,
    named: Callable[[int], str],
    done: Callable[[], Any],
) -> list[Any]:
    """Make calls in other processes, and return the answers in the calls' order.

    `done` is called after each answer. The first InputError is raised. If the process of call i
    ended, its message starts with `named(i)`.
    """
    found = {}
    with contextlib.closing(run_in_processes(calls, processes)) as answers:
        for number, answer in answers:
            if isinstance(answer, EndedError):
                raise InputError(f"{named(number)}: {answer}")
            if isinstance(answer, InputError):
                raise answer
            found[number] = answer
            done()
    return [answer for _, answer in sorted(found.items())]


def _started(calls: Sequence[Callable[[], Any]]) -> tuple[Any, Any]:
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe()
    process = context.Process(target=_work, args=(calls, here, there), daemon=True)
    process.start()
    there.close()
    return here, process


def _work(calls: Sequence[Callable[[], Any]], callers: Any, channel: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    callers.close()  # so that the channel closes when the caller ends
    with contextlib.suppress(EOFError, OSError):
        for _ in calls:
            channel.send(_answer(calls[channel.recv()]))


def _answer(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except InputError as error:
        return error
    except BaseException as error:
        answer = InputError(" ".join(f"{type(error).__name__}: {error}".split()))
        answer.details = traceback.format_exc()
        return answer


def _end(process: Any) -> str:
    """End a process if it still runs, and return how it ended, as text."""
    process.kill()
    process.join()
    status = process.exitcode
    return str(signal.strsignal(-status)) if status < 0 else f"status {status}"
