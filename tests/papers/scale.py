"""Regrets at a paper's own scale, and when their mean is that of separate code."""

import math

import numpy as np

from delayed_bandits.experiments.simulation import replay
from delayed_bandits.experiments.specification import Specification


def regrets(paper, run, parameters, trace, seeds, checkpoints=1):
    """Regret at the checkpoints, shape (seeds, checkpoints)."""
    specification = Specification(paper, "test", "test", 2026, checkpoints, trace, run, parameters)
    table = replay([specification], range(seeds))[0]
    return table["regret"].to_numpy().reshape(seeds, checkpoints)


def sem(values):
    return values.std(ddof=1) / math.sqrt(values.size)


def check(values, expected, error, least=0.0, rounding=0.0):
    """Within four standard errors of the difference, or `least`, and the rounding."""
    allowed = max(4 * math.hypot(sem(values), error), least) + rounding
    assert abs(values.mean() - expected) <= allowed, (np.mean(values), allowed, expected)
