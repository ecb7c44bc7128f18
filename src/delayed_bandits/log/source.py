"""Sources of a log: a table of clicks, or a Criteo file by campaign."""

from collections.abc import Mapping
from pathlib import Path

from delayed_bandits.checks.errors import InputError
from delayed_bandits.criteo.campaigns import read_campaigns
from delayed_bandits.log.reader import Log, read_log
from delayed_bandits.plan.observed import CAMPAIGN


def open_log(
    path: Path, unit: str, renamed: Mapping[str, str], arms: str | None, largest: int
) -> Log:
    """Read a log; with arms "campaign", a Criteo file by its largest campaigns.

    Raises
    ------
    InputError
        If it cannot be used.
    """
    if arms is None:
        return read_log(path, unit, renamed)
    if arms != CAMPAIGN:
        raise InputError(f"arms is {arms!r}; expected {CAMPAIGN!r}, of a Criteo file")
    return read_campaigns(path, largest)
