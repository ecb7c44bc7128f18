"""Figures as notebooks show them."""

import io

from matplotlib.figure import Figure


class Plot(Figure):
    """A Matplotlib figure that notebooks show without pyplot."""

    def _repr_png_(self) -> bytes:
        written = io.BytesIO()
        self.savefig(written, format="png")
        return written.getvalue()
