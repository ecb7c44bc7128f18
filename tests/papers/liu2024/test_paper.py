"""Liu and Maghsudi 2024 at the paper's scale: `pytest -m paper`, after `snakemake liu2024`.

The run files are held against an independent prototype, which drew other instances: rewards are
compared relative to the optimum or to one another. The paper itself prints no number.
"""

import math
from functools import cache

import numpy as np
import pytest
import yaml

from conftest import ROOT
from delayed_bandits.analysis.curves import CurvesOfFiles
from delayed_bandits.experiments.experiment import load_papers

pytestmark = pytest.mark.paper

SIMILAR = {"fig1a": "similar geometric", "fig1b": "similar Pareto"}
DIVERSE = {"fig2a": "diverse geometric", "fig2b": "diverse Pareto"}
CELLS = [*SIMILAR, *DIVERSE]

# T = 170,000: the optimum, and the reward of each algorithm
HEADS = ("doral", "dalp", "d_linucb", "random", "doral_8", "dalp_8")
REWARD = {
    "fig1a": (35051, 32500, 32500, 29084, 29132, 33324, 33331),
    "fig2a": (33614, 32052, 32054, 27761, 27810, 32264, 31759),
    "fig1b": (33258, 30801, 30765, 27547, 27557, 31150, 31104),
    "fig2b": (26685, 25612, 25320, 21510, 21544, 24364, 22134),
}
# DORAL less D-ALP on the same seeds, and the standard error; rounds of the first stage
DIFFERENCE = {
    ("fig1a", ""): (1, 21, 5126),
    ("fig2a", ""): (-2, 33, 3330),
    ("fig1b", ""): (36, 19, 8165),
    ("fig2b", ""): (292, 69, 4690),
    ("fig1a", "_8"): (-7, 34, 5325),
    ("fig2a", "_8"): (505, 88, 4557),
    ("fig1b", "_8"): (46, 33, 9186),
    ("fig2b", "_8"): (2230, 253, 11535),
}


@pytest.fixture(scope="module")
def curves():
    """Give the runs of an algorithm on a setting, all seeds, if they are those of the YAML file."""
    committed = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
    paper = load_papers(committed | {"papers": ["liu2024"]}, ROOT / "workflow")["liu2024"]

    @cache
    def read(setting, algorithm):
        folder = ROOT / "results/runs/liu2024" / setting / algorithm
        files = sorted(folder.glob("[0-9]*.parquet"))
        if not files:
            pytest.fail(f"{folder}: no run files; run `snakemake --cores 2 liu2024` first")
        (found,) = CurvesOfFiles(files).values()
        assert found.specification == paper.runs[setting, algorithm]
        return found

    return read


@pytest.fixture(scope="module")
def last(curves):
    """Give a column of a run at the last round, of each seed."""
    return lambda setting, algorithm, column="reward": curves(setting, algorithm).last(column)


def sem(values):
    return values.std(ddof=1) / math.sqrt(values.size)


@pytest.mark.parametrize("setting", CELLS)
@pytest.mark.parametrize("algorithm", HEADS)
def test_reward_relative_to_the_optimum(setting, algorithm, last):
    """Within 3 %."""
    optimum, *rewards = REWARD[setting]
    expected = rewards[HEADS.index(algorithm)] / optimum
    reward = last(setting, algorithm)
    best = reward + last(setting, algorithm, "regret")
    assert reward.mean() / best.mean() == pytest.approx(expected, rel=0.03)


@pytest.mark.parametrize(("setting", "suffix"), DIFFERENCE)
def test_doral_less_d_alp_on_the_same_seeds(setting, suffix, last):
    """Within four standard errors of the difference of the two measurements."""
    expected, error, _ = DIFFERENCE[setting, suffix]
    found = last(setting, f"doral{suffix}") - last(setting, f"dalp{suffix}")
    deviation = (found.mean() - expected) / math.hypot(sem(found), error)
    assert abs(deviation) <= 4, (found.mean(), sem(found))


@pytest.mark.parametrize(("setting", "suffix"), DIFFERENCE)
def test_rounds_of_the_first_stage(setting, suffix, last):
    """Within a tenth or four standard errors; D-ALP shares it."""
    *_, expected = DIFFERENCE[setting, suffix]
    found = last(setting, f"doral{suffix}", "identification")
    allowed = max(0.1 * expected, 4 * math.sqrt(2) * sem(found))
    assert found.mean() == pytest.approx(expected, abs=allowed)
    same = last(setting, f"dalp{suffix}", "identification")
    np.testing.assert_array_equal(same, found)


SPENDING = ["doral", "dalp", "doral_8", "dalp_8", "d_linucb", "random", "ucb_alp"]


@pytest.mark.parametrize("setting", [*CELLS, "criteo"])
@pytest.mark.parametrize("algorithm", SPENDING)
def test_each_policy_as_adopted_spends_its_budget_on_every_seed(setting, algorithm, curves, last):
    """And no more; variants with the printed b / t or b / B leave some of it."""
    budget = curves(setting, algorithm).trace["budget"]
    assert (last(setting, algorithm, "spent") == budget).all()


@pytest.mark.parametrize("suffix", ["", "_8", "_cutoff", "_printed"])
def test_doral_and_d_alp_share_the_first_stage_and_the_cutoff(suffix, last):
    for column in ("identification", "accepted", "cutoff"):
        one, other = (last("fig2b", f"{name}{suffix}", column) for name in ("doral", "dalp"))
        np.testing.assert_array_equal(one, other)
