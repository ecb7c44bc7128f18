"""An algorithm of a user's own, in plain NumPy."""

import numpy as np

from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import Count
from delayed_bandits.traces.linear.trace import LinearTrace


@algorithm(protocol=LinearTrace)
def fixed_arm(trace: LinearTrace, *, arm: Count) -> np.ndarray:
    """Play the same arm, counted from 1, in every round."""
    return np.full(trace.delays.size, arm - 1)
