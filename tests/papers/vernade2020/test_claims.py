import numpy as np
import pytest

from delayed_bandits.papers.vernade2020 import lost, measures
from papers.made_up import curves_of

ROUNDS = np.arange(1, 201) * 10


def curve(*regret, window=100, delays_provenance=None):
    """A curve with a row of regret for each run."""
    trace = {"horizon": 2000, "dimension": 5, "delay": {"distribution": "geometric", "mean": 100}}
    parameters = {"window": window, "confidence": 0.1, "regularisation": 1.0}
    return curves_of(ROUNDS, trace, parameters, delays_provenance, regret=regret)


def kinked(late):
    """Regret that grows by 1 a round up to round 600, and by `late` from there on."""
    return np.minimum(ROUNDS, 600) + late * np.maximum(ROUNDS - 600, 0)


def test_linear_phase_ends_where_the_slope_halves():
    # a stretch of ten checkpoints costs less than half once six of them lie beyond the kink
    found = measures.end_of_linear_phase(curve(kinked(0.1), ROUNDS), 1 / 2)
    assert found.tolist() == [560.0, 2000.0]
    assert measures.end_of_linear_phase(curve(kinked(0.1)), 1 / 4).tolist() == [590.0]
    assert measures.end_of_linear_phase(curve(kinked(0.1)), 1 / 20).tolist() == [2000.0]
    later = measures.linear_phase_later(1 / 2, "1/2").of
    slow, fast = curve(*[kinked(0.4)] * 2), curve(*[np.minimum(ROUNDS, 300)] * 2)
    assert later(slow, fast).estimate == 330  # nine and six of ten checkpoints beyond the kink
    assert np.isnan(later(slow, curve(ROUNDS, ROUNDS)).estimate)


def test_round_from_which_a_run_stays_below():
    idle = curve(*(ROUNDS,) * 4)
    runs = curve(kinked(0), 0 * ROUNDS, ROUNDS, 2 * np.minimum(ROUNDS, 400))
    # half is met at round 1200 and undercut at the next checkpoint; the second is always below
    rounds = {share: measures.rounds_until(share, "").of(runs, idle) for share in (0.5, 1.0)}
    assert rounds[0.5].estimate == np.mean([1200, 0, 2000, 1600])
    assert rounds[1.0].estimate == np.mean([0, 0, 0, 800])


def of_lost(factor):
    """Runs with regret `factor(τ, place of the gap)`, a little more in later runs."""
    return [
        curves_of(np.array([1, 2]), regret=[[0, factor(tau, n) + i / 100] for i in range(20)])
        for tau in lost.TAUS.values()
        for n in range(len(lost.GAPS))
    ]


@pytest.mark.parametrize("power", [0.5, 1.0])
def test_exponent_of_the_worst_regret(power):
    # the worst gap moves with τ
    runs = of_lost(lambda tau, n: 100 * tau**-power / (1 + abs(n - 10 * (1 - tau) / 2)))
    worst = [
        max(100 / (1 + abs(n - 5 * (1 - tau))) for n in range(7)) for tau in lost.TAUS.values()
    ]
    inverses = 1 / np.array(list(lost.TAUS.values()))
    expected = power + np.polyfit(np.log(inverses), np.log(worst), 1)[0]
    found = lost.exponent.of(*runs)
    assert found.estimate == pytest.approx(expected, abs=0.01)
    assert found.low <= found.estimate <= found.high


def test_interval_of_a_maximum_knows_of_the_choice():
    """Of equal means the largest is above all, and above their ordinary intervals' middle."""
    random = np.random.default_rng(1)
    runs = [curves_of(np.array([1]), regret=random.normal(10, 3, (50, 1))) for _ in range(7)]
    found = lost.worst.of(*runs)
    means = [run.final.mean() for run in runs]
    assert found.estimate == pytest.approx(max(means))
    assert found.low < found.estimate < found.high
    assert found.low > np.mean(means) - 1


@pytest.mark.parametrize("growth", [1.0, 2.0])
def test_multiple_of_the_bound_is_compared_over_time(growth):
    """The worst gap is another one at the end, and both regrets are multiples of the bound."""
    late = growth * lost.lower_bound(0.05)
    runs = [
        curves_of(np.array([10, 100]), regret=[[lost.lower_bound(0.05, 2000) * a, late * b]] * 9)
        for a, b in ((1, 0.1), (0.5, 1), (0.2, 0.3))
    ]
    runs += runs[:1] * (len(lost.GAPS) - len(runs))
    assert lost.over_bound_by_horizon.of(*runs).estimate == pytest.approx(growth)


def test_no_policy_is_below_the_lower_bound():
    """The best policy for two exchanged arms, by dynamic programming, against the bound."""
    horizon, best = 30, 0.5
    for tau in (1.0, 0.3):
        for gap in (0.1, 0.3):
            assert of_best_policy(horizon, tau, best, gap) >= _at(gap, tau, horizon, best)
        most = max(_at(gap, tau, horizon, best) for gap in np.linspace(0, best, 1002)[1:-1])
        assert lost.lower_bound(tau, horizon, best) == pytest.approx(most, rel=1e-3)


def _at(gap, tau, horizon, best):
    p, q = tau * best, tau * (best - gap)
    kl = max(a * np.log(a / b) + (1 - a) * np.log((1 - a) / (1 - b)) for a, b in ((p, q), (q, p)))
    return horizon * gap / 8 * np.exp(-horizon * kl)


def of_best_policy(horizon, tau, best, gap):
    """The least Bayes regret if either arm is the better one with probability 1/2.

    The state is the difference of successes, and that of failures, between the arms.
    """
    p, q = tau * best, tau * (best - gap)
    successes, failures = np.mgrid[-horizon : horizon + 1, -horizon : horizon + 1]
    odds = successes * np.log(p / q) + failures * np.log((1 - p) / (1 - q))
    first = 1 / (1 + np.exp(-odds))  # the probability that the first arm is better
    value = np.zeros(first.shape)
    for _ in range(horizon):
        costs = []
        for sign, good in ((1, first), (-1, 1 - first)):
            success = good * p + (1 - good) * q
            after = [np.roll(value, -sign, axis) for axis in (0, 1)]
            costs.append((1 - good) * gap + success * after[0] + (1 - success) * after[1])
        value = np.minimum(*costs)
    return value[horizon, horizon]
