"""Learners compared on a setting, from Python or `try`, on the same random numbers."""

import contextlib
import functools
import io
import logging
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from delayed_bandits.experiments.simulation import replay

# isort: split
import numpy as np
import pandas as pd
from matplotlib import rc_context
from matplotlib.figure import Figure
from tqdm.auto import tqdm

from delayed_bandits.algorithms.learners.learner import Learner
from delayed_bandits.algorithms.registry import Algorithm, load
from delayed_bandits.analysis.intervals import half_width, mean_interval
from delayed_bandits.analysis.style import FULL_WIDTH, PALETTE, STYLE
from delayed_bandits.checks.errors import InputError
from delayed_bandits.checks.schema import suggestion
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.comparison.crossing import Crossing, crossed, figure_of_table, references
from delayed_bandits.comparison.measurement import delays_of_project, with_log
from delayed_bandits.comparison.players import Given, Player, named, specify
from delayed_bandits.comparison.uniform import regret_of_uniform_play
from delayed_bandits.experiments import catalogue
from delayed_bandits.experiments.catalogue import project_folder
from delayed_bandits.experiments.experiment import Paper, load_papers
from delayed_bandits.experiments.processes import EndedError, run_in_processes
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.files.layout import Layout
from delayed_bandits.papers.arena.tables import BAD

PART = 5
"""Seeds that are played at a time."""


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
        with rc_context(STYLE):
            figure = Plot(figsize=(FULL_WIDTH, 0.55 * FULL_WIDTH), layout="constrained")
            axes = figure.subplots()
            lines = ("solid", "dashed", "dotted", "dashdot")
            for i, (name, runs) in enumerate(self.frame.groupby("algorithm", sort=False)):
                by_round = runs.groupby("round")["regret"]
                mean, count = by_round.mean(), runs["seed"].nunique()
                half = half_width(by_round.std() / np.sqrt(count), max(2, count)).fillna(0)
                colour = list(PALETTE.values())[i % len(PALETTE)]
                line = lines[i // len(PALETTE) % len(lines)]
                axes.plot(mean.index, mean, color=colour, linestyle=line, label=name)
                axes.fill_between(
                    mean.index, mean - half, mean + half, color=colour, alpha=0.2, linewidth=0
                )
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
    folder = project_folder(project)
    paper, chosen = _settings_of(on, folder, scale)
    crosses = chosen != [on.partition("/")[2]]
    players = named(learner, dict(parameters or {}), list(against or []), paper)
    found: dict[str, Algorithm | Learner] = {}
    runs = []
    for setting in chosen:
        beside = [name for on_, name in paper.runs if on_ == setting] if against is None else []
        beside += references(paper, setting) if crosses else []
        here = [*players, *(Player(name, name) for name in beside)]
        runs += {one.name: specify(one, paper, setting, found) for one in here}.values()
    delays = _delays(folder, scale, runs)
    parts = [range(i, min(i + PART, seeds)) for i in range(0, seeds, PART)]
    tasks = [Task(run, part, delays, found.get(run.run)) for run in runs for part in parts]
    # the table of crossed settings marks whose assumptions fail
    logging.getLogger("delayed_bandits.experiments.simulation").setLevel(
        logging.ERROR if crosses else logging.WARNING
    )
    frames = _frames(tasks, processes)
    if crosses:
        return Crossing(on, paper, [(t.run, f) for t, f in zip(tasks, frames, strict=True)], found)
    uniform = regret_of_uniform_play(runs[0], range(seeds), delays)
    return Comparison(on, pd.concat(frames, ignore_index=True), uniform)


def settings(project: str | Path | None = None) -> list[str]:
    """List the settings of all papers, as paper/setting."""
    return [name for name, _ in catalogue.settings(project_folder(project))]


def _settings_of(on: str, folder: Path, scale: str) -> tuple[Paper, list[str]]:
    """Read the paper of a setting or of crossed ones; name them."""
    if scale not in ("quick", "paper"):
        raise InputError(f"scale is {scale!r}; expected quick or paper")
    name, _, setting = on.partition("/")
    config = read_yaml(folder / "config.yaml") | {"papers": [name], "scale": scale, "seeds": None}
    config = with_log(config, _layout(folder, scale))
    if (folder / f"workflow/papers/{name}.yaml").is_file():
        paper = load_papers(config, folder / "workflow")[name]
        if setting in paper.description["settings"]:
            return paper, [setting]
        if figure_of_table(paper) and (not setting or "=" in setting):
            return paper, crossed(paper, setting)
    raise InputError(f"setting {on!r} is unknown; {suggestion(on, settings(folder))}")


def _delays(folder: Path, scale: str, runs: Sequence[Specification]) -> tuple[Any, ...]:
    """Read the observed delays of the project's results; without any, make the bundled ones."""
    uses_log = any(run.uses_log for run in runs)
    if not uses_log and not any(run.uses_criteo for run in runs):
        return ()
    layout = _layout(folder, scale)
    with tempfile.TemporaryDirectory() as temporary:
        config = with_log(read_yaml(folder / "config.yaml"), layout)
        found = delays_of_project(layout, config, folder, Path(temporary))
    if uses_log and found.log is None:
        path = Path(layout.log_delays).relative_to(folder)
        raise InputError(
            f"{path}: no such file; run snakemake --cores 1 --config scale={scale} -- {path}"
        )
    return found.seconds, found.log


def _layout(folder: Path, scale: str) -> Layout:
    return Layout(str(folder / ("results/quick" if scale == "quick" else "results")), "")


def _frames(tasks: Sequence[Task], processes: int | None) -> list[pd.DataFrame]:
    """Replay all tasks, in other processes if there is a number of them, with a progress bar."""
    look = {"total": len(tasks), "unit": "job", "leave": False}
    if processes is None:
        return list(tqdm(map(_frame, tasks), **look))
    calls = [functools.partial(_frame, task) for task in tasks]
    frames = {}
    with contextlib.closing(run_in_processes(calls, processes=processes, reuse=True)) as answers:
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
