from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import yaml

from conftest import ROOT, refused
from criteo_file import generate
from delayed_bandits.data.frames import read_log
from delayed_bandits.data.log.arms import sum_up
from delayed_bandits.experiments.delay_sources import CAMPAIGNS, log_options
from delayed_bandits.experiments.delay_tables import read_delays, write_log_table
from delayed_bandits.experiments.experiment import load_papers, read_config
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace
from delayed_bandits.traces.streams import Streams
from logs import DAY


@pytest.fixture(scope="module")
def generated(tmp_path_factory):
    path = tmp_path_factory.mktemp("criteo") / "made_up.tsv"
    generate(path, 60_000, seed=1)
    return path


@pytest.fixture(scope="module")
def paper(config, generated):
    given = {**config, **ALONE, "scale": "quick", "criteo": str(generated)}
    return load_papers(given, ROOT / "workflow")[CAMPAIGNS]


@pytest.fixture(scope="module")
def log(generated, tmp_path_factory):
    found = sum_up(read_log(generated, arms="campaign", largest=10))
    path = tmp_path_factory.mktemp("log") / "delays.parquet"
    dist = {None: found.pooled.distribution, **{arm.name: arm.distribution for arm in found.arms}}
    write_log_table(path, dist, "made up", {})
    return read_delays(None, path).log


def test_campaigns_run_if_the_criteo_file_is_there(config, papers, paper):
    assert CAMPAIGNS in config["papers"]
    assert CAMPAIGNS not in papers
    assert {run.uses_log for run in paper.runs.values()} == {True}
    assert log_options({**config, "criteo": "download"})["arms"] == "campaign"
    assert log_options(config) == {}


FILE = str(ROOT / "config.yaml")
ALONE = {"papers": [CAMPAIGNS]}


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (ALONE, "papers"),
        ({**ALONE, "criteo": "download", "log": FILE}, "papers"),
        ({"log": {"file": FILE, "largest": 5}}, "log"),
    ],
)
def test_config_without_the_criteo_file_names_the_key(config, change, key):
    with refused("config.yaml", key):
        load_papers({**config, **change}, ROOT / "workflow")


def test_log_of_the_results_is_the_default(config, tmp_path):
    path = tmp_path / "config.yaml"
    path.write_text(yaml.safe_dump(config))
    found, layout = read_config(path, "arena", "paper")
    assert log_options(found) == {}
    write_log_table(Path(layout.log_delays), {None: np.array([5])}, "made up", {})
    assert log_options(read_config(path, "arena", "paper")[0])["file"] == layout.log_delays
    path.write_text(yaml.safe_dump({**config, "log": "mine.csv"}))
    assert read_config(path, "arena", "paper")[0]["log"] == "mine.csv"


def test_each_arm_has_the_delays_of_its_campaign(paper, log):
    run = paper.runs["largest-best", "qpmd"]
    distributions = run.trace_arguments(log=log)["delay"]
    names = [name for name in log if isinstance(name, str)]
    for distribution, name in zip(distributions, names, strict=True):
        np.testing.assert_array_equal(distribution.delays, log[name])
    trace = IdentifiedTrace.draw(Streams(1, "t"), 0, **run.trace_arguments(log=log))
    for delays, distribution in zip(trace.hidden_delays, distributions, strict=True):
        assert delays.mean() == pytest.approx(min(distribution.mean, trace.horizon), rel=0.2)


def test_largest_campaigns_become_arms(generated):
    table = pd.read_csv(generated, sep="\t")
    clicked = table[table["click"] == 1]
    largest = clicked["campaign"].value_counts()
    log = read_log(generated, arms="campaign", largest=5)
    assert np.bincount(log.arm).tolist() == largest.tolist()[:5]
    for i, name in enumerate(log.arms):
        rows = clicked[clicked["campaign"] == int(name)]
        converted = rows[rows["conversion"] == 1]
        expected = sorted(converted["conversion_timestamp"] - converted["timestamp"])
        delays = log.delay[log.arm == i]
        assert sorted(delays[delays >= 0]) == expected
    summary = sum_up(log)
    assert summary.cap == 30 * DAY
    assert summary.arms[0].rate.estimate == pytest.approx((log.delay[log.arm == 0] >= 0).mean())
    for arms, largest, key in (("campaign", 1, "largest"), ("user", 5, "arms")):
        with refused("", key):
            read_log(generated, arms=arms, largest=largest)
