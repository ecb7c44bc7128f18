"""Measures of the claims on Chapelle and Li 2011, on made-up curves."""

import math

import numpy as np
import pytest

from delayed_bandits.papers.chapelle2011 import measures
from delayed_bandits.papers.chapelle2011.claims import CLAIMS
from papers.made_up import curves_of

MEANS = [0.5, 0.4, 0.4]
ROUNDS = np.arange(100, 100_001, 100)


def curve(*regret):
    """A curve with a row of regret for each seed."""
    return curves_of(ROUNDS, {"horizon": int(ROUNDS[-1]), "means": MEANS}, regret=regret)


def ending_at(finals):
    """A curve for each seed that is a line to its final regret."""
    return curve(*np.outer(finals, ROUNDS / ROUNDS[-1]))


def test_the_printed_ratios_are_those_of_the_printed_regrets():
    ratios = np.divide(measures.TABLE["UCB"], measures.TABLE["TS"])
    np.testing.assert_allclose(ratios, [2.65, 2.68, 2.84, 2.98, 3.22, 3.60, 3.82], atol=0.0051)


def test_the_lower_bound_is_that_of_lai_and_robbins():
    kl = 0.4 * math.log(0.4 / 0.5) + 0.6 * math.log(0.6 / 0.5)
    assert measures.lower_bound({"means": MEANS}) == pytest.approx(0.2 / kl)


def test_slope_and_growth_of_a_logarithm():
    line = measures.lower_bound({"means": MEANS}) * np.log(ROUNDS)
    found = curve(3 * line + 50, line - 20)
    assert measures.slope.of(found).estimate == pytest.approx(2)
    assert measures.growth.of(found).estimate == pytest.approx(1)
    root = curve(np.sqrt(ROUNDS), np.sqrt(ROUNDS))
    assert measures.growth.of(root).estimate == pytest.approx(10**0.5)


def test_the_early_ratio_is_that_of_its_round():
    bent = np.where(ROUNDS <= 20_000, 0.5 * ROUNDS, 10 * ROUNDS)
    found = measures.early_ratio.of(curve(bent, bent), curve(ROUNDS, ROUNDS, ROUNDS))
    assert found.estimate == pytest.approx(0.5)


def test_a_ratio_of_variances():
    usual = np.arange(1.0, 11)
    heavy = np.where(usual < 8, 0, 3 * usual)
    found = measures.variance_ratio.of(ending_at(heavy), ending_at(usual))
    assert found.estimate == pytest.approx(np.var(heavy) / np.var(usual))


def test_measures_from_no_delay_have_their_runs_in_order():
    (robust,) = (claim for claim in CLAIMS if claim.id == "c12")
    (costs,) = (claim for claim in CLAIMS if claim.id == "c13")
    finals = {"1": {"{ucb}": 10.0, "thompson": 5.0}, "316": {"{ucb}": 60.0, "thompson": 15.0}}

    def measured(row):
        keys = [run.removeprefix("{prefix}-").partition(":") for run in row.runs]
        curves = [ending_at(finals[delta][name] * np.ones(3)) for delta, _, name in keys]
        return row.measure.of(*curves).estimate

    assert measured(robust.rows[1]) == pytest.approx((60 / 15) / (10 / 5) - 1)
    assert measured(costs.rows[1]) == pytest.approx((60 - 10) - (15 - 5))
    assert [row.key for row in costs.rows] == ["delta-100", "delta-316", "delta-1000"]
