import math

import numpy as np
import pytest

from conftest import ROOT
from delayed_bandits.algorithms.registry import load
from delayed_bandits.checks.yaml_files import read_yaml
from delayed_bandits.experiments.experiment import load_papers
from delayed_bandits.papers.pikeburke2018 import measures
from delayed_bandits.traces.k_armed.anonymous import AnonymousTrace
from papers.environments import draw
from papers.made_up import curves_of
from papers.replays import ArmedGame

ROUNDS = np.arange(100, 1001, 100)
TRACE = {"horizon": 1000, "means": [0.5, 0.6], "delay": {"distribution": "constant", "rounds": 20}}
UNIFORM = {"distribution": "uniform", "low": 0, "high": 60}


def curve(regret, rounds=ROUNDS):
    return curves_of(rounds, TRACE | {"horizon": int(rounds[-1])}, regret=regret)


def ending(regret, horizon):
    """Seeds with a final regret alone."""
    return curve(np.asarray(regret, float)[:, None], np.array([horizon]))


def test_runs_that_stay_with_the_worse_arm_are_counted():
    always = 0.1 * ROUNDS
    left = np.minimum(always, 80)
    late = np.maximum(0, always - 80)
    half = np.where(ROUNDS > 900, 94.9, np.minimum(always, 90))
    assert measures.stays.of(curve([always, left, late, half])).estimate == 2 / 4


def test_runs_with_the_most_frequent_regret_are_counted():
    found = measures.same_regret.of(ending([5, 3, 5 + 1e-9, 7, 5], 1000))
    assert found.estimate == 3 / 5


def test_stretches_are_the_rounds_between_switches():
    assert measures._lengths(np.array([1, 1, 0, 2, 2, 2])).tolist() == [2, 1, 3]
    assert measures._lengths(np.zeros(4, int)).tolist() == [4]


PLAYED = {
    "odaaf": {"mean_delay": 30.0, "corruption": 1.0},
    "odaaf_b": {"mean_delay": 30.0, "delay_bound": 60},
    "odaaf_b, no bridge": {"mean_delay": 30.0, "delay_bound": 60, "bridge_arm": "none"},
    "odaaf_v": {"mean_delay": 30.0, "delay_variance": 30.0},
}


@pytest.mark.parametrize("name", PLAYED)
def test_corruption_is_what_arrives_less_what_is_generated(name):
    """Counted reward by reward, in blocks that the estimates confirm."""
    algorithm = load("odaaf." + name.partition(",")[0])
    trace = draw(AnonymousTrace, 0, UNIFORM, horizon=20_000, means=[0.9, 0.5])
    record = algorithm.play(trace, **PLAYED[name], errors=True)
    game = ArmedGame(trace)
    sums = [game.sums(int(arm)) for arm in record.arms]
    own = [game.rewards[t, arm] for t, arm in enumerate(record.arms)]
    np.testing.assert_allclose(measures.feedback(trace, record.arms)[1], sums)
    bridged = name in ("odaaf_b", "odaaf_v")
    found = measures.corruption(trace, record, bridged=bridged)
    observed, samples, start = np.zeros(2), 0, 0
    assert len(record.report.ends) > 1
    for phase, end in enumerate(record.report.ends):
        arms = np.flatnonzero(~np.isnan(record.report.means[phase]))
        length = (end - start) // arms.size
        samples += length
        for arm in arms:
            block = slice(start, start + length)
            assert set(record.arms[block]) == {arm}
            observed[arm] += sum(sums[block])
            assert record.report.means[phase, arm] == pytest.approx(observed[arm] / samples)
            assert found[phase, arm] == pytest.approx(sum(sums[block]) - sum(own[block]))
            start += length
        start = end + bridged * length


def test_paper_has_runs_for_each_gap_and_horizon():
    config = read_yaml(ROOT / "config.yaml") | {"papers": ["pikeburke2018"]}
    runs = load_papers(config, ROOT / "workflow", check=False)["pikeburke2018"].runs
    for number, horizon in enumerate(measures.HORIZONS, 1):
        traces = [runs[f"worst-{gap}-{number}", "odaaf"].trace for gap in measures.GAPS]
        assert {trace["horizon"] for trace in traces} == {horizon}
        gaps = [trace["means"][1] - trace["means"][0] for trace in traces]
        assert np.diff(np.log2(gaps)) == pytest.approx(1)
    assert math.log(measures.HORIZONS[2] / measures.HORIZONS[0]) == pytest.approx(math.log(16))
