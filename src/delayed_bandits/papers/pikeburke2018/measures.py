"""Measurements that the claims on Pike-Burke et al. 2018 share."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from delayed_bandits.algorithms.odaaf import (
    samples_known_bound,
    samples_known_mean,
    samples_known_variance,
)
from delayed_bandits.analysis.claims import Setting
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import (
    Interval,
    exponent_interval,
    ratio_change_interval,
    ratio_interval,
)
from delayed_bandits.delays.laws import law_from
from delayed_bandits.papers.pikeburke2018.shared import mean_delay

NAMES = {
    "odaaf": "ODAAF",
    "odaaf_b": "ODAAF-B",
    "odaaf_v": "ODAAF-V",
    "odaaf_b_first": "ODAAF-B, first arm bridges",
    "odaaf_v_first": "ODAAF-V, first arm bridges",
    "odaaf_b_three": "ODAAF-B, 3 E[τ]",
}
BOUNDED_LAWS = ("uniform", "twopoint", "constant")
UNBOUNDED_LAWS = ("poisson", "halfnormal", "exponential")
PANELS = {mean: [f"{law}-{mean}" for law in (*BOUNDED_LAWS, *UNBOUNDED_LAWS)] for mean in (20, 50)}
FIGURE_3 = frozenset(name for names in PANELS.values() for name in names)
SHORTER = frozenset(f"{name}-short" for name in FIGURE_3)
LONGER = frozenset(f"{name}-long" for name in FIGURE_3)
LONG_POISSON = tuple(f"poisson-{mean}{part}" for mean in (400, 800) for part in ("", "-early"))
"""Settings with QPM-D alone."""
PAPER_HORIZON = 250_000
SHORT_HORIZON = 62_500
SAME_HORIZONS = "the horizons are the same at this scale"
CRITEO_MEAN = 6.6 * 86400
"""Seconds, to one digit."""
DECISIVE_PHASE = 4
"""The first phase with a tolerance below the gap of Section 5."""
UNDEFINED = Interval(math.nan, math.nan, math.nan)
"""An exponent between values that do not grow, or of a cost that is not positive."""

Values = np.ndarray
Pair = tuple[Values, Values]


def is_bounded(setting: str) -> bool:
    """Tell whether a setting of Fig. 3 has bounded delays, by its name."""
    return setting.startswith(BOUNDED_LAWS)


def variant_of(setting: str) -> str:
    """Name the variant of ODAAF that Fig. 3 shows beside it on the delays of a setting."""
    return "odaaf_b" if is_bounded(setting) else "odaaf_v"


def curves_of_figure_3(mean: int) -> list[tuple[str, str]]:
    """List the (setting, algorithm) of the curves of Fig. 3 with a mean delay."""
    return [(name, run) for name in PANELS[mean] for run in ("odaaf", variant_of(name))]


def in_figure_3(setting: Setting) -> bool:
    """Tell whether Fig. 3 may have a setting."""
    return setting.name in FIGURE_3


def runs_on(setting: Setting, *names: str) -> bool:
    """Tell whether all the named algorithms run on a setting."""
    return set(names) <= set(setting.parameters)


def mean_of(setting: Setting) -> float:
    """Give the mean delay; of Criteo delays, nearly."""
    delay = setting.trace["delay"]
    criteo = delay["law"] == "criteo"
    return delay["scale"] * CRITEO_MEAN if criteo else mean_delay(setting.trace)


def bound_of(setting: Setting) -> float:
    """Give the bound of the delays; of Criteo delays, that of 30 days."""
    delay = setting.trace["delay"]
    return delay["scale"] * 30 * 86400 if delay["law"] == "criteo" else law_from(delay).bound


def has_large_bound(setting: Setting) -> bool:
    """Tell whether n_m of ODAAF-B "reverts back" to that of ODAAF in the phases that decide.

    By Section 4.2 it does where m times the bound is at least n_m of ODAAF.
    """
    horizon, mean, bound = setting.trace["horizon"], mean_of(setting), bound_of(setting)
    phases = range(1, DECISIVE_PHASE + 1)
    return all(m * bound >= samples_known_mean(horizon, m, mean) for m in phases)


def not_dropped(trace: Mapping[str, Any], run: str) -> str:
    """Give the reason why a row does not apply if phase 4 is not over by the horizon; else nothing.

    No tolerance before that of phase 4 is below the gap of Section 5, so most replications drop
    the worse arm then. Phases 1 to 3 have bridges of n_3 rounds together, but for ODAAF.
    """
    horizon, law, mean = trace["horizon"], law_from(trace["delay"]), mean_delay(trace)

    def samples(m: int) -> int:
        if run == "odaaf":
            return samples_known_mean(horizon, m, mean)
        if run == "odaaf_b":
            return samples_known_bound(horizon, m, mean, law.bound)
        return samples_known_variance(horizon, m, mean, law.variance)

    bridges = 0 if run == "odaaf" else samples(DECISIVE_PHASE - 1)
    ends = len(trace["means"]) * samples(DECISIVE_PHASE) + bridges
    return f"nothing is learned: no arm is dropped by T = {horizon:,}" if ends > horizon else ""


def gap(trace: Mapping[str, Any]) -> float:
    """Compute the largest gap between the means of two arms."""
    return max(trace["means"]) - min(trace["means"])


def uniform_play(trace: Mapping[str, Any]) -> float:
    """Compute the expected regret at the horizon if every arm is equally likely in every round."""
    means = trace["means"]
    return trace["horizon"] * (max(means) - math.fsum(means) / len(means))


def same_seeds(*values: Values) -> tuple[Values, ...]:
    """Cut values of seeds 0, 1, ... to the seeds that all have."""
    count = min(len(array) for array in values)
    return tuple(array[:count] for array in values)


def ratio(numerators: Values, denominators: Values) -> Interval:
    """Estimate the ratio of two means over the seeds that both have."""
    return ratio_interval(*same_seeds(numerators, denominators))


def ratio_change(before: Pair, after: Pair) -> Interval:
    """Estimate the relative change of a ratio of means over the seeds that all have."""
    values = same_seeds(*before, *after)
    return ratio_change_interval(values[:2], values[2:])


def change_of_mean(before: Values, after: Values) -> Interval:
    """Estimate the relative change of a mean over the seeds that both have."""
    estimate, low, high, seeds = ratio(after, before)
    return Interval(estimate - 1, low - 1, high - 1, seeds)


def ratio_exponent(before: Pair, after: Pair, factor: float) -> Interval:
    """Estimate p such that a ratio of means grows by factor**p; undefined for a factor of 1."""
    if factor == 1:
        return UNDEFINED
    change = ratio_change(before, after)
    scale = math.log(factor)
    low, high = sorted(np.log1p([change.low, change.high]) / scale)
    return Interval(math.log1p(change.estimate) / scale, float(low), float(high), change.seeds)


def elasticity(before: Pair, after: Pair) -> Interval:
    """Estimate the exponent of the cost of delays in the regret without delay, over horizons.

    It is 0 if the cost does not grow with the horizon, and 1 if it grows as the regret without
    delay does; it is undefined where the latter or the cost is not positive. Each pair has the
    regrets with and without delay; growth of the latter is taken to be known, as it is nearly the
    same in all replications.
    """
    growth = np.mean(after[1]) / np.mean(before[1])
    costs = same_seeds(before[0], before[1], after[0], after[1])
    early, late = costs[0] - costs[1], costs[2] - costs[3]
    if growth <= 1 or np.mean(early) <= 0 or np.mean(late) <= 0:
        return UNDEFINED
    return exponent_interval(early, late, growth)


def no_exponent(measured: Interval) -> str:
    """Give the reason why a row does not apply if its exponent is undefined; else nothing."""
    undefined = math.isnan(measured.estimate)
    return "no exponent: nothing grows, or delay costs nothing, at this scale" if undefined else ""


def interpolated(curve: Curves, round_: float) -> Values:
    """Give the regret of every seed at a round, on the line between two checkpoints."""
    after = min(int(np.searchsorted(curve.rounds, round_)), curve.rounds.size - 1)
    before = max(after - 1, 0)
    rounds = curve.rounds[[before, after]]
    late, early = curve.at(int(rounds[1])), curve.at(int(rounds[0]))
    share = (round_ - rounds[0]) / max(1, rounds[1] - rounds[0])
    return early + min(1.0, share) * (late - early)


def last_rise(regret: Values, rounds: Values) -> Values:
    """Find for every seed the first checkpoint at which the regret has its final value."""
    return rounds[np.argmax(np.isclose(regret, regret[:, -1:], rtol=0, atol=1e-6), axis=1)]


def last_jump(curve: Curves) -> Values:
    """Find for every seed the checkpoint by which the worse arm is played for the last time."""
    return curve.per_seed(lambda regret: last_rise(regret, curve.rounds), "regret")


def dropped(curve: Curves) -> Values:
    """Find for every seed when one arm is left, as a share of the horizon; 2 if never."""

    def share(active: Values) -> Values:
        alone = active == 1
        return np.where(alone.any(axis=1), curve.rounds[np.argmax(alone, axis=1)] / horizon, 2)

    horizon = curve.trace["horizon"]
    return curve.per_seed(share, "active")


def stays_with_worse_arm(curve: Curves) -> Values:
    """Tell of every seed whether most of the last tenth of the rounds go to the worse arm."""
    horizon = int(curve.rounds[-1])
    start = horizon - horizon // 10
    lost = curve.final - curve.at(start)
    return lost > 0.5 * gap(curve.trace) * (horizon - start)


def like_most(curve: Curves) -> Values:
    """Tell of every seed whether its regret is that of most seeds at every checkpoint."""
    curves = curve.per_seed(lambda regret: np.round(regret, 6), "regret")
    _, which, counts = np.unique(curves, axis=0, return_inverse=True, return_counts=True)
    return which.ravel() == counts.argmax()
