"""Broken learners in plain Python: each does one thing wrong."""

import os
import signal
import sys
import time

import numpy as np

MEMORY = []
NAMES = {"np": np, "os": os, "signal": signal, "sys": sys, "time": time}


class Good:
    def __init__(self, problem, rng):
        self.n_arms, self.horizon, self.rng, self.t = problem.n_arms, problem.horizon, rng, 0
        self.problem = problem

    def choose(self, t):
        self.t = t
        if t == 20:
            return self.wrong()
        return t % self.n_arms

    def observe(self, round, arm, reward):
        pass

    def wrong(self):
        return 0


class Sets(Good):
    """A good learner on action sets."""

    def choose(self, t, action_set):
        self.set = action_set
        return super().choose(t)


def does(statement, base=Good, name="Does"):
    """A learner that executes `statement` in round 20."""
    code = compile(statement, "<statement>", "exec")

    def wrong(self):
        found = {"self": self, "value": 0}
        exec(code, NAMES, found)
        return found["value"]

    return type(name, (base,), {"wrong": wrong, "__module__": __name__})


def returns(value):
    """A learner that returns the value of this expression in round 20."""
    return does(f"value = {value}")


STATEMENTS = {
    "Raises": "1 / 0",
    "Loops": "while True: pass",
    "LoopsPastExcept": "while True:\n    try: time.sleep(0.01)\n    except Exception: pass",
    "DeletesMethods": "del self.n_arms",
}
ON_SETS = {"WritesToTheSet": "self.set.flags.writeable = True; self.set[:] = 0"}
for base, statements in {Good: STATEMENTS, Sets: ON_SETS}.items():
    for name, statement in statements.items():
        globals()[name] = does(statement, base, name)
for name, function in {"ChoosesByFunction": abs, "ChoosesByType": dict}.items():
    globals()[name] = type(name, (Good,), {"choose": function})


class LoopsInTheConstructor(Good):
    def __init__(self, problem, rng):
        while True:
            pass


class RaisesInObserve(Good):
    def observe(self, round, arm, reward):
        if self.t == 20:
            raise KeyError("arm")


class RaisesInTheConstructor(Good):
    def __init__(self, problem, rng):
        raise TypeError("no")


class TakesNumbers(Good):
    def __init__(self, n_arms, horizon, seed=0):
        self.n_arms, self.horizon = n_arms, horizon


class Remembers(Good):
    def choose(self, t):
        MEMORY.append(t)
        return len(MEMORY) // 3001 % self.n_arms


METHODS = {
    "GlobalRandomness": {"choose": lambda self, t: np.random.randint(self.n_arms)},
    "Overspends": {"choose": lambda self, t, action_set: 2},
    "NoChoose": {"choose": None},
    "NoObserve": {"observe": None},
    "ObserveOfTwo": {"observe": lambda self, arm, reward: None},
    "ChooseOfNone": {"choose": lambda self: 0},
    "ChooseOfThree": {"choose": lambda self, t, action_set, context: 0},
    "NoProblem": {"__init__": lambda self: None},
}
for name, methods in METHODS.items():
    globals()[name] = type(name, (Good,), methods | {"__module__": __name__})


class Parameters(Good):
    def __init__(self, problem, rng, *, exploration: float, rounds: int = 3, label="x"):
        super().__init__(problem, rng)


function = len
