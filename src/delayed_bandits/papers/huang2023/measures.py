"""Measures and measurements that the claims on Huang et al. 2023 share."""

from collections.abc import Callable, Iterator, Mapping
from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np
from scipy.special import xlogy

from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import Interval, mean_interval, ratio_interval
from delayed_bandits.analysis.measurements import (
    Control,
    Evidence,
    Instead,
    Measure,
    Measurement,
    Measurements,
    VariantRuns,
    variant,
)
from delayed_bandits.analysis.measures import growth_exponent, same_seeds
from delayed_bandits.analysis.settings import Setting
from delayed_bandits.analysis.verdicts import below
from delayed_bandits.papers.huang2023.shared import delays_in_order, largest_loss

PRINTED = variant(
    "printed", "greedy withdrawal, Algorithm 2", end="_greedy", accounts="banker_tinf_accounts"
)
POOLED = variant("printed", "pooled withdrawal, Appendix A.5", "pooled", end="")
BOTH = [PRINTED, POOLED]
PAIRED = variant("ours", "Algorithms 3 and 4 with Appendix A.5", "paired", end="")
"""The pairing is ours: Algorithm 3 names lines of Algorithm 2, and Algorithm 4 names GreedyPick."""
IDLE = "it does not learn"
CONSTANT = "the constant 1 is ours, since the statement names none"
CONSTANT_OR_GROWTH = (
    f"{CONSTANT}. Where L falls with T, growth decides: a quarter of a power is half of what "
    "separates √T from T"
)
CONSTANT_1 = below(0, tolerance=1)
NO_DELAYS = np.empty(0)  # for settings without Criteo delays


# Settings and runs


def delayed(setting: Setting) -> bool:
    """Return whether there are delays."""
    return setting.trace["delay"] != {"distribution": "constant", "rounds": 0}


def by_arm(setting: Setting) -> bool:
    """Return whether delays depend on the arm."""
    return isinstance(setting.trace["delay"], list)


def constant(setting: Setting) -> bool:
    """Return whether all delays are equal."""
    return not by_arm(setting) and setting.trace["delay"]["distribution"] == "constant"


def without_learning(setting: Setting) -> tuple[str, str]:
    """Return (setting, algorithm) of a run that ignores feedback.

    The run is random play or, on linear losses, play of the body's centre. If the setting has no
    such run, the run is from a setting without delays.
    """
    if "arms" in setting.trace:
        return setting.name if setting.has("uniform") else "sca-none", "uniform"
    body = setting.trace["body"]["body"]
    return setting.name if setting.has("centre") else f"{body}-none", "centre"


class Environment(NamedTuple):
    """The quantities in bounds: rounds T, delay D, arms K, dimension n, and range L.

    D is the sum of min(d, T − t) over all rounds t, where d is the delay of round t.
    """

    T: int
    D: float
    K: int
    n: int
    L: float


def environment_of(trace: Mapping[str, Any], criteo: np.ndarray) -> Environment:
    """Return the `Environment` of a trace, with the fastest arm's D if arms differ."""
    T, body = trace["horizon"], trace.get("body", {})
    left = T - np.arange(1, T + 1)
    delays = trace["delay"] if isinstance(trace["delay"], list) else [trace["delay"]]
    drawn = (delays_in_order(one, T, criteo) for one in delays)
    D = min(float(np.minimum(one, left).sum()) for one in drawn)
    largest = 1 if body else largest_loss(trace)
    return Environment(T, D, trace.get("arms", 0), body.get("dimension", 3), largest)


# Bounds of theorems, with the constant 1

BOUNDS: Mapping[str, Callable[[Environment], float]] = {
    "Theorem 4.6's bound": lambda w: sqrt(w.T) + sqrt(xlogy(w.D, w.D)),
    "Corollary 5.1's bound": lambda w: sqrt(w.K) * (sqrt(w.T) + sqrt(xlogy(w.D, w.D))),
    "bound (14)": lambda w: sqrt(w.K * w.T) + sqrt(w.D * log(w.K) / w.K),
    "Section 6.1's bound": lambda w: sqrt(w.K * (w.D + w.T)) * w.L,
    "Theorem 6.1's bound": lambda w: sqrt(w.K * xlogy(w.D + w.T, w.D + w.T)) * w.L,
    "Theorem 6.3's bound": lambda w: (
        (sqrt(w.K * (w.D + w.T)) * log(w.T) + sqrt(w.D) * log(max(w.L, 1))) * w.L
    ),
    "Theorem 7.1's bound": lambda w: (
        sqrt(log(w.T)) * (w.n**1.5 * sqrt(w.T) + w.n**2 * sqrt(xlogy(w.D, w.D)))
    ),
}
"""Bounds of Sections 4 to 7, with Appendix E's logarithms.

In bound (14), D / K replaces the sum of ⟨x_t, ρ_t⟩, which is larger if x hardly changes in a delay.
"""


def over_bound(bound: str, *names: str, key: str = "") -> Measurements:
    """Measure R(T) / a bound on each setting, of the first of `names` that ran there.

    The control is a run without learning. Settings tiny-T, in which L falls with T, are left to
    `growth_over_bound`.
    """

    def measurements(variant: VariantRuns) -> Iterator[Evidence]:
        for setting in variant.settings:
            environment = environment_of(setting.trace, variant.runs.delays)
            run = next(filter(setting.has, map(variant.fill, names)), None)
            if run is None or setting.name.startswith("tiny-"):
                continue

            def share(curve: Curves, environment: Environment = environment) -> Interval:
                to_horizon = environment.T / curve.rounds[-1]
                return mean_interval(curve.final * to_horizon / BOUNDS[bound](environment))

            idle = without_learning(setting)
            control = Control(variant.label(idle[1]), share(variant.runs[idle]), IDLE)
            quantity = f"R(T) of {variant.label(run)} divided by {bound}"
            measured = share(variant.curve(run, setting))
            about = setting.description, quantity, measured, CONSTANT_1, control
            yield Evidence(*about, key=setting.name + key)

    return measurements


def growth_over_bound(bound: str, run: str) -> Measurement:
    """Measure the exponent in T of regret / bound, with losses up to 1/√T."""

    def exponent(small: Curves, large: Curves) -> Interval:
        shares = (
            c.final / BOUNDS[bound](environment_of(c.trace, NO_DELAYS)) for c in (small, large)
        )
        return growth_exponent(*same_seeds(*shares), large.rounds[-1] / small.rounds[-1])

    ends = "tiny-10000", "tiny-1000000"
    runs, idle = (tuple(f"{end}:{name}" for end in ends) for name in (run, "uniform"))
    measure = Measure("exponent in T of R(T) / bound for L = 1/√T", exponent)
    about = {"case": "Losses up to 1/√T, T from 10,000 to 1,000,000", "key": "tiny"}
    return Measurement(measure, runs, below(0, tolerance=0.25), Instead(idle, IDLE), **about)


def over_small_losses(variant: VariantRuns) -> Iterator[Evidence]:
    """Measure Banker-SFLBINF's R(T) / the small-loss bound on each setting."""
    name = "sflbinf_squares"
    for setting in variant.settings:
        run, idle = variant.curve(name, setting), variant.runs[without_learning(setting)]
        w = environment_of(setting.trace, variant.runs.delays)
        squares = w.K * run.last("squares")
        mean = squares.mean()
        root = sqrt(mean) * (1 + (squares / mean - 1) / 2)
        bound = root * log(w.T) + sqrt(w.K * w.D) * w.L
        quantity = f"R(T) of {variant.label(name)} divided by the small-loss bound"
        measured = ratio_interval(run.final, bound)
        control = Control("random play", ratio_interval(idle.final[: bound.size], bound), IDLE)
        about = setting.description, quantity, measured, CONSTANT_1, control
        yield Evidence(*about, key=setting.name)
