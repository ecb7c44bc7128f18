"""Identities and guarantees of Pike-Burke et al. 2018 that traces and kernels must satisfy."""

import math
from dataclasses import replace
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
from delayed_bandits.algorithms.registry import Algorithm, algorithm
from delayed_bandits.checks.errors import InputError
from delayed_bandits.delays import laws
from delayed_bandits.traces.k_armed.anonymous import AnonymousTrace, pull, pull_block
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace
from delayed_bandits.traces.k_armed.mixed import MixedTrace
from delayed_bandits.traces.streams import Streams
from papers.pikeburke2018.oracle import rewards_of
from papers.pikeburke2018.test_kernels import unchecked

NAMES = [module.name for module in iter_modules(algorithms.__path__)]
MODULES = [import_module(f"{algorithms.__name__}.{name}") for name in NAMES]
ALL = {name: value for m in MODULES for name, value in vars(m).items() if type(value) is Algorithm}
KARMED = {k: a for k, a in ALL.items() if a.trace in (AnonymousTrace, IdentifiedTrace)}
ANONYMOUS = [name for name in KARMED if KARMED[name].trace is AnonymousTrace]
SAMPLES = {  # n_m and what of the mean, the bound and the variance it depends on
    "odaaf": (odaaf.samples_known_mean, [0]),
    "odaaf_b": (odaaf.samples_known_bound, [0, 1]),
    "odaaf_v": (odaaf.samples_known_variance, [0, 2]),
    "odaaf_naive": (odaaf.samples_naive, [1]),
}
NO_DELAY, POISSON = laws.Constant(0), laws.Poisson(4)
SHORT = [NO_DELAY, laws.Packet(7), laws.TwoPoint(0, 30, 0.1), laws.Uniform(0, 8), POISSON]
WORLDS = [None, *SHORT, laws.Constant(400)]  # None: each arm has its own; 400: about a block
BRIDGE_ARMS = ["best", "first", "random"]
OTFLIN = {"window": 9, "confidence": 0.1, "regularisation": 1.0}
SEEDS = st.integers(0, 2**32)
MEANS = st.lists(st.floats(0, 1), min_size=1, max_size=4)
same = np.testing.assert_array_equal


def draw(seed, means, delay, horizon, kind=AnonymousTrace, **law):
    return kind.draw(Streams(5, "laws"), seed, horizon=horizon, means=means, delay=delay, **law)


def replay(name, trace, known=(), **options):
    """Play unchecked, given what the algorithm takes of mean, bound, variance and options."""
    options |= dict(zip(("mean_delay", "delay_bound", "delay_variance"), known, strict=False))
    valid = ALL[name].parameters["properties"]
    given = {key: options[key] for key in options if key in valid}
    return unchecked(ALL[name]).play(trace, **given)


def sums_of(trace, played):
    """What a learner who plays so sees after each round."""
    rounds = np.arange(played.size)
    arrivals = rounds + trace.hidden_delays[played if len(trace.laws) > 1 else 0, rounds]
    rewards = rewards_of(trace)[rounds, played] * (arrivals < played.size)
    return np.bincount(np.minimum(arrivals, played.size - 1), rewards, minlength=played.size)


def with_rewards(trace, rewards, **changes):
    """The trace with other rewards, shape (rounds, arms)."""
    states = np.arange(trace.horizon, dtype=np.int32)
    return replace(trace, hidden_states=states, hidden_outcomes=rewards, **changes)


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


@settings(max_examples=60)
@given(SEEDS, st.integers(1, 20) | st.integers(1, 500), MEANS, st.sampled_from(SHORT))
def test_every_round_is_played_and_costs_its_gap(seed, horizon, means, delay):
    for name in KARMED:
        trace = draw(seed, means, delay, horizon, KARMED[name].trace)
        played = replay(name, trace, (2, 3, 4), tail_exponent=0.5, **OTFLIN)
        assert set(played) <= set(range(len(means)))
        gaps = max(means) - np.array(means)[played]
        np.testing.assert_allclose(trace.regret(played), np.cumsum(gaps), rtol=1e-12)


def sees_only_sums(name, trace, *known, **options):
    """Play again where the sum of each round is paid at once, whatever the arm, and no more is."""
    played = replay(name, trace, known, **options)
    rewards = np.tile(sums_of(trace, played)[:, None], trace.n_arms)
    delays = np.zeros((1, played.size), np.int32)
    paid = with_rewards(trace, rewards, hidden_delays=delays, hidden_means=None)
    return np.array_equal(replay(name, paid, known, **options), played)


@pytest.mark.parametrize("name", ANONYMOUS)
@settings(max_examples=20)
@given(SEEDS, MEANS, st.sampled_from(WORLDS), st.sampled_from(BRIDGE_ARMS), st.booleans())
def test_nothing_but_sums_is_seen(name, seed, means, delay, bridge_arm, doubling):
    trace = draw(seed, [0.4, *means], delay or SHORT[: len(means) + 1], 3000)
    assert sees_only_sums(name, trace, 2, 30, 4, bridge_arm=bridge_arm, doubling=doubling)


@pytest.mark.parametrize(
    "look",
    [lambda view: view.hidden_rewards[:, view.hidden_states].T, lambda view: view.hidden_delays.T],
    ids=["rewards", "delays"],
)
def test_who_looks_is_caught(look, monkeypatch):
    @algorithm(AnonymousTrace)
    def looks(view):
        for t, values in enumerate(look(view)):
            pull(view, t, int(values.sum()) % 2)

    monkeypatch.setitem(ALL, "looks", looks)
    assert not sees_only_sums("looks", draw(0, [0.3, 0.8], SHORT[-2:], 300))


def test_all_that_a_learner_must_not_see_is_called_hidden():
    view = draw(0, [0.5], NO_DELAY, 9).start()._asdict()
    public = {k for k in view if isinstance(view[k], np.ndarray) and k[:6] != "hidden"}
    assert public == {"played"}
    assert len(ANONYMOUS) >= 7
    for module in MODULES:  # the registry refuses to tell what is hidden
        assert module.__name__.endswith("registry") or "hidden" not in getsource(module), module


@pytest.mark.parametrize("arm", [-1, 2])
def test_an_arm_that_is_none_is_refused(arm):
    with pytest.raises(InputError, match=rf"arm {arm} played in round 3; expected 0 to 1"):
        draw(0, [0.2, 0.4], NO_DELAY, 9).regret(np.array([0, 1, 0, arm, 0, 1, arm, 0, 0]))
