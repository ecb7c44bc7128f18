import numpy as np
import pandas as pd
import pytest

from delayed_bandits.checks.errors import InputError
from delayed_bandits.cli.commands import main
from delayed_bandits.data.frames import read_log
from delayed_bandits.data.log.arms import sum_up
from delayed_bandits.delays.distributions import distribution_from
from delayed_bandits.delays.fits.fit import fit
from delayed_bandits.delays.fits.likelihood import FAMILIES
from delayed_bandits.experiments.delay_tables import read_log_table
from logs import DAY, clicks, write


def test_rates_and_delays_are_right_despite_censoring(late):
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


def test_uncensored_distribution_has_the_delays_themselves(tmp_path):
    text = "".join(f"{d},10\n" for d in [3, 1, 1, 7, 9, "", "", ""])
    arm = sum_up(read_log(write(tmp_path / "a.csv", f"delay,observed\n{text}"))).pooled
    assert arm.distribution.tolist() == arm.delays.tolist() == [1, 1, 3, 7, 9]
    assert arm.rate.estimate == pytest.approx(5 / 8)


def test_conversions_alone_have_no_rate_but_a_median(tmp_path):
    summary = sum_up(read_log(write(tmp_path / "a.csv", "delay\n100\n300\n")))
    assert [summary.pooled.quantile(share) for share in (0, 0.5, 1)] == [100, 200, 300]
    assert summary.pooled.rate is None
    assert summary.cap == 300
    assert "used are conversions" in summary.assumptions[-1]


def test_fit_with_equal_observation_times_is_that_with_one():
    delays = np.sort(np.random.default_rng(5).exponential(2000, 500).astype(int))
    delays = delays[delays <= 5000]
    for family in FAMILIES[:2]:
        one, other = (fit(family, delays, c, 5000) for c in (3000, np.full(3000, 5000)))
        assert one.parameters == pytest.approx(other.parameters, rel=1e-3)
        assert one.conversion_probability == pytest.approx(other.conversion_probability, rel=1e-3)


def test_command_writes_the_page_and_the_distribution(tmp_path, late, capsys):
    path = write(tmp_path / "late.csv", late.read_text() + "9,3,<b>bad</b>\n")
    assert main(["log", str(path), "--output", str(tmp_path / "out")]) == 0
    assert "is before the click" in capsys.readouterr().out
    provenance, dist = read_log_table(tmp_path / "out" / "delays.parquet")
    assert "sha256" in provenance
    assert set(dist) == {None, "slow", "fast", 1, 2}
    largest = clicks()["arm"].value_counts().index[0]
    np.testing.assert_array_equal(dist[1], dist[largest])
    slow = distribution_from({"distribution": "log", "scale": 1 / DAY, "arm": "slow"}, log=dist)
    everything = distribution_from({"distribution": "log", "scale": 1 / DAY}, log=dist)
    assert everything.mean < slow.mean
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert "is before the click" in page
    assert "<b>bad" not in page
    assert "delayed-bandits advise" in page
    assert len((tmp_path / "out" / "left_out.txt").read_text().splitlines()) == 1


def test_distributions_are_fitted_to_the_delays_of_log(tmp_path):
    """Delays of one mean; four of ten clicks convert, and are observed for different times."""
    rng = np.random.default_rng(4)
    delay, observed = rng.exponential(2000, 20_000).astype(int), rng.integers(0, 10_000, 20_000)
    seen = (rng.random(20_000) < 0.4) & (delay <= observed)
    table = pd.DataFrame({"arm": "a", "delay": np.where(seen, delay, np.nan), "observed": observed})
    table.to_csv(tmp_path / "a.csv", index=False)
    assert main(["log", str(tmp_path / "a.csv"), "--output", str(tmp_path)]) == 0
    made = ["--table", str(tmp_path / "fits.csv"), "--figures", str(tmp_path / "fits.png")]
    assert main(["fit", "--delays", str(tmp_path / "delays.parquet"), *made]) == 0
    fits = pd.read_csv(tmp_path / "fits.csv", index_col="name")
    mean = float(fits.loc["exponential", "parameters"].removeprefix("mean="))
    assert mean == pytest.approx(2000, rel=0.05)
    assert fits.loc["exponential", "conversion_probability"] == pytest.approx(0.4, rel=0.05)


@pytest.mark.parametrize(
    ("spec", "log", "message"),
    [
        ({"arm": "b"}, {None: [1], "bb": [1]}, "arm is 'b'. Did you mean 'bb'"),
        ({}, None, "no log was given. Give one: log: FILE in config.yaml"),
        ({"rank": 2}, {None: [1], "bb": [1], 1: [1]}, "rank is 2. Give 1 to 1"),
        ({"rank": 1, "arm": "bb"}, {None: [1], "bb": [1], 1: [1]}, "arm and rank are given"),
    ],
)
def test_a_distribution_without_its_log_is_refused(spec, log, message):
    log = log and {name: np.array(delays) for name, delays in log.items()}
    with pytest.raises(InputError, match=message):
        distribution_from({"distribution": "log", "scale": 1.0, **spec}, log=log)
