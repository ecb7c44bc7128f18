"""Settings and measures in claims and figures of Zhang, Wang and Luo 2025."""

import numpy as np

from delayed_bandits.analysis.curves import Curves

DIMENSIONS = [6, 8, 10]
DELAYS = [100, 1000]
PAYOFFS = ["losses", "rewards"]
TEXTBOOK = ["linucb_observed", "linucb_wait", "linucb_zero", "linucb_one"]
"""Variants of LinUCB with the textbook's width, R = 1."""
HALF = ["linucb_observed_half", "linucb_one_half"]
"""Variants of LinUCB with R = 1/2, which holds for payoffs in [0, 1]."""
TUNED = ["linucb_observed_tuned", "linucb_one_tuned"]  # variants of LinUCB with alpha = 1

OVERHEAD_WORLDS = {
    "overhead-low-wide": "losses, means 0.02 to 0.62",
    "overhead-low-narrow": "losses, means 0.02 to 0.12",
    "overhead-high-wide": "losses, means 0.3 to 0.9",
    "overhead-high-narrow": "losses, means 0.3 to 0.4",
    "overhead-rewards": "rewards, means 0.02 to 0.62",
}


def bounds(curve: Curves) -> tuple[np.ndarray, np.ndarray]:
    """Compute W_1 and W_2 of the theorem without constants, for each seed.

    W_1 = n d* log(T/n) + D Delta_max, W_2 = D Delta_max log(T/n), each times max(1, log d*).
    """
    delay, dimension = curve.trace["maximal_delay"], curve.trace["instances"]["dimension"]
    phases = np.log(curve.rounds[-1] / dimension)
    shortest = delay * curve.last("best")  # d*
    worst = delay * curve.last("largest_gap")
    restarts = np.maximum(1.0, np.log(shortest))
    return (dimension * shortest * phases + worst) * restarts, worst * phases * restarts
