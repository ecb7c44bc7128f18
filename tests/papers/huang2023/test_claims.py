"""Measurements of the claims on Huang et al. 2023, on made-up curves, and what is certain."""

from types import SimpleNamespace

import numpy as np
import pytest
import yaml

from conftest import ROOT
from delayed_bandits.algorithms.adversarial_baselines import exp3_known_delay
from delayed_bandits.algorithms.banker import total_investment
from delayed_bandits.algorithms.bolo import bolo
from delayed_bandits.analysis.claims import Setting
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.verdicts import (
    INCONCLUSIVE,
    NO_POWER,
    NOT_APPLICABLE,
    NOT_REPRODUCED,
    REPRODUCED,
    verdict_of,
)
from delayed_bandits.delays.laws import laws_from
from delayed_bandits.papers.huang2023 import claims_framework, claims_linear, measures
from delayed_bandits.papers.huang2023.claims import CLAIMS
from delayed_bandits.papers.huang2023.shared import DETERMINISTIC, delays_in_order
from delayed_bandits.traces.adversarial_linear.trace import AdversarialLinearTrace
from delayed_bandits.traces.k_armed.mixed import MixedTrace
from delayed_bandits.traces.streams import Streams

ROUNDS = np.arange(1, 251) * 400
SECONDS = np.geomspace(60, 2_592_000, 1_000).astype(np.int64)
"""In place of the Criteo delays."""
DESCRIPTION = yaml.safe_load((ROOT / "workflow/papers/huang2023.yaml").read_text(encoding="utf-8"))


def curve(regret, noise=0.01, seeds=10, **trace):
    """A curve of `regret`, a function of the round, with noise in proportion."""
    rng = np.random.default_rng(len(trace))
    factors = 1 + noise * rng.standard_normal((seeds, 1))
    columns = {"regret": factors * regret(ROUNDS.astype(float))}
    return Curves(SimpleNamespace(trace=trace), None, ROUNDS, columns)


@pytest.mark.parametrize("cost", [0, 5_000])
def test_slopes_tell_a_root_from_a_line_whatever_the_start_costs(cost):
    root = measures.slopes(curve(lambda t: cost + 3 * t**0.5))
    line = measures.slopes(curve(lambda t: cost + 0.2 * t))
    assert root.estimate == pytest.approx(5**-0.5)
    assert line.estimate == pytest.approx(1)
    assert verdict_of(root, measures.RATE) == REPRODUCED
    assert verdict_of(line, measures.RATE) == NOT_REPRODUCED


def test_a_straight_line_passed_the_earlier_criterion_with_a_cost_at_the_start():
    """Its exponent from T/10 to T was 0.49 for a line after a cost of 5,000."""
    line = curve(lambda t: 5_000 + 0.2 * t)
    growth = np.log10(line.final.mean() / line.at(10_000).mean())
    assert growth < 0.75
    assert verdict_of(measures.slopes(line), measures.RATE) == NOT_REPRODUCED


@pytest.mark.parametrize("rounding", [0, 1e-12])
def test_what_does_not_grow_has_no_rate_and_is_within_every_bound(rounding):
    still, root = curve(lambda t: rounding * t), curve(lambda t: 3 * t**0.5)
    assert np.isnan(measures.slopes(still).estimate)
    assert np.isnan(measures.increments(still, still, still).estimate)
    assert measures.slopes_row("", still, "", root).verdict() == NOT_APPLICABLE
    assert measures.slopes_row("", root, "", still).verdict() == NO_POWER


@pytest.mark.parametrize(("power", "verdict"), [(0.5, REPRODUCED), (1, NOT_REPRODUCED)])
@pytest.mark.parametrize("delays", [(5, 25, 125), (0, 10, 100)])
def test_increments_tell_a_root_from_a_line_whatever_no_delay_costs(power, verdict, delays):
    curves = [curve(lambda t, d=d: 900 + 40 * d**power + 0 * t) for d in delays]
    found = measures.increments(*curves)
    assert verdict_of(found, measures.increments_bound(*delays)) == verdict


def test_the_certificate_is_that_of_corollary_4_3():
    made = curve(lambda t: t, arms=4)
    made.columns["invested"] = np.full((10, ROUNDS.size), 7.0)
    made.columns["inverse_scales"] = np.full((10, ROUNDS.size), 11.0)
    np.testing.assert_allclose(claims_framework.certificate(made), 2 * 7 + 2 * 11)


def test_slack_below_zero_on_one_path_refutes_theorem_4_2():
    made = curve(lambda t: t)
    made.columns["slack"] = np.full((10, ROUNDS.size), 0.1)
    bound = claims_framework.above(0, tolerance=1e-9)
    assert verdict_of(claims_framework.least_slack(made), bound) == REPRODUCED
    made.columns["slack"][3, -1] = -1e-3
    assert verdict_of(claims_framework.least_slack(made), bound) == NOT_REPRODUCED


def test_few_seeds_with_much_noise_decide_nothing():
    rng = np.random.default_rng(0)
    noisy = curve(lambda t: 3 * t**0.75)
    noisy.columns["regret"] += 300 * rng.standard_normal((10, ROUNDS.size))
    assert verdict_of(measures.slopes(noisy), measures.RATE) == INCONCLUSIVE


def settings():
    """The settings of the YAML file, with the algorithms that run on each."""
    return [
        Setting(
            name,
            about["trace"],
            {
                key: entry.get("parameters", {})
                for key, entry in DESCRIPTION["algorithms"].items()
                if name in entry.get("settings", [name])
            },
        )
        for name, about in DESCRIPTION["settings"].items()
    ]


def test_not_learning_is_measured_on_the_same_losses():
    known = {setting.name: setting for setting in settings()}
    kinds = [s for s in settings() if measures.has(s, "banker_tinf_greedy")]
    kinds += [s for s in settings() if measures.has(s, "banker_bolo")]
    for setting in kinds:
        if setting.name == "sca-lost":  # no rate in T
            continue
        name, algorithm = measures.idle(setting)
        other = known[name]
        assert measures.has(other, algorithm)
        for key in ("arms", "losses", "body"):
            assert other.trace.get(key) == setting.trace.get(key)


@pytest.mark.parametrize(("rounds", "promises"), [(0, True), (10, False)])
def test_the_bound_of_banker_bolo_is_compared_with_the_centre(rounds, promises):
    trace = {
        "horizon": 100_000,
        "body": {"body": "ball", "dimension": 5},
        "losses": "stochastic",
        "delay": {"law": "constant", "rounds": rounds},
    }
    setting = Setting("ball", trace, {"centre": {}})
    runs = {
        ("ball", "centre"): curve(lambda t: t / 2, **trace),
        ("ball", "banker_bolo"): curve(lambda t: 20 * t**0.5, **trace),
    }
    assert (claims_linear.without_promise(runs, setting, "banker_bolo") == "") == promises


def test_every_case_has_words_of_its_own():
    kinds = [s for s in settings() if measures.has(s, "banker_tinf_greedy")]
    kinds += [s for s in settings() if measures.has(s, "banker_bolo")]
    words = [measures.case(setting.trace) for setting in kinds]
    assert len(set(words)) == len(words)


def test_claims_are_numbered_once_and_know_their_settings():
    names = {setting.name for setting in settings()}
    assert len({claim.id for claim in CLAIMS}) == len(CLAIMS)
    for claim in CLAIMS:
        assert claim.also <= names
        assert claim.left_out.keys() <= {s.name for s in claim.qualifying(settings())}


@pytest.mark.parametrize(
    "setting",
    [
        setting
        for setting in settings()
        if measures.has(setting, "uniform")
        and setting.trace["losses"]["law"] == "square_wave"
        and not setting.trace["losses"].get("gap")
    ],
    ids=lambda setting: setting.name,
)
def test_uniform_play_has_no_regret_on_lock(setting):
    """All arms have the same total loss, so that slow learners are favoured."""
    law = {"law": "constant", "rounds": 0}
    trace = MixedTrace.draw(Streams(0, "lock"), 0, **setting.trace | {"delay": laws_from(law)})
    parameters = DESCRIPTION["algorithms"]["uniform"]["parameters"]
    assert trace.regret(exp3_known_delay.play(trace, **parameters))[-1] == 0


def test_the_centre_of_the_ball_has_no_regret_on_lock():
    described = DESCRIPTION["settings"]["ball-lock-100"]["trace"]
    trace = AdversarialLinearTrace.draw(
        Streams(0, "lock"), 0, **described | {"delay": laws_from(described["delay"])}
    )
    parameters = DESCRIPTION["algorithms"]["centre"]["parameters"]
    assert trace.regret(bolo.play(trace, **parameters))[-1] == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("label", DETERMINISTIC)
def test_the_total_investment_is_below_the_bound_with_constant_1(label):
    """Theorem 4.6, as it is proved: B_T depends on the delays alone."""
    invested, experienced = total_investment(delays_in_order(label, 100_000, SECONDS))
    total = experienced[-1]
    assert invested[-1] <= (np.sqrt(100_000) + np.sqrt(total * np.log(max(total, 1)))) * (1 + 1e-9)
