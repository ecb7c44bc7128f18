"""The configuration and targets on the command line, read as Snakemake reads them."""

import yaml
from snakemake.cli import parse_config

from attacks.table import Attack, each
from conftest import ROOT, listed, refused
from delayed_bandits.experiments.experiment import load_papers
from delayed_bandits.experiments.names import check_target
from single_runs import CONFIG

INJECTED = ["$(touch pwned)", "`touch pwned`", "; touch pwned", "'; touch pwned; '", "| tee pwned"]
ATTACKS = [
    *(Attack(*row) for row in listed("command_line.yaml")),
    Attack("a path that is too long", "criteo is '", ["criteo=" + 5000 * "a"]),
    *(Attack(text, "criteo is ", [f"criteo={text}"]) for text in INJECTED),
    *(Attack(text, "papers: unknown paper ", [f'papers=["{text}"]']) for text in INJECTED),
]
KNOWN = ["all", "tiny", "report", "figures/tiny/regret.png"]
KNOWN += ["results/report.html", "results/regret/tiny.csv"]


@each(ATTACKS)
def test_config(attack, folder):
    config = yaml.safe_load(CONFIG) | parse_config(attack.arguments)
    with refused(f"config.yaml: {attack.seen}") as caught:
        load_papers(config, folder)
    assert str(caught.value).isprintable()
    assert not (folder / "pwned").exists()


@each([Attack(*row) for row in listed("targets.yaml")])
def test_targets(attack):
    target = attack.arguments[0]
    shown = target if target and target.isprintable() else repr(target)
    with refused(f"{shown}: {attack.seen}"):
        check_target(target, KNOWN, ["tiny"], ROOT / "workflow/papers")
