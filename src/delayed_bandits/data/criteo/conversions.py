"""Tables of delays, from a Criteo file or from the bundled quantiles."""

import logging
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.criteo.bundled import bundled_delays, read_quantiles
from delayed_bandits.data.criteo.reader import Conversions, read_conversions
from delayed_bandits.data.criteo.schema import CAP_SECONDS, LICENCE, PUBLISHED
from delayed_bandits.files.parquet import digest_of
from delayed_bandits.files.tables import write_table

logger = logging.getLogger(__name__)

TOUCHES = {
    "all": "every touch of every conversion",
    "last": "the last touch of every conversion",
    "first": "the first touch of every conversion",
    "attributed": "every touch that was attributed to Criteo",
}


def delays(conversions: Conversions, touch: str) -> pa.Table:
    """Select delays by a touch rule.

    A conversion is one (uid, conversion_id), since users share a few ids. Its touches are its
    rows. The file has no time of the click, so a delay starts at the impression.

    Parameters
    ----------
    conversions : Conversions
    touch : {"all", "last", "first", "attributed"}
        All rows; the row of each conversion with the shortest delay, or with the longest; the
        rows with attribution = 1.

    Returns
    -------
    pa.Table
        One int64 column `delay` (seconds, ascending).
    """
    rows = conversions.rows
    if touch == "all":
        chosen = rows["delay"]
    elif touch == "attributed":
        chosen = rows.filter(pc.equal(rows["attribution"], 1))["delay"]
    else:
        pick = "min" if touch == "last" else "max"
        groups = rows.group_by(["uid", "conversion_id"]).aggregate([("delay", pick)])
        chosen = groups[f"delay_{pick}"]
    return pa.table({"delay": np.sort(chosen.to_numpy())})


def from_file(
    path: Path,
    touch: str,
    output: Path,
    source: Literal["local", "download", "huggingface"] = "local",
) -> None:
    """Write the table of delays of a Criteo file.

    Parameters
    ----------
    path : Path
        The file, as for `read_conversions`.
    touch : str
        The touch rule, see `delays`.
    output : Path
        The Parquet file to write; its footer states the origin of the delays.
    source : {"local", "download", "huggingface"}
        How the file was obtained; recorded in the footer.

    Raises
    ------
    InputError
        If the file cannot be used, or has no delay under this rule.
    """
    if touch not in TOUCHES:
        raise InputError(f"touch is {touch!r}; expected one of: {', '.join(TOUCHES)}")
    path = Path(path)
    conversions = read_conversions(path)
    table = delays(conversions, touch)
    if not table.num_rows:
        raise InputError(f"{path}: no delay under the rule '{touch}'; expected at least one")
    rows = conversions.counts["rows"]
    published = _against_published(path, conversions.counts)
    official = published is not None and all(found == known for found, known in published.values())
    kind = "the full" if official else "of the form of the Criteo attribution file but NOT the full"
    label = (
        f"{table.num_rows:,} delays, {TOUCHES[touch]}, read from {path.name} ({rows:,} rows), "
        f"{kind} official file"
    )
    about = {
        "source": source,
        "label": label,
        "kind": "observations",
        "touch": touch,
        "clicks_without_conversion": conversions.clicks_without_conversion,
        "counts": conversions.counts,
        "published": published,
        "contradictions": conversions.contradictions,
    }
    write_table(output, table, about | _about_file(path))


def from_bundled(quantiles_csv: Path, output: Path) -> None:
    """Write the table of delays of the bundled quantiles, with a label that says so.

    The number of clicks without conversion is scaled from the full file.

    Raises
    ------
    InputError
        If the table of quantiles cannot be read.
    """
    quantiles_csv = Path(quantiles_csv)
    converted = PUBLISHED["conversion_rows"]
    unconverted = PUBLISHED["clicks"] - converted
    quantiles = read_quantiles(quantiles_csv)
    table = bundled_delays(quantiles)
    label = (
        f"{table.num_rows:,} equally spaced quantiles, interpolated from "
        f"{len(quantiles.probability)} bundled quantiles of a smoothed density of the Criteo "
        "attribution delays; NOT the raw data"
    )
    about = {
        "source": "bundled",
        "label": label,
        "kind": "quantiles",
        "touch": "all",
        "clicks_without_conversion": round(table.num_rows * unconverted / converted),
        "counts": None,
        "published": None,
        "contradictions": None,
    }
    write_table(output, table, about | _about_file(quantiles_csv))


def _about_file(path: Path) -> dict[str, Any]:
    return {
        "file": path.name,
        "sha256": digest_of(path),
        "cap_seconds": CAP_SECONDS,
        "licence": LICENCE,
    }


def _against_published(path: Path, counts: dict[str, int]) -> dict[str, list[int]] | None:
    if counts["rows"] != PUBLISHED["rows"]:
        logger.info(
            "%s: the published counts do not apply, the file has %d rows", path, counts["rows"]
        )
        return None
    for name, expected in PUBLISHED.items():
        if counts[name] != expected:
            logger.warning("%s: %s is %d; published is %d", path, name, counts[name], expected)
    return {name: [counts[name], expected] for name, expected in PUBLISHED.items()}
