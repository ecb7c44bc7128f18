"""Numbers in the conclusions are those of the committed table."""

import pandas as pd
import pytest

from conftest import ROOT
from test_figures import PAPERS


@pytest.fixture(scope="module")
def cells():
    return pd.read_csv(ROOT / "figures/arena/tables/cells.csv")


def over_delayed_ucb1(cells, players):
    """Least mean regret of the players over that of Delayed-UCB1, a row for each setting."""
    settings = cells.drop_duplicates("setting").set_index("setting")
    least = cells[players].groupby("setting")["mean"].min()
    waits = cells[cells["player"] == "delayed_ucb1"].set_index("setting")["mean"]
    return settings.assign(ratio=least / waits)


def said_of(claim):
    """The conclusions that rest on a claim."""
    conclusions = PAPERS["arena"]["conclusions"]
    return " ".join(each["text"] for each in conclusions if f"{claim}/ours" in each["rests_on"])


def test_what_sums_cost(cells):
    found = over_delayed_ucb1(cells, cells["game"] == "sums only")
    late = found[found["mean_delay"] == 1000].groupby("arms")["ratio"].agg(["min", "max"])
    (few, some), (least, most) = late.loc[2], late.loc[10]
    short = (found["mean_delay"] == 10) | (found["law"] == "Criteo")
    short = found.loc[short & (found["arms"] == 10), "ratio"]
    said = said_of("o03")
    assert f"{few:.2g} to {some:.2g} with 2 arms and of {least:.2g} to {most:.2g} with 10" in said
    assert f"{short.min():.2g} to {short.max():.2g} with 10 arms" in said


def test_what_queues_cost(cells):
    found = over_delayed_ucb1(cells, cells["player"] == "qpmd")
    late = found["law"].isin(["fixed", "packets"]) & (found["mean_delay"] >= 100)
    ratio = found.loc[late & (found["arms"] == 10), "ratio"]
    assert f"has {ratio.min():.2f} to {ratio.max():.2f} times its regret there" in said_of("o02")
