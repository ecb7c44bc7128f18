"""Measures of one kind, and rows of them, for the claims on Zhang, Wang and Luo 2025."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from delayed_bandits.algorithms.spanner import spanner
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import (
    Interval,
    exponent_interval,
    mean_interval,
    ratio_interval,
    share_interval,
)
from delayed_bandits.analysis.measures import (
    UNDEFINED,
    difference_in_cost,
    finals,
    measure,
    ratio,
)
from delayed_bandits.analysis.rows import Evidence, Instead, Known, Measure, Reading, Row, Rows
from delayed_bandits.analysis.verdicts import Bound, below
from delayed_bandits.papers.zhang2025.shared import DELAYS, OVERHEAD_WORLDS, best_of, bounds
from delayed_bandits.traces.payoffs.trace import PayoffTrace
from delayed_bandits.traces.streams import Streams

# Spanners, estimates, restarts


@measure("greatest ‖λ‖₂ of an action outside of the spanner of 3n actions")
def norm_of_spanner(curve: Curves) -> Interval:
    """Estimate the greatest norm with which a spanner combines to an action, mean of all seeds."""
    specification = curve.specification.shrunk(horizon=1)
    streams, norms = Streams(specification.master_seed, specification.paper), []
    for seed in range(curve.n_seeds):
        chosen, coefficients = spanner(
            PayoffTrace.draw(streams, seed, **specification.trace).actions[0]
        )
        others = np.delete(coefficients, chosen, axis=0)
        norms.append(np.sqrt((others**2).sum(axis=1).max()))
    return mean_interval(np.array(norms))


def mean_estimate(column: str, quantity: str) -> Measure:
    """Measure the mean of a recorded column over all estimates of a run."""
    return Measure(quantity, lambda run: mean_interval(run.last(column) / run.last("estimates")))


def share_of_runs(quantity: str, condition: Callable[[Curves], np.ndarray]) -> Measure:
    """Measure the share of the replications of several runs of which a condition is true."""

    def share(*curves: Curves) -> Interval:
        return share_interval(np.concatenate([condition(curve) for curve in curves]))

    return Measure(quantity, share)


def most_restarts(curve: Curves) -> np.ndarray:
    """Compute how many restarts there are at most while B is at most mu*, for each seed."""
    shortest = curve.trace["maximal_delay"] * curve.last("best")
    return np.maximum(0, np.floor(np.log2(shortest)) + 1)


FEW_RESTARTS = share_of_runs(
    "share of runs with at most ⌊log₂(D μ*)⌋ + 1 restarts",
    lambda curve: curve.last("restarts") <= most_restarts(curve),
)

# Growth of the overhead of delay


class Scale(NamedTuple):
    """A bound without its constant: its formula, and its value for each seed of a run."""

    formula: str
    of: Callable[[Curves], np.ndarray]


def worst_delay(curve: Curves) -> np.ndarray:
    """Compute D Delta_max log T for each seed."""
    delay = curve.trace["maximal_delay"]
    return delay * curve.last("largest_gap") * np.log(curve.rounds[-1])


WORST_DELAY = Scale("D Δ_max log T", worst_delay)
SMALLER_BOUND = Scale("log(d*) min(W₁, W₂)", lambda curve: np.minimum(*bounds(curve)))
ORDER_TOLERANCE = "a quarter of a power, half of what separates the bound from √D or √T times it"
FASTER = Known("√D or √T times the bound", 0.5, "it is of a larger order")


def exponent(before: np.ndarray, after: np.ndarray, factor: float) -> Interval:
    """Estimate p such that the mean of `after` is factor**p times that of `before`.

    Where one of the means is not above 0, it is undefined.
    """
    if before.mean() > 0 and after.mean() > 0:
        return exponent_interval(before, after, factor)
    return UNDEFINED


def exponent_over(scale: Scale, name: str, factor: float) -> Measure:
    """Measure the exponent, in what grows by a factor, of the overhead of delay over a bound.

    Of four runs: with delay and without where `name` is small, and both where it is large.
    """

    def over(low: Curves, low_base: Curves, high: Curves, high_base: Curves) -> Interval:
        a, b, c, d = finals(low, low_base, high, high_base)
        seeds = slice(a.size)
        small, large = (a - b) / scale.of(low)[seeds], (c - d) / scale.of(high)[seeds]
        return exponent(small, large, factor)

    return Measure(f"exponent in {name} of the overhead of delay over {scale.formula}", over)


def of_the_order(
    scale: Scale, name: str, factor: float, runs: Sequence[str], case: str, only: str = "ours"
) -> Row:
    """Make a row for an overhead of delay that is at most of the order of a bound."""
    over, at_most = exponent_over(scale, name, factor), below(0, tolerance=0.25)
    return Row(over, tuple(runs), at_most, FASTER, case=case, key=f"{name} {runs[2]}", only=only)


def with_the_theorems_width(scale: Scale) -> list[Row]:
    """Make rows on the order of the overhead, in D and in T, against that with D = 10."""
    case = "losses of 0 or 1, n = 5, K = 50, D"
    in_delay, in_time = (
        [f"theory-{setting}:phased_theory" for setting in settings.split()]
        for settings in ("100 10 1000 10", "1000-1250000 10-1250000 1000 10")
    )
    words = f"{case} from 100 to 1,000, T = 10⁷", f"{case} = 1,000, T from 1.25 to 10 million"
    return [
        of_the_order(scale, "D", 10, in_delay, words[0], "printed"),
        of_the_order(scale, "T", 8, in_time, words[1], "printed"),
    ]


def on_figure_1(payoffs: str) -> list[Row]:
    """Make rows on the order of the overhead in D, for Figure 1's payoffs."""
    return [
        of_the_order(
            WORST_DELAY,
            "D",
            long / short,
            [f"{payoffs}-6-{delay}:{{phased}}" for delay in (short, 1, long, 1)],
            f"{payoffs}, n = 6, D from {short:,} to {long:,}",
        )
        for short, long in ((10, 100), (100, 1000), (1000, 5000))
    ]


@measure("exponent in T of R(T) of {0} less a fixed cost, by its increments")
def exponent_of_increments(*curves: Curves) -> Interval:
    """Estimate the exponent p of c + a T^p from runs with horizons T, 2T, 4T, ...

    The first increment is compared with the last, so that the fixed cost c is taken off.
    """
    regrets = finals(*curves)
    first, last = regrets[1] - regrets[0], regrets[-1] - regrets[-2]
    return exponent(first, last, 2.0 ** (len(regrets) - 2))


# What delay adds in two worlds

LEAST_MEANS = [("low-wide", "high-wide"), ("low-narrow", "high-narrow")]
"""Pairs of worlds with the same gaps; in the first the least mean is small."""
GAPS = [("low-narrow", "low-wide"), ("high-narrow", "high-wide")]
"""Pairs of worlds with the same least mean; in the first the losses are similar."""


def in_both(worlds: tuple[str, str], *runs: str) -> tuple[str, ...]:
    """Name runs in one world and in the other."""
    return tuple(run.format(world) for world in worlds for run in runs)


def waiting(worlds: tuple[str, str], delay: int) -> tuple[str, ...]:
    """Name the runs of LinUCB that waits D rounds, with delay and without, in both worlds."""
    return in_both(worlds, f"overhead-{{}}-{delay}:linucb_wait", "overhead-{}-1:linucb_wait")


def less(worlds: tuple[str, str], delay: int, runs: Sequence[str], what: str, **more: Any) -> Row:
    """Make a row on what delay adds in one world, less that in the other, and without control."""
    means = (OVERHEAD_WORLDS[f"overhead-{world}"].replace("losses, ", "") for world in worlds)
    return Row(
        difference_in_cost,
        tuple(runs),
        below(0),
        case=f"{' against '.join(means)}, {what}, D = {delay:,}",
        quantity="what delay adds to R(T) of {0}, less that in the other world",
        key=f"{worlds[0]}-{delay}",
        **more,
    )


def costs_less(pairs: Iterable[tuple[str, str]], why: str = "") -> Iterator[Row]:
    """Make rows on what delay adds in the first world of each pair, less that in the second.

    Their control is LinUCB that waits D rounds, if `why` says that it has no such order.
    """
    for worlds in pairs:
        waits = {
            delay: Instead(waiting(worlds, delay), why, "LinUCB that waits D rounds")
            if why
            else None
            for delay in DELAYS
        }
        runs = in_both(worlds, "theory-{}-1000:phased_theory", "theory-{}-10:phased_theory_1000")
        what = "n = 3, T = 2,000,000"
        yield less(worlds, 1000, runs, what, control=waits[1000], only="printed")
        for delay, control in waits.items():
            delayed, base = f"overhead-{{}}-{delay}:phased", f"overhead-{{}}-1:phased_{delay}"
            runs = in_both(worlds, delayed, base)
            yield less(worlds, delay, runs, "n = 6, T = 100,000", control=control, only="ours")


@measure("growth with T of what delay adds to R(T), less that in the other world")
def difference_in_growth(*curves: Curves) -> Interval:
    """Estimate how much more the overhead of delay grows from T to T' in one world than in another.

    Of eight runs: with delay and without, with T' and with T, in one world and in the other.
    """
    a, b, c, d, e, f, g, h = finals(*curves)
    return mean_interval(((a - b) - (c - d)) - ((e - f) - (g - h)))


# Algorithm 1 and others


def against_linucb(bound: Bound) -> Rows:
    """Compare the algorithm for the payoffs of each setting with the best LinUCB of a reading."""

    def rows(reading: Reading) -> Iterator[Evidence]:
        names = reading.variant.names
        for setting in reading.settings:
            if setting.trace["payoffs"] in names:
                curve = reading.curve(names[setting.trace["payoffs"]], setting)
                linucbs = (name for name in names["linucb"].split() if setting.has(name))
                best = best_of(reading.curve(name, setting) for name in linucbs)
                quantity = "R(T) of Algorithm 1 / R(T) of the best LinUCB"
                case, measured = setting.description, ratio.of(curve, best)
                yield Evidence(case, quantity, measured, bound, key=setting.name)

    return rows


def share_at(part: int) -> Measure:
    """Measure the regret of one run over that of another after a part of the horizon."""

    def at(one: Curves, other: Curves) -> Interval:
        early = int(one.rounds[-1]) // part
        return ratio_interval(one.at(early), other.at(early))

    return Measure(f"R of {{0}} / R of {{1}}, after 1/{part} of the horizon", at)


@measure("R of {0} / R of {1} in the last fifth of the horizon")
def in_last_fifth(one: Curves, other: Curves) -> Interval:
    """Estimate the regret of one run over that of another in the last fifth of the rounds."""
    start = int(0.8 * int(one.rounds[-1]))
    return ratio_interval(one.final - one.at(start), other.final - other.at(start))
