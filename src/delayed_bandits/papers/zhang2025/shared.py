"""Settings and measures in claims and figures of Zhang, Wang and Luo 2025."""

import numpy as np

from delayed_bandits.analysis.curves import AllCurves, Curves

DIMENSIONS = [6, 8, 10]
DELAYS = [100, 1000]
PAYOFFS = ["losses", "rewards"]
TEXTBOOK = ["linucb_observed", "linucb_wait", "linucb_zero", "linucb_one"]
"""Variants of LinUCB with the textbook's width, R = 1."""

OVERHEAD_WORLDS = {
    "overhead-low-wide": "losses, means 0.02 to 0.62",
    "overhead-low-narrow": "losses, means 0.02 to 0.12",
    "overhead-high-wide": "losses, means 0.3 to 0.9",
    "overhead-high-narrow": "losses, means 0.3 to 0.4",
    "overhead-rewards": "rewards, means 0.02 to 0.62",
}


def best_of(curves: AllCurves, setting: str, names: list[str]) -> Curves:
    """Select the named algorithm with the least mean final regret; return its curves."""
    return min((curves[setting, name] for name in names), key=lambda curve: curve.final.mean())


def overhead(curves: AllCurves, world: str, delay: int) -> np.ndarray:
    """Compute for each seed the final regret less that with D = 1 and the same first guess."""
    delayed = curves[f"{world}-{delay}", "phased"]
    guessed = delayed.trace["payoffs"] == "losses"
    undelayed = curves[f"{world}-1", f"phased_{delay}" if guessed else "phased"]
    return delayed.final - undelayed.final


def constant(curve: Curves, column: str) -> np.ndarray:
    """Select the value of each seed in a column that is constant over rounds."""
    return curve.last(column)


def bounds(curve: Curves) -> tuple[np.ndarray, np.ndarray]:
    """Compute W_1 and W_2 of Theorem 1 without constants, for each seed.

    W_1 = n d* log(T/n) + D Delta_max, W_2 = D Delta_max log(T/n), each times max(1, log d*).
    """
    delay, dimension = curve.trace["maximal_delay"], curve.trace["instances"]["dimension"]
    phases = np.log(curve.rounds[-1] / dimension)
    shortest = delay * constant(curve, "best")  # d*
    worst = delay * constant(curve, "largest_gap")
    restarts = np.maximum(1.0, np.log(shortest))
    return (dimension * shortest * phases + worst) * restarts, worst * phases * restarts
