"""The rows of a log of conversions that can be used."""

from dataclasses import dataclass, field, replace

import numpy as np


@dataclass(frozen=True)
class Log:
    """Clicks of arms, and when they converted; times are in whole seconds."""

    file: str
    sha256: str
    reading: str  # units, and renamed columns
    arms: list[str]  # the one with the most rows first
    arm: np.ndarray  # the arm of each row
    delay: np.ndarray  # -1 where no conversion was seen
    observed: np.ndarray  # how long each row was observed; -1 where the log does not say
    step: int = 1  # delays are whole multiples of it
    clicks_per_day: float | None = None  # if the log has the times of clicks
    left_out: dict[str, int] = field(default_factory=dict)  # rows that cannot be used, by reason
    lines: list[str] = field(default_factory=list)  # one for each of them: row, found, expected
    assumptions: list[str] = field(default_factory=list)

    @property
    def has_clicks(self) -> bool:
        """Tell whether the log has clicks without conversion."""
        return bool((self.delay < 0).any())


def with_largest_arms(log: Log, most: int) -> Log:
    """Order the arms by their rows, and pool all but the largest into one if they are too many."""
    sizes = np.bincount(log.arm, minlength=len(log.arms))
    order = sorted(np.flatnonzero(sizes).tolist(), key=lambda i: (-sizes[i], log.arms[i]))
    arms, assumptions = [log.arms[i] for i in order], log.assumptions
    if len(order) > most:
        rest = f"the other {len(order) - most + 1:,} arms"
        arms = [*arms[: most - 1], rest]
        assumptions = [*assumptions, f"All but the {most - 1} largest arms are taken together."]
    places = np.zeros(len(log.arms), np.int32)
    places[order] = np.minimum(np.arange(len(order)), most - 1)
    return replace(log, arms=arms, arm=places[log.arm], assumptions=assumptions)
