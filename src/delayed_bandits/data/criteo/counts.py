"""Counts of a Criteo file, under the names of the published ones, and of its contradictions."""

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

SHARES = 8  # shares of the users, a power of two; counting one share at a time saves memory


def count_rows(rows: dict[str, np.ndarray], previous: int) -> dict[str, int]:
    """Count what single rows show: published counts, and contradictions.

    `rows` has columns of consecutive rows, and `previous` is the timestamp of the row before them.
    """
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
    """Find the conversion rows that each reason applies to, as masks."""
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


def count_people(people: pa.Table) -> dict[str, int]:
    """Count users, campaigns and their pairs in the columns `uid, campaign` of all rows."""
    users = pairs = 0
    for share in range(SHARES):
        in_share = pc.equal(pc.bit_wise_and(people["uid"], SHARES - 1), share)
        found = people.filter(in_share).group_by(["uid", "campaign"]).aggregate([])
        users += pc.count_distinct(found["uid"]).as_py()
        pairs += found.num_rows
    campaigns = pc.count_distinct(people["campaign"]).as_py()
    return {"users": users, "campaigns": campaigns, "user_campaign_pairs": pairs}


def count_conversions(rows: pa.Table) -> dict[str, int]:
    """Count conversions, their ids, users and contradictory times in the conversion rows."""
    rows_with_id = rows.filter(pc.not_equal(rows["conversion_id"], MISSING))
    by_conversion = rows_with_id.group_by(["uid", "conversion_id"]).aggregate(
        [("conversion_timestamp", "min"), ("conversion_timestamp", "max"), ([], "count_all")]
    )
    first, last = (by_conversion[f"conversion_timestamp_{end}"] for end in ("min", "max"))
    by_id = by_conversion.group_by("conversion_id").aggregate(
        [("count_all", "sum"), ([], "count_all")]
    )
    attributed = rows_with_id.filter(pc.equal(rows_with_id["attribution"], 1))
    counts = {
        "converting_users": pc.count_distinct(rows["uid"]),
        "conversion_ids_on_several_rows": pc.sum(pc.greater(by_id["count_all_sum"], 1)),
        "conversion_ids_of_several_users": pc.sum(pc.greater(by_id["count_all"], 1)),
        "attributed_conversion_ids": pc.count_distinct(attributed["conversion_id"]),
        "conversion_with_several_times": pc.sum(
            by_conversion.filter(pc.not_equal(first, last))["count_all"]
        ),
    }
    return {
        "conversions": by_conversion.num_rows,
        "conversion_ids": by_id.num_rows,
        **{name: count.as_py() or 0 for name, count in counts.items()},
    }
