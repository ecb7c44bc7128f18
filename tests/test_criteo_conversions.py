"""Touch rules and the tables of delays."""

import hashlib
import logging
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from criteo_file import generate
from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.criteo import conversions as module
from delayed_bandits.data.criteo.conversions import (
    TOUCHES,
    bundled_delays,
    delays,
    from_bundled,
    from_file,
    read_quantiles,
)
from delayed_bandits.data.criteo.reader import Conversions, read_conversions
from delayed_bandits.data.criteo.schema import PUBLISHED
from delayed_bandits.files.tables import read_footer, read_table
from test_criteo_reader import CONVERTED, PLAIN, write_rows

BUNDLED = Path(__file__).parents[1] / "data" / "criteo_delay_quantiles.csv"


def conversions_of(rows):
    """Rows are (uid, conversion_id, attribution, timestamp, conversion_timestamp)."""
    names = ["uid", "conversion_id", "attribution", "timestamp", "conversion_timestamp"]
    table = pa.table(dict(zip(names, np.array(rows, np.int64).T, strict=True)))
    delay = table["conversion_timestamp"].to_numpy() - table["timestamp"].to_numpy()
    return Conversions(table.append_column("delay", pa.array(delay)), {}, {}, {})


def oracle(rows, touch):
    rows = rows.assign(delay=rows["conversion_timestamp"] - rows["timestamp"])
    if touch == "attributed":
        rows = rows[rows["attribution"] == 1]
    elif touch != "all":
        order = rows.sort_values("timestamp", ascending=touch == "first")
        rows = order.drop_duplicates(["uid", "conversion_id"])
    return sorted(rows["delay"])


@pytest.mark.parametrize("touch", TOUCHES)
@given(
    touches=st.lists(
        st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 1), st.integers(0, 50)),
        min_size=1,
    )
)
def test_touch_rules_against_sorting_by_time(touch, touches):
    rows = [(*touch, 60 + 7 * touch[0] + touch[1]) for touch in touches]
    conversions = conversions_of(rows)
    assert delays(conversions, touch)["delay"].to_pylist() == oracle(
        conversions.rows.to_pandas(), touch
    )


@pytest.fixture(scope="module", params=[1, 2])
def generated(request, tmp_path_factory):
    path = tmp_path_factory.mktemp("oracle") / "file.tsv.gz"
    generate(path, 40_000, request.param)
    return path


def test_counts_and_delays_against_pandas(generated):
    table = pd.read_csv(generated, sep="\t")
    rows = table[table["conversion"] == 1]
    found = read_conversions(generated)
    ids = rows.groupby("conversion_id")
    assert found.counts == {
        "rows": len(table),
        "users": table["uid"].nunique(),
        "converting_users": rows["uid"].nunique(),
        "campaigns": table["campaign"].nunique(),
        "user_campaign_pairs": len(table[["uid", "campaign"]].drop_duplicates()),
        "clicks": table["click"].sum(),
        "conversion_rows": len(rows),
        "conversions": len(rows[["uid", "conversion_id"]].drop_duplicates()),
        "conversion_ids": len(ids),
        "conversion_ids_on_several_rows": (ids.size() > 1).sum(),
        "conversion_ids_of_several_users": (ids["uid"].nunique() > 1).sum(),
        "attributed_rows": table["attribution"].sum(),
        "attributed_conversion_ids": rows.loc[rows["attribution"] == 1, "conversion_id"].nunique(),
        "rows_without_earlier_click": (table["time_since_last_click"] == -1).sum(),
        "last_timestamp": table["timestamp"].max(),
    }
    assert found.clicks_without_conversion == ((table.click == 1) & (table.conversion == 0)).sum()
    for touch in TOUCHES:
        assert delays(found, touch)["delay"].to_pylist() == oracle(rows, touch)


def test_unknown_rule_is_refused_before_the_file_is_read(tmp_path):
    with pytest.raises(InputError, match="touch is 'middle'"):
        from_file(tmp_path / "missing.tsv", "middle", tmp_path / "delays.parquet")


def test_table_of_a_file(tmp_path, generated, caplog):
    caplog.set_level(logging.INFO)
    output = tmp_path / "delays.parquet"
    from_file(generated, "last", output, source="download")
    found = read_conversions(generated)
    assert read_table(output).equals(delays(found, "last"))
    n = found.counts["conversions"]
    assert read_footer(output) == {
        "source": "download",
        "label": f"{n:,} delays, the last touch of every conversion, read from file.tsv.gz "
        "(40,000 rows), of the form of the Criteo attribution file but NOT the full official file",
        "kind": "observations",
        "file": "file.tsv.gz",
        "sha256": hashlib.sha256(generated.read_bytes()).hexdigest(),
        "touch": "last",
        "cap_seconds": 2_592_000,
        "licence": "CC BY-NC-SA 4.0",
        "clicks_without_conversion": found.clicks_without_conversion,
        "counts": found.counts,
        "published": None,
        "contradictions": found.contradictions,
    }
    assert "the published counts do not apply, the file has 40000 rows" in caplog.text
    from_file(generated, "last", tmp_path / "again.parquet", source="download")
    assert (tmp_path / "again.parquet").read_bytes() == output.read_bytes()


def test_published_counts_are_held_against_the_full_file(tmp_path, monkeypatch, caplog):
    path = write_rows(tmp_path / "file.tsv", [PLAIN, CONVERTED, CONVERTED | {"uid": 3}])
    monkeypatch.setattr(module, "PUBLISHED", PUBLISHED | {"rows": 3, "users": 2, "clicks": 4})
    from_file(path, "all", tmp_path / "delays.parquet")
    published = read_footer(tmp_path / "delays.parquet")["published"]
    assert set(published) == set(PUBLISHED)
    assert published["users"] == [2, 2]
    assert published["clicks"] == [2, 4]
    assert f"{path}: clicks is 2; published is 4" in caplog.messages
    assert not [message for message in caplog.messages if f"{path}: users" in message]


@pytest.mark.parametrize(
    ("rows", "touch"), [([PLAIN], "all"), ([CONVERTED], "attributed"), ([PLAIN], "first")]
)
def test_no_delay_at_all_is_refused(tmp_path, rows, touch):
    path = write_rows(tmp_path / "file.tsv", rows)
    message = f"{path}: no delay under the rule '{touch}'; expected at least one"
    with pytest.raises(InputError, match=re.escape(message)):
        from_file(path, touch, tmp_path / "delays.parquet")
    assert not (tmp_path / "delays.parquet").exists()


def test_table_of_the_bundled_quantiles(tmp_path):
    output = tmp_path / "delays.parquet"
    from_bundled(BUNDLED, output)
    assert read_table(output).equals(bundled_delays(read_quantiles(BUNDLED)))
    footer = read_footer(output)
    assert footer["source"] == "bundled"
    assert footer["kind"] == "quantiles"
    assert footer["label"].startswith("100,000 equally spaced quantiles")
    assert footer["label"].endswith("NOT the raw data")
    assert footer["file"] == BUNDLED.name
    assert footer["sha256"] == hashlib.sha256(BUNDLED.read_bytes()).hexdigest()
    assert footer["clicks_without_conversion"] == round(1e5 * (5_947_563 - 806_196) / 806_196)
    assert [footer[key] for key in ("counts", "published", "contradictions")] == [None] * 3
