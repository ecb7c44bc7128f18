"""Environments and algorithms that claims of the arena name, and how their measurements are
measured.
"""

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
# the environments of mean delay 1,000, with five distributions
LONG = f"{NOT_IN_BATCHES} batches-1000"

ALIKE = "fixed-100 fixed-1000 batches-100 batches-1000"
"""Long delays that are the same for all feedback, or end together for a batch."""

OTHERS_LATE, SUCCESSES_LATE = "late-failures slow-best fast-best", "late-successes biased"
"""The environments in which some feedback comes 1,000 rounds late, by its arm or its reward."""

DEPENDENT = f"{OTHERS_LATE} {SUCCESSES_LATE} lost-successes payoff"

INDEPENDENT = (
    "fixed-10 fixed-100 geometric-10 geometric-100 uniform-10 uniform-100 pareto15-10 pareto15-100 "
    "batches-10 batches-100 pareto1 pareto05 criteo loss"
)
"""The environments in which the delay does not depend on the reward or the arm, but for `LONG`."""

PLAYED_BY_ALL = "none fixed-10 fixed-100 fixed-1000 pareto1 loss slow-best late-successes biased"
"""The stochastic environments of the algorithms that assume nothing of rewards."""

ON_ARRIVED = (
    *("delayed_ucb1", "qpmd", "kl_ucb_least", "thompson"),
    *("successive_elimination", "phased_successive_elimination"),
)
"""The algorithms whose estimates are means of the rewards that have arrived."""

IDENTIFIED = (
    *(*ON_ARRIVED, "optimistic_pessimistic_elimination"),
    *("patient_bandits", "otflinucb_arms", "otflints_arms"),
)
"""The algorithms that see reward and arm and assume stochastic rewards."""

ON_SUMS = ("odaaf", "odaaf_b", "odaaf_v", "ars_ucb", "ucb1_on_sums")

ADVERSARIAL = (
    *("banker_tinf", "banker_tinf_greedy", "tsallis_inf", "zimmert_seldin"),
    *("zimmert_seldin_skipping", "best_of_both_worlds", "exp3", "bold"),
)

WITH_2_ARMS = {"k10-gap020": "k2-gap010", "k10-gap040": "k2-gap020"}
"""The problem with 2 arms that stands beside one with 10."""


def where(key: str, what: str, **coordinates: str) -> Variant:
    """Make a variant of the settings that have one of the values of each coordinate."""
    return variant("ours", what, key, **coordinates)


def chosen(variant: Variant, setting: Setting) -> bool:
    """Tell whether a variant is of a setting."""
    at = setting.coordinates
    return all(str(at.get(name)) in values.split() for name, values in variant.names.items())


def finding(
    name: str, statement: str, variants: list[Variant], *measurements: Measurements, **rest: Any
) -> Claim:
    """Make a finding on most settings of its variants, compared with the environments `beside`
    them.

    It is about environments that announce failures.
    """
    beside = rest.pop("beside", "").split()

    def on(setting: Setting) -> bool:
        if "feedback_model" in setting.coordinates:  # failures are never announced
            return False
        near = setting.coordinates["environment"] in beside
        return near or any(chosen(variant, setting) for variant in variants)

    return Claim(name, statement, measurements, variants, on, "most", **rest)


def each(variants: str, *measurement: Any, algorithms: Sequence[str] = ("",)) -> Measurements:
    """Measure a Measurement on each setting of the variants with these keys, for each algorithm.

    Its runs name {algorithm}, coordinates, and {with_2_arms}, the like {problem} with 2 arms.
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
    """Measure R(T) of each algorithm that goes by what has arrived over its R(T) in an
    environment.
    """
    over = Measure("R(T) of {first} / that " + words, ratio.of)
    runs = ("{algorithm}", environment + "-{problem}:{algorithm}")
    return each(variants, over, runs, bound, control, algorithms=ON_ARRIVED)


@measure("(R(T) of {first} − R(T) without delay) / (gap × mean delay)")
def cost(late: Curves, undelayed: Curves) -> Interval:
    """Estimate what delay adds to R(T), over the gap times the mean delay."""
    at = late.coordinates
    return mean_interval((late.final - undelayed.final) / (at["gap"] * at["mean_delay"]))
