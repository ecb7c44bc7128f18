"""Deterministic delays for the total investment of Huang et al. 2023."""

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


def delays_in_order(label: str, horizon: int, criteo: np.ndarray) -> np.ndarray:
    """Sample one of the `DETERMINISTIC` laws; return int64 delays, shape (horizon,)."""
    golden = (np.sqrt(5) - 1) / 2
    law = law_from(DETERMINISTIC[label], criteo)
    return law.sample(np.arange(1, horizon + 1) * golden % 1)
