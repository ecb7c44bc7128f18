from types import SimpleNamespace

import numpy as np
import pytest

from delayed_bandits.delays.distributions import distribution_from
from delayed_bandits.papers.price import tables
from delayed_bandits.papers.price.rule import arrival, gaps_of, needed, rule, undelayed

DELAYS = [
    {"distribution": "constant", "rounds": 700},
    {"distribution": "geometric", "mean": 3000},
    {"distribution": "uniform", "low": 0, "high": 900},
    {"distribution": "pareto", "shape": 0.5, "minimum": 20},
    {"distribution": "lognormal", "median": 100, "sigma": 2},
]


@pytest.mark.parametrize("answers", [100, 900])
@pytest.mark.parametrize("delay", DELAYS, ids=str)
def test_arrival_is_the_round_in_which_the_answers_have_arrived(delay, answers):
    t = arrival(delay, answers, 50_000)
    uniforms = np.random.default_rng(1).random((100, int(t)))
    rounds = np.arange(t) + distribution_from(delay).quantile(uniforms)
    assert (rounds < t).sum(axis=1).mean() == pytest.approx(answers, rel=0.02)


@pytest.mark.parametrize("rounds", [0, 1, 700])
def test_arrival_under_a_fixed_delay_is_later_by_the_delay(rounds):
    delay = {"distribution": "constant", "rounds": rounds}
    assert arrival(delay, 150, 50_000) == pytest.approx(150 + rounds)


def test_needed_answers_grow_with_variance_and_fall_with_the_squared_gap():
    assert needed([0.4, 0.6]) == pytest.approx(37.5)
    assert needed([0.03, 0.035, 0.04]) == pytest.approx(6 * 0.03625 * 0.96375 * 2 / 0.0075**2)


@pytest.mark.parametrize("rates", [[0.4, 0.6], [0.1, 0.3, 0.2, 0.15]])
def test_undelayed_is_three_quarters_of_n_and_the_bound_of_lai_and_robbins(rates):
    n, gaps, p = needed(rates), gaps_of(rates), max(rates) - gaps_of(rates).mean() / 2
    bound = sum(2 * p * (1 - p) / gap for gap in gaps) * np.log(20_000 / n)
    expected = 3 / 4 * (n + bound / (max(rates) - np.mean(rates)))
    assert undelayed(rates, 20_000) == pytest.approx(expected)


def test_price_is_the_wait_if_the_delay_is_long_and_nothing_if_it_is_short():
    assert rule(1e6, 1000) == pytest.approx(1e6 - 1000, rel=1e-6)
    assert rule(1, 1000) == pytest.approx(0, abs=1e-3)


def test_lost_rounds_are_those_of_random_play():
    """Random play on 4 arms with gap 0.2 has 0.15 of regret a round."""
    trace, rounds = {"means": [0.4, 0.4, 0.4, 0.6]}, np.array([1000])
    late = SimpleNamespace(final=np.array([4.5, 6.0]), n_runs=2, trace=trace, rounds=rounds)
    free = SimpleNamespace(final=np.array([3.0, 3.0, 9.0]))
    np.testing.assert_allclose(tables.lost(late, free), [10, 20])
