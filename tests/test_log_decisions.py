import json
import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import beta

from conftest import refused
from delayed_bandits.cli.commands import main
from delayed_bandits.data.advice import advise as advice
from delayed_bandits.data.advice.advise import advise
from delayed_bandits.data.advice.algorithms import Question
from delayed_bandits.data.advice.answer import Advice
from delayed_bandits.data.advice.bandit import MOST_ARMS, bandit_of
from delayed_bandits.data.log import arms as module
from delayed_bandits.data.log.arms import Log, deciding, delays_differ, sum_up
from delayed_bandits.traces.streams import Streams
from logs import DAY, write

Z2 = 1.959963984540054**2
DISTRIBUTIONS = {
    "exponential": lambda rng, n: rng.exponential(1, n),
    "lognormal": lambda rng, n: rng.lognormal(-0.5, 1, n),
    "uniform": lambda rng, n: rng.uniform(0, 2, n),
    "late": lambda rng, n: rng.uniform(0.75, 1.25, n),
}


def log_of(rows):
    """A log of (arm, clicks, conversions): delays of a day, all observed for ten days."""
    names = [name for name, _, _ in rows]
    arm = np.repeat(np.arange(len(rows), dtype=np.int32), [n for _, n, _ in rows])
    delay = np.concatenate([np.where(np.arange(n) < k, DAY, -1) for _, n, k in rows])
    return Log("made.csv", "", "", names, arm, delay, np.full(arm.size, 10 * DAY), 1000.0)


def grown(
    growth, seed, distribution="exponential", n=30_000, days=60, rates=(0.06, 0.04), means=(6, 1)
):
    """A log of a slow better arm and a quick worse one; clicks grow by `growth` a day."""
    rng = np.random.default_rng(seed)
    u = rng.random(n)
    clicked = days * u if not growth else np.log1p(u * np.expm1(growth * days)) / growth
    arm, observed = rng.integers(0, 2, n).astype(np.int32), days - clicked
    delay = np.array(means)[arm] * DISTRIBUTIONS[distribution](rng, n)
    converted = (rng.random(n) < np.array(rates)[arm]) & (delay < observed)
    seconds = (np.where(converted, delay * DAY, -1), observed * DAY)
    return Log("", "", "", ["slow", "quick"], arm, *(s.astype(np.int64) for s in seconds), n / days)


@pytest.mark.parametrize("clicks", [1, 34, 300])
def test_interval_is_wilsons_if_all_or_no_clicks_convert(clicks):
    every, none = (
        next(a for a in sum_up(log_of([("x", clicks, k), ("y", 50, 5)])).arms if a.name == "x")
        for k in (clicks, 0)
    )
    assert every.rate[:3] == pytest.approx((1, clicks / (clicks + Z2), 1))
    assert none.rate[:3] == pytest.approx((0, 0, Z2 / (clicks + Z2)))
    assert every.rate.runs == none.rate.runs == clicks


def test_one_conversion_more_widens_no_interval():
    """The control is the interval of a single click, Z² / (1 + Z²)."""
    most, every = (sum_up(log_of([("x", 300, k), ("y", 300, 180)])).arms[0] for k in (299, 300))
    widths = [arm.rate.high - arm.rate.low for arm in (most, every)]
    assert widths[1] < widths[0] < 0.02 < 0.5 < Z2 / (1 + Z2)


def test_all_convert_though_some_were_observed_briefly():
    """Half of the clicks were observed for half of the longest delay, and count less."""
    rng = np.random.default_rng(0)
    counts = []
    for n in (200, 800):
        delay = rng.integers(1, 1000, n)
        observed = np.where(np.arange(n) % 2, 500, 2000)
        delay = np.where(delay <= observed, delay, -1)
        (arm,) = sum_up(Log("", "", "", ["x"], np.zeros(n, int), delay, observed)).arms
        assert arm.rate.estimate == 1
        assert 0.45 * n < arm.rate.runs < n
        counts.append(arm.rate.runs)
    assert counts[1] == pytest.approx(4 * counts[0], rel=0.1)


def test_clicks_without_conversion_count_while_observed():
    """Delays are uniform up to 100 s: a click observed for 25 s counts a quarter."""
    delay = np.r_[np.repeat(np.arange(1, 101), 20), np.full(400, -1), np.full(80, -1)]
    observed = np.r_[np.full(2400, 100), np.full(80, 25)]
    arm = np.repeat(np.array([0, 1], np.int32), [2400, 80])
    _, none = sum_up(Log("", "", "", ["a", "b"], arm, delay, observed)).arms
    assert none.rate.runs == pytest.approx(20, abs=1)
    assert none.rate.high == pytest.approx(Z2 / (20 + Z2), rel=0.05)


def test_environments_draw_rates_if_all_or_no_clicks_convert():
    log = log_of([("all", 300, 300), ("some", 300, 180), ("none", 290, 0)])
    bandit, _ = bandit_of(log, None, None, 20.0 * DAY, Streams(0, "advise"))
    rates = np.array([bandit.rates_of(seed) for seed in range(400)])
    for place, (clicks, k) in enumerate([(300, 300), (300, 180), (290, 0)]):
        expected = beta.ppf([0.1, 0.5, 0.9], k + 0.5, clicks - k + 0.5)
        found = np.quantile(rates[:, place], [0.1, 0.5, 0.9])
        assert found == pytest.approx(expected, abs=0.01)
    environment = bandit.draw(0)
    assert environment.trace.hidden_outcomes[:, 0].mean() > 0.97
    assert environment.trace.hidden_outcomes[:, 2].mean() < 0.03


@pytest.mark.parametrize("distribution", DISTRIBUTIONS)
def test_cap_on_steady_traffic_is_observed_by_a_tenth_of_clicks(distribution):
    for seed in range(4):
        for means in ((6, 1), (60, 30)):
            log = grown(0, seed, distribution, means=means)
            assert sum_up(log).cap == int(np.quantile(log.observed, 0.9))


@pytest.mark.parametrize("distribution", DISTRIBUTIONS)
@pytest.mark.parametrize("growth", [0.1, 0.2, 0.3])
def test_where_traffic_grows_the_cap_leaves_slow_conversions_in(distribution, growth):
    """The truth is known: rates are right, and the cap loses at most a tenth."""
    delays = 6 * DISTRIBUTIONS[distribution](np.random.default_rng(9), 100_000)
    right = 0
    for seed in range(6):
        log = grown(growth, seed, distribution)
        found = sum_up(log)
        longest = np.sort(log.observed[log.delay >= 0])[-30]
        by_then, by_cap = ((delays * DAY <= time).mean() for time in (0.9 * longest, found.cap))
        assert by_cap > 0.8 * by_then
        for arm, rate, mean in zip(found.arms, (0.06, 0.04), (6, 1), strict=True):
            expected = rate * (mean / 6 * delays * DAY <= found.cap).mean()
            right += arm.rate.low < expected < arm.rate.high
    assert right >= 10


def risen(seed, days=12, rates=(0.5, 0.25)):
    """Twenty times the traffic in the last day; the better arm converts after 3 to 5 days."""
    rng = np.random.default_rng(seed)
    early, late = rng.integers(DAY, days * DAY, 1000), rng.integers(0, DAY, 20_000)
    observed = np.r_[early, late]
    arm = rng.integers(0, 2, observed.size).astype(np.int32)
    delay = np.where(arm == 0, rng.integers(3, 5, arm.size) * DAY, rng.integers(0, 3600, arm.size))
    delay += rng.integers(0, DAY, arm.size) * (arm == 0)
    converted = (rng.random(arm.size) < np.array(rates)[arm]) & (delay < observed)
    return Log("", "", "", ["slow", "quick"], arm, np.where(converted, delay, -1), observed, 1000.0)


def test_risen_traffic_hides_neither_better_arm_nor_rate():
    """Control: within the time for which a tenth was observed no slow conversion comes."""
    right = 0
    for seed in range(20):
        log = risen(seed)
        found, cut = sum_up(log), module._up_to(log, int(np.quantile(log.observed, 0.9)))
        assert found.cap > 5 * DAY
        slow, quick = (arm.rate for arm in found.arms)
        assert quick.high < slow.low
        right += (slow.low < 0.5 < slow.high) + (quick.low < 0.25 < quick.high)
        assert [arm.delays.size > 0 for arm in cut.arms] == [False, True]
    assert right >= 34


def test_that_delays_differ_is_found_though_traffic_has_grown():
    """A control has arms that are dealt to the clicks at random."""
    log = grown(0.3, 0)
    cap = sum_up(log).cap
    assert cap > np.quantile(log.observed, 0.9)
    assert delays_differ(log, cap)[0]
    arm = np.random.default_rng(2).permutation(log.arm)
    assert not delays_differ(replace(log, arm=arm), cap)[0]


def test_without_a_conversion_below_the_cap_there_is_one_line(tmp_path, capsys):
    late = write(tmp_path / "late.csv", "arm,delay,observed\nx,90,300\n" + "x,,1\n" * 12)
    for command in (["log", str(late), "--output", str(tmp_path / "o")], ["advise", str(late)]):
        assert main(command) == 1
        said = capsys.readouterr().err
        assert "late.csv: no conversion within 1 second" in said
        assert len(said.splitlines()) == 1


def test_conversions_that_are_cut_off_are_counted():
    rows = np.r_[np.full(20, 900), np.full(20, 50), np.full(960, -1)]
    observed = np.where(rows == 900, 1000, 100)
    log = Log("", "", "", ["a"], np.zeros(1000, int), rows, observed)
    assert "20 of 40 conversions came later" in sum_up(log).assumptions[-1]
    few = Log("", "", "", ["a"], np.zeros(1000, int), np.minimum(rows, 90), observed)
    (rates,) = sum_up(few).assumptions
    assert rates == "Rates count conversions up to 1.67 minutes after the click."


def channels(seed=0):
    """161 channels: the 19 largest hardly convert, and most conversions are in small ones."""
    rng = np.random.default_rng(seed)
    rows = [(f"big {i}", int(rng.integers(2000, 8000)), i % 2) for i in range(19)]
    rows += [("hit", 85, 60), ("good", 120, 20), ("fair", 300, 36)]
    rows += [(f"small {i}", int(rng.integers(20, 90)), i % 2) for i in range(135)]
    rows += [("lucky", 1, 1), ("lucky too", 2, 2), ("new", 3, 0), ("odd", 4, 1)]
    return sorted(rows, key=lambda row: -row[1])


def test_of_many_arms_those_are_played_on_which_the_log_decides():
    summary = sum_up(log_of(channels()))
    played, said = deciding(summary, MOST_ARMS, by_rate=True)
    names = [arm.name for arm in played]
    assert len(names) == MOST_ARMS
    assert {"hit", "good", "fair"} <= set(names) <= {name for name, _, _ in channels()}
    assert not {"lucky", "lucky too", "new", "odd"} & set(names)
    largest = {arm.name for arm in summary.arms[: MOST_ARMS - 1]}  # a control
    assert not {"hit", "good", "fair"} & largest
    named = [len(re.findall(r"\(\d+ of \d+\)", line)) for line in said]
    more = [int(number) for line in said for number in re.findall(r"and (\d+) more", line)]
    assert sum(named) + sum(more) == 161 - MOST_ARMS
    shuffled = np.random.default_rng(1).permutation(len(channels()))
    again = sum_up(log_of([channels()[i] for i in shuffled]))
    assert {arm.name for arm in deciding(again, MOST_ARMS, by_rate=True)[0]} == {*names}


def test_undecided_arms_are_not_best_and_are_named(monkeypatch, tmp_path):
    monkeypatch.setattr(advice, "VARIED", range(2))
    out = {"delay is not a number": 7, "arm is missing": 2}
    log = replace(log_of(channels()), left_out=out)
    answer = advise(log, Question(horizon=1.0 * DAY, seeds=4))
    names = [arm.name for arm in answer.bandit.arms]
    assert set(names) <= {name for name, _, _ in channels()}
    best = {names[answer.bandit.rates_of(seed).argmax()] for seed in range(200)}
    assert best == {"hit"}
    said = f"20 of the 161 arms; 9 of {log.arm.size + 9:,} rows left out"
    advice_on = Advice(answer)
    advice_on.write(tmp_path)
    assert all(said in text for text in (str(advice_on), (tmp_path / "index.html").read_text()))
    found = json.loads((tmp_path / "advice.json").read_text())
    assert (found["arms_of_log"], found["left_out"]) == (161, out)
    assert any("Not played, because" in line for line in answer.assumptions)


@pytest.mark.parametrize(
    ("row", "is_played"),
    [
        (("x", 1, 1), False),
        (("x", 1, 0), False),
        (("x", 30, 2), False),
        (("x", 50, 5), True),
        (("x", 2000, 0), True),
        (("x", 2000, 2), True),
    ],
)
def test_arm_is_played_if_conversions_or_interval_decide(row, is_played):
    summary = sum_up(log_of([("a", 2000, 80), ("b", 2000, 60), row]))
    assert ("x" in {arm.name for arm in deciding(summary, 20, by_rate=True)[0]}) == is_played


def test_given_rates_need_only_one_conversion_of_an_arm():
    summary = sum_up(log_of([("a", 2000, 80), ("b", 2000, 1), ("c", 2000, 0)]))
    assert [arm.name for arm in deciding(summary, 20, by_rate=False)[0]] == ["a", "b"]


def test_a_log_that_decides_on_one_arm_is_refused():
    with refused("made.csv: fewer than 2 arms have enough conversions", "at least 5"):
        bandit_of(log_of([("a", 2000, 80), ("b", 3, 1)]), None, None, 9.0 * DAY, None)
