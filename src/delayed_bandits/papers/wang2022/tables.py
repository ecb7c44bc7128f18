"""Regret of the platforms' rules in the environments of Wang et al. 2022."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from delayed_bandits.analysis.curves import AllCurves, Styles
from delayed_bandits.analysis.intervals import mean_interval, ratio_interval
from delayed_bandits.analysis.measures import finals
from delayed_bandits.delays.distributions import distribution_from

REFERENCES = {"over_dts": "dts_known", "over_naive": "naive", "over_split": "equal_split"}


def rules(curves: AllCurves, styles: Styles) -> pd.DataFrame:
    """Return the regret of every platform's rule on every setting."""
    rows = []
    for (setting, name), curve in curves.items():
        mean, low, high, _ = mean_interval(curve.final)
        window = (curve.specification.parameters.get("model") or {}).get("rounds")
        misled = window is not None and window <= misleading_windows(curve.trace)
        over = {
            column: ratio_interval(*finals(curve, curves[setting, reference])).estimate
            for column, reference in REFERENCES.items()
        }
        about = {"setting": setting, **curve.coordinates, "rule": styles[name]["label"]}
        found = {"window_rounds": window, "mean": mean, "low": low, "high": high}
        rows.append({**about, **found, **over, "misled": misled})
    return pd.DataFrame(rows)


def misleading_windows(trace: Mapping[str, Any]) -> int:
    """Return the longest window, in rounds, in which another arm converts more, or 0."""
    means, delay = np.array(trace["means"]), trace["delay"]
    distributions = delay if isinstance(delay, list) else [delay] * len(means)
    rounds = np.arange(trace["horizon"])
    shares = (
        np.array(
            [
                distribution_from(distribution["success"]).cdf(rounds)
                for distribution in distributions
            ]
        )
        * means[:, None]
    )
    misled = shares.argmax(axis=0) != means.argmax()
    return int(rounds[misled].max()) if misled.any() else 0
