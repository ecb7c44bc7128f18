"""Made-up curves, on which measures are known."""

import numpy as np

from delayed_bandits.analysis.curves import Curves
from delayed_bandits.experiments.specification import Specification


def curves_of(rounds, trace=None, parameters=None, origin=None, **columns):
    """Curves with a row of each column for each seed."""
    run = Specification("p", "s", "a", 0, len(rounds), trace or {}, "m.f", parameters or {})
    columns = {name: np.asarray(values, float) for name, values in columns.items()}
    return Curves(run, origin, rounds, columns)
