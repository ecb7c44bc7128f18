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


def in_phases(name, trace, known, **options):
    """The arms played; the blocks, the bridge and the means of each phase with complete blocks."""
    played = replay(name, trace, known, **options)
    sums = sums_of(trace, played)
    total, found, t = np.zeros(trace.n_arms), [], 0
    for before, samples in pairwise([0, *schedule(name, played.size, known)]):
        blocks, rounds = {}, samples - before
        # in a phase arms increase, what comes after it begins with no larger arm
        while t < played.size and played[t] > max(blocks, default=-1):
            blocks[played[t]] = slice(t, t + rounds)
            t += rounds
        bridge = slice(t, t + rounds * (name in ("odaaf_b", "odaaf_v")))
        assert all(len(set(played[block])) <= 1 for block in [*blocks.values(), bridge])
        if t > played.size or not blocks:
            break
        for arm, block in blocks.items():
            total[arm] += sums[block].sum()
        found.append((blocks, bridge, {arm: total[arm] / samples for arm in blocks}))
        t = bridge.stop
    return played, found


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


TABLE = """
odaaf        0    0    0   464  1435   4581  14681  45972 136124  359050  703776
odaaf_b      0    0    0   464  1435   4581  14681  45972 136124  359050  703776
odaaf_v      0    0    0   464  1435   4581  14681  45972 136124  359050  703776
odaaf       20    0    0   846  2984   9348  27756  79511 218261  552817 1142016
odaaf       50    0    0  1350  4986  15471  44558 122854 325223  806435 1711341
odaaf_b     20   20    0   726  1993   5752  17102  50916 146136  379203  744122
odaaf_b     20   40    0   726  1993   5752  17102  50916 146136  379203  744122
odaaf_b     50  100    0  1076  2746   7359  20491  57962 160593  408530  802794
odaaf_b     20 5000    0   846  2984   9348  20000  50916 146136  379203  744122
odaaf_v     20    0   20  1187  2984   7869  21574  60234 165287  418097  821927
odaaf_v     20    0  400  8336 17931  39320  87997 200442 459405 1026206 2036103
odaaf_v     50    0 2500 44421 91541 190153 398444 841553
odaaf_naive  0   20    0   220   825   2628   7805  22216  60502  152559  318240
odaaf_naive  0   40    0   332  1266   3971  11482  31690  83869  207950  442505
"""  # mean, bound and variance known, then n_m for T = 250000
DROPPED = [  # law, what is known, and the round after which one arm of two is left
    ("odaaf", NO_DELAY, (0, 0, 0), 29362),
    ("odaaf", laws.Constant(20), (20, 0, 0), 55512),
    ("odaaf_b", laws.Constant(20), (20, 20, 0), 39956),
    ("odaaf", laws.Uniform(0, 100), (50, 0, 0), 89116),
    ("odaaf_b", laws.Uniform(0, 100), (50, 100, 0), 48341),
    ("odaaf_v", laws.Poisson(20), (20, 0, 20), 51017),
    ("odaaf_v", laws.Poisson(50), (50, 0, 50), 73545),
    ("odaaf_v", laws.Exponential(20), (20, 0, 400), 215314),
    ("odaaf_v", laws.HalfNormal(20), (20, 0, 145.35), 110134),
]


@pytest.mark.parametrize("row", TABLE.strip().splitlines())
def test_samples_of_each_phase(row):
    name, *numbers = [int(word) if word.isdigit() else word for word in row.split()]
    found = schedule(name, 250_000, numbers[:3])
    assert (len(found), found[: len(numbers) - 3]) == (8, numbers[3:])


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


@settings(max_examples=100)
@given(st.integers(100, 10**7), st.floats(1e-3, 1e4), st.floats(1e-3, 1e6))
def test_a_large_bound_gives_the_samples_of_the_mean_alone(T, E, d):
    """Section 4.2: "for large [d], we essentially revert back to the choice of [n_m] from (2)"."""
    bounded, plain = (schedule(name, T, (E, d, 0)) for name in ("odaaf_b", "odaaf"))
    for m, (n, of_mean) in enumerate(zip(bounded, plain, strict=True), start=1):
        assert n == of_mean if m * d >= of_mean else n <= of_mean


@pytest.mark.parametrize("arms", [2, 4, 8])
def test_each_worse_arm_costs_the_same_whatever_their_number(arms):
    """Bound (5) is a sum over the worse arms, as n_m depends on no arm."""
    means = [0.5] * (arms - 1) + [0.6]
    for seed in range(3):
        played = replay("odaaf", draw(seed, means, laws.Uniform(0, 40), 250_000), (20, 0, 0))
        same(np.bincount(played)[:-1], 27756)


@pytest.mark.parametrize("name", SAMPLES)
@settings(max_examples=30)
@given(SEEDS, MEANS | st.just([0.5, 0.5]), st.sampled_from([NO_DELAY, POISSON]))
def test_phases_are_those_of_algorithm_1(name, seed, means, law):
    """Without delay and bridge this is elimination in phases, as in Improved UCB."""
    trace, known = draw(seed, means, law, 11_000), (law.mean,) * 3
    played, found = in_phases(name, trace, known, bridge_arm=BRIDGE_ARMS[seed % 3])
    active = list(range(len(means)))
    for m, (blocks, bridge, mean) in enumerate(found, start=1):
        assert list(blocks) == active
        active = [arm for arm in active if mean[arm] + 2.0**-m >= max(mean.values())]
        assert set(played[bridge]) <= set(active)
    after_all = m == odaaf.phases(11_000)  # only odaaf_naive comes so far
    assert set(played[bridge.stop :]) <= {max(mean, key=mean.get)} if after_all else set(active)


@pytest.mark.parametrize("bridge_arm", BRIDGE_ARMS)
@pytest.mark.parametrize("name", ["odaaf_b", "odaaf_v"])
def test_what_arrives_during_a_bridge_changes_nothing(name, bridge_arm):
    trace, known = draw(0, [0.3, 0.9, 0.7], POISSON, 20_000), (4, 40, 4)
    played, found = in_phases(name, trace, known, bridge_arm=bridge_arm)
    assert len(found) >= 3
    arrivals = np.arange(20_000) + trace.hidden_delays[0]
    bridged = np.any([(b.start <= arrivals) & (arrivals < b.stop) for _, b, _ in found], axis=0)
    for flipped in (bridged, ~bridged):
        altered = with_rewards(trace, abs(rewards_of(trace) - flipped[:, None]))
        arms = replay(name, altered, known, bridge_arm=bridge_arm)
        assert np.array_equal(arms, played) == (flipped is bridged)


@pytest.mark.parametrize(("name", "delay", "known", "expected"), DROPPED)
def test_the_worse_arm_is_dropped_at_the_end_of_phase_4(name, delay, known, expected):
    """One seed in some hundreds drops it in phase 3, but none of these."""
    for seed in range(3):
        played, found = in_phases(name, draw(seed, [0.5, 0.6], delay, 250_000), known)
        worse, better = found[3][0].values()  # both are there
        assert better.stop == expected
        assert (played[worse.stop :] == 1).all()


@pytest.mark.parametrize("law", [laws.Constant(20), laws.Uniform(0, 40), laws.Exponential(20)])
def test_means_are_within_half_the_tolerance(law):
    means = [0.1, 0.5, 0.6, 0.9]
    for seed in range(100):
        _, found = in_phases("odaaf", draw(seed, means, law, 20_000), (20, 0, 0))
        assert [3 in blocks for blocks, _, _ in found[:2]] == [True, True]
        for m, (_, _, mean) in enumerate(found, start=1):
            assert all(abs(mean[arm] - means[arm]) <= 2.0**-m / 2 for arm in mean)


@settings(max_examples=60)
@given(SEEDS, st.integers(1, 20) | st.integers(1, 500), MEANS, st.sampled_from(SHORT))
def test_every_round_is_played_and_costs_its_gap(seed, horizon, means, delay):
    for name in KARMED:
        trace = draw(seed, means, delay, horizon, KARMED[name].trace)
        played = replay(name, trace, (2, 3, 4), tail_exponent=0.5, **OTFLIN)
        assert set(played) <= set(range(len(means)))
        gaps = max(means) - np.array(means)[played]
        np.testing.assert_allclose(trace.regret(played), np.cumsum(gaps), rtol=1e-12)


@settings(max_examples=40)
@given(SEEDS, MEANS, st.integers(1, 300))
def test_without_delay_all_are_ucb1(seed, means, horizon):
    """The bonus has log n after n rounds, but log t in round t = n + 1 in Delayed-UCB1."""
    for name in ("ucb1", "qpmd", "ucb1_on_sums", "delayed_ucb1"):
        trace = draw(seed, means, NO_DELAY, horizon, ALL[name].trace)
        rewards = rewards_of(trace)
        total, count = books = np.zeros((2, len(means)))
        for t, arm in enumerate(replay(name, trace)):
            log = math.log(max(1, t + (name == "delayed_ucb1")))
            index = total / np.maximum(1, count) + np.sqrt(2 * log / np.maximum(1, count))
            assert arm == np.argmax(np.where(count > 0, index, np.inf))
            books[:, arm] += rewards[t, arm], 1


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
