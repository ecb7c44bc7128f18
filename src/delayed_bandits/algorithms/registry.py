"""How the rest of the house finds an algorithm and learns which traces and parameters it takes."""

import functools
import importlib
import inspect
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from delayed_bandits import algorithms
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import nearest, schema_of


@dataclass(frozen=True)
class Algorithm:
    """An algorithm: a pure function of a trace and its parameters.

    Attributes
    ----------
    play : callable
        `play(trace, **parameters)` gives what `trace.regret` takes: the arm played in each round,
        shape (horizon,), or the record that the protocol defines.
    protocol : type
        The class of traces that it plays on. Besides `regret` it may have `columns`, which gives
        all that a run file records.
    check : callable, optional
        `check(trace, parameters)` holds all its parameters against any trace of a setting: remarks
        on what makes little sense; an InputError for what makes none.
    nanoseconds : int
        What a round of a replication takes, trace included, within a factor of a few
        (benchmarks/README.md): jobs are sized by it.
    """

    play: Callable[..., Any]
    protocol: type
    check: Callable[[Any, Mapping[str, Any]], list[str]] | None = None
    nanoseconds: int = 1000

    @property
    def parameters(self) -> dict[str, Any]:
        """JSON Schema of the parameters."""
        return schema_of(self.play)

    def remarks(self, trace: Any, parameters: Mapping[str, Any]) -> list[str]:
        """Check the given parameters, and the defaults of the others, against a trace.

        Raises
        ------
        InputError
            If they make no sense on this trace.
        """
        if self.check is None:
            return []
        call = inspect.signature(self.play).bind(trace, **parameters)
        call.apply_defaults()
        return self.check(trace, call.kwargs)


def algorithm(
    *,
    protocol: type,
    check: Callable[[Any, Mapping[str, Any]], list[str]] | None = None,
    nanoseconds: int = 1000,
) -> Callable[[Callable[..., Any]], Algorithm]:
    """Declare the decorated function to be an algorithm; see `Algorithm` for the arguments."""
    return lambda play: Algorithm(play, protocol, check, nanoseconds)


@functools.cache
def load(reference: str) -> Algorithm:
    """Import the algorithm `module.function` of `delayed_bandits.algorithms`.

    Raises
    ------
    InputError
        If there is no such module, or no such algorithm in it.
    """
    module_name, _, name = reference.partition(".")
    modules = [module.name for module in pkgutil.iter_modules(algorithms.__path__)]
    if module_name not in modules:
        hint = nearest(module_name, modules)
        raise InputError(f"algorithm {reference!r}: no file algorithms/{module_name}.py; {hint}")
    module = importlib.import_module(f"delayed_bandits.algorithms.{module_name}")
    found = {key: value for key, value in vars(module).items() if isinstance(value, Algorithm)}
    if not found:
        raise InputError(f"algorithm {reference!r}: there is no algorithm in that file")
    if name not in found:
        raise InputError(f"algorithm {reference!r}: not in that file; {nearest(name, found)}")
    return found[name]
