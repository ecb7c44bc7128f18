import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special, stats

from conftest import refused
from delayed_bandits.algorithms.bounded_elimination import bounded_elimination
from delayed_bandits.algorithms.payoff_baselines import linucb, random_play
from delayed_bandits.algorithms.phased_elimination import phased_elimination
from delayed_bandits.traces.payoffs.distributions import beta_table, mean_of_row, payoff_of
from delayed_bandits.traces.payoffs.trace import PayoffTrace
from delayed_bandits.traces.streams import Streams

STREAMS = Streams(1, "payoffs")
ENVIRONMENT = {"horizon": 500, "payoffs": "losses", "maximal_delay": 20, "actions": 6}
ENVIRONMENT |= {"instances": {"distribution": "positive", "dimension": 4}}


def draw(seed=0, **changes):
    return PayoffTrace.draw(STREAMS, seed, **(ENVIRONMENT | changes))


@pytest.mark.parametrize("mean", [0.0, 0.003, 0.02, 0.37, 0.5, 0.99, 1.0])
@pytest.mark.parametrize("distribution", ["beta", "bernoulli"])
def test_payoffs_have_their_mean_and_variance(distribution, mean):
    uniforms = (np.arange(2**16) + 0.5) / 2**16
    table = beta_table(4.0) if distribution == "beta" else np.empty((0, 0))
    payoffs = np.array([payoff_of(table, uniforms, t, mean) for t in range(uniforms.size)])
    assert ((payoffs >= 0) & (payoffs <= 1)).all()
    assert (np.diff(payoffs) > -1e-9).all()
    assert payoffs.mean() == pytest.approx(mean, abs=2e-5)
    variance = mean * (1 - mean) / (5 if distribution == "beta" else 1)
    assert payoffs.std() == pytest.approx(np.sqrt(variance), rel=0.04, abs=1e-9)


@pytest.mark.parametrize(("concentration", "error"), [(0.5, 1e-2), (4.0, 1e-3), (30.0, 1e-3)])
def test_beta_table_matches_scipy(concentration, error):
    table = beta_table(concentration)
    levels = np.arange(table.shape[1] + 1) / table.shape[1]
    for row in (5, 20, 48):
        mean = mean_of_row(row)
        a, b = concentration * mean, concentration * (1 - mean)
        moments = mean * special.betainc(a + 1, b, special.betaincinv(a, b, levels))
        assert table[row] == pytest.approx(np.diff(moments) * table.shape[1], abs=error)
        assert table[row].mean() == pytest.approx(mean, rel=1e-12)
        assert (np.diff(table[row]) > -1e-9).all()


@given(st.integers(0, 10**6), st.sampled_from([0.0, 0.1, 0.5]), st.sampled_from([0.2, 1.0]))
def test_means_between_bounds_reach_them(seed, lowest, gap):
    highest = min(1.0, lowest + gap)
    distribution = {"distribution": "between", "dimension": 5, "lowest": lowest, "highest": highest}
    trace = draw(seed, instances=distribution)
    assert trace.hidden_means.min() == pytest.approx(lowest, abs=1e-12)
    assert trace.hidden_means.max() == pytest.approx(highest, abs=1e-12)
    assert np.linalg.norm(trace.actions, axis=2) == pytest.approx(np.ones((1, 6)))


def test_instances_have_their_norm_and_range():
    trace = draw(contexts=3)
    assert np.linalg.norm(trace.actions, axis=2) == pytest.approx(np.ones((3, 6)))
    assert (trace.actions >= 0).all()
    arms = draw(instances={"distribution": "arms", "low": 0.2, "high": 0.3})
    assert (arms.actions[0] == np.eye(6)).all()
    assert ((arms.hidden_means > 0.2) & (arms.hidden_means < 0.3)).all()


def test_longer_horizon_keeps_the_first_rounds():
    trace = draw(contexts=4, horizon=20000)
    counts = np.bincount(trace.contexts, minlength=4)
    assert stats.chisquare(counts).pvalue > 0.001
    shorter = draw(contexts=4)
    assert (shorter.contexts == trace.contexts[:500]).all()
    assert (shorter.hidden_uniforms == trace.hidden_uniforms[:500]).all()
    assert (shorter.hidden_means == trace.hidden_means).all()


@pytest.mark.parametrize("payoffs", ["losses", "rewards"])
def test_regret_is_the_sum_of_gaps(payoffs):
    trace = draw(payoffs=payoffs, contexts=3)
    played = random_play.play(trace)
    means = trace.hidden_means[trace.contexts]
    best = means.min(axis=1) if payoffs == "losses" else means.max(axis=1)
    columns = trace.columns(played)
    gaps = np.abs(means[np.arange(500), played] - best)
    assert columns["regret"] == pytest.approx(np.cumsum(gaps))
    assert set(columns) == {"regret", "best", "largest_gap"}


@pytest.mark.parametrize(("actions", "width"), [(6, 0.3), (1, 0.1), (6, 50.0)])
def test_recorded_eliminations_match_the_play(actions, width):
    """An action is eliminated, the learner starts again, or neither."""
    trace = draw(horizon=5000 if width == 0.3 else 500, actions=actions)
    record = phased_elimination.play(trace, width=width)
    columns = trace.columns(record)
    first = columns["first_elimination"][0]
    assert (record.report.active[:first] == actions).all()
    assert not record.report.restarts[:first].any()
    if width < 1:
        assert record.report.active[first] < 6
        assert (record.report.restarts[first] == 1) == (actions == 1)
    else:
        assert first == trace.horizon
    assert columns["best"][0] == trace.hidden_means.min()
    assert columns["largest_gap"][-1] == np.ptp(trace.hidden_means)


@pytest.mark.parametrize(
    ("algorithm", "environment", "parameters", "key"),
    [
        (phased_elimination, {"contexts": 2}, {}, "contexts"),
        (bounded_elimination, {"contexts": 2}, {}, "contexts"),
        (linucb, {"contexts": 2}, {"missing": "zero"}, "contexts"),
        (bounded_elimination, {"payoffs": "rewards"}, {"count_missing": True}, "rewards"),
        (phased_elimination, {}, {"guess": 0}, "guess"),
    ],
)
def test_algorithms_refuse_unsuitable_environments(algorithm, environment, parameters, key):
    with refused("", key):
        algorithm.remarks(draw(**environment), parameters)


def test_violated_assumptions_are_warned_of():
    two = {"distribution": "given", "theta": [0.5, 0.5], "actions": [[1.2, 0.0], [0.5, 0.5]]}
    trace = draw(instances=two, actions=2)
    (remark,) = phased_elimination.remarks(trace, {})
    assert "1.2" in remark
    assert phased_elimination.remarks(trace, {"scale_by_norm": False}) == []
    assert phased_elimination.remarks(draw(payoffs="rewards"), {"guess": 0}) == []
