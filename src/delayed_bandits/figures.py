"""The house style of figures, and regret curves in it."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from delayed_bandits.aggregation import AllCurves, regret_table
from delayed_bandits.tables import whole_file

HALF_WIDTH = 3.3
FULL_WIDTH = 6.9

# Okabe and Ito's palette, which most colour-blind readers can tell apart, and a grey.
PALETTE = {
    "black": "#000000",
    "orange": "#E69F00",
    "sky": "#56B4E9",
    "green": "#009E73",
    "yellow": "#C9B300",
    "blue": "#0072B2",
    "red": "#D55E00",
    "purple": "#CC79A7",
    "grey": "#777777",
}

STYLE = {
    "font.size": 8,
    "axes.titlesize": 8,
    "axes.labelsize": 8,
    "legend.fontsize": 7,
    "xtick.labelsize": 7,
    "ytick.labelsize": 7,
    "lines.linewidth": 1.2,
    "axes.linewidth": 0.6,
    "grid.linewidth": 0.4,
    "legend.frameon": False,
    "savefig.dpi": 300,
    "svg.hashsalt": "delayed-bandits",
    "pdf.compression": 6,
    "figure.constrained_layout.use": True,
}

METADATA = {
    "png": {"Software": None},
    "svg": {"Date": None, "Creator": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}


Styles = Mapping[str, Mapping[str, str]]
"""Label, colour and line of each algorithm."""


def set_style() -> None:
    """Put the house style in force."""
    import seaborn as sns  # takes seconds, and claims are judged without it

    sns.set_theme(context="paper", style="whitegrid", rc=STYLE)


def save(figure: Figure, outputs: Iterable[Path]) -> None:
    """Write a figure once per output, in the format of its suffix, without dates."""
    for output in outputs:
        kind = output.suffix[1:]
        with whole_file(output) as temporary:
            figure.savefig(temporary, format=kind, metadata=METADATA[kind])


def mean_regret(curves: AllCurves) -> pd.DataFrame:
    """The table of `aggregation.regret_table`, as a data frame."""
    return regret_table(curves).to_pandas(use_threads=False)


def plot_regret(axes: Axes, regret: pd.DataFrame, algorithms: Styles, names: Iterable[str]) -> None:
    """Plot mean regret with its 95 % interval as a band, one curve per algorithm in `names`."""
    for name in names:
        rows = regret[regret["algorithm"] == name]
        style = algorithms[name]
        colour = PALETTE[style["colour"]]
        axes.plot(
            rows["round"], rows["mean"], color=colour, linestyle=style["line"], label=style["label"]
        )
        axes.fill_between(
            rows["round"], rows["ci_low"], rows["ci_high"], color=colour, alpha=0.2, linewidth=0
        )
    axes.set_xlim(0, regret["round"].max())
    axes.xaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 5, 10]))
    axes.set_xlabel("round")


def legend_below(figure: Figure, axes: Iterable[Axes], columns: int) -> None:
    """Put one legend for all axes below the figure, where it covers no curve."""
    entries = {}
    for panel in axes:
        for handle, label in zip(*panel.get_legend_handles_labels(), strict=True):
            entries.setdefault(label, handle)
    figure.legend(entries.values(), entries.keys(), loc="outside lower center", ncols=columns)
