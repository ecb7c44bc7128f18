"""Coordinates of the settings of Pike-Burke et al. 2018."""

from collections.abc import Mapping
from typing import Any

from delayed_bandits.delays.laws import law_from

DELAY_WORDS = {
    "uniform": "uniform delays",
    "two_point": "delays 0 or the bound",
    "constant": "constant delay",
    "poisson": "Poisson delays",
    "half_normal": "half-normal delays",
    "exponential": "exponential delays",
}


def mean_delay(trace: Mapping[str, Any]) -> float:
    """Compute the mean delay that algorithms know; for half-normal delays, an upper bound."""
    delay = trace["delay"]
    return delay["scale"] if delay["law"] == "half_normal" else law_from(delay).mean


def case_of(trace: Mapping[str, Any]) -> str:
    """Describe a setting in words: the law of the delays, and what is not as in Section 5."""
    delay, means = trace["delay"], trace["means"]
    if delay["law"] == "criteo":
        seconds = 1 / delay["scale"]
        unit = f"{seconds:.0f} seconds" if seconds < 3600 else f"{seconds / 3600:.0f} hours"
        words = f"Criteo delays, a round in {unit}"
    else:
        words = f"{DELAY_WORDS[delay['law']]}, mean {mean_delay(trace):,g}"
    if delay["law"] == "two_point":
        words += f", bound {delay['high']:,}"
    gap = round(max(means) - min(means), 9)
    if gap != 0.1:
        words += f", gap {gap:g}"
    if len(means) > 2:
        words += f", {len(means)} arms"
    if means[0] == max(means):
        words += ", better arm first"
    return words
