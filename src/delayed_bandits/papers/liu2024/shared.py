"""Settings and measures in claims and figures of Liu and Maghsudi 2024."""

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
    rewards, others = (curves[setting, key].columns[column][:, -1] for key in (name, other))
    return relative_gain(rewards, others)


def regret_for_budget(curve: Curves) -> np.ndarray:
    """Compute regret against the optimum for the same spending, shape (seeds, checkpoints)."""
    rate = curve.trace["budget"] / curve.trace["horizon"]
    # v(B/T), since the regret is T v(B/T) less the reward
    value = (curve.regret[:, -1:] + curve.columns["reward"][:, -1:]) / curve.rounds[-1]
    return curve.columns["spent"] * value / rate - curve.columns["reward"]
