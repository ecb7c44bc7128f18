"""Regrets of learners on one setting, or on settings of a paper's grid."""

import functools
import itertools
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
from delayed_bandits.analysis.intervals import mean_interval
from delayed_bandits.analysis.notebooks import Plot
from delayed_bandits.analysis.plots import plot_regret
from delayed_bandits.analysis.ranks import REFERENCE
from delayed_bandits.analysis.regret_table import BAD, regret_table
from delayed_bandits.analysis.style import FULL_WIDTH, PALETTE, STYLE, drawn_as_written
from delayed_bandits.experiments.experiment import Paper
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.papers import module_of
from delayed_bandits.traces.k_armed.anonymous import AnonymousTrace
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace

LOOKS = [
    {"colour": colour, "line": line}
    for line in ("solid", "dashed", "dotted", "dashdot")
    for colour in PALETTE
]


class Comparison:
    """The regrets of learners on one setting, `on`.

    `frame` has the columns algorithm, seed, round, regret. `random_play` is the mean final regret
    of random play in the same runs, or nan if the setting has no random play.
    """

    def __init__(self, on: str, curves: Sequence[Curves], random_play: float) -> None:
        self.on, self.random_play = on, random_play
        self._curves = {curve.specification.algorithm: curve for curve in curves}
        self.frame = pd.concat(map(_frame, curves), ignore_index=True)

    @property
    def table(self) -> pd.DataFrame:
        """Final regret, its difference to the first learner's, and the share of bad runs.

        `low` and `high` are the limits of Student's 95 % interval of the paired difference. A run
        is bad, as in the arena, if its regret is above `BAD` times `random_play`.
        """
        first, *_ = self._curves
        rows = []
        for name, curve in self._curves.items():
            difference = (np.nan,) * 3
            if name != first and curve.n_runs > 1:
                difference = mean_interval(curve.final - self._curves[first].final)[:3]
            bad = (curve.final > BAD * self.random_play).mean() if self.random_play > 0 else np.nan
            rows.append((name, curve.final.mean(), *difference, bad))
        columns = ["algorithm", "mean regret", f"minus {first}", "low", "high", "bad runs"]
        found = pd.DataFrame(rows, columns=columns)
        return found.sort_values("mean regret", kind="stable", ignore_index=True)

    def plot(self, path: str | Path | None = None) -> Plot:
        """Return a figure of mean regret by round with 95 % bands, and save it to `path`."""
        curves = {("", name): curve for name, curve in self._curves.items()}
        looks = zip(self._curves, itertools.cycle(LOOKS))
        styles = drawn_as_written({name: {**look, "label": name} for name, look in looks})
        with rc_context(STYLE):
            figure = Plot(figsize=(FULL_WIDTH, 0.55 * FULL_WIDTH), layout="constrained")
            axes = figure.subplots()
            with np.errstate(invalid="ignore"):  # one run has no band
                table = regret_table(curves).to_pandas()
            table["ci_low"] = table["ci_low"].clip(lower=min(0, self.frame["regret"].min()))
            plot_regret(axes, table, styles, self._curves)
            axes.set(ylabel="regret", title=self.on)
            figure.legend(loc="outside right upper")
            if path:
                figure.savefig(path)
        return figure

    def __repr__(self) -> str:
        made = f"T = {self.frame['round'].max():,}, {self.frame['seed'].nunique()} runs"
        return f"{self.on}, {made}\n{self._formatted().to_string(index=False)}"

    def _repr_html_(self) -> str:
        return self._formatted().to_html(index=False)

    def _formatted(self) -> pd.DataFrame:
        shown = self.table
        for name in shown.columns[1:]:
            form = "{:.0%}" if name == "bad runs" else "{:.1f}"
            shown[name] = ["" if np.isnan(x) else form.format(x) for x in shown[name]]
        return shown


def _frame(curve: Curves) -> pd.DataFrame:
    keys = pd.MultiIndex.from_product(
        [[curve.specification.algorithm], range(curve.n_runs), curve.rounds],
        names=["algorithm", "seed", "round"],
    )
    return pd.DataFrame({"regret": curve.regret.ravel()}, index=keys).reset_index()


class Crossing:
    """The regrets of learners on the settings `on` of a paper's grid.

    `table` is the table of the paper's figure, with a row for each learner on each setting.
    `frame` has the columns setting, algorithm, seed, round, regret.
    """

    def __init__(
        self,
        on: str,
        paper: Paper,
        curves: Sequence[Curves],
        learners: Mapping[str, Algorithm | Learner],
    ) -> None:
        figure, runs = figure_of_table(paper), [curve.specification for curve in curves]
        self._curves = curves
        self.on, self._made = on, f"T = {runs[0].horizon:,}, {curves[0].n_runs} runs"
        self._styles = {run.algorithm: _style(paper, run, learners) for run in runs}
        entry = paper.description["tables"][figure["table"]]
        make = getattr(module_of(paper.name, "tables"), entry["make"])
        keys = [(run.setting, run.algorithm) for run in runs]
        self.table = make(dict(zip(keys, curves, strict=True)), self._styles)
        self.table.attrs["selected"] = "/" in on  # the figure then draws all problems
        self._draw = getattr(module_of(paper.name, "figures"), figure["draw"])

    @functools.cached_property
    def frame(self) -> pd.DataFrame:
        """The regret of each learner on each setting, by seed and round."""
        frames = [_frame(curve) for curve in self._curves]
        for frame, curve in zip(frames, self._curves, strict=True):
            frame.insert(0, "setting", curve.specification.setting)
        return pd.concat(frames, ignore_index=True)

    def plot(self, path: str | Path | None = None) -> Figure:
        """Return the paper's figure of the table, and write it to `path` if given."""
        with rc_context(STYLE):
            figure = self._draw(self.table, drawn_as_written(self._styles))
            figure.suptitle(f"{self.on}, {self._made}", fontsize="small")
            if path:
                figure.savefig(path)
        return figure

    def __repr__(self) -> str:
        rows = self.table[["mean", "low", "high"]].itertuples(index=False)
        table = self.table.assign(shown=["{:.1f} [{:.1f}, {:.1f}]".format(*row) for row in rows])
        place = {"index": ["feedback_model", "label"], "columns": "setting", "values": "shown"}
        wide = table.pivot_table(**place, aggfunc="first", sort=False)
        title = f"{self.on}, mean regret with its 95 % interval, {self._made}"
        return f"{title}\n{wide.fillna('').to_string()}"


def figure_of_table(paper: Paper) -> Mapping[str, Any] | None:
    """Return the paper's first figure that is drawn from a table, or None."""
    figures = paper.description["figures"].values()
    return next((figure for figure in figures if figure.get("table")), None)


def _style(
    paper: Paper, run: Specification, learners: Mapping[str, Algorithm | Learner]
) -> dict[str, Any]:
    """Return an algorithm's label and look: the paper's, or defaults for a new one."""
    entries = paper.description["algorithms"]
    if run.algorithm in entries:
        return entries[run.algorithm]
    learner = learners.get(run.run) or load(run.run)
    kind = getattr(learner, "trace", None)
    if isinstance(learner, Learner):
        kind = AnonymousTrace if learner.sums else IdentifiedTrace
    others = [entry for entry in entries.values() if entry["feedback_model"] != REFERENCE]
    alike = (entry["feedback_model"] for entry in others if load(entry["run"]).trace is kind)
    feedback_model = next(alike, next(iter(entries.values()))["feedback_model"])
    about = {"feedback_model": feedback_model, "given": "-", "assumes": []}
    return {"label": run.algorithm, **LOOKS[0], **about}
