"""Measurements for the claims of Vernade et al. 2020 on theorems, window and norms."""

import math
from collections.abc import Callable
from dataclasses import replace

from delayed_bandits.analysis.claims import (
    Control,
    Evidence,
    Reading,
    Runs,
    Setting,
)
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import (
    Interval,
    exact,
    exponent_interval,
    share_interval,
)
from delayed_bandits.analysis.measures import (
    final_difference,
    final_exponent,
    final_ratio,
    late_increments,
)
from delayed_bandits.analysis.verdicts import above, below, within_factor
from delayed_bandits.delays.laws import law_from
from delayed_bandits.papers.vernade2020.cases import (
    PRINTED,
    On,
    unless_nothing_is_learned,
)
from delayed_bandits.papers.vernade2020.shared import panel

LONG = {"long-100": "m = 100, mean delay 100", "long-500": "m = 100, mean delay 500"}
WINDOWS = {"window-25": 25, "fig1a": 100, "window-200": 200, "fig1b": 500, "window-1000": 1000}
"""Windows with delays of mean 100."""


def share_in_window(curve: Curves, runs: Runs) -> float:
    """Compute tau_m of a run."""
    law = law_from(curve.trace["delay"], runs.delays)
    return float(law.cdf(curve.specification.parameters["window"]))


def rate(curve: Curves) -> Interval:
    """Estimate p of R(t) = a + b t^p from R(T) - R(T/5) and R(T/5) - R(T/25)."""
    return exponent_interval(*late_increments(curve, 5), 5)


def rate_rows(on: On) -> list[Evidence]:
    """Measure the exponent in T."""
    return [
        Evidence(
            case,
            "p of R(t) = a + b tᵖ",
            rate(on.ucb(setting)),
            below(0.5, tolerance=0.25),
            Control("uniform play", rate(on.random(setting))),
        )
        for setting, case in LONG.items()
    ]


def coverage(runs: Runs) -> list[Reading]:
    """Count the runs in which a confidence set fails."""
    rows = []
    for setting in runs:
        curve = runs[setting.name, "otflinucb_confidence"]
        delta = curve.specification.parameters["confidence"]
        rows.append(
            Evidence(
                panel(setting.name),
                "share of runs in which the error leaves the set",
                share_interval(curve.last("error") > 1),
                below(2 * delta),
                Control("radius f alone", share_interval(curve.last("error_by_radius") > 1)),
            )
        )
    return [Reading("printed", PRINTED.what, rows)]


def against_best(curve: Callable[[str], Curves], setting: str) -> Interval:
    """Estimate R(T) with one window over that with the best of the others."""
    others = [curve(name) for name in WINDOWS if name != setting]
    return final_ratio(curve(setting), min(others, key=lambda other: other.final.mean()))


def twice_the_mean(on: On) -> list[Evidence]:
    """Compare m = 2 mu with the other windows."""
    return [
        Evidence(
            "mean delay 100, T = 3000",
            "R(T), m = 200 / best of m = 25, 100, 500, 1000",
            against_best(on.ucb, "window-200"),
            below(1, tolerance=0.5),
            Control("uniform play", against_best(on.random, "window-200")),
        )
    ]


def twice_the_mean_unlike_25(on: On) -> list[Evidence]:
    """Compare m = 2 mu with the other windows, with m = 25 as the control."""
    control = Control("m = 25 / best of the others", against_best(on.ucb, "window-25"))
    return [replace(row, control=control) for row in twice_the_mean(on)]


def stored_norms(on: On) -> list[Evidence]:
    """Compare stored norms with norms under V_t."""
    rows = []
    for setting in on.runs:
        for name in ("otflinucb", "otflints"):
            reference, stored, narrow = (
                on.named(setting.name, name + suffix) for suffix in ("", "_stored", "_tenth")
            )
            rows.append(
                Evidence(
                    f"{'OTFLinUCB' if name == 'otflinucb' else 'OTFLinTS'}, {panel(setting.name)}",
                    "R(T), norms under Vₛ / under Vₜ",
                    final_ratio(stored, reference),
                    within_factor(1, 1.1),
                    Control("width × 0.1 instead", final_ratio(narrow, reference)),
                )
            )
    return rows


def bound_of_theorem_2(curve: Curves, tau: float) -> float:
    """Compute the bound on R(T), which holds with probability 1 - 2 delta."""
    horizon, dimension = curve.trace["horizon"], curve.trace["dimension"]
    parameters = curve.specification.parameters
    lam = parameters["regularisation"]
    growth = math.log((dimension * lam + horizon) / (dimension * lam))
    f = math.sqrt(lam) + math.sqrt(2 * math.log(1 / parameters["confidence"]) + dimension * growth)
    first = 4 * f * math.sqrt(2 * dimension * horizon * growth)
    return (first + 4 * parameters["window"] * dimension * growth) / tau


def in_words(setting: Setting) -> str:
    """Describe a setting by its law of the arms, window, delays and horizon."""
    arms = {"binary": "{0,1}⁵", "uniform": "[0,1]⁵"}[setting.trace["action_law"]]
    window = setting.parameters["otflinucb"]["window"]
    delay = setting.trace["delay"]
    delays = "Criteo delays" if delay["law"] == "criteo" else f"mean delay {delay['mean']}"
    return f"{arms}, m = {window}, {delays}, T = {setting.trace['horizon']}"


def under_the_bound(runs: Runs) -> list[Reading]:
    """Count the runs above the bound of Theorem 2."""
    rows = []
    for setting in runs:
        curve = runs[setting.name, "otflinucb"]
        bound = bound_of_theorem_2(curve, share_in_window(curve, runs))
        random = runs[setting.name, "uniform_random"].final
        rows.append(
            Evidence(
                in_words(setting),
                f"share of runs with R(T) above {bound:,.0f}",
                share_interval(curve.final > bound),
                below(2 * curve.specification.parameters["confidence"]),
                Control("uniform play", share_interval(random > bound)),
            )
        )
    return [Reading("printed", "as printed, both laws of the arms", rows)]


def both_ways(on: On) -> list[Evidence]:
    """Compare a smaller and a larger window with m = 2 mu."""
    uniform = final_difference(on.random("window-25"), on.random("window-200"))
    greedy = final_difference(on.named("window-1000", "greedy"), on.named("window-200", "greedy"))
    return [
        Evidence(
            "mean delay 100",
            "R(T), m = 25 − m = 200",
            final_difference(on.ucb("window-25"), on.ucb("window-200")),
            above(0),
            Control("uniform play", uniform),
        ),
        Evidence(
            "mean delay 100",
            "R(T), m = 1000 − m = 200",
            final_difference(on.ucb("window-1000"), on.ucb("window-200")),
            above(0),
            Control("greedy, which has no width", greedy),
        ),
    ]


def exponent_of_censoring(on: On) -> list[Evidence]:
    """Measure the exponent in 1 / tau_m."""
    short, long = on.ucb("long-100"), on.ucb("long-500")
    factor = share_in_window(short, on.runs) / share_in_window(long, on.runs)
    return [
        Evidence(
            "m = 100, mean delay 100 to 500, T = 25,000",
            "p of R(T) ∝ (1/τₘ)ᵖ",
            final_exponent(short, long, factor),
            below(0.5, tolerance=0.25),
            Control("Theorem 2's bound", exact(1)),
            unless_nothing_is_learned(on, "long-500"),
        )
    ]


def not_judged(rows: Callable[[On], list[Evidence]], reason: str) -> Callable[[On], list[Evidence]]:
    """Make a measurement that does not judge what the paper says, for a reason."""
    return lambda on: [replace(row, not_applicable=reason) for row in rows(on)]
