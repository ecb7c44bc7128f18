"""The experiment on the campaigns of the Criteo file, on a generated one."""

import numpy as np
import pytest

from conftest import ROOT
from delayed_bandits.checks.errors import InputError
from delayed_bandits.criteo.generate import generate
from delayed_bandits.files.delay_tables import read_delays, write_log_table
from delayed_bandits.log.arms import sum_up
from delayed_bandits.log.findings import laws_of
from delayed_bandits.log.source import open_log
from delayed_bandits.plan.experiment import load_papers
from delayed_bandits.plan.observed import CAMPAIGNS, log_options
from delayed_bandits.simulation import simulate
from delayed_bandits.traces.k_armed.identified import IdentifiedTrace
from delayed_bandits.traces.streams import Streams
from test_criteo_generate import BUNDLED


@pytest.fixture(scope="module")
def generated(tmp_path_factory):
    path = tmp_path_factory.mktemp("criteo") / "made_up.tsv"
    generate(path, 60_000, seed=1, quantiles=BUNDLED)
    return path


@pytest.fixture(scope="module")
def paper(config, generated):
    given = {**config, "scale": "quick", "criteo": str(generated)}
    return load_papers(given, ROOT / "workflow")[CAMPAIGNS]


@pytest.fixture(scope="module")
def log(generated, tmp_path_factory):
    """The delays of the ten largest campaigns, as jobs read them."""
    found = sum_up(open_log(generated, "seconds", {}, "campaign", 10))
    path = tmp_path_factory.mktemp("log") / "delays.parquet"
    write_log_table(path, laws_of(found), "made up", {})
    return read_delays(None, path).log


def test_it_runs_when_the_criteo_file_is_there(config, papers, paper):
    assert CAMPAIGNS in config["papers"]
    assert CAMPAIGNS not in papers
    assert {run.uses_log for run in paper.runs.values()} == {True}
    assert log_options({**config, "criteo": "download"})["arms"] == "campaign"
    assert log_options(config) == {}


@pytest.mark.parametrize("change", [{}, {"criteo": "download", "log": str(ROOT / "config.yaml")}])
def test_alone_it_is_refused_without_the_criteo_file(config, change):
    given = {**config, "papers": [CAMPAIGNS], **change}
    with pytest.raises(
        InputError, match="papers: campaigns needs the Criteo file itself; expected"
    ):
        load_papers(given, ROOT / "workflow")


def test_each_arm_has_the_delays_of_its_campaign(paper, log):
    run = paper.runs["largest-best", "qpmd"]
    laws = run.trace_arguments(log=log)["delay"]
    names = [name for name in log if isinstance(name, str)]
    for law, name in zip(laws, names, strict=True):
        np.testing.assert_array_equal(law.delays, log[name])
    trace = IdentifiedTrace.draw(Streams(1, "t"), 0, **run.trace_arguments(log=log))
    for delays, law in zip(trace.hidden_delays, laws, strict=True):
        assert delays.mean() == pytest.approx(min(law.mean, trace.horizon), rel=0.2)


def test_uniform_play_is_beaten_in_every_setting(paper, log):
    for setting in ("pooled", "largest-best", "smallest-best"):
        run = paper.runs[setting, "qpmd"]
        regret = simulate(run, range(3), log=log)["regret"].to_numpy().reshape(3, -1)
        assert (regret[:, -1] < 0.8 * 0.09 * run.horizon).all()
