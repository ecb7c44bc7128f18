"""Delay distributions by name, built from descriptions in YAML."""

from collections.abc import Mapping
from inspect import isclass
from typing import Annotated, Any

from delayed_bandits.checks.build import build
from delayed_bandits.checks.errors import InputError
from delayed_bandits.delays import closed_forms, empirical, rounded_times, tabulated
from delayed_bandits.delays.base import Delays, Distribution, LogDelays
from delayed_bandits.delays.by_reward import REWARD_DISTRIBUTIONS

DISTRIBUTION = {
    "type": "object",
    "additionalProperties": {"maximum": 10**9, "additionalProperties": {"maximum": 10**9}},
}
DelayDistribution = Annotated[Distribution, DISTRIBUTION]
DelayDistributions = Annotated[
    Distribution | list[Distribution],
    DISTRIBUTION | {"type": ["object", "array"], "minItems": 1, "items": DISTRIBUTION},
]

DISTRIBUTIONS: dict[str, type[Distribution]] = {
    one.name: one
    for module in (closed_forms, tabulated, rounded_times, empirical)
    for one in vars(module).values()
    if isclass(one) and issubclass(one, Distribution) and hasattr(one, "name")
}
"""The delay distributions by name in YAML files, except those that depend on the reward."""


def distribution_from(
    spec: Mapping[str, Any], criteo: Delays | None = None, log: LogDelays | None = None
) -> Distribution:
    """Return the delay distribution that `spec` describes.

    An example of `spec` is ``{"distribution": "geometric", "mean": 100}``. Distribution "criteo"
    needs `criteo`, sorted delays in seconds. Distribution "log" needs `log`, such delays by arm.
    Raises InputError if a name or parameter is unknown, missing or out of range.
    """
    return build(spec, DISTRIBUTIONS | REWARD_DISTRIBUTIONS, delays=criteo, log=log)


def distributions_from(
    spec: Mapping[str, Any] | list[Mapping[str, Any]],
    criteo: Delays | None = None,
    log: LogDelays | None = None,
) -> Distribution | list[Distribution]:
    """Return the delay distribution that `spec` describes, or one for each arm.

    If `spec` is a list with an entry for each arm, the result is a list of distributions. For the
    other arguments see `distribution_from`.
    """
    if isinstance(spec, Mapping):
        return distribution_from(spec, criteo, log)
    distributions = []
    for arm, entry in enumerate(spec, start=1):
        try:
            distributions.append(distribution_from(entry, criteo, log))
        except InputError as error:
            raise InputError(f"arm {arm}: {error}") from error
    return distributions
