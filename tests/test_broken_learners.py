"""Broken learners, and files without one: each ends in one clear line, or in the right result."""

import pickle
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
ARM = "expected an arm, a whole number from 0 to 2"


def line_of(make, trace=None, **parameters):
    """The line of the fault, which names learner and seed; and the traceback."""
    with refused("mine.py:Mine") as caught:
        learner_of(make, "mine.py:Mine").play(trace or drawn("means", seed=3), **parameters)
    line, details = str(caught.value), getattr(caught.value, "details", "")
    assert "algorithms/learners" not in details
    assert "numba" not in line + details
    return line, details


@pytest.mark.parametrize(("value", "found"), LISTED["no_arms"])
def test_what_is_no_arm(value, found):
    line, _ = line_of(broken.returns(value))
    assert line == f"mine.py:Mine, seed 3, round 20: choose returned {found}; {ARM}"


@pytest.mark.parametrize("value", ["2", "np.int64(2)", "np.int8(2)", "np.uint64(2)"])
def test_what_is_an_arm(value):
    trace = drawn("means", seed=3)
    played = learner_of(broken.returns(value), "mine").play(trace)
    assert played[18:23].tolist() == [0, 1, 2, 0, 1]


RAISED = dict(LISTED["raised"])
ELSEWHERE = {
    "RaisesInObserve": ", round 20: observe raised KeyError: 'arm'; expected it to return",
    "RaisesInTheConstructor": ": the constructor raised TypeError: no; expected a learner",
    "DeletesMethods": ", round 21: choose raised AttributeError: ",
}


@pytest.mark.parametrize("name", [*RAISED, *ELSEWHERE])
def test_what_raises(name):
    make = getattr(broken, name) if name in ELSEWHERE else broken.does(name)
    line, details = line_of(make, drawn("means", seed=2))
    found = ELSEWHERE.get(name) or f", round 20: choose {RAISED[name]}"
    assert line.startswith(f"mine.py:Mine, seed 2{found}")
    assert line.endswith(f"; {ARM}") or name in ELSEWHERE
    assert "broken.py" in details
    assert "in wrong" in details or name in ELSEWHERE


@pytest.mark.parametrize("use", ["constructor", "choose", "observe"])
def test_a_constructor_of_another_form_is_told_the_form(use):
    line, _ = line_of(broken.OfNumbers, use=use)
    assert "raised TypeError" in line
    assert line.endswith("(problem, rng) and parameters")


def test_other_faults_do_not_speak_of_the_constructor():
    for statement in ("self.problem.n_arm", "1 + 'x'"):
        line, _ = line_of(broken.does(statement))
        assert "(problem, rng)" not in line


def test_what_a_learner_prints_is_no_output(capsys):
    learner_of(broken.does("print('mine')"), "mine").play(drawn("means"))
    assert capsys.readouterr() == ("", "mine\n")


@pytest.mark.parametrize("name", ["Loops", "LoopsPastExcept", "LoopsInTheConstructor"])
def test_what_hangs(name, monkeypatch):
    monkeypatch.setattr(guard, "MIN_TIMEOUT", 0.3)
    monkeypatch.setattr(guard, "TICK", 0.1)
    monkeypatch.setattr(guard, "TIMEOUT_FACTOR", 10)
    started = time.monotonic()
    line, details = line_of(getattr(broken, name))
    assert time.monotonic() - started < 10
    place = ": the constructor" if name.endswith("Constructor") else ", round 20: choose"
    assert line.startswith(f"mine.py:Mine, seed 3{place} did not return for 0.3 s")
    assert "broken.py" in details


def test_a_slow_learner_is_let_alone(monkeypatch):
    monkeypatch.setattr(guard, "MIN_TIMEOUT", 0.2)
    monkeypatch.setattr(guard, "TICK", 0.05)

    class Slow(broken.Good):
        def wrong(self):
            time.sleep(0.1)
            return 0

    learner_of(Slow, "slow").play(drawn("means"))


def simulated(name):
    arguments = {"means": [0.3, 0.5, 0.6], "delay": {"law": "constant", "rounds": 3}}
    arguments["horizon"] = 1500
    run = Specification("p", "means", "a", 1, 10, arguments, f"{FILE}:{name}", {})
    return replay([run], range(2))[0]


@pytest.mark.parametrize("name", ["GlobalRandomness", "Remembers"])
def test_what_cannot_be_played_again(name):
    with pytest.raises(LearnerError, match=rf"{name}, seed 0, round \d+: arm . when played again"):
        simulated(name)


def test_what_changes_only_itself_is_played_right():
    expected = simulated("Good")
    assert simulated("ChangesItsObserve").equals(expected)


def test_what_raises_on_one_seed():
    broken.RaisesOnSeed1.uniform = drawn("means", seed=1).randomness.uniforms(1)[0]
    learner = learner_of(broken.RaisesOnSeed1, "mine")
    learner.play(drawn("means", seed=0))
    with pytest.raises(LearnerError, match=r"^mine, seed 1, round 20: choose raised RuntimeError"):
        learner.play(drawn("means", seed=1))


@pytest.mark.parametrize(("parameters", "found"), LISTED["parameters"])
def test_parameters_that_the_constructor_does_not_take(parameters, found):
    line, _ = line_of(broken.Parameters, **parameters)
    assert found in line


def test_what_a_setting_tells_need_not_be_a_parameter():
    learner = learner_of(broken.Parameters, "mine")
    learner.play(drawn("means"), exploration=1, window=4, label=None)


@pytest.mark.parametrize("name", ["WritesToTheSet", "LooksAhead"])
def test_action_sets_are_copies(name):
    trace = drawn("linear")
    good = learner_of(broken.Sets, "good").play(trace)
    before = trace.action_sets.copy()
    np.testing.assert_array_equal(learner_of(getattr(broken, name), "mine").play(trace), good)
    np.testing.assert_array_equal(trace.action_sets, before)


def test_pulls_beyond_the_budget():
    line, _ = line_of(broken.Overspends, drawn("budgeted", seed=3))
    assert line.startswith("mine.py:Mine, seed 3, round ")
    assert "choose returned arm 2, which costs 1; the budget has " in line
    assert line.endswith(" left. Return None, to skip the round.")


@pytest.mark.parametrize(("name", "found"), LISTED["no_learners"])
def test_what_is_no_learner(name, found):
    with refused(f"{FILE}:{name}", found):
        load(f"{FILE}:{name}")


@pytest.mark.parametrize(("text", "found"), LISTED["files"])
def test_a_file_that_cannot_be_imported(text, found, tmp_path, monkeypatch):
    monkeypatch.setattr(guard, "MIN_TIMEOUT", 0.3)
    monkeypatch.setattr(guard, "TICK", 0.1)
    path = tmp_path / "mine.py"
    path.write_text(text + "\n", encoding="utf-8")
    with refused("", str(path), found):
        object_of(f"{path}:Mine")


def write_twice(folder, **texts):
    """Write the same files into two folders; give what names the learners."""
    for name in "ab":
        (folder / name).mkdir()
        for stem, text in texts.items():
            (folder / name / f"{stem}.py").write_text(text, encoding="utf-8")
    return [f"{folder}/{name}/mine.py:Mine" for name in "ab"]


def test_files_of_one_name_in_two_folders(tmp_path):
    found = [object_of(name) for name in write_twice(tmp_path, mine="class Mine: pass\n")]
    assert [pickle.loads(pickle.dumps(one)) for one in found] == found


def test_modules_of_one_name_beside_learners_in_two_folders(tmp_path):
    one, two = write_twice(tmp_path, mine="import beside_mine\nclass Mine: pass", beside_mine="")
    object_of(one)
    beside = [f"{tmp_path}/{name}/beside_mine.py" for name in "ab"]
    found = "{}, not {}; expected another name".format(*beside)
    with refused(f"{tmp_path}/b/mine.py: its import of beside_mine found {found}"):
        object_of(two)


def test_a_file_that_is_not_there():
    with refused("", "there is no file nowhere/mine.py; expected FILE"):
        load("nowhere/mine.py:Mine")
