"""Measures of the claims on Pike-Burke et al. 2018, on made-up curves, and what must fail them."""

import numpy as np
import pytest

from delayed_bandits.analysis.settings import Setting
from delayed_bandits.analysis.verdicts import FAILS, HOLDS, below, compare
from delayed_bandits.papers.pikeburke2018 import measures
from papers.made_up import curves_of

ROUNDS = np.arange(100, 1001, 100)
TRACE = {"horizon": 1000, "means": [0.5, 0.6], "delay": {"law": "constant", "rounds": 20}}
NOISE = 1 + 0.1 * np.random.default_rng(0).standard_normal(50)


def curve(regret, rounds=ROUNDS, horizon=None, mean=20, **columns):
    trace = TRACE | {
        "horizon": horizon or int(rounds[-1]),
        "delay": {"law": "poisson", "mean": mean},
    }
    return curves_of(rounds, trace, regret=regret, **columns)


def ending(regret, horizon=1000, **trace):
    """Seeds with a final regret alone."""
    return curve(np.asarray(regret, float)[:, None], np.array([horizon]), **trace)


def setting(horizon=250_000, **delay):
    return Setting("s", {**TRACE, "horizon": horizon, "delay": delay}, {})


def test_runs_that_stay_with_the_worse_arm_are_counted():
    always = 0.1 * ROUNDS
    left = np.minimum(always, 80)
    late = np.maximum(0, always - 80)
    half = np.where(ROUNDS > 900, 94.9, np.minimum(always, 90))
    assert measures.stays.of(curve([always, left, late, half])).estimate == 2 / 4


@pytest.mark.parametrize(("power", "word"), [(0, HOLDS), (1, FAILS), (2, FAILS)])
def test_cost_of_delay_is_added_or_multiplied(power, word):
    bases = [100 * NOISE, 150 * NOISE]
    runs = [regret for base in bases for regret in (base + 3 * base.mean() ** power, base)]
    found = measures.cost_in_regret.of(*map(ending, runs))
    assert found.estimate == pytest.approx(power)
    assert compare(found, below(0, tolerance=0.5)) == word


@pytest.mark.parametrize("power", [-0.2, 0, 0.5, 1])
def test_order_is_the_power_of_the_ratio(power):
    rounds = np.array([1000, 4000])
    qpmd = curve(np.outer(NOISE, [1, 2]), rounds)
    found = measures.order("", 4).of(
        ending(3 * NOISE), qpmd, ending(6 * 4**power * NOISE, 4000), qpmd
    )
    assert found.estimate == pytest.approx(power)


def test_small_delay_bounds_are_recognised():
    packets = [
        setting(law="two_point", low=0, high=high, probability=20 / high)
        for high in (40, 5000, 50_000)
    ]
    assert [measures.has_small_bound(entry) for entry in packets] == [True, True, False]
    assert measures.has_small_bound(setting(law="criteo", scale=0.01))
    assert not measures.has_small_bound(setting(law="poisson", mean=20))
    assert not measures.has_small_bound(setting(law="constant", rounds=0))
