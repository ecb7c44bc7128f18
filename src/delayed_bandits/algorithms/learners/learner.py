"""Learners in plain Python: objects with `choose` and `observe`, new in each run."""

import dataclasses
import functools
import inspect
import typing
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from delayed_bandits.algorithms.learners.environments import (
    Environment,
    environment_of,
    kind_of_environment,
)
from delayed_bandits.algorithms.learners.guard import LearnerError, fault, watched
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import check_schema, is_integer, schema_of_type
from delayed_bandits.traces.adversarial_linear.trace import AdversarialLinearTrace
from delayed_bandits.traces.budgeted.trace import SKIPPED
from delayed_bandits.traces.k_armed.trace import KArmedTrace
from delayed_bandits.traces.protocol import Trace

GIVEN = {
    "window": {"type": "integer", "minimum": 1},
    "largest": {"type": "number", "exclusiveMinimum": 0},
    "signed": {"type": "boolean"},
}  # parameters of settings that every learner finds in its problem

SIMPLE = {int: "integer", float: "number", bool: "boolean", str: "string"}
POSITIONAL = inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD
CHOOSE = {False: "choose(t)", True: "choose(t, action_set)"}
FORM = "(problem, rng) and parameters"  # what a constructor takes


@dataclass(frozen=True)
class Learner:
    """A user's class, wrapped so that it is used like an `Algorithm`."""

    name: str  # in messages, such as "my_learner.py:MyLearner"
    make: Callable[..., Any]  # make(problem, rng, **parameters) is the learner of a run
    on_sets: bool  # choose(t, action_set), else choose(t)
    sums: bool  # observe(total), else observe(round, arm, reward)
    nanoseconds: int  # approximate time per round, which sizes the jobs
    parameters: dict[str, Any]  # JSON Schema
    taken: frozenset[str]  # the parameters that the constructor names
    in_step = None  # it plays one run at a time

    def environment(self, arguments: Mapping[str, Any]) -> type[Trace]:
        """Return the type of trace that fits a setting's `arguments`, or raise InputError."""
        kind = kind_of_environment(arguments)
        if kind is AdversarialLinearTrace:
            raise InputError(f"{self.name} plays arms, but this setting has points of a body.")
        found = wanted = ""
        if self.sums and kind is not KArmedTrace:
            found, wanted = "observe(total)", "observe(round, arm, reward)"
        elif self.on_sets == (kind is KArmedTrace):
            found, wanted = CHOOSE[self.on_sets], CHOOSE[not self.on_sets]
        if found:
            raise InputError(f"{self.name} has {found}. On this setting, write {wanted}.")
        return kind

    def remarks(self, trace: Trace, parameters: Mapping[str, Any]) -> list[str]:  # noqa: ARG002
        """Return no remarks. An `Algorithm` may return some."""
        return []

    def play(self, trace: Trace, **parameters: Any) -> Any:
        """Play the learner on a trace and return the record, or raise LearnerError."""
        found = environment_of(trace)
        return found.record(self._replay(trace, found, parameters, found.problem.horizon))

    def play_runs(self, traces: Sequence[Trace], **parameters: Any) -> list[Any]:
        """Return the records of the learner on traces of a setting."""
        return [self.play(trace, **parameters) for trace in traces]

    def check_repeats(self, trace: Trace, record: Any, parameters: Mapping[str, Any]) -> None:
        """Raise LearnerError if a replay of a run's first rounds plays other arms."""
        played, environment = getattr(record, "arms", record), environment_of(trace)
        rounds = min(played.size, max(1000, played.size // 10))
        again = self._replay(trace, environment, parameters, rounds)
        for t in np.flatnonzero(again != played[:rounds])[:1]:
            raise LearnerError(
                f"{self._of(trace)}, round {t}: chose arm {again[t]} when replayed, arm {played[t]}"
                " before. Keep no state between runs, and draw random numbers only from rng."
            )

    def _replay(
        self, trace: Trace, environment: Environment, parameters: Mapping[str, Any], rounds: int
    ) -> np.ndarray:
        check_schema(dict(parameters), self.parameters, self.name)
        known = {name: value for name, value in parameters.items() if name in GIVEN}
        arguments = {k: v for k, v in parameters.items() if k in self.taken or k not in GIVEN}
        problem = dataclasses.replace(environment.problem, **known)
        rng = trace.randomness.generator()
        make = functools.partial(self.make, problem, rng, **arguments)
        return play_rounds(self._of(trace), make, environment, rounds, sums=self.sums)

    def _of(self, trace: Trace) -> str:
        return f"{self.name}, seed {trace.randomness.hidden_seed}"


def play_rounds(
    name: str, make: Callable[[], Any], environment: Environment, rounds: int, *, sums: bool
) -> np.ndarray:
    """Play the first rounds with a new learner, and return the arms, shape (rounds,).

    The first fault of the learner raises a LearnerError that begins with `name`.
    """
    problem = environment.problem
    n_arms, horizon, left = problem.n_arms, problem.horizon, problem.budget
    outcome, action_set = environment.outcome, environment.action_set
    played: list[int] = []
    due: dict[int, Any] = {}  # feedback, by the round at the end of which it arrives
    t = None
    try:
        with watched(played):
            learner = make()
            choose, observe = learner.choose, learner.observe
            for t in range(rounds):
                arm = choose(t) if action_set is None else choose(t, action_set(t))
                # fast path: `_checked` looks at all other choices
                if type(arm) is np.int64:
                    arm = int(arm)
                if type(arm) is not int or not 0 <= arm < n_arms:
                    arm = _checked(arm, environment, f"{name}, round {t}")
                if left is not None and arm != SKIPPED:
                    if left < 1:
                        raise LearnerError(
                            f"{name}, round {t}: choose returned arm {arm}, which costs 1, with "
                            f"{left:g} left of the budget. Return None to skip the round."
                        )
                    left -= 1
                played.append(arm)
                if arm != SKIPPED:
                    delay, reward = outcome(t, arm)
                    arrival = t + delay
                    if sums:
                        due[arrival] = due.get(arrival, 0.0) + reward
                    elif arrival < horizon:
                        due.setdefault(arrival, []).append((t, arm, reward))
                if sums:
                    observe(due.pop(t, 0.0))
                else:
                    for feedback in due.pop(t, ()):
                        observe(*feedback)
    except (KeyboardInterrupt, LearnerError):
        raise
    except BaseException as error:
        if t is None:
            raise fault(f"{name}: the constructor", error, f"Let it take {FORM}.") from None
        method, expected = "choose", _expected(environment)
        if len(played) > t:
            method, expected = "observe", "Mend observe."
        # the constructor may have other parameters in the places of problem and rng
        types = "Problem'", "Generator'"
        if isinstance(error, TypeError) and any(name in str(error) for name in types):
            expected += f" The constructor is called with {FORM}."
        raise fault(f"{name}, round {t}: {method}", error, expected) from None
    return np.array(played, np.int64)


def _expected(environment: Environment) -> str:
    skip = "" if environment.problem.budget is None else ", or None to skip the round"
    return f"Return an arm, a whole number from 0 to {environment.problem.n_arms - 1}{skip}."


def _checked(choice: Any, environment: Environment, where: str) -> int:
    """Return the arm that `choose` returned, or SKIPPED. Raise if the value is neither."""
    if choice is None and environment.problem.budget is not None:
        return SKIPPED
    if is_integer(choice) and 0 <= choice < environment.problem.n_arms:
        return int(choice)
    found = " ".join(repr(choice).split())
    found = found if len(found) <= 80 else f"{found[:77]}..."
    raise LearnerError(f"{where}: choose returned {found}. {_expected(environment)}")


def learner_of(make: Any, name: str) -> Learner:
    """Return the `Learner` of a class, or raise InputError if a method does not fit."""
    choose = _n_arguments(make, "choose", name)
    if choose not in (1, 2):
        forms = " or ".join(CHOOSE.values())
        raise InputError(f"{name}: choose takes {choose} arguments. Write {forms}.")
    observe = _n_arguments(make, "observe", name)
    if observe not in (1, 3):
        forms = "observe(round, arm, reward), or observe(total) for sums"
        raise InputError(f"{name}: observe takes {observe} arguments. Write {forms}.")
    nanoseconds = getattr(make, "nanoseconds", 20_000)
    if not isinstance(nanoseconds, int) or nanoseconds < 1:
        raise InputError(f"{name}: nanoseconds is {nanoseconds!r}. Give a whole number, from 1.")
    taken = _arguments(make, name)
    schema, names = _schema_of(make, taken), frozenset(argument.name for argument in taken)
    return Learner(name, make, choose == 2, observe == 1, nanoseconds, schema, names)


def _n_arguments(make: Any, method: str, name: str) -> int:
    """Return the number of required arguments of a method, without self."""
    function = getattr(make, method, None)
    if not callable(function) or not hasattr(function, "__get__"):
        raise InputError(f"{name} has no method {method}. Write choose and observe.")
    if not isinstance(inspect.getattr_static(make, method), staticmethod | classmethod):
        function = function.__get__(object())  # bound, so that `self` does not count
    arguments = inspect.signature(function).parameters.values()
    return sum(a.default is a.empty and a.kind in POSITIONAL for a in arguments)


def _arguments(make: Any, name: str) -> list[inspect.Parameter]:
    """Return the arguments of the constructor that follow problem and rng."""
    try:
        signature = inspect.signature(make)
    except (TypeError, ValueError):
        signature = inspect.Signature()
    arguments = list(signature.parameters.values())
    if len(arguments) < 2 or any(argument.kind not in POSITIONAL for argument in arguments[:2]):
        raise InputError(f"{name}: the constructor takes {signature}. Let it take {FORM}.")
    return arguments[2:]


def _schema_of(make: Any, arguments: Collection[inspect.Parameter]) -> dict[str, Any]:
    """Return the JSON Schema of a constructor's arguments, by their names and types."""
    try:
        hints = typing.get_type_hints(make.__init__, include_extras=True)
    except (NameError, TypeError, AttributeError):
        hints = {}
    named = [a for a in arguments if a.kind not in (a.VAR_POSITIONAL, a.VAR_KEYWORD)]
    own = {a.name: hints.get(a.name) for a in named}
    for name, hint in own.items():
        own[name] = {"type": SIMPLE[hint]} if hint in SIMPLE else schema_of_type(hint)
    return {
        "type": "object",
        "additionalProperties": any(a.kind is a.VAR_KEYWORD for a in arguments),
        "properties": {**GIVEN, **own},
        "required": [a.name for a in named if a.default is a.empty],
    }
