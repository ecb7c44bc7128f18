import numpy as np
import pytest

from delayed_bandits.papers.wang2022 import measures
from delayed_bandits.papers.wang2022.tables import misleading_windows
from papers.made_up import curves_of

ROUNDS = np.arange(100, 1001, 100)
EXPONENTIAL = [{"success": {"distribution": "exponential", "mean": m}} for m in (1000, 750, 500)]


def curve(finals, without=0, bounded=True):
    """A curve for each seed that is a line to its final regret."""
    columns = {"regret": np.outer(finals, ROUNDS / ROUNDS[-1])}
    columns["updates_without_conversion"] = np.outer(without * np.ones(len(finals)), ROUNDS > 600)
    columns["rate_2"] = np.tile(ROUNDS / 1000, (len(finals), 1))
    parameters = {"model": {"model": "exponential", "bounded": bounded}}
    return curves_of(ROUNDS, {"horizon": 1000, "means": [0.5, 0.4]}, parameters, **columns)


def test_runs_without_conversions_are_left_out_in_pairs():
    naive = curve([10.0, 20.0, 30.0])
    code = curve([1.0, 2.0, 3.0], np.array([0, 1, 0]), bounded=False)
    np.testing.assert_array_equal(measures.kept(code, naive), [[1, 3], [10, 30]])
    ours = curve([1.0, 2.0, 3.0], np.array([0, 1, 0]))
    assert measures.difference.of(ours, naive).estimate == pytest.approx(-18)
    assert measures.difference.of(code, naive).estimate == pytest.approx(-18)
    assert measures.ratio.of(naive, code).estimate == pytest.approx(10)
    assert measures.left_out(code).tolist() == [False, True, False]


def test_window_misleads_while_another_arm_converts_more():
    trace = {"horizon": 10_000, "means": [0.5, 0.4, 0.3], "delay": EXPONENTIAL}
    last = misleading_windows(trace)
    shares = 1 - np.exp(-(last + 0.5 + np.array([0, 1])[:, None]) / np.array([1000, 750, 500]))
    best = (shares * trace["means"]).argmax(axis=1)
    assert best[0] != 0 == best[1]
    assert misleading_windows({**trace, "means": [0.1, 0.05, 0.03]}) == 0
    assert misleading_windows({**trace, "delay": EXPONENTIAL[0]}) == 0
