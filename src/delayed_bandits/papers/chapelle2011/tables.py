"""Tables of Chapelle and Li 2011."""

import pandas as pd

from delayed_bandits.analysis.curves import AllCurves, Styles
from delayed_bandits.analysis.intervals import mean_interval
from delayed_bandits.papers.chapelle2011.measures import DELTAS, TABLE

COLUMNS = {
    "TS": [("batch", "thompson"), ("at-once", "thompson")],
    "UCB": [("batch", "ucb"), ("at-once", "ucb"), ("at-once", "ucb_printed")],
}
"""For each row of Table 1, our runs: the prefix of the settings, and the algorithm."""


def table1(curves: AllCurves, styles: Styles) -> pd.DataFrame:
    """Return the numbers of Table 1 and our results, with their ratios."""
    rows = []
    for row, ours in COLUMNS.items():
        for prefix, name in ours:
            for delta, printed in zip(DELTAS, TABLE[row], strict=True):
                mean, low, high, _ = mean_interval(curves[f"{prefix}-{delta}", name].final)
                of_paper = {"row": row, "delta": delta, "printed": printed}
                found = {"setting": f"{prefix}-{delta}", "algorithm": styles[name]["label"]}
                found |= {"mean": mean, "low": low, "high": high, "ratio": mean / printed}
                rows.append(of_paper | found)
    return pd.DataFrame(rows)
