"""A learner on all settings of a grid, shown as a row of the picture of its paper."""

import importlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from matplotlib import rc_context
from matplotlib.figure import Figure

from delayed_bandits.algorithms.learners.learner import Learner
from delayed_bandits.algorithms.registry import Algorithm, load
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.style import STYLE
from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments.experiment import Paper
from delayed_bandits.experiments.grid import selected
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.traces.k_armed.anonymous import AnonymousTrace
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace

REFERENCE = "reference"
"""The game of algorithms that are always played, since tables compare others with them."""


def crossed(paper: Paper, wanted: str) -> list[str]:
    """Name the settings of a selection, such as "world=pareto1"; of all with coordinates for ""."""
    values: dict[str, list[Any]] = {}
    for part in filter(None, wanted.split(",")):
        name, equals, value = part.partition("=")
        if not equals:
            raise InputError(f"{paper.name}/{part}: expected a setting, or COORDINATE=VALUE")
        values.setdefault(name, []).append(value)
    as_text = {
        key: {"coordinates": {name: str(value) for name, value in coordinates.items()}}
        for key, coordinates in paper.coordinates.items()
    }
    found = selected(as_text, values, paper.name)
    return [key for key in paper.description["settings"] if key in found]


def references(paper: Paper, setting: str) -> list[str]:
    """List the references that run on a setting."""
    entries = paper.description["algorithms"]
    return [n for s, n in paper.runs if s == setting and entries[n].get("game") == REFERENCE]


class Crossing:
    """Learners on the crossed settings of a paper.

    Attributes
    ----------
    on : str
        Paper and selection.
    table : DataFrame
        That of the paper's figure: a row for each learner on each setting.
    """

    def __init__(
        self,
        on: str,
        paper: Paper,
        frames: Sequence[tuple[Specification, pd.DataFrame]],
        learners: Mapping[str, Algorithm | Learner],
    ) -> None:
        figure, first = figure_of_table(paper), frames[0][1]
        rounds, seeds = np.unique(first["round"]), first["seed"].nunique()
        self.on, self._made = on, f"T = {rounds[-1]:,}, {seeds} seeds"
        self._styles = {run.algorithm: _style(paper, run, learners) for run, _ in frames}
        curves = {}
        for run, frame in frames:
            regret = {"regret": frame["regret"].to_numpy().reshape(seeds, -1)}
            coordinates = paper.coordinates[run.setting]
            curves[run.setting, run.algorithm] = Curves(run, None, rounds, regret, coordinates)
        make = _function(paper, "tables", paper.description["tables"][figure["table"]]["make"])
        self.table = make(curves, self._styles)
        self._draw = _function(paper, "figures", figure["draw"])

    def plot(self, path: str | Path | None = None) -> Figure:
        """Draw the paper's figure of the table; write it if there is a path."""
        with rc_context(STYLE):
            figure = self._draw(self.table, self._styles)
            figure.suptitle(f"{self.on}, {self._made}", fontsize="small")
            if path is not None:
                figure.savefig(path)
        return figure

    def __repr__(self) -> str:
        rows = self.table[["mean", "low", "high"]].itertuples(index=False)
        table = self.table.assign(shown=["{:.1f} [{:.1f}, {:.1f}]".format(*row) for row in rows])
        wide = table.pivot(index=["game", "label"], columns="setting", values="shown")
        wide = wide.reindex(
            index=pd.MultiIndex.from_frame(table[["game", "label"]].drop_duplicates()),
            columns=table["setting"].unique(),
        )
        title = f"{self.on}, mean regret with its 95 % interval, {self._made}"
        return f"{title}\n{wide.fillna('').to_string()}"


def figure_of_table(paper: Paper) -> Mapping[str, Any] | None:
    """Find the first figure that is drawn from a table."""
    figures = paper.description["figures"].values()
    return next((figure for figure in figures if figure.get("table")), None)


def _function(paper: Paper, module: str, name: str) -> Any:
    return getattr(importlib.import_module(f"delayed_bandits.papers.{paper.name}.{module}"), name)


def _style(
    paper: Paper, run: Specification, learners: Mapping[str, Algorithm | Learner]
) -> dict[str, Any]:
    """Give what tables show of an algorithm; one that the paper does not have plays its game."""
    entries = paper.description["algorithms"]
    if run.algorithm in entries:
        return entries[run.algorithm]
    learner = learners.get(run.run) or load(run.run)
    if isinstance(learner, Learner):
        kind = AnonymousTrace if learner.sums else IdentifiedTrace
    else:
        kind = learner.trace
    others = [entry for entry in entries.values() if entry["game"] != REFERENCE]
    alike = (entry["game"] for entry in others if load(entry["run"]).trace is kind)
    game = next(alike, next(iter(entries.values()))["game"])
    look = {"colour": "black", "line": "solid"}
    return {"label": run.algorithm, **look, "game": game, "knows": "-", "assumes": []}
