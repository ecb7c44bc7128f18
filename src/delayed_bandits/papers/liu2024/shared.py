"""Quantities in claims and figures of Liu and Maghsudi 2024."""

from collections.abc import Callable

import numpy as np

from delayed_bandits.analysis.intervals import Interval, ratio_interval

FIRST_STAGE = ("reward", "identification")
"""Columns of which `reward_without_first_stage` is computed."""


def excess(values: np.ndarray, others: np.ndarray) -> Interval:
    """Estimate by how many per cent the mean of paired values is above that of `others`."""
    return ratio_interval(100 * (values - others), others)


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
