import numpy as np
import pytest

from conftest import ROOT
from delayed_bandits.algorithms.odaaf import samples_known_mean
from delayed_bandits.analysis.verdicts import FAILS, HOLDS, below, compare
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.delays.distributions import distribution_from
from delayed_bandits.experiments.experiment import load_papers
from delayed_bandits.papers.pikeburke2018 import measures
from delayed_bandits.papers.pikeburke2018.claims import LARGE
from papers.made_up import curves_of

ROUNDS = np.arange(100, 1001, 100)
TRACE = {"horizon": 1000, "means": [0.5, 0.6], "delay": {"distribution": "constant", "rounds": 20}}
NOISE = 1 + 0.1 * np.random.default_rng(0).standard_normal(50)


def curve(regret, rounds=ROUNDS, horizon=None, mean=20, **columns):
    delay = {"distribution": "poisson", "mean": mean}
    trace = TRACE | {"horizon": horizon or int(rounds[-1]), "delay": delay}
    return curves_of(rounds, trace, regret=regret, **columns)


def ending(regret, horizon=1000, **trace):
    """Seeds with a final regret alone."""
    return curve(np.asarray(regret, float)[:, None], np.array([horizon]), **trace)


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
    long = ending(6 * 4**power * NOISE, 4000)
    found = measures.order("", 4).of(ending(3 * NOISE), qpmd, long, qpmd)
    assert found.estimate == pytest.approx(power)


def test_bound_is_large_if_odaaf_b_has_the_phases_of_odaaf():
    """As in Section 4.2, over the phases with a tolerance that is not below the gap."""
    config = read_yaml(ROOT / "config.yaml") | {"papers": ["pikeburke2018"]}
    runs = load_papers(config, ROOT / "workflow", check=False)["pikeburke2018"].runs
    seconds = np.array([1, 12]) * 86_400 * 2.5  # as late as the Criteo delays, mean and bound
    large = set()
    for name, algorithm in runs:
        if algorithm == "odaaf_b" and (name, "odaaf") in runs:
            trace = runs[name, algorithm].trace
            dist = distribution_from(trace["delay"], seconds)
            phases = [samples_known_mean(trace["horizon"], m, dist.mean) for m in range(1, 5)]
            if all(m * dist.bound >= phase for m, phase in enumerate(phases, 1)):
                large.add(name)
    assert large == {LARGE[0]}
