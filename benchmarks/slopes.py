"""How CPU time grows with the parameters of a task: slopes of log time on log parameter."""

import math
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from scipy import stats

from author_loops import LOOPS
from delayed_bandits.experiments.simulation import replay
from delayed_bandits.experiments.specification import Specification
from tasks import TASKS, Kernel, specification
from timing import replicate, table, take_turns

HORIZONS = {"OTFLinUCB": [1000, 2000, 4000, 8000, 16_000, 32_000]}
USUAL_HORIZONS = [25_000, 50_000, 100_000, 200_000, 400_000, 800_000]
ARMS = [2, 4, 8, 16, 32, 64]
DIMENSIONS = [4, 8, 12, 16, 24, 32]
WINDOWS = [50, 100, 200, 400, 800, 1600]
MEAN_DELAYS = {"OTFLinUCB": [10, 30, 100, 300, 1000]}
USUAL_MEAN_DELAYS = [10, 30, 100, 300, 1000, 3000, 10_000]
SEEDS = [2, 4, 8, 16, 32, 64]
TOLERANCE = 0.1
"""A slope may exceed the algorithm's by this much, as more rounds or arms fill more caches."""


class Sweep(NamedTuple):
    """A task with one parameter that varies, and the largest slope that the algorithm demands."""

    task: str
    parameter: str
    values: list[int]
    demanded: int
    seconds: Callable[[int, int], float]
    """`seconds(value, seed)` runs the task, and returns its CPU time (in any unit)."""


class Slope(NamedTuple):
    """A slope with its interval of 95 %."""

    slope: float
    low: float
    high: float


def regression(values: Iterable[float], times: Iterable[float]) -> Slope:
    """Regress log time on log value by least squares."""
    values = np.log(list(values))
    fit = stats.linregress(values, np.log(list(times)))
    reach = stats.t.ppf(0.975, values.size - 2) * fit.stderr
    return Slope(fit.slope, fit.slope - reach, fit.slope + reach)


def run(varied: Callable[[int], Specification]) -> Callable[[int, int], float]:
    """Return a function that times a run of the varied task."""

    def seconds(value: int, seed: int) -> float:
        task = varied(value)
        return replicate(Kernel(task), 1, range(seed, seed + 1)).whole

    return seconds


def with_arms(task: Specification, arms: int) -> Specification:
    """Return a task with another number of arms."""
    if "means" in task.trace:
        return task.shrunk(means=[0.5] * (arms - 1) + [0.6])
    return task.shrunk(arms=arms)


def with_delay(task: Specification, mean: int) -> Specification:
    """Return a task with another mean delay."""
    return task.shrunk(delay={**task.trace["delay"], "mean": mean})


def simulation(task: Specification) -> Callable[[int, int], float]:
    """Return a function that times a job, whose number of seeds varies."""

    def seconds(seeds: int, repetition: int) -> float:
        started = time.process_time_ns()
        replay([task], range(repetition * seeds, (repetition + 1) * seeds))[0]
        return time.process_time_ns() - started

    return seconds


def sweeps() -> list[Sweep]:
    """List the parameters that vary, for each task."""
    found = []
    for name, task in TASKS.items():
        if task.run not in LOOPS:
            continue

        def add(
            parameter: str,
            values: list[int],
            demanded: int,
            varied: Callable[[Specification, int], Specification],
            name: str = name,
            task: Specification = task,
        ) -> None:
            play = run(lambda value: varied(task, value))
            found.append(Sweep(name, parameter, values, demanded, play))

        horizons = HORIZONS.get(name, USUAL_HORIZONS)
        add("T", horizons, 1, lambda task, value: task.shrunk(horizon=value))
        add("K", ARMS, 0 if name == "ODAAF" else 1, with_arms)
        add("mean delay", MEAN_DELAYS.get(name, USUAL_MEAN_DELAYS), 0, with_delay)
        job = simulation(task.shrunk(horizon=min(task.horizon, 20_000)))
        found.append(Sweep(name, "seeds", SEEDS, 1, job))
    return found + sweeps_of_otflinucb()


def sweeps_of_otflinucb() -> list[Sweep]:
    """List the dimension and the window of OTFLinUCB."""
    task = TASKS["OTFLinUCB"]

    def with_window(stored: bool) -> Callable[[int], Specification]:
        parameters: dict[str, Any] = {**task.parameters, "stored_norms": stored}
        return lambda window: replace(task, parameters={**parameters, "window": window})

    uniform = specification(
        task.run, {**task.trace, "action_distribution": "uniform"}, task.parameters
    )
    return [
        Sweep(
            "OTFLinUCB",
            "d",
            DIMENSIONS,
            2,
            run(lambda value: uniform.shrunk(dimension=value)),
        ),
        Sweep("OTFLinUCB, stored norms", "m", WINDOWS, 0, run(with_window(True))),
        Sweep("OTFLinUCB, exact norms", "m", WINDOWS, 1, run(with_window(False))),
    ]


def table_of_slopes(repetitions: int) -> str:
    """Measure all slopes; return their table."""
    rows = []
    for sweep in sweeps():
        parts = {
            str(value): lambda repetition, value=value, run=sweep.seconds: run(value, repetition)
            for value in sweep.values
        }
        times = take_turns(parts, repetitions)
        medians = [statistics.median(found) for found in times.values()]
        slope = regression(sweep.values, medians)
        last = math.log(medians[-1] / medians[-2], sweep.values[-1] / sweep.values[-2])
        found = f"{slope.slope:.2f} ({slope.low:.2f} to {slope.high:.2f})"
        holds = slope.low <= sweep.demanded + TOLERANCE
        reach = f"{sweep.values[0]:,} to {sweep.values[-1]:,}"
        cells = [sweep.task, sweep.parameter, reach, found, f"{last:.2f}", str(sweep.demanded)]
        rows.append([*cells, "yes" if holds else "**no**"])
    head = ["", "parameter", "from", "slope (95 % interval)", "last step", "demanded", "holds"]
    return table(head, rows, text_columns=2)
