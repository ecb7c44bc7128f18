"""Variants, measures and shared measurements for Pike-Burke et al. 2018."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from delayed_bandits.analysis import intervals, measures
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import Interval
from delayed_bandits.analysis.measurements import (
    Evidence,
    Instead,
    Known,
    Measure,
    Measurement,
    Measurements,
    VariantRuns,
    variant,
)
from delayed_bandits.analysis.settings import Setting
from delayed_bandits.analysis.verdicts import Bound, below
from delayed_bandits.delays.distributions import distribution_from

# Nothing is as printed: the text has lost n_m, the horizon, the arms' means and distributions.
BOUNDED, UNBOUNDED = ("uniform", "twopoint", "constant"), ("poisson", "halfnormal", "exponential")
FIG3A = [(distribution, run) for distribution in BOUNDED for run in ("odaaf", "odaaf_b")]
FIG3B = [(distribution, run) for distribution in UNBOUNDED for run in ("odaaf", "odaaf_v")]
RECONSTRUCTED = variant(
    "reconstructed", "n_m of third-party code", **dict.fromkeys(BOUNDED + UNBOUNDED, "odaaf")
)
INFORMED = variant("reconstructed", "ODAAF-B and ODAAF-V", "informed", **dict(FIG3A + FIG3B))
MEAN_20 = variant("reconstructed", "mean delay 20, inferred from the text", mean="20")
MEAN_50 = variant("ours", "mean delay 50, a guess", "mean_50", mean="50")

WORDS = {"twopoint": "two-point", "halfnormal": "half-normal", "poisson": "Poisson"}
STEPS = {
    62_500: {"early": "-short", "late": ""},
    250_000: {"early": "", "late": "-long"},
}
"""Suffixes of the settings with a horizon, and with four times that horizon."""


def mean_delay(trace: Mapping[str, Any]) -> float:
    """Return the mean delay that algorithms are given (a bound if half-normal)."""
    delay = trace["delay"]
    return (
        delay["scale"] if delay["distribution"] == "half_normal" else distribution_from(delay).mean
    )


# Regret


@measures.measure("exponent of the cost of delay to {first} in the regret without delay")
def cost_in_regret(early: Curves, early_base: Curves, late: Curves, late_base: Curves) -> Interval:
    """Estimate p such that the cost of delay grows like (R(T) without delay)^p.

    The power is 0 if the cost does not grow with T, and 1 if delay multiplies the regret. The
    growth of R(T) without delay counts as exact, as it is nearly the same in all runs.
    """
    growth = late_base.final.mean() / early_base.final.mean()
    a, b, c, d = measures.finals(early, early_base, late, late_base)
    return measures.growth_exponent(a - b, c - d, growth) if growth > 1 else measures.UNDEFINED


def order(quantity: str, factor: float) -> Measure:
    """Measure p: R(T) / QPM-D's R(T) grows by factor**p between two settings.

    QPM-D is not given the horizon, so its longer runs are read at the other algorithm's horizon.
    """

    def exponent(one: Curves, qpmd: Curves, one_there: Curves, qpmd_there: Curves) -> Interval:
        at, there = one.trace["horizon"], one_there.trace["horizon"]
        pairs = (one.final, qpmd.at(at)), (one_there.final, qpmd_there.at(there))
        values = measures.same_seeds(*pairs[0], *pairs[1])
        estimate, low, high, seeds = intervals.ratio_change_interval(values[:2], values[2:])
        powers = np.log1p([estimate, low, high]) / math.log(factor)
        return Interval(*map(float, powers), seeds)

    return Measure(quantity, exponent)


@measures.measure("R(T) of random play / R(T) of {first}")
def random_play_over(curve: Curves) -> Interval:
    """Estimate random play's R(T), which is exact, divided by the mean R(T)."""
    regret, means = curve.final, curve.trace["means"]
    uniform = curve.trace["horizon"] * (max(means) - math.fsum(means) / len(means))
    return intervals.ratio_interval(np.full(len(regret), uniform), regret)


def from_line(share: float) -> Measure:
    """Measure how far R(T) is from linear interpolation between two settings.

    Runs are of the first setting, of the setting at `share` of the way, and of the last.
    """

    def distance(first: Curves, between: Curves, last: Curves) -> Interval:
        start, middle, end = measures.finals(first, between, last)
        return intervals.shifted(intervals.ratio_interval(middle - start, end - start), -share)

    return Measure("distance of R(T) of {first} from a line in E[τ] / rise of the line", distance)


@measures.measure("slope of R(T) of {first} in E[τ]")
def slope(first: Curves, last: Curves) -> Interval:
    """Estimate the slope of R(T) between two mean delays, per round of delay."""
    start, end = measures.finals(first, last)
    return intervals.mean_interval(
        (end - start) / (mean_delay(last.trace) - mean_delay(first.trace))
    )


# Arms


def _stays(curve: Curves) -> np.ndarray:
    """Tell, per run, whether the worse arm gets most of the last tenth of the rounds."""
    horizon, means = int(curve.rounds[-1]), curve.trace["means"]
    start = horizon - horizon // 10
    return curve.final - curve.at(start) > 0.5 * (max(means) - min(means)) * (horizon - start)


stays = measures.share_of_seeds("share of runs in which {first} stays with the worse arm", _stays)


def last_jump(curve: Curves) -> np.ndarray:
    """Return, per run, the first checkpoint at which the regret has its final value."""

    def reached(regret: np.ndarray) -> np.ndarray:
        return np.isclose(regret, regret[:, -1:], rtol=0, atol=1e-6).argmax(axis=1)

    return curve.rounds[curve.per_seed(reached, "regret")]


@measures.measure("change of the round of the last jump of {first}")
def change_of_jump(before: Curves, after: Curves) -> Interval:
    """Estimate the relative change of the mean `last_jump` between two settings."""
    return intervals.shifted(
        intervals.ratio_interval(*measures.same_seeds(last_jump(after), last_jump(before))), -1
    )


def either_way(change: Measure) -> Measure:
    """Measure the change from the setting with the smaller value to the other."""

    def larger(*curves: Curves) -> Interval:
        half = len(curves) // 2
        reverse = (*curves[half:], *curves[:half])
        return intervals.chosen(max, [[change.of(*curves)], [change.of(*reverse)]])

    return Measure(change.quantity, larger)


constants_differ, jumps_differ = either_way(measures.change_of_ratio), either_way(change_of_jump)


@measures.measure("round in which one arm is left to {first} / T (2 if never)")
def one_arm_left(curve: Curves) -> Interval:
    """Estimate when one arm is left, as a share of the horizon (2 if never)."""

    def share(active: np.ndarray) -> np.ndarray:
        alone = active == 1
        rounds = curve.rounds[alone.argmax(axis=1)]
        return np.where(alone.any(axis=1), rounds / curve.trace["horizon"], 2)

    return intervals.mean_interval(curve.per_seed(share, "active"))


@measures.measure("runs of {first} whose regret is not that of most at every checkpoint")
def exceptions(curve: Curves) -> Interval:
    """Count the runs whose regret differs from the most frequent curve."""
    curves = curve.per_seed(lambda regret: np.round(regret, 6), "regret")
    _, alike = np.unique(curves, axis=0, return_counts=True)
    return intervals.exact(len(curves) - alike.max())


# Estimates


beyond = measures.share_of_seeds(
    "share of runs in which an estimate of {first} leaves its interval",
    lambda curve: curve.last("error") > 1,
)


def promised(each: int, horizon: int, ended: int) -> float:
    """Return the sum of each / (T 4^-m) over two arms and the phases m ended by T."""
    return 2 * each / horizon * sum(4**m for m in range(1, ended + 1))


# Measurements that claims share


def step(horizon: int) -> str:
    """Name the step from a horizon to four times the horizon."""
    return f"T = {horizon:,} to {4 * horizon:,}"


def additive(*distributions: str) -> list[Measurements]:
    """Return the measurements of a claim that delay adds to the regret."""
    return [partial(_costs, distributions, mean, horizon) for mean in (20, 50) for horizon in STEPS]


def _costs(
    distributions: Iterable[str], mean: int, horizon: int, variant: VariantRuns
) -> Iterator[Evidence]:
    """Measure the growth of the cost of delay over a step; merge equal results."""
    alike: dict[Interval, list[Evidence]] = {}
    for distribution in distributions:
        run = variant.spec.names[distribution]
        measurement = Measurement(
            cost_in_regret,
            (
                *("{distribution}-{mean}{early}:{run}", "poisson-0{early}:odaaf"),
                *("{distribution}-{mean}{late}:{run}", "poisson-0{late}:odaaf"),
            ),
            below(0, tolerance=0.5),
            Known("a multiple of the regret", 1, "the regret is multiplied"),
            case=WORDS.get(distribution, distribution),
            quantity=f"{cost_in_regret.quantity}, {step(horizon)}",
            key="{distribution}-{mean}{late}",
            names={"distribution": distribution, "mean": mean, "run": run, **STEPS[horizon]},
        )
        for evidence in measurement(variant):
            alike.setdefault(evidence.measured, []).append(evidence)
    for same in alike.values():
        words = ": the same under " if len(same) > 1 else ", "
        cases = ", ".join(evidence.case for evidence in same)
        yield replace(same[0], case=f"mean delay {mean}{words}{cases} delays")


def under(distribution: str) -> Callable[[Setting], bool]:
    """Select the delayed settings of a distribution on which ODAAF and ODAAF-V run."""
    return lambda setting: (
        setting.trace["delay"]["distribution"] == distribution
        and mean_delay(setting.trace) > 0
        and setting.has("odaaf", "odaaf_v")
    )


def against_odaaf(
    run: str, bound: Bound, control: tuple[str, str], *first: str
) -> list[Measurement]:
    """Return the measurements that compare a variant with ODAAF.

    `control` is a setting that the statement does not cover, and the reason. On the settings
    `first` the variant also bridges with the first active arm: the paper leaves the bridge open.
    """
    setting, why = control
    instead = Instead((f"{setting}:{run}", f"{setting}:odaaf"), why)
    bridged = {f"first-{name}": (f"{name}:{run}_first", f"{name}:odaaf") for name in first}
    pairs = {"": (run, "odaaf")} | bridged
    return [
        Measurement(measures.difference, runs, bound, instead, key=key, variants=["reconstructed"])
        for key, runs in pairs.items()
    ]
