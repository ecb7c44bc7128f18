"""Ranks of algorithms that play the same settings, with bootstrap intervals."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from delayed_bandits.analysis.intervals import LEVEL
from delayed_bandits.traces.streams import Streams

RESAMPLES = 1000

REFERENCE = "reference"  # the "feedback model" of algorithms that no ranking contains

Statistic = Callable[["Field", np.ndarray, np.ndarray], np.ndarray]
"""A function of (field, weights of the settings, weights of the runs)."""


class Field(NamedTuple):
    """The final regrets of the algorithms of one feedback model."""

    algorithms: list[str]
    settings: list[str]  # the settings on which all of them run
    environments: np.ndarray  # str, shape (settings,)
    regrets: np.ndarray  # shape (algorithms, settings, runs)
    uniform: np.ndarray  # shape (settings,), the mean regret of random play
    streams: Streams


def only(field: Field, wanted: list[bool]) -> Field:
    """Return the field restricted to the wanted settings."""
    places = np.flatnonzero(wanted)
    return field._replace(
        settings=[field.settings[place] for place in places],
        environments=field.environments[places],
        regrets=field.regrets[:, places],
        uniform=field.uniform[places],
    )


def mean_ranks(field: Field, settings: np.ndarray, seeds: np.ndarray) -> np.ndarray:
    """Return each algorithm's mean rank over settings. Rank 1 has the least regret.

    `settings` and `seeds` are weights of settings and of runs, each of sum 1. Algorithms with equal
    means get the average of their ranks.
    """
    means = field.regrets @ seeds
    below = (means[:, None] > means[None]).sum(axis=1)
    same = (means[:, None] == means[None]).sum(axis=1)
    return (below + (same + 1) / 2) @ settings


def even_weights(field: Field) -> list[np.ndarray]:
    """Return equal weights of all settings, and of all runs."""
    return [np.full(size, 1 / size) for size in field.regrets.shape[1:]]


def improvements(field: Field) -> Statistic:
    """Return a statistic: entry (i, j) is the share of runs in which i beats j.

    Algorithm i beats j if its regret is less in the same setting and run. A tie counts half.
    """
    first, second = field.regrets[:, None], field.regrets[None]
    wins = (first < second) + 0.5 * (first == second)
    return lambda _, settings, seeds: (wins @ seeds) @ settings


def intervals(field: Field, statistic: Statistic) -> list[np.ndarray]:
    """Return a statistic of the field with its lower and upper 95 % bootstrap limits."""
    drawn = np.array([statistic(field, *weights) for weights in resampled(field)])
    tail = (1 - LEVEL) / 2
    estimate = statistic(field, *even_weights(field))
    return [estimate, *np.quantile(drawn, [tail, 1 - tail], axis=0)]


def resampled(field: Field) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield weights of settings and of runs, from bootstrap resamples.

    Environments (each with all its settings) and runs are drawn with replacement.
    """
    random = field.streams.open("bootstrap", 0)
    environments, environment_of = np.unique(field.environments, return_inverse=True)
    n_runs = field.regrets.shape[2]
    for _ in range(RESAMPLES):
        drawn = np.bincount(
            random.integers(environments.size, size=environments.size), minlength=environments.size
        )
        seeds = np.bincount(random.integers(n_runs, size=n_runs), minlength=n_runs)
        yield drawn[environment_of] / drawn[environment_of].sum(), seeds / n_runs
