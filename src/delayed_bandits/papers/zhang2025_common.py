"""What the claims and figures of Zhang, Wang and Luo 2025 share."""

import numpy as np

from delayed_bandits.aggregation import AllCurves, Curves

DIMENSIONS = [6, 8, 10]
DELAYS = [100, 1000]
PAYOFFS = ["losses", "rewards"]
TEXTBOOK = ["observed", "wait", "zero", "one"]
"""LinUCB with the width of the textbook, R = 1."""

TUNED = ["observed_tuned", "one_tuned"]

OVERHEAD_WORLDS = {
    "overhead-low-wide": "losses, means 0.02 to 0.62",
    "overhead-low-narrow": "losses, means 0.02 to 0.12",
    "overhead-high-wide": "losses, means 0.3 to 0.9",
    "overhead-high-narrow": "losses, means 0.3 to 0.4",
    "overhead-rewards": "rewards, means 0.02 to 0.62",
}


def best_of(curves: AllCurves, setting: str, names: list[str]) -> Curves:
    """The one of the named algorithms whose mean final regret is least."""
    return min((curves[setting, name] for name in names), key=lambda curve: curve.final.mean())


def overhead(curves: AllCurves, world: str, delay: int, name: str) -> np.ndarray:
    """Final regret less that with D = 1, of each seed."""
    return curves[f"{world}-{delay}", name].final - curves[f"{world}-1", name].final


def constant(curve: Curves, column: str) -> np.ndarray:
    """The value that each seed has in a column that does not change."""
    return curve.columns[column][:, -1]


def bounds(curve: Curves, dimension: int) -> tuple[np.ndarray, np.ndarray]:
    """W_1 and W_2 of Theorem 1 without constants, for each seed.

    W_1 = n d* log(T/n) + D Delta_max, W_2 = D Delta_max log(T/n), each times max(1, log d*).
    """
    delay = curve.specification["trace"]["maximal_delay"]
    phases = np.log(curve.rounds[-1] / dimension)
    shortest = delay * constant(curve, "best")  # d*
    worst = delay * constant(curve, "largest_gap")
    restarts = np.maximum(1.0, np.log(shortest))
    return (dimension * shortest * phases + worst) * restarts, worst * phases * restarts
