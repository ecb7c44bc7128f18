import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import compare
import paper_kernels
import peers_table
import rivals
import slopes
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


BENCHMARKS = Path(compare.__file__).parent
SMALLEST = {
    "advice": ["--environments"],
    "compare": ["--help"],  # only its arguments; the next test has the rest
    "criteo": ["500"],
    "criteo_file": ["500", "made_up.tsv"],
    "memory": ["--seeds", "3"],
    "scale": ["--seeds", "2", "--blocks", "auto", "--only-plan"],
}


@pytest.mark.parametrize("path", sorted(BENCHMARKS.glob("*.py")), ids=lambda path: path.stem)
def test_every_file_starts(path, tmp_path):
    if "if __name__" not in path.read_text(encoding="utf-8"):
        import_module(path.stem)
        return
    command = [sys.executable, path, *SMALLEST[path.stem]]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_tables_of_compare_at_their_smallest(monkeypatch):
    for name in list(TASKS):
        if name not in ("UCB1 that waits", "Banker-TINF"):
            monkeypatch.delitem(TASKS, name)
        else:
            monkeypatch.setitem(TASKS, name, TASKS[name].shrunk(horizon=HORIZON))
    monkeypatch.setattr(rivals, "LEAST_ROUNDS", HORIZON)
    monkeypatch.setattr(rivals, "ROUNDS_OF_LOOP", HORIZON)
    small = {"USUAL_HORIZONS": [100, 200, 400], "ARMS": [2, 3, 4], "SEEDS": [2, 3, 4]}
    for name, values in {**small, "USUAL_MEAN_DELAYS": [10, 20, 30]}.items():
        monkeypatch.setattr(slopes, name, values)
    monkeypatch.setattr(slopes, "sweeps_of_otflinucb", list)
    monkeypatch.setattr(paper_kernels, "specifications", lambda: dict(TASKS))
    monkeypatch.setattr(peers_table, "PEERS", {})
    page = compare.PAGE.read_text(encoding="utf-8")
    assert compare.filled(page, compare.measured(1, 1)) != page
