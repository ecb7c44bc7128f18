import functools
import logging
import math

import numpy as np
import pytest
import scipy.optimize
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import refused
from delayed_bandits.delays.fits.fit import fit, fit_all, fits_table
from delayed_bandits.delays.fits.likelihood import FAMILIES, best_probability, log_likelihood
from delayed_bandits.delays.fits.survival import product_limit

CAP = 2_592_000
DAY = 86_400
FAMILY = {family.name: family for family in FAMILIES}
TRUTHS = {
    "exponential": {"mean": 8.0 * DAY},
    "weibull": {"shape": 0.6, "scale": 5.0 * DAY},
    "gamma": {"shape": 0.5, "scale": 10.0 * DAY},
    "lognormal": {"sigma": 1.5, "median": 2.0 * DAY},
    "lomax": {"shape": 1.5, "scale": 1.0 * DAY},
    "lognormal + gamma": {
        "lognormal_weight": 0.3,
        "lognormal_sigma": 1.2,
        "lognormal_median": 300.0,
        "gamma_shape": 0.8,
        "gamma_scale": 12.0 * DAY,
    },
}
TOLERANCE = 0.05
"""Of each parameter, relative: at least four standard errors for 60,000 delays."""


def simulated(name, size, never=0, seed=1):
    """Draw delays of a family; return those below the cap, and the number of other clicks."""
    rng = np.random.default_rng(seed)
    values = TRUTHS[name]
    if name == "lognormal + gamma":
        first = rng.random(size) < values["lognormal_weight"]
        parts = (
            values["lognormal_median"] * np.exp(values["lognormal_sigma"] * rng.normal(size=size)),
            rng.gamma(values["gamma_shape"], values["gamma_scale"], size),
        )
        times = np.where(first, *parts)
    else:
        *shapes, scale = values.values()
        times = FAMILY[name].components[0].rvs(*shapes, scale=scale, size=size, random_state=rng)
    recorded = np.sort(np.floor(times[times < CAP]).astype(np.int64))
    return recorded, size - len(recorded) + never


@functools.cache
def fits_of(truth):
    """Fits to 60,000 delays of one family, with 60,000 clicks that never convert.

    The fitted families have at most as many parameters as the true one.
    """
    recorded, censored = simulated(truth, 60_000, never=60_000)
    families = FAMILIES if truth == "lognormal + gamma" else FAMILIES[:-1]
    return recorded, censored, [fit(family, recorded, censored, CAP) for family in families]


@pytest.fixture(params=TRUTHS)
def fitted(request):
    recorded, _, fits = fits_of(request.param)
    return request.param, recorded, {found.name: found for found in fits}


def test_true_family_and_parameters_are_recovered(fitted):
    truth, recorded, fits = fitted
    assert fits[truth].converged
    assert fits[truth].parameters == pytest.approx(TRUTHS[truth], rel=TOLERANCE)
    assert fits[truth].conversion_probability == pytest.approx(0.5, rel=0.02)
    table = fits_table(fits.values()).set_index("name")
    assert table.loc[truth, "aic"] <= table["aic"].iloc[0] + (4 if truth == "exponential" else 0)
    assert fits[truth].ks < 1.63 / math.sqrt(len(recorded))


def test_criteria_match_their_definitions(fitted):
    _, recorded, fits = fitted
    n = len(recorded)
    for found in fits.values():
        steps = np.searchsorted(recorded, recorded[:, None] + [0, 1]) / n
        distances = steps - found.cdf(recorded[:, None] + [0, 1])
        assert found.ks == pytest.approx(np.abs(distances).max(), abs=1e-12)
        k = len(found.parameters)
        assert found.aic == pytest.approx(2 * k - 2 * found.log_likelihood)
        assert found.bic == pytest.approx(k * math.log(n) - 2 * found.log_likelihood)
        assert found.cdf([0, CAP, 2 * CAP]).tolist() == [0, 1, 1]
        assert found.density(CAP + 1) == 0
        edges, width = np.linspace(0.2 * CAP, CAP, 20_001, retstep=True)
        area = np.sum(found.density(edges[:-1] + width / 2)) * width
        assert area == pytest.approx(1 - found.cdf(0.2 * CAP), rel=1e-5)


def test_likelihood_is_maximal_in_the_probability():
    """Maximise the likelihood of all clicks over p by brute force, with p free and with p = 1."""
    recorded, _ = simulated("gamma", 300)
    cap, never = 5 * DAY, 100
    recorded = recorded[recorded < cap]
    n = len(recorded)
    edges = np.arange(cap + 1)
    counts, _ = np.histogram(recorded, edges)
    share = n / (n + never)
    constant = n * math.log(share) + never * math.log(1 - share)
    by_cap = []
    for scale in (2 * DAY, 200 * DAY):
        distribution = scipy.stats.gamma(0.5, scale=scale)
        by_cap.append(distribution.cdf(cap))
        cells = np.log(distribution.cdf(recorded + 1) - distribution.cdf(recorded)).sum()

        def loss(p, cells=cells, distribution=distribution):
            return -(n * math.log(p) + cells + never * math.log(1 - p * distribution.cdf(cap)))

        method = {"bounds": (1e-9, 1.0), "method": "bounded", "options": {"xatol": 1e-12}}
        best = scipy.optimize.minimize_scalar(loss, **method)
        ours = log_likelihood(FAMILY["gamma"], [0.5, scale], never, counts, edges)
        assert ours + constant == pytest.approx(-best.fun, abs=1e-4)
    assert by_cap[1] < share < by_cap[0]


@given(st.integers(1, 50), st.lists(st.tuples(st.integers(0, 50), st.floats(0.01, 1)), min_size=1))
def test_best_probability_maximises_the_likelihood(conversions, clicks):
    censored, reached = (np.array(part) for part in zip(*clicks, strict=True))
    p = best_probability(conversions, censored, reached)

    def value(p):
        with np.errstate(divide="ignore"):
            logs = np.log(1 - p * reached)[censored > 0]
        return conversions * math.log(p) + np.sum(censored[censored > 0] * logs)

    least = value(min(p, 1 - 1e-12)) + 1e-9 * (conversions + censored.sum())
    assert all(value(other) <= least for other in np.linspace(0.001, 0.999, 97))


def test_only_recorded_delays_count_without_a_bound():
    """If F(cap) exceeds the converted share, the number of other clicks changes only p."""
    recorded, censored = simulated("weibull", 5000)
    few, many = (fit(FAMILY["weibull"], recorded, censored + n, CAP) for n in (5000, 50_000))
    unknown, all_convert = (fit(FAMILY["weibull"], recorded, clicks, CAP) for clicks in (None, 0))
    assert few.parameters == many.parameters == unknown.parameters != all_convert.parameters
    assert few.log_likelihood == many.log_likelihood
    assert math.isnan(unknown.conversion_probability)
    assert few.conversion_probability == pytest.approx(0.5, abs=0.02)
    assert many.conversion_probability == pytest.approx(1 / 11, abs=0.005)


def test_bad_fit_stays_within_the_number_of_clicks():
    """A rising density pushes a Lomax fit towards F(cap) = 0, but p <= 1 keeps it near n / N."""
    rng = np.random.default_rng(5)
    recorded = np.sort((CAP * rng.random(3000) ** 0.5).astype(np.int64))
    lomax = fit(FAMILY["lomax"], recorded, 3000, CAP)
    assert lomax.conversion_probability == 1
    assert 0.4 < lomax.mass_by_cap <= 0.5


@pytest.mark.parametrize("name", ["exponential", "gamma", "lognormal"])
def test_grouping_does_not_change_the_estimates(name):
    """The oracle maximises the same likelihood without grouping equal delays."""
    recorded, _ = simulated(name, 5000)
    ours = fit(FAMILY[name], recorded, 10**6, CAP)
    (distribution,) = FAMILY[name].components

    def loss(logs):
        *shapes, scale = np.exp(logs)
        cdf = distribution(*shapes, scale=scale).cdf
        return -np.mean(np.log(cdf(recorded + 1) - cdf(recorded))) + math.log(cdf(CAP))

    start = np.log(list(TRUTHS[name].values()))
    exact = scipy.optimize.minimize(loss, start, method="Nelder-Mead", options={"xatol": 1e-6})
    assert list(ours.parameters.values()) == pytest.approx(np.exp(exact.x), rel=2e-3)


def test_fit_without_convergence_is_warned_of(caplog):
    with caplog.at_level(logging.WARNING), np.errstate(over="ignore"):
        weibull = fit(FAMILY["weibull"], np.full(100, 5000), 10**6, CAP)
    assert not weibull.converged
    assert "weibull" in caplog.text


def test_fits_are_deterministic_and_sorted_by_aic():
    recorded, censored, expected = fits_of("lognormal + gamma")
    fits = fit_all(recorded.copy(), censored, CAP)
    assert fits == expected
    table = fits_table(fits)
    assert set(table["name"]) == set(FAMILY)
    assert table["aic"].is_monotonic_increasing
    exponential = table.set_index("name").loc["exponential"]
    assert exponential["parameters"] == f"mean={fits[0].parameters['mean']:.6g}"


@pytest.mark.parametrize("delays", [[], [-1, 5], [5, 11]])
def test_delays_outside_the_cap_are_refused(delays):
    with refused("conversion delays: "):
        fit_all(np.array(delays, np.int64), 0, 10)


TIMES = st.lists(st.integers(0, 100), max_size=60).map(sorted)


@settings(max_examples=100)
@given(delays=TIMES.filter(bool), censored=TIMES)
def test_product_limit_matches_scipy(delays, censored):
    times, survival, shares_of = product_limit(np.array(delays), np.array(censored, int))
    clicks = scipy.stats.CensoredData(uncensored=delays, right=np.array(censored))
    expected = scipy.stats.ecdf(clicks).sf
    np.testing.assert_array_equal(times, sorted(set(delays)))
    np.testing.assert_allclose(survival, expected.evaluate(times), atol=1e-12)
    if not any(time < delays[-1] for time in censored):  # Greenwood's is then that of a share
        np.testing.assert_allclose(shares_of, len(delays) + len(censored))
    assert (shares_of <= len(delays) + len(censored) + 1e-6).all()
    assert (shares_of >= 0.5 - 1e-9).all()
