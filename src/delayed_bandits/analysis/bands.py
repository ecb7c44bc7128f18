"""Confidence intervals of curves at every checkpoint, for any number of seeds."""

from collections.abc import Iterator

import numpy as np

from delayed_bandits.analysis.curves import Curves, moments
from delayed_bandits.analysis.intervals import half_width


def mean_band(mean: np.ndarray, std: np.ndarray, n_seeds: int) -> np.ndarray:
    """Estimate means with Student's intervals, columns mean, low, high."""
    half = half_width(std / np.sqrt(n_seeds), n_seeds)
    return np.column_stack([mean, mean - half, mean + half])


def ratio_band(above: Curves, below: Curves, name: str) -> np.ndarray:
    """Estimate the ratio of a column's means on the same seeds, with the delta method's interval.

    Columns ratio, low, high.
    """
    mean = below.mean(name)
    ratio = above.mean(name) / mean

    def residuals() -> Iterator[np.ndarray]:
        for numerators, denominators in _paired(above.parts(name), below.parts(name)):
            yield numerators - ratio * denominators

    return mean_band(ratio, moments(residuals)[1] / abs(mean), below.n_seeds)


def _paired(
    first: Iterator[tuple[np.ndarray]], second: Iterator[tuple[np.ndarray]]
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Cut the parts of two runs so that those of a pair have the same seeds."""
    left = right = np.empty((0, 0))
    while True:
        if not len(left):
            (left,) = next(first, (left,))
        if not len(right):
            (right,) = next(second, (right,))
        seeds = min(len(left), len(right))
        if not seeds:
            return
        yield left[:seeds], right[:seeds]
        left, right = left[seeds:], right[seeds:]
