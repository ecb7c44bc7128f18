"""The regrets of the paper's settings at its own scale: `pytest -m paper` (a minute or two).

The expected means come from an independent implementation of the algorithms; see the note on
the attributed code in `algorithms/otflin_code.py`. A mean over 100 seeds may differ from an
expected mean by four standard errors of the difference, and by the rounding of what is printed.
"""

import math

import pytest

from conftest import ROOT
from delayed_bandits.data.criteo.conversions import bundled_delays, read_quantiles
from delayed_bandits.experiments.experiment import load_papers
from delayed_bandits.experiments.simulation import replay
from papers.scale import check

pytestmark = pytest.mark.paper

SEEDS = 100
# R(3000) in the panels fig1a, fig1b, fig1c
BINARY = {
    "uniform_random": (622, 622, 622),
    "greedy": (55.5, 36.1, 223),
    "otflinucb_code": (74.6, 104.9, 236.3),
    "otflints_code": (153.0, 146.0, 448.6),
    "otflints_code_unit": (178.4, 154.4, 493.8),
    "otflinucb": (692, 807.5, 1138),
    "otflints": (211, 228, 538),
    "otflinucb_tenth": (86, 115, 364),
}
UNIFORM = {
    "uniform_random": (264, 264, 264),
    "greedy": (80, 49, 192),
    "otflinucb_code": (105.3, 105.5, 283.0),
    "otflints_code": (156.8, 135.1, 288.3),
    "otflints_code_unit": (173.5, 144.2, 300.6),
    "otflinucb": (612, 615, 615),
    "otflints": (190, 195, 310),
}
# R(10000) on the Criteo delays, arms from {0,1}^5 and from [0,1]^5
CRITEO = {
    "otflinucb_code": (310, 395),
    "otflints_code": (618, 552),
    "otflints_code_unit": (656, 585),
    "greedy": (216, 304),
    "uniform_random": (2073, 880),
}


def cases(settings, table, replications):
    """(setting, algorithm, expected mean, replications behind it)."""
    return [
        (setting, algorithm, mean, 2 * replications if "code" in algorithm else replications)
        for algorithm, row in table.items()
        for setting, mean in zip(settings, row, strict=True)
    ]


CASES = [
    *cases(["fig1a", "fig1b", "fig1c"], BINARY, 200),
    *cases(["fig1a-uniform", "fig1b-uniform", "fig1c-uniform"], UNIFORM, 200),
    *cases(["fig3", "fig3-uniform"], CRITEO, 100),
]


@pytest.fixture(scope="module")
def runs(config):
    return load_papers(config, ROOT / "workflow")["vernade2020"].runs


@pytest.fixture(scope="module")
def delays():
    quantiles = read_quantiles(ROOT / "data/criteo_delay_quantiles.csv")
    return bundled_delays(quantiles)["delay"].to_numpy()


@pytest.mark.parametrize(("setting", "algorithm", "expected", "replications"), CASES)
def test_final_regret(runs, delays, setting, algorithm, expected, replications):
    table = replay([runs[setting, algorithm]], range(SEEDS), delays)[0]
    final = table["regret"].to_numpy().reshape(SEEDS, -1)[:, -1]
    check(final, expected, final.std(ddof=1) / math.sqrt(replications), rounding=0.5)
