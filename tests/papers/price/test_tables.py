from types import SimpleNamespace

import numpy as np
import pytest

from delayed_bandits.delays.distributions import distribution_from
from delayed_bandits.papers.price import tables

DELAYS = [
    {"distribution": "constant", "rounds": 700},
    {"distribution": "geometric", "mean": 3000},
    {"distribution": "uniform", "low": 0, "high": 900},
    {"distribution": "pareto", "shape": 0.5, "minimum": 20},
    {"distribution": "lognormal", "median": 100, "sigma": 2},
]


def on(delay, arms=2, gap=0.1):
    at = {"arms": arms, "gap": gap}
    return SimpleNamespace(trace={"delay": delay}, coordinates=at, rounds=np.array([50_000]))


@pytest.mark.parametrize("arms", [2, 10])
@pytest.mark.parametrize("delay", DELAYS, ids=str)
def test_waiting_is_the_mean_delay_cut_when_enough_rewards_have_arrived(delay, arms):
    uniforms = np.random.default_rng(1).random(200_000)
    delays = distribution_from(delay).quantile(uniforms)
    waiting = tables.waiting(on(delay, arms))
    last = waiting + (arms - 1) * 100
    assert waiting == pytest.approx(np.minimum(delays, last).mean(), rel=0.02)


@pytest.mark.parametrize("rounds", [0, 1, 700])
def test_waiting_for_fixed_delays_is_the_delay_at_every_gap(rounds):
    for gap in (0.05, 0.1, 0.5):
        delay = {"distribution": "constant", "rounds": rounds}
        assert tables.waiting(on(delay, gap=gap)) == pytest.approx(rounds)


def test_lost_rounds_are_those_of_random_play():
    """Random play on 4 arms with gap 0.2 has 0.15 of regret a round."""
    at = {"arms": 4, "gap": 0.2}
    late = SimpleNamespace(final=np.array([4.5, 6.0]), n_runs=2, coordinates=at)
    free = SimpleNamespace(final=np.array([3.0, 3.0, 9.0]))
    np.testing.assert_allclose(tables.lost(late, free), [10, 20])
