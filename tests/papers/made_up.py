"""Made-up curves with known measures, and variants of them."""

import numpy as np

from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.measurements import VariantRuns, variant
from delayed_bandits.analysis.settings import Runs, settings_of
from delayed_bandits.experiments.specification import Specification


def curves_of(rounds, trace=None, parameters=None, provenance=None, **columns):
    """Curves of given columns, each with a row for each run."""
    run = Specification("p", "s", "a", 0, len(rounds), trace or {}, "m.f", parameters or {})
    columns = {name: np.asarray(values, float) for name, values in columns.items()}
    return Curves(run, provenance, rounds, columns)


def variant_of(curves, names=(), on=None, delays=None, settings=None):
    """A variant whose runs are `curves`, by (setting, algorithm), `on` some settings or all."""
    if settings is None:
        settings = settings_of({key: run.specification for key, run in curves.items()}, {}, {})
    runs = Runs(curves, settings, {}, delays)
    chosen = [runs.settings[name] for name in (runs.settings if on is None else on)]
    return VariantRuns(variant("ours", "what", **dict(names)), runs, chosen)
