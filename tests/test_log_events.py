"""A table of events as a log: which conversion belongs to which click."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import refused
from delayed_bandits.data.log.events import log_of_events
from delayed_bandits.data.log.tables import open_table
from logs import write

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
    """The rows of the log of a table of events, and what is said of it."""
    with open_table(path) as table:
        found = log_of_events(clicks, conversions, by, **{"columns": {}, **given})(table)
        rows = found.connection.execute(f"SELECT * FROM {found.source}").fetchall()
        return pd.DataFrame(rows, columns=found.header), list(found.remarks)


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


@settings(max_examples=60, deadline=None)
@given(events=EVENTS)
@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_clicks_and_conversions_are_those_found_an_event_at_a_time(tmp_path_factory, kind, events):
    sure = [(0, "view", "u3", "red"), (1, "purchase", "u3", "red"), (20, "scroll", "u1", "red")]
    table = pd.DataFrame([*events, *sure], columns=["time", "type", "user", "arm"])
    path = tmp_path_factory.mktemp("events") / f"events.{kind}"
    table.to_csv(path, index=False) if kind == "csv" else table.to_parquet(path)
    found, _ = made(path)
    ours = found[["time", "arm", "conversion_time"]].astype(object).where(found.notna(), None)
    assert sorted(map(str, as_numbers(ours))) == sorted(map(str, by_hand([*events, *sure])))
    assert set(found["observed_until"].astype(float)) == {20}
