import math

import numpy as np
import pytest

from delayed_bandits.papers.chapelle2011 import measures
from delayed_bandits.papers.chapelle2011.tables import table1
from papers.made_up import curves_of

MEANS = [0.5, 0.4, 0.4]
ROUNDS = np.arange(100, 100_001, 100)


def curve(*regret):
    """A curve with a row of regret for each run."""
    return curves_of(ROUNDS, {"horizon": int(ROUNDS[-1]), "means": MEANS}, regret=regret)


def ending_at(finals):
    """A curve for each seed that is a line to its final regret."""
    return curve(*np.outer(finals, ROUNDS / ROUNDS[-1]))


def test_lower_bound_is_that_of_lai_and_robbins():
    kl = 0.4 * math.log(0.4 / 0.5) + 0.6 * math.log(0.6 / 0.5)
    assert measures.lower_bound({"means": MEANS}) == pytest.approx(0.2 / kl)


def test_slope_and_growth_of_a_logarithm():
    line = measures.lower_bound({"means": MEANS}) * np.log(ROUNDS)
    found = curve(3 * line + 50, line - 20)
    assert measures.slope.of(found).estimate == pytest.approx(2)
    assert measures.growth.of(found).estimate == pytest.approx(1)
    root = curve(np.sqrt(ROUNDS), np.sqrt(ROUNDS))
    assert measures.growth.of(root).estimate == pytest.approx(10**0.5)


def test_ratio_of_variances_matches_numpy():
    usual = np.arange(1.0, 11)
    heavy = np.where(usual < 8, 0, 3 * usual)
    found = measures.variance_ratio.of(ending_at(heavy), ending_at(usual))
    assert found.estimate == pytest.approx(np.var(heavy) / np.var(usual))


def test_table_has_the_printed_numbers_beside_the_regrets():
    settings = [(prefix, delta) for prefix in ("batch", "at-once") for delta in measures.DELTAS]
    names = ("thompson", "ucb", "ucb_printed")
    made = {(f"{p}-{d}", name): ending_at([d, 3 * d]) for p, d in settings for name in names}
    styles = {name: {"label": name} for name in names}
    found = table1(made, styles)
    assert (found["mean"] == 2 * found["delta"]).all()
    assert ((found["low"] < found["mean"]) & (found["mean"] < found["high"])).all()
    for row, rows in found.groupby("row"):
        printed = dict(zip(measures.DELTAS, measures.TABLE[row], strict=True))
        assert rows["delta"].map(printed).tolist() == rows["printed"].tolist()
    assert found["ratio"].tolist() == (found["mean"] / found["printed"]).tolist()
