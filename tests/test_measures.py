"""Shared measures on made-up curves: known values, and what passes for no rate and no order."""

from types import SimpleNamespace

import numpy as np
import pytest

from delayed_bandits.analysis import measures as m
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.verdicts import FAILS, HOLDS, OPEN, above, below, compare

ROUNDS = np.arange(1, 126) * 80
SEEDS = 40
NOISE = 1 + 0.1 * np.random.default_rng(5).standard_normal((SEEDS, 1))

SHAPES = {
    "a line": lambda t: 0.3 * t,
    "uniform play": lambda t: 0.5 * t,
    "a fixed cost and a line": lambda t: 400 + 0.3 * t,
    "exponent 0.74": lambda t: t**0.74,
    "a square root": lambda t: 3 * t**0.5,
    "a fixed cost and a root": lambda t: 400 + 3 * t**0.5,
    "a logarithm": lambda t: 50 * np.log(t),
}
LINES = ("a line", "uniform play", "a fixed cost and a line")
ROOTS = ("a square root", "a fixed cost and a root", "a logarithm")


def curve(regret, noise=NOISE):
    """A curve of some seeds whose mean is about `regret`, a function of the round."""
    return Curves(SimpleNamespace(trace={}), None, ROUNDS, {"regret": noise * regret(ROUNDS)})


def at_the_horizon(finals):
    """A run whose final regrets are given."""
    columns = {"regret": np.repeat(finals[:, None], ROUNDS.size, axis=1)}
    return Curves(SimpleNamespace(trace={}), None, ROUNDS, columns)


RATES = {
    "rate": (m.rate(5), below(0.5, tolerance=0.25)),
    "slopes": (m.slopes(5), below(5**-0.5, tolerance=5**-0.25 - 5**-0.5)),
}


@pytest.mark.parametrize("name", RATES)
def test_lines_are_no_roots_and_roots_are_no_lines(name):
    measure, bound = RATES[name]
    words = {shape: compare(measure.of(curve(of)), bound) for shape, of in SHAPES.items()}
    assert {words[shape] for shape in LINES} == {FAILS}
    assert {words[shape] for shape in ROOTS} == {HOLDS}
    # halfway to a line: within the tolerance, and not within half of it
    assert words["exponent 0.74"] == HOLDS
    assert compare(measure.of(curve(SHAPES["exponent 0.74"])), bound.times(0.5)) == FAILS


def test_the_last_part_of_the_horizon_over_the_first():
    measure, bound = m.last_over_first(5), above(1, tolerance=0.5)
    words = {shape: compare(measure.of(curve(of)), bound) for shape, of in SHAPES.items()}
    assert {words[shape] for shape in LINES} == {HOLDS}
    assert words["a square root"] == words["a logarithm"] == FAILS


@pytest.mark.parametrize("exponent", [0.5, 0.74, 1.0])
def test_growth_along_a_coordinate(exponent):
    delays = (10, 100, 1000)
    runs = [curve(lambda t, d=d: 500 + 7 * d**exponent + 0 * t) for d in delays]
    root, line = m.increments_of(0.5, *delays), m.increments_of(1, *delays)
    halfway = m.increments_of(0.75, *delays)
    assert m.increments.of(*runs).estimate == pytest.approx(m.increments_of(exponent, *delays))
    word = compare(m.increments.of(*runs), below(root, tolerance=halfway - root))
    assert word == (FAILS if exponent == 1 else HOLDS)
    assert line > halfway > root
    grown = m.exponent_in("d", 10).of(
        *(curve(lambda t, d=d: d**exponent + 0 * t) for d in (10, 100))
    )
    assert grown.estimate == pytest.approx(exponent)


def test_what_does_not_grow_is_undefined():
    still = curve(lambda t: 0.0 * t)
    for measure in (m.slopes(5), m.rate(5)):
        undefined = measure.of(still)
        assert np.isnan(undefined.estimate)
        assert compare(undefined, below(0.6)) == OPEN
    assert np.isnan(m.increments.of(still, still, still).estimate)


ORDERS = {
    "difference": (m.difference, below(0), above(0)),
    "ratio": (m.ratio, below(1), above(1)),
    "wins": (m.wins, below(0.5), above(0.5)),
}


@pytest.mark.parametrize("name", ORDERS)
def test_shuffled_seeds_are_in_no_order(name):
    """Two runs of one law: about one in twenty is called below or above."""
    measure, *bounds = ORDERS[name]
    rng = np.random.default_rng(7)
    decided = 0
    for _ in range(400):
        finals, others = rng.gamma(5, 100, (2, SEEDS))
        pair = at_the_horizon(finals), at_the_horizon(others)
        decided += any(compare(measure.of(*pair), bound) == HOLDS for bound in bounds)
    assert decided <= 40
    more = at_the_horizon(1.5 * finals + 50)
    assert [compare(measure.of(pair[0], more), bound) == HOLDS for bound in bounds].count(True) == 1


def test_runs_of_other_numbers_of_seeds_are_paired():
    finals = np.random.default_rng(9).gamma(5, 100, SEEDS)
    long, short = at_the_horizon(finals), at_the_horizon(finals[:10])
    assert m.difference.of(long, short)[:3] == (0, 0, 0)
    assert m.ratio.of(long, short).seeds == 10


def test_ratios_between_settings():
    here, base = curve(lambda t: 3.0 * t), curve(lambda t: 2.0 * t)
    there, base_there = curve(lambda t: 1.0 * t), curve(lambda t: 2.0 * t)
    assert m.ratio.of(here, base)[:3] == pytest.approx((1.5, 1.5, 1.5))
    assert m.change_of_ratio.of(there, base_there, here, base).estimate == pytest.approx(2)
    assert m.ratio_of_ratios.of(here, base, there, base_there).estimate == pytest.approx(3)


def test_residual_life_is_of_longer_delays_alone():
    assert m.mean_residual_life(np.array([1, 5, 10, 30]), 5) == 15
