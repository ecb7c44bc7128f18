"""Identities and guarantees of Pike-Burke et al. 2018 that traces and kernels must satisfy."""

import math
from importlib import import_module
from inspect import getsource
from itertools import pairwise
from pkgutil import iter_modules

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from delayed_bandits import algorithms
from delayed_bandits.algorithms import odaaf
from delayed_bandits.checks.errors import InputError
from delayed_bandits.delays import laws
from delayed_bandits.traces.k_armed.anonymous import AnonymousTrace, pull, pull_block
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace
from delayed_bandits.traces.k_armed.mixed import MixedTrace
from delayed_bandits.traces.streams import Streams
from papers.pikeburke2018.oracle import rewards_of

NAMES = [module.name for module in iter_modules(algorithms.__path__)]
MODULES = [import_module(f"{algorithms.__name__}.{name}") for name in NAMES]
SAMPLES = {  # n_m and what of the mean, the bound and the variance it depends on
    "odaaf": (odaaf.samples_known_mean, [0]),
    "odaaf_b": (odaaf.samples_known_bound, [0, 1]),
    "odaaf_v": (odaaf.samples_known_variance, [0, 2]),
    "odaaf_naive": (odaaf.samples_naive, [1]),
}
NO_DELAY, POISSON = laws.Constant(0), laws.Poisson(4)
SHORT = [NO_DELAY, laws.Packet(7), laws.TwoPoint(0, 30, 0.1), laws.Uniform(0, 8), POISSON]
SEEDS = st.integers(0, 2**32)
MEANS = st.lists(st.floats(0, 1), min_size=1, max_size=4)
same = np.testing.assert_array_equal


def draw(seed, means, delay, horizon, kind=AnonymousTrace, **law):
    return kind.draw(Streams(5, "laws"), seed, horizon=horizon, means=means, delay=delay, **law)


def sums_of(trace, played):
    """What a learner who plays so sees after each round."""
    rounds = np.arange(played.size)
    arrivals = rounds + trace.hidden_delays[played if len(trace.laws) > 1 else 0, rounds]
    rewards = rewards_of(trace)[rounds, played] * (arrivals < played.size)
    return np.bincount(np.minimum(arrivals, played.size - 1), rewards, minlength=played.size)


def schedule(name, horizon, known):
    samples, needed = SAMPLES[name]
    known = [known[i] for i in needed]
    return [samples(horizon, m, *known) for m in range(1, odaaf.phases(horizon) + 1)]


@settings(max_examples=80)
@given(SEEDS, MEANS, st.booleans(), st.sampled_from(["bernoulli", "beta"]))
def test_every_reward_arrives_once_or_never(seed, means, of_each_arm, reward_law):
    rng = np.random.default_rng(seed)
    horizon = rng.integers(1, 80)
    played = rng.integers(len(means), size=horizon)
    delay = list(rng.choice(SHORT, len(means) if of_each_arm else 1))
    trace = draw(seed, means, delay, horizon, reward_law=reward_law)
    view = trace.start()
    seen = [pull(view, t, arm) for t, arm in enumerate(played)]
    np.testing.assert_allclose(seen, sums_of(trace, played), rtol=1e-12)
    block = pull_block(trace.start(), 0, 0, horizon)
    np.testing.assert_allclose(block, sums_of(trace, played * 0).sum(), rtol=1e-12)


def test_sums_above_one_are_not_clipped():
    view = draw(0, [1.0], laws.Packet(8), 9).start()
    assert [pull(view, t, 0) for t in range(9)] == [0] * 7 + [8, 0]


def test_rewards_have_the_mean_and_the_variance_of_their_law():
    means, n = np.array([0.0, 0.05, 0.5, 0.6, 1.0]), 100_000
    for c, law in [(0, {}), (3, {"reward_law": "beta", "concentration": 3})]:
        rewards = rewards_of(draw(0, list(means), NO_DELAY, n, **law))
        assert (abs(rewards - 0.5) <= 0.5).all()
        variance = means * (1 - means) / (c + 1)
        for errors in (rewards - means, (rewards - means) ** 2 - variance):
            assert (abs(errors.mean(0)) <= 5 * errors.std(0) / math.sqrt(n)).all()


def test_worlds_share_their_random_numbers():
    def world(delay, horizon=400, kind=AnonymousTrace):
        trace = draw(1, [0.3, 0.7], delay, horizon, kind)
        return rewards_of(trace), trace.hidden_delays

    each = [laws.Poisson(4), laws.Exponential(9)]
    rewards, delays = world(each)
    same(delays, [world(delay)[1][0] for delay in each])  # the arms' own delays
    longer_rewards, longer_delays = world([laws.Poisson(9), laws.Exponential(20)])
    same(longer_rewards, rewards)
    assert (longer_delays >= delays).all()
    for kind, horizon in [(AnonymousTrace, 10), (IdentifiedTrace, 400), (MixedTrace, 70)]:
        first_rewards, first_delays = world(each, horizon, kind)
        same(first_rewards, rewards[:horizon])
        same(first_delays, np.minimum(delays[:, :horizon], horizon))  # which stands for never
    with pytest.raises(InputError, match="one law, or one for each of the 2 arms"):
        world(SHORT[:3])


@settings(max_examples=200)
@given(st.integers(1, 10**7), *[st.just(0.0) | st.floats(1e-3, 1e4)] * 3)
def test_samples_are_the_least_that_bring_the_width_to_half_the_tolerance(T, E, d, V):
    samples = {name: schedule(name, T, (E, d, V)) for name in SAMPLES}
    last = odaaf.phases(T)
    assert [math.log(T / 4**m) >= 1 for m in range(1, last + 2)] == [True] * last + [False]
    for name, values in samples.items():
        assert all(n < following for n, following in pairwise(values))
        assert name == "odaaf_naive" or min(values[-1:], default=T + 1) > T  # no last phase ends
        for m, n in enumerate(values, start=1):
            log = math.log(T / 4**m)
            bias = {"odaaf": 3 * m * E, "odaaf_b": 2 * E, "odaaf_v": 2 * E + 4 * V}.get(name, m * d)
            a, b = (log / 2, bias) if name == "odaaf_naive" else (2 * log, 4 / 3 * log + bias)
            now, before = ((math.sqrt(a / k) + b / k) / 2.0 ** -(m + 1) - 1 for k in (n, n - 1))
            blocks = math.ceil(min(m * d, samples["odaaf"][m - 1])) * (name == "odaaf_b")
            assert now <= 1e-12
            assert n == blocks or (n > blocks and before > -1e-12)


def test_no_algorithm_names_what_is_hidden():
    for module in MODULES:  # the registry refuses to tell it
        assert module.__name__.endswith("registry") or "hidden" not in getsource(module), module


@pytest.mark.parametrize("arm", [-1, 2])
def test_an_arm_that_is_none_is_refused(arm):
    with pytest.raises(InputError, match=rf"arm {arm} played in round 3; expected 0 to 1"):
        draw(0, [0.2, 0.4], NO_DELAY, 9).regret(np.array([0, 1, 0, arm, 0, 1, arm, 0, 0]))
