"""The regret of uniform play on a setting, of which bad runs have a large share."""

import dataclasses
from typing import Any

from delayed_bandits.experiments.simulation import simulate

# isort: split
import numpy as np

from delayed_bandits.algorithms.learners.worlds import kind_of_world
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.traces.k_armed.trace import KArmedTrace
from delayed_bandits.traces.linear.trace import LinearTrace
from delayed_bandits.traces.payoffs.trace import PayoffTrace

UNIFORM = {
    KArmedTrace: "uniform_play.uniform_random",
    LinearTrace: "linear_baselines.uniform_random",
    PayoffTrace: "payoff_baselines.uniform_random",
}
"""Uniform play, by kind of world; there is none on a budget or a body."""


def regret_of_uniform_play(like: Specification, seeds: range, delays: tuple[Any, ...]) -> float:
    """Compute its mean final regret on the setting of a run; nan if it cannot be played there."""
    run = UNIFORM.get(kind_of_world(like.trace))
    if run is None:
        return np.nan
    uniform = dataclasses.replace(like, algorithm="uniform play", run=run, parameters={})
    table = simulate(uniform, seeds, *delays).to_pandas(use_threads=False)
    return float(table.loc[table["round"] == like.horizon, "regret"].mean())
