import hashlib
import logging
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from criteo_file import generate
from delayed_bandits.data.criteo import conversions as c
from delayed_bandits.data.criteo.reader import Conversions, read_conversions
from delayed_bandits.data.criteo.schema import CAP_SECONDS, PUBLISHED
from delayed_bandits.files.tables import read_footer, read_table
from test_criteo_reader import CONVERTED, PLAIN, write_rows

BUNDLED = Path(__file__).parents[1] / "data" / "criteo_delay_quantiles.csv"
ABOUT = {"cap_seconds": 2_592_000, "licence": "CC BY-NC-SA 4.0"}


def conversions_of(rows):
    """Rows are (uid, conversion_id, attribution, timestamp, conversion_timestamp)."""
    names = ["uid", "conversion_id", "attribution", "timestamp", "conversion_timestamp"]
    table = pa.table(dict(zip(names, np.array(rows, np.int64).T, strict=True)))
    delay = table["conversion_timestamp"].to_numpy() - table["timestamp"].to_numpy()
    return Conversions(table.append_column("delay", pa.array(delay)), {}, {}, {})


def oracle(rows, rule):
    rows = rows.assign(delay=rows["conversion_timestamp"] - rows["timestamp"])
    if rule == "attributed":
        rows = rows[rows["attribution"] == 1]
    elif rule != "all":
        order = rows.sort_values("timestamp", ascending=rule == "first")
        rows = order.drop_duplicates(["uid", "conversion_id"])
    return sorted(rows["delay"])


@pytest.mark.parametrize("rule", c.ATTRIBUTIONS)
@given(
    touches=st.lists(
        st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 1), st.integers(0, 50)),
        min_size=1,
    )
)
def test_attribution_rules_match_sorting_by_time(rule, touches):
    rows = [(*touch, 60 + 7 * touch[0] + touch[1]) for touch in touches]
    conversions = conversions_of(rows)
    found = c.delays(conversions, rule)["delay"].to_pylist()
    assert found == oracle(conversions.rows.to_pandas(), rule)


@pytest.fixture(scope="module", params=[1, 2])
def generated(request, tmp_path_factory):
    path = tmp_path_factory.mktemp("oracle") / "file.tsv.gz"
    generate(path, 40_000, request.param)
    return path


def test_counts_and_delays_match_pandas(generated):
    table = pd.read_csv(generated, sep="\t")
    rows = table[table["conversion"] == 1]
    found = read_conversions(generated)
    assert found.counts == {
        "rows": len(table),
        "clicks": table["click"].sum(),
        "conversion_rows": len(rows),
        "conversions": len(rows[["uid", "conversion_id"]].drop_duplicates()),
        "attributed_rows": table["attribution"].sum(),
        "rows_without_earlier_click": (table["time_since_last_click"] == -1).sum(),
        "last_timestamp": table["timestamp"].max(),
    }
    assert found.clicks_without_conversion == ((table.click == 1) & (table.conversion == 0)).sum()
    for rule in c.ATTRIBUTIONS:
        assert c.delays(found, rule)["delay"].to_pylist() == oracle(rows, rule)


def test_table_of_a_file_names_its_source(tmp_path, generated, caplog):
    caplog.set_level(logging.INFO)
    output = tmp_path / "delays.parquet"
    c.from_file(generated, "last", output, source="download")
    found = read_conversions(generated)
    assert read_table(output).equals(c.delays(found, "last"))
    n = found.counts["conversions"]
    footer = read_footer(output)
    assert f"{n:,}" in footer["label"]
    assert "NOT the full official file" in footer["label"]
    about = {
        "source": "download",
        "attribution": "last",
        "file": "file.tsv.gz",
        "counts": found.counts,
    }
    assert footer.items() >= (ABOUT | about).items()
    assert footer["sha256"] == hashlib.sha256(generated.read_bytes()).hexdigest()
    assert "published counts do not apply" in caplog.text
    c.from_file(generated, "last", tmp_path / "again.parquet", source="download")
    assert (tmp_path / "again.parquet").read_bytes() == output.read_bytes()


def test_full_file_is_compared_with_published_counts(tmp_path, monkeypatch, caplog):
    path = write_rows(tmp_path / "file.tsv", [PLAIN, CONVERTED, CONVERTED | {"uid": 3}])
    monkeypatch.setattr(c, "PUBLISHED", PUBLISHED | {"rows": 3, "conversions": 2, "clicks": 4})
    c.from_file(path, "all", tmp_path / "delays.parquet")
    published = read_footer(tmp_path / "delays.parquet")["published"]
    assert set(published) == set(PUBLISHED)
    assert published["conversions"] == [2, 2]
    assert published["clicks"] == [2, 4]
    warned = {line.split(": ")[1].split()[0] for line in caplog.messages}
    assert "clicks" in warned
    assert "conversions" not in warned


def test_bundled_table_names_its_source(tmp_path):
    output = tmp_path / "delays.parquet"
    c.from_bundled(BUNDLED, output)
    assert read_table(output).equals(c.bundled_delays(c.read_quantiles(BUNDLED)))
    footer = read_footer(output)
    assert "NOT the raw data" in footer["label"]
    clicks = round(1e5 * (5_947_563 - 806_196) / 806_196)
    about = {"source": "bundled", "kind": "quantiles", "clicks_without_conversion": clicks}
    assert footer.items() >= (ABOUT | about).items()


# P(delay in hundreds of seconds, rounded down, <= m), by m
ARRIVED = """
0 .0732 10 .1953 50 .2468 100 .2650 200 .2827 500 .3100 1000 .3687 2000 .4454 5000 .6017
10000 .7638 20000 .9473
"""


@pytest.fixture(scope="module")
def quantiles():
    return c.read_quantiles(BUNDLED)


@pytest.fixture(scope="module")
def bundled(quantiles):
    return c.bundled_delays(quantiles)["delay"].to_numpy()


def test_bundled_delays_match_the_published_shares(bundled):
    m, expected = np.array(ARRIVED.split(), float).reshape(-1, 2).T
    found = np.searchsorted(bundled // 100, m, side="right") / bundled.size
    assert found == pytest.approx(expected, abs=0.002)
    assert bundled.mean() / 86_400 == pytest.approx(6.62, rel=0.01)
    assert bundled.min() >= 1
    assert 2_591_000 < bundled.max() <= CAP_SECONDS
    assert (np.diff(bundled) >= 0).all()
