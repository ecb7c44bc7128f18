"""Regret at the horizon as the page lists it, and the laws of delays of the settings."""

from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd

from delayed_bandits.analysis.numbers import fixed, places, rounded, same
from delayed_bandits.analysis.regret_table import final_regret


def regret_rows(regret: pd.DataFrame, about: Mapping[str, Any]) -> list[dict[str, Any]]:
    """List the regret at the horizon, by setting and algorithm in the order of the YAML."""
    final = {(row.setting, row.algorithm): row for row in final_regret(regret).itertuples()}
    rows = []
    for setting in about["settings"]:
        found = [
            (entry["label"], final[setting, algorithm])
            for algorithm, entry in about["algorithms"].items()
            if (setting, algorithm) in final
        ]
        least = min((row.mean for _, row in found), default=0)
        for label, row in found:
            numbers = row.mean, row.ci_low, row.ci_high
            rows.append(
                {
                    "setting": setting,
                    "algorithm": label,
                    "rounds": row.round,
                    "seeds": row.seeds,
                    "mean": estimate(*numbers),
                    "interval": interval(*numbers),
                    "least": len(found) > 1 and row.mean == least,
                }
            )
    return rows


def laws_of(traces: Iterable[Mapping[str, Any]]) -> list[str]:
    """List the laws of the delays of traces, each once."""
    found: dict[str, None] = {}
    for trace in traces:
        given = trace.get("delay", [])
        for delay in given if isinstance(given, list) else [given]:
            found[str(delay.get("law", "given by the setting"))] = None
    return [law.replace("_", " ") for law in found]


def estimate(value: float, low: float, high: float) -> str:
    """Format an estimate to the place of the last digit of its error."""
    half = (high - low) / 2
    return rounded(value) if same(value, half) else fixed(value, places(half))


def interval(value: float, low: float, high: float) -> str:
    """Format an interval to the place of the last digit of half its width."""
    half = (high - low) / 2
    if same(value, half):
        return "same in all runs"
    return f"{fixed(low, places(half))} to {fixed(high, places(half))}"
