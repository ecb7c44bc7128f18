"""Settings and runs of a paper, as its claims choose them."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from delayed_bandits.analysis.curves import AllCurves, Coordinates, Curves
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion
from delayed_bandits.experiments.specification import Specification


class Setting(NamedTuple):
    """A setting of the paper, as a claim chooses it.

    Attributes
    ----------
    name, description : str
    trace : mapping
        The arguments of the trace.
    parameters : mapping
        For each algorithm that runs on it, its parameters.
    coordinates : mapping
        Its values, by name.
    """

    name: str
    trace: Mapping[str, Any]
    parameters: Mapping[str, Mapping[str, Any]]
    coordinates: Mapping[str, Any] = {}
    description: str = ""

    def has(self, *algorithms: str) -> bool:
        """Tell whether all the algorithms run on the setting."""
        return all(name in self.parameters for name in algorithms)


def find(name: str, settings: Mapping[str, Setting]) -> Setting:
    """Select a setting by name.

    Raises
    ------
    InputError
        If there is none.
    """
    if name not in settings:
        raise InputError(f"no setting {name!r}; {suggestion(name, settings)}")
    return settings[name]


def settings_of(
    specifications: Mapping[tuple[str, str], Specification],
    coordinates: Coordinates,
    descriptions: Mapping[str, str],
) -> list[Setting]:
    """List the settings of runs, each with the algorithms that run on it."""
    settings: dict[str, Setting] = {}
    for (name, algorithm), run in specifications.items():
        setting = settings.setdefault(
            name,
            Setting(name, run.trace, {}, coordinates.get(name, {}), descriptions.get(name, "")),
        )
        setting.parameters[algorithm] = run.parameters
    return list(settings.values())


class Runs:
    """The runs that claims may use, the Criteo delays, and what was looked at.

    Attributes
    ----------
    settings : dict of str to Setting
    labels : mapping
        Labels of the algorithms.
    delays : ndarray of int64
        Sorted seconds.
    used : dict
        The (setting, algorithm) that were looked at, in order.
    """

    def __init__(
        self,
        curves: AllCurves,
        settings: Iterable[Setting],
        labels: Mapping[str, str],
        delays: np.ndarray,
    ) -> None:
        self.settings = {setting.name: setting for setting in settings}
        self.labels, self.delays = labels, delays
        self.used: dict[tuple[str, str], None] = {}
        self._curves = curves

    def __getitem__(self, key: tuple[str, str]) -> Curves:
        find(key[0], self.settings)
        self.used[key] = None
        return self._curves[key]

    def __contains__(self, key: tuple[str, str]) -> bool:
        return key in self._curves
