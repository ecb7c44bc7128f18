"""What the claims and figures of Zhang, Wang and Luo 2025 share."""

import numpy as np

from delayed_bandits.analysis.claims import Finding
from delayed_bandits.analysis.curves import AllCurves, Curves
from delayed_bandits.analysis.intervals import Interval, ratio_interval

DIMENSIONS = [6, 8, 10]
DELAYS = [100, 1000]
PAYOFFS = ["losses", "rewards"]
TEXTBOOK = ["linucb_observed", "linucb_wait", "linucb_zero", "linucb_one"]
"""LinUCB with the width of the textbook, R = 1."""

HALF_AND_TUNED = ["linucb_observed_half", "linucb_observed_tuned", "linucb_one_tuned"]
TUNED = ["linucb_observed_tuned", "linucb_one_tuned"]

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


def overhead(curves: AllCurves, world: str, delay: int) -> np.ndarray:
    """Final regret less that with D = 1 and the same first guess, of each seed."""
    delayed = curves[f"{world}-{delay}", "phased"]
    guessed = delayed.specification["trace"]["payoffs"] == "losses"
    undelayed = curves[f"{world}-1", f"phased_{delay}" if guessed else "phased"]
    return delayed.final - undelayed.final


def constant(curve: Curves, column: str) -> np.ndarray:
    """The value that each seed has in a column that does not change."""
    return curve.columns[column][:, -1]


def bounds(curve: Curves) -> tuple[np.ndarray, np.ndarray]:
    """W_1 and W_2 of Theorem 1 without constants, for each seed.

    W_1 = n d* log(T/n) + D Delta_max, W_2 = D Delta_max log(T/n), each times max(1, log d*).
    """
    trace = curve.specification["trace"]
    delay, dimension = trace["maximal_delay"], trace["instances"]["dimension"]
    phases = np.log(curve.rounds[-1] / dimension)
    shortest = delay * constant(curve, "best")  # d*
    worst = delay * constant(curve, "largest_gap")
    restarts = np.maximum(1.0, np.log(shortest))
    return (dimension * shortest * phases + worst) * restarts, worst * phases * restarts


def against_best(curves: AllCurves, name: str, benchmarks: list[str]) -> list[Finding]:
    """Regret over that of the best benchmark, in every setup that these were run in."""
    findings = []
    for payoffs in PAYOFFS:
        for delay in DELAYS:
            for dimension in DIMENSIONS:
                setting = f"{payoffs}-{dimension}-{delay}"
                if (setting, benchmarks[0]) not in curves:
                    continue
                best = best_of(curves, setting, benchmarks)
                findings.append(
                    Finding(
                        f"{payoffs}, D = {delay:,}, n = {dimension}",
                        "regret over that of the best benchmark",
                        ratio_interval(curves[setting, name].final, best.final),
                        high=1,
                    )
                )
    return findings


def compared(curves: AllCurves, setting: str, name: str, other: str) -> Interval:
    """Final regret of one algorithm over that of another on a setting."""
    return ratio_interval(curves[setting, name].final, curves[setting, other].final)
