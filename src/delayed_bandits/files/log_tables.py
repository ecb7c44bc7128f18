"""Tables of the delays of a log, by arm."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.tables import column, open_table, values, write_table

POOLED = -1
"""The number of all arms together in the table."""


def write_log_table(
    path: Path, laws: Mapping[str | None, np.ndarray], origin: str, footer: Mapping[str, Any]
) -> None:
    """Write the sorted delays of each arm, and of all arms as None.

    `origin` says what they were made of; it stands in the footers of runs that use them.
    """
    arms = [name for name in laws if name is not None]
    numbers = [POOLED if name is None else arms.index(name) for name in laws]
    sizes = [delays.size for delays in laws.values()]
    table = {
        "arm": column(np.repeat(np.array(numbers, np.int64), sizes)),
        "delay": column(np.concatenate(list(laws.values()))),
    }
    write_table(path, pa.table(table), {**footer, "log": origin, "arms": arms})


def read_log_table(path: Path) -> tuple[str, dict[str | None, np.ndarray]]:
    """Read the origin of a table of `write_log_table`, and its delays.

    Raises
    ------
    InputError
        If the file is damaged, or is not such a table.
    """
    table, footer = open_table(path)
    origin = origin_of_log(path, footer)
    arm, delay = values(table["arm"]), values(table["delay"])
    names = {POOLED: None, **dict(enumerate(footer["arms"]))}
    return origin, {name: delay[arm == number] for number, name in names.items()}


def origin_of_log(path: Path, footer: Mapping[str, Any]) -> str:
    """Give the origin in the footer of a table of `write_log_table`.

    Raises
    ------
    InputError
        If the footer is not of such a table.
    """
    if not footer.keys() >= {"log", "arms"}:
        raise InputError(f"{path}: no delays of a log found; expected log/delays.parquet")
    return footer["log"]
