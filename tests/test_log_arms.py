"""The arms of a log: rates and delays where clicks were watched for different times, and fits."""

import numpy as np
import pytest

from delayed_bandits.data.log.arms import sum_up
from delayed_bandits.data.log.reader import read_log
from delayed_bandits.delays.fits.fit import fit
from delayed_bandits.delays.fits.likelihood import FAMILIES
from logs import DAY, write


def test_rates_and_delays_are_right_though_the_last_clicks_were_watched_for_a_short_time(late):
    summary = sum_up(read_log(late))
    arms = {arm.name: arm for arm in summary.arms}
    assert summary.cap == pytest.approx(27 * DAY, rel=0.02)
    for name, rate, mean in (("slow", 0.3, 5), ("fast", 0.1, 1)):
        by_cap = rate * (1 - np.exp(-27 / mean))
        assert arms[name].rate.low < by_cap < arms[name].rate.high
        expected = mean * DAY * np.array([0.6931, 2.3026])
        assert [arms[name].quantile(q) for q in (0.5, 0.9)] == pytest.approx(expected, rel=0.15)
    naive = arms["slow"].delays.size / arms["slow"].rows
    assert naive < arms["slow"].rate.low


def test_without_censoring_before_the_cap_the_law_has_the_delays_themselves(tmp_path):
    text = "".join(f"{d},10\n" for d in [3, 1, 1, 7, 9, "", "", ""])
    arm = sum_up(read_log(write(tmp_path / "a.csv", f"delay,observed\n{text}"))).pooled
    assert arm.law.tolist() == arm.delays.tolist() == [1, 1, 3, 7, 9]
    assert arm.rate.estimate == pytest.approx(5 / 8)


def test_conversions_alone_have_no_rate_and_their_median_is_between_them(tmp_path):
    summary = sum_up(read_log(write(tmp_path / "a.csv", "delay\n100\n300\n")))
    assert [summary.pooled.quantile(share) for share in (0, 0.5, 1)] == [100, 200, 300]
    assert summary.pooled.rate is None
    assert summary.cap == 300
    assert "conversions only" in summary.assumptions[0]


def test_fit_with_different_times_of_observation():
    """The mean and the probability that made the clicks are found."""
    rng = np.random.default_rng(4)
    n = 40_000
    delay, observed = rng.exponential(2000, n).astype(int), rng.integers(0, 10_000, n)
    seen = (rng.random(n) < 0.4) & (delay <= observed)
    found = fit(FAMILIES[0], np.sort(delay[seen]), observed[~seen], 10_000)
    assert found.parameters["mean"] == pytest.approx(2000, rel=0.05)
    assert found.conversion_probability == pytest.approx(0.4, rel=0.05)


def test_fit_with_equal_times_of_observation_is_that_with_their_number():
    delays = np.sort(np.random.default_rng(5).exponential(2000, 500).astype(int))
    delays = delays[delays <= 5000]
    for family in FAMILIES[:2]:
        one, other = (fit(family, delays, c, 5000) for c in (3000, np.full(3000, 5000)))
        assert one.parameters == pytest.approx(other.parameters, rel=1e-3)
        assert one.conversion_probability == pytest.approx(other.conversion_probability, rel=1e-3)
