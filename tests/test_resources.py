"""What jobs ask a cluster for, against what they are known to take."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from delayed_bandits.plan.blocks import seconds
from delayed_bandits.plan.resources import (
    curves_megabytes,
    curves_minutes,
    job_megabytes,
    job_minutes,
)

MEGABYTE = 10**6


def run(horizon=1000, **trace):
    return {
        "run": "otflin.otflinucb",
        "checkpoints": 400,
        "trace": {"horizon": horizon, **trace},
    }


@given(st.integers(1, 10**9), st.integers(1, 10**6))
def test_a_job_may_take_five_times_as_long_as_it_should(horizon, seeds):
    one = run(horizon, arms=10, dimension=5)
    assert 60 * job_minutes(one, seeds) >= 300 + 5 * seeds * seconds(one)


@given(st.integers(1, 10**8), st.integers(1, 100), st.integers(1, 20))
def test_action_sets_of_every_round_fit(horizon, arms, dimension):
    numbers = horizon * arms * dimension
    assert job_megabytes(run(horizon, arms=arms, dimension=dimension), 1) * MEGABYTE > 8 * numbers


def test_a_job_may_take_what_was_measured():
    started = 2 * 340 + 190  # MB of two Snakemakes, and of Python with its libraries
    assert job_megabytes(run(1), 1) >= started
    bytes_a_round = 191  # five-dimensional points of a polytope, the most but for action sets
    assert job_megabytes(run(10**7), 1) >= started + 10**7 * bytes_a_round / MEGABYTE


def test_memory_grows_with_the_seeds_of_a_block():
    columns = 12 * 8 * 400 * 10**5 / MEGABYTE
    assert job_megabytes(run(), 10**5) - job_megabytes(run(), 1) >= columns


def test_curves_of_ten_thousand_seeds_fit_and_are_read_in_time(papers):
    for paper in papers.values():
        many = dataclasses.replace(paper, seeds=10_000)
        one_run = 12 * 8 * 10_000 * paper.description["checkpoints"] / MEGABYTE
        assert curves_megabytes(many) >= 16 * one_run
        assert curves_minutes(many) > curves_minutes(paper) >= 10


@pytest.mark.parametrize("quantity", [job_minutes, job_megabytes])
def test_more_seeds_never_need_less(quantity):
    found = [quantity(run(10**5, arms=3, dimension=2), seeds) for seeds in (1, 10, 1000, 10**5)]
    assert found == sorted(found)
