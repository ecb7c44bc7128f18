"""What the claims and figures of Liu and Maghsudi 2024 share."""

import numpy as np

from delayed_bandits.analysis.claims import Finding
from delayed_bandits.analysis.curves import AllCurves, Curves
from delayed_bandits.analysis.intervals import Interval, ratio_interval

CELLS = {
    "fig1a": "similar, geometric",
    "fig1b": "similar, Pareto",
    "fig2a": "diverse, geometric",
    "fig2b": "diverse, Pareto",
    "criteo": "Criteo",
}
OF_THE_PAPER = ["fig1a", "fig1b", "fig2a", "fig2b"]
SIMILAR = ["fig1a", "fig1b"]
ACCEPT = {5: "", 8: "_8"}
"""The two A', and how the names of algorithms with each end."""

PRINTED = {
    "doral_acceptance": "doral",
    "doral_radius": "doral",
    "doral_baskets": "doral",
    "doral_cutoff": "doral",
    "dalp_cutoff": "dalp",
    "doral_update": "doral",
    "doral_arm": "doral",
    "doral_answers": "doral",
    "doral_log": "doral",
    "doral_width": "doral",
    "doral_pacing": "doral",
    "doral_order": "doral",
    "doral_payment": "doral",
    "doral_printed": "doral",
    "random_printed": "random",
}
"""Algorithms with one place as printed, or all, and those that they are compared with."""

CHANGES = {"doral_3": "doral", **PRINTED}
"""The same with what the paper leaves open."""

NEAR = 0.01
"""Rewards that differ by less, relatively, overlap in a figure."""

RELATIVE = "reward of DORAL over that of {}, minus 1"


def relative_gain(rewards: np.ndarray, others: np.ndarray) -> Interval:
    """How much larger the mean of paired values is than that of `others`, relatively."""
    return Interval(*(bound - 1 for bound in ratio_interval(rewards, others)))


def gain(
    curves: AllCurves, setting: str, name: str, other: str, column: str = "reward"
) -> Interval:
    """Relative gain in the final reward of one algorithm over another on a setting."""
    rewards, others = (curves[setting, key].columns[column][:, -1] for key in (name, other))
    return relative_gain(rewards, others)


def doral_against_dalp(
    curves: AllCurves, settings: list[str], low: float, high: float, column: str = "reward"
) -> list[Finding]:
    """Relative gains of DORAL over D-ALP on settings, for each A', and the claim's bounds."""
    return [
        Finding(
            f"{CELLS[setting]}, A′ = {accept}",
            RELATIVE.format("D-ALP"),
            gain(curves, setting, f"doral{suffix}", f"dalp{suffix}", column),
            low=low,
            high=high,
        )
        for setting in settings
        for accept, suffix in ACCEPT.items()
    ]


def regret_for_budget(curve: Curves) -> np.ndarray:
    """Regret against the optimum when it has spent as much, shape (seeds, checkpoints)."""
    trace = curve.specification["trace"]
    rate = trace["budget"] / trace["horizon"]
    # v(B/T), of which T times less the reward is the regret
    value = (curve.regret[:, -1:] + curve.columns["reward"][:, -1:]) / curve.rounds[-1]
    return curve.columns["spent"] * value / rate - curve.columns["reward"]
