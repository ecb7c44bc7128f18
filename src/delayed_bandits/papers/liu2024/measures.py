"""Variants and measures of Liu and Maghsudi 2024, and its theorem on delays."""

import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from delayed_bandits.analysis import intervals
from delayed_bandits.analysis.curves import Curves, paired
from delayed_bandits.analysis.intervals import Interval, exact, ratio_interval
from delayed_bandits.analysis.measurements import (
    Control,
    Evidence,
    Instead,
    Measure,
    Measurement,
    VariantRuns,
    variant,
)
from delayed_bandits.analysis.measures import UNDEFINED, same_seeds, share_of_seeds
from delayed_bandits.analysis.verdicts import above
from delayed_bandits.delays.base import Distribution
from delayed_bandits.delays.distributions import distributions_from
from delayed_bandits.traces.streams import Streams

# Variants: as printed, and with our choices

OTHERS = {"greedy": "d_linucb", "random": "random"}


PRINTED = variant(
    "printed",
    "all that can be switched as printed, first stage stopped by us, A′ = 5",
    doral="doral_printed",
    dalp="dalp_printed",
    greedy="d_linucb_printed",
    random="random_printed",
)
EQUATIONS = variant(
    "ours",
    "inequality as printed, our radius (d estimated) and baskets, A′ = 5",
    "equations",
    doral="doral_acceptance",
)
FIVE, EIGHT, CUTOFF, ARM, ARM_EIGHT = (
    variant("ours", f"our choices, {what}", key, doral=doral, dalp=dalp, **OTHERS)
    for key, doral, dalp, what in (
        ("five", "doral", "dalp", "A′ = 5"),
        ("eight", "doral_8", "dalp_8", "A′ = 8"),
        ("cutoff", "doral_cutoff", "dalp_cutoff", "A′ = 5, m = max UCB"),
        ("arm", "doral_arm", "dalp", "A′ = 5, but the arm of the largest index"),
        ("arm_eight", "doral_arm_8", "dalp_8", "A′ = 8, but the arm of the largest index"),
    )
)

SIMILAR = ["fig1a", "fig1b"]
PANELS = [*SIMILAR, "fig2a", "fig2b"]
SHORT = [f"{name}-short" for name in PANELS]
VARIED = ["fig2b-short", "fig2b-unit", "fig2b-noiseless"]
ENVIRONMENTS = [*PANELS, "criteo"]

BOTH = ("{doral}", "{dalp}")
APART = Instead(("{doral}", "d_linucb"), "another policy, which spends first", "over D-LinUCB")
IN_SIGHT = "1 %, our threshold of what a figure shows: 'overlap' is less, 'better' is more"
SEEN = above(0, tolerance=-1)
"""Better by more than our threshold for an overlap."""
OF_50 = "Wilson's interval of 50 hits among 50 reaches down to 0.93, of 0 up to 0.07"


# Measurements and rewards

FIRST_STAGE = ("reward", "identification")
"""Columns from which `reward_without_first_stage` is computed."""


def excess(values: np.ndarray, others: np.ndarray) -> Interval:
    """Return by how many % the mean of `values` exceeds the mean of paired `others`."""
    return ratio_interval(100 * (values - others), others)


def reward_without_first_stage(
    rounds: np.ndarray, reward: np.ndarray, identification: np.ndarray
) -> np.ndarray:
    """Return the reward after the first stage, whose end is interpolated, per run."""
    rounds, ends = np.append(0, rounds), zip(reward, identification[:, -1], strict=True)
    first = [np.interp(end, rounds, np.append(0, row)) for row, end in ends]
    return np.maximum(reward - np.array(first)[:, None], 0)


def where_run(
    measurement: Measurement, suffix: str = ""
) -> Callable[[VariantRuns], Iterator[Evidence]]:
    """Restrict a measurement to settings where its algorithms run; suffix its keys."""

    def measured(variant: VariantRuns) -> Iterator[Evidence]:
        names = [variant.fill(run) for run in measurement.runs]
        there = [setting for setting in variant.settings if setting.has(*names)]
        for evidence in measurement(replace(variant, settings=there)):
            yield replace(evidence, key=evidence.key + suffix)

    return measured


def gain(column: str, quantity: str) -> Measure:
    """Measure by how many % a column's final mean exceeds another algorithm's."""
    return Measure(quantity, lambda *runs: excess(*same_seeds(*(run.last(column) for run in runs))))


GAIN = gain("reward", "reward of DORAL within 500 rounds above that of {second}, in %")


def gain_per_unit(column: str, when: str) -> Measure:
    """Measure by how many % reward per unit of budget exceeds another algorithm's."""

    def over(one: Curves, other: Curves) -> Interval:
        columns = (run.last(name) for run in (other, one) for name in (column, "spent"))
        reward, spent, ours, ours_spent = same_seeds(*columns)
        *change, seeds = intervals.ratio_change_interval((reward, spent), (ours, ours_spent))
        return Interval(*(100 * value for value in change), seeds)

    quantity = "reward of DORAL " + when + " per unit of budget above that of {second}, in %"
    return Measure(quantity, over)


GAIN_PER_UNIT = gain_per_unit("reward", "within 500 rounds")
GAIN_IN_TIME = gain_per_unit("reward_end", "by the last round")
GAIN_BEFORE_M = gain_per_unit("reward_cutoff", "within m rounds")


def early_gain(*, counted: bool) -> Measure:
    """Measure DORAL's gain in reward by T/10 in %, first stage counted or not."""

    def over(one: Curves, other: Curves) -> Interval:
        tenth = one.trace["horizon"] // 10
        reward = one.at(tenth, "reward")
        if not counted:
            place = np.searchsorted(one.rounds, tenth, side="right") - 1
            after = partial(reward_without_first_stage, one.rounds)
            reward = one.per_seed(lambda *columns: after(*columns)[:, place], *FIRST_STAGE)
        return excess(*same_seeds(reward, other.at(tenth, "reward")))

    what = "reward" if counted else "reward after the first stage"
    return Measure(what + " of DORAL by T/10 above that of {second}, in %", over)


def ends_by_itself(curve: Curves) -> np.ndarray:
    """Tell, per run, whether the first stage left more than 50/85 of the budget."""
    budget = curve.trace["budget"]
    return budget - curve.last("identification") > budget * 50 / 85


def finds_fastest(curve: Curves) -> np.ndarray:
    """Tell, per run, whether the first stage accepted the fastest arms by itself."""
    accept = curve.specification.parameters["accept"]
    return (curve.last("accepted") == 2**accept - 1) & ends_by_itself(curve)


FINDS_FASTEST = share_of_seeds(
    "share of runs in which the fastest arms are accepted", finds_fastest
)
FINDS_SLOWEST = share_of_seeds(
    "share of runs in which arms 6 to 10 are accepted", lambda run: run.last("accepted") == 31 << 5
)
ROUNDS_LEFT = share_of_seeds("share of runs with over 50,000 pulls left", ends_by_itself)


same_program = share_of_seeds(
    "share of runs in which {first} has the rewards of {second} throughout",
    lambda *runs: np.concatenate(
        [(a == b).all(axis=1) for a, b in paired(*(run.parts("reward") for run in runs))]
    ),
)


# Delays: inequality (1), Lemma 4.1, Theorem 4.2 with its radius

DRAWS, PULLS = 400, (30, 100, 300, 1000)
CONFIDENCE = 0.05
SHAPE = 2.0  # of the Pareto delays


def distributions_of(curve: Curves) -> list[Distribution]:
    """Build the delay distributions of all arms."""
    return distributions_from(curve.trace["delay"])


def largest_exponent(distribution: Distribution, most: int = 10_000) -> float:
    """Return the largest α with 1 − τ(u) ≤ u^−α for u = 2, ..., `most`."""
    rounds = np.arange(2, most)
    late = 1 - distribution.cdf(rounds)
    rounds, late = rounds[late > 1e-12], late[late > 1e-12]
    return float(np.min(-np.log(late) / np.log(rounds), initial=math.inf)) + 0.0


LARGEST = Measure(
    "largest α of inequality (1)",
    lambda run: exact(min(map(largest_exponent, distributions_of(run)))),
)
LEAST = Measure(
    "least τ(500)",
    lambda run: exact(min(distribution.cdf(500) for distribution in distributions_of(run))),
)


def observed_delays(
    distribution: Distribution, arm: int, pulls: int, n_arms: int, streams: Streams
) -> list[np.ndarray]:
    """Draw an arm's delays in round-robin play; return the ended ones by arrival."""
    delays = distribution.quantile(streams.open("theorem", arm).random((DRAWS, pulls)))
    ends = n_arms * np.arange(pulls) + delays
    order = np.argsort(ends, axis=1, kind="stable")
    counts = (ends <= n_arms * pulls).sum(axis=1)
    rows = zip(np.take_along_axis(delays, order, axis=1), counts, strict=True)
    return [row[:count] for row, count in rows]


def median_of_means(delays: np.ndarray) -> float:
    """Return the median of the means of ⌊min(1 + 8 ln(1/δ), n/2)⌋ baskets."""
    number = max(1, math.floor(min(1 + 8 * math.log(1 / CONFIDENCE), delays.size / 2)))
    size = delays.size // number
    return float(np.median(delays[: number * size].reshape(number, size).mean(axis=1)))


def coverage(case: str, key: str, radius: str, delays: list[np.ndarray], *given: float) -> Evidence:
    """Compare the share of draws within the radius of the mean with its lower bound.

    `radius` is the factor of T_a^-min(α, 1/2): "B/2" in Theorem 4.2, "2 d" in equations 6 and 7,
    "2 d^M" as the first stage estimates it; or "lemma", for the upper bound of the empirical mean
    in Lemma 4.1. `given` are the mean, the budget and α.
    """
    mean, budget, alpha = given
    lemma, quantity = radius == "lemma", "share with |d^M − d| ≤ radius"
    log, estimate, wrong = math.log(16 / (1 - budget**-alpha)), median_of_means, lambda _: 0.0
    name, why = "an estimate that is always 0", "it ignores delays"
    if lemma:
        quantity = "share of draws with d̂ − d ≤ radius"
        log, estimate, wrong = budget * math.log(2 / CONFIDENCE), np.mean, np.max
        name, why = "the longest delay observed", "it is no mean"
    bound = above(1 - CONFIDENCE - budget**-alpha)
    some = [one for one in delays if one.size]
    if not some:
        return Evidence(case, quantity, UNDEFINED, bound, None, "T_a is 0: no delay has ended", key)
    counts = np.array([one.size for one in some])

    def share(estimate: Callable[[np.ndarray], float]) -> Interval:
        estimates = np.array([estimate(one) for one in some])
        away = estimates - mean if lemma else np.abs(estimates - mean)
        factor = {"B/2": budget / 2, "2 d^M": 2 * estimates}.get(radius, 2 * mean)
        limit = math.sqrt(2 * log) / np.sqrt(counts) + factor * counts ** -min(alpha, 0.5)
        return intervals.share_interval(away <= limit)

    return Evidence(
        case, quantity, share(estimate), bound, Control(name, share(wrong), why), key=key
    )


def covered(variant: VariantRuns) -> Iterator[Evidence]:
    """Measure `coverage` for the fastest and the slowest arm of each setting.

    The variant gives {radius}, as in `coverage`, and {alpha}: "largest" for the largest α that
    meets inequality (1), "shape" for the shape of the Pareto delays.
    """
    radius, which = variant.fill("{radius}"), variant.fill("{alpha}")
    for setting in variant.settings:
        curve = variant.curve("doral", setting)
        trace, distributions = curve.trace, distributions_of(curve)
        streams = Streams(curve.specification.master_seed, curve.specification.paper)
        alpha = SHAPE if which == "shape" else min(map(largest_exponent, distributions))
        if alpha == 0:
            case, quantity = setting.description, "share of draws within the radius"
            reason = "no α > 0 meets inequality (1), since delays have a positive minimum"
            yield Evidence(case, quantity, UNDEFINED, above(0), None, reason, setting.name)
            continue
        for arm, pulls in itertools.product((0, len(distributions) - 1), PULLS):
            delays = observed_delays(distributions[arm], arm, pulls, trace["arms"], streams)
            case = f"{setting.description}, arm {arm + 1}, {pulls} pulls"
            given = distributions[arm].mean, trace["budget"], alpha
            yield coverage(case, f"{setting.name}-{arm + 1}-{pulls}", radius, delays, *given)


def budget_of_race(radius: str) -> Measure:
    """Measure the pulls / budget needed to distinguish the fastest and slowest arm.

    Their confidence bounds separate once the two radii, with "B/2" or "2 d", add up to less than
    the difference of the mean delays. Whatever α, a radius shrinks at most like T_a^-1/2.
    """

    def needed(curve: Curves) -> Interval:
        budget, means = curve.trace["budget"], [one.mean for one in distributions_of(curve)]
        fast, slow = means[0], means[-1]
        both = math.sqrt(8 * math.log(16)) + (budget if radius == "B/2" else 2 * (fast + slow))
        return exact(len(means) * (both / (slow - fast)) ** 2 / budget)

    return Measure(f"pulls to distinguish fastest from slowest / B, radius with {radius}", needed)
