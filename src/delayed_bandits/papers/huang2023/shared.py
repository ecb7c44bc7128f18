"""Losses and delays of the environments of Huang et al. 2023."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from delayed_bandits.delays.distributions import distribution_from

DETERMINISTIC = {
    "grey": {"distribution": "constant", "rounds": 0},
    "sky": {"distribution": "constant", "rounds": 10},
    "blue": {"distribution": "constant", "rounds": 100},
    "orange": {"distribution": "batch", "size": 201},
    "green": {"distribution": "front", "size": 4472},
    "black": {"distribution": "criteo", "scale": 1.75e-4},
}
"""Delay distributions of the figure `investment`, by colour."""


def largest_loss(trace: Mapping[str, Any]) -> float:
    """Return the largest absolute loss: 1 unless losses are scaled or have spikes."""
    losses = trace["losses"]
    return losses.get("factor", losses.get("size", 1))


def delays_in_order(
    distribution: Mapping[str, Any], horizon: int, criteo: np.ndarray
) -> np.ndarray:
    """Return deterministic delays (int64, one a round) that follow a distribution."""
    golden = (np.sqrt(5) - 1) / 2
    return distribution_from(distribution, criteo).sample(np.arange(1, horizon + 1) * golden % 1)


def on_lock(trace: Mapping[str, Any]) -> bool:
    """Return whether losses are LOCK or RLOCK without a gap."""
    losses = trace["losses"]
    if isinstance(losses, str):
        return losses == "square_wave"
    losses = losses.get("of", losses) if losses["distribution"] == "scaled" else losses
    return losses["distribution"] in ("square_wave", "random_wave") and not losses.get("gap")


def delay_distribution(trace: Mapping[str, Any]) -> str:
    """Return the name of the delay distribution."""
    match trace["delay"]:
        case {"distribution": "constant", "rounds": rounds}:
            return f"fixed{rounds}" if rounds else "none"
        case {"distribution": "two_point"}:
            return "lost"
        case {"distribution": distribution}:
            return distribution


def kind_of_losses(trace: Mapping[str, Any]) -> str:
    """Return the name of the kind of losses."""
    losses = trace["losses"]
    if losses["of"]["distribution"] == "square_wave":
        return "lock" if losses["of"].get("gap") else "zero"
    return "jump" if losses.get("steps") == 2 else losses["distribution"]
