"""Registry of algorithms: how an algorithm is declared, loaded and played on a trace."""

import functools
import importlib
import inspect
import pkgutil
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from delayed_bandits import algorithms
from delayed_bandits.algorithms.learners.files import is_file, object_of
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import check_values, schema_of, suggestion
from delayed_bandits.checks.types import FROM_ENVIRONMENT
from delayed_bandits.kernels.compiling import njit
from delayed_bandits.traces.k_armed.runs import can_be_in_step, start_in_step
from delayed_bandits.traces.protocol import Trace

Check = Callable[[Any, Mapping[str, Any]], list[str]]


@dataclass(frozen=True)
class Algorithm:
    """An algorithm, which is a function of a view and of parameters.

    - `function(view, *, parameters)` plays every round, and may return a report for the trace's
      `record`. Some arguments, such as those of type `Known` or `Randomness`, come from the trace.
    - `check(trace, parameters)` returns remarks on doubtful values, or raises InputError.
    - `in_step` is `function` for several runs. Its view is a `RunsView`, and each argument from the
      trace is an array over runs.
    """

    function: Callable[..., Any]
    trace: type[Trace]  # to play on
    compiled: bool  # by Numba
    nanoseconds: int  # per round, trace included (benchmarks/performance.md); it sizes the jobs
    check: Check | None
    in_step: Callable[..., None] | None = None

    parameters = property(lambda self: schema_of(self.function))  # their JSON Schema

    def environment(self, arguments: Mapping[str, Any]) -> type[Trace]:  # noqa: ARG002
        """Return the type of trace that the algorithm plays on."""
        return self.trace

    _hints = cached_property(lambda self: typing.get_type_hints(self.function, include_extras=True))
    _kernel = cached_property(lambda self: njit(cache=True)(self.function))
    _signature = cached_property(lambda self: inspect.signature(self.function))

    @cached_property
    def from_environment(self) -> list[str]:
        """Return the names of the arguments that come from the trace."""
        items, mark = self._hints.items(), FROM_ENVIRONMENT
        return [name for name, hint in items if mark in getattr(hint, "__metadata__", ())]

    def play(self, trace: Trace, **parameters: Any) -> Any:
        """Play the algorithm on a trace, and return the record of the run.

        Types of parameters are not checked here: `remarks` does this once for all runs.
        """
        self._check(trace, parameters)
        for name in self.from_environment:
            if parameters.get(name) is None:
                parameters[name] = getattr(trace, name)
        view = trace.start()
        call = self._call(view, parameters)
        if not self.compiled:
            return trace.record(view, self.function(*call.args, **call.kwargs))
        return trace.record(view, self._kernel(*call.arguments.values()))  # Numba needs positions

    def _call(self, view: Any, parameters: Mapping[str, Any]) -> inspect.BoundArguments:
        """Return the function's arguments, as floats where floats are declared."""
        # for an int in place of a float, Numba would compile again
        call = self._signature.bind(view, **parameters)
        call.apply_defaults()
        for name, value in call.arguments.items():
            if getattr(self._hints.get(name), "__origin__", None) is float:
                call.arguments[name] = float(value)
        return call

    def play_runs(self, traces: Sequence[Trace], **parameters: Any) -> list[Any]:
        """Play the algorithm on several traces of a setting, and return their records."""
        if self.in_step is None or len(traces) == 1 or not can_be_in_step(traces):
            return [self.play(trace, **parameters) for trace in traces]
        for name in self.from_environment:
            parameters[name] = np.array([getattr(trace, name) for trace in traces])
        view = start_in_step(traces)
        self.in_step(*self._call(view, parameters).arguments.values())
        return list(view.played)

    def remarks(self, trace: Trace, parameters: Mapping[str, Any]) -> list[str]:
        """Return remarks on parameters and defaults, or raise InputError if a value is wrong."""
        check_values(self.function, parameters, f"algorithm {self.function.__name__!r}")
        return self._check(trace, parameters)

    def _check(self, trace: Trace, parameters: Mapping[str, Any]) -> list[str]:
        if self.check is None:
            return []
        call = self._signature.bind(None, **{**dict.fromkeys(self.from_environment), **parameters})
        call.apply_defaults()
        return self.check(trace, call.kwargs)


def algorithm(
    trace: type[Trace],
    *,
    nanoseconds: int = 1000,
    compiled: bool = False,
    check: Check | None = None,
    in_step: Callable[..., None] | None = None,
) -> Callable[[Callable[..., Any]], Algorithm]:
    """Return a decorator that makes a function an `Algorithm` with these attributes."""
    return lambda function: Algorithm(function, trace, compiled, nanoseconds, check, in_step)


@functools.cache
def load(reference: str) -> Any:
    """Return the algorithm that a reference names, or raise InputError.

    A reference is "module.function", for a module of `delayed_bandits.algorithms`, or
    "FILE.py:NAME", for a user's file. If NAME is a class, the result is a `Learner`.
    """
    if is_file(reference):
        found = object_of(reference)
        if not isinstance(found, Algorithm):
            from delayed_bandits.algorithms.learners.learner import learner_of  # loads all traces

            return learner_of(found, reference)
        return found
    module_name, _, name = reference.partition(".")
    modules = [one.name for one in pkgutil.iter_modules(algorithms.__path__) if not one.ispkg]
    where = f"algorithm {reference!r}"
    if module_name not in modules:
        hint = suggestion(module_name, modules)
        raise InputError(f"{where}: there is no algorithms/{module_name}.py. {hint}")
    module = importlib.import_module(f"delayed_bandits.algorithms.{module_name}")
    found = {key: value for key, value in vars(module).items() if isinstance(value, Algorithm)}
    if not found:
        raise InputError(f"{where}: that file declares no algorithm")
    if name not in found:
        raise InputError(f"{where}: that file does not declare it. {suggestion(name, found)}")
    return found[name]
