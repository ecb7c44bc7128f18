"""Measures of the claims on Huang et al. 2023, on made-up curves, and what must fail them."""

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
from papers.made_up import curves_of, reading_of

ROUNDS = np.arange(1, 251) * 400
SECONDS = np.geomspace(60, 2_592_000, 1_000).astype(np.int64)
"""In place of the Criteo delays."""


def curve(regret, noise=0.01, seeds=10, columns=None, **trace):
    """A curve of `regret`, a function of the round, with noise in proportion."""
    factors = 1 + noise * np.random.default_rng(len(trace)).standard_normal((seeds, 1))
    return curves_of(ROUNDS, trace, regret=factors * regret(ROUNDS.astype(float)), **columns or {})


PAPER = load_papers(read_yaml(ROOT / "config.yaml") | {"papers": ["huang2023"]}, ROOT / "workflow")[
    "huang2023"
]
KNOWN = settings_of(PAPER.runs, {}, {})


def reading(curves, *names):
    """The printed reading of some settings, with made-up curves."""
    return reading_of(curves, measures.PRINTED.names, names, SECONDS, KNOWN)


def root(t):
    return 3 * t**0.5


def line(t):
    return 0.2 * t


def rate_of(regret, idle, setting="sca-geometric"):
    runs = {"banker_tinf_greedy": curve(regret), "uniform": curve(idle)}
    curves = {(setting, name): run for name, run in runs.items()}
    curves["sca-none", "uniform"] = runs["uniform"]
    (row,) = measures.in_the_horizon("banker_tinf{end}")(reading(curves, setting))
    return row


@pytest.mark.parametrize("rounding", [0, 1e-12])
def test_what_does_not_grow_has_no_rate_and_passes_nothing(rounding):
    def still(t):
        return rounding * t

    assert rate_of(root, line).word() == v.HOLDS
    assert rate_of(root, still).word() == v.HOLDS
    assert rate_of(still, line).word() == v.OPEN
    assert rate_of(line, line).word() == v.FAILS
    assert rate_of(root, np.log).word() == v.NOT_TESTED
    assert rate_of(line, line, "sca-lost").word() == v.NOT_APPLICABLE  # feedback is lost


@pytest.mark.parametrize(("power", "word"), [(0.5, v.HOLDS), (1, v.FAILS)])
@pytest.mark.parametrize("delays", [(5, 25, 125), (0, 10, 100), (10, 100, 25, 250), (10, 250)])
def test_growth_tells_a_root_from_a_line(power, word, delays):
    """Increments do so whatever there is without delay."""
    cost = 900 if len(delays) > 2 else 0
    names = dict(zip(delays, list(KNOWN), strict=False))
    curves = {(names[d], "x"): curve(lambda t, d=d: cost + 40 * d**power + 0 * t) for d in delays}
    (row,) = measures.growth("x", "d", names, "LOCK")(reading(curves))
    assert row.word() == word
    assert row.case.endswith(str(delays[-1]))


def test_the_worse_environment_is_said_of_the_algorithm_that_was_measured():
    runs = {"banker_tinf_greedy": curve(root), "zimmert_seldin": curve(line)}
    names = [f"{world}-{law}" for world in ("sca", "lock") for law in findings.LAWS]
    curves = {(name, run): found for name in names for run, found in runs.items()}
    rows = list(findings.on_the_worse_environment(reading(curves, *names)))
    assert all(row.quantity.startswith("R(T) of banker_tinf_greedy /") for row in rows)


def test_the_bound_of_corollary_4_3():
    flat = np.ones((10, ROUNDS.size))
    slack = 0.1 * flat
    slack[3, -1] = -1e-3
    columns = {"invested": 7 * flat, "inverse_scales": 11 * flat, "slack": slack}
    made = curve(lambda t: t, noise=0, columns=columns, arms=4)
    assert measures.over_certificate.of(made, made).estimate == 100_000 / (2 * 7 + 2 * 11)
    assert measures.slack.of(made).estimate == -1e-3  # on one path


def test_bounds_by_hand():
    w = measures.World(T=100, D=math.e**2, K=4, n=4, L=math.e)
    rounds = 100 + math.e**2
    log = math.log(100)
    assert measures.bound_5_1(w) == pytest.approx(20 + 2 * math.e * math.sqrt(2))
    assert measures.bound_6_1(w) == pytest.approx(math.e * math.sqrt(4 * rounds * math.log(rounds)))
    assert measures.bound_6_3(w) == pytest.approx(math.e * (2 * math.sqrt(rounds) * log + math.e))
    assert measures.bound_7_1(w) == pytest.approx(
        8 * math.sqrt(100 * log) + 16 * math.sqrt(2 * math.e**2 * log)
    )
    without_delay = w._replace(D=0.0)
    assert measures.bound_5_1(without_delay) == 20
    assert measures.bound_7_1(without_delay) == pytest.approx(8 * math.sqrt(100 * log))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("sca-none", (100_000, 0, 8, 3, 1)),
        ("sca-fixed10", (100_000, 1e6, 8, 3, 1)),
        ("sca-front", (100_000, 4472 * 4471 / 2, 8, 3, 1)),
        ("sca-lost", (100_000, 0.05 * 1e10 / 2, 8, 3, 1)),
        ("range-large-geometric", (100_000, 1e7, 8, 3, 10_000)),
        ("ball-10-fixed10", (50_000, 5e5, 0, 10, 1)),
    ],
)
def test_what_bounds_depend_on(name, expected):
    """Delays count up to the horizon, and a law is known to its mean."""
    assert measures.world_of(KNOWN[name], SECONDS) == pytest.approx(expected, rel=0.002)


@pytest.mark.parametrize(("idle", "word"), [(0.25, v.HOLDS), (0.02, v.NOT_TESTED)])
def test_a_bound_above_what_not_learning_loses_says_nothing(idle, word):
    """√(KT) + √(K D log D) is 11,400 with eight arms and a delay of 10."""
    curves = {
        ("sca-fixed10", "banker_tinf_greedy"): curve(lambda t: 10 * t**0.5),
        ("sca-none", "uniform"): curve(lambda t: idle * t, horizon=100_000),
    }
    (row,) = measures.over_bound("bound", measures.bound_5_1, "banker_tinf{end}")(
        reading(curves, "sca-fixed10")
    )
    assert row.word() == word


@pytest.mark.parametrize("label", DETERMINISTIC)
def test_the_total_investment_is_below_the_bound_with_constant_1(label):
    """Theorem 4.6, as it is proved: B_T depends on the delays alone."""
    delays = delays_in_order(DETERMINISTIC[label], 100_000, SECONDS)
    invested, experienced = total_investment(delays)
    world = measures.World(100_000, experienced[-1], 8, 3, 1)
    assert invested[-1] <= measures.bound_4_6(world) * (1 + 1e-9)


def test_not_learning_is_measured_on_the_same_losses():
    for setting in KNOWN.values():
        if not (setting.has("banker_tinf_greedy") or setting.has("banker_bolo")):
            continue
        name, algorithm = measures.without_learning(setting)
        other = KNOWN[name]
        assert other.has(algorithm)
        for key in ("arms", "losses", "body"):
            assert other.trace.get(key) == setting.trace.get(key)
