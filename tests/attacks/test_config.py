"""The configuration on the command line, read as Snakemake reads them."""

import yaml
from snakemake.cli import parse_config

from attacks.table import Attack, each
from conftest import listed, refused
from delayed_bandits.experiments.experiment import load_papers
from single_runs import CONFIG

INJECTED = ["$(touch pwned)", "`touch pwned`", "; touch pwned", "'; touch pwned; '", "| tee pwned"]
ATTACKS = [
    *(Attack(*row) for row in listed("command_line.yaml")),
    Attack("a path that is too long", "criteo is '", ["criteo=" + 5000 * "a"]),
    *(Attack(text, "criteo is ", [f"criteo={text}"]) for text in INJECTED),
    *(Attack(text, "papers: unknown paper ", [f'papers=["{text}"]']) for text in INJECTED),
]


@each(ATTACKS)
def test_config(attack, folder):
    config = yaml.safe_load(CONFIG) | parse_config(attack.arguments)
    with refused(f"config.yaml: {attack.seen}") as caught:
        load_papers(config, folder)
    assert str(caught.value).isprintable()
    assert not (folder / "pwned").exists()
