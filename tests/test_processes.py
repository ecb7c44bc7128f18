import os
import signal

import pytest

from conftest import refused
from delayed_bandits.experiments.processes import EndedError, answers_of, run_in_processes


def killed():
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize("ends", [killed, lambda: os._exit(0), lambda: os._exit(3)])
def test_dead_process_ends_no_other(ends):
    answers = dict(run_in_processes([lambda: "first", ends, lambda: "last"], processes=2))
    assert isinstance(answers.pop(1), EndedError)
    assert answers == {0: "first", 2: "last"}


def test_dead_process_is_named():
    calls = [lambda: 0, lambda: 1, killed]
    with refused("call 2: ", "Killed"):
        answers_of(calls, 2, lambda number: f"call {number}", list)
