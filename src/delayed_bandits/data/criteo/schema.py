"""The Criteo attribution file: schema, published counts, contradictions in its rows.

Columns and their order follow its README (Diemert, Meynet, Galland and Lefortier, "Attribution
Modeling Increases Efficiency of Bidding in Display Advertising", AdKDD 2017, arXiv:1707.06409).
"""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

_NAMES = """
timestamp uid campaign conversion conversion_timestamp conversion_id attribution click click_pos
click_nb cost cpo time_since_last_click cat1 cat2 cat3 cat4 cat5 cat6 cat7 cat8 cat9
"""
COLUMNS: dict[str, pa.DataType] = {
    name: pa.float64() if name in ("cost", "cpo") else pa.int64() for name in _NAMES.split()
}

MISSING = -1  # the file's only mark of a missing value
CAP_SECONDS = 2_592_000  # conversions are recorded up to 30 days after the impression
LAST_TIMESTAMP = 2_671_199  # seconds from the first impression to the last one
LICENCE = "CC BY-NC-SA 4.0"

PUBLISHED: dict[str, int] = {
    "rows": 16_468_027,
    "clicks": 5_947_563,
    "conversion_rows": 806_196,
    "conversions": 438_730,
    "attributed_rows": 442_424,
    "rows_without_earlier_click": 8_770_820,
    "last_timestamp": LAST_TIMESTAMP,
}
"""Counts of the full file in published analyses.

The README states 45,000 conversions. Every analysis finds ten times this number. A conversion is
one (uid, conversion_id), because a few conversion ids occur with several users.
"""

LEFT_OUT = (
    "impression_without_time",
    "conversion_without_time",
    "conversion_without_id",
    "conversion_before_impression",
    "delay_above_cap",
)
"""Reasons to leave a row out: no plausible delay, or no id of its conversion."""

COUNTED_ONLY = (
    "conversion_without_click",
    "conversion_with_several_times",
    "conversion_data_without_conversion",
    "attribution_without_conversion",
    "flag_neither_0_nor_1",
    "impression_before_the_previous_row",
)
"""Contradictions that do not affect the delay. Rows with these are used as they are."""


def count_rows(rows: dict[str, np.ndarray], previous: int) -> dict[str, int]:
    """Count rows by kind. `previous` is the timestamp of the row before `rows`."""
    clicked, converted = rows["click"] == 1, rows["conversion"] == 1
    unconverted, attributed = rows["conversion"] == 0, rows["attribution"] == 1
    data = (rows["conversion_timestamp"] != MISSING) | (rows["conversion_id"] != MISSING)
    before = np.concatenate([[previous], rows["timestamp"][:-1]])
    flags = np.stack([rows[name] for name in ("conversion", "attribution", "click")])
    masks = {
        "clicks": clicked,
        "conversion_rows": converted,
        "attributed_rows": attributed,
        "rows_without_earlier_click": rows["time_since_last_click"] == MISSING,
        "conversion_data_without_conversion": unconverted & data,
        "attribution_without_conversion": attributed & ~converted,
        "flag_neither_0_nor_1": ((flags != 0) & (flags != 1)).any(axis=0),
        "impression_before_the_previous_row": rows["timestamp"] < before,
    }
    return {"rows": clicked.size, **{name: int(mask.sum()) for name, mask in masks.items()}}


def find_contradictions(rows: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return a mask of the contradictory rows for each reason."""
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


def count_conversions(rows: pa.Table) -> dict[str, int]:
    """Count conversions, and the rows of conversions with more than one time."""
    rows_with_id = rows.filter(pc.not_equal(rows["conversion_id"], MISSING))
    conversions = rows_with_id.group_by(["uid", "conversion_id"]).aggregate(
        [("conversion_timestamp", "min"), ("conversion_timestamp", "max"), ([], "count_all")]
    )
    first, last = (conversions[f"conversion_timestamp_{end}"] for end in ("min", "max"))
    several = conversions.filter(pc.not_equal(first, last))["count_all"]
    return {
        "conversions": conversions.num_rows,
        "conversion_with_several_times": sum(several.to_pylist()),
    }
