"""Settings and runs of a paper, as its claims select them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from delayed_bandits.analysis.curves import AllCurves, Coordinates, Curves
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion
from delayed_bandits.experiments.specification import Specification


class Setting(NamedTuple):
    """A setting of a paper."""

    name: str
    trace: Mapping[str, Any]  # the arguments of the trace
    parameters: Mapping[str, Mapping[str, Any]]  # parameters of each algorithm that runs on it
    coordinates: Mapping[str, Any] = {}  # their values by name
    description: str = ""

    def has(self, *algorithms: str) -> bool:
        """Return whether all these algorithms run on the setting."""
        return all(name in self.parameters for name in algorithms)


def find(name: str, known: Mapping[str, Any], what: str = "setting") -> Any:
    """Return the entry `name` of `known`, or raise InputError if there is none."""
    if name not in known:
        raise InputError(f"no {what} {name!r}. {suggestion(name, known)}")
    return known[name]


def settings_of(
    specifications: Mapping[tuple[str, str], Specification],
    coordinates: Coordinates,
    descriptions: Mapping[str, str],
) -> dict[str, Setting]:
    """Return the settings of runs by name, each with its algorithms' parameters."""
    settings: dict[str, Setting] = {}
    for (name, algorithm), run in specifications.items():
        about = run.trace, {}, coordinates.get(name, {}), descriptions.get(name, "")
        settings.setdefault(name, Setting(name, *about)).parameters[algorithm] = run.parameters
    return settings


@dataclass(frozen=True)
class Runs:
    """The runs that claims may use. `used` lists each (setting, algorithm) that was read."""

    curves: AllCurves
    settings: Mapping[str, Setting]
    labels: Mapping[str, str]  # labels of algorithms
    delays: np.ndarray | None  # the sorted seconds of the Criteo delays, int64, if runs use them
    used: dict[tuple[str, str], None] = field(default_factory=dict)

    def __getitem__(self, key: tuple[str, str]) -> Curves:
        find(key[0], self.settings)
        self.used[key] = None
        return self.curves[key]
