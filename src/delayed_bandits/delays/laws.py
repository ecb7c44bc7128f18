"""Delay laws by name, built from descriptions in YAML."""

from collections.abc import Mapping
from inspect import isclass
from typing import Annotated, Any

from delayed_bandits.checks.build import build
from delayed_bandits.checks.errors import InputError
from delayed_bandits.delays import closed_forms, empirical, rounded_times, tabulated
from delayed_bandits.delays.base import Delays, Law, LogDelays
from delayed_bandits.delays.by_reward import REWARD_LAWS

LAW = {
    "type": "object",
    "additionalProperties": {"maximum": 10**9, "additionalProperties": {"maximum": 10**9}},
}
DelayLaw = Annotated[Law, LAW]
DelayLaws = Annotated[
    Law | list[Law], LAW | {"type": ["object", "array"], "minItems": 1, "items": LAW}
]

LAWS: dict[str, type[Law]] = {
    law.name: law
    for module in (closed_forms, tabulated, rounded_times, empirical)
    for law in vars(module).values()
    if isclass(law) and issubclass(law, Law) and hasattr(law, "name")
}
"""Every delay law, but those given the reward, by its name in YAML files."""


def law_from(
    spec: Mapping[str, Any], criteo: Delays | None = None, log: LogDelays | None = None
) -> Law:
    """Build the delay law that `spec` describes, such as ``{"law": "geometric", "mean": 100}``.

    `criteo`, shape (n,), are the delays of the law `criteo`, in seconds and in increasing order;
    `log` those of the law `log`, each like these. InputError if the law or a parameter is unknown,
    missing or out of range.
    """
    return build(spec, LAWS | REWARD_LAWS, delays=criteo, log=log)


def laws_from(
    spec: Mapping[str, Any] | list[Mapping[str, Any]],
    criteo: Delays | None = None,
    log: LogDelays | None = None,
) -> Law | list[Law]:
    """Build the delay law that `spec` describes, as `law_from`, or for a list one for each arm."""
    if isinstance(spec, Mapping):
        return law_from(spec, criteo, log)
    laws = []
    for arm, entry in enumerate(spec, start=1):
        try:
            laws.append(law_from(entry, criteo, log))
        except InputError as error:
            raise InputError(f"arm {arm}: {error}") from error
    return laws
