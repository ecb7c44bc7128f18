"""Tables of handlings of delay, of the price of a delay, and of theorems' bounds.

A handling is a way in which an algorithm, the base, uses late feedback. The price of a delay is the
regret that it adds.
"""

import functools
import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from delayed_bandits.analysis.curves import AllCurves, Curves, Styles
from delayed_bandits.analysis.intervals import mean_interval, ratio_interval
from delayed_bandits.papers.price.rule import of_test, rule

IGNORED = "arrived"  # the handling that ignores the delay
PRINTED, TUNED = "printed", "tuned"

WORDS = {
    "wait": "wait for a window",
    "queue": "a queue per arm",
    "widen": "outstanding as successes",
    "failures": "outstanding as failures",
    "correct": "correct by F(age)",
    "skip": "skip late rewards",
}
"""The handlings that are compared with ignoring the delay, in words."""

ALIKE = ("fixed-100", "fixed-1000", "geometric-1000", "pareto15-1000", "pareto05")
ALIKE += ("batches-1000", "criteo", "loss")
"""The environments whose delays depend on neither arm nor reward."""

TEN_ARMS = ("fixed-1000-k10", "batches-1000-k10")

CLICKS = ("clicks-fixed", "clicks-geometric", "clicks-lognormal", "clicks-criteo")
CLICKS += ("clicks-slow-best", "clicks-fast-best")
"""The environments in which failures are never reported."""

Handled = Mapping[tuple[str, str, str, float], Curves]
"""Curves by environment, base, handling and exploration (a factor)."""


def compared(curve: Curves) -> np.ndarray:
    """Return the final regrets of the first two thirds of the runs, for comparison."""
    return curve.final[: 2 * curve.n_runs // 3]


def for_tuning(curve: Curves) -> np.ndarray:
    """Return the final regrets of the last third of the runs, for tuning."""
    return curve.final[2 * curve.n_runs // 3 :]


def random_play(curve: Curves) -> float:
    """Return the regret of random play at the horizon."""
    means = curve.trace["means"]
    return float(curve.rounds[-1] * (max(means) - np.mean(means)))


def best_factor(runs: Handled, logs: str, base: str, handling: str) -> float:
    """Return the exploration factor with the least geometric mean of tuning regrets."""
    scores: dict[float, float] = {}
    for (_, *which, factor), curve in runs.items():
        if which == [base, handling] and curve.coordinates["logs"] == logs:
            score = math.log(max(1.0, float(np.mean(for_tuning(curve)))))
            scores[factor] = scores.get(factor, 0.0) + score
    return min(scores, key=lambda factor: (scores[factor], -factor))


def handled(curves: AllCurves) -> tuple[Handled, Callable[[str, str, str, str], float]]:
    """Return `Handled` curves, and a function that returns the exploration factor."""
    runs: dict[tuple[str, str, str, float], Curves] = {}
    for (_, base), curve in curves.items():
        at = curve.coordinates
        runs[at["environment"], base, at["handling"], at["exploration"]] = curve

    @functools.cache
    def factor(width: str, logs: str, base: str, handling: str) -> float:
        return 1.0 if width == PRINTED else best_factor(runs, logs, base, handling)

    return runs, factor


def handling(curves: AllCurves, styles: Styles) -> pd.DataFrame:
    """Return a row for each environment, base, handling and width."""
    runs, factor = handled(curves)
    rows = []
    for width in (PRINTED, TUNED):
        for (environment, base, way, one), curve in runs.items():
            at = curve.coordinates
            if one != factor(width, at["logs"], base, way):
                continue
            if width == TUNED and at["environment"] in TEN_ARMS:
                continue
            ignoring = runs[environment, base, IGNORED, factor(width, at["logs"], base, IGNORED)]
            ratio, low, high, _ = ratio_interval(compared(curve), compared(ignoring))
            mean, mean_low, mean_high, count = mean_interval(compared(curve))
            about = environment, at["logs"], base, styles[base]["label"], way, width, one, count
            uniform = random_play(curve)
            rows.append((*about, mean, mean_low, mean_high, uniform, ratio, low, high))
    columns = ["environment", "logs", "base", "label", "handling", "width", "exploration", "runs"]
    columns += ["mean", "mean_low", "mean_high", "uniform", "ratio", "low", "high"]
    return pd.DataFrame(rows, columns=columns)


def lost(late: Curves, free: Curves) -> np.ndarray:
    """Return the regret that a delay adds to each run, in rounds of random play."""
    added = late.final - free.final[: late.n_runs]
    return added / random_play(late) * late.rounds[-1]


def parts(curve: Curves) -> list[float]:
    """Return [n, t, L] of our rule in a setting, as in `rule.of_test`."""
    return of_test(curve.trace["delay"], int(curve.rounds[-1]), curve.trace["means"])


def expected(curve: Curves) -> float:
    """Return the price of a delay by our rule, in rounds of random play."""
    return rule(*parts(curve)[1:])


def price(curves: AllCurves, styles: Styles) -> pd.DataFrame:
    """Return the price of each delay for each base."""
    rows: list[dict[str, Any]] = []
    for (_, base), curve in curves.items():
        at, kept = curve.coordinates, curve.coordinates.get("rule") != "broken"
        if at["distribution"] == "none":
            continue
        found = mean_interval(lost(curve, curves[f"none-{at['problem']}", base]))
        n, t, unit = parts(curve) if kept else [math.nan] * 3
        rows.append(
            {
                "base": base,
                "label": styles[base]["label"],
                **{key: at[key] for key in ("distribution", "mean_delay", "problem", "rule")},
                "n": n,
                "t": t,
                "L": unit,
                "expected": rule(t, unit),
                **dict(zip(("price", "low", "high", "runs"), found, strict=True)),
            }
        )
    return pd.DataFrame(rows)


def joulani(constant: float) -> Callable[[Mapping[str, Any], float], float]:
    """Return a function for the bound of Joulani et al. 2013 on the regret of UCB1.

    `constant`, a factor of each gap, is 3.5 in Theorem 7 (Delayed-UCB1), and 1 + pi^2 / 3 in
    Theorem 6 (QPM-D; Auer et al. 2002). The delay bounds an arm's number of outstanding rewards.
    """

    def bound(at: Mapping[str, Any], rounds: float) -> float:
        of_an_arm = 8 * math.log(rounds) / at["gap"] + (constant + at["delay"]) * at["gap"]
        return (at["arms"] - 1) * of_an_arm

    return bound


def vernade(at: Mapping[str, Any], rounds: float) -> float:
    """Return Theorem 2's bound (Vernade et al. 2020) for unit vectors and tau_m = 1."""
    d, growth = at["arms"], math.log((at["arms"] + rounds) / at["arms"])
    f = 1 + math.sqrt(2 * math.log(1 / 0.05) + d * growth)
    return 4 * f * math.sqrt(2 * d * rounds * growth) + 4 * at["delay"] * d * growth


BOUNDS = {
    "Delayed-UCB1": joulani(3.5),
    "QPM-D": joulani(1 + math.pi**2 / 3),
    "OTFLinUCB": vernade,
}
"""The bounds with explicit constants. Those of the other papers have none."""


def beats_random_play(at: Mapping[str, Any]) -> float:
    """Return the T from which the bound is below random play's regret."""
    rate = at["gap"] * (1 - 1 / at["arms"])
    low, high = math.log(10), math.log(1e15)
    while high - low > 1e-9:
        middle = (low + high) / 2
        below = BOUNDS[at["theorem"]](at, math.exp(middle)) < rate * math.exp(middle)
        low, high = (low, middle) if below else (middle, high)
    return math.exp(high)


def bounds(curves: AllCurves, styles: Styles) -> pd.DataFrame:
    """Return bounds, regrets, and the T from which a bound is below random play."""
    rows = []
    for curve in curves.values():
        at, rounds = curve.coordinates, int(curve.rounds[-1])
        mean, low, high, count = mean_interval(curve.final)
        bound, uniform = BOUNDS[at["theorem"]](at, rounds), random_play(curve)
        about = at["theorem"], at["arms"], at["gap"], rounds, count, mean, low, high
        rows.append((*about, bound, uniform, beats_random_play(at)))
    columns = ["theorem", "arms", "gap", "T", "runs", "mean", "low", "high"]
    columns += ["bound", "uniform", "beats_random_play"]
    return pd.DataFrame(rows, columns=columns)
