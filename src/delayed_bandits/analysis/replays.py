"""Replays of runs, for measures that need more than the run files."""

from collections.abc import Callable
from typing import Any

import numpy as np

from delayed_bandits.algorithms.registry import load
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.traces.protocol import Trace
from delayed_bandits.traces.streams import Streams


def replayed(curve: Curves, runs: int, function: Callable[[Trace, Any], Any]) -> np.ndarray:
    """Play at most `runs` runs again, and return `function(trace, record)` of each."""
    run = curve.specification
    streams, algorithm = Streams(run.master_seed, run.paper), load(run.run)
    environment, arguments = algorithm.environment(run.trace), run.trace_arguments()
    found = []
    for seed in range(min(runs, curve.n_runs)):
        trace = environment.draw(streams, seed, **arguments)
        found.append(function(trace, algorithm.play(trace, **run.parameters)))
    return np.array(found)
