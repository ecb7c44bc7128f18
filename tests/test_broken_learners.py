import time

import numpy as np
import pytest

from conftest import listed, refused
from delayed_bandits.algorithms.learners import guard
from delayed_bandits.algorithms.learners.files import object_of
from delayed_bandits.algorithms.learners.guard import LearnerError
from delayed_bandits.algorithms.learners.learner import learner_of
from delayed_bandits.algorithms.registry import load
from delayed_bandits.experiments.simulation import replay
from delayed_bandits.experiments.specification import Specification
from learners import broken
from test_learners import COPIES, drawn

FILE = COPIES.with_name("broken.py")
LISTED = listed("learners.yaml")


def line_of(make, trace=None, **parameters):
    """The error line, which names learner and seed, and the traceback."""
    with refused("mine.py:Mine") as caught:
        learner_of(make, "mine.py:Mine").play(trace or drawn("means", seed=3), **parameters)
    line, details = str(caught.value), getattr(caught.value, "details", "")
    assert "algorithms/learners" not in details
    assert "numba" not in line + details
    return line, details


@pytest.mark.parametrize(("value", "found"), LISTED["no_arms"])
def test_returned_values_that_are_no_arm_are_named(value, found):
    line, _ = line_of(broken.returns(value))
    assert line.startswith("mine.py:Mine, seed 3, round 20: choose")
    assert found in line


@pytest.mark.parametrize("value", ["2", "np.int64(2)", "np.int8(2)", "np.uint64(2)"])
def test_any_integer_type_is_an_arm(value):
    trace = drawn("means", seed=3)
    played = learner_of(broken.returns(value), "mine").play(trace)
    assert played[18:23].tolist() == [0, 1, 2, 0, 1]


RAISED = dict(LISTED["raised"])
ELSEWHERE = {
    "RaisesInObserve": ("round 20: observe", "KeyError"),
    "RaisesInTheConstructor": ("constructor", "TypeError"),
    "TakesNumbers": ("round 0: choose", "The constructor is called with (problem, rng)"),
    "DeletesMethods": ("round 21: choose", "AttributeError"),
}


@pytest.mark.parametrize("name", [*RAISED, *ELSEWHERE])
def test_raising_learner_is_named_with_its_round(name):
    make = getattr(broken, name) if name in ELSEWHERE else broken.does(name)
    line, details = line_of(make, drawn("means", seed=2))
    assert line.startswith("mine.py:Mine, seed 2")
    assert all(word in line for word in ELSEWHERE.get(name) or ("round 20: choose", RAISED[name]))
    assert "broken.py" in details
    assert "in wrong" in details or name in ELSEWHERE


def test_output_of_a_learner_goes_to_stderr(capsys):
    learner_of(broken.does("print('mine')"), "mine").play(drawn("means"))
    assert capsys.readouterr() == ("", "mine\n")


@pytest.mark.parametrize("name", ["Loops", "LoopsPastExcept", "LoopsInTheConstructor"])
def test_endless_learner_is_stopped(name, monkeypatch):
    monkeypatch.setattr(guard, "MIN_TIMEOUT", 0.3)
    monkeypatch.setattr(guard, "TICK", 0.1)
    monkeypatch.setattr(guard, "TIMEOUT_FACTOR", 10)
    started = time.monotonic()
    line, details = line_of(getattr(broken, name))
    assert time.monotonic() - started < 10
    place = "constructor" if name.endswith("Constructor") else "round 20: choose"
    assert line.startswith("mine.py:Mine, seed 3")
    assert place in line
    assert "broken.py" in details


def test_slow_learner_is_not_stopped(monkeypatch):
    monkeypatch.setattr(guard, "MIN_TIMEOUT", 0.2)
    monkeypatch.setattr(guard, "TICK", 0.05)

    class Slow(broken.Good):
        def wrong(self):
            time.sleep(0.1)
            return 0

    learner_of(Slow, "slow").play(drawn("means"))


@pytest.mark.parametrize("name", ["GlobalRandomness", "Remembers"])
def test_learner_with_hidden_state_is_refused(name):
    arguments = {"means": [0.3, 0.5, 0.6], "delay": {"distribution": "constant", "rounds": 3}}
    arguments["horizon"] = 1500
    run = Specification("p", "means", "a", 1, 10, arguments, f"{FILE}:{name}", {})
    with pytest.raises(LearnerError, match=rf"{name}, seed 0, round \d+"):
        replay([run], range(2))


@pytest.mark.parametrize(("parameters", "found"), LISTED["parameters"])
def test_wrong_parameters_are_named(parameters, found):
    line, _ = line_of(broken.Parameters, **parameters)
    assert found in line


def test_unused_parameters_of_a_setting_are_allowed():
    learner = learner_of(broken.Parameters, "mine")
    learner.play(drawn("means"), exploration=1, window=4, label=None)


def test_learner_cannot_change_action_sets():
    trace = drawn("linear")
    good = learner_of(broken.Sets, "good").play(trace)
    before = trace.action_sets.copy()
    np.testing.assert_array_equal(learner_of(broken.WritesToTheSet, "mine").play(trace), good)
    np.testing.assert_array_equal(trace.action_sets, before)


def test_pull_beyond_the_budget_is_refused():
    line, _ = line_of(broken.Overspends, drawn("budgeted", seed=3))
    assert line.startswith("mine.py:Mine, seed 3, round ")
    assert "budget" in line


@pytest.mark.parametrize(("name", "found"), LISTED["no_learners"])
def test_class_without_the_methods_is_refused(name, found):
    with refused(f"{FILE}:{name}", found):
        load(f"{FILE}:{name}")


@pytest.mark.parametrize(("text", "found"), LISTED["files"])
def test_broken_learner_file_is_named(text, found, tmp_path, monkeypatch):
    monkeypatch.setattr(guard, "MIN_TIMEOUT", 0.3)
    monkeypatch.setattr(guard, "TICK", 0.1)
    path = tmp_path / "mine.py"
    path.write_text(text + "\n", encoding="utf-8")
    with refused("", str(path), found):
        object_of(f"{path}:Mine")


def test_modules_of_one_name_in_two_folders_are_refused(tmp_path):
    for name in "ab":
        (tmp_path / name).mkdir()
        text = "import next_to_mine\nclass Mine: pass"
        (tmp_path / name / "mine.py").write_text(text, encoding="utf-8")
        (tmp_path / name / "next_to_mine.py").touch()
    object_of(f"{tmp_path}/a/mine.py:Mine")
    with refused(f"{tmp_path}/b/mine.py: ", f"{tmp_path}/a/next_to_mine.py"):
        object_of(f"{tmp_path}/b/mine.py:Mine")


def test_missing_learner_file_is_named():
    with refused("", "nowhere/mine.py"):
        load("nowhere/mine.py:Mine")
