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


def test_a_result_of_another_plan_that_is_newer_makes_the_file_newer(path):
    before, time = path.read_bytes(), path.stat().st_mtime_ns
    for steps in ({digest_of_plan(PLAN): time + 1}, {digest_of_plan(OTHER): time - 1}):
        assert settle(path, PLAN, steps, write=True).read_bytes() == before
    assert settle(path, PLAN, {digest_of_plan(OTHER): time}, write=True).read_bytes() != before


@pytest.mark.parametrize("text", ["", "3", "[]", "{}", '{"plan": 3}', '"plan"'])
def test_a_broken_file_is_written_again(path, text):
    path.write_text(text, encoding="utf-8")
    settle(path, PLAN, {}, write=True)
    assert json.loads(path.read_text(encoding="utf-8"))["plan"] == PLAN
