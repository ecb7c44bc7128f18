"""Weights: the counts of a rule on a log are those of the algorithm that it names."""

import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import refused
from delayed_bandits.algorithms.click_models import ExponentialEM, Windowed, counts
from delayed_bandits.algorithms.clicks import UNSEEN, Clicks
from delayed_bandits.algorithms.registry import load
from delayed_bandits.cli.commands import main
from delayed_bandits.data.advice import algorithms as p
from delayed_bandits.data.advice.bandit import bandit_of
from delayed_bandits.data.frames import read_log
from delayed_bandits.data.log.arms import Log
from delayed_bandits.data.weights import CYCLES, counts_of, rule_of, weights
from delayed_bandits.kernels.counter_based import largest_draw, new_betas, set_distribution
from delayed_bandits.traces.streams import Streams
from logs import clicks

NAMES = ["slow", "fast"]


def seen_log(arm, delay, n):
    """The log at the start of round n, a round a second. A click of `delay` -1 never converts."""
    arm, delay, t = arm[:n], delay[:n], np.arange(n)
    seen = (delay >= 0) & (t + delay < n)
    return Log("log", "", "", NAMES, arm, np.where(seen, delay, -1), n - 1 - t)


def record(log):
    """The same clicks as algorithms record them."""
    n = log.arm.size
    rounds = np.zeros((len(NAMES), n), np.int32)
    for arm in range(len(NAMES)):
        mine = np.flatnonzero(log.arm == arm)
        rounds[arm, : mine.size] = mine
    pulls = np.bincount(log.arm, minlength=len(NAMES)).astype(float)
    total = np.bincount(log.arm, log.delay >= 0, minlength=len(NAMES))
    return Clicks(
        pulls, total, np.where(log.delay >= 0, log.delay, UNSEEN).astype(np.int32), rounds
    )


@st.composite
def logs(draw, least=1):
    rng, n = np.random.default_rng(draw(st.integers(0, 2**32))), draw(st.integers(least, 400))
    rates, means = rng.uniform(0.05, 0.9, 2), rng.uniform(1, 200, 2)
    arm = rng.integers(0, 2, n)
    delay = np.where(rng.random(n) < rates[arm], rng.exponential(means[arm]).astype(int), -1)
    return seen_log(arm, delay, n)


@given(log=logs(), window=st.integers(1, 120), at_once=st.booleans())
@settings(deadline=None, max_examples=60)
def test_counts_with_a_window_are_those_of_the_click_model(log, window, at_once):
    model = Windowed(window, at_once).start([None] * 2, log.arm.size, None)
    rule = p.LogAlgorithm(p.TS, p.WITHIN if at_once else p.WAIT, p.THOMPSON, window, 1)
    for found, expected in zip(
        counts_of(log, rule), counts(model, record(log), log.arm.size), strict=True
    ):
        assert found.tolist() == expected.tolist()


@given(log=logs(least=150))
@settings(deadline=None, max_examples=30)
def test_counts_by_em_are_those_of_the_click_model(log):
    model = ExponentialEM(cycles=CYCLES).start([None] * 2, log.arm.size, None)
    ages = [log.observed[log.arm == arm].max(initial=1) for arm in range(2)]
    model.memory[0] = 1 / np.maximum(1, ages)  # both start with the same memory
    conversions, expected = counts(model, record(log), log.arm.size)
    found = counts_of(log, p.LogAlgorithm(p.TS, p.ESTIMATED, p.THOMPSON, 0, 1))
    assert found.conversions.tolist() == conversions.tolist()
    assert found.clicks == pytest.approx(expected, rel=1e-3, abs=1e-3)


@pytest.fixture(scope="module")
def bandit():
    """Two arms whose clicks convert within some hundred seconds; a click a second."""
    rng = np.random.default_rng(3)
    arm = rng.integers(0, 2, 4000)
    delay = np.where(rng.random(4000) < 0.3, rng.exponential(np.where(arm, 30, 90)), np.nan)
    rows = {"arm": np.array(NAMES)[arm], "delay": np.floor(delay), "observed": 1000}
    log = read_log(pd.DataFrame(rows), unit="seconds")
    return bandit_of(log, None, 86400.0, 3000.0, Streams(5, "test"))[0]


@given(log=logs(least=150), by_arm=st.booleans())
@settings(deadline=None, max_examples=30)
def test_counts_by_age_are_those_of_the_click_model(log, by_arm):
    """The oracle adds F(age), by the definition of the product limit, a click at a time."""
    if (log.delay < 0).all():
        return
    found = counts_of(log, p.LogAlgorithm(p.TS, p.BY_ARM if by_arm else p.BY_AGE, p.THOMPSON))
    cap = max(1, int(np.quantile(log.observed, 0.9)))
    for arm in range(2):
        of_arm = log.arm == arm
        estimated = of_arm if by_arm and (log.delay[of_arm] >= 0).sum() >= 30 else log.arm >= 0
        if (within := (log.delay <= cap) & (log.delay >= 0))[of_arm].sum() != found.conversions[
            arm
        ]:
            return  # another cap applies, for instance because traffic has grown
        if by_arm and within[of_arm].sum() < 30 <= (log.delay[of_arm] >= 0).sum():
            return
        grid, survival = [], 1.0
        ages, delays = np.minimum(log.observed, cap)[estimated], log.delay[estimated]
        delays = np.where(within[estimated], delays, -1)
        last = np.where(delays >= 0, delays, ages)
        for d in range(cap + 1):
            survival *= 1 - (delays == d).sum() / max(1, (last >= d).sum())
            grid.append(1 - survival)
        share = np.array(grid) / grid[-1]
        expected = share[np.minimum(log.observed[of_arm], cap)].sum()
        rounded = of_arm.sum() / (2 * max(1, within[estimated].sum()))  # F has a step a conversion
        assert found.clicks[arm] == pytest.approx(expected, rel=0.02, abs=2 + rounded)


# rules, and the run in which both arms are played in the sampled rounds
RULES = {
    "at once": (p.LogAlgorithm(p.TS, p.AT_ONCE, "outstanding_as_failures.thompson"), 0),
    "late": (p.LogAlgorithm(p.TS, p.LATE, "thompson.thompson", 60), 0),
    "plain": (p.LogAlgorithm(p.TS, p.AT_ONCE, p.THOMPSON, 0, 100), 0),
    "within": (p.LogAlgorithm(p.TS, p.WITHIN, p.THOMPSON, 60, 100), 0),
    "wait": (p.LogAlgorithm(p.TS, p.WAIT, p.THOMPSON, 60, 100), 10),
    "kl at once": (p.LogAlgorithm(p.KL_UCB, p.AT_ONCE, "outstanding_as_failures.kl_ucb"), 0),
    "kl late": (p.LogAlgorithm(p.KL_UCB, p.LATE, "confidence_indices.kl_ucb", 60), 8),
}


def played(bandit, rule, seed):
    """The arms that an algorithm plays, their delays, and the key of its random numbers."""
    environment = bandit.draw(seed)
    trace = p._seen(environment.trace, rule.window) if rule.counting == p.LATE else None
    parameters = {}
    if rule.every:
        model = {
            "model": "window",
            "rounds": int(rule.window),
            "at_once": rule.counting == p.WITHIN,
        }
        model = model if rule.window else {"model": "plain"}
        parameters = {"model": model, "first": 200, "every": int(rule.every)}
    found = load(rule.run).play(trace or environment.trace, **parameters)
    arms = np.asarray(getattr(found, "arms", found))
    delays = environment.trace.hidden_delays[arms, np.arange(arms.size)]
    converts = environment.trace.hidden_outcomes[np.arange(arms.size), arms] > 0
    return arms, np.where(converts, delays, -1), environment.trace.randomness.key()


@pytest.mark.parametrize("name", RULES)
def test_posterior_of_the_log_predicts_what_the_algorithm_plays(bandit, name):
    rule, seed = RULES[name]
    arms, delays, key = played(bandit, rule, seed)
    choices = []
    for t in [*range(200 if rule.every else 70, 400, 7), *range(400, arms.size, 151)]:
        n = (t - 200) // int(rule.every) * int(rule.every) + 200 if rule.every else t
        found = weights(seen_log(arms, delays, n), rule)
        assert sum(found["weights"].values()) == pytest.approx(1, abs=1e-9)
        if rule.name == p.KL_UCB:
            expected = max(NAMES, key=found["weights"].get)
        else:
            betas = new_betas(2, key)
            for arm, shape in enumerate(found["posterior"].values()):
                set_distribution(betas, arm, shape["a"], shape["b"])
            expected = NAMES[largest_draw(betas, t, False)]
        choices.append(expected)
        assert expected == NAMES[arms[t]], t
    assert set(choices) == set(NAMES)


@given(seed=st.integers(0, 2**32))
@settings(deadline=None, max_examples=20)
def test_shares_are_those_of_draws_from_the_posterior(seed):
    rng = np.random.default_rng(seed)
    log = seen_log(rng.integers(0, 2, 300), rng.choice([-1, 3, 40], 300, p=[0.8, 0.1, 0.1]), 300)
    found = weights(log, RULES["at once"][0])
    a, b = np.array([list(x.values()) for x in found["posterior"].values()]).T
    share = (rng.beta(a, b, (40_000, 2)).argmax(axis=1) == 0).mean()
    assert found["weights"]["slow"] == pytest.approx(share, abs=0.015)


def test_a_floor_is_kept_and_other_arms_are_left_out():
    log = read_log(clicks())
    rule = p.LogAlgorithm(p.TS, p.BY_ARM, p.THOMPSON, 0, 3600, 0.01)
    found = weights(log, rule)
    assert min(found["weights"].values()) == pytest.approx(0.01 / 1.01, abs=1e-3)
    assert weights(log, rule, ["fast"])["weights"] == {"fast": 1.0}
    with refused("data frame: no click on arm 'fats'. Did you mean 'fast'?"):
        weights(log, rule, ["fats", "slow"])


def test_weights_are_written_and_computed_again_an_hour_later(tmp_path, capsys):
    table = clicks(3000)
    for column in ("click_time", "conversion_time"):
        table[column] = pd.to_datetime(table[column] + 1.77e9, unit="s")
    table.to_csv(tmp_path / "log.csv", index=False)
    given = ["advise", str(tmp_path / "log.csv"), "--horizon", "6d", "--seeds", "8", "--json"]
    assert main([*given, "--weights", str(tmp_path / "weights.json")]) == 0
    (tmp_path / "advised.json").write_text(capsys.readouterr().out, encoding="utf-8")
    text = (tmp_path / "weights.json").read_text(encoding="utf-8")
    found = json.loads(text)
    assert len(text.splitlines()) <= 20
    end = max(table.click_time.max(), table.conversion_time.max())
    assert pd.Timestamp(found["log_until"]) == end.tz_localize("UTC")
    assert found["holds_for_seconds"] == found["rule"]["every"]
    for rule in ("advised.json", "weights.json"):
        command = ["weights", str(tmp_path / "log.csv"), "--rule", str(tmp_path / rule)]
        assert main(command) == 0
        assert json.loads(capsys.readouterr().out) == found
    table.iloc[::2].to_csv(tmp_path / "log.csv", index=False)
    assert main(command) == 0
    assert json.loads(capsys.readouterr().out)["clicks"] == 1500


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"rule": {"name": "TS"}}'])
def test_what_is_no_rule_is_refused(tmp_path, text):
    (tmp_path / "rule.json").write_text(text, encoding="utf-8")
    with refused(f"{tmp_path}/rule.json: has no rule with name, counting, run"):
        rule_of(tmp_path / "rule.json")


def test_logs_without_ages_are_refused():
    log = read_log(pd.DataFrame({"arm": list("aabb"), "delay": [500.0, None, 900, None]}))
    with refused("data frame: does not say how old its clicks are. Add a column click_time"):
        weights(log, RULES["at once"][0])
