"""Logs of conversions for the tests, as rows and as files."""

import ast
import re

import numpy as np
import pandas as pd
import pytest

DAY = 86400


def write(path, text):
    path.write_text(text, encoding="utf-8")
    return path


def left_out(log):
    """Return row, column and text of each row that a log leaves out; each line says what to do."""
    form = r": row (\d+): (.+?) (['\"].*['\"]) .+\. .+\.$"
    found = [re.search(form, line).groups() for line in log.lines]
    return [(int(row), column, ast.literal_eval(text)) for row, column, text in found]


def times(*seconds):
    return pd.to_datetime(seconds, unit="s", utc=True)


def clicks(n=6000, seed=0):
    """Clicks of 30 days on two arms with rates of 30 and 10 %, and mean delays of 5 and 1 days."""
    rng = np.random.default_rng(seed)
    arm = rng.integers(0, 2, n)
    clicked = np.sort(rng.integers(0, 30 * DAY, n))
    delay = rng.exponential(np.where(arm == 0, 5, 1) * DAY).astype(int)
    converted = (rng.random(n) < np.where(arm == 0, 0.3, 0.1)) & (clicked + delay < 30 * DAY)
    time = np.where(converted, clicked + delay, np.nan)
    names = np.where(arm == 0, "slow", "fast")
    return pd.DataFrame({"click_time": clicked, "conversion_time": time, "arm": names})


@pytest.fixture(scope="session")
def late(tmp_path_factory):
    path = tmp_path_factory.mktemp("log") / "late.csv"
    clicks().to_csv(path, index=False)
    return path


@pytest.fixture(scope="session")
def conversions(tmp_path_factory):
    table = clicks().dropna()
    table = table.assign(delay=table["conversion_time"] - table["click_time"])
    path = tmp_path_factory.mktemp("log") / "conversions.csv"
    table[["arm", "delay"]].to_csv(path, index=False)
    return path
