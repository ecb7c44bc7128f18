"""Claims of Vernade et al. 2020 on theorems, window and norms (abstract, Sections 4 to 6)."""

import math

from delayed_bandits.analysis.claims import (
    Claim,
    Control,
    Evidence,
    Reading,
    Runs,
    Setting,
    Tolerance,
)
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import (
    Interval,
    exact,
    exponent_interval,
    mean_interval,
    ratio_interval,
    share_interval,
)
from delayed_bandits.analysis.verdicts import above, below, within_factor
from delayed_bandits.delays.laws import law_from
from delayed_bandits.papers.vernade2020.cases import (
    NEW_CASES,
    PRINTED,
    On,
    among,
    difference,
    measured_on,
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
    horizon = int(curve.rounds[-1])
    middle = curve.at(horizon // 5)
    return exponent_interval(middle - curve.at(horizon // 25), curve.final - middle, 5)


def rate_rows(on: On) -> list[Evidence]:
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


def twice_the_mean(on: On) -> list[Evidence]:
    finals = {setting: on.ucb(setting).final for setting in WINDOWS}
    best = min(finals.values(), key=lambda final: final.mean())
    return [
        Evidence(
            "mean delay 100, T = 3000",
            "R(T), m = 200 / best of m = 25, 100, 200, 500, 1000",
            ratio_interval(finals["window-200"], best),
            within_factor(1, 1.5),
            Control("m = 25", ratio_interval(finals["window-25"], best)),
        )
    ]


def stored_norms(runs: Runs) -> list[Reading]:
    rows = []
    for setting in runs:
        for name in ("otflinucb", "otflints"):
            reference, stored, narrow = (
                runs[setting.name, name + suffix].final for suffix in ("", "_stored", "_tenth")
            )
            rows.append(
                Evidence(
                    f"{'OTFLinUCB' if name == 'otflinucb' else 'OTFLinTS'}, {panel(setting.name)}",
                    "R(T), norms under Vₛ / under Vₜ",
                    ratio_interval(stored, reference),
                    within_factor(1, 1.1),
                    Control("width × 0.1 instead", ratio_interval(narrow, reference)),
                )
            )
    return [Reading("printed", PRINTED.what, rows)]


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
    uniform = difference(on.random("window-25"), on.random("window-200"))
    greedy = difference(on.named("window-1000", "greedy"), on.named("window-200", "greedy"))
    return [
        Evidence(
            "mean delay 100",
            "R(T), m = 25 − m = 200",
            mean_interval(difference(on.ucb("window-25"), on.ucb("window-200"))),
            above(0),
            Control("uniform play", mean_interval(uniform)),
        ),
        Evidence(
            "mean delay 100",
            "R(T), m = 1000 − m = 200",
            mean_interval(difference(on.ucb("window-1000"), on.ucb("window-200"))),
            above(0),
            Control("greedy, which has no width", mean_interval(greedy)),
        ),
    ]


def exponent_of_censoring(on: On) -> list[Evidence]:
    short, long = on.ucb("long-100"), on.ucb("long-500")
    factor = share_in_window(short, on.runs) / share_in_window(long, on.runs)
    return [
        Evidence(
            "m = 100, mean delay 100 to 500, T = 25,000",
            "p of R(T) ∝ (1/τₘ)ᵖ",
            exponent_interval(short.final, long.final, factor),
            below(0.5, tolerance=0.25),
            Control("Theorem 2's bound", exact(1)),
            unless_nothing_is_learned(on, "long-500"),
        )
    ]


def runs_printed(setting: Setting) -> bool:
    return "otflinucb" in setting.parameters


def records_errors(setting: Setting) -> bool:
    return "otflinucb_confidence" in setting.parameters


def has_stored_norms(setting: Setting) -> bool:
    return "otflinucb_stored" in setting.parameters


HALF_WAY = Tolerance("half-way between a square root and a straight line")

CLAIMS = [
    Claim(
        id="c01",
        statement="The regret of OTFLinUCB grows with T at most as a square root",
        quote="We prove optimal O(d T) bounds on the regret of the first algorithm",
        place="Abstract (the square root is lost in the text at hand); Theorem 2",
        criterion="the exponent of R(t) = a + b tᵖ, from R(T) − R(T/5) and R(T/5) − R(T/25) with "
        "T = 25,000, is at most 1/2; it must lie below 3/4",
        measure=measured_on(NEW_CASES, rate_rows),
        qualifies=among(*LONG),
        tolerance=HALF_WAY,
    ),
    Claim(
        id="c02",
        statement="The confidence sets of Theorem 1 hold τₘθ in all rounds with probability 1 − 2δ",
        quote="Then the following holds for all t T with probability at least 1 2δ.",
        place="Theorem 1",
        criterion="the share of runs of OTFLinUCB in which the error exceeds the width in a round "
        "is below 2δ = 0.2",
        measure=coverage,
        qualifies=records_errors,
    ),
    Claim(
        id="c03",
        statement="m = 2µ is a natural choice of the window",
        quote="When the mean µ = ED D[D] of the delay distribution D is finite and known, then a "
        "somewhat natural choice of the windowing parameter is m = 2µ.",
        place="Section 4, Choosing the window",
        criterion="R(T) with m = 2µ = 200 is within a factor 1.5 of that with the best window run",
        measure=measured_on(NEW_CASES, twice_the_mean),
        qualifies=among(*WINDOWS),
        also=frozenset({"fig1a", "fig1b"}),
        tolerance=Tolerance("'natural' is read as: costs at most half as much again as the best"),
    ),
    Claim(
        id="c04",
        statement="Norms stored in the round of play do no more than slightly increase the width",
        quote="This slightly increases the upper confidence bounds, but not so much that the "
        "analysis is affected as we discuss in the next section.",
        place="Section 5, Improved computation complexity",
        criterion="R(T) with stored norms is within a factor 1.1 of R(T) with norms under Vₜ",
        measure=stored_norms,
        qualifies=has_stored_norms,
        tolerance=Tolerance("'slightly' is read as at most a tenth of the regret"),
    ),
    Claim(
        id="c05",
        statement="The regret of OTFLinUCB is below the bound of Theorem 2",
        quote="With probability at least 1 2δ the regret of OTFLin UCB satisfies",
        place="Theorem 2",
        criterion="the share of runs with R(T) above (4f/τₘ)√(2dT log((dλ + T)/(dλ))) + (4md/τₘ) "
        "log((dλ + T)/(dλ)) is below 2δ = 0.2",
        measure=under_the_bound,
        qualifies=runs_printed,
    ),
    Claim(
        id="c06",
        statement="A small window costs regret through τₘ, a large one through its width",
        quote="(1) The lower-order term is linear in m, which prevents the user from choosing m "
        "very large. On the other hand, τm is increasing in m, which pushes the user in the "
        "opposite direction.",
        place="Remark 3",
        criterion="with delays of mean 100, R(T) with m = 25 and R(T) with m = 1000 are both above "
        "R(T) with m = 200, in the same replications",
        measure=measured_on(NEW_CASES, both_ways),
        qualifies=among("window-25", "window-200", "window-1000"),
    ),
    Claim(
        id="c07",
        statement="The factor 1/τₘ of the upper bound is loose: its square root would do",
        quote="Interestingly, the dependence on τm appears in the square root, while in our upper "
        "bounds it is not. We speculate that the upper bound is loose.",
        place="Section 6, after Theorem 3",
        criterion="R(T) grows as (1/τₘ)ᵖ with p at most 1/2; p must lie below 3/4",
        measure=measured_on(NEW_CASES, exponent_of_censoring),
        qualifies=among(*LONG),
        tolerance=HALF_WAY,
    ),
]
