import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from delayed_bandits.algorithms.random_play import random_play
from delayed_bandits.algorithms.zimmert_seldin import best_of_both_worlds
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace
from delayed_bandits.traces.k_armed.mixed import MixedTrace
from every_algorithm import ALGORITHMS
from papers import environments
from papers.arena import oracle
from papers.chapelle2011 import oracle as chapelle2011
from papers.environments import AT_ONCE, LOST, draw, linear, same_arms
from papers.pikeburke2018 import oracle as pikeburke2018

LATE = {"distribution": "constant", "rounds": 40}
SUCCESSES_LATE = {"distribution": "by_reward", "success": LATE, "failure": AT_ONCE}
FAILURES_LATE = {"distribution": "by_reward", "success": AT_ONCE, "failure": LATE}
DELAYS = [
    *environments.DELAYS,
    SUCCESSES_LATE,
    {
        "distribution": "by_reward",
        "success": LOST,
        "failure": {"distribution": "geometric", "mean": 5},
    },
    {"distribution": "payoff", "longest": 25},
    [LATE, AT_ONCE, AT_ONCE],
    [SUCCESSES_LATE, FAILURES_LATE, FAILURES_LATE],
]
MEANS = [[0.95, 0.05, 0.5], [0.1, 0.2, 0.9], [0.5, 0.5, 0.4], [1.0, 0.0, 0.0]]
delays, means, seeds = st.sampled_from(DELAYS), st.sampled_from(MEANS), st.integers(0, 2**20)


ELIMINATION = "payoff_elimination.payoff_elimination"
CASES = {
    "successive_elimination.phased_successive_elimination": (oracle, {}, 1500),
    "successive_elimination.optimistic_pessimistic_elimination": (oracle, {}, 400),
    f"{ELIMINATION}, delay as reward": (oracle, {}, 250),
    f"{ELIMINATION}, delay as loss": (oracle, {"payoffs": "losses"}, 250),
    f"{ELIMINATION}, D too small": (oracle, {"largest_delay": 7}, 250),
    "delayed_ucb.ucb1, without delay": (pikeburke2018, {"count_next": True}, 300),
    "confidence_indices.kl_ucb, in turn": (chapelle2011, {"ties": "least_played"}, 250),
}


@settings(max_examples=15)
@given(
    means=means,
    delay=delays,
    seed=seeds,
    shorter=st.integers(0, 200),
    distribution=st.sampled_from(["bernoulli", "beta"]),
)
@example(means=MEANS[3], delay=AT_ONCE, seed=0, shorter=0, distribution="bernoulli")  # drops arms
@example(means=MEANS[0], delay=AT_ONCE, seed=0, shorter=-4, distribution="bernoulli")  # four rounds
@pytest.mark.parametrize("name", CASES)
def test_kernel_matches_oracle(name, means, delay, seed, shorter, distribution):
    of, parameters, horizon = CASES[name]
    horizon = -shorter if shorter < 0 else horizon - shorter
    trace = draw(
        IdentifiedTrace, seed, delay, horizon=horizon, means=means, reward_distribution=distribution
    )
    same_arms(name, of, trace, **parameters)


@settings(max_examples=10)
@given(means=means, delay=delays, seed=seeds, d=st.sampled_from([None, 0, 1, 30]))
def test_best_of_both_worlds_matches_oracle(means, delay, seed, d):
    trace = draw(MixedTrace, seed, delay, horizon=120, means=means)
    record = best_of_both_worlds.play(trace, largest_delay=d)
    feedback_model = oracle.best_of_both_worlds(trace, trace.largest_delay if d is None else d)
    np.testing.assert_array_equal(record.arms, feedback_model.played)
    losses = np.array(feedback_model.distributions) @ (1 - np.array(means))
    np.testing.assert_allclose(record.expected_losses, losses, atol=1e-6)


@pytest.mark.parametrize("name", ["otflinucb", "otflints"])
@pytest.mark.parametrize("window", [1, 10, 1000])
@pytest.mark.parametrize("delay", environments.DELAYS, ids=str)
def test_armed_otflin_matches_otflin_on_unit_vectors(name, window, delay):
    parameters = {"window": window, "confidence": 0.1, "regularisation": 2.0, "width_factor": 0.3}
    for seed, means in enumerate(MEANS[:2]):
        trace = draw(IdentifiedTrace, seed, delay, horizon=400, means=means)
        played = ALGORITHMS[f"otflin_arms.{name}"].play(trace, **parameters)
        general = ALGORITHMS[f"otflin.{name}"].play(linear(trace, means, seed), **parameters)
        np.testing.assert_array_equal(played, general)


@settings(max_examples=10)
@given(means=means, delay=delays, seed=seeds)
def test_random_play_has_the_mean_gap_as_regret(means, delay, seed):
    trace = draw(MixedTrace, seed, delay, horizon=3000, means=means)
    record = random_play.play(trace)
    gap = max(means) - np.mean(means)
    np.testing.assert_allclose(trace.regret(record), gap * np.arange(1, 3001), rtol=1e-4)
    shares = np.bincount(record.arms, minlength=3) / 3000
    assert np.all(np.abs(shares - 1 / 3) < 6 * np.sqrt(2 / 9 / 3000))
