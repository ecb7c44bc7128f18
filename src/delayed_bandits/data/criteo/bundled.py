"""Bundled quantiles of the Criteo delays, used when the full file is not available."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa

from delayed_bandits.checks.errors import InputError

COLUMNS = ["probability", "log10_seconds"]


@dataclass(frozen=True)
class Quantiles:
    """Quantiles of log10(delay in seconds).

    Attributes
    ----------
    probability : ndarray of float, shape (k,)
        From 0 to 1, strictly increasing.
    log10_seconds : ndarray of float, shape (k,)
        The quantile at each probability, not decreasing.
    """

    probability: np.ndarray
    log10_seconds: np.ndarray

    def delay(self, probability: np.ndarray) -> np.ndarray:
        """Interpolate log10(delay); return whole seconds (int64, rounded down)."""
        exponent = np.interp(probability, self.probability, self.log10_seconds)
        return np.floor(10.0**exponent).astype(np.int64)


def read_quantiles(path: Path) -> Quantiles:
    """Read a CSV file of quantiles: `probability,log10_seconds`, comment lines start with #.

    Raises
    ------
    InputError
        If the file is missing, has other columns, or its columns do not increase.
    """
    path = Path(path)
    try:
        table = pd.read_csv(path, comment="#", dtype=float)
    except (OSError, ValueError) as error:
        reason = str(error).splitlines()[0]
        raise InputError(f"{path}: expected a table of quantiles; {reason}") from error
    if list(table.columns) != COLUMNS:
        raise InputError(f"{path}: columns are {list(table.columns)}; expected {COLUMNS}")
    if len(table) < 2:
        raise InputError(f"{path}: {len(table)} rows; expected at least probability 0 and 1")
    probability, log10_seconds = (table[name].to_numpy() for name in COLUMNS)
    if not (np.diff(probability) > 0).all() or list(probability[[0, -1]]) != [0, 1]:
        raise InputError(f"{path}: column probability must increase from 0 to 1 in every row")
    if not (np.diff(log10_seconds) >= 0).all():
        raise InputError(f"{path}: column log10_seconds decreases or has a gap; it must increase")
    return Quantiles(probability, log10_seconds)


def bundled_delays(quantiles: Quantiles, n: int = 100_000) -> pa.Table:
    """Tabulate the delays at `n` equally spaced probabilities, (i + 1/2) / n.

    Returns
    -------
    pa.Table
        One int64 column `delay` (seconds, ascending), `n` rows.
    """
    return pa.table({"delay": quantiles.delay((np.arange(n) + 0.5) / n)})
