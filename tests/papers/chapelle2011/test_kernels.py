"""Thompson sampling, UCB and KL-UCB against their oracles; retiring items; random numbers."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numba import njit
from scipy import stats

from delayed_bandits.algorithms import confidence_indices, thompson
from delayed_bandits.delays.laws import Poisson, laws_from
from delayed_bandits.kernels import counter_based
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace
from delayed_bandits.traces.k_armed.items import Retiring
from delayed_bandits.traces.streams import Streams
from papers.chapelle2011 import oracle
from papers.pikeburke2018.test_kernels import CRITEO, DELAYS

HORIZON = 400
WORLDS = {
    "one arm": (1, {"means": [0.4]}),
    "still": (6, {"means": [0.6, 0.5, 0.5, 0.3, 0.0, 1.0]}),
    "Beta rewards": (3, {"means": [0.6, 0.5, 0.4], "reward_law": "beta"}),
    "losses": (4, {"arms": 4, "losses": {"law": "stochastically_constrained", "gap": 0.2}}),
    "at once": (6, {"arms": 6, "items": {"law": "retiring", "probability": 0.02}}),
    "in batches": (
        5,
        {"arms": 5, "items": {"law": "retiring", "probability": 0.03, "every": 9, "a": 1, "b": 2}},
    ),
    "single": (
        2,
        {"arms": 2, "items": {"law": "retiring", "probability": 0.01, "every": 9, "single": True}},
    ),
}
KERNELS = {
    "thompson": thompson.thompson,
    "ucb": confidence_indices.ucb,
    "kl_ucb": confidence_indices.kl_ucb,
}
CASES = {
    "thompson": {},
    "thompson, prior": {"prior_successes": 0.3, "prior_failures": 7.0},
    "thompson, optimistic": {"optimistic": True},
    "thompson, sharper": {"reshaping": 0.25},
    "thompson, wider": {"reshaping": 3.0, "optimistic": True},
    **{f"ucb, {bound}": {"bound": bound} for bound in oracle.INDICES},
    "kl_ucb": {},
    "kl_ucb, half": {"exploration": 0.5},
    "kl_ucb, c = 3": {"double_log": 3.0},
}


def draw(world, law, seed=0, horizon=HORIZON):
    arms, given = WORLDS[world]
    delay = DELAYS[law]
    delay = delay[:arms] if isinstance(delay, list) else delay
    return IdentifiedTrace.draw(
        Streams(4, "test"), seed, horizon=horizon, delay=laws_from(delay, CRITEO), **given
    )


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("world", WORLDS)
def test_kernel_plays_the_oracles_arms(name, world):
    kernel, parameters = name.partition(",")[0], CASES[name]
    algorithm, replay = KERNELS[kernel], getattr(oracle, kernel)
    laws = list(DELAYS)
    first = list(CASES).index(name) + 3 * list(WORLDS).index(world)
    for seed in range(2):  # every law with each world and with each algorithm, in turn
        trace = draw(world, laws[(first + 5 * seed) % len(laws)], seed)
        played = algorithm.play(trace, **parameters)
        np.testing.assert_array_equal(played, replay(trace, **parameters))


def test_any_of_several_new_items_is_played():
    played = [
        confidence_indices.ucb.play(draw("still", "never", seed, 50), newcomers="random")
        for seed in range(20)
    ]
    counts = np.bincount(np.concatenate(played), minlength=6)
    assert np.all(np.abs(counts - 1000 / 6) < 4 * np.sqrt(1000 * 5 / 36))
    first = confidence_indices.ucb.play(draw("still", "never", 0, 50))
    assert not first.any()


SEEDS = st.integers(0, 2**32)
same = np.testing.assert_array_equal


def retiring(seed, horizon=300, **items):
    items = {"law": "retiring", "probability": 0.05} | items
    return IdentifiedTrace.draw(
        Streams(5, "laws"), seed, horizon=horizon, arms=4, items=items, delay=Poisson(4)
    )


@settings(max_examples=60)
@given(SEEDS, st.integers(1, 90), st.integers(1, 12), st.booleans(), st.floats(0, 1))
def test_items_retire_as_the_readings_say(seed, horizon, every, single, probability):
    law = Retiring(probability, every, single)
    uniforms = np.random.default_rng(seed).random(horizon)
    found = law.renewals(uniforms, 3)
    expected = oracle.renewals(uniforms, 3, probability, every, single)
    same(found.rounds, [t for t, _ in expected])
    same(found.arms, [arm for _, arm in expected])


@settings(max_examples=30)
@given(SEEDS, st.integers(1, 9))
def test_rewards_are_those_of_the_items(seed, every):
    trace = retiring(seed, every=every, a=2, b=1)
    streams = Streams(5, "laws")
    rounds, arms, _ = trace.hidden_renewals
    means = np.sort(streams.open("items", seed).random((4 + rounds.size, 2)), axis=1)[:, 1]
    uniforms = streams.open("rewards", seed).random(300)
    present = list(range(4))
    for t in range(300):
        for i in np.flatnonzero(rounds == t):
            present[arms[i]] = 4 + i
        state = trace.hidden_states[t]
        same(trace.hidden_means[state], means[present])
        same(trace.hidden_outcomes[state], uniforms[t] < means[present])


def test_items_and_their_means_have_their_laws():
    trace = retiring(0, horizon=200_000, probability=0.1)
    rounds, arms, _ = trace.hidden_renewals
    assert abs(rounds.size - 20_000) < 5 * np.sqrt(200_000 * 0.1 * 0.9)
    assert stats.chisquare(np.bincount(arms)).pvalue > 1e-4
    means = np.unique(trace.hidden_means)
    assert stats.kstest(means, stats.beta(4, 4).cdf).pvalue > 1e-4


@njit
def drawn(function, n, key, a, b):
    numbers = np.empty(n)
    for t in range(n):
        numbers[t] = function(counter_based.place(key, t, 1), a, b)
    return numbers


normal = njit(lambda counter, _a, _b: counter_based.normal(counter)[0])
uniform = njit(lambda counter, _a, _b: counter_based.uniform(counter))
beta = njit(lambda counter, a, b: counter_based.beta(counter, a, b))
KEY = np.uint64(2**63 + 11)


def test_uniforms_and_normals_have_their_laws():
    numbers = drawn(uniform, 10**6, KEY, 0.0, 0.0)
    assert stats.kstest(numbers, "uniform").pvalue > 1e-4
    numbers = drawn(normal, 10**6, KEY, 0.0, 0.0)
    assert stats.kstest(numbers, "norm").pvalue > 1e-4
    beyond = np.count_nonzero(np.abs(numbers) > counter_based.EDGE)  # the tail of the ziggurat
    expected = 2e6 * stats.norm.sf(counter_based.EDGE)
    assert abs(beyond - expected) < 5 * np.sqrt(expected)


@pytest.mark.parametrize(
    ("a", "b"), [(1, 1), (4, 4), (0.25, 0.25), (0.5, 3), (100, 3), (1, 2000), (1e5, 3e5)]
)
def test_draws_have_the_law_beta(a, b):
    numbers = drawn(beta, 300_000, KEY, float(a), float(b))
    assert stats.kstest(numbers, stats.beta(a, b).cdf).pvalue > 1e-4


def test_draws_of_rounds_arms_and_keys_are_independent():
    keys = np.uint64(1), np.uint64(2)
    places = np.array(
        [
            [counter_based.uniform(np.uint64(counter_based.place(key, t, arm))) for arm in (0, 1)]
            for key in keys
            for t in range(2000)
        ]
    ).reshape(2, 2000, 2)
    columns = places.transpose(1, 0, 2).reshape(2000, 4)
    later = np.roll(columns, 1, axis=0)
    correlations = np.corrcoef(np.hstack([columns, later]).T) - np.eye(8)
    assert np.abs(correlations).max() < 5 / np.sqrt(2000)
    assert len(np.unique(places)) == places.size


@settings(max_examples=300)
@given(st.floats(0, 1), st.floats(1e-6, 60), st.floats(0, 2, allow_subnormal=False))
@example(0.95, 6.0, 1.0)  # nothing lies between the largest mean and 1
@example(1 - 2**-53, 1.0, np.inf)
def test_the_largest_mean_is_that_of_the_bisection(p, level, start):
    found = confidence_indices.largest_mean(p, level, start)
    assert found == pytest.approx(oracle.largest_q(p, level), abs=1e-9)
