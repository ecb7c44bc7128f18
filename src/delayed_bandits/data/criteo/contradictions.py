"""Contradictory rows of the Criteo file, counted by reason."""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from delayed_bandits.data.criteo.schema import CAP_SECONDS, MISSING

LEFT_OUT = (
    "impression_without_time",
    "conversion_without_time",
    "conversion_without_id",
    "conversion_before_impression",
    "delay_above_cap",
)
"""Reasons to leave a row out: it has no delay, or (without id) belongs to no known conversion."""

COUNTED_ONLY = (
    "conversion_without_click",
    "conversion_with_several_times",
    "conversion_data_without_conversion",
    "attribution_without_conversion",
    "flag_neither_0_nor_1",
    "impression_before_the_previous_row",
)
"""Reasons that do not affect the delay: the rows are used as they are."""


def count_in_rows(rows: dict[str, np.ndarray], previous: int) -> dict[str, int]:
    """Count the contradictions of rows of any kind, by reason.

    Parameters
    ----------
    rows : dict of ndarray, shape (n,)
        Columns of consecutive rows of the file, n >= 1.
    previous : int
        The timestamp of the row before them.
    """
    converted = rows["conversion"] == 1
    flags = np.stack([rows[name] for name in ("conversion", "attribution", "click")])
    before = np.concatenate([[previous], rows["timestamp"][:-1]])
    data = (rows["conversion_timestamp"] != MISSING) | (rows["conversion_id"] != MISSING)
    masks = {
        "conversion_data_without_conversion": (rows["conversion"] == 0) & data,
        "attribution_without_conversion": (rows["attribution"] == 1) & ~converted,
        "flag_neither_0_nor_1": ((flags != 0) & (flags != 1)).any(axis=0),
        "impression_before_the_previous_row": rows["timestamp"] < before,
    }
    return {reason: int(mask.sum()) for reason, mask in masks.items()}


def find_in_conversions(rows: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Find the contradictions within single conversion rows.

    Parameters
    ----------
    rows : dict of ndarray, shape (n,)
        Columns of the rows with conversion = 1.

    Returns
    -------
    dict of ndarray of bool, shape (n,)
        The rows that each reason applies to.
    """
    shown = rows["timestamp"] >= 0
    timed = rows["conversion_timestamp"] >= 0
    delay = rows["conversion_timestamp"] - rows["timestamp"]
    return {
        "impression_without_time": ~shown,
        "conversion_without_time": ~timed,
        "conversion_without_id": rows["conversion_id"] == MISSING,
        "conversion_before_impression": shown & timed & (delay < 0),
        "delay_above_cap": shown & timed & (delay > CAP_SECONDS),
        "conversion_without_click": rows["click"] != 1,
    }


def count_several_times(by_conversion: pa.Table) -> int:
    """Count the rows of conversions with more than one time, from `group_conversions`."""
    differ = pc.not_equal(
        by_conversion["conversion_timestamp_min"], by_conversion["conversion_timestamp_max"]
    )
    return pc.sum(by_conversion.filter(differ)["count_all"]).as_py() or 0
