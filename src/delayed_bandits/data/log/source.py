"""Sources of a log: a table of clicks, or a Criteo file by campaign."""

from collections.abc import Mapping
from pathlib import Path

from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.log.campaigns import read_campaigns
from delayed_bandits.data.log.reader import Log, read_log
from delayed_bandits.experiments.delay_sources import CAMPAIGN, check_reading

LARGEST = 10


def open_log(
    path: Path,
    unit: str,
    renamed: Mapping[str, str],
    arms: str | None,
    largest: int | None,
    no_conversion: float | None = None,
) -> Log:
    """Read a log; with arms "campaign", a Criteo file by its largest campaigns (or `LARGEST`).

    Raises
    ------
    InputError
        If it cannot be used, or another kind of log has such options.
    """
    check_reading(unit, renamed, arms, largest, no_conversion)
    if arms is None:
        return read_log(path, unit, renamed, no_conversion)
    if arms != CAMPAIGN:
        raise InputError(f"arms is {arms!r}; expected {CAMPAIGN!r}, of a Criteo file")
    return read_campaigns(path, LARGEST if largest is None else largest)
