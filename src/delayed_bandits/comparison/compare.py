"""Compare learners on the same random numbers, from Python or with the command `try`."""

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
from delayed_bandits.experiments.catalogue import config_file, project_folder
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

PART = 5  # runs of a job
RANDOM_PLAY = {
    KArmedTrace: "random_play.random_play",
    LinearTrace: "linear_baselines.random_play",
    PayoffTrace: "payoff_baselines.random_play",
}
"""Random play by kind of environment. Budgets and convex bodies have no random play."""

Given = str | type
"""A learner: its class, `FILE.py:NAME`, or the name of an algorithm of the setting."""


class NamedAlgorithm(NamedTuple):
    """A learner or algorithm as given, its name, and its additional parameters."""

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
    """Return the regrets of a learner and of other algorithms on one setting or more.

    Regrets equal those of the workflow, which has the same seeds (from 0) and checkpoints.

    Parameters
    ----------
    learner : class with `choose` and `observe`, `FILE.py:NAME`, or algorithm of the setting
    on : paper/setting, or settings of a grid, as "arena" or "arena/environment=pareto1"
    seeds : number of runs
    against : learners to compare with; default: all algorithms of the setting
    parameters : parameters of the learner, added to those of the setting
    scale : "paper", "demo" or "quick", for the horizon
    processes : number of processes to start; default: none, all runs are in this process
    project : folder of the project; default: the working directory, or the package's project
    """
    if seeds < 1:
        raise InputError(f"seeds is {seeds}. Give at least 1.")
    if scale not in SCALES:
        raise InputError(f"scale is {scale!r}. {suggestion(scale, SCALES)}")
    if against is not None:
        against = [against] if isinstance(against, str | type) else list(against)
    for name, given in [("learner", learner), *(("against", one) for one in against or [])]:
        if not isinstance(given, str | type):
            remedy = "Give a class, FILE.py:NAME or an algorithm's name."
            raise InputError(f"{name}: {given!r} is not a learner. {remedy}")
    folder = project_folder(project)
    config, layout = read_config(config_file(project), on.partition("/")[0], scale)
    paper, chosen, crosses = _settings_of(on, config, folder)
    if crosses and seeds < 2:
        raise InputError(f"seeds is {seeds}: gives no interval. Give at least 2.")
    entries = paper.description["algorithms"]
    algorithms = _named(learner, dict(parameters or {}), against or [], paper)
    found: dict[str, Algorithm | Learner] = {}
    runs = []
    for setting in chosen:
        others = [name for where, name in paper.runs if where == setting]
        if against is not None:
            others = [n for n in others if crosses and entries[n]["feedback_model"] == REFERENCE]
        here = [*algorithms, *(NamedAlgorithm(name, name) for name in others)]
        runs += {one.name: _specify(one, paper, setting, found) for one in here}.values()
    uses_log, delays = any(run.uses_log for run in runs), ()
    if uses_log or any(run.uses_criteo for run in runs):
        observed = delays_of_project(config, layout, folder, needs_log=uses_log)
        delays = observed.seconds, observed.log
    # for a grid no warnings: its table marks algorithms whose assumptions are violated
    logging.getLogger("delayed_bandits.experiments.simulation").setLevel(
        logging.ERROR if crosses else logging.WARNING
    )
    parts = [range(i, min(i + PART, seeds)) for i in range(0, seeds, PART)]
    play = functools.partial(_regret, delays=delays)
    jobs = [(run, part, found.get(run.run)) for run in runs for part in parts]
    calls = [functools.partial(play, *job) for job in jobs]
    names = [f"{run.run}, seeds {part[0]} to {part[-1]}" for run, part, _ in jobs]
    with tqdm(calls, unit="job", leave=False, disable=None) as bar:
        if processes is None:
            regrets = [call() for call in bar]
        else:
            regrets = answers_of(calls, processes, names.__getitem__, bar.update)
    curves = []
    for i, run in enumerate(runs):
        regret = np.concatenate(regrets[i * len(parts) : (i + 1) * len(parts)])
        rounds = checkpoints(run.horizon, run.checkpoints)
        coordinates = paper.coordinates.get(run.setting, {})
        curves.append(Curves(run, None, rounds, {"regret": regret}, coordinates))
    if crosses:
        return Crossing(on, paper, curves, found)
    random_play, run = np.nan, RANDOM_PLAY.get(kind_of_environment(runs[0].trace))
    if run:
        run = dataclasses.replace(runs[0], algorithm="random play", run=run, parameters={})
        random_play = float(play(run, range(seeds), None)[:, -1].mean())
    return Comparison(on, curves, random_play)


def settings(project: str | Path | None = None) -> list[str]:
    """Return the names of all settings, as paper/setting."""
    return [name for name, _ in catalogue.settings(project)]


def _settings_of(on: str, config: Mapping[str, Any], folder: Path) -> tuple[Paper, list[str], bool]:
    """Return the paper and settings that `on` names, and whether it names a grid."""
    name, _, wanted = on.partition("/")
    if (folder / f"workflow/papers/{name}.yaml").is_file():
        paper = load_papers({**config, "seeds": None}, folder / "workflow")[name]
        if wanted in paper.description["settings"]:
            return paper, [wanted], False
        if figure_of_table(paper) and (not wanted or "=" in wanted):
            return paper, _crossed(paper, wanted), True
    hint = suggestion(on, settings(folder), "delayed-bandits list settings")
    raise InputError(f"{on}: no such setting. {hint}")


def _crossed(paper: Paper, wanted: str) -> list[str]:
    """Return the settings at coordinates such as "environment=pareto1"; "" gives all."""
    values: dict[str, list[Any]] = {}
    for part in filter(None, wanted.split(",")):
        name, equals, value = part.partition("=")
        if not equals:
            raise InputError(f"{paper.name}/{part}: no such setting. Give COORDINATE=VALUE, ...")
        values.setdefault(name, []).append(value)
    as_text = {
        key: {"coordinates": {name: str(value) for name, value in found.items()}}
        for key, found in paper.coordinates.items()
    }
    return selected(as_text, values, paper.name)


def _regret(
    run: Specification, seeds: range, learner: Algorithm | Learner | None, delays: tuple[Any, ...]
) -> np.ndarray:
    """Play `learner` or a run's algorithm; return regret, shape (seeds, checkpoints)."""
    (table,) = replay([run], seeds, *delays, find=lambda name: learner or load(name))
    return np.array(table["regret"]).reshape(len(seeds), -1)


def _named(
    learner: Given, parameters: Mapping[str, Any], against: Sequence[Given], paper: Paper
) -> list[NamedAlgorithm]:
    """Return a learner and the algorithms `against` it, each named after its class.

    Equal names get their file or module as a prefix, and a number if they are still equal. The name
    of a learner that is compared with itself ends with its `parameters`.
    """
    algorithms, all_given = paper.description["algorithms"], [learner, *against]
    names = {
        given: getattr(given, "__name__", str(given).rpartition(":")[2])
        for given in all_given
        if given not in algorithms
    }
    count, used = Counter([*algorithms, *names.values()]), Counter()
    for given, name in names.items():
        if count[name] > 1:
            is_file = isinstance(given, str)
            name = given if is_file else f"{given.__module__}.{given.__qualname__}"
        used[name] += 1  # such as two classes of one notebook
        names[given] = f"{name} ({used[name]})" if used[name] > 1 else name
    first, *others = (NamedAlgorithm(given, names.get(given, given)) for given in all_given)
    is_twice = learner in algorithms or learner in against
    name = f"{first.name} {json.dumps(parameters)}" if parameters and is_twice else first.name
    return [NamedAlgorithm(learner, name, parameters), *others]


def _specify(
    algorithm: NamedAlgorithm, paper: Paper, setting: str, found: dict[str, Algorithm | Learner]
) -> Specification:
    """Return an algorithm's specification on a setting. Add a new algorithm to `found`."""
    given, name, parameters = algorithm
    if isinstance(given, str) and (setting, given) in paper.runs:
        run = paper.runs[setting, given]
        return dataclasses.replace(run, algorithm=name, parameters={**run.parameters, **parameters})
    if isinstance(given, str):
        algorithms = paper.description["algorithms"]
        if ".py:" not in given and given not in algorithms:
            hint = suggestion(given, list(algorithms))
            raise InputError(f"{given}: no such algorithm in {paper.name}. {hint}")
        entry = algorithms.get(given, {"run": given})
        run, learner = entry["run"], load(entry["run"])
        parameters = {**entry.get("parameters", {}), **parameters}
    else:
        run, learner = name, learner_of(given, name)
    like = next(spec for (on, _), spec in paper.runs.items() if on == setting)
    about = paper.description["settings"][setting]
    parameters = joined_parameters(learner, about, parameters)
    kind, here = learner.environment(like.trace), kind_of_environment(like.trace)
    if not issubclass(kind, here):
        fault = f"plays on {kind.__name__}, but {setting} is a {here.__name__}"
        raise InputError(f"{name}: {fault}. Choose another setting.")
    found[run] = learner
    return dataclasses.replace(like, algorithm=name, run=run, parameters=parameters)
