"""Identities and guarantees of Pike-Burke et al. 2018 that traces and kernels must satisfy."""

import importlib
import math
import pkgutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from delayed_bandits import algorithms
from delayed_bandits.algorithms.anonymous_baselines import ucb1_on_sums
from delayed_bandits.algorithms.delayed_ucb import delayed_ucb1, qpmd, ucb1
from delayed_bandits.algorithms.odaaf import (
    odaaf,
    odaaf_b,
    odaaf_naive,
    odaaf_v,
    phases,
    samples_known_bound,
    samples_known_mean,
    samples_known_variance,
    samples_naive,
)
from delayed_bandits.algorithms.registry import Algorithm
from delayed_bandits.delays.laws import laws_from
from delayed_bandits.errors import InputError
from delayed_bandits.traces.anonymous import AnonymousTrace, pull, pull_block
from delayed_bandits.traces.identified import IdentifiedTrace
from delayed_bandits.traces.streams import Streams

MODULES = [
    importlib.import_module(f"{algorithms.__name__}.{module.name}")
    for module in pkgutil.iter_modules(algorithms.__path__)
]
ALGORITHMS = {
    name: value
    for module in MODULES
    for name, value in vars(module).items()
    if isinstance(value, Algorithm) and value.protocol in (AnonymousTrace, IdentifiedTrace)
}
ANONYMOUS = [name for name, value in ALGORITHMS.items() if value.protocol is AnonymousTrace]
NO_DELAY = {"law": "constant", "rounds": 0}
DELAYS = [
    NO_DELAY,
    {"law": "constant", "rounds": 3},
    {"law": "two_point", "low": 0, "high": 30, "probability": 0.1},
    {"law": "packet", "size": 7},
    {"law": "uniform", "low": 0, "high": 8},
    {"law": "poisson", "mean": 4},
    {"law": "exponential", "mean": 2},
]
SEEDS = st.integers(0, 2**32)
MEANS = st.lists(st.floats(0, 1), min_size=1, max_size=4)


def draw(seed, means, delay, horizon, protocol=AnonymousTrace, **reward_law):
    world = {"horizon": horizon, "means": means, "delay": laws_from(delay), **reward_law}
    return protocol.draw(Streams(5, "laws"), seed, **world)


def replay(algorithm, trace, **values):
    """Play with those of `values` that the algorithm takes; what it leaves unplayed is -1."""
    trace.feedback.played[:] = -1
    valid = algorithm.parameters["properties"]
    parameters = {name: value for name, value in values.items() if name in valid}
    return algorithm.play(trace, **parameters).copy()


def schedule(horizon, samples_of_phase, *told):
    return [samples_of_phase(horizon, m, *told) for m in range(1, phases(horizon) + 1)]


def phases_of(played, samples, bridge):
    """Split the rounds into phases: the block of each arm, as a slice, and the bridge after them.

    Arms increase within a phase, and what comes after it does not begin with a larger arm. Only
    phases whose blocks are complete are given.
    """
    found, t = [], 0
    for rounds in np.diff([0, *samples]):
        blocks = {}
        while t < played.size and played[t] > max(blocks, default=-1):
            blocks[played[t]] = slice(t, t + rounds)
            t += rounds
        bridged = slice(t, t + rounds if bridge else t)
        for block in [*blocks.values(), bridged]:
            assert (played[block] == played[min(block.start, played.size - 1)]).all()
        if t <= played.size:
            found.append((blocks, bridged))
        t = bridged.stop
        if t >= played.size:
            break
    return found


# The trace


@settings(max_examples=60, deadline=None)
@given(st.data(), SEEDS, MEANS, st.sampled_from(["bernoulli", "beta"]), st.integers(1, 80))
def test_every_reward_arrives_once_or_never(data, seed, means, reward_law, horizon):
    number = data.draw(st.sampled_from([1, len(means)]))
    laws = data.draw(st.lists(st.sampled_from(DELAYS), min_size=number, max_size=number))
    feedback = draw(seed, means, laws, horizon, reward_law=reward_law).feedback
    arms = st.lists(st.integers(0, len(means) - 1), min_size=horizon, max_size=horizon)
    other, played = data.draw(arms), data.draw(arms)
    for t in range(horizon // 2):  # a replay that is given up leaves nothing behind
        pull(feedback, t, other[t])
    sums = [pull(feedback, t, arm) for t, arm in enumerate(played)]
    rounds = np.arange(horizon)
    delays = feedback.hidden_delays[played if number > 1 else 0, rounds]
    rewards = feedback.hidden_rewards[played, rounds] * 1.0
    for t in rounds:
        assert sums[t] == pytest.approx(rewards[rounds + delays == t].sum(), rel=1e-12)
    assert sum(sums) == pytest.approx(rewards[rounds + delays < horizon].sum(), rel=1e-12)
    np.testing.assert_array_equal(feedback.played, played)
    np.testing.assert_array_equal(feedback.hidden_sums, sums)


def test_sums_above_one_are_not_clipped():
    feedback = draw(0, [1.0], {"law": "packet", "size": 8}, 9).feedback
    assert [pull(feedback, t, 0) for t in range(9)] == [0] * 7 + [8, 0]
    assert pull_block(feedback, 0, 0, 9) == 8


def test_each_arm_has_its_own_delays():
    trace = draw(0, [0.2, 0.5, 0.9], DELAYS[-3:], 500)
    delays = [draw(0, [0.5], delay, 500).feedback.hidden_delays[0] for delay in DELAYS[-3:]]
    np.testing.assert_array_equal(trace.feedback.hidden_delays, delays)
    assert trace.mean_delay == 4
    assert trace.delay_bound == math.inf
    for number in (2, 4):
        with pytest.raises(InputError, match="one law, or one for each of the 3 arms"):
            draw(0, [0.2, 0.5, 0.9], DELAYS[:number], 500)


def test_rewards_have_the_means_and_the_variance_of_their_law():
    means, n = [0.0, 0.05, 0.5, 0.6, 1.0], 100_000
    bernoulli = draw(0, means, NO_DELAY, n).feedback.hidden_rewards * 1.0
    options = {"reward_law": "beta", "concentration": 3.0}
    beta = draw(0, means, NO_DELAY, n, **options).feedback.hidden_rewards
    for rewards, concentration in [(bernoulli, 0), (beta, 3)]:
        assert rewards.min() >= 0
        assert rewards.max() <= 1
        for row, mean in zip(rewards, means, strict=True):
            squares = (row - mean) ** 2
            variance = mean * (1 - mean) / (concentration + 1)
            assert abs(row.mean() - mean) <= 5 * np.sqrt(variance / n)
            assert abs(squares.mean() - variance) <= 5 * squares.std() / np.sqrt(n) + 1e-12


@pytest.mark.parametrize("law", ["poisson", "exponential"])
def test_worlds_share_their_luck(law):
    def world(mean=4, horizon=400, protocol=AnonymousTrace):
        feedback = draw(1, [0.3, 0.7], {"law": law, "mean": mean}, horizon, protocol).feedback
        return feedback.hidden_rewards, feedback.hidden_delays

    rewards, delays = world()
    short_rewards, short_delays = world(horizon=50)
    np.testing.assert_array_equal(short_rewards, rewards[:, :50])
    np.testing.assert_array_equal(short_delays, np.minimum(delays[:, :50], 50))  # 50 is never
    for changes in ({"protocol": IdentifiedTrace}, {"mean": 9}):
        other_rewards, other_delays = world(**changes)
        np.testing.assert_array_equal(other_rewards, rewards)
        assert (other_delays >= delays).all()
    assert delays.max() < other_delays.max() < 400


@given(SEEDS, MEANS)
def test_regret_is_the_sum_of_gaps(seed, means):
    played = np.random.default_rng(seed).integers(len(means), size=50)
    gaps = max(means) - np.array(means)[played]
    for protocol in (AnonymousTrace, IdentifiedTrace):
        regret = draw(0, means, NO_DELAY, 50, protocol).regret(played)
        np.testing.assert_allclose(regret, np.cumsum(gaps), rtol=1e-12)


# The number of samples

ROWS = [  # section 3.6 of the specification, T = 250000
    (samples_known_mean, [0], [464, 1435, 4581, 14681, 45972, 136124, 359050, 703776]),
    (samples_known_bound, [0, 0], [464, 1435, 4581, 14681, 45972, 136124, 359050, 703776]),
    (samples_known_variance, [0, 0], [464, 1435, 4581, 14681, 45972, 136124, 359050, 703776]),
    (samples_known_mean, [20], [846, 2984, 9348, 27756, 79511, 218261, 552817, 1142016]),
    (samples_known_mean, [50], [1350, 4986, 15471, 44558, 122854, 325223, 806435, 1711341]),
    (samples_known_bound, [20, 20], [726, 1993, 5752, 17102, 50916, 146136, 379203, 744122]),
    (samples_known_bound, [20, 40], [726, 1993, 5752, 17102, 50916, 146136, 379203, 744122]),
    (samples_known_bound, [50, 100], [1076, 2746, 7359, 20491, 57962, 160593, 408530, 802794]),
    (samples_known_bound, [20, 5000], [846, 2984, 9348, 20000, 50916, 146136, 379203, 744122]),
    (samples_known_variance, [20, 20], [1187, 2984, 7869, 21574, 60234, 165287, 418097, 821927]),
    (
        samples_known_variance,
        [20, 400],
        [8336, 17931, 39320, 87997, 200442, 459405, 1026206, 2036103],
    ),
    (samples_known_variance, [50, 2500], [44421, 91541, 190153, 398444, 841553]),
    (samples_naive, [20], [220, 825, 2628, 7805, 22216, 60502, 152559, 318240]),
    (samples_naive, [40], [332, 1266, 3971, 11482, 31690, 83869, 207950, 442505]),
]


@pytest.mark.parametrize(("samples", "told", "expected"), ROWS)
def test_samples_of_each_phase(samples, told, expected):
    assert schedule(250_000, samples, *told)[: len(expected)] == expected
    assert phases(250_000) == 8


@settings(max_examples=300, deadline=None)
@given(st.integers(1, 30) | st.integers(1, 10**8))
def test_there_are_as_many_phases_as_the_logarithm_allows(horizon):
    logs = [math.log(horizon / 4**m) for m in range(1, phases(horizon) + 2)]
    assert all(log >= 1 for log in logs[:-1])
    assert logs[-1] < 1


@settings(max_examples=200, deadline=None)
@given(st.integers(11, 10**7), *[st.just(0.0) | st.floats(1e-3, 1e4)] * 3)
def test_samples_are_the_least_that_bring_the_width_to_half_the_tolerance(horizon, E, d, V):
    def is_least(n, width, tolerance):
        near = 1 + 1e-12
        return width(n) <= tolerance / 2 * near and width(n - 1) * near > tolerance / 2

    before = [0] * 4
    for m in range(1, phases(horizon) + 1):
        tolerance = 2.0**-m
        log = math.log(horizon * tolerance**2)
        mean = samples_known_mean(horizon, m, E)
        bound = samples_known_bound(horizon, m, E, d)
        variance = samples_known_variance(horizon, m, E, V)
        naive = samples_naive(horizon, m, d)
        for n, bias in [(mean, 3 * m * E), (variance, 2 * E + 4 * V), (bound, 2 * E)]:
            if n > min(m * d, mean) + 1 or n is not bound:
                width = lambda n, c=bias: 4 * log / (3 * n) + math.sqrt(2 * log / n) + c / n
                assert is_least(n, width, tolerance)
        width = lambda n: math.sqrt(log / 2 / n) + m * d / n
        assert is_least(naive, width, tolerance)
        now = [mean, bound, variance, naive]
        assert all(n > past for n, past in zip(now, before, strict=True))
        before = now
    assert min(before[:3]) > horizon  # so the last phase is never complete
