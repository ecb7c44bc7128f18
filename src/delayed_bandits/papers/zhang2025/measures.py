"""Settings and measures for claims and figures of Zhang, Wang and Luo 2025."""

import itertools
from collections.abc import Iterator

import numpy as np

from delayed_bandits.analysis import intervals, measures
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.measurements import Control, Evidence, Measure, VariantRuns
from delayed_bandits.analysis.verdicts import above, below

DIMENSIONS = [6, 8, 10]
DELAYS = [100, 1000]
PAYOFFS = ["losses", "rewards"]
TEXTBOOK = ["linucb_observed", "linucb_wait", "linucb_zero", "linucb_one"]
"""Variants of LinUCB with the textbook's width, R = 1."""
HALF = ["linucb_observed_half", "linucb_one_half"]  # R = 1/2, which holds for payoffs in [0, 1]
TUNED = ["linucb_observed_tuned", "linucb_one_tuned"]  # variants of LinUCB with alpha = 1

OVERHEAD_ENVIRONMENTS = {
    "overhead-low-wide": "losses, means 0.02 to 0.62",
    "overhead-low-narrow": "losses, means 0.02 to 0.12",
    "overhead-high-wide": "losses, means 0.3 to 0.9",
    "overhead-high-narrow": "losses, means 0.3 to 0.4",
    "overhead-rewards": "rewards, means 0.02 to 0.62",
}


def bounds(curve: Curves) -> tuple[np.ndarray, np.ndarray]:
    """Return W₁ and W₂ of the theorem without constants, for each run.

    W₁ = n d* log(T/n) + D Δ_max, W₂ = D Δ_max log(T/n), each times max(1, log d*). D is the largest
    delay, d* the mean delay of the best action, and Δ_max the largest gap.
    """
    delay, dimension = curve.trace["maximal_delay"], curve.trace["instances"]["dimension"]
    phases = np.log(curve.rounds[-1] / dimension)
    shortest = delay * curve.last("best")  # d*
    worst = delay * curve.last("largest_gap")
    restarts = np.maximum(1.0, np.log(shortest))
    return (dimension * shortest * phases + worst) * restarts, worst * phases * restarts


def of_estimates(column: str, quantity: str) -> Measure:
    """Return a measure: the last value of a column / the run's number of estimates."""
    return Measure(
        quantity, lambda run: intervals.mean_interval(run.last(column) / run.last("estimates"))
    )


def most_restarts(curve: Curves) -> np.ndarray:
    """Count for each run the guesses 1/D, 2/D, 4/D, ... up to the least mean loss μ*."""
    shortest = curve.trace["maximal_delay"] * curve.last("best")
    return np.maximum(0, np.floor(np.log2(shortest)) + 1)


def few_restarts(variant: VariantRuns) -> Iterator[Evidence]:
    """Measure the share of runs that restart only while the guess B is at most μ*."""

    def share(algorithm: str) -> intervals.Interval:
        settings = (s for s in variant.settings if s.has(variant.fill(algorithm)))
        runs = (variant.curve(algorithm, setting) for setting in settings)
        few = [run.last("restarts") <= most_restarts(run) for run in runs]
        return intervals.share_interval(np.concatenate(few))

    yield Evidence(
        "all settings with losses and D > 1",
        "share of runs that restart only while B is at most μ*",
        share("{phased}"),
        above(1, tolerance=0.1),
        Control("β = 0.1", share("phased_tenth"), "its confidence bounds are too narrow"),
    )


INSTANCES = [f"fixed-{gap}" for gap in (360, 180, 90, 45, 22, 11)]
"""Settings with one instance for all runs, by their least gap in thousandths."""


@measures.measure("exponent in T of the overhead relative to its bound")
def growth_over_bound(*curves: Curves) -> intervals.Interval:
    """Return the exponent in T of the cost of delay / log(d*) min(W₁, W₂).

    The cost is the regret with delay minus the regret without. `curves` has these two at a small T,
    and then both at a large T.
    """
    a, b, c, d = measures.finals(*curves)
    small, large = (np.minimum(*bounds(curve))[: a.size] for curve in (curves[0], curves[2]))
    factor = curves[2].rounds[-1] / curves[0].rounds[-1]
    return measures.growth_exponent((a - b) / small, (c - d) / large, factor)


@measures.measure("exponent in T of Algorithm 1's largest R(T) over instances")
def growth_of_worst(*curves: Curves) -> intervals.Interval:
    """Return the exponent in T of the worst regret over instances, from T/25 to T."""
    horizon = int(curves[0].rounds[-1])
    worst = [
        np.max(measures.same_seeds(*(curve.at(t) for curve in curves)), axis=0)
        for t in (horizon // 25, horizon)
    ]
    return measures.growth_exponent(*worst, 25)


LEAST_MEANS = [("low-wide", "high-wide"), ("low-narrow", "high-narrow")]
"""Pairs of environments with the same gaps; in the first the least mean is small."""
WAITING = ("overhead-{at}-{D}:linucb_wait", "overhead-{at}-1:linucb_wait")
"""Runs of LinUCB that waits D rounds, with delay and without."""
SAME_GUESS = ("overhead-{at}-{D}:phased", "overhead-{at}-1:phased_{D}")
"""Runs of Algorithm 1 that begin with the same guess, with delay and without."""


def costs_less(variant: VariantRuns) -> Iterator[Evidence]:
    """Compare the cost of delay in the two environments of each of `LEAST_MEANS`.

    A variant gives `runs` and, if it has a control, `waits`, both in the form of `WAITING`.
    """
    names = variant.spec.names
    for pair, delay in itertools.product(LEAST_MEANS, names["delays"]):
        control, found = (
            measures.difference_in_cost.of(
                *(variant.curve(variant.fill(run, at=at, D=delay)) for at in pair for run in runs)
            )
            if runs
            else None
            for runs in (names.get("waits"), names["runs"])
        )
        case = " against ".join(OVERHEAD_ENVIRONMENTS[f"overhead-{one}"] for one in pair)
        quantity = "overhead of delay, minus the overhead with longer delays"
        waits = control and Control("LinUCB that waits", control, "it always waits D rounds")
        about = f"{case}; D = {delay:,}", quantity, found, below(0), waits
        similar = "all actions have similar losses in both" if "narrow" in pair[0] else ""
        yield Evidence(*about, similar, key=f"{pair[0]}-{delay}")


@measures.measure("growth of the overhead with T, minus that with longer delays")
def difference_in_growth(*curves: Curves) -> intervals.Interval:
    """Compare how the cost of delay grows with T in two environments.

    Each has four runs: with and without delay at the larger T, then both at the smaller T.
    """
    a, b, c, d, e, f, g, h = measures.finals(*curves)
    return intervals.mean_interval(((a - b) - (c - d)) - ((e - f) - (g - h)))


over_the_best = measures.least_over("R(T) of Algorithm 1 divided by the lowest of the others", 1)


def against_linucb(variant: VariantRuns) -> Iterator[Evidence]:
    """Compare a variant's algorithm with the best of the others on each of its settings."""
    names = variant.spec.names
    for setting in map(variant.on, names["on"]):
        ran = [name for name in names["linucb"] if setting.has(name)]
        runs = [variant.curve(run, setting) for run in (names[setting.trace["payoffs"]], *ran)]
        found, what = over_the_best.of(*runs), over_the_best.quantity
        yield Evidence(setting.description, what, found, names["bound"], key=setting.name)
