"""Settings and measures for claims and figures of Zhang, Wang and Luo 2025."""

import itertools
from collections.abc import Iterator

import numpy as np

from delayed_bandits.analysis import intervals, measures
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.measurements import (
    Control,
    Evidence,
    Known,
    Measure,
    Measurement,
    VariantRuns,
)
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


SCALES = {
    "D Δ_max log T": lambda run: (
        run.trace["maximal_delay"] * run.last("largest_gap") * np.log(run.rounds[-1])
    ),
    "log(d*) min(W₁, W₂)": lambda run: np.minimum(*bounds(run)),
}
"""Bounds of the overhead of delay, for each run."""
WORST_DELAY, SMALLER_BOUND = SCALES
LONG = "losses of 0 or 1, n = 5, K = 50, D"
INSTANCES = [f"fixed-{gap}" for gap in (360, 180, 90, 45, 22, 11)]
"""Settings with one instance for all runs, by their least gap in thousandths."""
WAITS = Known("waiting D rounds", 0, "it adds at most D Δ_max, so growth in D tests nothing")
A_QUARTER = "a quarter of a power, where √D or √T times the bound would have a half"


def at_most(
    scale: str, name: str, factor: float, runs: tuple[str, ...], case: str, *variants: str
) -> Measurement:
    """Measure the exponent in D or T of the cost of delay / its bound.

    The cost is the regret with delay minus the regret without. `runs` has these two runs at a small
    D or T, and then both at a D or T that is `factor` times larger.
    """

    def over(low: Curves, low_base: Curves, high: Curves, high_base: Curves) -> intervals.Interval:
        a, b, c, d = measures.finals(low, low_base, high, high_base)
        small, large = (SCALES[scale](curve)[: a.size] for curve in (low, high))
        return measures.growth_exponent((a - b) / small, (c - d) / large, factor)

    return Measurement(
        Measure(f"exponent in {name} of the overhead relative to its bound", over),
        runs,
        below(0, tolerance=0.25),
        WAITS if name == "D" else Known("√T times the bound", 0.5, "it is of a larger order"),
        case=case,
        key=f"{name}-{runs[2].partition(':')[0]}",
        variants=variants,
    )


def theorem_measurements(scale: str) -> list[Measurement]:
    """Measure `at_most` in D and T, with the regret at D = 10 as that without delay."""
    in_delay, in_time = (
        tuple(f"theory-{ends}:phased_theory" for ends in four)
        for four in (
            (100, 10, 1000, 10),
            [f"runs-{D}-{T}" for T in (1_250_000, 10_000_000) for D in (1000, 10)],
        )
    )
    words = f"{LONG} from 100 to 1,000, T = 10⁷", f"{LONG} = 1,000, T from 1.25 to 10 million"
    return [
        at_most(scale, "D", 10, in_delay, words[0], "printed"),
        at_most(scale, "T", 8, in_time, words[1], "printed"),
    ]


def figure_1_measurements(payoffs: str, *variants: str) -> Iterator[Measurement]:
    """Measure how the cost of delay / its bound grows with D, as in Figure 1."""
    for short, long in ((10, 100), (100, 1000), (1000, 5000)):
        runs = tuple(f"{payoffs}-6-{delay}:" + "{phased}" for delay in (short, 1, long, 1))
        case = f"{payoffs}, n = 6, D from {short:,} to {long:,}"
        yield at_most(WORST_DELAY, "D", long / short, runs, case, *variants)


def environment_measurements() -> Iterator[Measurement]:
    """Measure how the cost of delay / its bound grows with D, by environment."""
    for environment, words in OVERHEAD_ENVIRONMENTS.items():
        if words.startswith("losses"):
            runs = [(f"{environment}-{D}:phased", f"{environment}-1:phased_{D}") for D in DELAYS]
            case = f"{words}, n = 6, D from 100 to 1,000"
            yield at_most(SMALLER_BOUND, "D", 10, runs[0] + runs[1], case, "half")


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
