"""A new paper to edit: two settings of K arms, and a figure of both."""

import re
from pathlib import Path

from delayed_bandits.checks.errors import InputError

YAML = """\
title: {name}
reference: Who, where, when.
note: Which experiments are regenerated.

checkpoints: 200
scales:
  paper: {{seeds: 100}}
  quick: {{seeds: 5, horizon: 2000}}

settings:
  short:
    description: delays of mean 20
    trace: &arms
      horizon: 10000
      means: [0.5, 0.6]
      delay: {{distribution: geometric, mean: 20}}
  long:
    description: delays of mean 500
    trace: {{<<: *arms, delay: {{distribution: geometric, mean: 500}}}}

algorithms:
  thompson: {{run: thompson.thompson, label: Thompson sampling, colour: blue, line: solid}}
  qpmd: {{run: delayed_ucb.qpmd, label: QPM-D, colour: red, line: dashed}}

figures:
  regret:
    draw: regret
    settings: [short, long]
    caption: Mean pseudo-regret, with a 95 % band.
"""
FIGURES = '''\
"""Figures of the paper {name}."""

from matplotlib.figure import Figure

from delayed_bandits.analysis.curves import AllCurves, Styles
from delayed_bandits.analysis.plots import legend_below, mean_regret, plot_regret, sheet


def regret(curves: AllCurves, delays: None, styles: Styles) -> Figure:  # noqa: ARG001
    """Plot mean regret of every algorithm, a panel for each setting."""
    table = mean_regret(curves)
    settings = table["setting"].unique()
    figure, panels = sheet(2.2, 1, len(settings), squeeze=False)
    for axes, setting in zip(panels[0], settings, strict=True):
        plot_regret(axes, table[table["setting"] == setting], styles, styles)
        axes.set_title(setting)
    panels[0][0].set_ylabel("regret")
    return legend_below(figure, panels[0], columns=2)
'''
CLAIMS = '"""Claims of the paper {name}."""\n\nCLAIMS = []\n\nCONCLUSIONS = []\n'


def write_paper(name: str, checkout: Path) -> list[Path]:
    """Write the YAML and code of a new paper into a checkout; return their paths."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{0,99}", name):
        fault = "not a valid name. Use 1 to 100 letters, digits or _, starting with a letter."
        raise InputError(f"{name!r}: {fault}")
    folder = checkout / f"src/delayed_bandits/papers/{name}"
    if not folder.parent.is_dir():
        raise InputError(f"{checkout}: not a checkout of delayed-bandits. Run this command in one.")
    texts = {checkout / f"workflow/papers/{name}.yaml": YAML, folder / "figures.py": FIGURES}
    texts |= {folder / "claims.py": CLAIMS, folder / "__init__.py": '"""The paper {name}."""\n'}
    for path in (*texts, folder):
        if path.exists():
            raise InputError(f"{path}: exists. Choose another name.")
    folder.mkdir()
    for path, text in texts.items():
        path.write_text(text.format(name=name), encoding="utf-8")
    return list(texts)
