"""The library as users import it: frames in, results out."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pytest

import delayed_bandits as db
from conftest import ROOT, refused
from delayed_bandits.cli.commands import main
from delayed_bandits.papers.template import write_paper
from logs import clicks


class Capsule:
    """A table of another package, such as a Polars frame, that only exports itself to Arrow."""

    def __init__(self, frame):
        self.table = pa.Table.from_pandas(frame, preserve_index=False)

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


KINDS = {"pandas": lambda f: f.sample(frac=1, random_state=2), "arrow": pa.table, "other": Capsule}


def dated(frame):
    columns = ["click_time", "conversion_time"]
    return frame.assign(**{c: pd.to_datetime(frame[c] + 1.77e9, unit="s") for c in columns})


@pytest.mark.parametrize("kind", KINDS)
def test_log_of_a_frame_is_that_of_its_file(tmp_path, kind):
    frame = dated(clicks(500))
    frame.to_csv(tmp_path / "log.csv", index=False)
    found, expected = db.read_log(KINDS[kind](frame)), db.read_log(tmp_path / "log.csv")
    pd.testing.assert_frame_equal(found.frame, expected.frame)
    assert (found.until, found.clicks_per_day) == (expected.until, expected.clicks_per_day)
    assert found.file == "data frame"


def test_frame_of_a_log_counts_clicks_and_conversions():
    frame = clicks(2000)
    found = db.read_log(frame).frame.set_index("arm")
    by_hand = frame.groupby("arm").conversion_time.agg(["size", "count"])
    assert found.clicks.to_dict() == by_hand["size"].to_dict()
    assert (found.conversions <= by_hand["count"]).all()
    assert (found.conversions > 0.9 * by_hand["count"]).all()
    assert ((found.low < found.rate) & (found.rate < found.high)).all()
    assert found.median_delay["slow"] > 2 * found.median_delay["fast"]


def test_log_is_drawn_and_shown_in_a_notebook():
    log = db.read_log(clicks(500))
    assert log.plot()._repr_png_().startswith(b"\x89PNG")
    assert "slow" in log._repr_html_()


def test_events_in_a_frame_make_a_log():
    events = pd.DataFrame(
        {"time": [1, 2, 3, 900, 1000], "user": ["a", "b", "c", "a", "z"], "kind": list("vvvpx")}
    )
    kinds = {"clicks": "kind = 'v'", "conversions": "kind = 'p'"}
    log = db.read_log(events, **kinds, by="user", unit="seconds")
    assert sorted(log.delay) == [-1, -1, 899]
    with refused("clicks, conversions and by belong together"):
        db.read_log(events, **kinds)


@pytest.mark.parametrize("wrong", [3, [1, 2], None])
def test_what_is_no_table_is_refused(wrong):
    with refused(f"log: {type(wrong).__name__} cannot be read"):
        db.read_log(wrong)


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (
            {"arm": "a", "click_time": "b", "conversion_time": "c"},
            'columns={"delay": "NAME", "arm": "NAME"}',
        ),
        ({"click_time": "x", "conversion_time": "click_time"}, "columns={"),
    ],
)
def test_errors_on_frames_name_options_of_python(names, words):
    with refused("data frame: no column delay", words) as caught:
        db.read_log(clicks(50).rename(columns=names))
    assert "--" not in str(caught.value)


def test_rows_of_frames_that_are_left_out_are_named_without_a_path(caplog):
    frame = clicks(500)
    frame.loc[3, "conversion_time"] = frame.click_time[3] - 5.0
    log = db.read_log(frame)
    assert caplog.records[0].message.startswith("data frame: row 4: conversion_time ")
    assert log.lines[0].startswith("data frame: row 4: ")


@pytest.fixture(scope="module")
def advice():
    return db.advise(clicks(), horizon="6d", seeds=8, now="window=2d,every=1d")


def test_later_logs_are_read_like_the_log_of_the_advice(tmp_path, capsys):
    names = {"click_time": "at", "conversion_time": "sold", "arm": "campaign"}
    frame = clicks(3000).rename(columns=names)
    advice = db.advise(db.read_log(frame, columns=names, unit="seconds"), horizon="6d", seeds=8)
    later = advice.weights(frame[:2000])
    assert later["clicks"] == 2000
    assert later["reading"] == {"columns": names, "unit": "seconds"}
    frame[:2000].to_csv(tmp_path / "later.csv", index=False)
    (tmp_path / "advice.json").write_text(advice.json)
    command = ["weights", str(tmp_path / "later.csv"), "--rule", str(tmp_path / "advice.json")]
    assert main(command) == 0
    assert json.loads(capsys.readouterr().out)["weights"] == later["weights"]
    with refused("data frame: the weights were computed from these clicks"):
        db.replay(frame[:2000], later)


def test_advice_on_a_frame_is_that_on_its_file(advice, late):
    found = db.advise(late, horizon="6d", seeds=8, now="window=2d,every=1d").contents
    names = {"file", "sha256"}
    assert {k: v for k, v in found.items() if k not in names} == {
        k: v for k, v in advice.contents.items() if k not in names
    }


def test_advice_has_frame_figure_page_and_json(advice, tmp_path):
    assert advice.frame.lost.is_monotonic_increasing
    assert str(advice.best) in set(advice.frame.algorithm)
    assert advice.plot()._repr_png_().startswith(b"\x89PNG")
    assert advice.contents["lines"][1] in advice._repr_html_()
    assert advice.contents["lines"][0] in str(advice)
    advice.write(tmp_path / "out")
    written = (tmp_path / "out/advice.json").read_text(encoding="utf-8")
    assert json.loads(written) == json.loads(advice.json)


def test_unknown_names_of_the_library_are_refused():
    with pytest.raises(AttributeError, match="no attribute 'advice'"):
        db.advice  # noqa: B018


@pytest.mark.workflow
def test_new_paper_is_drawn_with_a_panel_for_each_setting(tmp_path):
    project = copy_of_sources(tmp_path)
    found = write_paper("mine", project)
    assert all(path.is_file() for path in found)
    with refused(f"{found[0]}: exists. Choose another name."):
        write_paper("mine", project)
    figure = "results/quick/figures/mine/regret.svg"
    given = ("--config", "papers=[mine]", "scale=quick", "--", figure)
    told = {**os.environ, "PYTHONPATH": "src"}
    command = [sys.executable, "-P", "-m", "snakemake", "--cores", "1", *given]
    done = subprocess.run(command, cwd=project, env=told, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    assert (project / figure).is_file()


def test_papers_of_a_checkout_that_is_not_installed_are_refused(tmp_path, monkeypatch):
    """The commands import this package, whose folder has no such paper."""
    monkeypatch.chdir(copy_of_sources(tmp_path))
    write_paper("mine", Path())
    with refused("mine.yaml: the installed package has no papers/mine", "pip install --editable"):
        db.compare("qpmd", "mine/short", seeds=2)


def copy_of_sources(folder):
    for name in ("src", "workflow", "profiles", "data"):
        left_out = shutil.ignore_patterns("__pycache__", "raw")
        shutil.copytree(ROOT / name, folder / name, ignore=left_out)
    for name in ("Snakefile", "config.yaml"):
        shutil.copy(ROOT / name, folder)
    return folder


@pytest.mark.parametrize("name", ["my paper", "1st", "../up", ""])
def test_papers_with_bad_names_or_places_are_refused(tmp_path, name):
    with refused(f"{name!r}: not a valid name."):
        write_paper(name, tmp_path)
    with refused(f"{tmp_path}: not a checkout of delayed-bandits."):
        write_paper("mine", tmp_path)
