"""Regret tables: mean regret with its confidence interval."""

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from delayed_bandits.analysis.curves import AllCurves
from delayed_bandits.analysis.intervals import half_width

if TYPE_CHECKING:
    import pandas as pd

BAD = 0.25  # a run is bad if its regret exceeds this share of random play's


def regret_table(curves: AllCurves) -> pa.Table:
    """Return mean regret by setting, algorithm, round, with Student's 95 % intervals.

    Columns: setting, its coordinates, algorithm, round, mean, std, sem, ci_low, ci_high, runs.
    """
    parts = []
    for (setting, algorithm), curve in curves.items():
        mean, std = curve.moments("regret")
        sem = std / np.sqrt(curve.n_runs)
        half = half_width(sem, curve.n_runs)
        columns = {
            "setting": [setting] * mean.size,
            **{name: [value] * mean.size for name, value in curve.coordinates.items()},
            "algorithm": [algorithm] * mean.size,
            "round": curve.rounds,
            "mean": mean,
            "std": std,
            "sem": sem,
            "ci_low": mean - half,
            "ci_high": mean + half,
            "runs": np.full(mean.size, curve.n_runs),
        }
        parts.append(pa.table(columns))
    return pa.concat_tables(parts, promote_options="default")


def final_regret(regret: "pd.DataFrame") -> "pd.DataFrame":
    """Return the rows of a regret table at the last checkpoint of each run."""
    last = regret.groupby(["setting", "algorithm"], sort=False)["round"].transform("max")
    return regret[regret["round"] == last].reset_index(drop=True)
