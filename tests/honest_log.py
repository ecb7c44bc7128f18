"""An honest log of 2,000 clicks for tests of faults, and tables made of it."""

import numpy as np
import pandas as pd

from logs import DAY

N, START = 2000, pd.Timestamp("2026-04-01")
FORM = "%Y-%m-%d %H:%M:%S"


def base():
    """Clicks of 45 days on two arms; conversions come within days, up to the end of the log."""
    rng = np.random.default_rng(5)
    click, arm = np.sort(rng.integers(0, 45 * DAY, N)), rng.integers(0, 2, N)
    delay = rng.exponential(np.array([9, 3])[arm] * DAY).astype(int)
    did = (rng.random(N) < np.array([0.3, 0.2])[arm]) & (click + delay < 45 * DAY)
    return pd.DataFrame({"arm": np.array(["slow", "fast"])[arm], "at": click, "delay": delay}), did


BASE, DID = base()
LEFT = np.random.default_rng(6).random(N)  # for each click, to choose a share of them
FIRST = int(np.flatnonzero(DID)[3])


def said(seconds, form=FORM, unless=""):
    texts = (START + pd.to_timedelta(np.asarray(seconds, float), unit="s")).strftime(form)
    return np.where(pd.isna(texts), unless, texts)


def table(form=FORM, **changed):
    """The honest log, with some columns replaced or added."""
    paid = said(np.where(DID, BASE["at"] + BASE["delay"], np.nan), form)
    honest = {"arm": BASE["arm"], "click_time": said(BASE["at"], form), "conversion_time": paid}
    return pd.DataFrame(honest | changed).astype(object)


def filled(share, value):
    """The log, with `value` as conversion time in this share of the clicks without conversion."""
    log = table()
    log.loc[~DID & (share > LEFT), "conversion_time"] = value
    return log


def one(row, column, text):
    log = table()
    log.loc[row, column] = text
    return log


def lags(unit=1.0, name="delay", form="{:.0f}", timed=True):
    """The log with a column of delays in place of conversion times."""
    found = [
        form.format(d / unit) if did else "" for d, did in zip(BASE["delay"], DID, strict=True)
    ]
    log = table()[["arm", "click_time"]].assign(**{name: found})
    return log if timed else log.drop(columns="click_time")


def dates(form, days=45):
    rows = np.asarray(BASE["at"] + np.where(DID, BASE["delay"], 0) < days * DAY)
    return table(form)[rows]


def repeated(**more):
    """The log with a first, unconverted row for each click that converted."""
    log = table(**more)
    return pd.concat([log.assign(conversion_time=""), log[DID]])


SPLIT = np.arange(N) % 2 == 0
