import numpy as np
import pytest

from conftest import refused
from delayed_bandits.algorithms import click_models, delay_corrected
from delayed_bandits.algorithms.click_models import Known, Log, counts
from delayed_bandits.algorithms.clicks import no_clicks, note_click
from delayed_bandits.algorithms.posteriors import probabilities_of_best
from delayed_bandits.delays.distributions import distributions_from
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace, pull
from papers import environments
from papers.environments import AT_ONCE
from papers.wang2022 import oracle

NEVER = {"distribution": "constant", "rounds": 10**9}
LOGNORMAL = {"distribution": "lognormal", "median": 20.0, "sigma": 2.0}
FIRST, EVERY = 60, 37
DISTRIBUTIONS = {
    "exponential": [{"distribution": "exponential", "mean": mean} for mean in (90.0, 60.0, 30.0)],
    "weibull": {"distribution": "weibull", "scale": 40.0, "shape": 1.5},
    "at once": AT_ONCE,
    "lossy": {"distribution": "lossy", "lost": 0.4, "of": LOGNORMAL},
}
GIVEN = [
    {"model": "plain"},
    {"model": "known"},
    {"model": "known", "stretch": 2.0},
    {"model": "window", "rounds": 25},
    {"model": "window", "rounds": 25, "at_once": True},
    {"model": "exponential"},
    {"model": "exponential", "cycles": 3, "rate": 0.05, "share": 0.4},
    {"model": "exponential", "likelihood": True},
    {"model": "exponential", "bounded": False},
    {"model": "product_limit"},
]


def draw(distribution="exponential", seed=0, horizon=400, means=(0.5, 0.4, 0.3)):
    dist = (
        DISTRIBUTIONS[distribution]
        if isinstance(DISTRIBUTIONS[distribution], list)
        else [DISTRIBUTIONS[distribution]] * len(means)
    )
    delays = [{"distribution": "by_reward", "success": entry, "failure": NEVER} for entry in dist]
    return environments.draw(IdentifiedTrace, seed, delays, horizon=horizon, means=list(means))


def same_arms(name, trace, model=None, **given):
    """Check that an algorithm plays the arms of its formulas, with clicks counted by a model."""
    given |= {"first": FIRST, "every": EVERY}
    counted, chosen = [], {}
    if model:
        parameters = {key: value for key, value in model.items() if key != "model"}
        counted, chosen = [getattr(oracle, model["model"])(trace, **parameters)], {"model": model}
    arms, _ = getattr(delay_corrected, name).play(trace, **chosen, **given)
    np.testing.assert_array_equal(arms, getattr(oracle, name)(trace, *counted, **given))


@pytest.mark.parametrize("distribution", DISTRIBUTIONS)
@pytest.mark.parametrize("model", GIVEN, ids=str)
def test_dts_matches_oracle(model, distribution):
    for seed, means in enumerate([(0.5, 0.4, 0.3), (0.1, 0.02, 0.0)]):
        same_arms("dts", draw(distribution, seed, means=means), model)


@pytest.mark.parametrize("name", ["ducb", "dbucb", "kl_ucb"])
@pytest.mark.parametrize("model", GIVEN[:2] + GIVEN[5:6], ids=str)
def test_confidence_bounds_match_oracle(name, model):
    for distribution in DISTRIBUTIONS:
        for means in [(0.5, 0.4, 0.3), (0.1, 0.02, 0.0), (0.3, 0.0, 0.0)]:
            same_arms(name, draw(distribution, means=means), model)


def test_full_bayesian_and_floor_match_oracle():
    same_arms("full_bayesian", draw("exponential", horizon=250))
    same_arms("full_bayesian", draw("weibull", horizon=250))
    same_arms("dts", draw(horizon=200), {"model": "known"}, floor=0.1)


@pytest.mark.parametrize("scale", [1, 30, 3000])
def test_probability_of_best_matches_quadrature(scale):
    a, b = scale * np.array([0.5, 0.45, 0.2]) + 1, scale * np.array([0.5, 0.6, 0.7]) + 1
    expected = [oracle.best(arm, a, b) for arm in range(3)]
    np.testing.assert_allclose(probabilities_of_best(a, b), expected, atol=2e-4)


def counted_after(model, trace, arms):
    """What a model counts once these arms have been played."""
    view = trace.start()
    clicks = no_clicks(view)
    for t, arm in enumerate(arms):
        pull(view, t, arm)
        note_click(view, clicks, t, arm)
    started = model.start(trace.distributions, trace.horizon, trace.randomness)
    return counts(started, clicks, len(arms))


def test_em_survives_extreme_clicks():
    trace = draw("at once", means=(1.0, 1.0, 1.0))
    for bounded in (True, False):
        _, count = counted_after(click_models.ExponentialEM(bounded=bounded), trace, [0])
        np.testing.assert_array_equal(count, 0)
    model = click_models.ExponentialEM(share=0.999999, rate=10.0)
    trace = draw(horizon=1000, means=(1.0, 0.5, 0.0))
    conversions, count = counted_after(model, trace, [0, 1] * 500)
    np.testing.assert_allclose(conversions[:2] / count[:2], [1.0, 0.5], atol=0.1)
    assert count[2] == 0


def test_arm_without_conversions_is_counted():
    trace = draw(means=(0.5, 0.4, 0.0))
    _, report = delay_corrected.dts.play(trace, first=FIRST, every=EVERY)
    updates = len(range(FIRST, trace.horizon, EVERY))
    assert report["updates_without_conversion"][-1] == updates
    assert report["updates_without_conversion"][FIRST - 1] == 0


def test_impossible_click_model_is_refused():
    for model in ({"model": "knwon"}, {"model": "window"}, {"model": "log", "cap": 0}):
        with refused("", "model of clicks"):
            delay_corrected.dts.play(draw(), model=model)


def test_rates_are_conversions_over_corrected_clicks():
    trace, model = draw(horizon=300), {"model": "known"}
    arms, report = delay_corrected.dts.play(trace, first=200, every=100, model=model)
    environment = oracle.Environment(trace)
    for arm in arms[:200]:
        environment.click(arm)
    for arm in range(3):
        conversions, clicks = oracle.known(trace)(environment, arm)
        np.testing.assert_allclose(report[f"rate_{arm + 1}"][200:], conversions / clicks)


def test_pooled_and_capped_distributions():
    distributions = distributions_from(DISTRIBUTIONS["exponential"])
    environment = distributions, 400, draw().randomness
    p = Known(pooled=True).table(*environment)
    ages = np.arange(400)
    np.testing.assert_allclose(p, np.mean([[dist.cdf(ages)] * 3 for dist in distributions], axis=0))
    table = Log(conversions=50_000, cap=40).table(*environment)
    assert np.all(table[:, 40] == 1)
    for dist, row in zip(distributions, table, strict=True):
        np.testing.assert_allclose(row[:40], dist.cdf(ages[:40]) / dist.cdf(40), atol=0.01)
