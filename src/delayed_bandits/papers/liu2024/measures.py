"""Measures of one kind for the claims on Liu and Maghsudi 2024."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from delayed_bandits.analysis.curves import Curves, paired
from delayed_bandits.analysis.intervals import (
    Interval,
    mean_interval,
    ratio_interval,
    share_interval,
)
from delayed_bandits.analysis.measures import measure, same_seeds, share_of_seeds
from delayed_bandits.analysis.rows import Evidence, Measure, Reading, Row
from delayed_bandits.papers.liu2024.shared import (
    BUDGET,
    FIRST_STAGE,
    regret_of_budget,
    relative_gain,
    reward_without_first_stage,
)


def where_run(row: Row, suffix: str = "") -> Callable[[Reading], Iterator[Evidence]]:
    """Measure a row on those settings of a reading on which its algorithms run.

    `suffix` is added to the keys, to tell rows on one setting apart.
    """

    def measured(reading: Reading) -> Iterator[Evidence]:
        names = [reading.fill(run) for run in row.runs]
        there = [setting for setting in reading.settings if setting.has(*names)]
        for evidence in row(replace(reading, settings=there)):
            yield replace(evidence, key=evidence.key + suffix)

    return measured


# Rewards


def gain(column: str, what: str) -> Measure:
    """Measure the relative difference of the means of a column at the horizon; 0 if alike."""

    def over(one: Curves, other: Curves) -> Interval:
        return relative_gain(*same_seeds(one.last(column), other.last(column)))

    return Measure(f"{what} of {{0}} over that of {{1}}, minus 1", over)


GAIN = gain("reward", "reward within 500 rounds")
GAIN_IN_TIME = gain("reward_end", "reward by the last round")


@measure("reward of {0} over that of {1} in round B, minus 1")
def gain_at_budget(one: Curves, other: Curves) -> Interval:
    """Estimate the relative difference of rewards when a policy that never skips has spent all."""
    round_ = int(one.trace["budget"])
    return relative_gain(one.at(round_, "reward"), other.at(round_, "reward"))


@measure("gain of {0} over {1}, less that of {2} over {3}")
def difference_of_gains(one: Curves, other: Curves, third: Curves, fourth: Curves) -> Interval:
    """Estimate the mean difference of the ratios of rewards in two settings."""
    a, b, c, d = same_seeds(*(curve.last("reward") for curve in (one, other, third, fourth)))
    return mean_interval(a / b - c / d)


def _early(one: Curves, other: Curves, reward: Callable[[Curves, int], np.ndarray]) -> Interval:
    tenth = one.trace["horizon"] // 10
    return relative_gain(reward(one, tenth), other.at(tenth, "reward"))


def after_first_stage(curve: Curves, round_: int) -> np.ndarray:
    """Compute the reward of every seed by a round, without that of the first stage."""
    place = np.searchsorted(curve.rounds, round_, side="right") - 1
    after = curve.per_seed(reward_without_first_stage(curve.rounds), *FIRST_STAGE)
    return after[:, place]


@measure("reward of {0} after its first stage over that of {1} at T/10, minus 1")
def early_gain(one: Curves, other: Curves) -> Interval:
    """Estimate the relative difference of early rewards if those of the first stage do not count."""
    return _early(one, other, after_first_stage)


@measure("reward of {0} over that of {1} at T/10, minus 1")
def early_gain_counted(one: Curves, other: Curves) -> Interval:
    """Estimate the relative difference of early rewards."""
    return _early(one, other, lambda curve, round_: curve.at(round_, "reward"))


# The first stage


def ends_by_itself(curve: Curves) -> np.ndarray:
    """Tell of every seed whether the race ended before our limit, and left 50,000 of 85,000."""
    budget = curve.trace["budget"]
    return budget - curve.last("identification") > budget * 50 / 85


def finds_fastest(curve: Curves) -> np.ndarray:
    """Tell of every seed whether the race itself accepted the arms of the smallest mean delays."""
    accept = curve.specification.parameters["accept"]
    return (curve.last("accepted") == 2**accept - 1) & ends_by_itself(curve)


def finds_slowest(curve: Curves) -> np.ndarray:
    """Tell of every seed whether the arms of the largest mean delays were accepted."""
    accept, arms = curve.specification.parameters["accept"], curve.trace["arms"]
    return curve.last("accepted") == 2**arms - 2 ** (arms - accept)


FINDS_FASTEST = share_of_seeds("share of the seeds on which {0} accepts the fastest", finds_fastest)
FINDS_SLOWEST = share_of_seeds("share of the seeds on which {0} accepts the slowest", finds_slowest)
ROUNDS_LEFT = share_of_seeds("share of the seeds with over 50,000 pulls left", ends_by_itself)


@measure("share of the seeds with the right arms, {0} less {1}")
def finds_more_often(one: Curves, other: Curves) -> Interval:
    """Estimate how much more often one race accepts the fastest arms than another."""
    return mean_interval(finds_fastest(one).astype(float) - finds_fastest(other))


@measure("share of the seeds on which {0} has the rewards of {1} in every round")
def same_program(one: Curves, other: Curves) -> Interval:
    """Estimate how often two runs have the same rewards throughout."""
    rewards = paired(one.parts("reward"), other.parts("reward"))
    return share_interval(np.concatenate([(a == b).all(axis=1) for a, b in rewards]))


# Growth of regret


START, HALF, END = 20 / 85, 1 / 2, 1.0
"""Shares of the budget at which the rate of regret is taken: 20,000, 42,500 and 85,000 pulls."""

ROOT = (END**0.5 - HALF**0.5) / (END - HALF) * (HALF - START) / (HALF**0.5 - START**0.5)
"""`slopes_by_budget` of a square root."""

LOGARITHM = np.log(END / HALF) / (END - HALF) * (HALF - START) / np.log(HALF / START)
"""`slopes_by_budget` of a logarithm."""


@measure("slope of the regret of {0} over B/2 to B, over that from 20/85 B to B/2")
def slopes_by_budget(curve: Curves) -> Interval:
    """Estimate the slope of regret over the budget spent in two windows, late over early."""
    ends = [share * curve.trace["budget"] for share in (START, HALF, END)]
    regret_of = regret_of_budget(curve.trace)

    def at_ends(regret: np.ndarray, reward: np.ndarray, spent: np.ndarray) -> np.ndarray:
        pairs = zip(spent, regret_of(regret, reward, spent), strict=True)
        return np.array([np.interp(ends, x, y) for x, y in pairs])

    at = curve.per_seed(at_ends, *BUDGET)
    steps = np.diff(at, axis=1) / np.diff(ends)
    return ratio_interval(steps[:, 1], steps[:, 0])
