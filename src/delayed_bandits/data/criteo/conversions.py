"""Tables of delays from a Criteo file or from the bundled quantiles."""

import logging
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.criteo.reader import Conversions, read_conversions
from delayed_bandits.data.criteo.schema import CAP_SECONDS, LICENCE, PUBLISHED
from delayed_bandits.files.digests import digest_of
from delayed_bandits.files.tables import write_table

logger = logging.getLogger(__name__)

ATTRIBUTIONS = {
    "all": "every touch of every conversion",
    "last": "the last touch of every conversion",
    "first": "the first touch of every conversion",
    "attributed": "every touch that was attributed to Criteo",
}

Quantiles = tuple[np.ndarray, np.ndarray]
"""Probabilities from 0 to 1 in ascending order, and log10 of the delay in seconds at each."""


def read_quantiles(path: Path) -> Quantiles:
    """Return the columns `probability` and `log10_seconds` of a CSV file."""
    probability, log10_seconds = pd.read_csv(path, comment="#", dtype=float).to_numpy().T
    return probability, log10_seconds


def interpolated(probability: np.ndarray, quantiles: Quantiles) -> np.ndarray:
    """Interpolate quantiles: return the delay in seconds (int64) at each probability."""
    return np.floor(10.0 ** np.interp(probability, *quantiles)).astype(np.int64)


def bundled_delays(quantiles: Quantiles, n: int = 100_000) -> pa.Table:
    """Return a table of `n` delays in seconds: the quantiles at (i + 1/2) / n, i < n."""
    return pa.table({"delay": interpolated((np.arange(n) + 0.5) / n, quantiles)})


def delays(conversions: Conversions, attribution: str) -> pa.Table:
    """Return the delays of the touches that count, as a sorted column `delay` in seconds.

    `attribution` is a key of `ATTRIBUTIONS`. Touches of one conversion have the same (uid,
    conversion_id). A delay starts at the impression, because the file has no click times.
    """
    rows = conversions.rows
    if attribution == "all":
        chosen = rows["delay"]
    elif attribution == "attributed":
        chosen = rows.filter(pc.equal(rows["attribution"], 1))["delay"]
    else:
        pick = "min" if attribution == "last" else "max"
        groups = rows.group_by(["uid", "conversion_id"]).aggregate([("delay", pick)])
        chosen = groups[f"delay_{pick}"]
    return pa.table({"delay": np.sort(chosen.to_numpy())})


def from_file(path: Path, attribution: str, output: Path, source: str = "local") -> None:
    """Write a table of a Criteo file's delays under an attribution rule."""
    conversions = read_conversions(path)
    table = delays(conversions, attribution)
    if not table.num_rows:
        raise InputError(f"{path}: no touch counts under attribution {attribution}. Try all.")
    rows = conversions.counts["rows"]
    published = _against_published(path, conversions.counts)
    official = published is not None and all(found == known for found, known in published.values())
    kind = "the full" if official else "of the form of the Criteo attribution file but NOT the full"
    label = (
        f"{table.num_rows:,} delays, {ATTRIBUTIONS[attribution]}, read from {path.name} ({rows:,} "
        f"rows), {kind} official file"
    )
    about = {"source": source, "label": label, "kind": "observations", "attribution": attribution}
    clicks, counts = conversions.clicks_without_conversion, conversions.counts
    found = {"clicks_without_conversion": clicks, "counts": counts, "published": published}
    _write(output, table, path, **about, **found, contradictions=conversions.contradictions)


def from_bundled(quantiles_csv: Path, output: Path) -> None:
    """Write a table of the bundled delays, with the number of unconverted clicks."""
    converted = PUBLISHED["conversion_rows"]
    unconverted = PUBLISHED["clicks"] - converted
    quantiles = read_quantiles(quantiles_csv)
    table = bundled_delays(quantiles)
    label = (
        f"{table.num_rows:,} equally spaced quantiles, interpolated from "
        f"{len(quantiles[0])} bundled quantiles of a smoothed density of the Criteo "
        "attribution delays; NOT the raw data"
    )
    about = {"source": "bundled", "label": label, "kind": "quantiles", "attribution": "all"}
    clicks = round(table.num_rows * unconverted / converted)
    unknown = dict.fromkeys(("counts", "published", "contradictions"))
    _write(output, table, quantiles_csv, **about, clicks_without_conversion=clicks, **unknown)


def _write(output: Path, table: pa.Table, path: Path, **about: Any) -> None:
    """Write a table of delays, with a footer that describes the table and its source."""
    digest = digest_of(path)
    source = {"file": path.name, "sha256": digest, "cap_seconds": CAP_SECONDS, "licence": LICENCE}
    write_table(output, table, about | source)


def _against_published(path: Path, counts: dict[str, int]) -> dict[str, list[int]] | None:
    """Return {count: [found, published]}, or None if the number of rows differs."""
    if counts["rows"] != PUBLISHED["rows"]:
        text = "%s: the file has %d rows, so the published counts do not apply"
        logger.info(text, path, counts["rows"])
        return None
    for name, known in PUBLISHED.items():
        if counts[name] != known:
            logger.warning("%s: %s: %d found, %d published", path, name, counts[name], known)
    return {name: [counts[name], known] for name, known in PUBLISHED.items()}
