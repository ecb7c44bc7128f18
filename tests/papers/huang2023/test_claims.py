import math

import numpy as np
import pytest

from conftest import ROOT
from delayed_bandits.algorithms.banker import total_investment
from delayed_bandits.analysis import verdicts as v
from delayed_bandits.analysis.settings import settings_of
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.experiments.experiment import load_papers
from delayed_bandits.papers.huang2023 import findings, measures
from delayed_bandits.papers.huang2023.shared import DETERMINISTIC, delays_in_order
from papers.made_up import curves_of, variant_of

ROUNDS = np.arange(1, 251) * 400
SECONDS = np.geomspace(60, 2_592_000, 1_000).astype(np.int64)
"""In place of the Criteo delays."""


def curve(regret, noise=0.01, seeds=10, columns=None, **trace):
    """A curve of `regret`, a function of the round, with noise in proportion."""
    factors = 1 + noise * np.random.default_rng(len(trace)).standard_normal((seeds, 1))
    return curves_of(ROUNDS, trace, regret=factors * regret(ROUNDS.astype(float)), **columns or {})


CONFIG = read_yaml(ROOT / "config.yaml") | {"papers": ["huang2023"]}
PAPER = load_papers(CONFIG, ROOT / "workflow")["huang2023"]
KNOWN = settings_of(PAPER.runs, {}, {})


def variant(curves, *names):
    """The printed variant of some settings, with made-up curves."""
    return variant_of(curves, measures.PRINTED.names, names, SECONDS, KNOWN)


def root(t):
    return 3 * t**0.5


def test_each_algorithm_is_measured_on_its_worse_environment():
    level = {"sca": {"banker_tinf_greedy": 3, "zimmert_seldin": 2}}
    level["lock"] = {"banker_tinf_greedy": 1, "zimmert_seldin": 4}
    curves = {
        (f"{environment}-geometric", run): curve(lambda t, c=c: c * root(t), noise=0)
        for environment, found in level.items()
        for run, c in found.items()
    }
    names = [name.format(**measures.PRINTED.names) for name in findings.on_both("geometric")]
    pairs = [curves[tuple(name.split(":"))] for name in names]
    assert findings.worse_over_worse.of(*pairs).estimate == pytest.approx(3 / 4)


def test_bounds_match_computation_by_hand():
    w = measures.Environment(T=100, D=math.e**2, K=4, n=4, L=math.e)
    rounds = 100 + math.e**2
    log = math.log(100)
    root_log_d = math.e * math.sqrt(2)
    by_hand = [
        10 + root_log_d,
        20 + 2 * root_log_d,
        20 + math.e * math.sqrt(math.log(4)) / 2,
        math.e * math.sqrt(4 * rounds),
        math.e * math.sqrt(4 * rounds * math.log(rounds)),
        math.e * (2 * math.sqrt(rounds) * log + math.e),
        8 * math.sqrt(100 * log) + 16 * root_log_d * math.sqrt(log),
    ]
    assert [bound(w) for bound in measures.BOUNDS.values()] == pytest.approx(by_hand)
    _, arms, *_, points = (bound(w._replace(D=0.0)) for bound in measures.BOUNDS.values())
    assert arms == 20
    assert points == pytest.approx(8 * math.sqrt(100 * log))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("sca-none", (100_000, 0, 8, 3, 1)),
        ("sca-fixed10", (100_000, 1e6, 8, 3, 1)),
        ("sca-front", (100_000, 4472 * 4471 / 2, 8, 3, 1)),
        ("sca-lost", (100_000, 0.05 * 1e10 / 2, 8, 3, 1)),
        ("range-large-geometric", (100_000, 1e7, 8, 3, 10_000)),
        ("ball-fixed10", (100_000, 1e6, 0, 5, 1)),
        ("bound-by-arm", (100_000, 5e5, 2, 3, 1)),
        ("bound-large-batches", (100_000, 1e6, 2, 3, 100)),
    ],
)
def test_bounds_take_the_parameters_of_the_setting(name, expected):
    """Delays count up to the horizon, and a distribution has its known mean."""
    assert measures.environment_of(KNOWN[name].trace, SECONDS) == pytest.approx(expected, rel=0.002)


@pytest.mark.parametrize(("idle", "word"), [(0.25, v.HOLDS), (0.02, v.NOT_TESTED)])
def test_bound_above_random_play_is_not_tested(idle, word):
    """√(KT) + √(K D log D) is 11,400 with eight arms and a delay of 10."""
    curves = {
        ("sca-fixed10", "banker_tinf_greedy"): curve(lambda t: 10 * t**0.5),
        ("sca-none", "uniform"): curve(lambda t: idle * t, horizon=100_000),
    }
    (measurement,) = measures.over_bound("Corollary 5.1's bound", "banker_tinf{end}")(
        variant(curves, "sca-fixed10")
    )
    assert measurement.outcome() == word


@pytest.mark.parametrize(("power", "word"), [(0.5, v.HOLDS), (0.6, v.HOLDS), (1, v.FAILS)])
def test_growth_of_small_losses_is_compared_with_the_bound(power, word):
    """√(K T log T) L is nearly constant if L is 1/√T, and random play's regret is L T."""
    factors = [[0.99], [1], [1.01]]
    curves = {
        (name, run): curves_of(
            np.array([T]), KNOWN[name].trace, regret=np.multiply(factors, T ** (p - 0.5))
        )
        for name, T in (("tiny-10000", 10_000), ("tiny-1000000", 1_000_000))
        for run, p in (("banker_sftinf_greedy", power), ("uniform", 1))
    }
    measurement = measures.growth_over_bound("Theorem 6.1's bound", "banker_sftinf{end}")
    (found,) = measurement(variant(curves, "tiny-10000", "tiny-1000000"))
    assert found.outcome() == word
    assert found.control_outcome() == v.FAILS


@pytest.mark.parametrize("label", DETERMINISTIC)
def test_total_investment_is_below_theorem_4_6(label):
    """Theorem 4.6, as it is proved: B_T depends on the delays alone."""
    delays = delays_in_order(DETERMINISTIC[label], 100_000, SECONDS)
    invested, experienced = total_investment(delays)
    environment = measures.Environment(100_000, experienced[-1], 8, 3, 1)
    assert invested[-1] <= measures.BOUNDS["Theorem 4.6's bound"](environment) * (1 + 1e-9)
