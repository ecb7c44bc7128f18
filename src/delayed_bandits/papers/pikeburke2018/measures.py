"""Variants, measures and shared measurements for Pike-Burke et al. 2018."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from delayed_bandits.analysis import measures
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import (
    Interval,
    bootstrap_interval,
    mean_interval,
    ratio_interval,
)
from delayed_bandits.analysis.measurements import Measure, variant
from delayed_bandits.analysis.measures import share_of_seeds
from delayed_bandits.analysis.replays import replayed
from delayed_bandits.delays.distributions import distribution_from
from delayed_bandits.traces.k_armed.anonymous import AnonymousTrace

# Nothing is as printed: the text has lost n_m, the horizon, the arms' means and distributions.
BOUNDED, UNBOUNDED = ("uniform", "twopoint", "constant"), ("poisson", "halfnormal", "exponential")
FIG3A = [(distribution, run) for distribution in BOUNDED for run in ("odaaf", "odaaf_b")]
FIG3B = [(distribution, run) for distribution in UNBOUNDED for run in ("odaaf", "odaaf_v")]
RECONSTRUCTED = variant("reconstructed", "n_m of third-party code")
MEAN_20 = variant("reconstructed", "n_m of third-party code; mean 20 and two T ours")

GAPS = ("0125", "025", "05", "1", "2", "4")
"""Gaps from 0.0125 to 0.4, as names of settings write them."""
HORIZONS = (15_625, 62_500, 250_000, 1_000_000)
LINEAR = tuple(4 * math.log(T) / math.log(4 * T) - 1 for T in HORIZONS[1:3])
"""Relative growth of T / log T from the second to the third horizon, and on to the last."""
REPLAYS, STRETCHES = 100, 20
"""Runs that are replayed for corruption, and for stretches."""


def mean_delay(trace: Mapping[str, Any]) -> float:
    """Return the mean delay that algorithms are given; if half-normal, a bound on it."""
    delay = trace["delay"]
    return (
        delay["scale"] if delay["distribution"] == "half_normal" else distribution_from(delay).mean
    )


# Regret


@measures.measure("increase of R(T) of {first} per round of mean delay")
def slope(first: Curves, last: Curves) -> Interval:
    """Estimate the slope of R(T) between two mean delays, per round of delay."""
    start, end = measures.finals(first, last)
    return mean_interval((end - start) / (mean_delay(last.trace) - mean_delay(first.trace)))


def _stays(curve: Curves) -> np.ndarray:
    """Return for each run whether the worse arm gets most of the last T/10 rounds."""
    horizon, means = int(curve.rounds[-1]), curve.trace["means"]
    start = horizon - horizon // 10
    return curve.final - curve.at(start) > 0.5 * (max(means) - min(means)) * (horizon - start)


def _most_frequent(curve: Curves) -> np.ndarray:
    """Return for each run whether its R(T) is the most frequent value."""
    _, which, counts = np.unique(curve.final.round(6), return_inverse=True, return_counts=True)
    return which == counts.argmax()


same_regret = share_of_seeds("share of runs of {first} that have the same R(T)", _most_frequent)


stays = share_of_seeds("share of runs in which {first} stays with the worse arm", _stays)


@measures.measure("how much more {first}'s regret ratio changes after T = 250,000 than before")
def slowing(*curves: Curves) -> Interval:
    """Return a regret ratio's change at later horizons, minus that at earlier ones.

    The six curves are an algorithm and QPM-D at three horizons, with equal factors between them.
    """

    def later_less_earlier(means: np.ndarray) -> np.ndarray:
        ratios = means[::2] / means[1::2]
        changes = np.abs(ratios[1:] / ratios[:-1] - 1)
        return changes[1] - changes[0]

    return bootstrap_interval(measures.finals(*curves), later_less_earlier)


# Estimates


beyond = share_of_seeds(
    "share of runs in which an estimate of {first} leaves its interval",
    lambda curve: curve.last("error") > 1,
)


def promised(each: int, horizon: int, ended: int) -> float:
    """Sum probabilities `each` / (T 4^-m) over 2 arms and phases m = 1 to `ended`."""
    return 2 * each / horizon * sum(4**m for m in range(1, ended + 1))


# Replays: what run files do not record


def _lengths(arms: np.ndarray) -> np.ndarray:
    """Return the lengths of the stretches in which one arm is played."""
    return np.diff(np.flatnonzero(np.diff(arms)), prepend=-1, append=arms.size - 1)


@measures.measure("median stretch of {first} on one arm divided by the mean delay")
def median_stretch(curve: Curves) -> Interval:
    """Return the mean over runs of the median stretch on one arm / the mean delay."""
    medians = replayed(curve, STRETCHES, lambda _, arms: np.median(_lengths(arms)))
    return mean_interval(medians / mean_delay(curve.trace))


@measures.measure("mean stretch of {first} on one arm divided by that with equal arms")
def stretches(*curves: Curves) -> Interval:
    """Return the ratio of two curves' mean stretches on one arm."""
    switches = (
        replayed(curve, STRETCHES, lambda _, arms: _lengths(arms).size)
        for curve in reversed(curves)
    )
    return ratio_interval(*switches)


def feedback(trace: AnonymousTrace, arms: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return each round's own reward, and the sum X_t of rewards that arrive in it."""
    rewards = trace.as_rewards(trace.hidden_outcomes)[trace.hidden_states, arms]
    delays = trace.hidden_delays[0].astype(np.int64)  # all arms have one distribution
    arrivals = np.minimum(np.arange(trace.horizon) + delays, trace.horizon)
    return rewards, np.bincount(arrivals, rewards, trace.horizon + 1)[:-1]


def corruption(trace: AnonymousTrace, record: Any, *, bridged: bool) -> np.ndarray:
    """Return what delay adds to the sum of each block, shape (phases, arms).

    A block has the rounds of an arm in a phase; without rounds the result is NaN. Delay adds what
    arrives in the block minus the rewards of its plays. If `bridged`, a bridge follows each phase.
    """
    arms, estimates = record
    rewards, sums = feedback(trace, arms)
    extra = np.append(0, np.cumsum(sums - rewards))
    found = np.full(estimates.means.shape, np.nan)
    start = 0
    for phase, end in enumerate(estimates.ends):
        active = np.flatnonzero(~np.isnan(estimates.means[phase]))
        length = (end - start) // active.size
        firsts = start + length * np.arange(active.size)
        found[phase, active] = extra[firsts + length] - extra[firsts]
        start = end + bridged * length
    return found


def corrupted(phase: int) -> Measure:
    """Return a measure: how much delay changes arm 1's sum in a phase, in E[τ]."""

    def over(curve: Curves) -> Interval:
        run = curve.specification
        bridged = run.run != "odaaf.odaaf" and run.parameters.get("bridge_arm") != "none"
        found = replayed(
            curve, REPLAYS, lambda *played: corruption(*played, bridged=bridged)[phase - 1, 0]
        )
        mean, low, high, runs = mean_interval(found / mean_delay(curve.trace))
        return Interval(-mean, -high, -low, runs) if mean < 0 else Interval(mean, low, high, runs)

    what = f"how much delay changes {{first}}'s sum in phase {phase}, in units of E[τ]"
    return Measure(what, over)
