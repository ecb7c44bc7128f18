"""Mean final regrets of settings at the papers' own scale: `pytest -m paper` (some minutes).

`means.csv` has means of code outside this project: prototypes, and an implementation of the
authors' algorithms. It also has their standard error, or the number of runs behind them, and the
least tolerance.
"""

import math
from dataclasses import replace

import pytest

from conftest import ROOT
from delayed_bandits.data.criteo.conversions import bundled_delays, read_quantiles
from delayed_bandits.experiments.experiment import load_papers
from delayed_bandits.experiments.simulation import replay
from projects import read_csv

pytestmark = pytest.mark.paper


@pytest.fixture(scope="module")
def papers_at_scale(config):
    return load_papers(config, ROOT / "workflow")


@pytest.fixture(scope="module")
def delays():
    quantiles = read_quantiles(ROOT / "data/criteo_delay_quantiles.csv")
    return bundled_delays(quantiles)["delay"].to_numpy()


@pytest.mark.parametrize("row", read_csv(ROOT / "tests/papers/means.csv"), ids=str)
def test_mean_regret_matches_separate_code(row, papers_at_scale, delays):
    """Within four standard errors of the difference of both means."""
    run = papers_at_scale[row["paper"]].runs[row["setting"], row["algorithm"]]
    table = replay([replace(run, checkpoints=1)], range(int(row["runs"])), delays)[0]
    final, allowed = table["regret"].to_numpy(), float(row["within"] or 0)
    if row["error"] or row["of"]:
        sems = [final.std(ddof=1) / math.sqrt(int(n)) for n in (row["runs"], row["of"]) if n]
        allowed = max(allowed, 4 * math.hypot(*sems, float(row["error"] or 0)))
    assert abs(final.mean() - float(row["mean"])) <= allowed
