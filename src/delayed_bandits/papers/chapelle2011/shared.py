"""Table 1 of Chapelle and Li 2011, and the coordinates of its settings."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from delayed_bandits.analysis.curves import Curves

DELTAS = (1, 3, 10, 32, 100, 316, 1000)
"""Rounds between two arrivals of feedback."""

TABLE = {
    "UCB": (24_145, 24_695, 25_662, 28_148, 37_141, 77_687, 226_220),
    "TS": (9_105, 9_199, 9_049, 9_451, 11_550, 21_594, 59_256),
}
"""The regrets that the paper prints, of each delta."""

PRINTED = {(row, delta): R for row in TABLE for delta, R in zip(DELTAS, TABLE[row], strict=True)}


def delta_of(trace: Mapping[str, Any]) -> int:
    """Give the rounds between two arrivals of feedback."""
    return trace["delay"]["size"]


def gap_of(trace: Mapping[str, Any]) -> float:
    """Give the gap between the best arm, which is the first, and the others."""
    return round(trace["means"][0] - trace["means"][1], 10)


def lower_bound(trace: Mapping[str, Any]) -> float:
    """Compute the constant of log T in the bound of Lai and Robbins, (2) in the paper."""
    best = max(trace["means"])
    return sum((best - p) / divergence(p, best) for p in trace["means"] if p < best)


def divergence(p: float, q: float) -> float:
    """Compute the Kullback-Leibler divergence of Bernoulli laws, of means in (0, 1)."""
    return p * math.log(p / q) + (1 - p) * math.log((1 - p) / (1 - q))


def case_of(trace: Mapping[str, Any]) -> str:
    """Describe a panel of Figure 1 in words."""
    return f"{len(trace['means'])} arms, gap {gap_of(trace):g}"


def learned(curve: Curves, round_: int) -> bool:
    """Tell whether the mean regret at a round is at most half of that of uniform play."""
    means = curve.trace["means"]
    uniform = round_ * (max(means) - sum(means) / len(means))
    return float(np.mean(curve.at(round_))) <= uniform / 2
