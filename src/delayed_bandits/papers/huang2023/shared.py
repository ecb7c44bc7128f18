"""Losses, and deterministic delays, of the worlds of Huang et al. 2023."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from delayed_bandits.delays.laws import law_from

DETERMINISTIC = {
    "no delay": {"law": "constant", "rounds": 0},
    "fixed, 10": {"law": "constant", "rounds": 10},
    "fixed, 100": {"law": "constant", "rounds": 100},
    "packets": {"law": "packet", "size": 201},
    "front": {"law": "front", "size": 4472},
    "Criteo": {"law": "criteo", "scale": 1.75e-4},
}
"""Delay laws by label; the Criteo delays come in an order of low discrepancy."""


def law_of(trace: Mapping[str, Any]) -> str:
    """Return the law of the losses, whatever their scale."""
    losses = trace["losses"]
    return losses["of"]["law"] if losses["law"] == "scaled" else losses["law"]


def largest_loss(trace: Mapping[str, Any]) -> float:
    """Return the largest absolute loss, 1 without a scale or spikes."""
    losses = trace["losses"]
    return losses.get("factor", losses.get("size", 1))


def delays_in_order(law: Mapping[str, Any], horizon: int, criteo: np.ndarray) -> np.ndarray:
    """Sample a law at uniforms of low discrepancy; return int64 delays, shape (horizon,)."""
    golden = (np.sqrt(5) - 1) / 2
    return law_from(law, criteo).sample(np.arange(1, horizon + 1) * golden % 1)


def on_lock(trace: Mapping[str, Any]) -> bool:
    """Tell whether losses are LOCK or RLOCK without a gap, so that uniform play has no regret."""
    losses = trace["losses"]
    return (losses if isinstance(losses, str) else losses["law"]) in ("square_wave", "random_wave")
