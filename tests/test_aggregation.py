from dataclasses import asdict

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from scipy import stats

from conftest import refused
from delayed_bandits.analysis import curves
from delayed_bandits.analysis.curves import CurvesOfFiles
from delayed_bandits.analysis.regret_files import aggregate_to
from delayed_bandits.experiments import run_files
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.files.tables import column, read_footer, read_table, table_writer, write_table

ROUNDS = np.array([10, 20, 30])


def about(algorithm="a", window=3, criteo=None):
    """The footer of a run on the setting "s"."""
    trace, parameters = {"horizon": 30}, {"window": window}
    run = Specification("p", "s", algorithm, 1, 3, trace, "some.algorithm", parameters)
    made_with = {"numpy": "1", "commit": "abc"}
    return {"specification": asdict(run), "criteo": criteo, "provenance": made_with}


def table_of(seeds, rounds=ROUNDS, **columns):
    arrays = {"seed": np.repeat(seeds, len(rounds)), "round": np.tile(rounds, len(seeds))}
    arrays |= {name: np.asarray(values, dtype=float).ravel() for name, values in columns.items()}
    return pa.table({name: column(array) for name, array in arrays.items()})


def write_block(folder, name, seeds, regret=None, rounds=ROUNDS, rows=None, **of):
    path = folder / "s" / of.get("algorithm", "a") / name
    seeds = np.asarray(seeds, dtype=np.int64)
    regret = np.outer(seeds + 1.0, rounds) if regret is None else regret
    write_table(path, table_of(seeds, rounds, regret=regret).slice(0, rows), about(**of))
    return path


def aggregate(folder, files):
    tables = [folder / name for name in ("t.parquet", "t.csv", "t.tex")]
    aggregate_to(*tables, files)
    return tables


def test_means_and_intervals_match_scipy(tmp_path):
    first = write_block(tmp_path, "0-2", range(3))
    second = write_block(tmp_path, "3-4", range(3, 5))
    path, *_ = aggregate(tmp_path, [second, first])
    again, *_ = aggregate(tmp_path / "again", [first, second])
    assert again.read_bytes() == path.read_bytes()
    table = read_table(path).to_pandas()
    assert table["mean"].tolist() == [30.0, 60.0, 90.0]
    expected = stats.ttest_1samp(np.arange(1, 6) * 30.0, 0).confidence_interval(0.95)
    assert table["ci_low"].iloc[-1] == pytest.approx(expected.low, rel=1e-12)
    assert table["ci_high"].iloc[-1] == pytest.approx(expected.high, rel=1e-12)
    assert table["runs"].tolist() == [5, 5, 5]


NO_NUMBER = [1, 2, 3, 4, np.nan, 6, 7, 8, 9]


@pytest.mark.parametrize(
    ("blocks", "of_last"),
    [
        ({"0-2": [0, 2]}, {}),
        ({"0-2": []}, {}),
        ({"0-1": [0, 1], "1-2": [1, 2]}, {}),
        ({"0-2": [0, 1, 2, 3]}, {}),
        ({"0-2": [0, 1, 2]}, {"rows": 8}),
        ({"0-1": [0, 1], "3-3": [3]}, {}),
        ({"0-2": [0, 1, 2]}, {"regret": NO_NUMBER}),
        ({"0-1": [0, 1], "2-2": [2]}, {"window": 4}),
        ({"0-1": [0, 1], "2-2": [2]}, {"criteo": "x"}),
    ],
)
def test_run_files_that_do_not_fit_are_named(tmp_path, blocks, of_last):
    files = [write_block(tmp_path, name, seeds) for name, seeds in blocks.items()]
    write_block(tmp_path, files[-1].name, list(blocks.values())[-1], **of_last)
    with refused(files[-1]):
        dict(CurvesOfFiles(files))


def test_run_file_in_a_wrong_folder_is_refused(tmp_path):
    path = write_block(tmp_path, "0-1", range(2))
    elsewhere = path.rename(tmp_path / "s" / "0-1")
    with refused(f"{elsewhere}: "):
        dict(CurvesOfFiles([elsewhere]))


def test_final_regrets_are_tabulated_with_their_provenance(tmp_path):
    given = {"a": None, "b": "bundled"}
    files = [
        write_block(tmp_path, "0-1", range(2), algorithm=name, criteo=criteo)
        for name, criteo in given.items()
    ]
    table, csv, latex = aggregate(tmp_path, files)
    footer = read_footer(table)
    assert footer["criteo"] == ["bundled"]
    assert set(footer["digests"]) == {"s/a", "s/b"}
    final = pd.read_csv(csv)
    assert final[["algorithm", "round", "mean"]].values.tolist() == [["a", 30, 45], ["b", 30, 45]]
    assert r"s & a & 30 & 2 & 40 & \ensuremath{-}150 to 240 \\" in latex.read_text()
    assert read_table(table).num_rows == 6


N_RUNS = 23
CURVES = np.random.default_rng(0).lognormal(size=(2, N_RUNS, 3)).cumsum(axis=2)
"""Two columns of a run."""


def write_run(folder, cuts, rows):
    """Write runs to files that begin at seed 0 and at `cuts`, in row groups of `rows` seeds."""
    paths = []
    for seeds in np.split(np.arange(N_RUNS), cuts):
        paths.append(folder / "s" / "a" / f"{seeds[0]}-{seeds[-1]}.parquet")
        with table_writer(paths[-1], about()) as write:
            for part in np.split(seeds, range(rows, len(seeds), rows)):
                write(table_of(part, regret=CURVES[0, part], reward=CURVES[1, part]))
    return paths


@pytest.mark.parametrize("held", [0, 10**6], ids=["on disk", "in memory"])
@pytest.mark.parametrize(("cuts", "rows"), [([], 23), ([], 4), ([1, 9, 10], 5), (range(1, 23), 1)])
def test_blocks_and_parts_give_the_same_bits(held, cuts, rows, tmp_path, monkeypatch):
    monkeypatch.setattr(run_files, "MAX_RUN_BYTES", held)
    (curve,) = CurvesOfFiles(write_run(tmp_path, cuts, rows)[::-1]).values()
    assert isinstance(curve.columns, dict) == bool(held)
    assert curve.n_runs == N_RUNS
    for name, values in zip(("regret", "reward"), CURVES, strict=True):
        assert np.array_equal(curve.mean(name), values.mean(axis=0))
        assert np.array_equal(curve.moments(name)[1], values.std(axis=0, ddof=1))
        assert np.array_equal(curve.at(29, name), values[:, 1])
        assert np.array_equal(curve.last(name), values[:, 2])
        assert np.array_equal(curve.columns[name], values)
    above = curve.per_seed(lambda regret, reward: (regret > reward).sum(1), "regret", "reward")
    assert np.array_equal(above, (CURVES[0] > CURVES[1]).sum(axis=1))
    mean, std = curve.moments("regret", "reward", function=np.subtract)
    assert np.array_equal(mean, (CURVES[0] - CURVES[1]).mean(axis=0))
    assert np.array_equal(std, (CURVES[0] - CURVES[1]).std(axis=0, ddof=1))


@pytest.mark.parametrize("checkpoints", [1, 2])
@pytest.mark.parametrize("kind", [float, int])
def test_moments_do_not_depend_on_the_parts(checkpoints, kind):
    values = (np.random.default_rng(1).lognormal(size=(1000, checkpoints)) * 1e6).astype(kind)
    every = [np.split(values, cuts) for cuts in ([], [1], [400, 700], range(1, 1000))]
    found = {np.concatenate(curves.moments(parts.__iter__)).tobytes() for parts in every}
    assert len(found) == 1
    assert curves.moments(lambda: [values])[1] == pytest.approx(values.std(axis=0, ddof=1))
