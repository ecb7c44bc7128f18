"""Settings and measures in claims and figures of Liu and Maghsudi 2024."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from delayed_bandits.analysis.curves import AllCurves, Curves
from delayed_bandits.analysis.intervals import Interval, ratio_interval

CELLS = {
    "fig1a": "similar, geometric",
    "fig1b": "similar, Pareto",
    "fig2a": "diverse, geometric",
    "fig2b": "diverse, Pareto",
    "criteo": "Criteo",
}
ACCEPT = {5: "", 8: "_8"}
"""The two values of A', each with the suffix of its algorithms' names."""

PRINTED = {
    "doral_acceptance": "doral",
    "doral_radius": "doral",
    "doral_baskets": "doral",
    "doral_cutoff": "doral",
    "dalp_cutoff": "dalp",
    "doral_update": "doral",
    "doral_arm": "doral",
    "doral_answers": "doral",
    "doral_log": "doral",
    "doral_width": "doral",
    "doral_pacing": "doral",
    "doral_order": "doral",
    "doral_payment": "doral",
    "doral_printed": "doral",
    "random_printed": "random",
}
"""Algorithms with one reading as printed, or all, each with the one that it is compared with."""


def relative_gain(rewards: np.ndarray, others: np.ndarray) -> Interval:
    """Estimate the relative difference of the mean of paired values from that of `others`."""
    ratio, low, high, seeds = ratio_interval(rewards, others)
    return Interval(ratio - 1, low - 1, high - 1, seeds)


def gain(
    curves: AllCurves, setting: str, name: str, other: str, column: str = "reward"
) -> Interval:
    """Estimate the relative gain in the final reward of one algorithm over another on a setting."""
    rewards, others = (curves[setting, key].last(column) for key in (name, other))
    return relative_gain(rewards, others)


BUDGET = ("regret", "reward", "spent")
"""Columns of which `regret_of_budget` is computed."""


def regret_for_budget(curve: Curves) -> np.ndarray:
    """Compute regret against the optimum for the same spending, shape (seeds, checkpoints)."""
    return regret_of_budget(curve.trace)(*(curve.columns[name] for name in BUDGET))


def regret_of_budget(trace: Mapping[str, Any]) -> Callable[..., np.ndarray]:
    """Return the function of some seeds' columns that gives their `regret_for_budget`."""
    rate = trace["budget"] / trace["horizon"]

    def compute(regret: np.ndarray, reward: np.ndarray, spent: np.ndarray) -> np.ndarray:
        # v(B/T), since the regret is T v(B/T) less the reward
        value = (regret[:, -1:] + reward[:, -1:]) / trace["horizon"]
        return spent * value / rate - reward

    return compute
