"""Load the papers of a config: check their YAML files, and list their runs."""

import logging
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from delayed_bandits.algorithms.learners.learner import Learner
from delayed_bandits.algorithms.registry import Algorithm, load
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import check_schema, foreign_letter, schema_of, suggestion
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.experiments import blocks as b
from delayed_bandits.experiments.delay_sources import check_delays, log_options, papers_with_delays
from delayed_bandits.experiments.description import only_figures, read_description
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.files.layout import Layout, results_of
from delayed_bandits.files.sources import digest_of_sources
from delayed_bandits.traces.protocol import Trace
from delayed_bandits.traces.streams import Streams

logger = logging.getLogger(__name__)

# names that no paper can have, since folders, a part of the report, or rules have them
TAKEN = {"criteo", "log", "times"} | {
    *("all", "aggregate", "claims", "delays", "download", "figure", "fit", "log_delays"),
    *("page", "simulate", "tables"),
}
SHOWN = ("label", "colour", "line", "feedback_model", "given", "assumes")
"""The keys of an algorithm that figures and tables show."""


@dataclass(frozen=True)
class Paper:
    """One paper's experiments at one scale."""

    name: str  # the name of its YAML file and of its package in `delayed_bandits.papers`
    seeds: dict[str, int]  # the number of runs of each setting
    runs: b.Runs  # specifications by setting and algorithm, in the YAML's order
    description: dict[str, Any]  # content of the YAML file: title, captions, labels
    sizes: b.Sizes  # the number of seeds in a run file, by setting and algorithm
    groups: list[list[b.Block]]  # the blocks of each run group

    def blocks(self, run: Specification) -> list[str]:
        """Return the names of a run's blocks of seeds, such as "0-99"."""
        return b.blocks(self.seeds[run.setting], self.sizes[run.setting, run.algorithm])

    @property
    def uses_criteo(self) -> bool:
        """Return whether a run draws delays from the Criteo data."""
        return any(run.uses_criteo for run in self.runs.values())

    @property
    def styles(self) -> dict[str, dict[str, Any]]:
        """The label, colour and line of each algorithm in figures and tables."""
        entries = self.description["algorithms"].items()
        return {name: {key: entry[key] for key in SHOWN if key in entry} for name, entry in entries}

    @property
    def tables(self) -> dict[str, dict[str, Any]]:
        """Each table's function, and its settings if the table does not take all."""
        entries = self.description.get("tables", {}).items()
        keys = ("make", "settings")
        return {name: {key: entry[key] for key in keys if key in entry} for name, entry in entries}

    @property
    def coordinates(self) -> dict[str, dict[str, Any]]:
        """The coordinates of each setting that has any, such as {"mean_delay": 100}."""
        settings = self.description["settings"].items()
        return {
            name: dict(found) for name, about in settings if (found := about.get("coordinates"))
        }

    @property
    def labels(self) -> dict[str, str]:
        """The label of each algorithm."""
        return {name: look["label"] for name, look in self.styles.items()}

    @property
    def sources(self) -> dict[str, str]:
        """Digests of all code that runs depend on, by the module of their algorithm."""
        return {run.module: digest_of_sources(run.module) for run in self.runs.values()}

    @property
    def texts(self) -> dict[str, dict[str, Any]]:
        """The texts of settings and algorithms that claims use."""
        settings = self.description["settings"].items()
        return {
            "coordinates": self.coordinates,
            "descriptions": {name: about.get("description", "") for name, about in settings},
            "labels": self.labels,
        }


def load_papers(
    config: Mapping[str, Any], workflow: Path, *, check: bool = True
) -> dict[str, Paper]:
    """Return the checked papers of a config, by name.

    `workflow` is the folder with `schemas/` and `papers/`. An InputError names the first wrong key.
    Without `check`, `check_runs` is left out, which is faster.
    """
    check_schema(config, read_yaml(workflow / "schemas/config.schema.yaml"), "config.yaml")
    size = config["seeds_per_job"]
    if isinstance(size, str) and size != b.AUTO:
        raise InputError(f"config.yaml, seeds_per_job: {size!r}. Give {b.AUTO} or a whole number.")
    check_delays(config)
    known = [path.stem for path in sorted((workflow / "papers").glob("*.yaml"))]
    for name in config["papers"]:
        if name not in known:
            fault = f"unknown paper {name!r}. {suggestion(name, known)}"
            raise InputError(f"config.yaml, papers: {fault}")
        check_paper_name(name)
    papers = {name: _load_paper(name, config, workflow) for name in papers_with_delays(config)}
    for paper in papers.values() if check else ():
        for setting in paper.seeds:
            check_runs(paper, setting, config)
    return papers


def check_paper_name(name: str) -> None:
    """Raise InputError if a paper's name cannot name a rule, a folder and a package."""
    if not re.fullmatch("[A-Za-z][A-Za-z0-9_]{0,99}", name):
        fault = f"{name!r} is not a valid name. Use 1 to 100 letters, digits or _"
        letter = foreign_letter(name)
        raise InputError(f"config.yaml, papers: {fault}, starting with a letter.{letter}")
    if name in TAKEN:
        remedy = f"Rename workflow/papers/{name}.yaml."
        raise InputError(f"config.yaml, papers: {name!r} is reserved by the workflow. {remedy}")


def _check_sizes(sizes: b.Sizes, n_runs: b.Seeds, paper: str) -> None:
    count = b.file_count(sizes, n_runs)
    if count > max(len(sizes), b.MOST_FILES):
        least = -(-max(n_runs.values()) // max(1, b.MOST_FILES // len(sizes)))
        fault = f"{paper} would have {count:,} run files. Give at least {least}."
        raise InputError(f"config.yaml, seeds_per_job: {fault}")


def _load_paper(name: str, config: Mapping[str, Any], workflow: Path) -> Paper:
    path = workflow / "papers" / f"{name}.yaml"
    description = read_description(path, workflow / "schemas/paper.schema.yaml")
    scales = description["scales"]
    scale = {**scales.get(config["scale"], scales["quick"])}
    if names := scale.pop("figures", ()):
        description |= only_figures(description, names, f"{path.name}: scales.{config['scale']}")
    description["drawn"] = [
        name
        for name, about in description["figures"].items()
        if config["scale"] != "quick" or not about.get("folded")
    ]
    runs: dict[tuple[str, str], Specification] = {}
    checked: set[tuple[str, type[Trace]]] = set()
    for run in _runs(description, name, config["master_seed"], path.name):
        environment = _environment(run, path.name)
        if (run.setting, environment) not in checked:
            where = f"{path.name}: settings.{run.setting}.trace"
            check_schema(run.trace, schema_of(environment.draw), where)
            checked.add((run.setting, environment))
        runs[run.setting, run.algorithm] = run.shrunk(**scale)
    seeds = {
        setting: config["seeds"]
        or (about.get("seeds") if config["scale"] == "paper" else None)
        or scale["seeds"]
        for setting, about in description["settings"].items()
    }
    sizes = b.block_sizes(runs, seeds, config["seeds_per_job"], config["job_seconds"])
    _check_sizes(sizes, seeds, name)
    shown = {}
    if config["scale"] == "paper":  # at other scales jobs are as few as possible
        shown = {key: about.get("settings", []) for key, about in description["figures"].items()}
    groups = b.packed(runs, sizes, seeds, shown, config["job_seconds"])
    return Paper(name, seeds, runs, description, sizes, groups)


def _runs(
    description: Mapping[str, Any], paper: str, master_seed: int, file: str
) -> Iterator[Specification]:
    for setting, about in description["settings"].items():
        on_it = {
            name: entry
            for name, entry in description["algorithms"].items()
            if setting in entry.get("settings", [setting])
        }
        if not on_it:
            raise InputError(f"{file}: settings.{setting}: no algorithm runs on it. Remove it.")
        for name, entry in on_it.items():
            trace, run, checkpoints = about["trace"], entry["run"], description["checkpoints"]
            parameters = joined_parameters(load(run), about, entry.get("parameters", {}))
            yield Specification(
                paper, setting, name, master_seed, checkpoints, trace, run, parameters
            )


def joined_parameters(
    algorithm: Algorithm | Learner, setting: Mapping[str, Any], own: Mapping[str, Any]
) -> dict[str, Any]:
    """Return an algorithm's `own` parameters, and those of the setting that it takes."""
    names = algorithm.parameters["properties"]
    return {k: v for k, v in setting.get("parameters", {}).items() if k in names} | dict(own)


def _environment(run: Specification, file: str) -> type[Trace]:
    try:
        return load(run.run).environment(run.trace)
    except InputError as error:
        raise InputError(f"{_place(run, file)}: {error}") from error


def _place(run: Specification, file: str) -> str:
    return f"{file}: algorithms.{run.algorithm} on {run.setting}"


def check_runs(paper: Paper, setting: str, config: Mapping[str, Any]) -> None:
    """Check a setting's runs before they start, on a trace of a single round.

    Wrong parameters or traces raise an InputError. Remarks of algorithms are logged as warnings.
    """
    file, traces = f"{paper.name}.yaml", {}
    for run in paper.runs.values():
        if run.setting != setting:
            continue
        algorithm, environment, where = load(run.run), _environment(run, file), _place(run, file)
        if environment not in traces:
            traces[environment] = _trace_of_a_round(run, environment, file, log_options(config))
        check_schema(run.parameters, algorithm.parameters, where)
        if run.uses_criteo or run.uses_log:
            continue  # the job checks these once it has the delays
        try:
            remarks = algorithm.remarks(traces[environment], run.parameters)
        except InputError as error:
            raise InputError(f"{where}: {error}") from error
        if "assumes" not in paper.description["algorithms"][run.algorithm]:  # else tables mark it
            for remark in remarks:
                logger.warning("warning: %s: %s", where, remark)


def _trace_of_a_round(run: Specification, environment: type[Trace], file: str, log: Any) -> Trace:
    where = f"{file}: settings.{run.setting}.trace"
    any_arm = defaultdict(lambda: np.zeros(1, np.int64)) if log else None
    try:
        arguments = run.shrunk(horizon=1).trace_arguments(np.zeros(1, np.int64), any_arm)
        return environment.draw(Streams(0, "check"), 0, **arguments)
    except InputError as error:
        raise InputError(f"{where}: {error}") from error
    except (MemoryError, OverflowError, ValueError) as error:
        fault = " ".join(str(error).split()) or "not enough memory"
        raise InputError(f"{where}: {fault}. Give less extreme numbers.") from error


def read_config(path: Path, paper: str, scale: str | None) -> tuple[dict[str, Any], Layout]:
    """Return the config of a project for one paper, and the layout of the results.

    If config.yaml names no log, but the results were made with one, the config gets that log.
    """
    config = read_yaml(path) | {"papers": [paper]}
    config["scale"] = scale or config["scale"]
    layout = Layout(str(path.parent / results_of(config["scale"])))
    if Path(layout.log_delays).exists() and not log_options(config):
        config["log"] = layout.log_delays
    return config, layout
