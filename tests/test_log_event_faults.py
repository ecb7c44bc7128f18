"""Faults of a table of events are refused with one line, next to honest tables as controls."""

import shlex

import numpy as np
import pandas as pd
import pytest

from delayed_bandits.cli.commands import main
from honest_log import BASE, DID, FORM, N, said

EVENTS = "--clicks \"type = 'view'\" --conversions \"type = 'order'\" --by user --column arm=item"


def events(**changed):
    """A table of events: a view for each click, and an order for each conversion."""
    user = [f"u{i}" for i in range(N)]
    views = pd.DataFrame({"user": user, "item": BASE["arm"], "type": "view", "at": BASE["at"]})
    orders = views[DID].assign(type="order", at=(BASE["at"] + BASE["delay"])[DID])
    found = pd.concat([views, orders], ignore_index=True)
    for name, value in changed.items():
        found[name] = value(found)
    return found


def told(found, form=FORM):
    return found.drop(columns="at").assign(time=said(found["at"], form))


def orders(found):
    return found["type"] == "order"


def sooner(found):
    """Every second order comes 2 seconds before its view."""
    views = found.set_index("user")["at"].groupby(level=0).min()
    early = orders(found) & (found.index % 2 == 0)
    return np.where(early, found["user"].map(views) - 2, found["at"])


def twice(found):
    return pd.concat([found, found[~orders(found)][::2].assign(at=lambda x: x["at"] + 1)])


def anonymous(user):
    return lambda found: found["user"].where(found["user"].str[-1:] > "2", user)


def zoned(found):
    zones = np.where(orders(found), "+02:00", "")
    return told(found).assign(time=lambda x: x["time"] + zones)


PING = pd.DataFrame({"user": ["qa"], "item": ["fast"], "type": ["ping"], "at": [2.3e9]})
EVENT_FAULTS = {
    "a test in 2100": (
        lambda: told(pd.concat([events(), PING])),
        ["days after all others", "--until"],
    ),
    "1970 in 5 %": (
        lambda: told(events(at=lambda x: x["at"] - 1.775e9 * (np.arange(len(x)) % 20 == 0))),
        ["days before all others"],
    ),
    "views fired twice": (
        lambda: told(twice(events())),
        ["1,000 of 3,000 clicks", "--tolerance 5s"],
    ),
    "early orders": (
        lambda: told(events(at=sooner)),
        ["2 seconds before their click", "--tolerance 2s"],
    ),
    "cases of a type": (
        lambda: told(
            events(type=lambda x: np.where(x.index % 2, x["type"], x["type"].str.title()))
        ),
        ["conversions of the second half have no click", "lower("],
    ),
    "cases of users": (
        lambda: told(events(user=lambda x: x["user"].where(orders(x), x["user"].str.upper()))),
        [f"{DID.sum()} conversions, and no click before them", "--by 'lower(trim(user))'"],
    ),
    "users without a name": (
        lambda: told(events(user=anonymous("0"))),
        ["user is '0' in ", "nullif(user, '0')"],
    ),
    "another item": (
        lambda: told(events(item=lambda x: np.where(orders(x), "other", x["item"]))),
        ["have another item than their click", "--by user,item"],
    ),
    "zones of orders": (
        lambda: zoned(events()),
        ["has a zone in conversions but not in all clicks"],
    ),
    "a form of times": (
        lambda: told(events(), "%d.%m.%Y %H:%M"),
        ["is not a time", "--dates '%d.%m.%Y %H:%M'"],
    ),
    "a form of some times": (
        lambda: told(events()).assign(
            time=lambda x: x["time"].where(~orders(x), told(events(), "%d.%m.%Y %H:%M")["time"])
        ),
        ["--dates '%d.%m.%Y %H:%M'"],
    ),
}


@pytest.mark.parametrize(("make", "words"), EVENT_FAULTS.values(), ids=EVENT_FAULTS)
def test_a_fault_of_events_is_one_line(tmp_path, capsys, make, words):
    path = tmp_path / "a.csv"
    make().to_csv(path, index=False)
    assert main(["log", str(path), *shlex.split(EVENTS), "--output", str(tmp_path / "out")]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert all(word in line for word in words), line


EVENTS_READ = {
    "the events": (lambda: told(events()), ""),
    "views fired twice": (lambda: told(twice(events())), "--tolerance 5s"),
    "early orders": (lambda: told(events(at=sooner)), "--tolerance 2s"),
    "users not set": (lambda: told(events(user=anonymous("(not set)"))), ""),
    "users of no name": (lambda: told(events(user=anonymous("0"))), "--by \"nullif(user, '0')\""),
    "a form of times": (lambda: told(events(), "%d.%m.%Y %H:%M"), "--dates '%d.%m.%Y %H:%M'"),
    "a test in 2100": (lambda: told(pd.concat([events(), PING])), "--until '2026-06-01 00:00:00'"),
    "microseconds": (lambda: events().assign(time=lambda x: (1775001600 + x["at"]) * 10**6), ""),
}


@pytest.mark.parametrize(("make", "typed"), EVENTS_READ.values(), ids=EVENTS_READ)
def test_events_are_read_with_what_is_typed(tmp_path, capsys, make, typed):
    path = tmp_path / "a.csv"
    make().to_csv(path, index=False)
    given = [str(path), *shlex.split(f"{EVENTS} {typed}"), "--output", str(tmp_path / "out")]
    assert main(["log", *given]) == 0
    said = capsys.readouterr().out
    rate = float(said.split("all arms", 1)[1].split("%")[0].split()[-1])
    assert rate == pytest.approx(25, abs=2.5)
