"""Settings and measures in claims and figures of Liu and Maghsudi 2024."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from delayed_bandits.analysis.curves import AllCurves, Curves
from delayed_bandits.analysis.intervals import Interval, ratio_interval, shifted

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
    "doral_update": "doral",
    "doral_arm": "doral",
    "doral_answers": "doral",
    "doral_log": "doral",
    "doral_width": "doral",
    "doral_pacing": "doral",
    "doral_order": "doral",
    "doral_payment": "doral",
    "doral_printed": "doral",
    "dalp_cutoff": "dalp",
    "dalp_printed": "dalp",
    "d_linucb_printed": "d_linucb",
    "random_printed": "random",
}
"""Algorithms with one reading as printed, or all, each with the one that it is compared with."""


def relative_gain(rewards: np.ndarray, others: np.ndarray) -> Interval:
    """Estimate the relative difference of the mean of paired values from that of `others`."""
    return shifted(ratio_interval(rewards, others), -1)


def gain(
    curves: AllCurves, setting: str, name: str, other: str, column: str = "reward"
) -> Interval:
    """Estimate the relative gain in the final reward of one algorithm over another on a setting."""
    return relative_gain(*(curves[setting, key].last(column) for key in (name, other)))


BUDGET = ("regret", "reward", "spent")
"""Columns of which regret for what is spent is computed."""


def regret_of_budget(trace: Mapping[str, Any]) -> Callable[..., np.ndarray]:
    """Return a function of some seeds' columns, which computes their regret for what they spent.

    It is against the optimum for the same spending, shape (seeds, checkpoints).
    """
    rate = trace["budget"] / trace["horizon"]

    def compute(regret: np.ndarray, reward: np.ndarray, spent: np.ndarray) -> np.ndarray:
        # v(B/T), since the regret is T v(B/T) less the reward
        value = (regret[:, -1:] + reward[:, -1:]) / trace["horizon"]
        return spent * value / rate - reward

    return compute


FIRST_STAGE = ("reward", "identification")
"""Columns of which `reward_without_first_stage` is computed."""


def reward_without_first_stage(rounds: np.ndarray) -> Callable[..., np.ndarray]:
    """Return the function of some seeds' columns that gives their `after_first_stage`."""
    rounds = np.concatenate([[0], rounds])

    def compute(reward: np.ndarray, identification: np.ndarray) -> np.ndarray:
        first = [
            np.interp(end, rounds, np.concatenate([[0], row]))
            for row, end in zip(reward, identification[:, -1], strict=True)
        ]
        return np.maximum(reward - np.array(first)[:, None], 0)

    return compute


def after_first_stage(curve: Curves) -> np.ndarray:
    """Compute the reward without that of the first stage, shape (seeds, checkpoints).

    The reward at the end of the first stage is interpolated between checkpoints.
    """
    return curve.per_seed(reward_without_first_stage(curve.rounds), *FIRST_STAGE)
