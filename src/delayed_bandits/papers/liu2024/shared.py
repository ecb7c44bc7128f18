"""Quantities in claims and figures of Liu and Maghsudi 2024."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from delayed_bandits.analysis.intervals import Interval, ratio_interval, shifted

PLACES = (
    *("acceptance", "radius", "baskets", "cutoff", "update", "arm", "answers", "log", "width"),
    *("pacing", "order", "payment"),
)
"""What "doral_..." has as printed, and all else as in "doral"."""

BUDGET = ("regret", "reward", "spent")
"""Columns of which regret for what is spent is computed."""

FIRST_STAGE = ("reward", "identification")
"""Columns of which `reward_without_first_stage` is computed."""


def relative_gain(rewards: np.ndarray, others: np.ndarray) -> Interval:
    """Estimate the relative difference of the mean of paired values from that of `others`."""
    return shifted(ratio_interval(rewards, others), -1)


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


def reward_without_first_stage(rounds: np.ndarray) -> Callable[..., np.ndarray]:
    """Return a function of some seeds' columns, which computes their reward after the first stage.

    The reward at the end of the first stage is interpolated between checkpoints.
    """
    rounds = np.concatenate([[0], rounds])

    def compute(reward: np.ndarray, identification: np.ndarray) -> np.ndarray:
        first = [
            np.interp(end, rounds, np.concatenate([[0], row]))
            for row, end in zip(reward, identification[:, -1], strict=True)
        ]
        return np.maximum(reward - np.array(first)[:, None], 0)

    return compute
