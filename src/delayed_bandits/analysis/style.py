"""The style of figures: palette, widths, fonts and file formats."""

import io
from collections.abc import Iterable, Mapping
from pathlib import Path

import matplotlib
import numpy as np
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from delayed_bandits.files.tables import whole_file

HALF_WIDTH = 3.3
FULL_WIDTH = 6.9

# contrast of at least 3 : 1 on white; distinct with protanopia and deuteranopia, too
PALETTE = {
    "black": "#000000",
    "orange": "#A55C11",
    "sky": "#3194DC",
    "green": "#308068",
    "yellow": "#AE8B11",
    "blue": "#1F45B2",
    "red": "#9B0300",
    "purple": "#E352A6",
    "grey": "#4B4A4B",
}

STYLE = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],  # comes with Matplotlib, so every machine has it
    "font.size": 8,
    "axes.titlesize": 8,
    "axes.labelsize": 8,
    "legend.fontsize": 7,
    "xtick.labelsize": 7,
    "ytick.labelsize": 7,
    "lines.linewidth": 1.2,
    "lines.markersize": 4.8,
    "lines.solid_capstyle": "round",
    "patch.linewidth": 0.8,
    "patch.edgecolor": "white",
    "patch.force_edgecolor": True,
    "axes.axisbelow": True,
    "axes.edgecolor": "0.8",
    "axes.labelcolor": "0.15",
    "axes.linewidth": 0.6,
    "axes.grid": True,
    "grid.color": "0.8",
    "grid.linewidth": 0.4,
    "text.color": "0.15",
    "xtick.color": "0.15",
    "ytick.color": "0.15",
    "xtick.bottom": False,
    "ytick.left": False,
    "xtick.major.size": 4.8,
    "ytick.major.size": 4.8,
    "xtick.minor.size": 3.2,
    "ytick.minor.size": 3.2,
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

ZERO_WIDTH_SPACE = "\u200b"


def set_style() -> None:
    """Apply the style of figures to Matplotlib, without the user's matplotlibrc."""
    matplotlib.rcdefaults()
    matplotlib.rcParams.update(STYLE)


def drawn_as_written(styles: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """Return styles with escaped labels, so that Matplotlib draws $ and a leading _."""

    def escaped(label: str) -> str:
        return (ZERO_WIDTH_SPACE if label.startswith("_") else "") + label.replace("$", r"\$")

    return {name: {**look, "label": escaped(look["label"])} for name, look in styles.items()}


def fix_layout(figure: Figure) -> None:
    """Lay out a figure, and round the positions of its axes.

    Without rounding, the last bits of positions on log axes would depend on the processor.
    """
    figure.set_dpi(STYLE["savefig.dpi"])  # dots per inch at which the sizes of labels are measured
    figure.draw_without_rendering()
    figure.set_layout_engine(None)
    for axes in figure.axes:
        axes.set_position(np.round(axes.get_position().bounds, 6))


def save(figure: Figure, outputs: Iterable[Path]) -> None:
    """Write a figure to each path in the format of its suffix, without dates."""
    # with constrained layout, Matplotlib would lay out and draw the figure again for each format
    with matplotlib.rc_context({"figure.constrained_layout.use": False}):
        if isinstance(figure.get_layout_engine(), ConstrainedLayoutEngine):
            fix_layout(figure)
        for output in outputs:
            kind = output.suffix[1:]
            drawn = io.BytesIO()  # Matplotlib itself fails in many ways on a full disk
            figure.savefig(drawn, format=kind, metadata=METADATA[kind])
            with whole_file(output) as temporary:
                temporary.write_bytes(drawn.getvalue())
