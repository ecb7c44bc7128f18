"""The generator: a file that looks like the real one and has the delays that were asked for."""

import gzip
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import criteo_file as module
from criteo_file import generate
from delayed_bandits.data.criteo.conversions import read_quantiles
from delayed_bandits.data.criteo.reader import read_conversions
from delayed_bandits.data.criteo.schema import COLUMNS, LAST_TIMESTAMP, PUBLISHED

BUNDLED = Path(__file__).parents[1] / "data" / "criteo_delay_quantiles.csv"
ROWS = 300_000


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("generated") / "big.tsv"
    generate(path, ROWS, seed=3)
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


def test_marginals_are_those_of_the_real_file(found, table):
    few = ("campaigns", "conversion_ids_of_several_users", "last_timestamp")
    names = [name for name in PUBLISHED if name not in few]
    expected = [PUBLISHED[name] / PUBLISHED["rows"] for name in names]
    assert [found.counts[name] / ROWS for name in names] == pytest.approx(expected, rel=0.05)
    assert found.counts["campaigns"] == PUBLISHED["campaigns"]
    shared = found.counts["conversion_ids_of_several_users"] / found.counts["conversion_ids"]
    assert 0.004 < shared < 0.009
    assert table["timestamp"].iloc[0] < 60
    assert LAST_TIMESTAMP - 60 < table["timestamp"].iloc[-1] <= LAST_TIMESTAMP
    by_day = np.bincount(table["timestamp"] // 86_400)[:-1]
    assert by_day.min() / by_day.max() > 0.9


def test_conversions_hold_together(table):
    rows = table[table["conversion"] == 1].sort_values(["uid", "conversion_id", "timestamp"])
    groups = rows.groupby(["uid", "conversion_id"])
    assert (groups[["conversion_timestamp", "attribution"]].nunique() == 1).all(axis=None)
    assert (groups["click_nb"].first() == groups.size()).all()
    assert (groups["click_pos"].max() == groups.size() - 1).all()
    assert (groups["click_pos"].nunique() == groups.size()).all()
    assert groups.size().max() > 20
    others = table[table["conversion"] == 0]
    names = ["conversion_timestamp", "conversion_id", "click_pos", "click_nb"]
    assert (others[names] == -1).all(axis=None)
    assert list(table) == list(COLUMNS)


def test_a_packed_file_has_the_same_text(tmp_path, path):
    generate(tmp_path / "big.tsv.gz", ROWS, seed=3)
    assert gzip.decompress((tmp_path / "big.tsv.gz").read_bytes()) == path.read_bytes()


@pytest.mark.parametrize("rows", [1, 20, 2001])
def test_any_size_reads_back_without_contradiction(tmp_path, monkeypatch, rows):
    monkeypatch.setattr(module, "ROWS_AT_A_TIME", 100)
    generate(tmp_path / "file.tsv", rows, 0)
    found = read_conversions(tmp_path / "file.tsv")
    assert found.counts["rows"] == rows
    assert found.rows.num_rows == round(rows * module.CONVERSION_ROWS)
    assert not any(found.contradictions.values())
    generate(tmp_path / "other.tsv", rows, 1)
    assert read_conversions(tmp_path / "other.tsv") != found
