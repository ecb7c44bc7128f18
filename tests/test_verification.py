"""Results held against their footers: what passes, and what is found and named."""

import logging
import re
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from conftest import ROOT
from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments import simulation
from delayed_bandits.experiments.delay_tables import read_delays
from delayed_bandits.experiments.simulation import simulate_to
from delayed_bandits.files import provenance as provenances
from delayed_bandits.files.provenance import provenance
from delayed_bandits.files.tables import column, read_footer, read_table, write_table
from delayed_bandits.report.verification.verify import verify
from single_runs import LINEAR, rewrite

ARMED = {"horizon": 40, "means": [0.5, 0.6], "delay": {"law": "poisson", "mean": 5}}
CRITEO = {**ARMED, "delay": {"law": "criteo", "scale": 0.5}}
RUNS = {
    "armed/qpmd/0-2": ("delayed_ucb.qpmd", ARMED),
    "armed/qpmd/3-4": ("delayed_ucb.qpmd", ARMED),
    "criteo/qpmd/0-2": ("delayed_ucb.qpmd", CRITEO),
    "linear/uniform_random/0-2": (LINEAR.run, LINEAR.trace),
}

KILLED = """
import os, signal


class Killed:
    def __init__(self, problem, rng):
        pass

    def choose(self, t):
        os.kill(os.getpid(), signal.SIGKILL)

    def observe(self, round, arm, reward):
        pass
"""

STRANGER = """
from pathlib import Path

Path({path!r}).touch()


class L:
    pass
"""


def specification(name):
    setting, algorithm, _ = name.split("/")
    run, trace = RUNS[name]
    return replace(LINEAR, setting=setting, algorithm=algorithm, trace=trace, run=run)


def write_delays(path, delays=(0, 4, 8), touch="last"):
    table = pa.table({"delay": column(np.array(delays))})
    write_table(path, table, {"source": "local", "touch": touch, "sha256": "abc"})


@pytest.fixture(scope="module", autouse=True)
def versions():
    """Those of the start of the tests: the commit may move on during them."""
    here = provenance()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulation, "provenance", lambda: here)
        patch.setattr(provenances, "provenance", lambda _: here)
        yield here


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made") / "results"
    delays = folder / "criteo/delays.parquet"
    write_delays(delays)
    for name in RUNS:
        first, last = map(int, name.rpartition("/")[2].split("-"))
        seeds = range(first, last + 1)
        path = folder / f"runs/paper/{name}.parquet"
        simulate_to(path, specification(name), seeds, read_delays(delays))
    return folder


@pytest.fixture
def results(made, tmp_path, caplog):
    caplog.set_level(logging.INFO, logger="delayed_bandits.report.verification")
    return shutil.copytree(made, tmp_path / "results")


@pytest.fixture
def run(results):
    return results / "runs/paper/armed/qpmd/3-4.parquet"


@pytest.fixture
def criteo_run(results):
    return results / "runs/paper/criteo/qpmd/0-2.parquet"


def failures(folder, caplog, **options):
    """The lines of the files that failed, and the line of their number."""
    summary = verify(folder, **options).summary
    lines = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert not [line for line in [*lines, summary] if "\n" in line]
    return lines, summary


def test_results_as_they_were_made_pass(results, caplog):
    verify(results, seed=7)
    assert caplog.messages[-1] == (
        f"{results}: 5 files checked, 4 of 4 run files simulated again (--seed 7): 4 same bytes"
    )
    assert len(caplog.messages) == 5


def test_a_footer_suffices_whatever_the_file_is_called(results, run, caplog):
    shutil.move(run, results / "runs/renamed.parquet")
    verify(results)
    assert f"{results / 'runs/renamed.parquet'}: same bytes" in caplog.messages


def test_the_seed_of_the_sample_chooses_the_files(results, made, caplog):
    def chosen(folder, seed):
        caplog.clear()
        verify(folder, 2, seed)
        *lines, summary = caplog.messages
        assert f"2 of 4 run files simulated again (--seed {seed}): 2 same bytes" in summary
        return {line.removeprefix(str(folder)) for line in lines}

    assert chosen(results, 0) == chosen(made, 0)
    seeds = {re.search("--seed [0-9]+", verify(results, 1).summary)[0] for _ in range(2)}
    assert len(seeds) == 2  # nobody foresees which files are chosen
    assert len({frozenset(chosen(results, seed)) for seed in range(8)}) > 1


def with_regret(path, regret):
    table = read_table(path)
    rewrite(path, table.set_column(2, "regret", column(regret)))


def specified(path, **changes):
    """Change keys of the specification in the footer of a run."""
    rewrite(path, specification={**read_footer(path)["specification"], **changes})


def test_another_number_under_a_right_digest_is_found(results, run, caplog):
    regret = read_table(run)["regret"].to_numpy().copy()
    before, regret[5] = regret[5], 99.5
    with_regret(run, regret)
    lines, summary = failures(results, caplog)
    assert lines == [f"error: {run}: row 5: regret is 99.5; expected {before}, as simulated again"]
    assert summary.endswith("3 same bytes, 1 failed")


NOT_SIMULATED = "cannot be simulated again: "


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            lambda run: rewrite(run, read_table(run).slice(1)),
            "found 9 rows; expected 10, by its footer$",
        ),
        (lambda run: specified(run, master_seed=6), "row "),
        (
            lambda run: rewrite(run, digest="0"),
            "found other bytes of the same numbers; expected the same bytes$",
        ),
        (lambda run: specified(run, parameters={"x": 1}), f"{NOT_SIMULATED}.*TypeError: "),
        (lambda run: rewrite(run, seeds=[]), f"{NOT_SIMULATED}ValueError: "),
        (lambda run: rewrite(run, seeds="3-4"), f"{NOT_SIMULATED}ValueError: "),
        (lambda run: rewrite(run, seeds=[0, 10**12]), "found 10 rows; expected 50*5, by its foot"),
        (lambda run: rewrite(run, specification=[1]), f"{NOT_SIMULATED}TypeError: "),
        (lambda run: rewrite(run, specification="x"), f"{NOT_SIMULATED}TypeError: "),
        (lambda run: specified(run, x=1), f"{NOT_SIMULATED}TypeError: "),
        (lambda run: specified(run, run=3), f"{NOT_SIMULATED}TypeError: "),
        (lambda run: specified(run, run="nowhere.py:L"), f"{NOT_SIMULATED}nowhere.py:L is not run"),
        (lambda run: specified(run, trace=None), f"{NOT_SIMULATED}TypeError: "),
    ],
)
def test_a_footer_that_is_not_of_these_rows_is_found(change, expected, results, run, caplog):
    change(run)
    (line,), _ = failures(results, caplog)
    assert re.match(f"error: {re.escape(str(run))}: {expected}", line), line


def test_every_damaged_file_is_named(results, run, criteo_run, caplog):
    for path in (run, criteo_run):
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 1
        path.write_bytes(data)
    lines, summary = failures(results, caplog)
    assert [line.partition(": its bytes")[0] for line in lines] == [
        f"error: {run}",
        f"error: {criteo_run}",
    ]
    assert "5 files checked, 2 of 2 run files simulated again" in summary
    assert summary.endswith("2 failed, 2 same bytes")


def test_other_criteo_delays_are_named(results, criteo_run, tmp_path, caplog):
    delays = results / "criteo/delays.parquet"
    shutil.move(delays, tmp_path / "elsewhere.parquet")
    expected = "expected local, touch last, sha256 abc (--criteo FILE)"
    (line,), _ = failures(results, caplog)
    assert line == f"error: {criteo_run}: Criteo delays found: none; {expected}"

    write_delays(delays, touch="all")
    caplog.clear()
    (line,), _ = failures(results, caplog)
    found = "local, touch all, sha256 abc"
    assert line == f"error: {criteo_run}: Criteo delays found: {found}; {expected}"

    verify(results, delays_file=tmp_path / "elsewhere.parquet")
    assert "4 same bytes" in caplog.messages[-1]

    write_delays(delays, delays=(30, 30))  # under the same name
    caplog.clear()
    (line,), _ = failures(results, caplog)
    assert line.startswith(f"error: {criteo_run}: row ")

    with pytest.raises(InputError, match=r"3-4\.parquet: no Criteo delays found"):
        verify(results, delays_file=results / "runs/paper/armed/qpmd/3-4.parquet")


@pytest.fixture
def other_versions(monkeypatch, versions):
    """What is said of them at the end of a line."""
    said = f"; commit {versions['commit']}, here another; numpy {versions['numpy']}, here 9.9"
    monkeypatch.setitem(versions, "commit", "another")
    monkeypatch.setitem(versions, "numpy", "9.9")
    return said


def test_the_same_numbers_under_other_versions_pass(results, run, other_versions, caplog):
    verify(results)
    assert caplog.messages[-1].endswith("4 same numbers under other versions")
    assert f"{run}: same numbers under other versions{other_versions}" in caplog.messages


def test_versions_that_are_none_are_others(results, run, caplog):
    rewrite(run, provenance=[1])
    verify(results)
    assert "3 same bytes, 1 same numbers under other versions" in caplog.messages[-1]


def test_other_numbers_under_other_versions_fail(results, run, other_versions, caplog):
    with_regret(run, np.zeros(10))
    (line,), summary = failures(results, caplog)
    assert line.startswith(f"error: {run}: row ")
    assert line.endswith(other_versions)
    assert summary.endswith("3 same numbers under other versions, 1 failed")


def test_a_simulation_that_crashes_is_a_finding_and_stops_no_other(results, run, tmp_path, caplog):
    learner, papers = tmp_path / "killed.py", tmp_path / "workflow/papers"
    learner.write_text(KILLED, encoding="utf-8")
    papers.mkdir(parents=True)
    named = f"algorithms: {{killed: {{run: '{learner}:Killed'}}}}"
    (papers / "mine.yaml").write_text(named, encoding="utf-8")
    (papers / "begun.yaml").write_text("title: 3", encoding="utf-8")
    specified(run, run=f"{learner}:Killed")
    (line,), summary = failures(results, caplog, workflow=papers.parent)
    assert line.startswith(
        f"error: {run}: cannot be simulated again: its process ended, by a crash"
    )
    assert line.endswith("(Killed)")
    assert "3 same bytes" in summary


@pytest.mark.parametrize("where", ["results/regret/notes.py", "{}/results/runs/x.py", "{}/x.py"])
def test_a_learner_that_no_paper_of_the_checkout_names_is_not_run(
    where, results, run, tmp_path, caplog, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    file, ran = Path(where.format(tmp_path)), tmp_path / "ran"
    file.parent.mkdir(exist_ok=True)
    file.write_text(STRANGER.format(path=str(ran)), encoding="utf-8")
    specified(run, run=f"{file}:L")
    (line,), summary = failures(results, caplog, workflow=ROOT / "workflow")
    assert not ran.exists()
    assert line == (
        f"error: {run}: cannot be simulated again: {file}:L is not run; expected an algorithm of "
        "this package, or a learner that workflow/papers/ of the checkout names"
    )
    assert "3 same bytes" in summary


def test_a_folder_without_run_files_is_one_line(results):
    shutil.rmtree(results / "runs")
    for folder in (results, results / "nowhere"):
        with pytest.raises(InputError) as error:
            verify(folder)
        assert str(error.value) == f"{folder}: found no run file; expected a folder of results"
    with pytest.raises(InputError, match="--sample: found 0; expected at least 1"):
        verify(results, 0)
