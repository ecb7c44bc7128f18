"""Environments, algorithms and measurements of the arena's findings."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from delayed_bandits.analysis.claims import Claim
from delayed_bandits.analysis.curves import Curves
from delayed_bandits.analysis.intervals import Interval, mean_interval
from delayed_bandits.analysis.measurements import (
    Evidence,
    Measure,
    Measurement,
    Measurements,
    Variant,
    VariantRuns,
    variant,
)
from delayed_bandits.analysis.measures import measure, ratio
from delayed_bandits.analysis.settings import Setting
from delayed_bandits.analysis.verdicts import Bound

NOT_IN_BATCHES = "fixed-1000 geometric-1000 uniform-1000 pareto15-1000"
LONG = f"{NOT_IN_BATCHES} batches-1000"
"""The environments with a mean delay of 1,000 rounds."""

ALIKE = "fixed-100 fixed-1000 batches-100 batches-1000"
"""Environments in which all feedback has the same long delay, or comes in batches."""

OTHERS_LATE, SUCCESSES_LATE = "late-failures slow-best fast-best", "late-successes biased"
"""Environments in which feedback of some arms or rewards comes 1,000 rounds late."""

DEPENDENT = f"{OTHERS_LATE} {SUCCESSES_LATE} lost-successes payoff"

INDEPENDENT = (
    "fixed-10 fixed-100 geometric-10 geometric-100 uniform-10 uniform-100 pareto15-10 pareto15-100 "
    "batches-10 batches-100 pareto1 pareto05 criteo loss"
)
"""Environments in which delays depend on neither reward nor arm, without `LONG`."""

LATE = f"{INDEPENDENT} {LONG}".replace(" loss", "")
"""Environments in which all feedback arrives, but late, whatever the arm and the reward."""

BY_REWARD = "late-successes payoff"
"""Environments in which all feedback arrives, and higher rewards come later."""

PLAYED_BY_ALL = "none fixed-10 fixed-100 fixed-1000 pareto1 loss slow-best late-successes biased"
"""The stochastic environments that algorithms without assumptions on rewards play, too."""

ON_ARRIVED = (
    *("delayed_ucb1", "qpmd", "kl_ucb_least", "thompson"),
    *("successive_elimination", "phased_successive_elimination"),
)
"""Algorithms whose estimates are means of the rewards that have arrived."""

IDENTIFIED = (
    *(*ON_ARRIVED, "optimistic_pessimistic_elimination"),
    *("patient_bandits", "otflinucb_arms", "otflints_arms"),
)
"""Algorithms that observe reward and arm and assume stochastic rewards."""

BUILT = (
    *("qpmd", "phased_successive_elimination", "optimistic_pessimistic_elimination"),
    *("patient_bandits", "otflinucb_arms", "otflints_arms"),
)
"""Algorithms built for delays that observe reward and arm."""

ON_SUMS = ("odaaf", "odaaf_b", "odaaf_v", "ars_ucb", "ucb1_on_sums")

ADVERSARIAL = (
    *("banker_tinf", "banker_tinf_greedy", "tsallis_inf", "zimmert_seldin"),
    *("zimmert_seldin_skipping", "best_of_both_worlds", "exp3", "bold"),
)

WITH_2_ARMS = {"k10-gap020": "k2-gap010", "k10-gap040": "k2-gap020"}
"""For each problem with 10 arms, the problem with 2 arms to compare it with."""


def where(key: str, what: str, **coordinates: str) -> Variant:
    """Return our variant on settings whose coordinates take the given values."""
    return variant("ours", what, key, **coordinates)


def chosen(variant: Variant, setting: Setting) -> bool:
    """Return whether a setting's coordinates have values that a variant allows."""
    at = setting.coordinates
    return all(str(at.get(name)) in values.split() for name, values in variant.names.items())


def is_click_log(setting: Setting) -> bool:
    """Return whether failures are never reported."""
    return "feedback_model" in setting.coordinates


def finding(
    name: str, statement: str, variants: list[Variant], *measurements: Measurements, **rest: Any
) -> Claim:
    """Return a claim that must hold on most settings.

    `controls_on` names environments that only controls use.
    """
    controls_on = rest.pop("controls_on", "").split()

    def on(setting: Setting) -> bool:
        near = setting.coordinates["environment"] in controls_on
        here = near or any(chosen(variant, setting) for variant in variants)
        return here and not is_click_log(setting)

    return Claim(name, statement, measurements, variants, on, "most", **rest)


def each(variants: str, *measurement: Any, algorithms: Sequence[str] = ("",)) -> Measurements:
    """Repeat a measurement on each setting of `variants`, for each algorithm.

    Names of runs may contain {algorithm}, {with_2_arms}, and coordinates such as {problem}.
    """

    def measured(variant: VariantRuns) -> Iterator[Evidence]:
        for setting in variant.settings:
            like = WITH_2_ARMS.get(setting.coordinates["problem"], "")
            for algorithm in algorithms if chosen(variant.spec, setting) else ():
                yield from Measurement(
                    *measurement,
                    key=f"{setting.name}-{algorithm}".removesuffix("-"),
                    variants=variants.split(),
                    names={**setting.coordinates, "with_2_arms": like, "algorithm": algorithm},
                )(replace(variant, settings=[setting]))

    return measured


def on_arrived(
    variants: str, environment: str, words: str, bound: Bound, control: Any = None
) -> Measurements:
    """Divide R(T) on `variants` by that in `environment`, for algorithms `ON_ARRIVED`."""
    over = Measure("R(T) of {first} divided by R(T) " + words, ratio.of)
    runs = ("{algorithm}", environment + "-{problem}:{algorithm}")
    return each(variants, over, runs, bound, control, algorithms=ON_ARRIVED)


@measure("regret added by delay to {first}, divided by gap × mean delay")
def cost(late: Curves, undelayed: Curves) -> Interval:
    """Return the regret that delay adds, in units of gap times mean delay."""
    at = late.coordinates
    return mean_interval((late.final - undelayed.final) / (at["gap"] * at["mean_delay"]))
