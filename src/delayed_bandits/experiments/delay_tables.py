"""Tables of observed delays: those of Criteo, and those of a log by arm."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa

from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments.delay_sources import provenance_of
from delayed_bandits.files.tables import column, open_table, values, write_table

if TYPE_CHECKING:  # it imports Numba, which needs the folder of kernels first
    from delayed_bandits.delays.base import LogDelays

POOLED = -1  # the number of the delays of all arms in the table of a log


class ObservedDelays(NamedTuple):
    """The observed delays that runs use: those of Criteo, of a log, or of both."""

    provenance: str | None  # source, attribution rule, digest of the file
    seconds: np.ndarray | None  # int64, sorted
    log_provenance: str | None = None
    log: "LogDelays | None" = None  # by the name and the rank of the arm; None: of all arms


def read_delays(path: Path | None, log: Path | None = None) -> ObservedDelays | None:
    """Return the delays in the tables of Criteo and of a log; None without tables."""
    criteo = None, None
    if path:
        table, footer = open_table(path)
        if not footer.keys() >= {"source", "attribution", "sha256"}:
            raise InputError(f"{path}: has no Criteo delays. Give criteo/delays.parquet.")
        rule = f"attribution {footer['attribution']}"
        provenance = provenance_of(footer["source"], rule, footer["sha256"])
        criteo = provenance, values(table["delay"])
    if log:
        return ObservedDelays(*criteo, *read_log_table(log))
    return ObservedDelays(*criteo) if path else None


def write_log_table(
    path: Path,
    distributions: Mapping[str | None, np.ndarray],
    provenance: str,
    footer: Mapping[str, Any],
) -> None:
    """Write a log's sorted delays by arm, largest arm first; key None has all arms."""
    arms = [name for name in distributions if name is not None]
    numbers = [POOLED if name is None else arms.index(name) for name in distributions]
    sizes = [delays.size for delays in distributions.values()]
    table = {
        "arm": column(np.repeat(np.array(numbers, np.int64), sizes)),
        "delay": column(np.concatenate(list(distributions.values()))),
    }
    write_table(path, pa.table(table), {**footer, "log": provenance, "arms": arms})


def read_log_table(path: Path) -> "tuple[str, LogDelays]":
    """Return a log's provenance and delays from a table that `write_log_table` wrote."""
    table, footer = open_table(path)
    if not footer.keys() >= {"log", "arms"}:
        raise InputError(f"{path}: has no delays of a log. Give log/delays.parquet.")
    arm, delay = values(table["arm"]), values(table["delay"])
    delays: dict[str | int | None, np.ndarray] = {None: delay[arm == POOLED]}
    for number, name in enumerate(footer["arms"]):
        delays[name] = delays[number + 1] = delay[arm == number]
    return footer["log"], delays
