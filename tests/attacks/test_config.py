"""The configuration and targets on the command line, read as Snakemake reads them."""

import pytest
import yaml
from snakemake.cli import parse_config

from attacks.table import Attack, each
from conftest import ROOT, listed, refused
from delayed_bandits.experiments.experiment import load_papers
from delayed_bandits.experiments.names import check_target
from single_runs import CONFIG

REFUSED = [
    *listed("command_line.yaml"),
    ["criteo=$(touch pwned)", "criteo"],
    ["criteo='; touch pwned; '", "criteo"],
    ['papers=["`touch pwned`"]', "papers"],
]
KNOWN = ["all", "tiny", "report", "figures/tiny/regret.png"]
KNOWN += ["results/report.html", "results/regret/tiny.csv"]


@pytest.mark.parametrize(("argument", "key"), REFUSED)
def test_config(argument, key, folder):
    config = yaml.safe_load(CONFIG) | parse_config([argument])
    with refused("config.yaml", key):
        load_papers(config, folder)


@each([Attack(*row) for row in listed("targets.yaml")])
def test_targets(attack):
    target = attack.arguments[0]
    shown = target if target and target.isprintable() else repr(target)
    with refused(f"{shown}: {attack.seen}"):
        check_target(target, KNOWN, ["tiny"], ROOT / "workflow/papers")
