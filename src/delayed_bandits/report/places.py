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
    """A function or a claim in the sources, whose path is from the folder of the project."""

    path: str
    line: int
    name: str


class Places:
    """Links and commands of the page, which do not depend on where the project is."""

    def __init__(self, config: Mapping[str, Any], layout: Layout) -> None:
        quick = config["scale"] == "quick"
        self.project = "../../" if quick else "../"
        self.figures = os.path.relpath(layout.figures, layout.results)
        self._results = "results/quick" if quick else "results"
        given = {"scale": "quick" if quick else None, "seeds": config["seeds"]}
        changed = "".join(
            f" {key}={flat(value)}" for key, value in given.items() if value is not None
        )
        self._config = f" --config{changed} --" if changed else ""

    def figure(self, paper: str, name: str, kind: str) -> str:
        """Give the link to a figure in one format."""
        return f"{self.figures}/{paper}/{name}.{kind}"

    def command_of_figure(self, paper: str, name: str) -> str:
        """Give the command that makes one figure."""
        file = os.path.normpath(f"{self._results}/{self.figure(paper, name, 'png')}")
        return f"snakemake --cores 2{self._config} {file}"


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
