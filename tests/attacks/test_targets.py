"""Targets of the command line."""

import re

import pytest

from attacks.table import Attack, each
from conftest import ROOT, listed
from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments.names import check_target

FIGURE = "figures/tiny/regret.png"
KNOWN = ["all", "tiny", "report", FIGURE, "results/report.html", "results/regret/tiny.csv"]
ATTACKS = [Attack(*row) for row in listed("targets.yaml")]


@each(ATTACKS)
def test_targets(attack):
    with pytest.raises(InputError) as caught:
        check_target(attack.arguments[0], KNOWN, ["tiny"], ROOT / "workflow/papers")
    target = attack.arguments[0]
    shown = target if target and target.isprintable() else repr(target)
    (line,) = str(caught.value).splitlines()
    assert re.match(re.escape(f"{shown}: {attack.seen}"), line), line
