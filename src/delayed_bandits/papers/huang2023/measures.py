"""Measures and measurements that the claims on Huang et al. 2023 share."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import log, sqrt
from typing import NamedTuple

import numpy as np
from scipy.special import xlogy

from delayed_bandits.analysis import measures
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import Interval, exact, mean_interval, ratio_interval
from delayed_bandits.analysis.measurements import (
    Control,
    Evidence,
    Instead,
    Measurement,
    Measurements,
    VariantRuns,
    variant,
)
from delayed_bandits.analysis.settings import Setting
from delayed_bandits.analysis.verdicts import Bound, below
from delayed_bandits.papers.huang2023.shared import delays_in_order, largest_loss

PRINTED = variant(
    "printed",
    "greedy withdrawal, Algorithm 2",
    end="_greedy",
    accounts="banker_tinf_accounts",
)
POOLED = variant(
    "ours",
    "pooled withdrawal, Appendix A.5",
    "pooled",
    end="",
    accounts="banker_tinf_accounts_pooled",
)
BOTH = [PRINTED, POOLED]
IDLE, IGNORES = "it does not learn", "it ignores delays"
HALFWAY = "halfway, in the exponent, from the statement's square root to a line"
CONSTANT = "the constant 1: the statement names none"
SLOPES = measures.slopes(5)  # rounds T/5 to T over T/25 to T/5, multiples of LOCK's period
ROOT_SLOPE = below(5**-0.5, tolerance=5**-0.25 - 5**-0.5)  # of `SLOPES`, which is 1 for a line
EXPONENT = below(0.5, tolerance=0.25)
CONSTANT_1 = below(0, tolerance=1)


def root(factor: float) -> Bound:
    """Bound a ratio of R(T) by √factor, if a coordinate grows by the factor."""
    return below(factor**0.5, tolerance=factor**0.75 - factor**0.5)


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
    """Return the run of random play, or of the body's centre, on a setting's losses.

    Both ignore feedback, so a run without delays can replace a missing run.
    """
    if "arms" in setting.trace:
        return setting.name if setting.has("uniform") else "sca-none", "uniform"
    body = setting.trace["body"]["body"]
    return setting.name if setting.has("centre") else f"{body}-none", "centre"


class Environment(NamedTuple):
    """The quantities in bounds: T, D (sum of delays, each cut at T), K, n and L."""

    T: int
    D: float
    K: int
    n: int
    L: float


def environment_of(setting: Setting, criteo: np.ndarray) -> Environment:
    """Return T, D, K, n and L; D is an upper bound if delays depend on the arm."""
    trace = setting.trace
    T, body = trace["horizon"], trace.get("body", {})
    left = T - np.arange(1, T + 1)
    delays = left if by_arm(setting) else delays_in_order(trace["delay"], T, criteo)
    D = float(np.minimum(delays, left).sum())
    largest = 1 if body else largest_loss(trace)
    return Environment(T, D, trace.get("arms", 0), body.get("dimension", 3), largest)


def on_each(
    quantity: str,
    of: Callable[[Environment, Curves], Interval],
    bound: Bound,
    *names: str,
    premise: Callable[[Setting], str] = lambda _: "",
    control_idle: bool = True,
) -> Measurements:
    """Measure `of` on each setting, for the first of `names` that runs there."""

    def measurements(variant: VariantRuns) -> Iterator[Evidence]:
        for setting in variant.settings:
            environment = environment_of(setting, variant.runs.delays)
            run = next(filter(setting.has, map(variant.fill, names)), None)
            if run is None:
                continue
            measured, control = of(environment, variant.curve(run, setting)), None
            if control_idle:
                idle = without_learning(setting)
                control = Control(variant.label(idle[1]), of(environment, variant.runs[idle]), IDLE)
            words = variant.fill(quantity, first=variant.label(run))
            about = setting.description, words, measured, bound, control, premise(setting)
            yield Evidence(*about, key=setting.name)

    return measurements


# Growth


def lost(setting: Setting) -> str:
    """Say why lost feedback exempts a setting from the order √T, else ""."""
    if by_arm(setting) or setting.trace["delay"]["distribution"] != "two_point":
        return ""
    return "D is of the order of T², since some rounds never arrive"


def in_the_horizon(*names: str) -> Measurements:
    """Compare late with early slopes of an algorithm's regret on each setting."""
    slopes = SLOPES.quantity, lambda _, curve: SLOPES.of(curve)
    return on_each(*slopes, ROOT_SLOPE, *names, premise=lost)


def growth(
    run: str,
    name: str,
    environments: Mapping[int, str],
    case: str,
    ignoring: str = "",
    variants: Sequence[str] = (),
) -> Measurement:
    """Compare how R(T) grows along a coordinate with the coordinate's square root.

    `environments` maps coordinates to settings: two give an exponent, more give increments. The
    algorithm `ignoring`, if named, ignores delays and is the negative control.
    """
    if len(environments) == 2:
        low, high = environments
        growing, bound = measures.exponent_in(name, high / low), EXPONENT
    else:
        of_root, halfway = (measures.increments_of(power, *environments) for power in (0.5, 0.75))
        growing, bound = measures.increments, below(of_root, tolerance=halfway - of_root)
    runs, control = (
        [f"{environment}:{of}" for environment in environments.values()] for of in (run, ignoring)
    )
    return Measurement(
        growing,
        tuple(runs),
        bound,
        Instead(tuple(control), IGNORES) if ignoring else None,
        case=f"{case}, {name} = {', '.join(map(str, environments))}",
        key=f"{list(environments.values())[-1]}-{len(environments)}",
        variants=variants,
    )


def up_to_100(environment: str) -> dict[int, str]:
    """Return the settings of an environment with constant delays, by delay."""
    return {0: f"{environment}-none", 10: f"{environment}-fixed10", 100: f"{environment}-fixed100"}


# Accounts of Banker-TINF


@measures.measure("least (right side − left side) / (B_T D(y, x₀) + immediate costs)")
def slack(accounts: Curves) -> Interval:
    """Return the least slack of Theorem 4.2 over all paths, rounds and points y."""
    return exact(accounts.last("slack").min())


@measures.measure("R(T) of {first} / bound")
def over_certificate(curve: Curves, accounts: Curves) -> Interval:
    """Return the ratio of mean regret to the mean bound of Corollary 4.3."""
    root_of_arms = sqrt(curve.trace["arms"])
    invested, inverse = accounts.last("invested"), accounts.last("inverse_scales")
    bound = 2 * (root_of_arms - 1) * invested + root_of_arms * inverse
    return ratio_interval(curve.final, bound)


# Bounds of theorems, with the constant 1

BOUNDS: Mapping[str, Callable[[Environment], float]] = {
    "√T + √(D log D)": lambda w: sqrt(w.T) + sqrt(xlogy(w.D, w.D)),
    "√(KT) + √(K D log D)": lambda w: sqrt(w.K) * (sqrt(w.T) + sqrt(xlogy(w.D, w.D))),
    "√(C₁C₂) (√T + √D log D)": lambda w: (
        sqrt(2 * (sqrt(w.K) - 1) * sqrt(w.K)) * (sqrt(w.T) + xlogy(sqrt(w.D), w.D))
    ),
    "C₁ (√T + √D log D) + C₂ (√T + √D)": lambda w: (
        2 * (sqrt(w.K) - 1) * (sqrt(w.T) + xlogy(sqrt(w.D), w.D))
        + sqrt(w.K) * (sqrt(w.T) + sqrt(w.D))
    ),
    "√(K (D + T)) L": lambda w: sqrt(w.K * (w.D + w.T)) * w.L,
    "√(K (D + T) log(D + T)) L": lambda w: sqrt(w.K * xlogy(w.D + w.T, w.D + w.T)) * w.L,
    "√(K (D + T)) L log T + √D L log L": lambda w: (
        (sqrt(w.K * (w.D + w.T)) * log(w.T) + sqrt(w.D) * log(max(w.L, 1))) * w.L
    ),
    "n^(3/2) √(T log T) + n² √(D log D log T)": lambda w: (
        sqrt(log(w.T)) * (w.n**1.5 * sqrt(w.T) + w.n**2 * sqrt(xlogy(w.D, w.D)))
    ),
}
"""Bounds of Sections 4 to 7, with Appendix E's logarithms."""


def over_bound(words: str, *names: str) -> Measurements:
    """Compare an algorithm's regret with a bound on each setting.

    If an algorithm that does not learn stays below the bound, the setting tests nothing.
    """

    def share(environment: Environment, curve: Curves) -> Interval:
        return mean_interval(
            curve.final * (environment.T / curve.rounds[-1]) / BOUNDS[words](environment)
        )

    return on_each("R(T) of {first} / (" + words + ")", share, CONSTANT_1, *names)


def over_small_losses(variant: VariantRuns) -> Iterator[Evidence]:
    """Compare Banker-SFLBINF's regret with the small-loss bound on each setting."""
    name = "sflbinf_squares"
    for setting in variant.settings:
        run, idle = variant.curve(name, setting), variant.runs[without_learning(setting)]
        squares = setting.trace["arms"] * run.last("squares")
        mean = squares.mean()
        bound = log(run.rounds[-1]) * sqrt(mean) * (1 + (squares / mean - 1) / 2)
        words = f"R(T) of {variant.label(name)} / (√(K E[Σ l²]) log T)"
        measured = ratio_interval(run.final, bound)
        control = Control("random play", ratio_interval(idle.final[: bound.size], bound), IDLE)
        about = setting.description, words, measured, CONSTANT_1, control
        yield Evidence(*about, key=setting.name)
