"""The players of a comparison: learners and algorithms, named and specified."""

import dataclasses
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from delayed_bandits.algorithms.learners.learner import Learner, learner_of
from delayed_bandits.algorithms.learners.worlds import kind_of_world
from delayed_bandits.algorithms.registry import Algorithm, load
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion
from delayed_bandits.experiments.experiment import Paper
from delayed_bandits.experiments.specification import Specification

Given = str | type
"""A learner: its class, `FILE.py:NAME`, or the name of an algorithm of the setting."""


class Player(NamedTuple):
    """What was given, its name in the comparison, its parameters beside those of the setting."""

    given: Given
    name: str
    parameters: Mapping[str, Any] = {}


def named(
    learner: Given, parameters: Mapping[str, Any], against: Sequence[Given], paper: Paper
) -> list[Player]:
    """Name a learner, and those beside it.

    Learners have the names of their classes. Where that is also another learner's name, or that of
    an algorithm of the paper, they have the names of their files or modules, too. What plays beside
    itself with other parameters has them in its name.
    """
    algorithms = paper.description["algorithms"]
    classes = {
        given: getattr(given, "__name__", str(given).rpartition(":")[2])
        for given in [learner, *against]
        if given not in algorithms
    }
    count = Counter([*algorithms, *classes.values()])
    names = {
        given: name if count[name] == 1 else _whole_name(given) for given, name in classes.items()
    }
    for name, n in Counter(names.values()).items():
        if n > 1:
            raise InputError(f"{n} learners are called {name}; expected classes of other names")
    first, *others = (Player(given, names.get(given, given)) for given in [learner, *against])
    beside_itself = learner in algorithms or learner in against
    name = f"{first.name} {json.dumps(parameters)}" if parameters and beside_itself else first.name
    return [Player(learner, name, parameters), *others]


def _whole_name(given: Given) -> str:
    return given if isinstance(given, str) else f"{given.__module__}.{given.__qualname__}"


def specify(
    player: Player, paper: Paper, setting: str, found: dict[str, Algorithm | Learner]
) -> Specification:
    """Specify a player's run; a learner that no paper names enters `found` by its `run`."""
    given, name, parameters = player
    if isinstance(given, str) and (setting, given) in paper.runs:
        run = paper.runs[setting, given]
        return dataclasses.replace(run, algorithm=name, parameters={**run.parameters, **parameters})
    if isinstance(given, str):
        algorithms = paper.description["algorithms"]
        if ".py:" not in given and given not in algorithms:
            hint = suggestion(given, list(algorithms))
            raise InputError(f"algorithm {given!r} is unknown in {paper.name}; {hint}")
        entry = algorithms.get(given, {"run": given})
        run, learner = entry["run"], load(entry["run"])
        parameters = {**entry.get("parameters", {}), **parameters}
    else:
        run, learner = name, learner_of(given, name)
    like = next(spec for (on, _), spec in paper.runs.items() if on == setting)
    shared = paper.description["settings"][setting].get("parameters", {})
    names = learner.parameters["properties"]
    parameters = {**{k: v for k, v in shared.items() if k in names}, **parameters}
    kind, wanted = learner.world(like.trace), kind_of_world(like.trace)
    if not issubclass(kind, wanted):
        raise InputError(f"{name} plays on {kind.__name__}; expected {wanted.__name__} here")
    found[run] = learner
    return dataclasses.replace(like, algorithm=name, run=run, parameters=parameters)
