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
    """Name the settings of a selection, such as "world=pareto1"; of all with coordinates for "".

    Raises
    ------
    InputError
        If no setting is selected.
    """
    values: dict[str, list[Any]] = {}
    for part in filter(None, wanted.split(",")):
        name, equals, value = part.partition("=")
        if not equals:
            raise InputError(f"{paper.name}/{part}: expected a setting, or COORDINATE=VALUE")
        values.setdefault(name, []).append(value)
    settings = paper.description["settings"]
    as_text = {
        key: {"coordinates": {name: str(value) for name, value in coordinates.items()}}
        for key, coordinates in paper.coordinates.items()
    }
    return [key for key in settings if key in selected(as_text, values, paper.name)]


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
        figure = figure_of_table(paper)
        names = dict.fromkeys(run.algorithm for run, _ in frames)
        runs = {run.algorithm: run for run, _ in frames}
        self.on, self._styles = on, {name: _style(paper, runs[name], learners) for name in names}
        make = _function(paper, "tables", paper.description["tables"][figure["table"]]["make"])
        self._draw = _function(paper, "figures", figure["draw"])
        curves = _curves(paper, frames)
        self.table = make(curves, self._styles)
        seeds = max(curve.n_seeds for curve in curves.values())
        self._made = f"T = {frames[0][0].horizon:,}, {seeds} seeds"

    def plot(self, path: str | Path | None = None) -> Figure:
        """Draw the paper's figure of the table; write it if there is a path."""
        with rc_context(STYLE):
            figure = self._draw(self.table, self._styles)
            figure.suptitle(f"{self.on}, {self._made}", fontsize="small")
            if path is not None:
                figure.savefig(path)
        return figure

    def __repr__(self) -> str:
        table = self.table.assign(
            shown=[
                f"{mean:.1f} [{low:.1f}, {high:.1f}]"
                for mean, low, high in self.table[["mean", "low", "high"]].itertuples(index=False)
            ]
        )
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
    alike = (
        entry["game"]
        for entry in entries.values()
        if entry["game"] != REFERENCE and load(entry["run"]).trace is kind
    )
    game = next(alike, next(iter(entries.values()))["game"])
    look = {"colour": "black", "line": "solid"}
    return {"label": run.algorithm, **look, "game": game, "knows": "-", "assumes": []}


def _curves(
    paper: Paper, frames: Sequence[tuple[Specification, pd.DataFrame]]
) -> dict[tuple[str, str], Curves]:
    """Join the frames of each run."""
    parts: dict[tuple[str, str], list[pd.DataFrame]] = {}
    runs = {}
    for run, frame in frames:
        key = run.setting, run.algorithm
        parts.setdefault(key, []).append(frame)
        runs[key] = run
    curves = {}
    for key, found in parts.items():
        whole = pd.concat(found)
        rounds = np.unique(whole["round"])
        regret = whole["regret"].to_numpy().reshape(-1, rounds.size)
        coordinates = paper.coordinates[key[0]]
        curves[key] = Curves(runs[key], None, rounds, {"regret": regret}, coordinates)
    return curves
