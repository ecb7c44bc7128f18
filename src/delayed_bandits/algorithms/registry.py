"""How the rest of the house finds an algorithm and learns which traces and parameters it takes."""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from delayed_bandits import algorithms
from delayed_bandits.errors import InputError
from delayed_bandits.parameters import nearest, schema_of


@dataclass(frozen=True)
class Algorithm:
    """An algorithm: a pure function of a trace and its parameters.

    Attributes
    ----------
    play : callable
        `play(trace, **parameters)` gives the arm played in each round, shape (horizon,).
    protocol : type
        The class of traces that it plays on.
    """

    play: Callable[..., np.ndarray]
    protocol: type

    @property
    def parameters(self) -> dict[str, Any]:
        """JSON Schema of the parameters."""
        return schema_of(self.play)


def algorithm(*, protocol: type) -> Callable[[Callable[..., np.ndarray]], Algorithm]:
    """Declare the decorated function to be an algorithm for traces of class `protocol`."""
    return lambda play: Algorithm(play, protocol)


def load(reference: str) -> Algorithm:
    """Import the algorithm `module.function` of `delayed_bandits.algorithms`.

    Raises
    ------
    InputError
        If there is no such module, or no such algorithm in it.
    """
    module_name, _, name = reference.partition(".")
    modules = {module.name for module in pkgutil.iter_modules(algorithms.__path__)} - {"registry"}
    if module_name not in modules:
        hint = nearest(module_name, modules)
        raise InputError(f"algorithm {reference!r}: no file algorithms/{module_name}.py; {hint}")
    module = importlib.import_module(f"delayed_bandits.algorithms.{module_name}")
    found = {key: value for key, value in vars(module).items() if isinstance(value, Algorithm)}
    if name not in found:
        raise InputError(f"algorithm {reference!r}: not in that file; {nearest(name, found)}")
    return found[name]
