"""Style of figures: palette, widths, fonts and file formats."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from delayed_bandits.files.tables import whole_file

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
    """Apply the style of figures to Matplotlib."""
    import seaborn as sns  # takes seconds, and claims are judged without it

    sns.set_theme(context="paper", style="whitegrid", rc=STYLE)


def fix_layout(figure: Figure) -> None:
    """Lay out a figure and round where its axes are.

    The layout depends on the places of the labels of log axes, whose last bits depend on the
    processor.
    """
    figure.set_dpi(STYLE["savefig.dpi"])  # at which the sizes of labels are measured
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    for axes in figure.axes:
        axes.set_position(np.round(axes.get_position().bounds, 6))


def save(figure: Figure, outputs: Iterable[Path]) -> None:
    """Write a figure once per output, in the format of its suffix, without dates."""
    for output in outputs:
        kind = output.suffix[1:]
        with whole_file(output) as temporary:
            figure.savefig(temporary, format=kind, metadata=METADATA[kind])
