import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import refused
from delayed_bandits.cli.commands import main
from delayed_bandits.data.advice import advise as advice
from delayed_bandits.data.tables.events import log_of_events
from delayed_bandits.data.tables.files import open_table
from logs import DAY, write

EVENTS = st.lists(
    st.tuples(
        st.integers(0, 12),
        st.sampled_from(["view", "purchase", "scroll"]),
        st.sampled_from(["u1", "u2", None]),
        st.sampled_from(["red", "blue"]),
    ),
    max_size=30,
)


def made(path, by="user", clicks="type = 'view'", conversions="type = 'purchase'", **given):
    """The rows of the log of a table of events, and its messages."""
    with open_table(path) as table:
        found = log_of_events(table, clicks, conversions, by, **{"columns": {}, **given})
        rows = found.connection.execute(f"SELECT * FROM {found.source}").fetchall()
        return pd.DataFrame(rows, columns=found.header, dtype=object), list(found.remarks)


def by_hand(events):
    """The clicks of each user with their first conversions, an event at a time."""
    order = {"view": 0, "purchase": 1}
    events = {e for e in events if e[1] in order and e[2] is not None}
    clicks, last = [], {}
    for time, kind, user, arm in sorted(events, key=lambda e: (e[0], order[e[1]], e[3])):
        if kind == "view":
            last[user] = [time, arm, None]
            clicks.append(last[user])
        elif user in last and last[user][2] is None:
            last[user][2] = time
    return clicks


def as_numbers(rows):
    number = lambda value: value if value is None else int(value)  # noqa: E731
    return [[number(time), arm, number(converted)] for time, arm, converted in rows.to_numpy()]


@settings(max_examples=40, deadline=None)
@given(events=EVENTS)
@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_clicks_and_conversions_match_event_by_event_search(tmp_path_factory, kind, events):
    sure = [(0, "view", "u3", "red"), (1, "purchase", "u3", "red"), (20, "scroll", "u1", "red")]
    table = pd.DataFrame([*events, *sure], columns=["time", "type", "user", "arm"])
    path = tmp_path_factory.mktemp("events") / f"events.{kind}"
    table.to_csv(path, index=False) if kind == "csv" else table.to_parquet(path)
    found, _ = made(path)
    ours = found[["click_time", "arm", "conversion_time"]]
    assert sorted(map(str, as_numbers(ours))) == sorted(map(str, by_hand([*events, *sure])))
    assert set(found["observed_until"].astype(float)) == {20}


SHOP = """at,type,user id,o"k,page
03.03.2026 09:00,view,u1,x,red
03.03.2026 10:00,view,u1,x,blue
01.04.2026 09:30,purchase,u1,x,
02.04.2026 09:30,purchase,u1,x,
04.03.2026 09:00,view,u2,x,red
04.03.2026 09:00,view,u2,x,red
05.03.2026 09:00,purchase,u3,x,
05.03.2026 09:00,view,,x,red
06.03.2026 09:00,scroll,u1,x,
"""
GIVEN = {"columns": {"click_time": "at", "arm": "page"}, "dates": ["%d.%m.%Y %H:%M"]}


def test_dates_are_in_order_and_ignored_values_named(tmp_path):
    """As text, the first of April comes before the third of March."""
    found, said = made(write(tmp_path / "shop.csv", SHOP), by='user id, o"k', **GIVEN)
    assert found["page"].tolist() == ["red", "blue", "red"]
    assert found["conversion_time"].tolist() == [None, "01.04.2026 09:30", None]
    assert set(found["observed_until"]) == {"02.04.2026 09:30"}
    assert "Of 3 conversions, 1 have no click and 1 come after" in said[0]
    assert said[1] == '1 events without a time or user id, o"k are left out.'


def test_other_keys_find_other_clicks(tmp_path):
    """A control: without the user, another visitor's view is before the first purchase."""
    found, _ = made(write(tmp_path / "shop.csv", SHOP), by='o"k', **GIVEN)
    assert found["page"].tolist() == ["red", "blue", "red", "red"]
    assert found["conversion_time"].tolist() == [None, None, None, "05.03.2026 09:00"]


def test_conditions_and_keys_may_be_any_sql(tmp_path):
    text = "ts,kind,who,price\n1,View,A,\n2,view,a,\n3,buy,a,5\n4,buy,A,50\n5,buy,b,50\n"
    given = {"clicks": "lower(kind) = 'view'", "conversions": "CAST(price AS DOUBLE) > 10"}
    found, _ = made(write(tmp_path / "a.csv", text), by="lower(who)", **given)
    assert found["click_time"].tolist() == ["1", "2"]
    assert found["conversion_time"].tolist() == [None, "4"]


VIEW, BY = ("--clicks", "type = 'view'"), ("--by", "user")
BUY = ("--conversions", "type = 'purchase'")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((*VIEW, *BUY), "clicks, conversions and by belong together"),
        (("--clicks", "typ = 'view'", *BUY, *BY), "--clicks: \"typ = 'view'\": Referenced column"),
        (("--clicks", "type = 'vue'", *BUY, *BY), "--clicks type = 'vue': no event satisfies"),
        ((*VIEW, "--conversions", "false", *BY), "--conversions false: no event satisfies it"),
        ((*VIEW, *BUY, "--by", "user,usr"), "--by: no column 'usr'"),
        ((*VIEW, *BUY, "--by", "current_date"), "--by: no column 'current_date'"),
        ((*VIEW, *BUY, "--by", "user,"), "--by: ''"),
        (("--clicks", "true); DROP TABLE a; --", *BUY, *BY), "--clicks: 'true); DROP TABLE a; --'"),
        (("--clicks", "type", *BUY, *BY), "type, type = 'purchase', user: "),
        (
            (*VIEW, *BUY, *BY, "--column", "click_time=type"),
            "type is not a time in 2 of 2 events, such as 'purchase'",
        ),
        (
            (*VIEW, *BUY, *BY, "--column", "click_time=when"),
            "--column click_time: no column 'when'",
        ),
    ],
)
def test_what_cannot_be_done_is_one_line(tmp_path, capsys, options, message):
    path = write(tmp_path / "a.csv", "time,type,user\n1,view,a\n5,purchase,a\n")
    assert main(["log", str(path), *options, "--output", str(tmp_path / "out")]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert message in line


def test_a_table_without_a_time_is_one_line_with_its_columns(tmp_path):
    path = write(tmp_path / "a.csv", "type,user,at\nview,a,1\n")
    with refused(path, "no column has the time of an event", "(columns: type, user, at)"):
        made(path)


def test_both_commands_take_events(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(advice, "VARIED", range(2))
    rng = np.random.default_rng(0)
    time, user, arm = rng.integers(0, 20 * DAY, 3000), np.arange(3000), rng.choice(["x", "y"], 3000)
    bought = rng.random(3000) < np.where(arm == "x", 0.3, 0.1)
    views = pd.DataFrame({"time": time, "type": "view", "user": user, "arm": arm})
    orders = views[bought].assign(time=time[bought] + 3600, type="purchase")
    pd.concat([orders, views]).to_parquet(tmp_path / "events.parquet")
    given = [str(tmp_path / "events.parquet"), *VIEW, *BUY, *BY]
    assert main(["log", *given, "--output", str(tmp_path / "out")]) == 0
    assert f"3,000 rows, {bought.sum():,} conversions" in capsys.readouterr().out
    assert "clicks are type = &#39;view&#39;" in (tmp_path / "out/index.html").read_text("utf-8")
    assert main(["advise", *given, "--horizon", "8d", "--seeds", "8", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["arms"] == ["x", "y"] or answer["arms"] == ["y", "x"]
    assert any("last click before it" in line for line in answer["assumed"])
