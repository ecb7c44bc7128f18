"""Broken functions of a view, in a user's file: each ends in one clear line."""

import os
import subprocess
import sys

import pytest

from delayed_bandits.algorithms.learners import guard
from delayed_bandits.algorithms.learners.files import check_reads
from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments.simulation import replay
from delayed_bandits.experiments.specification import Specification
from test_learners import COPIES

FUNCTIONS = COPIES.with_name("functions.py")
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
    "from_one": (K_ARMED, "a round was played before an earlier one"),
    "one_too_many": (K_ARMED, "a round was played twice, or none such"),
    "stops": (K_ARMED, "round 100 was not played; expected every round, once"),
    "twice": (K_ARMED, "a round was played twice"),
    "float_arm": (K_ARMED, "raised TypingError"),
    "never_asks": (K_ARMED, "no slot is free: ask in every round what has arrived"),
    "raises": (K_ARMED, "raised KeyError: 'mine'"),
    "exits": (K_ARMED, "raised SystemExit: 0"),
    "exits_at_once": (K_ARMED, "called os._exit(0)"),
    "loops": (K_ARMED, "did not return for "),
    "own_randomness": (K_ARMED, "another regret when played again"),
    "sums_of_no_arm": (K_ARMED, "no such arm was played"),
    "sums_that_stop": (K_ARMED, "round 10 was not played"),
    "negative": (K_ARMED, "the distribution has a negative probability"),
    "not_one": (K_ARMED, "the distribution does not sum to 1"),
    "too_short": (K_ARMED, "the distribution does not sum to 1 over all arms"),
    "not_a_number": (K_ARMED, "the distribution does not sum to 1"),
    "skips_rounds": (K_ARMED, "round 1 was not played"),
    "linear_arm": (LINEAR, "no such arm was played"),
    "writes_to_the_sets": (LINEAR, "raised ValueError: assignment destination is read-only"),
    "payoff_arm": (PAYOFFS, "no such arm was played"),
    "budgeted_arm": (BUDGET, "no such arm was pulled"),
    "overspends": (BUDGET, "the pull costs more than is left of the budget"),
    "two_pulls": (BUDGET, "two pulls in a round"),
}


@pytest.mark.parametrize("name", BROKEN_FUNCTIONS)
def test_a_broken_function(name, monkeypatch):
    if name == "loops":
        monkeypatch.setattr(guard, "MIN_TIMEOUT", 0.4)
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
import test_broken_functions as t
t.guard.MIN_TIMEOUT = t.guard.TICK = 2
run = t.Specification("p", "s", "a", 1, 10, t.K_ARMED, "{FUNCTIONS}:loops_compiled", {{}})
t.replay([run], range(2))
"""
    paths = os.pathsep.join([str(FUNCTIONS.parents[1]), str(FUNCTIONS.parents[2] / "src")])
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
