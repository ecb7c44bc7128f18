"""Counts of a Criteo file, under the names of the published ones."""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from delayed_bandits.data.criteo.schema import MISSING

SHARES = 8
"""Shares of the users, a power of two; counting one share at a time saves memory."""


def count_rows(rows: dict[str, np.ndarray]) -> dict[str, int]:
    """Compute the counts that need single rows only.

    Parameters
    ----------
    rows : dict of ndarray, shape (n,)
        Columns of rows of the file.
    """
    clicked, converted = rows["click"] == 1, rows["conversion"] == 1
    return {
        "rows": len(clicked),
        "clicks": int(clicked.sum()),
        "conversion_rows": int(converted.sum()),
        "attributed_rows": int((rows["attribution"] == 1).sum()),
        "rows_without_earlier_click": int((rows["time_since_last_click"] == MISSING).sum()),
        "clicks_without_conversion": int((clicked & (rows["conversion"] == 0)).sum()),
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


def group_conversions(rows: pa.Table) -> pa.Table:
    """Group the conversion rows with an id by (uid, conversion_id).

    Returns
    -------
    pa.Table
        One row per conversion: `uid, conversion_id, conversion_timestamp_min,
        conversion_timestamp_max, count_all`.
    """
    identified = rows.filter(pc.not_equal(rows["conversion_id"], MISSING))
    return identified.group_by(["uid", "conversion_id"]).aggregate(
        [("conversion_timestamp", "min"), ("conversion_timestamp", "max"), ([], "count_all")]
    )


def count_conversions(rows: pa.Table, by_conversion: pa.Table) -> dict[str, int]:
    """Count conversions, their ids and their users, in all rows and in `group_conversions`."""
    by_id = by_conversion.group_by("conversion_id").aggregate(
        [("count_all", "sum"), ([], "count_all")]
    )
    attributed = pc.and_(
        pc.equal(rows["attribution"], 1), pc.not_equal(rows["conversion_id"], MISSING)
    )
    attributed_ids = rows.filter(attributed)["conversion_id"]
    return {
        "converting_users": pc.count_distinct(rows["uid"]).as_py(),
        "conversions": by_conversion.num_rows,
        "conversion_ids": by_id.num_rows,
        "conversion_ids_on_several_rows": _above_one(by_id["count_all_sum"]),
        "conversion_ids_of_several_users": _above_one(by_id["count_all"]),
        "attributed_conversion_ids": pc.count_distinct(attributed_ids).as_py(),
    }


def _above_one(values: pa.ChunkedArray) -> int:
    return pc.sum(pc.greater(values, 1)).as_py() or 0
