"""Measures of one kind for the claims on Liu and Maghsudi 2024."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from delayed_bandits.analysis.curves import Curves, paired
from delayed_bandits.analysis.intervals import Interval, share_interval
from delayed_bandits.analysis.measures import measure, same_seeds, share_of_seeds
from delayed_bandits.analysis.rows import Evidence, Measure, Reading, Row
from delayed_bandits.papers.liu2024.shared import FIRST_STAGE, excess, reward_without_first_stage


def where_run(row: Row, suffix: str = "") -> Callable[[Reading], Iterator[Evidence]]:
    """Measure a row on the settings of a reading on which its algorithms run.

    `suffix` is added to the keys, to tell rows on one setting apart.
    """

    def measured(reading: Reading) -> Iterator[Evidence]:
        names = [reading.fill(run) for run in row.runs]
        there = [setting for setting in reading.settings if setting.has(*names)]
        for evidence in row(replace(reading, settings=there)):
            yield replace(evidence, key=evidence.key + suffix)

    return measured


def gain(column: str, quantity: str) -> Measure:
    """Measure by how many per cent the mean of a column at the horizon is above another's."""

    def over(one: Curves, other: Curves) -> Interval:
        return excess(*same_seeds(one.last(column), other.last(column)))

    return Measure(quantity, over)


GAIN = gain("reward", "reward of DORAL within 500 rounds above that of {1}, in %")
GAIN_IN_TIME = gain("reward_end", "reward of DORAL by the last round above that of {1}, in %")
GAIN_BEFORE_M = gain("reward_cutoff", "reward of DORAL within m rounds above that of {1}, in %")


def early_gain(*, counted: bool) -> Measure:
    """Measure the difference of rewards by T/10 in %, with or without the first stage's."""

    def over(one: Curves, other: Curves) -> Interval:
        tenth = one.trace["horizon"] // 10
        place = np.searchsorted(one.rounds, tenth, side="right") - 1
        after = reward_without_first_stage(one.rounds)
        late = one.per_seed(lambda *columns: after(*columns)[:, place], *FIRST_STAGE)
        reward = one.at(tenth, "reward") if counted else late
        return excess(*same_seeds(reward, other.at(tenth, "reward")))

    what = "reward" if counted else "reward after the first stage"
    return Measure(f"{what} of DORAL by T/10 above that of {{1}}, in %", over)


def ends_by_itself(curve: Curves) -> np.ndarray:
    """Tell of every seed whether the race ended before our limit, and left 50,000 of 85,000."""
    budget = curve.trace["budget"]
    return budget - curve.last("identification") > budget * 50 / 85


def finds_fastest(curve: Curves) -> np.ndarray:
    """Tell of every seed whether the race itself accepted the arms of the smallest mean delays."""
    accept = curve.specification.parameters["accept"]
    return (curve.last("accepted") == 2**accept - 1) & ends_by_itself(curve)


FINDS_FASTEST = share_of_seeds("share of seeds on which the fastest are accepted", finds_fastest)
FINDS_SLOWEST = share_of_seeds(
    "share of seeds on which arms 6 to 10 are accepted", lambda run: run.last("accepted") == 31 << 5
)
ROUNDS_LEFT = share_of_seeds("share of seeds with over 50,000 pulls left", ends_by_itself)


@measure("share of seeds on which {0} has the rewards of {1} throughout")
def same_program(one: Curves, other: Curves) -> Interval:
    """Estimate how often two runs have the same rewards in every round."""
    rewards = paired(one.parts("reward"), other.parts("reward"))
    return share_interval(np.concatenate([(a == b).all(axis=1) for a, b in rewards]))
