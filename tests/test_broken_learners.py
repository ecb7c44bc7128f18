"""Broken learners: each ends in one clear line, or in the right result."""

import os
import subprocess
import sys
import time

import numpy as np
import pytest

from delayed_bandits.algorithms.registry import load
from delayed_bandits.checks.errors import InputError
from delayed_bandits.learners import guard
from delayed_bandits.learners.files import check_reads, object_of
from delayed_bandits.learners.guard import LearnerError
from delayed_bandits.learners.learner import learner_of
from delayed_bandits.plan.specification import Specification
from delayed_bandits.simulation import replay
from learners import broken
from test_learners import COPIES, drawn

FILE = COPIES.with_name("broken.py")
ARM = "expected an arm, a whole number from 0 to 2"


def line_of(make, trace=None, **parameters):
    """The line of the fault, which names learner and seed; and the traceback."""
    with pytest.raises(InputError) as caught:
        learner_of(make, "mine.py:Mine").play(trace or drawn("means", seed=3), **parameters)
    (line,) = str(caught.value).splitlines()
    assert line.startswith("mine.py:Mine")
    details = getattr(caught.value, "details", "")
    assert "learners/driver.py" not in details
    assert "numba" not in line + details
    return line, details


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("n", "3"),
        ("-1", "-1"),
        ("10**9", "1000000000"),
        ("10**30", "1" + "0" * 30),
        ("1.0", "1.0"),
        ("np.float64(1)", "np.float64(1.0)"),
        ("np.float32(1)", "np.float32(1.0)"),
        ("float('nan')", "nan"),
        ("[1]", "[1]"),
        ("None", "None"),
        ("True", "True"),
        ("np.True_", "np.True_"),
        ("'1'", "'1'"),
        ("np.array(1)", "array(1)"),
        ("np.array([1])", "array([1])"),
        ("np.ones((3, 3), int)", "array([[1, 1, 1], [1, 1, 1], [1, 1, 1]])"),
        ("np.int64(3)", "3"),
        ("np.int8(-1)", "np.int8(-1)"),
        ("np.uint64(2**63)", "np.uint64(9223372036854775808)"),
        ("(1, 0)", "(1, 0)"),
        ("1j", "1j"),
        ("object", "<class 'object'>"),
        ("'x' * 1000", "'" + "x" * 76 + "..."),
        ("type('X', (), {'__index__': lambda s: 1, '__repr__': lambda s: 'X'})()", "X"),
    ],
)
def test_what_is_no_arm(value, found):
    line, _ = line_of(broken.returns(value))
    assert line == f"mine.py:Mine, seed 3, round 20: choose returned {found}; {ARM}"


@pytest.mark.parametrize("value", ["2", "np.int64(2)", "np.int8(2)", "np.uint64(2)"])
def test_what_is_an_arm(value):
    trace = drawn("means", seed=3)
    played = learner_of(broken.returns(value), "mine").play(trace)
    assert played[18:23].tolist() == [0, 1, 2, 0, 1]


RAISED = {
    "Raises": "raised ZeroDivisionError: division by zero",
    "RaisesQuietly": "raised RuntimeError",
    "RaisesManyLines": "raised ValueError: one two three",
    "Exits": "raised SystemExit: 0",
    "ExitsAtOnce": "called os._exit(0)",
    "ExitsPastExcept": "called os._exit(0)",
    "TooMuchMemory": "raised MemoryError: Unable to allocate 8.00 PiB",
    "Recursive": "raised RecursionError: maximum recursion depth exceeded",
    "WritesToTheProblem": "raised FrozenInstanceError: cannot assign to field 'n_arms'",
    "Closes": "raised GeneratorExit",
    "StopsTheIteration": "raised StopIteration",
}


@pytest.mark.parametrize(("name", "found"), RAISED.items())
def test_what_choose_raises(name, found):
    line, details = line_of(getattr(broken, name))
    assert line.startswith(f"mine.py:Mine, seed 3, round 20: choose {found}")
    assert line.endswith(f"; {ARM}")
    assert "broken.py" in details
    assert "in wrong" in details


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("RaisesInObserve", "round 20: observe raised KeyError: 'arm'; expected it to return"),
        ("RaisesInTheConstructor", "the constructor raised TypeError: no; expected a learner"),
        ("DeletesMethods", "round 21: choose raised AttributeError: "),
    ],
)
def test_what_else_raises(name, found):
    line, details = line_of(getattr(broken, name), drawn("means", seed=2))
    assert found in line
    assert "broken.py" in details


@pytest.mark.parametrize("name", ["Loops", "LoopsPastExcept", "LoopsInTheConstructor"])
def test_what_hangs(name, monkeypatch):
    monkeypatch.setattr(guard, "PATIENCE", 0.3)
    monkeypatch.setattr(guard, "TICK", 0.1)
    monkeypatch.setattr(guard, "SLOWER", 10)
    started = time.monotonic()
    line, details = line_of(getattr(broken, name))
    assert time.monotonic() - started < 10
    place = ": the constructor" if name.endswith("Constructor") else ", round 20: choose"
    assert line.startswith(f"mine.py:Mine, seed 3{place} did not return for 0.3 s")
    assert "broken.py" in details


def test_a_slow_learner_is_let_alone(monkeypatch):
    monkeypatch.setattr(guard, "PATIENCE", 0.2)
    monkeypatch.setattr(guard, "TICK", 0.05)

    class Slow(broken.Good):
        def wrong(self):
            time.sleep(0.1)
            return 0

    learner_of(Slow, "slow").play(drawn("means"))


def simulated(name, world="means", seeds=2):
    """Simulate a learner of the file as a job does."""
    arguments = {
        "horizon": 1500,
        "means": [0.3, 0.5, 0.6],
        "delay": {"law": "constant", "rounds": 3},
    }
    run = Specification("p", world, "a", 1, 10, arguments, f"{FILE}:{name}", {})
    return replay([run], range(seeds))[0].table


@pytest.mark.parametrize("name", ["GlobalRandomness", "FreshRandomness", "Clock", "Remembers"])
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


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("NoChoose", "has no method choose; expected choose and observe"),
        ("NoObserve", "has no method observe; expected choose and observe"),
        ("ChooseIsNoFunction", "has no method choose; expected choose and observe"),
        ("ObserveOfTwo", "observe takes 2 arguments; expected observe(round, arm, reward)"),
        ("ChooseOfNone", "choose takes 0 arguments; expected choose(t) or choose(t, action_set)"),
        ("ChooseOfThree", "choose takes 3 arguments; expected choose(t) or "),
        ("NoProblem", "the constructor takes (); expected (problem, rng) and parameters"),
        ("function", "has no method choose"),
        ("MEMORY", "has no method choose"),
        ("Goood", "there is no 'Goood' in that file; did you mean 'Good'?"),
    ],
)
def test_what_is_no_learner(name, found):
    with pytest.raises(InputError) as caught:
        load(f"{FILE}:{name}")
    assert str(caught.value).startswith(f"{FILE}:{name}")
    assert found in str(caught.value)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("class Mine(:", "line 1: invalid syntax"),
        ("import no_such_module", "its import raised ModuleNotFoundError: No module named"),
        ("1 / 0", "its import raised ZeroDivisionError"),
        ("import sys; sys.exit(0)", "its import raised SystemExit: 0"),
        ("import os; os._exit(0)", "its import called os._exit(0)"),
        ("from os import _exit; _exit(0)", "its import called os._exit(0)"),
        ("while True: pass", "its import did not return for 0.3 s"),
        ("", "there is no 'Mine' in that file; it has no class"),
    ],
)
def test_a_file_that_cannot_be_imported(text, found, tmp_path, monkeypatch):
    monkeypatch.setattr(guard, "PATIENCE", 0.3)
    monkeypatch.setattr(guard, "TICK", 0.1)
    path = tmp_path / "mine.py"
    path.write_text(text + "\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        object_of(f"{path}:Mine")
    (line,) = str(caught.value).splitlines()
    assert str(path) in line
    assert found in line


def test_a_file_that_is_not_there():
    with pytest.raises(InputError, match=r"there is no file nowhere/mine.py; expected FILE"):
        load("nowhere/mine.py:Mine")


@pytest.mark.parametrize(
    ("parameters", "found"),
    [
        ({}, "key 'exploration' is missing"),
        ({"exploration": "much"}, "exploration is 'much'; expected a value of type number"),
        ({"exploration": 1, "rounds": 2.5}, "rounds is 2.5; expected a value of type integer"),
        ({"exploration": 1, "explorations": 2}, "unknown key 'explorations'; did you mean"),
        ({"exploration": 1, "window": 0}, "window is 0; expected at least 1"),
    ],
)
def test_parameters_that_the_constructor_does_not_take(parameters, found):
    line, _ = line_of(broken.Parameters, **parameters)
    assert found in line


def test_what_a_setting_tells_need_not_be_a_parameter():
    learner = learner_of(broken.Parameters, "mine")
    learner.play(drawn("means"), exploration=1, window=4, label=None)


@pytest.mark.parametrize("name", ["WritesToTheSet", "LooksAhead"])
@pytest.mark.parametrize("world", ["linear"])
def test_action_sets_are_copies(name, world):
    trace = drawn(world)
    good = learner_of(broken.Sets, "good").play(trace)
    before = trace.action_sets.copy()
    np.testing.assert_array_equal(learner_of(getattr(broken, name), "mine").play(trace), good)
    np.testing.assert_array_equal(trace.action_sets, before)


def test_pulls_beyond_the_budget():
    line, _ = line_of(broken.Overspends, drawn("budgeted", seed=3))
    assert line == (
        "mine.py:Mine, seed 3, round 75: choose returned arm 2, which costs 2 where 0 is left of "
        "the budget; expected None, to skip the round"
    )


def test_the_account_of_the_budget_is_not_the_learners():
    line, _ = line_of(broken.WritesToCosts, drawn("budgeted", seed=3))
    assert "left of the budget" in line


FUNCTIONS = FILE.with_name("functions.py")
K_ARMED = {"horizon": 300, "means": [0.3, 0.5, 0.6], "delay": {"law": "constant", "rounds": 3}}
LINEAR = {"horizon": 300, "arms": 4, "dimension": 3, "action_law": "uniform"} | {
    "delay": K_ARMED["delay"]
}
PAYOFFS = {"horizon": 300, "payoffs": "losses", "maximal_delay": 20, "actions": 5} | {
    "instances": {"law": "arms", "low": 0.1, "high": 0.9}
}
BUDGET = {"horizon": 300, "budget": 50, "contexts": [0.5, 0.5], "arms": 3} | {
    "instances": {"law": "uniform", "dimension": 2},
    "delay": K_ARMED["delay"],
}
BROKEN_FUNCTIONS = {
    "arm_too_large": (K_ARMED, "no such arm was played"),
    "arm_huge": (K_ARMED, "no such arm was played"),
    "from_one": (K_ARMED, "a round was played before an earlier one"),
    "one_too_many": (K_ARMED, "a round was played twice, or none such"),
    "stops": (K_ARMED, "round 100 was not played; expected every round, once"),
    "twice": (K_ARMED, "a round was played twice"),
    "backwards": (K_ARMED, "a round was played before an earlier one"),
    "float_arm": (K_ARMED, "raised TypingError"),
    "list_arm": (K_ARMED, "raised TypingError"),
    "never_asks": (K_ARMED, "no slot is free: ask in every round what has arrived"),
    "raises": (K_ARMED, "raised KeyError: 'mine'"),
    "exits": (K_ARMED, "raised SystemExit: 0"),
    "exits_at_once": (K_ARMED, "called os._exit(0)"),
    "loops": (K_ARMED, "did not return for "),
    "own_randomness": (K_ARMED, "another regret when played again"),
    "clock": (K_ARMED, "another regret when played again"),
    "sums_of_no_arm": (K_ARMED, "no such arm was played"),
    "sums_that_stop": (K_ARMED, "round 10 was not played"),
    "negative": (K_ARMED, "the distribution has a negative probability"),
    "not_one": (K_ARMED, "the distribution does not sum to 1"),
    "too_short": (K_ARMED, "the distribution does not sum to 1 over all arms"),
    "not_a_number": (K_ARMED, "the distribution does not sum to 1"),
    "skips_rounds": (K_ARMED, "round 1 was not played"),
    "linear_arm": (LINEAR, "no such arm was played"),
    "linear_negative": (LINEAR, "no such arm was played"),
    "writes_to_the_sets": (LINEAR, "raised ValueError: assignment destination is read-only"),
    "payoff_arm": (PAYOFFS, "no such arm was played"),
    "budgeted_arm": (BUDGET, "no such arm was pulled"),
    "overspends": (BUDGET, "the pull costs more than is left of the budget"),
    "two_pulls": (BUDGET, "two pulls in a round"),
}


@pytest.mark.parametrize("name", BROKEN_FUNCTIONS)
def test_a_broken_function(name, monkeypatch):
    if name == "loops":
        monkeypatch.setattr(guard, "PATIENCE", 0.4)
        monkeypatch.setattr(guard, "TICK", 0.1)
    world, found = BROKEN_FUNCTIONS[name]
    run = Specification("p", "s", "a", 1, 10, world, f"{FUNCTIONS}:{name}", {})
    with pytest.raises(InputError) as caught:
        replay([run], range(2))
    (line,) = str(caught.value).splitlines()
    assert line.startswith(f"{FUNCTIONS}:{name}, seed 0")
    assert found in line
    assert "/numba/" not in getattr(caught.value, "details", "")


def test_a_compiled_loop_ends_its_process():
    """Nothing in Python can stop it."""
    code = f"""
import test_broken_learners as t
t.guard.PATIENCE = t.guard.TICK = 2
run = t.Specification("p", "s", "a", 1, 10, t.K_ARMED, "{FUNCTIONS}:loops_compiled", {{}})
t.replay([run], range(2))
"""
    paths = os.pathsep.join([str(FILE.parents[1]), str(FILE.parents[2] / "src")])
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 1
    assert "Timeout" in done.stderr
    assert "_replay_on" in done.stderr


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(view):\n    return view.hidden_means\n", "line 2: reads hidden_means; expected"),
        ("def f(view):\n    view.played[0] = 2\n", "line 2: writes to view.played; expected that"),
    ],
)
def test_what_a_function_may_not_touch(text, found, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=found):
        check_reads(path)
