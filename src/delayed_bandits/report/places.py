"""Where results of the page come from: the function, the command, the file of numbers."""

import ast
import functools
import importlib
import inspect
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from delayed_bandits.analysis.claims import ID
from delayed_bandits.files.layout import Layout
from delayed_bandits.files.sources import PACKAGE


class Source(NamedTuple):
    """A function or a claim in the sources.

    Attributes
    ----------
    path : str
        From the folder of the project.
    line : int
    name : str
    """

    path: str
    line: int
    name: str


class Places:
    """Links of the page, which do not depend on where the project is.

    Parameters
    ----------
    config : mapping
        The checked content of config.yaml.
    layout : Layout
    """

    def __init__(self, config: Mapping[str, Any], layout: Layout) -> None:
        quick = config["scale"] == "quick"
        self.project = "../../" if quick else "../"
        self.figures = os.path.relpath(layout.figures, layout.results)
        self._results = "results/quick" if quick else "results"
        changed = {key: config[key] for key in ("scale", "seeds") if config[key] is not None}
        changed = {key: value for key, value in changed.items() if value != "paper"}
        self._config = "".join(f" {key}={flat(value)}" for key, value in changed.items())

    def figure(self, paper: str, name: str, kind: str) -> str:
        """Give the link to a figure in one format."""
        return f"{self.figures}/{paper}/{name}.{kind}"

    def command_of_figure(self, paper: str, name: str) -> str:
        """Give the command that makes one figure."""
        file = os.path.normpath(f"{self._results}/{self.figure(paper, name, 'png')}")
        return self._snakemake(file)

    def command_of_claim(self, paper: str, claim: str) -> str:
        """Give the command that measures one claim and prints it."""
        return f"delayed-bandits claim {paper}/{claim}"

    def _snakemake(self, file: str) -> str:
        config = f" --config{self._config} --" if self._config else ""
        return f"snakemake --cores 2{config} {file}"


def source_of_figure(paper: str, function: str) -> Source:
    """Find the function that draws a figure."""
    module = importlib.import_module(f"delayed_bandits.papers.{paper}.figures")
    code = inspect.unwrap(getattr(module, function)).__code__
    return Source(_from_project(Path(code.co_filename)), code.co_firstlineno, function)


@functools.cache
def sources_of_claims(paper: str) -> dict[str, Source]:
    """Find where each claim of a paper is stated, by its id."""
    found = {}
    for path in sorted((PACKAGE / "papers" / paper).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(args=[ast.Constant(str(name)), *_]) if ID.fullmatch(name):
                    found[name] = Source(_from_project(path), node.lineno, name)
    return found


def _from_project(path: Path) -> str:
    return f"src/{path.relative_to(PACKAGE.parent).as_posix()}"


def flat(value: object) -> str:
    """Format a value of a YAML file on one line."""
    if isinstance(value, dict):
        return ", ".join(f"{key.replace('_', ' ')} {flat(item)}" for key, item in value.items())
    if isinstance(value, list):
        items = [f"({flat(item)})" if isinstance(item, dict) else flat(item) for item in value]
        return f"[{', '.join(items)}]"
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10_000:
        return f"{value:,}"
    return str(value)
