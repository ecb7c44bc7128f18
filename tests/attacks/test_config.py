"""The configuration on the command line, read as Snakemake reads them."""

import pytest
import yaml
from snakemake.cli import parse_config

from conftest import listed, refused
from delayed_bandits.experiments.experiment import load_papers
from single_runs import CONFIG

REFUSED = [
    *listed("command_line.yaml"),
    ["criteo=$(touch pwned)", "criteo"],
    ["criteo='; touch pwned; '", "criteo"],
    ['papers=["`touch pwned`"]', "papers"],
]


@pytest.mark.parametrize(("argument", "key"), REFUSED)
def test_config(argument, key, folder):
    config = yaml.safe_load(CONFIG) | parse_config([argument])
    with refused("config.yaml", key):
        load_papers(config, folder)
