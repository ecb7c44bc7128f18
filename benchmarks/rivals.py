"""Kernels compared with the same algorithms in C, and as an author's loop."""

import statistics
import tempfile
from pathlib import Path

from author_loops import LOOPS, AuthorLoop
from delayed_bandits.experiments.specification import Specification
from programs import Library, compiler, program
from tasks import TASKS, Kernel, check_arms
from timing import Algorithm, Limit, Parts, ratios, replicate, spread, table, take_turns

LEAST_ROUNDS = 100_000
"""Runs of short horizons are repeated until this number of rounds is timed."""

ROUNDS_OF_LOOP = 3000
MOST_TO_C, LEAST_TO_LOOP, LEAST_TO_LOOP_KERNEL = 1.35, 50, 100

Times = dict[str, list[Parts]]
"""Parts by implementation: kernel, C or loop."""


def measure(repetitions: int) -> dict[str, Times]:
    """Time all algorithms of all tasks, after a check that they play the same arms.

    Raises
    ------
    RuntimeError
        If a program or a loop plays another arm than the kernel.
    """
    with tempfile.TemporaryDirectory() as folder:
        library = Library(Path(folder)) if compiler() else None
        return {name: _measure(task, library, repetitions) for name, task in TASKS.items()}


def _measure(task: Specification, library: Library | None, repetitions: int) -> Times:
    short = task.shrunk(horizon=ROUNDS_OF_LOOP)
    algorithms: dict[str, tuple[Algorithm, Specification]] = {"kernel": (Kernel(task), task)}
    if library:
        algorithms["C"] = program(task, library), task
    if task.run in LOOPS:
        algorithms["loop"] = AuthorLoop(short), short

    def turn(algorithm: Algorithm, task: Specification, repetition: int) -> Parts:
        loop, least = isinstance(algorithm, AuthorLoop), LEAST_ROUNDS // task.horizon
        count = 1 if loop else max(1, getattr(algorithm, "in_step", 1), least)
        seeds = range(repetition * count, (repetition + 1) * count)
        if repetition == 0:
            check_same_arms(algorithm, task, seeds)
        return replicate(algorithm, task.horizon, seeds)

    return take_turns(
        {
            name: lambda repetition, algorithm=algorithm, task=task: turn(
                algorithm, task, repetition
            )
            for name, (algorithm, task) in algorithms.items()
        },
        repetitions,
    )


def check_same_arms(algorithm: Algorithm, task: Specification, seeds: range) -> None:
    """Check that an algorithm plays the kernel's arms in every round.

    Raises
    ------
    RuntimeError
        If it does not.
    """
    kernel = Kernel(task)
    for seed in seeds:
        expected = kernel.play(kernel.draw(seed))
        name = f"{type(algorithm).__name__} of {task.run}"
        check_arms(name, expected, algorithm.play(algorithm.draw(seed)))


def table_of_c(times: dict[str, Times]) -> str:
    """Return the table of kernels and programs in C."""
    head = ["", "trace", "kernel", "regret", "all", "C: trace", "kernel", "regret", "all"]
    rows = []
    for name, found in times.items():
        cells = [name]
        for algorithm in ("kernel", "C"):
            parts = found.get(algorithm, [])
            cells += [f"{statistics.median(part):,.1f}" for part in zip(*parts, strict=True)]
            cells += [spread([part.whole for part in parts], 1)] if parts else ["–"] * 4
        if "C" in found:
            cells += [spread(ratio, 2) for ratio in _ratios(found, "kernel", "C")]
        rows.append(cells + ["–"] * (len(head) + 2 - len(cells)))
    return table([*head, "all / C", "kernel / C"], rows)


def table_of_loops(times: dict[str, Times]) -> str:
    """Return the table of authors' loops."""
    rows = []
    for name, found in _with_loop(times):
        loop, kernel = (
            [spread([getattr(parts, part) for parts in found[algorithm]]) for part in PARTS]
            for algorithm in ("loop", "kernel")
        )
        factors = [spread(ratio) for ratio in _ratios(found, "loop", "kernel")]
        rows.append([name, loop[0], kernel[0], factors[0], loop[1], kernel[1], factors[1]])
    head = ["", "run: loop", "project", "ratio", "kernel: loop", "project", "ratio"]
    return table(head, rows)


def _with_loop(times: dict[str, Times]) -> list[tuple[str, Times]]:
    return [(name, found) for name, found in times.items() if "loop" in found]


PARTS = "whole", "kernel"


def _ratios(found: Times, one: str, other: str) -> list[list[float]]:
    """Return the ratios of two implementations, for complete runs and for kernels."""
    return [
        ratios(
            *([getattr(parts, part) for parts in found[algorithm]] for algorithm in (one, other))
        )
        for part in PARTS
    ]


def limits(times: dict[str, Times]) -> list[Limit]:
    """Compare the ratios with their limits."""
    kept = []
    for name, found in times.items():
        if "C" in found:
            ratio = statistics.median(_ratios(found, "kernel", "C")[0])
            limit = f"at most {MOST_TO_C}"
            kept.append(Limit(f"{name} / the same in C", limit, ratio, ratio <= MOST_TO_C))
    for name, found in _with_loop(times):
        factors = map(statistics.median, _ratios(found, "loop", "kernel"))
        for what, ratio, least in zip(
            ("run", "kernel"), factors, (LEAST_TO_LOOP, LEAST_TO_LOOP_KERNEL), strict=True
        ):
            of = f"author's loop / {name}, {what}"
            kept.append(Limit(of, f"at least {least}", ratio, ratio >= least))
    return kept
