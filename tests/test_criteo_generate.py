"""The generator: a file that looks like the real one and has the delays that were asked for."""

import gzip
import hashlib
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.criteo import generate as module
from delayed_bandits.data.criteo.bundled import read_quantiles
from delayed_bandits.data.criteo.conversions import TOUCHES, delays
from delayed_bandits.data.criteo.generate import generate
from delayed_bandits.data.criteo.reader import read_conversions
from delayed_bandits.data.criteo.schema import COLUMNS, LAST_TIMESTAMP, PUBLISHED
from delayed_bandits.data.criteo.unpacking import MEMBER

BUNDLED = Path(__file__).parents[1] / "data" / "criteo_delay_quantiles.csv"
ROWS = 300_000


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("generated") / "big.tsv"
    generate(path, ROWS, seed=3, quantiles=BUNDLED)
    return path


@pytest.fixture(scope="module")
def table(path):
    return pd.read_csv(path, sep="\t")


@pytest.fixture(scope="module")
def found(path):
    return read_conversions(path)


def test_delays_follow_the_bundled_law(found):
    delay = np.sort(found.rows["delay"].to_numpy())
    n = len(delay)
    seconds, law = np.unique(
        read_quantiles(BUNDLED).delay(np.linspace(0, 1, 400_001)), return_counts=True
    )
    cdf = np.cumsum(law) / law.sum()
    empirical = np.searchsorted(delay, seconds, side="right") / n
    assert np.abs(empirical - cdf).max() < 1.95 / np.sqrt(n)  # one in a thousand


def test_delay_does_not_depend_on_the_other_touches(found):
    rows = found.rows.to_pandas()
    medians = rows.groupby(rows["click_nb"].clip(upper=3))["delay"].median()
    assert medians.max() / medians.min() < 1.15


def test_marginals_are_those_of_the_real_file(found, table):
    for name in (
        "users",
        "converting_users",
        "clicks",
        "conversions",
        "conversion_ids",
        "conversion_ids_on_several_rows",
        "attributed_rows",
        "rows_without_earlier_click",
        "user_campaign_pairs",
    ):
        expected = PUBLISHED[name] / PUBLISHED["rows"]
        assert found.counts[name] / ROWS == pytest.approx(expected, rel=0.05), name
    assert found.counts["conversion_rows"] == round(ROWS * module.CONVERSION_ROWS)
    assert found.counts["campaigns"] == PUBLISHED["campaigns"]
    shared = found.counts["conversion_ids_of_several_users"] / found.counts["conversion_ids"]
    assert 0.004 < shared < 0.009
    assert table["timestamp"].iloc[0] < 60
    assert LAST_TIMESTAMP - 60 < table["timestamp"].iloc[-1] <= LAST_TIMESTAMP
    by_day = np.bincount(table["timestamp"] // 86_400)[:-1]
    assert by_day.min() / by_day.max() > 0.9


def test_conversions_hold_together(table):
    rows = table[table["conversion"] == 1]
    groups = rows.groupby(["uid", "conversion_id"])
    assert (groups["conversion_timestamp"].nunique() == 1).all()
    assert (groups["attribution"].nunique() == 1).all()
    assert (groups["click_nb"].first() == groups.size()).all()
    in_time = rows.sort_values(["uid", "conversion_id", "timestamp", "click_pos"])
    rank = in_time.groupby(["uid", "conversion_id"]).cumcount()
    assert (in_time["click_pos"] == rank).all()
    assert groups.size().max() > 20
    others = table[table["conversion"] == 0]
    assert (others[["conversion_timestamp", "conversion_id", "click_pos", "click_nb"]] == -1).all(
        axis=None
    )
    assert list(table) == list(COLUMNS)


def test_ids_do_not_show_their_order(table):
    assert abs(np.corrcoef(table["uid"], table["timestamp"])[0, 1]) < 0.01
    assert table["uid"].between(0, module.ID_RANGE - 1).all()
    assert np.diff(np.sort(table["uid"].unique())).max() > 100


def test_same_delays_plain_packed_and_zipped(tmp_path, path, found):
    generate(tmp_path / "big.tsv.gz", ROWS, seed=3, quantiles=BUNDLED)
    packed = (tmp_path / "big.tsv.gz").read_bytes()
    assert gzip.decompress(packed) == path.read_bytes()
    assert packed[3:8] == bytes(5)  # neither a name nor a date, so the same bytes tomorrow
    with zipfile.ZipFile(tmp_path / "big.zip", "w") as archive:
        archive.write(tmp_path / "big.tsv.gz", MEMBER)
    for name in ("big.tsv.gz", "big.zip"):
        again = read_conversions(tmp_path / name)
        assert again == found
        for touch in TOUCHES:
            assert delays(again, touch) == delays(found, touch)


def test_same_arguments_same_bytes(tmp_path):
    digests = {}
    for number, (rows, seed) in enumerate(
        [(2000, 1), (2000, 1), (2000, 2), (2001, 1), (2000, 2**64 - 1), (2000, 2**64 - 2)]
    ):
        for suffix in (".tsv", ".tsv.gz"):
            path = tmp_path / f"{number}{suffix}"
            generate(path, rows, seed, BUNDLED)
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            digests.setdefault((rows, seed, suffix), set()).add(digest)
    assert [len(found) for found in digests.values()] == [1] * 10
    assert len(set().union(*digests.values())) == 10


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rows=st.integers(1, 3000),
    seed=st.integers(0, 2**64 - 1),
    window=st.sampled_from([1, 7, 100, 250_000]),
)
def test_any_size_reads_back_without_contradiction(tmp_path, monkeypatch, rows, seed, window):
    monkeypatch.setattr(module, "ROWS_AT_A_TIME", max(window, rows // 50))
    generate(tmp_path / "file.tsv", rows, seed, BUNDLED)
    found = read_conversions(tmp_path / "file.tsv")
    assert found.counts["rows"] == rows
    assert found.counts["conversion_rows"] == found.rows.num_rows
    assert found.rows.num_rows == round(rows * module.CONVERSION_ROWS)
    assert not any(found.contradictions.values())


@pytest.mark.parametrize(
    ("name", "rows", "seed", "said"),
    [
        ("file.csv", 10, 0, "expected a name that ends in .tsv or .tsv.gz"),
        ("file.tsv", 0, 0, "rows is 0"),
        ("file.tsv", 10, -1, "seed is -1"),
        ("file.tsv", 10, 2**64, "expected 0 to 2"),
    ],
)
def test_wrong_arguments_write_nothing(tmp_path, name, rows, seed, said):
    with pytest.raises(InputError, match=said):
        generate(tmp_path / name, rows, seed, BUNDLED)
    assert list(tmp_path.iterdir()) == []
