"""Measurements of the claims on Chapelle and Li 2011, on made-up curves."""

import math

import numpy as np
import pytest

from delayed_bandits.analysis.curves import Curves
from delayed_bandits.papers.chapelle2011 import (
    claims_figures,
    claims_reshaping,
    claims_table,
    shared,
)
from delayed_bandits.papers.chapelle2011.claims import CLAIMS
from delayed_bandits.plan.specification import Specification

MEANS = [0.5, 0.4, 0.4]
ROUNDS = np.arange(100, 100_001, 100)


def curve(regret, means=MEANS):
    trace = {"horizon": int(ROUNDS[-1]), "means": means, "delay": {"law": "packet", "size": 100}}
    specification = Specification("p", "s", "a", 0, ROUNDS.size, trace, "m.f", {})
    return Curves(specification, None, ROUNDS, {"regret": np.asarray(regret, float)})


def test_ids_follow_the_order_of_the_paper():
    ids = [claim.id for claim in CLAIMS]
    assert [name for name in ids if name[0] == "c"] == [f"c{n:02}" for n in range(1, 15)]
    assert len(set(ids)) == len(ids)


def test_the_printed_ratios_are_those_of_the_printed_regrets():
    ratios = [shared.PRINTED["UCB", d] / shared.PRINTED["TS", d] for d in shared.DELTAS]
    np.testing.assert_allclose(ratios, [2.65, 2.68, 2.84, 2.98, 3.22, 3.60, 3.82], atol=0.0051)


def test_the_lower_bound_is_that_of_lai_and_robbins():
    kl = 0.4 * math.log(0.4 / 0.5) + 0.6 * math.log(0.6 / 0.5)
    assert shared.lower_bound({"means": MEANS}) == pytest.approx(0.2 / kl)


def test_slope_and_growth_of_a_logarithm():
    constant = shared.lower_bound({"means": MEANS})
    line = constant * np.log(ROUNDS)
    found = curve([3 * line + 50, line - 20])
    assert claims_figures.slope(found).estimate == pytest.approx(2)
    assert claims_figures.growth(found).estimate == pytest.approx(1)
    assert claims_figures.growth(curve([np.sqrt(ROUNDS)] * 2)).estimate == pytest.approx(10**0.5)


def test_uniform_play_learns_nothing():
    uniform = ROUNDS * 0.2 / 3
    assert not shared.learned(curve([uniform] * 2), 10_000)
    assert shared.learned(curve([0.4 * uniform] * 2), 10_000)
    assert claims_figures.premise(curve([uniform] * 2)).startswith("nothing is learned")


class Finals(dict):
    """The final regrets of runs, by setting and algorithm."""

    def __getitem__(self, key):
        return curve(np.outer(super().__getitem__(key), np.ones(ROUNDS.size)))


def test_cost_of_delay():
    rng = np.random.default_rng(0)
    finals = {("batch-1", "a"): rng.random(9), ("batch-1", "b"): rng.random(9)}
    finals["batch-10", "a"] = finals["batch-1", "a"] + 5
    finals["batch-10", "b"] = finals["batch-1", "b"] + 2
    assert claims_table.cost(Finals(finals), "batch", 10, "a", "b").estimate == pytest.approx(3)


def test_less_than_ucb_needs_every_cell():
    rng = np.random.default_rng(0)
    finals = {}
    for delta in shared.DELTAS:
        ucb = 10 + rng.random(20)
        for prefix in ("batch", "at-once"):
            finals |= {
                (f"{prefix}-{delta}", "thompson"): 0.5 * ucb,
                (f"{prefix}-{delta}", "ucb"): ucb,
                (f"{prefix}-{delta}", "ucb_printed"): 1.5 * ucb,
            }
    readings = claims_table.less_than_ucb(Finals(finals))
    assert [reading.verdict() for reading in readings] == ["reproduced"] * 2
    finals["batch-100", "thompson"] = 2 * finals["batch-100", "ucb"]
    printed, ours = claims_table.less_than_ucb(Finals(finals))
    assert (printed.verdict(), ours.verdict()) == ("reproduced", "not reproduced")


def test_shares_and_variances():
    usual = np.arange(1.0, 11)
    runs = Finals({("s", "thompson"): usual, ("s", "sharp"): np.where(usual < 8, 0, 3 * usual)})
    assert claims_reshaping.lower_share(runs, "s", "sharp").estimate == 0.7
    ratio = np.var(np.where(usual < 8, 0, 3 * usual)) / np.var(usual)
    assert claims_reshaping.variance_ratio(runs, "s", "sharp").estimate == pytest.approx(ratio)
