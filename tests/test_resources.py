from hypothesis import given
from hypothesis import strategies as st

from delayed_bandits.experiments.blocks import Block
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.experiments.sweep import RunGroup

MEGABYTE = 10**6


def run(horizon=1000, **trace):
    arguments = {"horizon": horizon, **trace}
    return Specification("paper", "setting", "name", 1, 400, arguments, "otflin.otflinucb", {})


def group(specification, seeds):
    return RunGroup("paper", [Block(specification, f"0-{seeds - 1}")], {})


@given(st.integers(1, 10**8), st.integers(1, 100), st.integers(1, 20))
def test_requested_memory_holds_all_action_sets(horizon, arms, dimension):
    job = group(run(horizon, arms=arms, dimension=dimension), 1)
    assert job.megabytes * MEGABYTE > 8 * horizon * arms * dimension


def test_requested_memory_covers_measured_use():
    started = 2 * 340 + 190  # MB of two Snakemakes, and of Python with its libraries
    assert group(run(1), 1).megabytes >= started
    bytes_a_round = 191  # five-dimensional points of a polytope, the most but for action sets
    assert group(run(10**7), 1).megabytes >= started + 10**7 * bytes_a_round / MEGABYTE


def test_run_group_sums_time_and_takes_the_largest_memory():
    small, large = group(run(10**4), 3), group(run(10**7, arms=5, dimension=2), 2)
    both = RunGroup("paper", [*small.blocks, *large.blocks], {})
    assert both.megabytes == large.megabytes > small.megabytes
    seconds = sum(block.seconds for block in both.blocks)
    assert both.minutes >= 5 + 5 * seconds / 60
