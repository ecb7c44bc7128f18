"""How many seeds go into a run file."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from delayed_bandits.experiments.blocks import MOST_FILES, block_sizes, blocks, file_count
from delayed_bandits.experiments.specification import Specification


def run(horizon, algorithm="linear_baselines.uniform_random"):
    return Specification("paper", "setting", "name", 1, 400, {"horizon": horizon}, algorithm, {})


def sizes_of(runs, n_seeds=10**6, seeds_per_job="auto", job_seconds=10.0):
    return block_sizes(runs, every(runs, n_seeds), seeds_per_job, job_seconds)


def every(runs, n_seeds):
    return {setting: n_seeds for setting, _ in runs}


def test_a_number_is_taken_for_every_run():
    runs = {("a", "x"): run(10), ("b", "x"): run(10**7)}
    assert sizes_of(runs, seeds_per_job=7) == dict.fromkeys(runs, 7)


@given(st.integers(1, 10**7), st.floats(0.1, 1000))
def test_a_block_takes_about_as_long_as_it_should(horizon, job_seconds):
    one = run(horizon).seconds
    size = sizes_of({("a", "x"): run(horizon)}, n_seeds=1, job_seconds=job_seconds)["a", "x"]
    assert size == 1 or size * one <= job_seconds
    assert size * one > job_seconds / 2.5 or size == 5 * 10**8
    assert str(size).rstrip("0") in {"1", "2", "5"}


@given(st.integers(2, 10**6), st.integers(1, 10**6))
def test_there_are_never_too_many_files(seeds, horizon):
    runs = {("a", "x"): run(horizon), ("b", "x"): run(horizon // 2 + 1)}
    assert file_count(sizes_of(runs, seeds), every(runs, seeds)) <= MOST_FILES


def test_more_runs_than_files_have_one_file_each():
    runs = {(str(i), "x"): run(10**6) for i in range(MOST_FILES + 1)}
    assert file_count(sizes_of(runs, 50), every(runs, 50)) == MOST_FILES + 1


def test_more_seeds_leave_full_blocks_as_they_are():
    size = sizes_of({("a", "x"): run(10**5)}, 400)["a", "x"]
    assert sizes_of({("a", "x"): run(10**5)}, 4000)["a", "x"] == size
    assert blocks(400, size)[0] == blocks(4000, size)[0] == f"0-{size - 1}"


@pytest.mark.parametrize(("seeds", "names"), [(7, ["0-6"]), (8, ["0-6", "7-7"])])
def test_names_of_blocks(seeds, names):
    assert blocks(seeds, 7) == names
