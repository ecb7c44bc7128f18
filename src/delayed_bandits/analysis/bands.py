"""Confidence intervals of curves at every checkpoint, for any number of seeds."""

from collections.abc import Iterator

import numpy as np

from delayed_bandits.analysis.curves import Curves, moments, paired
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
        for numerators, denominators in paired(above.parts(name), below.parts(name)):
            yield numerators - ratio * denominators

    return mean_band(ratio, moments(residuals)[1] / abs(mean), below.n_seeds)
