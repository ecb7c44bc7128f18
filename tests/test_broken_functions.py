import os

import pytest

from conftest import ROOT, listed, refused
from delayed_bandits.algorithms.learners import guard
from delayed_bandits.experiments.simulation import replay
from delayed_bandits.experiments.specification import Specification
from projects import run_python

LISTED = listed("functions.yaml")
ENVIRONMENTS, FUNCTIONS = LISTED["environments"], LISTED["functions"]
IN_PYTHON = {"raises", "loops", "own_randomness", "writes_to_the_sets"}


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("functions") / "functions.py"
    text = "@algorithm({}Trace, compiled={})\ndef {}(view):\n    {}\n"
    entries = FUNCTIONS.items()
    functions = [text.format(kind, n not in IN_PYTHON, n, body) for n, (kind, body, _) in entries]
    path.write_text(LISTED["imports"] + "\n".join(functions), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if FUNCTIONS[name][-1]])
def test_broken_function_is_named_with_its_fault(name, file, monkeypatch):
    if name == "loops":
        monkeypatch.setattr(guard, "MIN_TIMEOUT", 0.4)
        monkeypatch.setattr(guard, "TICK", 0.1)
    kind, *_, found = FUNCTIONS[name]
    environment = ENVIRONMENTS.get(kind, ENVIRONMENTS["K_armed"])
    run = Specification("p", "s", "a", 1, 10, environment, f"{file}:{name}", {})
    with refused(f"{file}:{name}, seed 0", found) as caught:
        replay([run], range(2))
    assert "/numba/" not in getattr(caught.value, "details", "")


def test_endless_compiled_loop_ends_its_process(file):
    """Nothing in Python can stop such a loop."""
    code = f"""
import test_broken_functions as t
t.guard.MIN_TIMEOUT = t.guard.TICK = 2
trace = t.ENVIRONMENTS["K_armed"]
run = t.Specification("p", "s", "a", 1, 10, trace, "{file}:loops_compiled", {{}})
t.replay([run], range(2))
"""
    paths = os.pathsep.join([str(ROOT / "tests"), str(ROOT / "src")])
    done = run_python("-c", code, variables={"PYTHONPATH": paths}, most=120)
    assert done.returncode == 1
    assert "Timeout" in done.stderr
    assert "_replay_on" in done.stderr
