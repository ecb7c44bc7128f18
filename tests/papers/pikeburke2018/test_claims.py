"""Measurements of the claims on Pike-Burke et al. 2018, on made-up curves."""

import math

import numpy as np
import pytest

from delayed_bandits.analysis.claims import Setting
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import mean_interval, share_interval
from delayed_bandits.analysis.verdicts import (
    INCONCLUSIVE,
    NOT_REPRODUCED,
    REPRODUCED,
    above,
    below,
    verdict_of,
    within,
)
from delayed_bandits.papers.pikeburke2018 import (
    claims_laws,
    claims_mean_delay,
    claims_phases,
    measures,
    ours_criteo,
)
from delayed_bandits.papers.pikeburke2018.claims import CLAIMS
from delayed_bandits.plan.specification import Specification

ROUNDS = np.arange(100, 1001, 100)
TRACE = {"horizon": 1000, "means": [0.5, 0.6], "delay": {"law": "constant", "rounds": 20}}


def curve(regret, trace=TRACE, rounds=ROUNDS, **columns):
    specification = Specification("p", "s", "a", 0, rounds.size, trace, "m.f", {})
    columns = {name: np.asarray(values) for name, values in columns.items()}
    return Curves(specification, None, rounds, {"regret": np.asarray(regret, float), **columns})


def setting(*names, horizon=1000, **delay):
    trace = {**TRACE, "horizon": horizon, "delay": delay}
    return Setting("s", trace, {name: {} for name in names})


def test_c06_and_c08_are_identities_and_no_claims():
    """They are tests of n_m in test_properties.py."""
    papers = [claim.id for claim in CLAIMS if claim.id[0] == "c"]
    assert papers == [f"c{n:02}" for n in range(1, 20) if n not in (6, 8)]


def test_last_jump_is_where_the_regret_gets_its_final_value():
    found = measures.last_jump(curve([[1, 2, 2, 3, *[3] * 6], [*[0] * 9, 1], [5] * 10]))
    np.testing.assert_array_equal(found, [400, 1000, 100])


def test_dropped_is_2_if_two_arms_stay():
    regret = np.zeros((2, 10))
    active = [[2] * 6 + [1] * 4, [2] * 10]
    np.testing.assert_array_equal(measures.dropped(curve(regret, active=active)), [0.7, 2])


def test_who_stays_with_the_worse_arm():
    always = 0.1 * ROUNDS
    left = np.minimum(always, 80)
    late = np.maximum(0, always - 80)
    half = np.where(ROUNDS > 900, 94.9, np.minimum(always, 90))
    found = measures.stays_with_worse_arm(curve([always, left, late, half]))
    np.testing.assert_array_equal(found, [True, False, True, False])


def test_like_most():
    found = measures.like_most(curve([ROUNDS, ROUNDS + 1, ROUNDS, ROUNDS + 1e-9]))
    np.testing.assert_array_equal(found, [True, False, True, True])


def test_interpolated_lies_on_the_line_and_stays_within():
    line = curve([2.0 * ROUNDS, ROUNDS])
    for round_ in (100, 150, 275, 1000):
        np.testing.assert_allclose(measures.interpolated(line, round_), [2 * round_, round_])
    np.testing.assert_allclose(measures.interpolated(line, 5000), [2000, 1000])


@pytest.mark.parametrize(("power", "expected"), [(0, 0), (1, 1), (2, 2)])
def test_elasticity_of_additive_and_multiplicative_costs(power, expected):
    early, late = np.full(5, 100.0), np.full(5, 150.0)
    pairs = [(base + 3 * base**power, base) for base in (early, late)]
    assert measures.elasticity(*pairs).estimate == pytest.approx(expected)


def test_an_exponent_that_does_not_exist_is_not_made_up():
    pair, later = (np.full(5, 130.0), np.full(5, 100.0)), (np.full(5, 90.0), np.full(5, 110.0))
    for found in (
        measures.elasticity(pair, pair),
        measures.elasticity(pair, later),
        measures.ratio_exponent(pair, pair, 1),
    ):
        assert math.isnan(found.estimate)
        assert measures.no_exponent(found)
    assert not measures.no_exponent(measures.ratio_exponent(pair, later, 4))


@pytest.mark.parametrize("power", [-0.2, 0, 0.5, 1])
def test_ratio_exponent(power):
    rng = np.random.default_rng(0)
    noise = 1 + 0.1 * rng.standard_normal(50)
    before = 3 * noise, noise
    after = 3 * 16**power * noise, noise
    found = measures.ratio_exponent(before, after, 16)
    assert found.estimate == pytest.approx(power)
    assert found.low <= found.estimate <= found.high


def test_exploring_half_of_the_rounds_is_not_of_the_order_of_a_logarithm():
    logs = {T: np.full(20, 40 * math.log(T)) for T in (62_500, 1_000_000)}
    exploring = {T: np.full(20, 0.025 * T) for T in logs}
    phased = {T: np.full(20, 500 * math.log(T) - 2000) for T in logs}

    def of(regrets):
        pairs = [(regrets[T], logs[T]) for T in logs]
        return verdict_of(measures.ratio_exponent(*pairs, 16), below(0, 0.1))

    assert of(exploring) == NOT_REPRODUCED
    assert of(phased) == REPRODUCED


def test_seeds_are_cut_to_those_of_both():
    found = measures.ratio(np.full(20, 6.0), np.concatenate([np.full(20, 2.0), np.full(180, 9.0)]))
    assert found[:1] + found[3:] == (3, 20)


def test_promised_failures():
    trace = {**TRACE, "horizon": 10_000}
    assert claims_phases.promised_failures(trace, [5000, 5001]) == pytest.approx(6 * 4 / 10_000)
    assert claims_phases.promised_failures(trace, [10, 20]) == pytest.approx(6 * 20 / 10_000)


def test_large_bounds():
    of = [
        setting(horizon=250_000, law="two_point", low=0, high=high, probability=20 / high)
        for high in (40, 5000, 50_000)
    ]
    assert [measures.has_large_bound(entry) for entry in of] == [False, False, True]
    assert not measures.has_large_bound(setting(horizon=250_000, law="criteo", scale=0.01))


def test_long_delays():
    assert claims_phases.long_delays(setting(law="constant", rounds=1000))
    assert not claims_phases.long_delays(setting(law="constant", rounds=999))
    assert not claims_phases.long_delays(setting(law="criteo", scale=3.5e-5))


@pytest.mark.parametrize(
    ("run", "mean", "horizon", "dropped"),
    [
        ("odaaf", 20, 62_500, True),
        ("odaaf", 50, 62_500, False),
        ("odaaf_b", 50, 62_500, True),
        ("odaaf_v", 20, 250_000, True),  # by 0.86 T: 2 n_4 + n_3 = 215,314
        ("odaaf_v", 20, 62_500, False),
        ("odaaf_v", 50, 1_000_000, False),
    ],
)
def test_an_arm_is_dropped_by_the_end_of_phase_4(run, mean, horizon, dropped):
    delay = {"law": "uniform", "low": 0, "high": 2 * mean}
    if run == "odaaf_v":
        delay = {"law": "exponential", "mean": mean}
    trace = {**TRACE, "horizon": horizon, "delay": delay}
    assert bool(measures.not_dropped(trace, run)) != dropped


def test_a_fall_varies_as_much_as_the_rise_back():
    pairs = np.full(4, 2.0), np.full(4, 3.0)
    for before, after in (pairs, pairs[::-1]):
        found = claims_laws.either_way(measures.change_of_mean, before, after)
        assert found.estimate == pytest.approx(0.5)
    assert claims_laws.rise(measures.change_of_mean, *pairs[::-1]).estimate < 0


def test_wide_intervals_leave_nothing_to_impair():
    assert "0.28 of their bound" in claims_phases.nothing_to_impair(0.283)
    assert not claims_phases.nothing_to_impair(0.6)


def test_a_root_bends():
    assert claims_mean_delay.slopes_of_root((0, 1, 4)).estimate == pytest.approx(1 / 3)


def test_residual_life_of_a_law_without_memory_is_its_mean():
    days = np.random.default_rng(1).exponential(2, 200_000) * ours_criteo.DAY
    for age in (0, 1, 5):
        assert ours_criteo.residual_life(days, age) == pytest.approx(2 * ours_criteo.DAY, rel=0.03)


def test_residual_life_of_a_pareto_law_that_is_cut():
    uniforms = np.random.default_rng(1).random(1_000_000)
    days = (1 - uniforms * (1 - (ours_criteo.CUT / ours_criteo.LEAST) ** -0.5)) ** -2
    days *= ours_criteo.LEAST
    for age in ours_criteo.AGES:
        found = ours_criteo.residual_life(days * ours_criteo.DAY, age) / ours_criteo.DAY
        assert found == pytest.approx(ours_criteo.life_of_pareto(age), rel=0.02)


def test_one_exception_of_two_hundred_leaves_the_same_points_open():
    hits = np.ones(200, bool)
    assert verdict_of(share_interval(hits), above(1, 0.02)) == REPRODUCED
    hits[0] = False
    assert verdict_of(share_interval(hits), above(1, 0.02)) == INCONCLUSIVE
    hits[:20] = False
    assert verdict_of(share_interval(hits), above(1, 0.02)) == NOT_REPRODUCED


def test_never_dropped_is_not_only_just():
    for share, expected in ((0.86, REPRODUCED), (0.5, NOT_REPRODUCED), (2.0, NOT_REPRODUCED)):
        measured = mean_interval(np.full(9, share))
        assert verdict_of(measured, within(0.9, 0.1)) == expected
    assert verdict_of(measured, within(0.9, 0.2)) == NOT_REPRODUCED
