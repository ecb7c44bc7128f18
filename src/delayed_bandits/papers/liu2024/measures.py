"""Variants and measures of Liu and Maghsudi 2024."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from delayed_bandits.analysis import intervals
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import Interval, ratio_interval, shifted
from delayed_bandits.analysis.measurements import (
    Evidence,
    Instead,
    Measure,
    Measurement,
    VariantRuns,
    variant,
)
from delayed_bandits.analysis.measures import UNDEFINED, ratio, same_seeds, share_of_seeds
from delayed_bandits.analysis.verdicts import above, below

# Variants: as printed, and with our choices

OTHERS = {"greedy": "d_linucb", "random": "random"}
WITH_COST = variant(
    "reconstructed",
    "almost as printed, with τ in (11), A′ = 5",
    doral="doral_printed",
    dalp="dalp_printed",
    greedy="d_linucb_printed",
    random="random_printed",
)
GIVEN = variant("ours", "a Hoeffding race, d given, A′ = 5", "given", doral="doral_radius")
FIVE, EIGHT, CUTOFF, ARM = (
    variant("ours", f"our choices, {what}", key, doral=doral, dalp=dalp, **OTHERS)
    for key, doral, dalp, what in (
        ("five", "doral", "dalp", "A′ = 5"),
        ("eight", "doral_8", "dalp_8", "A′ = 8"),
        ("cutoff", "doral_cutoff", "dalp_cutoff", "A′ = 5, m = max UCB"),
        ("arm", "doral_arm", "dalp", "A′ = 5, but the arm of the largest index"),
    )
)
COUNTED = [
    one._replace(name="ours", what=f"{one.what}, first stage counted", key=f"{one.key}_counted")
    for one in (WITH_COST, FIVE, EIGHT)
]

SIMILAR = ["fig1a", "fig1b"]
PANELS = [*SIMILAR, "fig2a", "fig2b"]
SHORT = [f"{name}-short" for name in PANELS]
VARIED = ["fig2b-short", "fig2b-unit", "fig2b-noiseless"]
ENVIRONMENTS = [*PANELS, "criteo"]

BOTH = ("{doral}", "{dalp}")
APART = Instead(("{doral}", "d_linucb"), "it spends its budget first", "D-LinUCB in place of D-ALP")
IN_SIGHT = "1 % is our choice: a smaller difference is an overlap, a larger one is 'better'"
SEEN, WORSE = above(0, tolerance=-1), below(0, tolerance=-1)
"""The bounds "more than 1 % above" and "more than 1 % below"."""
OF_50 = "0.9 is our choice: with 50 runs, Wilson's interval of a share of 1 reaches down to 0.93"


# Measurements and rewards

FIRST_STAGE = ("reward", "identification")
"""Columns from which `reward_without_first_stage` is computed."""


def excess(values: np.ndarray, others: np.ndarray) -> Interval:
    """Return by how many % the mean of `values` exceeds the mean of paired `others`."""
    return ratio_interval(100 * (values - others), others)


def reward_without_first_stage(
    rounds: np.ndarray, reward: np.ndarray, identification: np.ndarray
) -> np.ndarray:
    """Return the reward since the end of the first stage, shape (runs, checkpoints)."""
    rounds, ends = np.append(0, rounds), zip(reward, identification[:, -1], strict=True)
    first = [np.interp(end, rounds, np.append(0, row)) for row, end in ends]
    return np.maximum(reward - np.array(first)[:, None], 0)


def where_run(
    measurement: Measurement, suffix: str = ""
) -> Callable[[VariantRuns], Iterator[Evidence]]:
    """Restrict a measurement to settings that have its runs; add `suffix` to keys."""

    def measured(variant: VariantRuns) -> Iterator[Evidence]:
        names = [variant.fill(run) for run in measurement.runs]
        there = [setting for setting in variant.settings if setting.has(*names)]
        for evidence in measurement(replace(variant, settings=there)):
            yield replace(evidence, key=evidence.key + suffix)

    return measured


def gain(column: str, quantity: str) -> Measure:
    """Return a measure: by how many % an algorithm's mean `column` exceeds another's."""
    return Measure(quantity, lambda *runs: excess(*same_seeds(*(run.last(column) for run in runs))))


ENDLESS = Measure("R(T) of DORAL with m = T divided by R(T) with m = 500", ratio.of)
GAIN, OVER_GREEDY, OVER_RANDOM = (
    gain("reward", f"% by which DORAL's timely reward exceeds {other}'s")
    for other in ("D-ALP", "D-LinUCB", "Random D-LinUCB")
)
GAIN_BEFORE_M = gain("reward_cutoff", "% by which DORAL's reward within m rounds exceeds D-ALP's")
OVER_GREEDY_BEFORE_M = gain(
    "reward_cutoff", "% by which DORAL's reward within its m exceeds D-LinUCB's within 500"
)


def gain_per_unit(column: str, reward: str) -> Measure:
    """Return a measure: by how many % one reward per unit of budget exceeds another."""

    def over(one: Curves, other: Curves) -> Interval:
        columns = (run.last(name) for run in (other, one) for name in (column, "spent"))
        reward, spent, ours, ours_spent = same_seeds(*columns)
        *change, seeds = intervals.ratio_change_interval((reward, spent), (ours, ours_spent))
        return Interval(*(100 * value for value in change), seeds)

    return Measure(f"% by which DORAL's {reward} per unit of budget exceeds D-ALP's", over)


GAIN_PER_UNIT = gain_per_unit("reward", "timely reward")
GAIN_IN_TIME = gain_per_unit("reward_end", "total reward")


def early_share(*, counted: bool) -> Measure:
    """Return a measure: DORAL's early share of reward divided by Random D-LinUCB's.

    The early share comes by T/10. Unless `counted`, rewards of DORAL's first stage are left out.
    """

    def over(one: Curves, other: Curves) -> Interval:
        tenth = one.trace["horizon"] // 10
        early, late = one.at(tenth, "reward"), one.last("reward")
        if not counted:
            place = np.searchsorted(one.rounds, tenth, side="right") - 1
            after = partial(reward_without_first_stage, one.rounds)
            early, late = (
                one.per_seed(lambda *columns, at=at: after(*columns)[:, at], *FIRST_STAGE)
                for at in (place, -1)
            )
        if not early.mean() > 0:
            return UNDEFINED
        shares = same_seeds(early, late, other.at(tenth, "reward"), other.last("reward"))
        return shifted(intervals.ratio_change_interval(shares[2:], shares[:2]), 1)

    what = "reward" if counted else "second-stage reward"
    return Measure(f"share of {what} by T/10, DORAL's divided by Random D-LinUCB's", over)


def finds_fastest(curve: Curves) -> np.ndarray:
    """Return for each run whether the first stage accepted the fastest arms."""
    accept = curve.specification.parameters["accept"]
    return curve.last("accepted") == 2**accept - 1


FINDS_FASTEST = share_of_seeds(
    "share of runs in which the fastest arms are accepted", finds_fastest
)
CUTOFFS = Measure("cut-off m of D-ALP", lambda run: intervals.mean_interval(run.last("cutoff")))
ROUNDS_LEFT = share_of_seeds(
    "share of runs whose first stage leaves at least 50,000 pulls",
    lambda run: run.trace["budget"] - run.last("identification") >= run.trace["budget"] * 50 / 85,
)
