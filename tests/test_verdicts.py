from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from delayed_bandits.analysis import measures as m
from delayed_bandits.analysis import verdicts as v
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import (
    Interval,
    exact,
    exponent_interval,
    mean_interval,
    ratio_interval,
    shifted,
)
from delayed_bandits.analysis.verdicts import FAILS, HOLDS, OPEN, above, below, compare

NEAR = v.within(1.5, 0.5)


@pytest.mark.parametrize(
    ("low", "high", "bound", "verdict"),
    [
        (1.2, 1.8, NEAR, v.HOLDS),
        (0.5, 1.5, NEAR, v.OPEN),
        (1.5, 2.5, NEAR, v.OPEN),
        (0.5, 2.5, NEAR, v.OPEN),
        (0.2, 0.9, NEAR, v.FAILS),
        (2.1, 2.2, NEAR, v.FAILS),
        (1.0, 1.0, NEAR, v.FAILS),
        (1.0, 1.5, NEAR, v.OPEN),
        (4.0, 6.0, v.above(1), v.HOLDS),
        (4.0, 6.0, v.below(1), v.FAILS),
    ],
)
def test_interval_is_compared_with_its_bound(low, high, bound, verdict):
    assert v.compare(Interval((low + high) / 2, low, high), bound) == verdict


def test_ties_are_open():
    assert v.compare(Interval(0, 0, 0, 10), v.below(0)) == v.OPEN


def test_tolerances_are_scaled():
    scaled = map(v.within(10, 2).times, (0.5, 1, 2))
    assert [(bound.low, bound.high) for bound in scaled] == [(9, 11), (8, 12), (6, 14)]
    assert v.within_factor(1, 1.5).times(2).high == 2
    assert v.within_factor(1, 1.5).times(0.5).low == pytest.approx(1 / 1.25)
    assert v.below(0.5, 0.25).times(2).high == 1
    assert v.above(0).times(2).low == 0


values = st.floats(-100, 100)


@given(values, st.floats(0, 10), values, st.floats(0, 10))
def test_larger_tolerance_makes_no_outcome_worse(estimate, half, target, tolerance):
    """There is no control, since a larger tolerance may let a control hold."""
    measured = Interval(estimate, estimate - half, estimate + half, 10)
    bound = v.within(target, tolerance)
    outcomes = [v.compare(measured, bound.times(scale)) for scale in (0.5, 1, 2)]
    ranks = [[v.FAILS, v.OPEN, v.HOLDS].index(outcome) for outcome in outcomes]
    assert ranks == sorted(ranks)


@pytest.mark.parametrize(
    ("measurements", "outcomes"),
    [  # all, most, some
        ([v.HOLDS] * 3, (v.REPRODUCED, v.REPRODUCED, v.REPRODUCED)),
        ([v.HOLDS, v.HOLDS, v.FAILS], (v.IN_PART, v.REPRODUCED, v.REPRODUCED)),
        ([v.HOLDS, v.FAILS, v.FAILS], (v.IN_PART, v.IN_PART, v.REPRODUCED)),
        ([v.FAILS] * 3, (v.NOT_REPRODUCED, v.NOT_REPRODUCED, v.NOT_REPRODUCED)),
        ([v.HOLDS, v.OPEN, v.OPEN], (v.INCONCLUSIVE, v.INCONCLUSIVE, v.REPRODUCED)),
        ([v.OPEN, v.OPEN, v.FAILS], (v.NOT_SHOWN, v.INCONCLUSIVE, v.INCONCLUSIVE)),
        ([v.OPEN, v.FAILS, v.FAILS], (v.NOT_SHOWN, v.NOT_SHOWN, v.INCONCLUSIVE)),
        ([v.HOLDS, v.NOT_TESTED, v.NOT_APPLICABLE], (v.REPRODUCED, v.REPRODUCED, v.REPRODUCED)),
        ([v.NOT_TESTED, v.NOT_APPLICABLE], (v.NOT_TESTED, v.NOT_TESTED, v.NOT_TESTED)),
        ([], (v.NOT_TESTED, v.NOT_TESTED, v.NOT_TESTED)),
    ],
)
def test_verdict_follows_from_quantifier_and_count(measurements, outcomes):
    assert tuple(v.verdict_of(measurements, how) for how in ("all", "most", "some")) == outcomes
    assert v.verdict_of(measurements, "each") == outcomes[0]


@given(st.lists(st.sampled_from([v.HOLDS, v.FAILS, v.OPEN]), min_size=1, max_size=7), st.data())
def test_more_that_holds_makes_no_verdict_worse(measurements, data):
    at = data.draw(st.integers(0, len(measurements) - 1))
    better = [*measurements[:at], v.HOLDS, *measurements[at + 1 :]]
    order = [v.NOT_REPRODUCED, v.NOT_SHOWN, v.INCONCLUSIVE, v.IN_PART, v.REPRODUCED]
    for quantifier in ("all", "most", "some"):
        before, after = v.verdict_of(measurements, quantifier), v.verdict_of(better, quantifier)
        between = {before, after} == {v.IN_PART, v.INCONCLUSIVE}
        assert order.index(after) >= order.index(before) or between


@given(st.lists(st.sampled_from([v.HOLDS, v.FAILS, v.OPEN]), min_size=1, max_size=7))
def test_in_part_needs_one_that_holds_and_one_that_fails(measurements):
    for quantifier in ("all", "each", "most", "some"):
        if v.verdict_of(measurements, quantifier) == v.IN_PART:
            assert {v.HOLDS, v.FAILS} <= {*measurements}


def test_p_value_agrees_with_the_interval():
    rng = np.random.default_rng(2)
    for _ in range(200):
        sample, bound = rng.normal(rng.normal(), 1, size=5), v.above(0.5)
        p = v.p_value(mean_interval(sample), bound)
        assert p == pytest.approx(stats.ttest_1samp(sample, 0.5).pvalue)
        assert (v.compare(mean_interval(sample), bound) != v.OPEN) == (p < 0.05)
    assert v.p_value(Interval(np.nan, np.nan, np.nan), v.above(0)) == 1


def test_interval_without_width_has_no_p_value():
    equal = mean_interval(np.full(20, 0.1)), v.above(0)  # up to rounding
    assert v.p_value(*equal) is None
    assert v.p_value(exact(1), v.above(0)) is None
    assert v.p_of_verdict([equal, equal], v.REPRODUCED, "all") is None
    assert v.p_of_verdict([equal, at(0.02, holds=True)], v.REPRODUCED, "all") == pytest.approx(0.02)
    assert v.p_of_verdict([equal, at(0.02, holds=True)], v.REPRODUCED, "some") is None
    mixed = [equal, *(at(p, holds=True) for p in (0.01, 0.02)), at(0.5, holds=False)]
    assert v.p_of_verdict(mixed, v.REPRODUCED, "most") == pytest.approx(2 * 0.02)


@given(values, st.floats(1e-3, 10), st.integers(2, 100))
def test_only_width_gives_a_p_value(estimate, half, runs):
    bound = v.above(0)
    assert v.p_value(Interval(estimate, estimate, estimate, runs), bound) is None
    p = v.p_value(Interval(estimate, estimate - half, estimate + half, runs), bound)
    assert 0 <= p <= 1
    assert (p < 0.05) == (half < abs(estimate)) or half == pytest.approx(abs(estimate))


def at(p, *, holds):
    t = stats.t.isf(p / 2, 9)
    half = stats.t.isf(0.025, 9) / t
    estimate = 1 if holds else -1
    return Interval(estimate, estimate - half, estimate + half, 10), v.above(0)


def test_p_values_of_verdicts_are_partial_conjunctions():
    held = [at(p, holds=True) for p in (0.001, 0.01, 0.02)]
    failed = [at(p, holds=False) for p in (0.003, 0.004)]
    assert v.p_of_verdict(held, v.REPRODUCED, "all") == pytest.approx(0.02)
    assert v.p_of_verdict(held, v.REPRODUCED, "some") == pytest.approx(3 * 0.001)
    assert v.p_of_verdict(held, v.REPRODUCED, "most") == pytest.approx(2 * 0.01)
    assert v.p_of_verdict(failed, v.NOT_REPRODUCED, "all") == pytest.approx(2 * 0.003)
    assert v.p_of_verdict(failed, v.NOT_REPRODUCED, "some") == pytest.approx(0.004)
    assert v.p_of_verdict([*held, *failed], v.IN_PART, "all") == pytest.approx(5 * 0.003)
    assert v.p_of_verdict(failed, v.NOT_SHOWN, "all") == v.p_of_verdict(failed, v.IN_PART, "all")
    assert v.p_of_verdict(held, v.INCONCLUSIVE, "all") == 1
    assert v.p_of_verdict([], v.NOT_TESTED, "all") is None


def test_verdicts_are_calibrated():
    """If all measurements lie on the bound, at most one in twenty verdicts is decided."""
    rng, wrong = np.random.default_rng(3), dict.fromkeys(("all", "most", "some"), 0)
    for _ in range(400):
        measurements = [(mean_interval(sample), v.above(0)) for sample in rng.normal(size=(5, 12))]
        outcomes = [v.compare(*measurement) for measurement in measurements]
        for quantifier in wrong:
            verdict = v.verdict_of(outcomes, quantifier)
            p = v.p_of_verdict(measurements, verdict, quantifier)
            wrong[quantifier] += p is not None and p <= 0.05
    assert max(wrong.values()) <= 400 * 0.08


def test_number_of_runs_that_would_decide():
    crossing = Interval(0.5, -0.5, 1.5, 10), v.above(0)
    below_it = Interval(-0.25, -1.25, 0.75, 10), v.above(0)
    assert v.runs_to_decide([crossing], "all") == 40
    assert v.runs_to_decide([crossing, crossing], "some") == 40
    assert v.runs_to_decide([crossing, below_it], "all") == 160  # one failure decides
    assert v.runs_to_decide([(Interval(0, -1, 1, 10), v.above(0))], "all") is None


def test_holm_matches_the_textbook():
    found = v.holm({"a": 0.01, "b": 0.04, "c": 0.03, "d": 0.005})
    assert found == {"d": True, "a": True, "c": False, "b": False}


def test_mean_interval_is_students():
    sample = np.random.default_rng(0).normal(3, 2, size=12)
    expected = stats.ttest_1samp(sample, 0).confidence_interval(0.95)
    assert mean_interval(sample)[:3] == pytest.approx((sample.mean(), expected.low, expected.high))


def test_ratio_interval_is_calibrated():
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(400):
        denominators = rng.gamma(4, size=50)
        numerators = 0.7 * denominators + rng.normal(0, 0.5, size=50)
        interval = ratio_interval(numerators, denominators)
        covered += interval.low <= 0.7 <= interval.high
    assert 0.91 <= covered / 400 <= 0.99


def test_exponent_is_the_log_of_a_paired_ratio():
    before, after = 1 + np.random.default_rng(6).random((2, 50))
    of_ratio = ratio_interval(after, before)
    found = exponent_interval(before, after, 10.0)
    assert found.estimate == pytest.approx(np.log10(of_ratio.estimate))
    assert 10**found.low == pytest.approx(of_ratio.low, rel=1e-2)
    assert 10**found.high == pytest.approx(of_ratio.high, rel=1e-2)


ROUNDS = np.arange(1, 126) * 80
SEEDS = 40
NOISE = 1 + 0.1 * np.random.default_rng(5).standard_normal((SEEDS, 1))

SHAPES = {
    "a line": lambda t: 0.3 * t,
    "random play": lambda t: 0.5 * t,
    "a fixed cost and a line": lambda t: 400 + 0.3 * t,
    "exponent 0.74": lambda t: t**0.74,
    "a square root": lambda t: 3 * t**0.5,
    "a fixed cost and a root": lambda t: 400 + 3 * t**0.5,
    "a logarithm": lambda t: 50 * np.log(t),
}
LINES = ("a line", "random play", "a fixed cost and a line")
ROOTS = ("a square root", "a fixed cost and a root", "a logarithm")


def curve(regret, noise=NOISE):
    """A curve of some runs whose mean is about `regret`, a function of the round."""
    return Curves(SimpleNamespace(trace={}), None, ROUNDS, {"regret": noise * regret(ROUNDS)})


def at_the_horizon(finals):
    return curve(np.ones_like, finals[:, None])


def test_growth_rate_tells_lines_from_roots():
    measure, bound = m.rate(5), below(0.5, tolerance=0.25)
    outcomes = {shape: compare(measure.of(curve(of)), bound) for shape, of in SHAPES.items()}
    assert {outcomes[shape] for shape in LINES} == {FAILS}
    assert {outcomes[shape] for shape in ROOTS} == {HOLDS}
    # halfway to a line: within the tolerance, and not within half of it
    assert outcomes["exponent 0.74"] == HOLDS
    assert compare(measure.of(curve(SHAPES["exponent 0.74"])), bound.times(0.5)) == FAILS


def test_last_over_first_tells_lines_from_roots():
    measure, bound = m.last_over_first(5), above(1, tolerance=0.5)
    outcomes = {shape: compare(measure.of(curve(of)), bound) for shape, of in SHAPES.items()}
    assert {outcomes[shape] for shape in LINES} == {HOLDS}
    assert outcomes["a square root"] == outcomes["a logarithm"] == FAILS


@pytest.mark.parametrize("exponent", [0.5, 0.74, 1.0])
def test_growth_along_a_coordinate(exponent):
    delays = (10, 100, 1000)
    runs = [curve(lambda t, d=d: 500 + 7 * d**exponent + 0 * t) for d in delays]
    root, line = m.increments_of(0.5, *delays), m.increments_of(1, *delays)
    halfway = m.increments_of(0.75, *delays)
    assert m.increments.of(*runs).estimate == pytest.approx(m.increments_of(exponent, *delays))
    verdict = compare(m.increments.of(*runs), below(root, tolerance=halfway - root))
    assert verdict == (FAILS if exponent == 1 else HOLDS)
    assert line > halfway > root
    ends = (curve(lambda t, d=d: d**exponent + 0 * t) for d in (10, 100))
    grown = m.exponent_in("d", 10).of(*ends)
    assert grown.estimate == pytest.approx(exponent)


def test_flat_curves_have_no_growth_rate():
    still = curve(lambda t: 0.0 * t)
    undefined = m.rate(5).of(still)
    assert np.isnan(undefined.estimate)
    assert compare(undefined, below(0.6)) == OPEN
    assert np.isnan(m.increments.of(still, still, still).estimate)


ORDERS = {
    "difference": (m.difference, (below(0), above(0))),
    "ratio": (m.ratio, (below(1), above(1))),
    "wins": (m.wins, (below(0.5), above(0.5))),
}


@pytest.mark.parametrize(("measure", "bounds"), ORDERS.values(), ids=ORDERS)
def test_equal_distributions_are_rarely_ordered(measure, bounds):
    """Two runs of one distribution: about one in twenty is called below or above."""
    rng = np.random.default_rng(7)
    decided = 0
    for _ in range(400):
        finals, others = rng.gamma(5, 100, (2, SEEDS))
        pair = at_the_horizon(finals), at_the_horizon(others)
        decided += any(compare(measure.of(*pair), bound) == HOLDS for bound in bounds)
    assert decided <= 40
    more = at_the_horizon(1.5 * finals + 50)
    assert [compare(measure.of(pair[0], more), bound) == HOLDS for bound in bounds].count(True) == 1


def test_ratios_between_settings():
    here, base = curve(lambda t: 3.0 * t), curve(lambda t: 2.0 * t)
    there, base_there = curve(lambda t: 1.0 * t), curve(lambda t: 2.0 * t)
    assert m.ratio.of(here, base)[:3] == pytest.approx((1.5, 1.5, 1.5))
    assert m.change_of_ratio.of(there, base_there, here, base).estimate == pytest.approx(2)
    assert m.ratio_of_ratios.of(here, base, there, base_there).estimate == pytest.approx(3)


def candidates(rng, count, runs=SEEDS, mean=500):
    return [at_the_horizon(rng.gamma(mean / 100, 100, runs)) for _ in range(count)]


OF_CHOSEN = {
    "worst": (m.worst(m.level, ""), 500, 4),
    "lowest over lowest": (m.least_over("", 3), 1, 6),
    "highest over highest": (m.worst_over("", 3), 1, 6),
}


@pytest.mark.parametrize(("measure", "truth", "count"), OF_CHOSEN.values(), ids=OF_CHOSEN)
def test_interval_of_what_the_data_choose_covers_the_truth(measure, truth, count):
    """All candidates are equal, so that the choice is of noise alone."""
    rng = np.random.default_rng(9)
    found = [measure.of(*candidates(rng, count)) for _ in range(200)]
    assert np.mean([one.low <= truth <= one.high for one in found]) >= 0.95


def test_usual_interval_of_the_highest_misses_the_truth():
    rng = np.random.default_rng(9)
    means = [[m.level.of(curve) for curve in candidates(rng, 20)] for _ in range(200)]
    highest = [max(intervals, key=lambda one: one.estimate) for intervals in means]
    assert np.mean([one.low <= 500 <= one.high for one in highest]) < 0.9


@given(st.lists(st.integers(0, 10**6), min_size=2, max_size=5, unique=True), st.integers(1, 4))
def test_choice_among_candidates_widens_only_the_side_that_it_flatters(seeds, split):
    curves = [candidates(np.random.default_rng(seed), 1)[0] for seed in seeds]
    split = min(split, len(curves) - 1)
    means = [curve.final.mean() for curve in curves]
    highest, usual = m.worst(m.level, "").of(*curves), m.level.of(curves[np.argmax(means)])
    assert highest.estimate == max(means)
    assert highest.high >= usual.high
    assert highest.low <= highest.estimate <= highest.high
    for measure, pick in ((m.least_over, min), (m.worst_over, max)):
        found = measure("", split).of(*curves)
        assert found.estimate == pytest.approx(pick(means[:split]) / pick(means[split:]))
        assert found.low < found.estimate < found.high


def test_single_candidates_have_the_usual_interval():
    one, other = candidates(np.random.default_rng(1), 2)
    assert m.worst(m.level, "").of(one) == m.level.of(one)
    usual = m.change_of_ratio.of(*[at_the_horizon(np.ones(SEEDS))] * 2, one, other)
    for measure in (m.least_over, m.worst_over):
        assert measure("", 1).of(one, other) == pytest.approx(shifted(usual, 1))


def test_noisy_candidate_far_from_the_lowest_hides_nothing():
    rng = np.random.default_rng(4)
    (steady,), (other,) = candidates(rng, 1), candidates(rng, 1, mean=200)
    noisy = at_the_horizon(np.append(np.full(SEEDS - 2, 900.0), [30_000, 60_000]))
    alone, both = (
        m.least_over("", 1).of(steady, other),
        m.least_over("", 2).of(steady, noisy, other),
    )
    assert both.low == pytest.approx(alone.low)


def test_worst_takes_the_curves_of_a_setting_together():
    low, high, base = (at_the_horizon(NOISE[:, 0] * mean) for mean in (2, 6, 3))
    assert m.worst(m.ratio, "", 2).of(low, base, high, base).estimate == pytest.approx(2)
    assert m.worst(m.ratio, "", 2).of(base, low, base, high).estimate == pytest.approx(1.5)


def test_ratio_of_chosen_needs_regret():
    none, some = at_the_horizon(np.zeros(SEEDS)), at_the_horizon(NOISE[:, 0])
    assert np.isnan(m.least_over("", 1).of(some, none).estimate)
    assert np.isnan(m.worst_over("", 1).of(some, none).estimate)
    assert m.worst_over("", 2).of(some, none, some).estimate == pytest.approx(1)
