"""Lists of algorithms, settings, delay distributions and learners' views."""

import importlib
import inspect
import pkgutil
from pathlib import Path

from delayed_bandits.algorithms import registry
from delayed_bandits.algorithms.learners.template import VIEWS
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.delays.by_reward import REWARD_DISTRIBUTIONS
from delayed_bandits.delays.distributions import DISTRIBUTIONS
from delayed_bandits.experiments.grid import with_grid
from delayed_bandits.files.sources import PROJECT

Rows = list[tuple[str, str]]  # names and descriptions


def project_folder(given: str | Path | None = None) -> Path:
    """Return the project's folder: `given`, the working directory or the package's."""
    folders = [Path(given)] if given else [Path.cwd(), PROJECT]
    for folder in folders:
        if (folder / "workflow/papers").is_dir() and (folder / "config.yaml").is_file():
            return folder
    raise InputError(f"{folders[0]}: has no workflow/papers. Give the folder of the project.")


def config_file(given: str | Path | None = None) -> Path:
    """Return config.yaml of a workflow in the working directory, else the project's."""
    here = Path.cwd()
    if not given and (here / "config.yaml").is_file() and (here / "Snakefile").is_file():
        return here / "config.yaml"
    return project_folder(given) / "config.yaml"


def settings(project: str | Path | None = None) -> Rows:
    """Return the settings of all papers, as paper/setting, with descriptions."""
    workflow = project_folder(project) / "workflow"
    schema = read_yaml(workflow / "schemas/paper.schema.yaml")
    return [
        (f"{path.stem}/{name}", about["description"])
        for path in sorted((workflow / "papers").glob("*.yaml"))
        for name, about in with_grid(read_yaml(path), schema, path.name)["settings"].items()
    ]


def algorithms() -> Rows:
    """Return the package's algorithms as module.function, with descriptions."""
    names: dict[str, list[str]] = {}
    for paper in sorted((project_folder() / "workflow/papers").glob("*.yaml")):
        for name, entry in read_yaml(paper)["algorithms"].items():
            names.setdefault(entry["run"], []).append(f"{paper.stem}: {name}")
    found = []
    for module in pkgutil.iter_modules(registry.algorithms.__path__):
        path = f"{registry.algorithms.__name__}.{module.name}"
        for name, value in vars(importlib.import_module(path)).items():
            if isinstance(value, registry.Algorithm) and value.function.__module__ == path:
                what = f"{value.trace.__name__}: {_first_line(value.function)}"
                called = ", ".join(names.get(f"{module.name}.{name}", []))
                found.append((f"{module.name}.{name}", f"{what} [{called}]" if called else what))
    return found


def distributions() -> Rows:
    """Return the delay distributions, as named in YAML files, with descriptions."""
    found = DISTRIBUTIONS | REWARD_DISTRIBUTIONS
    return [(name, _first_line(one)) for name, one in found.items()]


def views() -> Rows:
    """Return the views of learners in plain Python, with the methods of each."""
    return [(name, view.methods) for name, view in VIEWS.items()]


KINDS = {
    "algorithms": algorithms,
    "settings": settings,
    "distributions": distributions,
    "views": views,
}


def _first_line(documented: object) -> str:
    return (inspect.getdoc(documented) or "").partition("\n")[0]
