"""Plans in files: newer when they say something else, and only then."""

import json

import pytest

from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments.plan_files import settle
from delayed_bandits.experiments.records import digest_of_plan

PLAN, OTHER = {"runs": ["a", 1, None]}, {"runs": ["b"]}


def passing():
    pass


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return settle((tmp_path / "plan/x.json").relative_to(tmp_path), PLAN, {}, passing, write=True)


def failing():
    raise InputError("not passed")


def test_a_result_of_another_plan_that_is_newer_makes_the_file_newer(path):
    before, time = path.read_bytes(), path.stat().st_mtime_ns
    for steps in ({digest_of_plan(PLAN): time + 1}, {digest_of_plan(OTHER): time - 1}):
        assert settle(path, PLAN, steps, failing, write=True).read_bytes() == before
    steps = {digest_of_plan(OTHER): time}
    assert settle(path, PLAN, steps, passing, write=True).read_bytes() != before


def test_a_plan_is_written_only_after_its_check(path):
    before = path.read_bytes()
    with pytest.raises(InputError, match="not passed"):
        settle(path, OTHER, {}, failing, write=True)
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["", "3", "[]", "{}", '{"plan": 3}', '"plan"'])
def test_a_broken_file_is_written_again(path, text):
    path.write_text(text, encoding="utf-8")
    settle(path, PLAN, {}, passing, write=True)
    assert json.loads(path.read_text(encoding="utf-8"))["plan"] == PLAN
