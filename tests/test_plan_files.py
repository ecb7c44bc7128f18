"""Plans in files: newer when they say something else, and only then."""

import json

import pytest

from delayed_bandits.experiments.plan_files import settle
from delayed_bandits.experiments.records import digest_of_plan

PLAN, OTHER = {"runs": ["a", 1, None]}, {"runs": ["b"]}


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return settle((tmp_path / "plan/x.json").relative_to(tmp_path), PLAN, {}, write=True)


def test_the_same_plan_keeps_its_file(path):
    before, written = path.read_bytes(), path.stat().st_mtime_ns
    for write in (True, False):
        assert settle(path, PLAN, {}, write=write) == path
        assert (path.read_bytes(), path.stat().st_mtime_ns) == (before, written)


def test_a_plan_that_returns_is_not_the_file_that_it_was(path):
    before = path.read_bytes()
    for plan in (OTHER, PLAN):
        assert settle(path, plan, {}, write=True) == path
        assert json.loads(path.read_text(encoding="utf-8"))["plan"] == plan
    assert path.read_bytes() != before


def test_a_result_of_another_plan_that_is_newer_makes_the_file_newer(path):
    before, time = path.read_bytes(), path.stat().st_mtime_ns
    for steps in ({digest_of_plan(PLAN): time + 1}, {digest_of_plan(OTHER): time - 1}):
        assert settle(path, PLAN, steps, write=True).read_bytes() == before
    assert settle(path, PLAN, {digest_of_plan(OTHER): time}, write=True).read_bytes() != before


def test_a_view_writes_elsewhere(path):
    before = path.read_bytes()
    elsewhere = settle(path, OTHER, {}, write=False)
    assert not elsewhere.is_relative_to(path.parent.absolute())
    assert json.loads(elsewhere.read_text(encoding="utf-8"))["plan"] == OTHER
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["", "3", "[]", "{}", '{"plan": 3}', '"plan"'])
def test_a_broken_file_is_written_again(path, text):
    path.write_text(text, encoding="utf-8")
    settle(path, PLAN, {}, write=True)
    assert json.loads(path.read_text(encoding="utf-8"))["plan"] == PLAN
