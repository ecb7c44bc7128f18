"""Learners played beside others, from Python or `try`, on the same random numbers."""

import dataclasses
import functools
import json
import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from delayed_bandits.experiments.simulation import checkpoints, replay

# isort: split
import numpy as np
from tqdm.auto import tqdm

from delayed_bandits.algorithms.learners.environments import kind_of_environment
from delayed_bandits.algorithms.learners.learner import Learner, learner_of
from delayed_bandits.algorithms.registry import Algorithm, load
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.ranks import REFERENCE
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion
from delayed_bandits.comparison.measurement import delays_of_project
from delayed_bandits.comparison.results import Comparison, Crossing, figure_of_table
from delayed_bandits.experiments import catalogue
from delayed_bandits.experiments.catalogue import project_folder
from delayed_bandits.experiments.experiment import (
    Paper,
    joined_parameters,
    load_papers,
    read_config,
)
from delayed_bandits.experiments.grid import selected
from delayed_bandits.experiments.processes import answers_of
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.files.layout import SCALES
from delayed_bandits.traces.k_armed.trace import KArmedTrace
from delayed_bandits.traces.linear.trace import LinearTrace
from delayed_bandits.traces.payoffs.trace import PayoffTrace

PART = 5  # seeds that are played at a time
UNIFORM = {
    KArmedTrace: "random_play.random_play",
    LinearTrace: "linear_baselines.random_play",
    PayoffTrace: "payoff_baselines.random_play",
}
"""Random play, by kind of environment; there is none on a budget or a body."""

Given = str | type
"""A learner: its class, `FILE.py:NAME`, or the name of an algorithm of the setting."""


class NamedAlgorithm(NamedTuple):
    """What was given, its name in the comparison, its parameters beside those of the setting."""

    given: Given
    name: str
    parameters: Mapping[str, Any] = {}


def compare(
    learner: Given,
    on: str,
    *,
    seeds: int = 20,
    against: Iterable[Given] | None = None,
    parameters: Mapping[str, Any] | None = None,
    scale: str = "quick",
    processes: int | None = None,
    project: str | Path | None = None,
) -> Comparison | Crossing:
    """Replay a learner, and algorithms beside it, on a setting or more; return their regrets.

    The numbers are those of the workflow: same seeds (from 0), random numbers and checkpoints.
    A learner is a class with `choose` and `observe`, `FILE.py:NAME`, or an algorithm of the
    setting; `against` are more of the same, by default all algorithms of the setting. `on` is paper
    and setting, such as "vernade2020/fig1a"; or crossed settings, all those of a paper or those of
    some coordinates, such as "arena" or "arena/environment=pareto1,problem=k2-gap010".

    `parameters` are the learner's, beside those of the setting, `scale` is that of the horizon, as
    in config.yaml. So many other `processes` play; this one does if not given. The folder of the
    `project` is the working directory if not given.

    An InputError refuses unknown settings, and a learner that does not fit or does something wrong.
    """
    if seeds < 1:
        raise InputError(f"seeds is {seeds}; expected at least 1")
    if scale not in SCALES:
        raise InputError(f"scale is {scale!r}; expected one of: {', '.join(SCALES)}")
    if against is not None:
        against = [against] if isinstance(against, str | type) else list(against)
    for given in [learner, *(against or [])]:
        if not isinstance(given, str | type):
            remedy = "Give a class, FILE.py:NAME or an algorithm's name."
            raise InputError(f"{given!r}: is not a learner. {remedy}")
    folder = project_folder(project)
    config, layout = read_config(folder / "config.yaml", on.partition("/")[0], scale)
    paper, chosen, crosses = _settings_of(on, config, folder)
    entries = paper.description["algorithms"]
    algorithms = _named(learner, dict(parameters or {}), against or [], paper)
    found: dict[str, Algorithm | Learner] = {}
    runs = []
    for setting in chosen:
        beside = [name for on_, name in paper.runs if on_ == setting]
        if against is not None:
            beside = [
                name for name in beside if crosses and entries[name]["feedback_model"] == REFERENCE
            ]
        here = [*algorithms, *(NamedAlgorithm(name, name) for name in beside)]
        runs += {one.name: _specify(one, paper, setting, found) for one in here}.values()
    uses_log, delays = any(run.uses_log for run in runs), ()
    if uses_log or any(run.uses_criteo for run in runs):
        observed = delays_of_project(config, layout, folder, needs_log=uses_log)
        delays = observed.seconds, observed.log
    # the table of crossed settings marks whose assumptions fail
    logging.getLogger("delayed_bandits.experiments.simulation").setLevel(
        logging.ERROR if crosses else logging.WARNING
    )
    parts = [range(i, min(i + PART, seeds)) for i in range(0, seeds, PART)]
    calls = [
        functools.partial(_regret, run, part, delays, found.get(run.run))
        for run in runs
        for part in parts
    ]
    regrets = _answers(calls, processes)
    curves = []
    for i, run in enumerate(runs):
        regret = np.concatenate(regrets[i * len(parts) : (i + 1) * len(parts)])
        rounds = checkpoints(run.horizon, run.checkpoints)
        coordinates = paper.coordinates.get(run.setting, {})
        curves.append(Curves(run, None, rounds, {"regret": regret}, coordinates))
    if crosses:
        return Crossing(on, paper, curves, found)
    uniform, run = np.nan, UNIFORM.get(kind_of_environment(runs[0].trace))
    if run:
        run = dataclasses.replace(runs[0], algorithm="random play", run=run, parameters={})
        uniform = float(_regret(run, range(seeds), delays, None)[:, -1].mean())
    return Comparison(on, curves, uniform)


def settings(project: str | Path | None = None) -> list[str]:
    """List the settings of all papers, as paper/setting."""
    return [name for name, _ in catalogue.settings(project)]


def _settings_of(on: str, config: Mapping[str, Any], folder: Path) -> tuple[Paper, list[str], bool]:
    """Read the paper of a setting or of crossed ones; name them, and say which it is."""
    name, _, wanted = on.partition("/")
    if (folder / f"workflow/papers/{name}.yaml").is_file():
        paper = load_papers({**config, "seeds": None}, folder / "workflow")[name]
        if wanted in paper.description["settings"]:
            return paper, [wanted], False
        if figure_of_table(paper) and (not wanted or "=" in wanted):
            return paper, _crossed(paper, wanted), True
    hint = suggestion(on, settings(folder), "delayed-bandits list settings")
    raise InputError(f"setting {on!r} is unknown. {hint}")


def _crossed(paper: Paper, wanted: str) -> list[str]:
    """Name the settings of a selection, such as "environment=pareto1"; of all with coordinates
    for "".
    """
    values: dict[str, list[Any]] = {}
    for part in filter(None, wanted.split(",")):
        name, equals, value = part.partition("=")
        if not equals:
            raise InputError(f"{paper.name}/{part}: expected a setting, or COORDINATE=VALUE")
        values.setdefault(name, []).append(value)
    as_text = {
        key: {"coordinates": {name: str(value) for name, value in found.items()}}
        for key, found in paper.coordinates.items()
    }
    return selected(as_text, values, paper.name)


def _answers(calls: Sequence[functools.partial], processes: int | None) -> list[np.ndarray]:
    """Call all, in other processes if there is a number of them; with a bar on a terminal."""

    def named(number: int) -> str:
        run, seeds, *_ = calls[number].args
        return f"{run.run}, seeds {seeds[0]} to {seeds[-1]}"

    with tqdm(calls, unit="job", leave=False, disable=None) as bar:
        if processes is not None:
            return answers_of(calls, processes, named, bar.update)
        return [call() for call in bar]


def _regret(
    run: Specification, seeds: range, delays: tuple[Any, ...], learner: Algorithm | Learner | None
) -> np.ndarray:
    """Replay a run, whose learner is given if no paper names it; return its regret by seed."""
    (table,) = replay([run], seeds, *delays, find=lambda name: learner or load(name))
    return np.array(table["regret"]).reshape(len(seeds), -1)


def _named(
    learner: Given, parameters: Mapping[str, Any], against: Sequence[Given], paper: Paper
) -> list[NamedAlgorithm]:
    """Name a learner, and those beside it.

    Learners have the names of their classes. Where that is also another learner's name, or that of
    an algorithm of the paper, they have the names of their files or modules, too. What plays beside
    itself with other parameters has them in its name.
    """
    algorithms = paper.description["algorithms"]
    names = {
        given: getattr(given, "__name__", str(given).rpartition(":")[2])
        for given in [learner, *against]
        if given not in algorithms
    }
    count = Counter([*algorithms, *names.values()])
    for given, name in names.items():
        if count[name] > 1:
            is_file = isinstance(given, str)
            names[given] = given if is_file else f"{given.__module__}.{given.__qualname__}"
    for name, n in Counter(names.values()).items():
        if n > 1:
            raise InputError(f"{n} learners are called {name}; expected classes of other names")
    first, *others = (
        NamedAlgorithm(given, names.get(given, given)) for given in [learner, *against]
    )
    beside_itself = learner in algorithms or learner in against
    name = f"{first.name} {json.dumps(parameters)}" if parameters and beside_itself else first.name
    return [NamedAlgorithm(learner, name, parameters), *others]


def _specify(
    algorithm: NamedAlgorithm, paper: Paper, setting: str, found: dict[str, Algorithm | Learner]
) -> Specification:
    """Specify an algorithm's run; a learner that no paper names enters `found` by its `run`."""
    given, name, parameters = algorithm
    if isinstance(given, str) and (setting, given) in paper.runs:
        run = paper.runs[setting, given]
        return dataclasses.replace(run, algorithm=name, parameters={**run.parameters, **parameters})
    if isinstance(given, str):
        algorithms = paper.description["algorithms"]
        if ".py:" not in given and given not in algorithms:
            hint = suggestion(given, list(algorithms))
            raise InputError(f"algorithm {given!r} is unknown in {paper.name}. {hint}")
        entry = algorithms.get(given, {"run": given})
        run, learner = entry["run"], load(entry["run"])
        parameters = {**entry.get("parameters", {}), **parameters}
    else:
        run, learner = name, learner_of(given, name)
    like = next(spec for (on, _), spec in paper.runs.items() if on == setting)
    about = paper.description["settings"][setting]
    parameters = joined_parameters(learner, about, parameters)
    kind, wanted = learner.environment(like.trace), kind_of_environment(like.trace)
    if not issubclass(kind, wanted):
        raise InputError(f"{name} plays on {kind.__name__}; expected {wanted.__name__} here")
    found[run] = learner
    return dataclasses.replace(like, algorithm=name, run=run, parameters=parameters)
