"""Measurements of Fig. 1 of Vernade et al. 2020, the geometric delays, for its claims."""

import functools
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from delayed_bandits.analysis.claims import Control, Earlier, Evidence, Reading, Runs
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import exact, mean_interval
from delayed_bandits.analysis.measures import final_difference, final_ratio
from delayed_bandits.analysis.verdicts import above, below, within, within_factor
from delayed_bandits.delays.laws import law_from
from delayed_bandits.papers.vernade2020.cases import (
    CODE,
    CODE_BINARY,
    FIG1_CASES,
    PRINTED,
    PRINTED_UNIFORM,
    TENTH,
    On,
    late_slope,
    measured_on,
    unless_nothing_is_learned,
)
from delayed_bandits.papers.vernade2020.shared import panel

FIG1 = ["fig1a", "fig1b", "fig1c"]
CROSSED = [PRINTED, CODE, PRINTED_UNIFORM, CODE_BINARY]
"""The cases before the printed width was tried at a tenth."""


def window_shares(runs: Runs) -> list[Reading]:
    """Compare tau_m with what is printed."""
    rows = []
    for setting, (share, rounding) in {
        "fig1a": (0.63, 0.005),
        "fig1b": (0.993, 0.0005),
        "fig1c": (1 / 5.5, 0.0017),
    }.items():
        curve = runs[setting, "otflinucb"]
        window = curve.specification.parameters["window"]
        mean = curve.trace["delay"]["mean"]
        uniform = law_from({"law": "uniform", "low": 0, "high": 2 * mean})
        rows.append(
            Evidence(
                panel(setting),
                "τₘ",
                exact(law_from(curve.trace["delay"]).cdf(window)),
                within(share, rounding),
                Control("uniform delays of that mean", exact(uniform.cdf(window))),
            )
        )
    return [Reading("printed", "geometric delays from 1", rows)]


def against_random(on: On, setting: str) -> Evidence:
    """Compare OTFLinUCB with uniform play, by which it learns or does not."""
    random = on.random(setting)
    return Evidence(
        panel(setting),
        "R(T), UCB / random",
        final_ratio(on.ucb(setting), random),
        below(0, tolerance=0.5),
        Control("uniform play", final_ratio(random, random)),
    )


def censoring_rows(on: On) -> list[Evidence]:
    """Compare the right panel with the left."""
    return [
        Evidence(
            "mean delay 500 against 100, m = 100",
            "R(T), right − left panel, UCB",
            final_difference(on.ucb("fig1c"), on.ucb("fig1a")),
            above(0),
            Control("uniform play", final_difference(on.random("fig1c"), on.random("fig1a"))),
            unless_nothing_is_learned(on, "fig1a"),
        )
    ]


def below_ts(on: On, setting: str, ts: Curves) -> Evidence:
    """Compare OTFLinUCB with an OTFLinTS."""
    return Evidence(
        panel(setting),
        "R(T), TS − UCB",
        final_difference(ts, on.ucb(setting)),
        above(0),
        Control("TS − uniform play", final_difference(ts, on.random(setting))),
    )


def narrow_posterior(on: On) -> list[Evidence]:
    """Compare OTFLinUCB with an OTFLinTS of a narrower posterior where OTFLinTS loses."""
    rows = []
    for setting in FIG1:
        loss = final_difference(on.ts(setting), on.ucb(setting))
        name = on.case.ts_name + "_tenth"
        rows.append(
            Evidence(
                panel(setting),
                "R(T), TS with a narrow posterior − UCB",
                final_difference(on.named(setting, name), on.ucb(setting)),
                below(0),
                Control("TS as it is", loss),
                "" if loss.low > 0 else "OTFLinTS does not lose here",
            )
        )
    return rows


def narrow_unless_code(on: On) -> list[Evidence]:
    """Measure `narrow_posterior`, which does not apply to the attributed code."""
    rows = narrow_posterior(on)
    if on.case.ts_name != "otflints_code":
        return rows
    reason = "σ₀ = 0.1 is no narrower posterior: the first variance is 1/σ₀, 10 instead of 2"
    return [replace(row, not_applicable=row.not_applicable or reason) for row in rows]


def end_of_linear_phase(curve: Curves, share: float = 1 / 2) -> np.ndarray:
    """Find for each seed the first checkpoint after which a stretch costs less than the first one.

    Less is below `share` of it, a stretch is a twentieth of the horizon. Without such a checkpoint
    the horizon is returned.
    """
    stretch = max(1, curve.rounds.size // 20)

    def ends(regret: np.ndarray) -> np.ndarray:
        regret = np.pad(regret, ((0, 0), (1, 0)))
        costs = regret[:, stretch:] - regret[:, :-stretch]
        halved = np.pad(costs < share * costs[:, :1], ((0, 0), (0, 1)), constant_values=True)
        rounds = np.append(np.append(0, curve.rounds)[: costs.shape[1]], curve.rounds[-1])
        return rounds[halved.argmax(axis=1)].astype(float)

    return curve.per_seed(ends, "regret")


def round_of_most_regret(curve: Curves) -> np.ndarray:
    """Find for each seed the first checkpoint with 90 % of the final regret."""

    def reached(regret: np.ndarray) -> np.ndarray:
        return curve.rounds[(regret >= 0.9 * regret[:, -1:]).argmax(axis=1)].astype(float)

    return curve.per_seed(reached, "regret")


def later(on: On, start: Callable[[Curves], np.ndarray], quantity: str) -> Evidence:
    """Measure how much later the log regime starts with the window 500."""
    curves = on.ucb("fig1a"), on.ucb("fig1b")
    starts = [start(curve) for curve in curves]
    why_not = unless_nothing_is_learned(on, "fig1a")
    if min(map(np.min, starts)) == curves[0].rounds[-1]:
        why_not = why_not or "this share is not reached with either window"
    random = start(on.random("fig1b")) - start(on.random("fig1a"))
    return Evidence(
        "m = 500 against 100, mean delay 100",
        quantity,
        mean_interval(starts[1] - starts[0]),
        below(0),
        Control("uniform play", mean_interval(random)),
        why_not,
    )


def log_regime_starts(on: On) -> list[Evidence]:
    """Read 'starts' as the end of the linear phase, by three shares of its slope."""
    shares = {"1/2": 1 / 2, "1/4": 1 / 4, "1/10": 1 / 10}
    return [
        later(
            on,
            functools.partial(end_of_linear_phase, share=share),
            f"below {name} of the first slope, rounds later",
        )
        for name, share in shares.items()
    ]


def most_regret_rows(on: On) -> list[Evidence]:
    """Read 'starts' as 90 % of R(T)."""
    return [later(on, round_of_most_regret, "90 % of R(T), rounds later")]


def half_or_most_regret(runs: Runs) -> list[Reading]:
    """Read 'starts' as half of the first slope and, as ours, as 90 % of R(T)."""
    first = measured_on(FIG1_CASES, lambda on: log_regime_starts(on)[:1])(runs)
    second = measured_on(FIG1_CASES, most_regret_rows)(runs)
    ours = [Reading("ours", f"{r.what}; starts: 90 % of R(T)", r.evidence) for r in second]
    return first + ours


def similar_rows(on: On) -> list[Evidence]:
    """Compare the middle panel with the left."""
    return [
        Evidence(
            "m = 500 against 100, mean delay 100",
            "R(T), middle / left panel, UCB",
            final_ratio(on.ucb("fig1b"), on.ucb("fig1a")),
            within_factor(1, 1.5),
            Control("uniform play", final_ratio(on.random("fig1b"), on.random("fig1a"))),
            unless_nothing_is_learned(on, "fig1a"),
        )
    ]


def similar_unlike_the_right(on: On) -> list[Evidence]:
    """Compare the middle panel with the left, with the right panel as the control."""
    right = final_ratio(on.ucb("fig1c"), on.ucb("fig1a"))
    return [replace(row, control=Control("right / left", right)) for row in similar_rows(on)]


def near_hundred(on: On, circular: str = "") -> list[Evidence]:
    """Measure R(T) in the left and middle panels."""
    return [
        Evidence(
            panel(setting),
            "R(T), UCB",
            mean_interval(on.ucb(setting).final),
            within(100, tolerance=50),
            Control("uniform play", mean_interval(on.random(setting).final)),
            circular,
        )
        for setting in FIG1[:2]
    ]


def near_hundred_readings(runs: Runs) -> list[Reading]:
    """Measure `near_hundred`, which does not apply to what was chosen by it."""
    by_this_number = {
        CODE: "circular: that the code is the authors' was concluded from this number",
        CODE_BINARY: "circular: that the code is the authors' was concluded from this number",
        TENTH: "circular: the factor 0.1 was chosen by this number",
    }
    return [
        Reading(case.reading, case.what, near_hundred(On(runs, case), by_this_number.get(case, "")))
        for case in FIG1_CASES
    ]


def still_linear(on: On, parts: int = 5) -> list[Evidence]:
    """Compare the last part of the horizon in the right panel with the first."""
    return [
        Evidence(
            f"{name}, {panel('fig1c')}",
            "R of the last / first part of the horizon",
            late_slope(curve("fig1c"), parts),
            above(1, tolerance=0.5),
            Control("left panel", late_slope(curve("fig1a"), parts)),
            unless_nothing_is_learned(on, "fig1a"),
        )
        for name, curve in (("OTFLinUCB", on.ucb), ("OTFLinTS", on.ts))
    ]


def without(
    exceptions: Callable[[Runs], list[Reading]],
) -> Callable[[Runs], list[Reading]]:
    """Measure as in the first version: every row counts, and none has a control."""
    return lambda runs: [
        Reading(
            reading.name,
            reading.what,
            [Evidence(row.case, row.quantity, row.measured, row.bound) for row in reading.evidence],
        )
        for reading in exceptions(runs)
    ]


def former(criterion: str, rows: Callable[[On], list[Evidence]], changed: str) -> Earlier:
    """Keep a former criterion, measured on the cases of its time."""
    return Earlier(criterion, changed, without(measured_on(CROSSED, rows)))
