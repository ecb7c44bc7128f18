import math
import random
from dataclasses import replace

import numpy as np
import pytest

from delayed_bandits.algorithms.registry import load
from delayed_bandits.checks.errors import InputError
from delayed_bandits.data.advice import algorithms as p
from delayed_bandits.data.advice.advise import advise, play
from delayed_bandits.data.advice.bandit import ASSUMED_RATE, LogBandit, bandit_of
from delayed_bandits.data.frames import read_log
from delayed_bandits.data.log.arms import Log, drift_of, of_arms, sum_up
from delayed_bandits.delays.distributions import distribution_from
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace
from delayed_bandits.traces.k_armed.mixed import MixedTrace
from delayed_bandits.traces.k_armed.windows import within_window
from delayed_bandits.traces.streams import Streams
from logs import DAY, write


def bandit(log, rates=None, rounds=2000, **given):
    found = sum_up(log if isinstance(log, Log) else read_log(log))
    return LogBandit(found.arms, rates, 200.0, rounds, True, found.cap, **given)


def draw(kind, horizon=400, delay=None):
    delay = delay or [{"distribution": "geometric", "mean": mean} for mean in (5, 60)]
    distributions = [distribution_from(distribution) for distribution in delay]
    return kind.draw(Streams(1, "t"), 3, horizon=horizon, means=[0.4, 0.6], delay=distributions)


@pytest.mark.parametrize("kind", [IdentifiedTrace, MixedTrace])
@pytest.mark.parametrize("delay", [None, [{"distribution": "geometric", "mean": 20}]])
@pytest.mark.parametrize("window", [0, 10, 10**6])
def test_what_a_learner_observes_within_a_window(kind, delay, window):
    whole = draw(kind, delay=delay)
    seen = within_window(whole, window)
    for t in range(whole.horizon):
        for arm in range(2):
            late = int(whole.hidden_delays[arm if len(whole.hidden_delays) > 1 else 0, t])
            converted = whole.hidden_outcomes[whole.hidden_states[t], arm] == 1
            in_time = converted and late <= window
            assert seen.hidden_outcomes[seen.hidden_states[t], arm] == in_time
            assert seen.hidden_delays[arm, t] == (late if in_time else min(window, whole.horizon))
    assert type(seen) is kind
    np.testing.assert_array_equal(seen.hidden_means[0], [0.4, 0.6])
    np.testing.assert_array_equal(whole.hidden_means[0], [0.4, 0.6])


def test_regret_counts_all_conversions_however_late():
    whole = draw(IdentifiedTrace)
    played = np.zeros(whole.horizon, int)
    expected = whole.regret(played)
    np.testing.assert_array_equal(within_window(whole, 3).regret(played), expected)
    assert expected[-1] == pytest.approx(0.2 * whole.horizon)


def test_environments_have_rates_and_delays_of_the_log(late):
    found = bandit(late)
    rates = np.array([found.rates_of(seed) for seed in range(300)])
    expected = [arm.rate.estimate for arm in found.arms]
    assert rates.mean(axis=0) == pytest.approx(expected, rel=0.02)
    width = np.ptp(np.quantile(rates, [0.025, 0.975], axis=0), axis=0)
    assert width == pytest.approx([arm.rate.high - arm.rate.low for arm in found.arms], rel=0.25)
    environments = [found.draw(seed) for seed in range(20)]
    np.testing.assert_array_equal(environments[3].gaps, found.draw(3).gaps)
    for place, arm in enumerate(found.arms):
        converted = np.array([w.trace.hidden_outcomes[:, place] for w in environments]) > 0
        delays = np.array([w.trace.hidden_delays[place] for w in environments])
        assert converted.mean() == pytest.approx(rates[:20, place].mean(), abs=0.01)
        assert (delays[~converted] == found.rounds).all()  # nothing announces a failure
        by_the_median = delays[converted] <= found.rounds_of(arm.quantile(0.5))
        assert by_the_median.mean() == pytest.approx(0.5, abs=0.02)
    known = environments[0].trace.distributions[0].success
    np.testing.assert_array_equal(known.delays, found.arms[0].distribution)


def test_algorithms_are_not_given_the_true_distributions(late, monkeypatch):
    found, dist = bandit(late), []
    real = LogBandit._distributions
    monkeypatch.setattr(LogBandit, "_distributions", lambda *a: dist.append(real(*a)) or dist[-1])
    environment = found.draw(0)
    ((environments, known),) = dist
    for arm, curve in enumerate(environments):
        assert np.abs(curve.cdf(np.arange(2000)) - known[arm].cdf(np.arange(2000))).max() > 0.001
        assert environment.trace.distributions[arm].success is known[arm]
    assert environment.pooled.distributions[0].success is known[-1]


def test_changes_of_a_environment(late):
    found = bandit(late, {"slow": 0.2, "fast": 0.1}, rounds=20_000)
    slow = [arm.name for arm in found.arms].index("slow")

    def drawn(**change):
        return replace(found, **change).draw(1)

    assert drawn(height=0.5).trace.hidden_means[0, slow] == pytest.approx(0.1)
    assert drawn(gaps=0.5).trace.hidden_means[0, slow] == pytest.approx(0.175)
    means = drawn(drift=0.1).trace.hidden_means[:: found.rounds_of(7 * DAY)]
    assert np.diff(np.log(means), axis=0).std() == pytest.approx(0.1, rel=0.4)
    assert drawn().gaps.max() == pytest.approx(0.1)
    late_ones = drawn(tail=0.2).trace
    converted = late_ones.hidden_outcomes[:, slow] > 0
    beyond = late_ones.hidden_delays[slow][converted] >= found.rounds_of(found.cap)
    assert beyond.mean() == pytest.approx(0.2, abs=0.03)


def test_of_conversions_alone_each_arm_in_turn_is_the_best(conversions):
    found, words = bandit_of(read_log(conversions), None, None, 90.0 * DAY, Streams(0, "advise"))
    assert [np.argmax(found.rates_of(seed)) for seed in range(4)] == [0, 1, 0, 1]
    assert min(found.rates_of(0)) == ASSUMED_RATE
    assert any("so rates are unknown" in line for line in words)
    assert any("1,000 clicks a day are assumed" in line for line in words)


@pytest.mark.parametrize(
    ("rates", "message"),
    [
        ({"slo": 0.1, "fast": 0.1}, "found {'slo': 0.1, 'fast': 0.1}. Give a rate from 0 to 1"),
        ({"slow": 0.1}, "found {'slow': 0.1}. Give a rate from 0 to 1 for each arm: "),
        ({"slow": 1.1, "fast": 0.1}, "found {'slow': 1.1, 'fast': 0.1}. Give a rate from 0 to 1"),
        ([0.1], "found .0.1.. Give a rate from 0 to 1 for each arm: slow, fast"),
    ],
)
def test_rates_that_are_given_are_used_if_they_can_be(late, conversions, rates, message):
    given = bandit(late, {"slow": 0.02, "fast": 0.03})
    named = dict(zip([arm.name for arm in given.arms], given.rates_of(7), strict=True))
    assert named == {"slow": 0.02, "fast": 0.03}
    dealt = [tuple(bandit(late, [0.02, 0.03]).rates_of(seed)) for seed in range(20)]
    assert set(dealt) == {(0.02, 0.03), (0.03, 0.02)}
    with pytest.raises(InputError, match=message):
        advise(read_log(conversions), p.Question(rates=rates))


class Simulator:
    """Play an environment in plain Python, a click at a time, with other random numbers."""

    def __init__(self, found, algorithm, seed):
        self.algorithm, self.random = algorithm, random.Random(seed)
        self.rates, scale = found.rates_of(0).tolist(), found.clicks_per_day / DAY
        self.every, self.rounds = found.rounds_of(algorithm.every), found.rounds
        self.window = found.rounds_of(algorithm.window) if algorithm.window else math.inf
        self.distributions = [[int(d * scale) for d in arm.distribution] for arm in found.arms]
        self.environments = [self.random.choices(dist, k=len(dist)) for dist in self.distributions]
        self.clicks = []  # arm, and the delay of its conversion or infinity

    def counted(self, arm, now):
        """Count conversions and clicks of an arm before the click number `now`."""
        conversions = count = 0.0
        for t, (played, delay) in enumerate(self.clicks):
            age = now - 1 - t
            if played != arm:
                continue
            if self.algorithm.counting == p.WAIT:
                count += age >= self.window
                conversions += age >= self.window >= delay
            else:
                conversions += delay <= age
                count += self.shares[arm][age] if self.algorithm.counting == p.BY_ARM else 1
        return conversions, count

    def lost(self):
        self.shares = [
            [sum(delay <= age for delay in curve) / len(curve) for age in range(self.rounds)]
            for curve in self.distributions
        ]
        lost = 0.0
        for t in range(self.rounds):
            if t % self.every == 0:
                counts = [self.counted(arm, t) for arm in range(len(self.rates))]
            draws = [self.random.betavariate(1 + won, max(1, 1 + c - won)) for won, c in counts]
            arm = draws.index(max(draws))
            converts = self.random.random() < self.rates[arm]
            delay = self.random.choice(self.environments[arm]) if converts else math.inf
            self.clicks.append((arm, delay))
            lost += max(self.rates) - self.rates[arm]
        return lost


def test_losses_match_independent_simulator(tmp_path):
    """A quick bad arm and a slow good one: the three algorithms lose different amounts."""
    rng = np.random.default_rng(3)
    rows = [("slow", int(d)) for d in rng.exponential(5 * DAY, 60)]
    rows += [("quick", int(d)) for d in rng.exponential(DAY / 2, 60)]
    text = "arm,delay\n" + "".join(f"{arm},{delay}\n" for arm, delay in rows)
    path = write(tmp_path / "a.csv", text)
    found = bandit(path, {"slow": 0.3, "quick": 0.2}, rounds=1200)
    algorithms = [
        p.LogAlgorithm("", counting, p.THOMPSON, window, DAY / 2)
        for counting, window in ((p.AT_ONCE, 0), (p.BY_ARM, 0), (p.WAIT, DAY / 2.0))
    ]
    ours = play(found, algorithms, range(48), "all")
    for place, algorithm in enumerate(algorithms):
        theirs = np.array([Simulator(found, algorithm, seed).lost() for seed in range(48)])
        errors = [np.std(lost) / 48**0.5 for lost in (theirs, ours.of(algorithm))]
        difference = theirs.mean() - ours.of(algorithm).mean()
        assert abs(difference) < 3.5 * math.hypot(*errors), algorithm
        other = ours.of(algorithms[place - 1])  # a control: another algorithm's loss differs
        assert abs(theirs.mean() - other.mean()) > 3.5 * math.hypot(*errors)


def test_no_run_is_played_twice_in_the_same_environment(late):
    found, both = bandit(late, rounds=200), [p.EQUAL_SPLIT, p.RULES[1]]
    first = play(found, both[:1], range(3), "")
    found.lost.update({run: lost + 1 for run, lost in found.lost.items()})
    again, fresh = (play(one, both, range(4), "") for one in (found, bandit(late, rounds=200)))
    np.testing.assert_array_equal(again.of(both[0], 3), first.of(both[0]) + 1)
    np.testing.assert_array_equal(again.of(both[1]), fresh.of(both[1]))
    assert not replace(found, height=0.5).lost


def test_without_delay_a_click_by_age_is_a_click_at_once():
    arm = np.arange(80, dtype=np.int32) % 2
    log = Log("", "", "", ["a", "b"], arm, np.zeros(80, np.int64), np.full(80, -1))
    found = bandit(log, {"a": 0.2, "b": 0.1})
    env = found.draw(0)
    two = [p.LogAlgorithm("", counting, p.THOMPSON, 0, DAY) for counting in (p.AT_ONCE, p.BY_ARM)]
    lost = [algorithm.lost(found, env) for algorithm in two]
    np.testing.assert_array_equal(*lost)
    assert p.EQUAL_SPLIT.lost(found, env)[-1] == pytest.approx(0.05 * 2000)


def test_algorithms_of_a_log_and_those_that_update_no_more_often(late):
    found = p.algorithms_of(bandit(late), None, None)
    assert len(set(found)) == len(found)
    assert {"Thompson sampling", "KL-UCB", "QPM-D", "Delayed-UCB1"} == {one.name for one in found}
    assert {algorithm.counting for algorithm in found} >= {p.AT_ONCE, p.BY_ARM, p.WAIT, p.LATE}
    assert min(algorithm.every for algorithm in p.algorithms_of(bandit(late), 3600.0, None)) == 3600


@pytest.mark.parametrize("drift", [0.0, 0.3])
def test_drift_of_a_log(drift):
    rng = np.random.default_rng(1)
    n, weeks = 400_000, 40
    observed = rng.integers(0, weeks * 7 * DAY, n)
    arm = rng.integers(0, 2, n).astype(np.int32)
    rates = 0.05 * np.exp(np.cumsum(rng.normal(scale=drift, size=(2, weeks)), axis=1))
    converted = rng.random(n) < rates[arm, observed // (7 * DAY)]
    log = Log("", "", "", ["a", "b"], arm, np.where(converted, 60, -1), observed, 1, 100.0)
    assert drift_of(log) == pytest.approx(drift, abs=0.06)


def test_some_arms_can_be_taken_out():
    arm = np.repeat(np.arange(5), [1, 5, 2, 4, 3])
    log = Log("", "", "", list("abcde"), arm, np.arange(15), np.arange(15))
    some = of_arms(log, ["a", "d"])
    assert some.arms == ["a", "d"]
    assert dict(zip(some.delay.tolist(), some.arm.tolist(), strict=True)) == {
        0: 0,
        **dict.fromkeys(range(8, 12), 1),
    }


def test_a_short_window_misleads_where_the_better_arm_is_slower():
    """The worse arm converts before the window ends, the better one after."""
    distributions = [{"distribution": "constant", "rounds": rounds} for rounds in (1, 500)]
    whole = draw(IdentifiedTrace, 20_000, distributions)
    algorithm = load("delayed_ucb.delayed_ucb1")
    played = [algorithm.play(within_window(whole, window)) for window in (100, 600)]
    short, long = (whole.regret(arms)[-1] for arms in played)
    assert long < 0.2 * short
