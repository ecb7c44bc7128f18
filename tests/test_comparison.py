import os
import signal
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

from conftest import ROOT, listed, refused
from delayed_bandits import compare, settings
from delayed_bandits.algorithms.learners.template import VIEWS, write_learner
from delayed_bandits.checks.errors import InputError
from delayed_bandits.cli.commands import main
from delayed_bandits.comparison.results import Comparison
from delayed_bandits.experiments.catalogue import KINDS
from delayed_bandits.experiments.simulation import replay
from learners.broken import Overspends, Raises
from learners.copies import BlocksOnSums, WaitingUCB1
from projects import wait_until
from single_runs import write_fixed_arm
from test_learners import COPIES

ON = "pikeburke2018/poisson-50"
NO_LEARNERS = [{"learner": [WaitingUCB1]}, {"against": [[BlocksOnSums]]}, {"against": [3]}]


def compare_here(learner, on=ON, **given):
    return compare(learner, on, project=ROOT, **given)


@pytest.fixture(scope="module")
def found():
    return compare_here(WaitingUCB1, seeds=6, against=["qpmd"])


def test_compare_gives_the_numbers_of_the_workflow(found, papers):
    run = papers["pikeburke2018"].runs["poisson-50", "qpmd"]
    expected = replay([run], range(6))[0]
    table = found.frame[found.frame["algorithm"] == "qpmd"]
    for name in ("seed", "round", "regret"):
        np.testing.assert_array_equal(table[name], np.array(expected[name]))


def test_file_class_and_processes_give_the_same_numbers(found):
    again = compare_here(f"{COPIES}:WaitingUCB1", seeds=6, against="qpmd", processes=2)
    pd.testing.assert_frame_equal(again.frame, found.frame)


def test_learners_of_one_name_are_labelled_by_file(found, tmp_path):
    files = [write_fixed_arm(tmp_path / "ab"[arm] / "mine.py", "qpmd", arm) for arm in range(2)]
    others = [files[1], "qpmd", "odaaf"]
    table = compare_here(files[0], seeds=2, against=others, processes=2)
    regrets = dict(list(table.frame.groupby("algorithm", sort=False)["regret"]))
    assert list(regrets) == [*files, "qpmd", "odaaf"]
    alone = found.frame.query("algorithm == 'qpmd' and seed < 2")["regret"]
    np.testing.assert_array_equal(regrets["qpmd"], alone)
    assert regrets[files[0]].max() != regrets[files[1]].max()


def test_two_classes_of_one_notebook_are_numbered():
    again = type("WaitingUCB1", (WaitingUCB1,), {"__qualname__": "WaitingUCB1"})
    again.__module__ = WaitingUCB1.__module__
    name = f"{WaitingUCB1.__module__}.WaitingUCB1"
    table = compare_here(WaitingUCB1, seeds=2, against=[again]).table
    assert set(table["algorithm"]) == {name, f"{name} (2)"}


@pytest.mark.filterwarnings("error")
def test_a_single_run_is_drawn_without_a_band(tmp_path):
    found = compare_here("qpmd", seeds=1, against=["odaaf"])
    found.plot(tmp_path / "one.png")
    assert "nan" not in str(found)


@pytest.mark.usefixtures("interruptible")
def test_interrupt_ends_every_process(tmp_path):
    waiting = 'open("waits", "w") and __import__("time").sleep(1000)'
    learner = write_fixed_arm(tmp_path / "mine.py", "Waits", waiting)
    words = [learner, "--on", ON, "--seeds", "2", "--against", "qpmd", "--processes", "1"]
    command = [sys.executable, "-m", "delayed_bandits", "try", *words]
    how = {"stderr": subprocess.PIPE, "text": True, "start_new_session": True}
    process = subprocess.Popen(command, cwd=tmp_path, **how)
    wait_until((tmp_path / "waits").exists, process)
    os.killpg(process.pid, signal.SIGINT)
    _, printed = process.communicate(timeout=60)
    assert process.returncode == 130
    assert printed.endswith("error: interrupted\n")
    assert "Traceback" not in printed
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


def test_table_has_paired_differences(found, tmp_path):
    table = found.table.set_index("algorithm")
    last = found.frame[found.frame["round"] == 20000]
    final = last.pivot_table(index="seed", columns="algorithm", values="regret")
    assert table["mean regret"].to_dict() == pytest.approx(final.mean().to_dict())
    difference = (final["qpmd"] - final["WaitingUCB1"]).mean()
    assert table.loc["qpmd", "minus WaitingUCB1"] == pytest.approx(difference)
    assert table.loc["qpmd", "low"] < difference < table.loc["qpmd", "high"]
    assert "WaitingUCB1" in repr(found)
    assert "<table" in found._repr_html_()
    found.plot(tmp_path / "figure.png")
    assert (tmp_path / "figure.png").stat().st_size > 10_000


def test_linear_regret_is_counted_as_bad(found, tmp_path):
    worse = write_fixed_arm(tmp_path / "mine.py", "FirstArm", 0)
    played = compare_here(worse, seeds=2, against=["qpmd"])
    table = played.table.set_index("algorithm")
    assert table["bad runs"].to_dict() == {"qpmd": 0, "FirstArm": 1}
    assert played.random_play == pytest.approx(table.loc["FirstArm", "mean regret"] / 2)
    for nothing_to_lose in (0.0, np.nan):
        table = Comparison(ON, found._curves.values(), nothing_to_lose).table
        assert table["bad runs"].isna().all()


@pytest.mark.parametrize("given", NO_LEARNERS)
def test_values_that_are_no_learner_are_refused(given):
    with refused("", "learner"):
        compare_here(**{"learner": WaitingUCB1, **given})


@pytest.mark.parametrize(
    ("learner", "on", "options", "line"),
    [
        *((WaitingUCB1, *row) for row in listed("comparisons.yaml")),
        (Raises, ON, {"against": []}, "Raises, seed 0, round 20: "),
        (Overspends, "liu2024/fig1a", {"against": []}, "budget"),
    ],
)
def test_impossible_comparisons_are_refused(learner, on, options, line):
    with refused("", line):
        compare(learner, on, project=ROOT, **options)


def test_settings_and_algorithms_are_listed():
    assert ON in settings(ROOT)
    assert "otflin.otflinucb" in dict(KINDS["algorithms"]())
    for kind, rows in KINDS.items():
        listed = rows()
        assert len(listed) > 3, kind
        assert all(name and what for name, what in listed), kind


@pytest.mark.parametrize("view", VIEWS)
def test_new_learner_template_runs(view, tmp_path):
    path = write_learner("MyLearner", view, tmp_path)
    assert path.name == "my_learner.py"
    found = compare(f"{path}:MyLearner", VIEWS[view].setting, seeds=2, against=[], project=ROOT)
    assert np.isfinite(found.frame["regret"]).all()
    for name, word in (("MyLearner", "exists"), ("Numpy", "numpy")):
        with pytest.raises(InputError, match=word):
            write_learner(name, view, tmp_path)


def test_new_learner_is_tried_by_commands(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["new-learner", "Mine"]) == 0
    assert main(["try", "mine.py:Mine", "--on", ON, "--seeds", "2", "--against", "qpmd"]) == 0
    printed = capsys.readouterr()
    assert "minus Mine" in printed.out
    assert "job" not in printed.err  # no progress bar if nobody sees it
    assert (tmp_path / "Mine_on_pikeburke2018_poisson-50.png").exists()
    (tmp_path / "mine.py").rename("v2.py")
    assert main(["try", "v2.py:Mine", "--on", ON, "--seeds", "2", "--against", "qpmd"]) == 0
    assert capsys.readouterr().out.endswith("\nv2_Mine_on_pikeburke2018_poisson-50.png\n")


def test_learner_is_compared_on_crossed_settings(tmp_path):
    on = "arena/environment=fixed-10,problem=k2-gap010"
    found = compare(WaitingUCB1, on, seeds=2, against=["thompson"], project=ROOT)
    rows = found.table.set_index("algorithm")
    assert set(rows.index) == {"WaitingUCB1", "thompson", "random_play", "ucb1_next"}
    assert set(rows.loc[["WaitingUCB1", "thompson"], "feedback_model"]) == {"identified"}
    competing = rows.loc[["WaitingUCB1", "thompson"]]
    assert (competing["ratio"] == competing["mean"] / competing["mean"].min()).all()
    assert list(found.frame) == ["setting", "algorithm", "seed", "round", "regret"]
    last = found.frame[found.frame["round"] == found.frame["round"].max()]
    means = last.groupby("algorithm").regret.mean()
    assert means["thompson"] == pytest.approx(rows.loc["thompson", "mean"])
    assert "WaitingUCB1" in repr(found)
    found.plot(tmp_path / "picture.png")
    assert (tmp_path / "picture.png").stat().st_size > 5_000
    with refused("seeds is 1: gives no interval. Give at least 2."):
        compare_here(WaitingUCB1, on, seeds=1)
