"""CPU times of parts that take turns, their medians and quartiles, and tables."""

import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np


class Algorithm(Protocol):
    """A kernel, a program in C or a loop."""

    def draw(self, seed: int) -> Any:
        """Draw what is random in a seed."""

    def play(self, trace: Any) -> Any:
        """Play all rounds; return the record."""

    def regret(self, trace: Any, record: Any) -> np.ndarray:
        """Compute the cumulative regret of every round."""


class Parts(NamedTuple):
    """CPU nanoseconds per round of a run's parts."""

    trace: float
    kernel: float
    regret: float

    @property
    def whole(self) -> float:
        """The sum."""
        return self.trace + self.kernel + self.regret


def replicate(algorithm: Algorithm, rounds: int, seeds: range) -> Parts:
    """Time the parts of an algorithm's runs, in step if a simulation job plays them so."""
    spent = np.zeros(3)
    size = getattr(algorithm, "in_step", 1)
    for first in range(0, len(seeds), size):
        started = time.process_time_ns()
        traces = [algorithm.draw(seed) for seed in seeds[first : first + size]]
        drawn = time.process_time_ns()
        records = algorithm.play_runs(traces) if size > 1 else [algorithm.play(traces[0])]
        played = time.process_time_ns()
        for trace, record in zip(traces, records, strict=True):
            algorithm.regret(trace, record)
        spent += np.diff([started, drawn, played, time.process_time_ns()])
    return Parts(*(spent / (len(seeds) * rounds)))


def take_turns(parts: Mapping[str, Callable[[int], Any]], repetitions: int) -> dict[str, list[Any]]:
    """Run all parts once to warm up, then in turns; return the results of each part.

    A part is given the number of the repetition: 0 to warm up, then from 1.
    """
    found: dict[str, list[Any]] = {name: [] for name in parts}
    for repetition in range(repetitions + 1):
        for name, part in parts.items():
            result = part(repetition)
            if repetition > 0:
                found[name].append(result)
    return found


def spread(values: Sequence[float], digits: int = 0) -> str:
    """Return the median of values, with their quartiles in brackets, as text."""
    median = f"{statistics.median(values):,.{digits}f}"
    if len(values) < 2:
        return median
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return f"{median} ({low:,.{digits}f}–{high:,.{digits}f})"


def ratios(values: Sequence[float], references: Sequence[float]) -> list[float]:
    """Divide the times of one part by those of another in the same repetitions."""
    return [value / reference for value, reference in zip(values, references, strict=True)]


class Limit(NamedTuple):
    """A limit that a ratio should keep."""

    of: str
    limit: str
    ratio: float
    holds: bool


def table(head: Sequence[str], rows: Iterable[Sequence[str]], text_columns: int = 1) -> str:
    """Return a table in Markdown; all but the first `text_columns` are aligned to the right."""
    marks = ["---"] * text_columns + ["---:"] * (len(head) - text_columns)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [head, marks, *rows])
