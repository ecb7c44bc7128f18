"""Learners compared on a setting, from Python or `try`, on the same random numbers."""

import contextlib
import dataclasses
import functools
import io
import logging
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from delayed_bandits.experiments.simulation import replay, simulate

# isort: split
import numpy as np
import pandas as pd
from matplotlib import rc_context
from matplotlib.figure import Figure
from tqdm.auto import tqdm

from delayed_bandits.algorithms.learners.learner import Learner
from delayed_bandits.algorithms.learners.worlds import kind_of_world
from delayed_bandits.algorithms.registry import Algorithm, load
from delayed_bandits.analysis.intervals import half_width, mean_interval
from delayed_bandits.analysis.plots import band
from delayed_bandits.analysis.style import FULL_WIDTH, PALETTE, STYLE
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion
from delayed_bandits.comparison.crossing import Crossing, crossed, figure_of_table, references
from delayed_bandits.comparison.measurement import delays_of_project, read_config
from delayed_bandits.comparison.players import Given, Player, named, specify
from delayed_bandits.experiments import catalogue
from delayed_bandits.experiments.catalogue import project_folder
from delayed_bandits.experiments.experiment import load_papers
from delayed_bandits.experiments.processes import EndedError, apart
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.papers.arena.tables import BAD
from delayed_bandits.traces.k_armed.trace import KArmedTrace
from delayed_bandits.traces.linear.trace import LinearTrace
from delayed_bandits.traces.payoffs.trace import PayoffTrace

PART = 5
"""Seeds that are played at a time."""

UNIFORM = {
    KArmedTrace: "uniform_play.uniform_random",
    LinearTrace: "linear_baselines.uniform_random",
    PayoffTrace: "payoff_baselines.uniform_random",
}
"""Uniform play, by kind of world; there is none on a budget or a body."""


class Task(NamedTuple):
    """A run with its seeds, the observed delays, and its learner if no paper names it."""

    run: Specification
    seeds: range
    delays: tuple[Any, ...]
    learner: Algorithm | Learner | None


class Plot(Figure):
    """A figure that a notebook shows without pyplot."""

    def _repr_png_(self) -> bytes:
        written = io.BytesIO()
        self.savefig(written, format="png")
        return written.getvalue()


class Comparison:
    """Learners on one setting.

    Attributes
    ----------
    on : str
        Paper and setting.
    frame : DataFrame
        Columns algorithm, seed, round, regret: those of the run files.
    uniform : float
        Mean final regret of uniform play in the same replications, nan if there is none.
    """

    def __init__(self, on: str, frame: pd.DataFrame, uniform: float) -> None:
        self.on, self.frame, self.uniform = on, frame, uniform

    @property
    def table(self) -> pd.DataFrame:
        """The final regrets, best first: mean, difference to the first learner, share of bad runs.

        `low` and `high` are the paired difference's 95 % interval (Student). Runs are bad above
        `BAD` times `uniform`, as in the arena.
        """
        last = self.frame[self.frame["round"] == self.frame["round"].max()]
        final = last.pivot_table(index="seed", columns="algorithm", values="regret", sort=False)
        first = self.frame["algorithm"].iloc[0]
        rows = []
        for name, regrets in final.items():
            difference = (np.nan,) * 3
            if name != first and len(final) > 1:
                difference = mean_interval((regrets - final[first]).to_numpy())[:3]
            bad = (regrets > BAD * self.uniform).mean() if self.uniform > 0 else np.nan
            rows.append((name, regrets.mean(), *difference, bad))
        columns = ["algorithm", "mean regret", f"minus {first}", "low", "high", "bad runs"]
        found = pd.DataFrame(rows, columns=columns).sort_values("mean regret", kind="stable")
        return found.reset_index(drop=True)

    def plot(self, path: str | Path | None = None) -> Plot:
        """Draw mean regret against the round, with 95 % bands; write it if there is a path."""
        lines = ("solid", "dashed", "dotted", "dashdot")
        looks = [{"colour": colour, "line": line} for line in lines for colour in PALETTE]
        with rc_context(STYLE):
            figure = Plot(figsize=(FULL_WIDTH, 0.55 * FULL_WIDTH), layout="constrained")
            axes = figure.subplots()
            for i, (name, runs) in enumerate(self.frame.groupby("algorithm", sort=False)):
                by_round, count = runs.groupby("round")["regret"], runs["seed"].nunique()
                mean = by_round.mean()
                half = half_width(by_round.std() / np.sqrt(count), max(2, count)).fillna(0)
                intervals = np.column_stack([mean, mean - half, mean + half])
                band(axes, mean.index, intervals, {**looks[i % len(looks)], "label": name})
            axes.set(xlabel="round", ylabel="regret", title=self.on, xlim=(0, None))
            figure.legend(loc="outside right upper")
            if path is not None:
                figure.savefig(path)
        return figure

    def __repr__(self) -> str:
        made = f"T = {self.frame['round'].max():,}, {self.frame['seed'].nunique()} seeds"
        return f"{self.on}, {made}\n{self._formatted().to_string()}"

    def _repr_html_(self) -> str:
        return self._formatted().to_html(index=False)

    def _formatted(self) -> pd.DataFrame:
        shown = self.table
        for name in shown.columns[1:]:
            form = "{:.0%}" if name == "bad runs" else "{:.1f}"
            shown[name] = ["" if np.isnan(x) else form.format(x) for x in shown[name]]
        return shown


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

    The numbers are those of the workflow: same seeds, same random numbers, same checkpoints.

    Parameters
    ----------
    learner : type or str
        A class with `choose` and `observe`, `FILE.py:NAME`, or an algorithm of the setting.
    on : str
        Paper and setting, such as "vernade2020/fig1a"; or crossed settings, all those of a paper or
        those of some coordinates, such as "arena" or "arena/world=pareto1,problem=k2-gap010".
    seeds : int
        Number of replications, from seed 0.
    against : iterable, optional
        More of the same; all algorithms of the setting if not given.
    parameters : mapping, optional
        Of the learner, beside those of the setting.
    scale : {"quick", "paper"}
        Of the horizon, as in config.yaml.
    processes : int, optional
        How many other processes play; this one plays if not given.
    project : path, optional
        The folder of the project; the working directory if it is one.

    Raises
    ------
    InputError
        If there is no such setting, or a learner does not fit it or does something wrong.
    """
    if seeds < 1:
        raise InputError(f"seeds is {seeds}; expected at least 1")
    if scale not in ("quick", "paper"):
        raise InputError(f"scale is {scale!r}; expected quick or paper")
    folder = project_folder(project)
    name, _, wanted = on.partition("/")
    config, layout = read_config(folder / "config.yaml", name, scale)
    paper, chosen = None, []
    if (folder / f"workflow/papers/{name}.yaml").is_file():
        paper = load_papers(config | {"seeds": None}, folder / "workflow")[name]
        if wanted in paper.description["settings"]:
            chosen = [wanted]
        elif figure_of_table(paper) and (not wanted or "=" in wanted):
            chosen = crossed(paper, wanted)
    if not chosen:
        raise InputError(f"setting {on!r} is unknown; {suggestion(on, settings(folder))}")
    crosses = chosen != [wanted]
    players = named(learner, dict(parameters or {}), list(against or []), paper)
    found: dict[str, Algorithm | Learner] = {}
    runs = []
    for setting in chosen:
        beside = [name for on_, name in paper.runs if on_ == setting] if against is None else []
        beside += references(paper, setting) if crosses else []
        here = [*players, *(Player(name, name) for name in beside)]
        runs += {one.name: specify(one, paper, setting, found) for one in here}.values()
    delays = ()
    if any(run.uses_log or run.uses_criteo for run in runs):
        tables = delays_of_project(config, layout, folder)
        delays = tables.seconds, tables.log
        if tables.log is None and any(run.uses_log for run in runs):
            path = Path(layout.log_delays).relative_to(folder)
            making = f"run snakemake --cores 1 --config scale={scale} -- {path}"
            raise InputError(f"{path}: no such file; {making}")
    # the table of crossed settings marks whose assumptions fail
    logging.getLogger("delayed_bandits.experiments.simulation").setLevel(
        logging.ERROR if crosses else logging.WARNING
    )
    parts = [range(i, min(i + PART, seeds)) for i in range(0, seeds, PART)]
    tasks = [Task(run, part, delays, found.get(run.run)) for run in runs for part in parts]
    frames = _frames(tasks, processes)
    if crosses:
        whole = [pd.concat(frames[i : i + len(parts)]) for i in range(0, len(tasks), len(parts))]
        return Crossing(on, paper, list(zip(runs, whole, strict=True)), found)
    uniform = regret_of_uniform_play(runs[0], range(seeds), delays)
    return Comparison(on, pd.concat(frames, ignore_index=True), uniform)


def settings(project: str | Path | None = None) -> list[str]:
    """List the settings of all papers, as paper/setting."""
    return [name for name, _ in catalogue.settings(project_folder(project))]


def _frames(tasks: Sequence[Task], processes: int | None) -> list[pd.DataFrame]:
    """Replay all tasks, in other processes if there is a number of them, with a progress bar."""
    look = {"total": len(tasks), "unit": "job", "leave": False}
    if processes is None:
        return list(tqdm(map(_frame, tasks), **look))
    calls = [functools.partial(_frame, task) for task in tasks]
    frames = {}
    with contextlib.closing(apart(calls, processes=processes, reuse=True)) as answers:
        for number, frame in tqdm(answers, **look):
            if isinstance(frame, EndedError):
                run, seeds, *_ = tasks[number]
                raise InputError(f"{run.run}, seeds {seeds[0]} to {seeds[-1]}: {frame}")
            if isinstance(frame, InputError):
                raise frame
            frames[number] = frame
    return [frame for _, frame in sorted(frames.items())]


def _frame(task: Task) -> pd.DataFrame:
    find = lambda run: task.learner or load(run)  # noqa: E731
    (replays,) = replay([task.run], task.seeds, *task.delays, find=find)
    columns = {name: np.array(replays.table[name]) for name in ("seed", "round", "regret")}
    return pd.DataFrame({"algorithm": task.run.algorithm, **columns})


def regret_of_uniform_play(like: Specification, seeds: range, delays: tuple[Any, ...]) -> float:
    """Compute its mean final regret on the setting of a run; nan if it cannot be played there."""
    run = UNIFORM.get(kind_of_world(like.trace))
    if run is None:
        return np.nan
    uniform = dataclasses.replace(like, algorithm="uniform play", run=run, parameters={})
    table = simulate(uniform, seeds, *delays).to_pandas(use_threads=False)
    return float(table.loc[table["round"] == like.horizon, "regret"].mean())
