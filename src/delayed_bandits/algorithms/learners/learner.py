"""Learners in plain Python: objects with `choose` and `observe`, made for each replication."""

import dataclasses
import inspect
import typing
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from delayed_bandits.algorithms.learners.driver import Replay
from delayed_bandits.algorithms.learners.guard import LearnerError
from delayed_bandits.algorithms.learners.worlds import World, kind_of_world, world_of
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import check_schema, schema_of_type
from delayed_bandits.traces.adversarial_linear.trace import AdversarialLinearTrace
from delayed_bandits.traces.k_armed.trace import KArmedTrace
from delayed_bandits.traces.protocol import Trace

NANOSECONDS = 20_000
"""Approximate time per round, unless the class has a number of its name in small letters."""

GIVEN = {
    "window": {"type": "integer", "minimum": 1},
    "largest": {"type": "number", "exclusiveMinimum": 0},
    "signed": {"type": "boolean"},
}
"""Parameters of settings that are fields of the problem, whether the learner takes them or not."""

SIMPLE = {int: "integer", float: "number", bool: "boolean", str: "string"}


@dataclass(frozen=True)
class Learner:
    """A class of learners; it stands in for an `Algorithm`.

    Attributes
    ----------
    name : str
        In messages, such as "my_learner.py:MyLearner".
    make : type
        `make(problem, rng, **parameters)` is a learner for one replication.
    on_sets : bool
        Whether it has `choose(t, action_set)`, else `choose(t)`.
    sums : bool
        Whether it has `observe(total)`, else `observe(round, arm, reward)`.
    parameters : dict
        JSON Schema of the parameters.
    taken : frozenset of str
        The parameters that the constructor names.
    """

    name: str
    make: Callable[..., Any]
    on_sets: bool
    sums: bool
    parameters: dict[str, Any]
    taken: frozenset[str]

    @property
    def nanoseconds(self) -> int:
        """Approximate time per round, which sizes the jobs."""
        return getattr(self.make, "nanoseconds", NANOSECONDS)

    def world(self, arguments: Mapping[str, Any]) -> type[Trace]:
        """Find the kind of trace of a setting, and check that the learner fits it.

        Raises
        ------
        InputError
            If it does not.
        """
        kind = kind_of_world(arguments)
        if kind is AdversarialLinearTrace:
            raise InputError(f"{self.name}: the setting has points of a body; expected arms")
        if self.sums and kind is not KArmedTrace:
            raise InputError(
                f"{self.name} has observe(total), which fits K arms; expected "
                "observe(round, arm, reward) on this setting"
            )
        if self.on_sets == (kind is KArmedTrace):
            found, wanted = _CHOOSE[self.on_sets], _CHOOSE[not self.on_sets]
            raise InputError(f"{self.name} has {found}; expected {wanted} on this setting")
        return kind

    def remarks(self, trace: Trace, parameters: Mapping[str, Any]) -> list[str]:  # noqa: ARG002
        """Give no remarks, as `Algorithm.remarks` may."""
        return []

    def play(self, trace: Trace, **parameters: Any) -> Any:
        """Replay the learner on a trace; return the record of what was played.

        Raises
        ------
        LearnerError
            For the first thing that it does wrong.
        """
        world = world_of(trace)
        return world.record(self._replay(trace, world, parameters, world.problem.horizon))

    def check_repeats(self, trace: Trace, record: Any, parameters: Mapping[str, Any]) -> None:
        """Check that the first tenth of a replication is played again as it was.

        Raises
        ------
        LearnerError
            If it is not: such numbers cannot be made again.
        """
        played, world = getattr(record, "arms", record), world_of(trace)
        rounds = min(played.size, max(1000, played.size // 10))
        again = self._replay(trace, world, parameters, rounds)
        for t in np.flatnonzero(again != played[:rounds])[:1]:
            raise LearnerError(
                f"{self._of(trace)}, round {t}: arm {again[t]} when played again; expected arm "
                f"{played[t]} as before: a learner keeps nothing between replications, and draws "
                "random numbers from rng alone"
            )

    def _replay(
        self, trace: Trace, world: World, parameters: Mapping[str, Any], rounds: int
    ) -> np.ndarray:
        check_schema(dict(parameters), self.parameters, self.name)
        known = {name: value for name, value in parameters.items() if name in GIVEN}
        arguments = {k: v for k, v in parameters.items() if k in self.taken or k not in GIVEN}
        problem = dataclasses.replace(world.problem, **known)
        rng = trace.randomness.generator()
        replay = Replay(self._of(trace), world, sums=self.sums)
        return replay.play(lambda: self.make(problem, rng, **arguments), rounds)

    def _of(self, trace: Trace) -> str:
        return f"{self.name}, seed {trace.randomness.hidden_seed}"


_CHOOSE = {False: "choose(t)", True: "choose(t, action_set)"}


def learner_of(make: Any, name: str) -> Learner:
    """Check the methods of a class of learners, and read its parameters off its constructor.

    Raises
    ------
    InputError
        If a method is missing or takes other arguments, or the constructor does.
    """
    choose = _n_arguments(make, "choose", name)
    if choose not in (1, 2):
        raise InputError(
            f"{name}: choose takes {choose} arguments; expected choose(t) or choose(t, action_set)"
        )
    observe = _n_arguments(make, "observe", name)
    if observe not in (1, 3):
        raise InputError(
            f"{name}: observe takes {observe} arguments; expected observe(round, arm, reward), or "
            "observe(total) for sums"
        )
    seconds = getattr(make, "nanoseconds", NANOSECONDS)
    if not isinstance(seconds, int) or seconds < 1:
        raise InputError(f"{name}: nanoseconds is {seconds!r}; expected those of a round, above 0")
    arguments = _signature(make, name).parameters
    schema = _parameters(make, arguments.values())
    return Learner(name, make, choose == 2, observe == 1, schema, frozenset(arguments))


def _n_arguments(make: Any, method: str, name: str) -> int:
    """Count the arguments that a method takes, but the learner."""
    function = getattr(make, method, None)
    if not callable(function):
        raise InputError(f"{name} has no method {method}; expected choose and observe")
    if not isinstance(inspect.getattr_static(make, method), staticmethod | classmethod):
        function = function.__get__(object())  # bound, so that `self` does not count
    needed = [
        argument
        for argument in inspect.signature(function).parameters.values()
        if argument.default is argument.empty
        and argument.kind in (argument.POSITIONAL_ONLY, argument.POSITIONAL_OR_KEYWORD)
    ]
    return len(needed)


def _signature(make: Any, name: str) -> inspect.Signature:
    """Give the signature of the constructor without problem and rng."""
    try:
        signature = inspect.signature(make)
    except (TypeError, ValueError):
        signature = inspect.Signature()
    arguments = list(signature.parameters.values())
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    if len(arguments) < 2 or any(argument.kind not in positional for argument in arguments[:2]):
        raise InputError(
            f"{name}: the constructor takes {signature}; expected (problem, rng) and parameters"
        )
    return signature.replace(parameters=arguments[2:])


def _parameters(make: Any, arguments: Collection[inspect.Parameter]) -> dict[str, Any]:
    """Build the JSON Schema of the constructor's parameters, by their names and types."""
    try:
        hints = typing.get_type_hints(make.__init__, include_extras=True)
    except (NameError, TypeError, AttributeError):
        hints = {}
    named = [a for a in arguments if a.kind not in (a.VAR_POSITIONAL, a.VAR_KEYWORD)]
    own = {a.name: _schema(hints.get(a.name)) for a in named}
    return {
        "type": "object",
        "additionalProperties": any(a.kind is a.VAR_KEYWORD for a in arguments),
        "properties": {**GIVEN, **own},
        "required": [a.name for a in named if a.default is a.empty],
    }


def _schema(hint: Any) -> dict[str, Any]:
    return {"type": SIMPLE[hint]} if hint in SIMPLE else schema_of_type(hint)
