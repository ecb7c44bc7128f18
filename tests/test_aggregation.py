"""Regret tables: the right means, and refusal of runs that do not belong together."""

from dataclasses import asdict

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from scipy import stats

from delayed_bandits.analysis import curves
from delayed_bandits.analysis.curves import CurvesOfFiles
from delayed_bandits.analysis.regret_table import aggregate_to
from delayed_bandits.checks.errors import InputError
from delayed_bandits.files.tables import column, open_table, read_footer, read_table, write_table
from delayed_bandits.plan.specification import Specification

ROUNDS = np.array([10, 20, 30])


def write_block(folder, name, seeds, algorithm="a", regret=None, criteo=None, window=3):
    """Write a block of a run on the setting "s" into the folder of that run."""
    path = folder / "s" / algorithm / name
    seeds = np.asarray(seeds)
    if regret is None:
        regret = np.outer(seeds + 1.0, ROUNDS).ravel()
    table = pa.table(
        {
            "seed": column(np.repeat(seeds, 3)),
            "round": column(np.tile(ROUNDS, seeds.size)),
            "regret": column(np.asarray(regret, dtype=float)),
        }
    )
    specification = Specification(
        "p", "s", algorithm, 1, 3, {"horizon": 30}, "some.algorithm", {"window": window}
    )
    write_table(path, table, {"specification": asdict(specification), "criteo": criteo})
    return path


def aggregate(folder, files, n_seeds):
    """Paths of the three tables of `files` in `folder`."""
    tables = [folder / name for name in ("t.parquet", "t.csv", "t.tex")]
    aggregate_to(*tables, files, n_seeds)
    return tables


def test_means_and_intervals(tmp_path):
    first = write_block(tmp_path, "0-2", range(3))
    second = write_block(tmp_path, "3-4", range(3, 5))
    path, *_ = aggregate(tmp_path, [second, first], n_seeds=5)
    table = read_table(path).to_pandas()
    assert table["mean"].tolist() == [30.0, 60.0, 90.0]
    expected = stats.ttest_1samp(np.arange(1, 6) * 30.0, 0).confidence_interval(0.95)
    assert table["ci_low"].iloc[-1] == pytest.approx(expected.low, rel=1e-12)
    assert table["ci_high"].iloc[-1] == pytest.approx(expected.high, rel=1e-12)
    assert table["seeds"].tolist() == [5, 5, 5]


def test_order_of_blocks_does_not_matter(tmp_path):
    files = [write_block(tmp_path, str(s), [s]) for s in range(4)]
    one = aggregate(tmp_path / "one", files, n_seeds=4)
    two = aggregate(tmp_path / "two", files[::-1], n_seeds=4)
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in two]


@pytest.mark.parametrize(
    ("blocks", "message"),
    [
        ([{"seeds": [0, 2]}], "seed 1 is missing"),
        ([{"seeds": [0, 1]}, {"seeds": [1, 2]}], "seed 1 has 6 rows"),
        ([{"seeds": [0, 1, 2, 3]}], "seed 3 found; expected 0 to 2"),
        ([{"seeds": [0, 1, 2], "regret": [1, 2, 3, 4, np.nan, 6, 7, 8, 9]}], "seed 1 is not a"),
        ([{"seeds": [0, 1]}, {"seeds": [2], "window": 4}], "its specification is not that of"),
        ([{"seeds": [0, 1]}, {"seeds": [2], "criteo": "x"}], "its criteo is not that of"),
    ],
)
def test_runs_that_do_not_belong_together_are_refused_by_name(tmp_path, blocks, message):
    files = [write_block(tmp_path, f"block{i}", **block) for i, block in enumerate(blocks)]
    with pytest.raises(InputError, match=message) as error:
        dict(CurvesOfFiles(files, 3))
    assert str(error.value).startswith(str(tmp_path))


def test_a_run_file_in_the_folder_of_another_run_is_refused(tmp_path):
    path = write_block(tmp_path, "0-1", range(2))
    elsewhere = path.rename(tmp_path / "s" / "0-1")
    with pytest.raises(InputError, match=f"{elsewhere}: found a run of a on s; expected one of s"):
        dict(CurvesOfFiles([elsewhere], 2))


def test_every_file_is_read_once_and_its_origin_stands_in_the_table(tmp_path, monkeypatch):
    files = [
        write_block(tmp_path, f"{seed}-{seed}", [seed], algorithm=name, criteo=criteo)
        for name, criteo in (("a", None), ("b", "bundled"))
        for seed in range(2)
    ]
    opened = []
    monkeypatch.setattr(curves, "open_table", lambda path: opened.append(path) or open_table(path))
    table, *_ = aggregate(tmp_path, files, n_seeds=2)
    assert opened == files
    footer = read_footer(table)
    assert footer["criteo"] == ["bundled"]
    assert set(footer["digests"]) == {"s/a", "s/b"}


def test_curves_are_read_at_checkpoints(tmp_path):
    ((key, curve),) = CurvesOfFiles([write_block(tmp_path, "0-1", range(2))], 2).items()
    assert key == ("s", "a")
    assert curve.at(20).tolist() == [20.0, 40.0]
    assert curve.at(29).tolist() == [20.0, 40.0]
    assert curve.final.tolist() == [30.0, 60.0]


def test_final_regrets_are_tabulated(tmp_path):
    files = [write_block(tmp_path, "0-1", range(2), algorithm=name) for name in ("a", "b")]
    table, csv, latex = aggregate(tmp_path, files, n_seeds=2)
    final = pd.read_csv(csv)
    assert final[["algorithm", "round", "mean"]].values.tolist() == [["a", 30, 45], ["b", 30, 45]]
    assert "45.0" in latex.read_text()
    assert read_table(table).num_rows == 6
