"""Coordinates of the settings of Pike-Burke et al. 2018."""

from collections.abc import Mapping
from typing import Any

from delayed_bandits.delays.laws import law_from


def mean_delay(trace: Mapping[str, Any]) -> float:
    """Compute the mean delay that algorithms know; for half-normal delays, an upper bound."""
    delay = trace["delay"]
    return delay["scale"] if delay["law"] == "half_normal" else law_from(delay).mean
