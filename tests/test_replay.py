"""Replay: what a policy would have earned, on logs whose truth is known."""

import dataclasses
import json

import numpy as np
import pandas as pd
import pytest

import delayed_bandits as db
from conftest import refused
from delayed_bandits.algorithms.posteriors import probabilities_of_best
from delayed_bandits.cli.commands import main
from delayed_bandits.data.advice import algorithms as p
from delayed_bandits.data.log.arms import Log
from delayed_bandits.data.replay import replay
from delayed_bandits.data.weights import weights
from logs import DAY, clicks

DAYS, A_DAY, FLOOR = 30, 100, 0.05
ARMS = ["one", "two"]
RATES = np.array([0.3, 0.2])
MEANS = {"equal": (5, 5), "slow best": (8, 2), "fast best": (2, 8)}  # days
POLICY = {"one": 0.8, "two": 0.2}


def simulated(delays, design, seed):
    """A log of 30 days; Thompson sampling is updated daily on all that has been observed."""
    rng = np.random.default_rng(seed)
    means, n = np.array(MEANS[delays]) * DAY, DAYS * A_DAY
    clicked = np.sort(rng.integers(0, DAYS * DAY, n))
    arm, probability = np.zeros(n, int), np.full(n, 0.5)
    delay = rng.exponential(means, (n, 2)).astype(int)
    delay[rng.random((n, 2)) >= RATES] = -1
    for day in range(DAYS):
        now = (clicked >= day * DAY) & (clicked < (day + 1) * DAY)
        before = clicked < day * DAY
        share = np.full(2, 0.5)
        if design == "thompson" and day:
            own = delay[before, arm[before]]
            seen = (own >= 0) & (clicked[before] + own < day * DAY)
            plays, good = np.bincount(arm[before], minlength=2), np.bincount(arm[before], seen, 2)
            share = np.maximum(probabilities_of_best(1 + good, 1 + plays - good), FLOOR)
            share /= share.sum()
        arm[now] = rng.random(now.sum()) >= share[0]
        probability[now] = share[arm[now]]
    delay = delay[np.arange(n), arm]
    delay = np.where(clicked + delay < DAYS * DAY, delay, -1)
    logged = probability if design == "thompson" else None
    observed = DAYS * DAY - clicked
    return Log("log", "", "", ARMS, arm, delay, observed, probability=logged)


def truth(found, delays, policy):
    within = 1 - np.exp(-found.cap_seconds / (np.array(MEANS[delays]) * DAY))
    return float((RATES * within) @ [policy.get(arm, 0) for arm in ARMS])


def covered(delays, design, seeds, policy=POLICY):
    """How often each estimate's interval has the truth, and its mean bias in percent."""
    rows, bias = [], []
    for seed in seeds:
        found = replay(simulated(delays, design, seed), policy)
        frame, true = found.frame.set_index("estimate"), truth(found, delays, policy)
        rows.append((frame.low <= true) & (true <= frame.high))
        bias.append(frame.conversions_per_click / true - 1)
    return pd.concat(rows, axis=1).mean(axis=1), pd.concat(bias, axis=1).mean(axis=1)


DESIGNS = [(delays, design) for delays in MEANS for design in ("equal split", "thompson")]
CORRECTED = ["doubly robust", "inverse propensity"]


@pytest.mark.parametrize(("delays", "design"), DESIGNS)
def test_interval_has_the_truth_in_most_logs(delays, design):
    """Within three standard errors of 100 logs if the coverage is 95 %."""
    share, bias = covered(delays, design, range(100))
    assert share[CORRECTED].between(0.885, 1).all()
    assert bias["doubly robust"] == pytest.approx(0, abs=0.02)


@pytest.mark.long
@pytest.mark.parametrize(("delays", "design"), DESIGNS)
def test_intervals_have_the_truth_in_93_to_97_percent(delays, design):
    """With 400 logs, one of the twelve shares would often be outside by chance."""
    share, bias = covered(delays, design, range(2000))
    assert share[CORRECTED].between(0.93, 0.97).all()
    assert bias[CORRECTED].abs().max() < 0.01


RULE = p.LogAlgorithm(p.TS, p.BY_ARM, p.THOMPSON, 0, 21600)


def months(seed, rates, days):
    """The log of an equal split after 30 days, and after 60 days."""
    rng, arms = np.random.default_rng(seed), list("abcd")
    clicked, arm = np.sort(rng.integers(0, 60 * DAY, 6000)), rng.integers(0, 4, 6000)
    delay = rng.exponential(np.array(days)[arm] * DAY).astype(int)
    delay[rng.random(6000) >= np.array(rates)[arm]] = -1
    for end in (30 * DAY, 60 * DAY):
        rows = clicked < end
        came = np.where(clicked + delay < end, delay, -1)[rows]
        observed = end - clicked[rows]
        yield Log("log", str(end), "", arms, arm[rows], came, observed, until=float(end))


@pytest.mark.parametrize(
    ("rates", "days"),
    [
        ([0.06] * 4, [1] * 4),
        pytest.param([0.07, 0.06, 0.055, 0.05], [4, 1, 1, 0.5], marks=pytest.mark.long),
    ],
)
def test_replay_of_weights_leaves_out_the_clicks_that_made_them(rates, days):
    """Replay on these clicks has a positive bias, because weights favour lucky arms."""
    hit, bias = {True: [], False: []}, {True: [], False: []}
    for seed in range(400):
        early, late = months(seed, rates, days)
        made = weights(early, RULE)
        for same, log, given in ((True, early, made["weights"]), (False, late, made)):
            found = replay(log, given)
            within = 1 - np.exp(-found.cap_seconds / (np.array(days) * DAY))
            true = float(rates * within @ list(made["weights"].values()))
            row = found.frame.iloc[0]
            hit[same].append(row.low <= true <= row.high)
            bias[same].append(row.conversions_per_click / true - 1)
    assert 0.93 <= np.mean(hit[False]) <= 0.97
    assert np.mean(bias[False]) == pytest.approx(0, abs=0.01)
    assert np.mean(hit[True]) < np.mean(hit[False]) - 0.02
    assert np.mean(bias[True]) > 0.05


def test_replay_says_which_clicks_it_leaves_out_and_needs_others(caplog):
    early, late = months(0, [0.06] * 4, [1] * 4)
    made = weights(early, RULE)
    replay(late, made)
    found = f"log: {early.arm.size:,} of 6,000 clicks are left out, because the weights were"
    assert found in caplog.text
    for same in (early, dataclasses.replace(early, until=None)):
        with refused("log: the weights were computed from these clicks, so", "Give later clicks"):
            replay(same, made | {"log_until": same.until and made["log_until"]})
    replay(late, {"a": 1})
    assert len(caplog.records) == 1


@pytest.mark.parametrize("delays", ["equal", "slow best"])
def test_standard_errors_are_those_of_a_bootstrap(delays):
    """Each resample of the clicks has its own product limit and ratios."""
    log, rng = simulated(delays, "thompson", 5), np.random.default_rng(0)
    rows = [np.sort(rng.integers(0, log.arm.size, log.arm.size)) for _ in range(300)]
    columns = ("arm", "delay", "observed", "probability")
    again = [{name: getattr(log, name)[some] for name in columns} for some in rows]
    found = [replay(dataclasses.replace(log, **some), POLICY).frame for some in again]
    errors = np.std([frame.conversions_per_click for frame in found], axis=0)
    frame = replay(log, POLICY).frame
    half = np.log(frame.high / frame.low) / 2 / 1.96 * frame.conversions_per_click
    np.testing.assert_allclose(half, errors, rtol=0.15)


@pytest.mark.parametrize(("delays", "design"), DESIGNS)
def test_uncorrected_replay_is_biased(delays, design):
    """A negative control: late conversions are taken as none."""
    share, bias = covered(delays, design, range(20))
    assert bias["uncorrected"] < -0.05
    assert share["uncorrected"] <= 0.6


def test_uncorrected_replay_may_reverse_the_order():
    means, rates = np.array([15, 1]) * DAY, np.array([0.3, 0.25])
    rng, n = np.random.default_rng(0), 20_000
    arm, clicked = rng.integers(0, 2, n), rng.integers(0, DAYS * DAY, n)
    delay = rng.exponential(means[arm]).astype(int)
    seen = (rng.random(n) < rates[arm]) & (delay + clicked < DAYS * DAY)
    log = Log("log", "", "", ARMS, arm, np.where(seen, delay, -1), DAYS * DAY - clicked)
    slow, fast = (replay(log, a).frame.set_index("estimate") for a in ARMS)
    value = "conversions_per_click"
    assert slow[value]["uncorrected"] < fast[value]["uncorrected"]
    assert slow[value]["doubly robust"] > slow[value]["uncorrected"] * 1.3


def test_estimates_agree_with_the_rates_of_the_log():
    """An equal split and no delays: the rate of an arm is a mean."""
    log = simulated("equal", "equal split", 1)
    log = dataclasses.replace(log, delay=np.minimum(log.delay, 0))
    found = replay(log, "two").frame.set_index("estimate").conversions_per_click
    rate = (log.delay[log.arm == 1] >= 0).mean()
    assert found["doubly robust"] == pytest.approx(rate, rel=1e-9)
    assert found["as logged"] == pytest.approx((log.delay >= 0).mean(), rel=1e-9)


def test_too_large_weights_are_refused_with_their_number():
    rng, n = np.random.default_rng(0), 5000
    chance = np.where(np.arange(n) < 1000, 0.5, 0.001)
    arm = np.where(rng.random(n) < chance, 1, 0)
    delay = np.where(rng.random(n) < 0.2, 10, -1)
    probability = np.where(arm == 1, chance, 1 - chance)
    log = Log("log", "", "", ARMS, arm, delay, np.full(n, 1000), probability=probability)
    with refused("log: weights are too large, up to 1,000: "):
        replay(log, "two")
    assert replay(log, "one").effective_conversions > 100


def test_an_arm_with_few_conversions_is_refused():
    log = simulated("equal", "equal split", 0)
    rare = (log.arm == 1) & (np.cumsum((log.arm == 1) & (log.delay >= 0)) > 4)
    log = dataclasses.replace(log, delay=np.where(rare, -1, log.delay))
    with refused("log: arm 'two' has fewer than 5 conversions. Give it no share"):
        replay(log, POLICY)
    assert replay(log, "one").frame.low[0] > 0.2


def test_wrong_probabilities_and_unequal_splits_are_refused():
    log = simulated("equal", "thompson", 0)
    wrong = dataclasses.replace(log, probability=None)
    with refused("log: no equal split of the clicks (one ", "Add a column probability"):
        replay(wrong, POLICY)
    equal = simulated("equal", "equal split", 0)
    equal = dataclasses.replace(equal, probability=np.full(equal.arm.size, 0.9))
    with refused("log: arm 'one': weighted by 1 / probability, its clicks represent"):
        replay(equal, POLICY)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ({"slow": 0.5}, "weights: sum to 0.5. Give shares of a sum of 1"),
        ({"slow": "x"}, "weights: these are not shares by arm."),
        ({"slo": 1}, "data frame: no click on arm 'slo'. Did you mean 'slow'?"),
        ("slo", "slo: neither an arm of the log nor a file. Did you mean 'slow'?"),
    ],
)
def test_what_is_no_policy_is_refused(weights, message):
    with refused(message):
        db.replay(clicks(500), weights)


def test_advice_is_no_policy(tmp_path):
    (tmp_path / "advice.json").write_text('{"best": {}, "arms": []}')
    with refused("advice.json: has no shares. Type delayed-bandits weights LOG --rule advice.json"):
        db.replay(clicks(500), tmp_path / "advice.json")


def test_replay_from_the_command_line_and_from_python(tmp_path, capsys):
    table = clicks(4000)
    split = np.where(table["arm"] == "slow", 0.5, 0.5)
    table.assign(probability=split).to_csv(tmp_path / "log.csv", index=False)
    (tmp_path / "weights.json").write_text(json.dumps({"weights": {"slow": 0.9, "fast": 0.1}}))
    command = ["replay", str(tmp_path / "log.csv"), "--rule", str(tmp_path / "weights.json")]
    assert main(command) == 0
    found = db.replay(table, {"slow": 0.9, "fast": 0.1})
    assert capsys.readouterr().out == f"{found}\n"
    assert "doubly robust" in found._repr_html_()


def test_probabilities_are_read_and_checked():
    table = clicks(2000).assign(probability=0.5)
    assert db.read_log(table).probability.tolist() == [0.5] * 2000
    table.loc[3, "probability"] = 0
    log = db.read_log(table)
    assert log.left_out == {"probability is not a probability": 1}
    assert log.probability.size == log.arm.size == 1999
