import math

import numpy as np
import pytest
import scipy.special
import scipy.stats
from hypothesis import example, given, settings
from hypothesis import strategies as st

from delayed_bandits.delays.base import NEVER
from delayed_bandits.delays.closed_forms import (
    Batch,
    Constant,
    Exponential,
    Front,
    Geometric,
    Pareto,
    TwoPoint,
    Uniform,
    power_sum,
)
from delayed_bandits.delays.distributions import DISTRIBUTIONS
from delayed_bandits.delays.empirical import Empirical, Logged
from delayed_bandits.delays.rounded_times import LogNormal, Lossy, Weibull
from delayed_bandits.delays.tabulated import HalfNormal, Poisson

UNIFORMS = np.random.default_rng(20).random(20_000)
CLOSE = 1e-11


def reals(low, high):
    return st.floats(low, high, allow_nan=False)


@st.composite
def observations(draw):
    values = draw(st.lists(st.integers(0, 2_592_000), min_size=1, max_size=40))
    return np.sort(np.array(values, np.int64))


LOW, MORE = st.integers(0, 500), st.integers(0, 1000)
SHARE = st.one_of(st.just(0.0), reals(1e-12, 1))
DISTRIBUTION_STRATEGIES = {
    "constant": st.builds(Constant, st.integers(0, 10_000)),
    "uniform": st.builds(lambda low, more: Uniform(low, low + more), LOW, MORE),
    "two_point": st.builds(lambda low, more, p: TwoPoint(low, low + more, p), LOW, MORE, SHARE),
    "geometric": st.one_of(st.builds(Geometric, reals(s, 1e4), st.just(s)) for s in (0, 1)),
    "poisson": st.builds(Poisson, reals(0, 1e4)),
    "half_normal": st.builds(HalfNormal, reals(0.01, 500)),
    "exponential": st.builds(Exponential, reals(0.01, 1e5)),
    "pareto": st.builds(Pareto, reals(0.5, 10), reals(0.1, 1000)),
    "weibull": st.builds(Weibull, reals(0.01, 1e4), reals(0.3, 5)),
    "lognormal": st.builds(LogNormal, reals(0.01, 1e4), reals(0.1, 3)),
    "lossy": st.builds(Lossy, st.builds(Geometric, reals(1, 1e3)), reals(0, 1)),
    "batch": st.builds(Batch, st.integers(1, 1000)),
    "front": st.builds(Front, st.integers(1, 1000)),
    "criteo": st.builds(Empirical, observations(), reals(1e-4, 2)),
    "log": st.builds(
        Logged,
        st.fixed_dictionaries({None: observations(), "a": observations()}),
        reals(1e-4, 2),
        st.sampled_from([None, "a"]),
    ),
}
DISTRIBUTION = st.one_of(*DISTRIBUTION_STRATEGIES.values())
UNIFORM = reals(0, 1 - 2**-53)


def test_every_distribution_is_tried():
    assert set(DISTRIBUTION_STRATEGIES) == set(DISTRIBUTIONS)


@settings(max_examples=400)
@given(distribution=DISTRIBUTION, u=UNIFORM)
def test_quantile_inverts_the_cdf(distribution, u):
    d = distribution.quantile(u)
    assert d == NEVER or distribution.cdf(d) >= u - CLOSE
    assert distribution.cdf(d - 1) <= u + CLOSE


TABLED = ["poisson", "half_normal"]


def around(values):
    return np.concatenate([values, np.nextafter(values, 0), np.nextafter(values, 1)])


@settings(max_examples=100)
@given(st.sampled_from(TABLED).flatmap(DISTRIBUTION_STRATEGIES.get))
@example(Poisson(0))
@example(Poisson(1e6))
@example(HalfNormal(1e4))
def test_table_search_is_exact(distribution):
    low, cdf = distribution.table
    assert len(distribution.guide).bit_count() == 1
    cells = np.arange(len(distribution.guide)) / len(distribution.guide)
    some = cdf[:: 1 + len(cdf) // 10_000]  # each of a long tail would cost a walk through its cell
    u = np.concatenate([UNIFORMS, [1 - 2**-53], around(cells), around(some)])
    u = u[u < 1]
    assert np.array_equal(distribution.quantile(u), low + np.searchsorted(cdf, u, side="right"))


@settings(max_examples=200)
@given(distribution=DISTRIBUTION, u=st.lists(UNIFORM, min_size=1, max_size=30))
def test_quantile_and_cdf_are_monotone(distribution, u):
    delays = distribution.quantile(np.sort(u))
    assert delays.dtype == np.int64
    assert np.all(np.diff(delays) >= 0)
    assert np.all((delays >= 0) & (delays <= min(distribution.bound, NEVER)))
    fifty, twenty = (distribution.sample(UNIFORMS[:n]) for n in (50, 20))
    assert np.array_equal(fifty[:20], twenty)
    cdf = distribution.cdf(np.concatenate([[-2, -1], np.arange(2000), [10**17]]))
    assert np.all(cdf[:2] == 0)
    assert np.all(np.diff(cdf) >= 0)
    assert cdf[-1] == pytest.approx(1 - getattr(distribution, "lost", 0), abs=1e-7)
    if math.isfinite(distribution.bound):
        assert distribution.cdf(distribution.bound) == 1 > distribution.cdf(distribution.bound - 1)


@pytest.mark.parametrize(
    ("distribution", "reference"),
    [
        (Geometric(1.01), scipy.stats.geom(1 / 1.01)),
        (Geometric(37.5), scipy.stats.geom(1 / 37.5)),
        (Geometric(20.0, start=0), scipy.stats.geom(1 / 21, loc=-1)),
        (Uniform(3, 11), scipy.stats.randint(3, 12)),
        (TwoPoint(3, 4, 0.3), scipy.stats.bernoulli(0.3, loc=3)),
        (Batch(7), scipy.stats.randint(0, 7)),
        (Poisson(0.3), scipy.stats.poisson(0.3)),
        (Poisson(50), scipy.stats.poisson(50)),
        (Poisson(1e5), scipy.stats.poisson(1e5)),
    ],
    ids=lambda value: getattr(value, "dist", value).name,
)
def test_discrete_distributions_match_scipy(distribution, reference):
    assert distribution.mean == pytest.approx(reference.mean())
    assert distribution.variance == pytest.approx(reference.var())
    d = np.unique(np.concatenate([reference.ppf(np.linspace(0.001, 0.999, 500)), [0, 1]]))
    np.testing.assert_allclose(distribution.cdf(d.astype(int)), reference.cdf(d), atol=1e-9)


@pytest.mark.parametrize(
    ("distribution", "time"),
    [
        (HalfNormal(20), scipy.stats.halfnorm(scale=20)),
        (Exponential(0.4), scipy.stats.expon(scale=1 / (2 * math.asinh(1 / 0.8)))),
        (Exponential(50.0), scipy.stats.expon(scale=1 / (2 * math.asinh(1 / 100)))),
        (Weibull(30, 1.5), scipy.stats.weibull_min(1.5, scale=30)),
        (LogNormal(30, 2), scipy.stats.lognorm(2, scale=30)),
        (Pareto(1.5, 3.5), scipy.stats.pareto(1.5, scale=3.5)),
        (Pareto(2, 400), scipy.stats.pareto(2, scale=400)),
    ],
    ids=lambda value: getattr(value, "name", "scipy"),
)
def test_rounded_times_match_scipy(distribution, time):
    d, up = np.arange(1500), isinstance(distribution, Pareto)
    np.testing.assert_allclose(distribution.cdf(d), time.cdf(d if up else d + 0.5), atol=1e-14)
    times = time.ppf(UNIFORMS)
    rounded = np.ceil(times) if up else np.maximum(np.floor(times + 0.5), 0)
    assert np.array_equal(distribution.sample(UNIFORMS), rounded)


@pytest.mark.parametrize(
    ("distribution", "last"),
    [
        (Constant(4), 5),
        (TwoPoint(2, 50, 0.3), 60),
        (TwoPoint(0, 50, 1), 60),
        (TwoPoint(2, 50, 0), 60),
        (Geometric(0.5, start=0), 300),
        (Geometric(0.0, start=0), 300),
        (HalfNormal(20), 500),
        (Exponential(0.2), 100),
        (Exponential(50.0), 5000),
        (Pareto(6.5, 2.5), 100_000),
        (Pareto(8.0, 40), 100_000),
        (Weibull(0.4, 0.7), 300),
        (Weibull(2000.0, 1.5), 40_000),
        (Weibull(300.0, 0.8), 30_000),
        (LogNormal(0.3, 0.5), 300),
        (LogNormal(900.0, 0.6), 60_000),
        (Empirical(np.array([0, 10, 155, 399, 400]), 0.01), 10),
    ],
    ids=str,
)
def test_moments_are_sums_of_tail_probabilities(distribution, last):
    d = np.arange(last)
    beyond = 1 - distribution.cdf(d)
    mean = beyond.sum()
    assert distribution.mean == pytest.approx(mean, rel=1e-8)
    variance = ((2 * d + 1) * beyond).sum() - mean**2
    assert distribution.variance == pytest.approx(variance, rel=1e-6, abs=1e-9)


def test_lost_feedback_never_arrives():
    dist = Lossy(Geometric(20.0), 0.3)
    delays = dist.sample(UNIFORMS)
    assert np.mean(delays == NEVER) == pytest.approx(0.3, abs=0.01)
    kept = UNIFORMS < 0.7
    assert np.array_equal(delays[kept], Geometric(20.0).sample(UNIFORMS[kept] / 0.7))
    assert (dist.mean, dist.variance, dist.bound) == (math.inf, math.inf, math.inf)
    assert Lossy(Geometric(20.0), 0.0).mean == 20
    assert np.all(Lossy(Batch(5), 1.0).sample(UNIFORMS) == NEVER)
    assert np.array_equal(Lossy(Batch(5), 0.0).sample(UNIFORMS, 3), Batch(5).sample(UNIFORMS, 3))


def test_pareto_moments_match_zeta():
    for scale, start, s in [(1, 1, 1.2), (2.5, 3, 1.5), (250, 250, 2.0), (1, 1, 9.0)]:
        expected = scipy.special.zeta(s, start) * scale**s
        assert power_sum(float(scale), start, s) == pytest.approx(expected, rel=1e-11)
    assert Pareto(1.0, 5).mean == Pareto(2.0, 5).variance == math.inf > Pareto(2.0, 5).mean


@pytest.mark.parametrize("family", [Geometric, Exponential, Poisson])
@settings(max_examples=25)
@given(means=st.tuples(reals(1, 3000), reals(1, 3000)))
def test_larger_mean_delays_every_round_more(family, means):
    less, more = (family(mean).sample(UNIFORMS) for mean in sorted(means))
    assert np.all(less <= more)


@given(size=st.integers(1, 400), rounds=st.integers(1, 1000))
def test_batches_arrive_at_their_last_round(size, rounds):
    t = np.arange(rounds)
    arrivals = t + Batch(size).sample(UNIFORMS[:rounds])
    assert np.array_equal(arrivals, (t // size + 1) * size - 1)
    front = t + Front(size).sample(UNIFORMS[:rounds])
    assert np.array_equal(front, np.maximum(t, size - 1))


@settings(max_examples=100)
@given(delays=observations(), scale=reals(1e-4, 2))
def test_empirical_delays_are_scaled_observations(delays, scale):
    dist = Empirical(delays, scale)
    expected = np.floor(scale * delays)
    assert set(dist.sample(UNIFORMS[:200])) <= set(expected)
    assert np.array_equal(dist.quantile((np.arange(len(delays)) + 0.5) / len(delays)), expected)


def test_too_large_delays_never_arrive():
    assert Pareto(0.001, 1).quantile(0.9) == NEVER
    assert Geometric(1e18).quantile(1 - 2**-53) == NEVER
