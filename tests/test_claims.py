"""Verdicts, and the intervals that they rest on."""

import numpy as np
import pytest
from scipy import stats

from delayed_bandits.analysis.claims import INCONCLUSIVE, NOT_REPRODUCED, REPRODUCED, Finding
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import Interval, mean_interval, ratio_interval
from delayed_bandits.files.sources import sources_of
from delayed_bandits.papers.vernade2020.claims import end_of_linear_phase


@pytest.mark.parametrize(
    ("interval", "verdict"),
    [
        ((1.2, 1.8), REPRODUCED),
        ((0.5, 1.5), INCONCLUSIVE),
        ((1.5, 2.5), INCONCLUSIVE),
        ((0.5, 2.5), INCONCLUSIVE),
        ((0.2, 0.9), NOT_REPRODUCED),
        ((2.1, 2.2), NOT_REPRODUCED),
        ((1.0, 1.0), INCONCLUSIVE),
    ],
)
def test_a_verdict_compares_the_interval_with_the_bounds(interval, verdict):
    low, high = interval
    finding = Finding("case", "quantity", Interval((low + high) / 2, low, high), low=1, high=2)
    assert finding.verdict == verdict


def test_a_bound_may_be_missing():
    assert Finding("c", "q", Interval(5, 4, 6), low=1).verdict == REPRODUCED
    assert Finding("c", "q", Interval(5, 4, 6), high=1).verdict == NOT_REPRODUCED


def test_mean_interval_is_students():
    values = np.random.default_rng(0).normal(3, 2, size=12)
    expected = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert mean_interval(values) == pytest.approx((values.mean(), expected.low, expected.high))


def test_ratio_interval_covers_the_true_ratio_about_as_often_as_it_says():
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(400):
        below = rng.gamma(4, size=50)
        above = 0.7 * below + rng.normal(0, 0.5, size=50)
        interval = ratio_interval(above, below)
        covered += interval.low <= 0.7 <= interval.high
    assert 0.91 <= covered / 400 <= 0.99


def test_ratio_of_proportional_values_is_exact():
    values = np.array([1.0, 2.0, 4.0])
    assert ratio_interval(3 * values, values) == pytest.approx((3, 3, 3))


def test_claims_and_figures_of_a_paper_have_no_source_in_common_that_judges_or_draws(papers):
    drawing = {"draw.py", "plots.py", "style.py", "figures.py"}
    judging = {"judge.py", "claims.py", "claims_shared.py", "ours.py"}
    for paper in papers:
        claims = {path.name for path in sources_of("analysis.judge", f"papers.{paper}.claims")}
        figures = {path.name for path in sources_of("analysis.draw", f"papers.{paper}.figures")}
        assert not claims & drawing
        assert not figures & judging


def curve(regret):
    regret = np.atleast_2d(np.asarray(regret, dtype=float))
    rounds = np.arange(1, regret.shape[1] + 1) * 10
    return Curves({}, None, rounds, {"regret": regret})


def test_the_linear_phase_ends_where_the_slope_halves():
    rounds = np.arange(1, 201)
    kinked = np.minimum(rounds, 60) + 0.1 * np.maximum(rounds - 60, 0)
    ends = end_of_linear_phase(curve([kinked, rounds]))
    # a stretch of ten checkpoints costs less than five once six of them lie beyond the kink
    assert ends.tolist() == [560.0, 2000.0]
