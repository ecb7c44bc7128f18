"""Ratios of regrets in claims of Zhang, Wang and Luo 2025."""

from delayed_bandits.analysis.claims import Finding
from delayed_bandits.analysis.curves import AllCurves
from delayed_bandits.analysis.intervals import Interval, ratio_interval
from delayed_bandits.papers.zhang2025.shared import DELAYS, DIMENSIONS, PAYOFFS, best_of


def against_best(curves: AllCurves, name: str, benchmarks: list[str]) -> list[Finding]:
    """Compare regret with that of the best benchmark on every setting where both ran."""
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
    """Estimate the ratio of the final regrets of two algorithms on a setting."""
    return ratio_interval(curves[setting, name].final, curves[setting, other].final)
