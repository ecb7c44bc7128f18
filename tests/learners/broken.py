"""Broken learners in plain Python: each does one thing wrong."""

import os
import signal
import sys
import time

import numpy as np

MEMORY = []


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


def returns(value):
    """A learner that returns a value in round 20, of this expression."""

    class Returns(Good):
        def wrong(self):
            return eval(value, {"np": np, "n": self.n_arms})

    return Returns


class Raises(Good):
    def wrong(self):
        return 1 / 0


class RaisesQuietly(Good):
    def wrong(self):
        raise RuntimeError


class RaisesManyLines(Good):
    def wrong(self):
        raise ValueError("one\ntwo\n\nthree")


class Exits(Good):
    def wrong(self):
        sys.exit(0)


class ExitsAtOnce(Good):
    def wrong(self):
        os._exit(0)


class ExitsPastExcept(Good):
    def wrong(self):
        try:
            os._exit(0)
        except Exception:
            return 0


class Forks(Good):
    def wrong(self):
        if not os.fork():
            os.kill(os.getpid(), signal.SIGKILL)
        return 0


class Dies(Good):
    def wrong(self):
        os.kill(os.getpid(), signal.SIGKILL)


class Interrupts(Good):
    def wrong(self):
        raise KeyboardInterrupt


class Loops(Good):
    def wrong(self):
        while True:
            pass


class LoopsPastExcept(Good):
    def wrong(self):
        while True:
            try:
                time.sleep(0.01)
            except Exception:
                pass


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


class RaisesOnSeed1(Good):
    """Its first uniform is that of seed 1."""

    def wrong(self):
        if self.rng.random() == RaisesOnSeed1.uniform:
            raise RuntimeError("seed 1")
        return 0


class TooMuchMemory(Good):
    def wrong(self):
        return np.empty(2**50)


class Recursive(Good):
    def wrong(self):
        return self.wrong()


class GlobalRandomness(Good):
    def choose(self, t):
        return np.random.randint(self.n_arms)


class FreshRandomness(Good):
    def __init__(self, problem, rng):
        super().__init__(problem, np.random.default_rng())

    def choose(self, t):
        return self.rng.integers(self.n_arms)


class Clock(Good):
    def choose(self, t):
        return time.perf_counter_ns() % self.n_arms


class Remembers(Good):
    def choose(self, t):
        MEMORY.append(t)
        return len(MEMORY) // 3001 % self.n_arms


class WritesToTheProblem(Good):
    def wrong(self):
        self.problem.n_arms = 1


class DeletesMethods(Good):
    def wrong(self):
        del self.n_arms
        return 0


class ChangesItsObserve(Good):
    def wrong(self):
        self.observe = None
        return 0


class Closes(Good):
    def wrong(self):
        raise GeneratorExit


class StopsTheIteration(Good):
    def wrong(self):
        raise StopIteration


class NoChoose:
    def __init__(self, problem, rng):
        pass

    def observe(self, round, arm, reward):
        pass


class NoObserve:
    def __init__(self, problem, rng):
        pass

    def choose(self, t):
        return 0


class ObserveOfTwo(Good):
    def observe(self, arm, reward):
        pass


class ChooseOfNone(Good):
    def choose(self):
        return 0


class ChooseOfThree(Good):
    def choose(self, t, action_set, context):
        return 0


class NoProblem(Good):
    def __init__(self):
        pass


class ChooseIsNoFunction(Good):
    choose = 3


class Parameters(Good):
    def __init__(self, problem, rng, *, exploration: float, rounds: int = 3, label="x"):
        super().__init__(problem, rng)


class Sets(Good):
    """A good learner on action sets."""

    def choose(self, t, action_set):
        self.set = action_set
        return super().choose(t)


class RaisesOnSets(Sets):
    def __init__(self, problem, rng):
        raise TypeError("no")


class WritesToTheSet(Sets):
    def wrong(self):
        self.set.flags.writeable = True
        self.set[:] = 0
        return 0


class LooksAhead(Sets):
    def wrong(self):
        whole = self.set if self.set.base is None else self.set.base
        assert whole.shape == (4, 3)
        return 0


class Overspends(Sets):
    def choose(self, t, action_set):
        return 2


class WritesToCosts(Sets):
    def wrong(self):
        self.problem.costs.flags.writeable = True
        self.problem.costs[:] = 0
        return 2


function = len
