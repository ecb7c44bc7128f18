"""Targets of the command line."""

from attacks.table import Attack, each
from conftest import ROOT, listed, refused
from delayed_bandits.experiments.names import check_target

FIGURE = "figures/tiny/regret.png"
KNOWN = ["all", "tiny", "report", FIGURE, "results/report.html", "results/regret/tiny.csv"]
ATTACKS = [Attack(*row) for row in listed("targets.yaml")]


@each(ATTACKS)
def test_targets(attack):
    target = attack.arguments[0]
    shown = target if target and target.isprintable() else repr(target)
    with refused(f"{shown}: {attack.seen}"):
        check_target(target, KNOWN, ["tiny"], ROOT / "workflow/papers")
