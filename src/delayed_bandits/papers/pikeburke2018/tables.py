"""Tables of Pike-Burke et al. 2018."""

from collections.abc import Iterator
from typing import Any

import pandas as pd

from delayed_bandits.analysis.curves import AllCurves, Styles
from delayed_bandits.papers.pikeburke2018 import measures as m


def worst(curves: AllCurves, styles: Styles) -> pd.DataFrame:
    """Return the largest mean regret over gaps by horizon, and the same divided by QPM-D's."""
    rows = [row for name in ("odaaf", "odaaf_b", "qpmd") for row in _of_algorithm(curves, name)]
    return pd.DataFrame(rows)


def _of_algorithm(curves: AllCurves, name: str) -> Iterator[dict[str, Any]]:
    place = int(name == "qpmd")
    functions = {
        "worst": lambda *both: both[place],
        "worst-ratio": lambda *both: both[place] / both[1],
    }
    for panel, function in functions.items():
        for number, T in enumerate(m.HORIZONS, 1):
            runs = *m.worst("odaaf" if place else name, number), *m.worst("qpmd", 4)
            found = (curves[setting, run] for setting, run in (one.split(":") for one in runs))
            mean, low, high, _ = m.of_worst("", function).of(*found)
            row = {"setting": panel, "algorithm": name, "round": T, "mean": mean}
            yield row | {"ci_low": low, "ci_high": high}
