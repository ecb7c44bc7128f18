"""A run, a config and a paper's YAML file that tests change."""

import shutil
from dataclasses import replace

import pytest
import yaml

from conftest import ROOT
from delayed_bandits import algorithms
from delayed_bandits.experiments import description
from delayed_bandits.experiments.experiment import load_papers
from delayed_bandits.experiments.simulation import write_runs
from delayed_bandits.experiments.specification import Specification
from delayed_bandits.files.sources import digest_of_sources
from projects import TINY

LINEAR = Specification(
    paper="paper",
    setting="setting",
    algorithm="random",
    master_seed=5,
    checkpoints=5,
    trace={"horizon": 50, "arms": 3, "dimension": 2, "action_distribution": "binary"}
    | {"delay": {"distribution": "geometric", "mean": 4}},
    run="linear_baselines.random_play",
    parameters={},
)
OTFLINUCB = replace(
    LINEAR,
    run="otflin.otflinucb",
    parameters={"window": 5, "confidence": 0.1, "regularisation": 1.0},
)
GIVEN = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8")) | {"papers": ["tiny"]}
CONFIG = yaml.safe_dump(GIVEN, sort_keys=False, default_flow_style=None)
PAPER = (TINY / "tiny.yaml").read_text(encoding="utf-8")
NO_SETTINGS = {
    "title": "A paper",
    "reference": "Nobody, nowhere.",
    "note": "None.",
    "checkpoints": 5,
    "scales": {"paper": {"seeds": 8}, "quick": {"seeds": 3, "horizon": 20}},
    "figures": {},
}
"""A description of a paper that lacks settings and algorithms."""
FIXED_ARM = """
class {name}:
    def __init__(self, problem, rng):
        pass

    def choose(self, t):
        return {arm}

    def observe(self, round, arm, reward):
        pass
"""


def write_fixed_arm(path, name, arm):
    """Write a learner that plays one arm; return its reference."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(FIXED_ARM.format(name=name, arm=arm), encoding="utf-8")
    return f"{path}:{name}"


def load_paper(folder, name, content):
    text = yaml.safe_dump(content, sort_keys=False)
    (folder / "papers" / f"{name}.yaml").write_text(text, encoding="utf-8")
    return load_papers(GIVEN | {"papers": [name]}, folder)[name]


def simulate_to(output, run, seeds, delays, sources=None):
    inputs = run.inputs(seeds, sources or digest_of_sources(run.module), delays)
    write_runs([(output, run, inputs)], seeds, delays)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A working directory with a config and a workflow of the tiny paper alone."""
    shutil.copytree(ROOT / "workflow" / "schemas", tmp_path / "schemas")
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers" / "tiny.yaml").write_text(PAPER, encoding="utf-8")
    (tmp_path / "config.yaml").write_text(CONFIG, encoding="utf-8")
    monkeypatch.setattr(algorithms, "__path__", [*algorithms.__path__, str(TINY)])
    functions = {"papers.tiny.figures": ["regret"]}
    monkeypatch.setattr(description, "functions_of", lambda module: functions.get(module, []))
    monkeypatch.chdir(tmp_path)
    return tmp_path
