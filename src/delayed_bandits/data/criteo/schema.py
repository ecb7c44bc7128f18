"""Schema of the Criteo attribution file: columns, cap on delays and published counts.

Columns and their order follow the README of the data (Diemert, Meynet, Galland,
Lefortier, "Attribution Modeling Increases Efficiency of Bidding in Display Advertising", AdKDD
2017, arXiv:1707.06409).
"""

import pyarrow as pa

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
    "users": 6_142_256,
    "converting_users": 327_860,
    "campaigns": 675,
    "user_campaign_pairs": 7_813_401,
    "clicks": 5_947_563,
    "conversion_rows": 806_196,
    "conversions": 438_730,
    "conversion_ids": 435_810,
    "conversion_ids_on_several_rows": 140_818,
    "conversion_ids_of_several_users": 2_910,
    "attributed_rows": 442_424,
    "attributed_conversion_ids": 236_331,
    "rows_without_earlier_click": 8_770_820,
    "last_timestamp": LAST_TIMESTAMP,
}
"""Counts of the full file in published analyses.

The README states 45,000 conversions; every analysis finds ten times as many. A conversion is one
(uid, conversion_id), since users share a few ids.
"""
