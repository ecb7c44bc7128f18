"""Variants, measures and shared measurements for Pike-Burke et al. 2018."""

import math
from collections.abc import Callable, Mapping
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
from delayed_bandits.analysis.measures import same_seeds, share_of_seeds
from delayed_bandits.analysis.replays import replayed
from delayed_bandits.delays.distributions import distribution_from
from delayed_bandits.traces.k_armed.anonymous import AnonymousTrace

# Nothing is as printed: the text has lost n_m, the horizon, the arms' means and distributions.
BOUNDED, UNBOUNDED = ("uniform", "twopoint", "constant"), ("poisson", "halfnormal", "exponential")
FIG3A = [(distribution, run) for distribution in BOUNDED for run in ("odaaf", "odaaf_b")]
FIG3B = [(distribution, run) for distribution in UNBOUNDED for run in ("odaaf", "odaaf_v")]
RECONSTRUCTED = variant("reconstructed", "n_m of third-party code")
MEAN_20 = variant("reconstructed", "mean delay 20, inferred from the text")

GAPS = ("0125", "025", "05", "1", "2", "4")
"""Gaps from 0.0125 to 0.4, as they stand in names of settings."""
HORIZONS = (15_625, 62_500, 250_000, 1_000_000)
LOG_POWER = math.log(math.log(HORIZONS[3]) / math.log(HORIZONS[1])) / math.log(16)
"""The power of T that a factor log T adds from the second to the last of them."""
LINEAR = tuple(4 * math.log(T) / math.log(4 * T) - 1 for T in HORIZONS[1:3])
"""How much T / log T grows from the second to the third horizon, and from there to the last."""
REPLAYS, STRETCHES = 100, 20
"""Runs that are replayed for corruption, and for stretches."""


def mean_delay(trace: Mapping[str, Any]) -> float:
    """Return the mean delay that algorithms are given (a bound if half-normal)."""
    delay = trace["delay"]
    return (
        delay["scale"] if delay["distribution"] == "half_normal" else distribution_from(delay).mean
    )


# Worst-case regret: the largest mean over the gaps


def of_worst(quantity: str, function: Callable[..., np.ndarray]) -> Measure:
    """Return a measure: a function of several worst-case regrets over all gaps.

    Each worst case takes a group of curves, one for each gap. Groups of an algorithm and of QPM-D
    alternate. QPM-D is not given T, so its regret is read at the horizon of the group before.
    """

    def over(*curves: Curves) -> Interval:
        ends = [curves[i - i % (2 * len(GAPS))].trace["horizon"] for i in range(len(curves))]
        values = same_seeds(*(one.at(end) for one, end in zip(curves, ends, strict=True)))
        return bootstrap_interval(
            values,
            lambda means: function(*means.reshape(-1, len(GAPS), *means.shape[1:]).max(axis=1)),
        )

    return Measure(quantity, over)


worst_order = of_worst(
    "power of T in the ratio of the worst R(T) over gaps of {first} to that of QPM-D",
    lambda one, qpmd, later, qpmd_later: np.log(later / qpmd_later / (one / qpmd)) / math.log(16),
)


worst_by_bound = of_worst(
    "ratio of the worst R(T) over gaps of {first} to that of QPM-D, with delays up to 2,000 "
    "divided by this ratio with delays up to 40",
    lambda one, qpmd, longer, qpmd_longer: longer / qpmd_longer / (one / qpmd),
)


def by_bound(run: str) -> tuple[str, ...]:
    """Return the runs of an algorithm and QPM-D with a small and a large bound of delays."""
    bound = tuple(f"bound-{gap}:{name}" for name in (run, "qpmd") for gap in GAPS)
    return (*worst(run, 3), *worst("qpmd", 4), *bound)


def worst(run: str, length: int) -> tuple[str, ...]:
    """Return an algorithm's runs of one horizon, for all gaps."""
    return tuple(f"worst-{gap}-{length}:{run}" for gap in GAPS)


# Regret


@measures.measure("slope of R(T) of {first} in E[τ]")
def slope(first: Curves, last: Curves) -> Interval:
    """Estimate the slope of R(T) between two mean delays, per round of delay."""
    start, end = measures.finals(first, last)
    return mean_interval((end - start) / (mean_delay(last.trace) - mean_delay(first.trace)))


def _stays(curve: Curves) -> np.ndarray:
    """Return, per run, whether the worse arm gets most of the last tenth of the rounds."""
    horizon, means = int(curve.rounds[-1]), curve.trace["means"]
    start = horizon - horizon // 10
    return curve.final - curve.at(start) > 0.5 * (max(means) - min(means)) * (horizon - start)


stays = share_of_seeds("share of runs in which {first} stays with the worse arm", _stays)


@measures.measure(
    "size of the change after T = 250,000 of the ratio of R(T) of {first} to R(T) of {second}, "
    "less the size of the change before"
)
def slowing(*curves: Curves) -> Interval:
    """Return how much more a ratio of regrets changes at later horizons than at earlier ones.

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
    """Return the sum of `each` / (T 4^-m) over two arms and phases m up to `ended`."""
    return 2 * each / horizon * sum(4**m for m in range(1, ended + 1))


# Replays: what run files do not record


@measures.measure(
    "mean rounds between switches of arm of {first} divided by these rounds with equal arms"
)
def stretches(*curves: Curves) -> Interval:
    """Return the ratio of the mean rounds that two runs play between switches of arm."""
    switches = (
        replayed(curve, STRETCHES, lambda _, arms: 1 + np.count_nonzero(np.diff(arms)))
        for curve in reversed(curves)
    )
    return ratio_interval(*switches)


def feedback(trace: AnonymousTrace, arms: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the rewards that the rounds generate, and the sums X_t arriving in them."""
    rewards = trace.as_rewards(trace.hidden_outcomes)[trace.hidden_states, arms]
    delays = trace.hidden_delays[0].astype(np.int64)  # all arms have one distribution
    arrivals = np.minimum(np.arange(trace.horizon) + delays, trace.horizon)
    return rewards, np.bincount(arrivals, rewards, trace.horizon + 1)[:-1]


def corruption(trace: AnonymousTrace, record: Any, *, bridged: bool) -> np.ndarray:
    """Return what delay adds to the sum of each block, shape (phases, arms).

    This is the sum of X_t over the block minus the rewards that the block generates. An arm
    without a block in a phase has NaN.
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


def corrupted(phase: int, *, total: bool = False) -> Measure:
    """Return a measure: the mean corruption of the first arm in a phase m.

    The unit of corruption is the bound of Proposition 1, 2^-(m-1) E[τ]. With `total` it is the sum
    over the phases up to m, in units of E[τ].
    """

    def over(curve: Curves) -> Interval:
        run = curve.specification
        bridged = run.run != "odaaf.odaaf" and run.parameters.get("bridge_arm") != "none"
        found = replayed(
            curve, REPLAYS, lambda *played: corruption(*played, bridged=bridged)[:phase, 0]
        )
        values = found.sum(axis=1) if total else found[:, -1] * 2 ** (phase - 1)
        mean, low, high, runs = mean_interval(values / mean_delay(curve.trace))
        return Interval(-mean, -high, -low, runs) if mean < 0 else Interval(mean, low, high, runs)

    unit = (
        f"up to phase {phase} divided by E[τ]"
        if total
        else f"in phase {phase} divided by the bound 2^-{phase - 1} E[τ]"
    )
    return Measure("corruption of the first arm of {first} " + unit, over)
