"""Broken functions of a view, in a user's file: each ends in one clear line."""

import os

import pytest

from conftest import ROOT, refused
from delayed_bandits.algorithms.learners import guard
from delayed_bandits.algorithms.learners.files import check_reads
from delayed_bandits.experiments.simulation import replay
from delayed_bandits.experiments.specification import Specification
from forks import run_python

DELAY = {"delay": {"law": "constant", "rounds": 3}}
K_ARMED = DELAY | {"horizon": 300, "means": [0.3, 0.5, 0.6]}
LINEAR = DELAY | {"horizon": 300, "arms": 4, "dimension": 3, "action_law": "uniform"}
PAYOFFS = {"horizon": 300, "payoffs": "losses", "maximal_delay": 20, "actions": 5} | {
    "instances": {"law": "arms", "low": 0.1, "high": 0.9}
}
BUDGET = DELAY | {
    "horizon": 300,
    "budget": 50,
    "contexts": [0.5, 0.5],
    "arms": 3,
    "instances": {"law": "uniform", "dimension": 2},
}
IMPORTS = """
import os, sys
import numpy as np
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.traces.budgeted import trace as budgeted
from delayed_bandits.traces.budgeted.trace import BudgetedTrace
from delayed_bandits.traces.k_armed import anonymous, mixed
from delayed_bandits.traces.k_armed.anonymous import AnonymousTrace
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace, pull
from delayed_bandits.traces.k_armed.mixed import MixedTrace
from delayed_bandits.traces.linear import trace as linear
from delayed_bandits.traces.linear.trace import LinearTrace
from delayed_bandits.traces.payoffs import trace as payoffs
from delayed_bandits.traces.payoffs.trace import PayoffTrace
from delayed_bandits.traces.slots import arrived
"""
ALL, ASK = "for t in range(view.horizon): ", "; arrived(view, t)"
IDENTIFIED = {  # what a function does, and what is found
    "raises": ('raise KeyError("mine")', "raised KeyError: 'mine'"),
    "loops": ("while True: pass", "did not return for "),
    "own_randomness": (f"{ALL}pull(view, t, np.random.randint(3)){ASK}", "another regret when"),
    "arm_too_large": (f"{ALL}pull(view, t, view.n_arms)", "no such arm was played"),
    "from_one": (f"for t in range(1, 301): pull(view, t, 0){ASK}", "was played before an earlier"),
    "one_too_many": (f"{ALL}pull(view, t, 0){ASK}\n    pull(view, 300, 0)", "twice, or none such"),
    "stops": (f"for t in range(100): pull(view, t, 0){ASK}", "round 100 was not played; expected"),
    "twice": (f"{ALL}pull(view, t, 0); pull(view, t, 1)", "a round was played twice"),
    "float_arm": (f"{ALL}pull(view, t, 1.5)", "raised TypingError"),
    "never_asks": (f"{ALL}pull(view, t, 0)", "no slot is free: ask in every round what has arr"),
    "loops_compiled": ("t = 0\n    while t >= 0: t = (t + 1) % 7", ""),
}
NEGATIVE = f"{ALL}mixed.play(view, t, np.array([5.0, -4.0, 0.0])){ASK}"
TWO_PULLS = "budgeted.pull(view, 0, 0)\n    budgeted.pull(view, 0, 0)"
OTHERS = {
    "sums_of_no_arm": ("Anonymous", f"{ALL}anonymous.pull(view, t, -1)", "no such arm was played"),
    "sums_that_stop": ("Anonymous", "anonymous.pull(view, 0, 0)", "round 1 was not played"),
    "negative": ("Mixed", NEGATIVE, "the distribution has a negative probability"),
    "not_one": ("Mixed", f"{ALL}mixed.play(view, t, np.ones(3))", "does not sum to 1"),
    "writes_to_the_sets": ("Linear", "view.action_sets.fill(0)", "destination is read-only"),
    "linear_arm": ("Linear", f"{ALL}linear.pull(view, t, view.n_arms)", "no such arm was played"),
    "payoff_arm": ("Payoff", f"{ALL}payoffs.pull(view, t, 10**6)", "no such arm was played"),
    "budgeted_arm": ("Budgeted", "budgeted.pull(view, 0, -1)", "no such arm was pulled"),
    "overspends": ("Budgeted", f"{ALL}budgeted.pull(view, t, 2){ASK}", "costs more than is left"),
    "two_pulls": ("Budgeted", TWO_PULLS, "two pulls in a round"),
}
FUNCTIONS = {name: ("Identified", *row) for name, row in IDENTIFIED.items()} | OTHERS
IN_PYTHON = {"raises", "loops", "own_randomness", "writes_to_the_sets"}
WORLDS = {"Linear": LINEAR, "Payoff": PAYOFFS, "Budgeted": BUDGET}


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("functions") / "functions.py"
    text = "@algorithm({}Trace, compiled={})\ndef {}(view):\n    {}\n"
    functions = [
        text.format(kind, name not in IN_PYTHON, name, body)
        for name, (kind, body, _) in FUNCTIONS.items()
    ]
    path.write_text(IMPORTS + "\n".join(functions), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if FUNCTIONS[name][-1]])
def test_a_broken_function(name, file, monkeypatch):
    if name == "loops":
        monkeypatch.setattr(guard, "MIN_TIMEOUT", 0.4)
        monkeypatch.setattr(guard, "TICK", 0.1)
    kind, *_, found = FUNCTIONS[name]
    world = WORLDS.get(kind, K_ARMED)
    run = Specification("p", "s", "a", 1, 10, world, f"{file}:{name}", {})
    with refused(f"{file}:{name}, seed 0", found) as caught:
        replay([run], range(2))
    assert "/numba/" not in getattr(caught.value, "details", "")


def test_a_compiled_loop_ends_its_process(file):
    """Nothing in Python can stop it."""
    code = f"""
import test_broken_functions as t
t.guard.MIN_TIMEOUT = t.guard.TICK = 2
run = t.Specification("p", "s", "a", 1, 10, t.K_ARMED, "{file}:loops_compiled", {{}})
t.replay([run], range(2))
"""
    paths = os.pathsep.join([str(ROOT / "tests"), str(ROOT / "src")])
    done = run_python("-c", code, variables={"PYTHONPATH": paths}, most=120)
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
    with refused("", found):
        check_reads(path)
