import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from delayed_bandits.algorithms.handlings import NUMBERS
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace
from every_algorithm import ALGORITHMS
from papers.environments import AT_ONCE, DELAYS, UNCHECKED, draw, linear, same_arms
from papers.price import oracle

LATE = {"distribution": "constant", "rounds": 40}
BASES = ["ucb1", "kl_ucb", "linucb", "thompson", "successive_elimination", "tsallis_inf"]
FOR_LOSSES = ["arrived", "wait", "queue", "widen", "skip"]
CASES = [
    (base, handling)
    for base, handling in itertools.product(BASES, NUMBERS)
    if base != "tsallis_inf" or handling in FOR_LOSSES
]
BY_REWARD = {"distribution": "by_reward", "success": LATE, "failure": AT_ONCE}
CLICKS = {
    "distribution": "by_reward",
    "success": {"distribution": "geometric", "mean": 20},
    "failure": {"distribution": "constant", "rounds": 10**9},
}
ALL = [*DELAYS, BY_REWARD, CLICKS, [LATE, AT_ONCE, AT_ONCE]]
MEANS = [[0.9, 0.2, 0.5], [0.1, 0.5, 0.4], [0.5, 0.5, 0.5]]
HANDLED = ALGORITHMS["bases.handled"]


@settings(max_examples=8)
@given(
    means=st.sampled_from(MEANS),
    delay=st.sampled_from(ALL),
    seed=st.integers(0, 2**20),
    exploration=st.sampled_from([1.0, 0.25, 4.0]),
    window=st.sampled_from([1, 15, 1000]),
    every=st.sampled_from([1, 7]),
)
@pytest.mark.parametrize(("base", "handling"), CASES)
def test_base_with_handling_matches_oracle(
    base, handling, means, delay, seed, exploration, window, every
):
    trace = draw(IdentifiedTrace, seed, delay, horizon=150, means=means)
    given = {"exploration": exploration, "window": window, "every": every}
    same_arms("bases.handled", oracle, trace, base=base, handling=handling, **given)


SAME = {
    "UCB1 on what has arrived": ("ucb1", "arrived", "delayed_ucb.delayed_ucb1", {}),
    "UCB1 with queues": ("ucb1", "queue", "delayed_ucb.qpmd", {}),
    "KL-UCB on what has arrived": (
        *("kl_ucb", "arrived", "confidence_indices.kl_ucb"),
        {"ties": "least_played"},
    ),
    "Thompson sampling on what has arrived": ("thompson", "arrived", "thompson.thompson", {}),
    "naive Thompson sampling": (
        *("thompson", "failures", "delay_corrected.dts"),
        {"model": {"model": "plain"}, "first": 0, "every": 1},
    ),
    "Thompson sampling with a window": (
        *("thompson", "wait", "delay_corrected.dts"),
        {"model": {"model": "window", "rounds": 1000}, "first": 0, "every": 1},
    ),
    "Thompson sampling, outstanding as failures": (
        *("thompson", "failures", "outstanding_as_failures.thompson"),
        {},
    ),
    "SE": (
        "successive_elimination",
        "arrived",
        "successive_elimination.successive_elimination",
        {},
    ),
    "OPSE": (
        *("successive_elimination", "widen"),
        *("successive_elimination.optimistic_pessimistic_elimination", {}),
    ),
    "Tsallis-INF": ("tsallis_inf", "arrived", "adversarial_baselines.tsallis_inf", {}),
    "Zimmert and Seldin": ("tsallis_inf", "widen", "zimmert_seldin.zimmert_seldin", {}),
}


@pytest.mark.parametrize("delay", [*DELAYS, CLICKS], ids=str)
@pytest.mark.parametrize("name", SAME)
def test_base_with_handling_plays_an_existing_algorithm(name, delay):
    base, handling, reference, given = SAME[name]
    for seed, means in enumerate(MEANS[:2]):
        trace = draw(IdentifiedTrace, seed, delay, horizon=2000, means=means)
        algorithm = UNCHECKED[reference]
        record = algorithm.play(algorithm.trace(**vars(trace)), **given)
        played = getattr(record, "arms", record)
        np.testing.assert_array_equal(HANDLED.play(trace, base=base, handling=handling), played)


@pytest.mark.parametrize(
    ("base", "reference", "every"),
    [("thompson", "dts", 1), ("thompson", "dts", 30), ("kl_ucb", "kl_ucb", 1)],
)
def test_corrected_counts_play_the_algorithm_of_click_logs(base, reference, every):
    """Delays start at 0 and rates are low, as the two break ties in different ways."""
    success = {"distribution": "geometric", "mean": 20, "start": 0}
    given = {"first": 0, "every": every, "model": {"model": "known"}}
    for seed, means in enumerate([[0.05, 0.2, 0.1], [0.3, 0.1, 0.2]]):
        delay = CLICKS | {"success": success}
        trace = draw(IdentifiedTrace, seed, delay, horizon=1500, means=means)
        played = ALGORITHMS[f"delay_corrected.{reference}"].play(trace, **given).arms
        found = HANDLED.play(trace, base=base, handling="correct", every=every)
        np.testing.assert_array_equal(found, played)


@pytest.mark.parametrize("window", [1, 15, 1000])
@pytest.mark.parametrize("delay", DELAYS, ids=str)
def test_window_plays_linucb_that_waits_on_unit_vectors(delay, window):
    given = {"window": window, "confidence": 0.05, "regularisation": 1.0}
    for seed, means in enumerate(MEANS[:2]):
        trace = draw(IdentifiedTrace, seed, delay, horizon=400, means=means)
        waiting = ALGORITHMS["linear_baselines.linucb_waiting"]
        played = waiting.play(linear(trace, means, seed), **given)
        found = HANDLED.play(trace, base="linucb", handling="wait", window=window)
        np.testing.assert_array_equal(found, played)
