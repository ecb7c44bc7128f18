"""Comparisons of DORAL and D-ALP in claims of Liu and Maghsudi 2024."""

from delayed_bandits.analysis.claims import Finding
from delayed_bandits.analysis.curves import AllCurves
from delayed_bandits.papers.liu2024.shared import ACCEPT, CELLS, gain

OF_THE_PAPER = ["fig1a", "fig1b", "fig2a", "fig2b"]
SIMILAR = ["fig1a", "fig1b"]
NEAR = 0.01
"""Rewards with a smaller relative difference overlap in a figure."""

RELATIVE = "reward of DORAL over that of {}, minus 1"


def doral_against_dalp(
    curves: AllCurves, settings: list[str], low: float, high: float, column: str = "reward"
) -> list[Finding]:
    """Estimate the relative gain of DORAL over D-ALP on each setting and for each A'."""
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
