"""Targets of the command line."""

import re

import pytest

from attacks.table import Attack, each
from conftest import ROOT
from delayed_bandits.checks.errors import InputError
from delayed_bandits.experiments.names import check_target

FIGURE = "figures/tiny/regret.png"
KNOWN = ["all", "tiny", "report", FIGURE, "results/report.html", "results/regret/tiny.csv"]
MEANT = "nothing makes this; did you mean {}?"
NONE = "nothing makes this; snakemake --list names the rules."
NOT_SELECTED = (
    "the paper {0} is not selected; expected it among the papers of the config: "
    "--config 'papers=[{0}]' -- "
)

ATTACKS = [
    Attack("a figure misspelt", MEANT.format(FIGURE), ["figures/tiny/regrett.png"]),
    Attack("another format", MEANT.format(FIGURE), ["figures/tiny/regret.jpg"]),
    Attack("another case", MEANT.format(FIGURE), ["Figures/tiny/regret.png"]),
    Attack("a paper misspelt", MEANT.format("tiny"), ["tinny"]),
    Attack("a rule misspelt", MEANT.format("report"), ["reprot"]),
    Attack("a paper that is not selected", NOT_SELECTED.format("liu2024"), ["liu2024"]),
    Attack("its figure", NOT_SELECTED.format("liu2024"), ["figures/liu2024/x.png"]),
    Attack("its table", NOT_SELECTED.format("zhang2025"), ["results/regret/zhang2025.csv"]),
    Attack("the quick scale", "made at the quick scale only", ["results/quick/report.html"]),
    Attack("a folder above", NONE, ["../../../etc/passwd"]),
    Attack("a file of the system", NONE, ["/etc/passwd"]),
    Attack("a command", NONE, ["$(touch pwned)"]),
    Attack("wildcards", MEANT.format(FIGURE), ["figures/{paper}/regret.png"]),
    Attack("nothing", NONE, [""]),
    Attack("a line break", NONE, ["\n"]),
    Attack("a letter that looks the same", MEANT.format("tiny") + " Your 'і' is CYR", ["tіny"]),
]


@each(ATTACKS)
def test_targets(attack):
    with pytest.raises(InputError) as caught:
        check_target(attack.arguments[0], KNOWN, ["tiny"], ROOT / "workflow/papers")
    target = attack.arguments[0]
    shown = target if target and target.isprintable() else repr(target)
    (line,) = str(caught.value).splitlines()
    assert re.match(re.escape(f"{shown}: {attack.seen}"), line), line
