import json
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from conftest import refused
from delayed_bandits.cli.commands import main
from delayed_bandits.data import frames
from delayed_bandits.data.advice import advise as module
from delayed_bandits.data.advice import algorithms as p
from delayed_bandits.data.advice.advise import FEWEST, MOST, Losses, advise, judge, race
from delayed_bandits.data.advice.answer import FILES, _shares, contents_of, not_advised
from delayed_bandits.data.advice.bandit import bandit_of
from delayed_bandits.data.frames import read_log
from logs import DAY, write
from single_runs import write_fixed_arm

DAYS_20 = p.Question(horizon=20.0 * DAY)
WAITS = "Give no, or yes with a window."


@pytest.fixture(scope="module")
def answer(late):
    return advise(read_log(late), DAYS_20)


def drawn(means, seeds=40, noise=1.0, seed=0):
    """Losses of algorithms of these means, and of an equal split that loses 100."""
    rng = np.random.default_rng(seed)
    algorithms = [p.LogAlgorithm(str(mean), p.AT_ONCE, "a", i) for i, mean in enumerate(means)]
    lost = np.array(means) + rng.normal(scale=noise, size=(seeds, len(means)))
    split = {p.EQUAL_SPLIT: np.full((seeds, 1), 100.0)}
    return Losses(split | dict(zip(algorithms, lost.T[:, :, None], strict=True))), algorithms


@pytest.mark.parametrize(
    ("means", "advised"),
    [((50, 60, 70), 0), ((54, 50, 50), 0), ((56, 54, 50), 1), ((56, 70, 50), 2), ((98, 99), 0)],
)
def test_the_first_of_those_that_are_tied_is_advised(means, advised):
    losses, algorithms = drawn(means, noise=0.3)
    found = judge(losses, algorithms)
    assert found.best == algorithms[advised]
    assert found.left == [found.best]
    assert (found.close, found.needed, found.learns) == ([], 0, True)


def test_who_loses_as_much_as_an_equal_split_does_not_learn():
    found = judge(*drawn((101, 102)))
    assert not found.learns
    assert found.needed > 0


def test_indistinguishable_algorithms_are_named_with_runs_needed():
    means = (50, 51, 90)
    found = judge(*drawn(means, seeds=20, noise=30))
    assert [algorithm.name for algorithm in found.close] == ["51"]
    assert found.best.name == "50"
    assert found.left == [found.best, *found.close]
    assert not judge(*drawn(means, found.needed * 2, noise=30)).close


def raced(monkeypatch, means, seed, most=1e9, noise=30.0):
    """The race of algorithms with drawn losses; cost is the number of runs."""
    whole, algorithms = drawn(means, MOST, noise, seed)

    def play(_, playing, seeds, __):
        return Losses({algorithm: whole.lost[algorithm][list(seeds)] for algorithm in playing})

    monkeypatch.setattr(module, "play", play)
    clicks = SimpleNamespace(arms=[0], rounds=1)
    return race(clicks, algorithms, [p.EQUAL_SPLIT], range(MOST), "all", most)


@pytest.mark.parametrize(("means", "advised"), [((52, 50, 51, 80), 0), ((60, 50, 54, 80), 1)])
def test_advice_is_the_same_for_another_seed_among_close_ones(monkeypatch, means, advised):
    """After only 24 runs, most pairs of seeds have different winners."""
    found = [raced(monkeypatch, means, seed) for seed in range(40)]
    assert sum(verdict.best.name == str(means[advised]) for _, verdict in found) >= 39
    assert sum(bool(verdict.close) for _, verdict in found) <= 1
    least = [min(means, key=lambda m: loss.of(_named(loss, m), FEWEST).mean()) for loss, _ in found]
    assert 8 < least.count(means[advised]) < 32


def _named(losses, mean):
    return next(algorithm for algorithm in losses.lost if algorithm.name == str(mean))


def test_only_those_that_may_be_advised_play_on(monkeypatch):
    losses, verdict = raced(monkeypatch, (60, 50, 54, 80), 0)
    played = {algorithm.name: len(rows) for algorithm, rows in losses.lost.items()}
    assert played["80"] == FEWEST
    assert played["50"] == played["equal split"] == max(played.values()) <= MOST
    assert losses.more(_named(losses, 80), verdict.best).runs == FEWEST
    few, undecided = raced(monkeypatch, (50, 51, 52), 1, most=100, noise=100.0)
    assert len(few.of(undecided.best)) == 2 * FEWEST
    assert undecided.close


def test_answer_is_in_five_lines_and_as_json(late, capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "VARIED", range(2))
    learner = write_fixed_arm(tmp_path / "mine.py", "First", 0)
    given = ["advise", str(late), "--horizon", "6d", "--seeds", "8", "--now", "window=2d,every=1d"]
    given += ["--output", str(tmp_path / "out"), "--learner", learner]
    assert main(given) == 0
    text = capsys.readouterr().out
    assert "--output FOLDER" in text.splitlines()[-1] or "line 1" in text.splitlines()[-1]
    starts = ("", "Settings: ", "It saves ", "A wrong choice costs: ", "It ends worse")
    places = [text.index(f"\n{i}. {start}") for i, start in enumerate(starts, start=1)]
    assert places == sorted(places)
    assert "against an equal split, and" in text
    assert "against what you do now." in text
    assert "mine.py:First" in text
    assert main([*given, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert all(line in text for line in [*found["lines"], *found["assumed"], *found["changes"]])
    now = found["saves"]["what you do now"]
    assert now["range"][0] <= now["low"] <= now["estimate"] <= now["high"] <= now["range"][1]
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert "8 runs of 1,200 clicks in 6 days, 2 arms" in page
    assert page.count("data:image/png;base64,") == 2
    shares = pd.read_csv(tmp_path / "out" / "shares.csv")
    assert shares.groupby("arm").share.last().to_dict() == {"all arms": 1, "fast": 1, "slow": 1}
    assert {path.name for path in (tmp_path / "out").iterdir()} == set(FILES)
    (tmp_path / "out" / "advice.json").unlink()
    assert main(given) == 1
    assert "exists, without the other files of a run" in capsys.readouterr().err


def test_slow_better_arm_is_found_without_short_window(answer):
    assert answer.verdict.best.counting == p.BY_ARM
    rules = [algorithm for algorithm in answer.losses.lost if "rule" in algorithm.name]
    assert len(rules) == 3
    assert all(answer.losses.more(rule, answer.verdict.best).low > 0 for rule in rules)


def test_advice_depends_on_neither_order_nor_unit(late, tmp_path, answer):
    table = pd.read_csv(late).sample(frac=1, random_state=1)
    for name in ("click_time", "conversion_time"):
        table[name] /= 60
    table.to_csv(tmp_path / "late.csv", index=False, float_format="%.9f")
    again = advise(read_log(tmp_path / "late.csv", unit="minutes"), DAYS_20)
    assert contents_of(again)["lines"] == contents_of(answer)["lines"]


def test_another_master_seed_gives_the_same_advice_or_none(late, answer):
    again = advise(read_log(late), DAYS_20, master_seed=1)
    assert not_advised(again) or again.verdict.best.counting == answer.verdict.best.counting


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"seeds": 3}, "seeds is 3: too few. Give at least 8."),
        ({"horizon": "5"}, "--horizon: found '5'. Give a time such as 30m, 1h, 7d or 2w."),
        ({"clicks_per_day": 0}, "--clicks-per-day 0: out of range"),
        ({"drift": "much"}, "--drift: found 'much'. Give a number from 0 to 2."),
        ({"now": "window=7"}, "--now: window: found '7'. Give a time"),
        ({"now": "widow=7d"}, "--now: found 'widow'. Give window, every, floor or wait."),
        ({"now": "window=7d,wait=Yes"}, f"--now: wait: found 'Yes'. {WAITS}"),
        ({"now": "wait=yes"}, f"--now: wait: found 'yes'. {WAITS}"),
        ({"now": "floor=2"}, "--now: floor: found '2'. Give a number from 0 to 0.5."),
    ],
)
def test_options_that_make_no_sense(option, message):
    with refused(message):
        frames.advise("no file", **option)


def test_what_is_done_now_and_logs_that_leave_no_choice(tmp_path, conversions):
    counting, rule, *numbers = p.now_of("window=2h,every=30m,floor=0.01")[1:6]
    assert (counting, rule, numbers) == (p.WITHIN, p.THOMPSON, [7200, 1800, 0.01])
    assert p.now_of("window=1d,wait=yes")[1:5] == (p.WAIT, p.THOMPSON, DAY, DAY)
    for text in ("delay\n3\n", "arm,delay\nall,3\n"):
        with refused("a.csv: only 1 arm (all). Name the column", "--column arm=NAME"):
            advise(read_log(write(tmp_path / "a.csv", text)), p.Question())
    with refused("--horizon: 1 clicks in 1 day. Give a time with at least 100 clicks."):
        advise(read_log(conversions), p.Question(clicks_per_day=1.0, horizon=float(DAY)))
    few = write(tmp_path / "few.csv", "arm,delay\na,5\nb,7\na,\nb,\n")
    with refused("few.csv: only 2 conversions. advise needs at least 30"):
        bandit_of(read_log(few), None, None, float(DAY), None)


FORMULAS, PLAIN = ["=HYPERLINK(1)", "+1", "-2+3", "@SUM(1)"], ["-2", "a=b"]


def test_no_name_of_an_arm_is_a_formula_in_the_shares():
    arms = [SimpleNamespace(name=name) for name in FORMULAS + PLAIN]
    known = [np.array([90])] * (len(arms) + 1)
    shares = _shares(SimpleNamespace(bandit=SimpleNamespace(arms=arms, known=known, cap=120)))
    quoted = [f"'{name}" for name in FORMULAS]
    assert list(shares.index.unique("arm")) == [*quoted, *PLAIN, "all arms"]
    assert shares["a=b"].iloc[[0, -1]].tolist() == [0, 1]
