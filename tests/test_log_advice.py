"""Advice from a log: the bandit that is made from it, windows, comparisons and words."""

import math
import re

import numpy as np
import pytest

from delayed_bandits.checks.errors import InputError
from delayed_bandits.cli.commands import main
from delayed_bandits.data.log import advise as module
from delayed_bandits.data.log.advise import ASSUMED_RATE, UNIFORM, Player, bandit_of, choose_best
from delayed_bandits.data.log.arms import sum_up
from delayed_bandits.data.log.reader import read_log
from delayed_bandits.delays.laws import law_from
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace
from delayed_bandits.traces.k_armed.mixed import MixedTrace
from delayed_bandits.traces.k_armed.windows import within_window
from delayed_bandits.traces.streams import Streams
from logs import clicks, write


@pytest.fixture(scope="module")
def conversions(tmp_path_factory):
    table = clicks().dropna()
    table = table.assign(delay=table["conversion_time"] - table["click_time"])
    path = tmp_path_factory.mktemp("log") / "conversions.csv"
    table[["arm", "delay"]].to_csv(path, index=False)
    return path


def bandit(path, rates=(), clicks_per_day=None):
    log = read_log(path)
    return bandit_of(sum_up(log), log.clicks_per_day, dict(rates), clicks_per_day)


def draw(kind, horizon=400, delay=None):
    delay = delay or [{"law": "geometric", "mean": mean} for mean in (5, 60)]
    laws = [law_from(law) for law in delay]
    return kind.draw(Streams(1, "t"), 3, horizon=horizon, means=[0.4, 0.6], delay=laws)


@pytest.mark.parametrize("kind", [IdentifiedTrace, MixedTrace])
@pytest.mark.parametrize("delay", [None, [{"law": "geometric", "mean": 20}]])
@pytest.mark.parametrize("window", [0, 10, 10**6])
def test_what_a_learner_sees_within_a_window(kind, delay, window):
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


def test_the_bandit_of_a_log_has_its_rates_delays_and_traffic(late):
    found = bandit(late)
    assert found.clicks_per_day == pytest.approx(200, rel=0.01)
    slow, fast = sorted(found.laws, key=lambda law: -law.mean)
    assert (slow.arm, fast.arm) == ("slow", "fast")
    assert slow.mean == pytest.approx(5 * 200, rel=0.15)
    rates = np.array([found.rates_of(seed) for seed in range(300)])
    expected = [arm.rate.estimate for arm in found.arms]
    assert rates.mean(axis=0) == pytest.approx(expected, rel=0.02)
    width = np.ptp(np.quantile(rates, [0.025, 0.975], axis=0), axis=0)
    assert width == pytest.approx([arm.rate.high - arm.rate.low for arm in found.arms], rel=0.25)
    assert found.rates_of(5) == found.rates_of(5)


def test_of_conversions_alone_each_arm_in_turn_is_the_best(conversions):
    found = bandit(conversions)
    assert [np.argmax(found.rates_of(seed)) for seed in range(4)] == [0, 1, 0, 1]
    assert min(found.rates_of(0)) == ASSUMED_RATE
    assert any("the rates of the arms cannot be known" in line for line in found.assumptions)
    assert any("1,000 clicks a day are assumed" in line for line in found.assumptions)


@pytest.mark.parametrize(
    ("rates", "message"),
    [
        ({"slo": 0.1}, "no arm 'slo' in the log; did you mean 'slow'"),
        ({"slow": 0.1}, "none given for fast; expected one for each arm"),
        ({"slow": 1.1, "fast": 0.1}, "the rate of slow is 1.1; expected 0 to 1"),
    ],
)
def test_rates_that_are_given_are_used_if_they_can_be(conversions, rates, message):
    found = bandit(conversions, {"slow": 0.02, "fast": 0.03})
    given = dict(zip([arm.name for arm in found.arms], found.rates_of(7), strict=True))
    assert given == {"slow": 0.02, "fast": 0.03}
    with pytest.raises(InputError, match=message):
        bandit(conversions, rates)


def test_one_arm_leaves_no_choice(tmp_path):
    with pytest.raises(InputError, match="found 1 arm with conversions; expected at least 2"):
        bandit(write(tmp_path / "a.csv", "delay\n3\n"))


def test_the_command_says_what_is_best_and_what_is_assumed(late, capsys, monkeypatch):
    names = ("Thompson sampling", "KL-UCB", "Delayed-UCB1")
    monkeypatch.setattr(module, "WAITING", {name: module.WAITING[name] for name in names})
    given = ["advise", str(late), "--rounds", "20000", "--seeds", "8"]
    assert main(given) == 0
    text = capsys.readouterr().out
    assert main(given) == 0
    assert capsys.readouterr().out == text
    assert "20,000 clicks in 100 days, 8 replications" in text
    assert "Each replication draws its rates" in text
    assert main([*given, "--rates", "slow=0.04", "fast=0.02"]) == 0
    text = capsys.readouterr().out
    for name in names[:2]:
        rows = [line for line in text.splitlines() if line.strip().startswith(name)]
        assert len(rows) == 1 + len(module.SHARES)
        assert sum(" none " in row for row in rows) == 1
    assert re.search(r"^Play (Thompson sampling|KL-UCB) with", text, re.MULTILINE)
    lost = {
        name: min(float(found) for found in re.findall(rf"{name} .*?([\d.e+]+) \[", text))
        for name in names
    }
    assert max(lost["Thompson sampling"], lost["KL-UCB"]) < 0.5 * lost["Delayed-UCB1"]
    few = ["advise", str(late), "--rounds", "500", "--seeds", "8"]
    assert main([*few, "--rates", "slow=0.1", "fast=0.1"]) == 0
    assert "No advice: no algorithm does better than uniform play" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (["--seeds", "3"], "--seeds: found 3; expected at least 8"),
        (["--rounds", "5"], "--rounds: found 5; expected 100 to 10,000,000"),
        (["--clicks-per-day", "0"], "--clicks-per-day: found 0.0; expected a number above 0"),
    ],
)
def test_numbers_that_make_no_sense(late, capsys, option, message):
    assert main(["advise", str(late), *option]) == 1
    assert message in capsys.readouterr().err


def test_the_best_is_chosen_on_one_half_and_compared_on_the_other(late):
    rng = np.random.default_rng(0)
    noise = rng.normal(size=40)
    lost = {
        Player("good", 5): 10 + noise,
        Player("bad", 5): 12 + noise + rng.normal(size=40) / 10,
        UNIFORM: np.full(40, 30.0),
    }
    found = choose_best(bandit(late), lost)
    assert found.best == Player("good", 5)
    more = found.differences[Player("bad", 5)]
    half = lost[Player("bad", 5)][20:] - lost[Player("good", 5)][20:]
    assert more.estimate == pytest.approx(half.mean())
    assert more.low > 1.9
    # two intervals at 95 % together are wider than each alone
    assert more.high - more.low > 2 * 2.093 * half.std(ddof=1) / math.sqrt(20)


def test_a_short_window_misleads_where_the_better_arm_is_slower():
    """The worse arm converts before the window ends, the better one after."""
    laws = [{"law": "constant", "rounds": rounds} for rounds in (1, 500)]
    whole = draw(IdentifiedTrace, 20_000, laws)
    algorithm = module.load("delayed_ucb.delayed_ucb1")
    played = [algorithm.play(within_window(whole, window)) for window in (100, 600)]
    short, long = (whole.regret(arms)[-1] for arms in played)
    assert long < 0.2 * short
