import math

import numpy as np
import pytest

from delayed_bandits.algorithms.bounded_elimination import Account, _write_bounds
from delayed_bandits.algorithms.payoff_baselines import linucb
from delayed_bandits.algorithms.payoff_estimates import spanner_estimates, zero_estimates
from delayed_bandits.algorithms.phased_elimination import width_of
from delayed_bandits.algorithms.spanner import spanner
from delayed_bandits.traces.payoffs.distributions import payoff_of
from delayed_bandits.traces.payoffs.estimates import Estimates, EstimateTrace
from delayed_bandits.traces.payoffs.trace import PayoffTrace
from delayed_bandits.traces.protocol import Reported
from delayed_bandits.traces.streams import Streams

STREAMS = Streams(7, "estimates")
KINDS = ("unbiased", "observed", "under", "over", "lower", "upper")


def draw(seed=0, kind=EstimateTrace, **changes):
    environment = {
        "horizon": 1500,
        "payoffs": "losses",
        "maximal_delay": 60,
        "actions": 20,
        "instances": {"distribution": "positive", "dimension": 3},
    }
    return kind.draw(STREAMS, seed, **(environment | changes))


def payoffs_of(trace, arms):
    """Payoff and first round of use of each round."""
    means = trace.hidden_means[0][arms]
    table, uniforms = trace.hidden_table, trace.hidden_uniforms
    payoffs = np.array([payoff_of(table, uniforms, t, mean) for t, mean in enumerate(means)])
    delays = np.array([math.ceil(trace.maximal_delay * payoff) for payoff in payoffs])
    return payoffs, np.arange(arms.size) + delays


def epochs(trace):
    size = spanner(trace.actions[0])[0].size
    start, pulls = 0, 2
    while start + size * pulls <= trace.horizon:
        yield start, start + size * pulls, pulls
        start, pulls = start + size * pulls, 2 * pulls


@pytest.mark.parametrize("kind", KINDS[:4])
@pytest.mark.parametrize("distribution", ["beta", "bernoulli", "means"])
def test_estimates_match_their_definitions(kind, distribution):
    trace = draw(3, payoff_distribution=distribution)
    record = spanner_estimates.play(trace, estimate=kind)
    payoffs, arrivals = payoffs_of(trace, record.arms)
    rows = zip(epochs(trace), record.report.round, record.report.values, strict=True)
    for (start, end, pulls), round_, values in rows:
        assert round_ == end - 1
        for arm in range(trace.actions.shape[1]):
            rounds = start + np.flatnonzero(record.arms[start:end] == arm)
            if not rounds.size:
                assert np.isnan(values[arm])
                continue
            assert rounds.size == pulls
            come = rounds[arrivals[rounds] < end]
            sure = rounds[rounds + trace.maximal_delay < end]
            total = payoffs[come].sum()
            expected = {
                "unbiased": payoffs[sure].mean() if sure.size else np.nan,
                "observed": total / come.size if come.size else np.nan,
                "under": total / pulls,
                "over": (total + pulls - come.size) / pulls,
            }
            assert values[arm] == pytest.approx(expected[kind], nan_ok=True)


@pytest.mark.parametrize("kind", ["lower", "upper"])
def test_bounds_combine_those_of_the_spanner(kind):
    trace = draw(4)
    beta = width_of(20, trace.horizon, None)
    record = spanner_estimates.play(trace, estimate=kind)
    means = {name: spanner_estimates.play(trace, estimate=name).report.values for name in KINDS[:4]}
    chosen, coefficients = spanner(trace.actions[0])
    norms = np.sqrt((trace.actions[0][chosen] ** 2).sum(axis=1))
    for epoch, (start, end, pulls) in enumerate(epochs(trace)):
        old = record.arms[start : max(start, end - trace.maximal_delay)]
        sure = np.array([np.sum(old == a) for a in chosen])
        first, second = beta * norms / np.sqrt(pulls), beta * norms / np.sqrt(np.maximum(sure, 1))
        under, over, fair = (means[name][epoch, chosen] for name in ("under", "over", "unbiased"))
        for action, weights in enumerate(coefficients):
            up, down = weights.clip(0), weights.clip(None, 0)
            lcb_1 = up @ (under - first) + down @ (over + first)
            lcb_2 = up @ (fair - second) + down @ (fair + second) if sure.all() else -math.inf
            ucb = up @ (fair + second) + down @ (fair - second) if sure.all() else math.nan
            if sure.all() or not sure.any():
                expected = max(lcb_1, lcb_2) if kind == "lower" else ucb
                assert record.report.values[epoch, action] == pytest.approx(expected, nan_ok=True)


def test_linucb_with_zeros_estimates_by_least_squares():
    trace = draw(5, horizon=600)
    given = {"width": 0.7, "regularisation": 0.5}
    record = zero_estimates.play(trace, every=50, **given)
    same = linucb.play(draw(5, PayoffTrace, horizon=600), missing="zero", **given)
    assert (record.arms == same).all()
    payoffs, arrivals = payoffs_of(trace, record.arms)
    for t, values in zip(record.report.round, record.report.values, strict=True):
        rows = trace.actions[0][record.arms[: t + 1]]
        known = np.where(arrivals[: t + 1] <= t, payoffs[: t + 1], 0)
        theta = np.linalg.solve(rows.T @ rows + 0.5 * np.eye(3), rows.T @ known)
        assert values == pytest.approx(trace.actions[0] @ theta)


def test_columns_count_estimates_from_their_round():
    instances = {"distribution": "arms", "low": 0.2, "high": 0.8}
    trace = draw(1, horizon=10, actions=2, instances=instances)
    means = trace.hidden_means[0]
    values = np.array([[means[0] + 0.1, np.nan], [means[0] - 0.2, means[1]]])
    arms = np.zeros(10, np.int16)
    columns = trace.columns(Reported(arms, Estimates(np.array([3, 7]), values)))
    assert columns["estimates"].tolist() == [0] * 3 + [1] * 4 + [3] * 3
    assert columns["above"].tolist() == [0] * 3 + [1] * 7
    assert columns["below"].tolist() == [0] * 7 + [1] * 3
    assert columns["error"][-1] == pytest.approx(-0.1)
    assert (columns["regret"] == trace.regret(arms)).all()


@pytest.mark.parametrize("payoffs", ["losses", "rewards"])
def test_bounds_1_to_3_hold_with_the_constants_of_the_paper_only(payoffs):
    """The bounds of ten arms that are played in turn."""
    instances = {"distribution": "arms", "low": 0.1, "high": 0.8}
    trace = draw(kind=PayoffTrace, payoffs=payoffs, actions=10, instances=instances)
    rounds = np.arange(trace.horizon)
    arms, means = rounds % 10, trace.hidden_means[0]
    paid, arrivals = payoffs_of(trace, arms)

    def wrong(t, exploration):
        """Return how many bounds are on the wrong side of the mean after round t."""
        pulled, seen, old = rounds <= t, arrivals <= t, rounds <= t - trace.maximal_delay

        def count(which, weights=None):
            return np.bincount(arms[which], weights, minlength=10)

        counts = [count(which) for which in (pulled, seen, old, pulled & ~seen)]
        account = Account(*counts, *(count(which, paid[which]) for which in (seen, old)))
        lcb, ucb = np.empty((2, 10))
        _write_bounds.py_func(trace, account, range(10), exploration, False, lcb, ucb)
        return (lcb > means).sum() + (ucb < means).sum()

    ends = range(9, trace.horizon, 10)
    assert not any(wrong(t, 1) for t in ends)
    assert any(wrong(t, 0.01) for t in ends)  # a tenth of the widths
