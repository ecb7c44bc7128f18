"""Claims of the tiny paper."""

import numpy as np

from delayed_bandits.analysis.claims import Claim, Finding
from delayed_bandits.analysis.curves import AllCurves
from delayed_bandits.analysis.intervals import mean_interval, ratio_interval


def claims(curves: AllCurves, delays: np.ndarray) -> list[Claim]:
    """Judge the paper's statements."""
    return [as_much_regret(curves), long_delays(delays)]


def as_much_regret(curves: AllCurves) -> Claim:
    first = curves["short", "first_arm"].final
    return Claim(
        "First arm has as much regret as the first arm",
        "here",
        "ratio of the regrets between 0.9 and 1.1",
        [Finding("short", "ratio", ratio_interval(first, first), 0.9, 1.1)],
    )


def long_delays(delays: np.ndarray) -> Claim:
    return Claim(
        "The mean delay is above a year",
        "here",
        "mean of the Criteo delays above a year, which is more than their cap",
        [Finding("criteo", "E[D]", mean_interval(delays), low=365 * 86400)],
        "Later conversions are not counted.",
    )
