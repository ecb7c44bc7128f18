from dataclasses import replace

import numpy as np
import pytest

from author_loops import LOOPS, AuthorLoop
from programs import Library, compiler, program
from tasks import TASKS, Kernel, check_arms

HORIZON, SEEDS = 400, range(2)


@pytest.fixture(scope="module", params=TASKS)
def task(request):
    """A task on a short horizon, with several updates, and conversions after the window."""
    short = TASKS[request.param].shrunk(horizon=HORIZON)
    if "window" in short.parameters:
        short = replace(short, parameters={**short.parameters, "window": 50})
    if "model" in short.parameters:
        short = replace(short, parameters={**short.parameters, "first": 60, "every": 50})
    return short


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    if compiler() is None:
        pytest.skip("there is no gcc")
    return Library(tmp_path_factory.mktemp("library"))


def test_c_programs_play_the_arms_of_the_kernels(task, library):
    kernel, rival = Kernel(task), program(task, library)
    for seed in SEEDS:
        trace, draws = kernel.draw(seed), rival.draw(seed)
        expected, record = kernel.play(trace), rival.play(draws)
        check_arms("the program in C", expected, record)
        regrets = rival.regret(draws, record), kernel.regret(trace, expected)
        np.testing.assert_allclose(*regrets, rtol=1e-5, atol=1e-5)


def test_author_loops_play_the_arms_of_the_kernels(task):
    if task.run not in LOOPS:
        pytest.skip("there is no loop")
    kernel, loop = Kernel(task), AuthorLoop(task)
    for seed in SEEDS:
        trace = kernel.draw(seed)
        check_arms("the loop", kernel.play(trace), loop.play(trace))
