"""Delay laws by name, built from descriptions in YAML.

The law called `criteo` is `Empirical`, over the table of Criteo delays; that called `log` is
`Logged`, over the delays of a log.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from delayed_bandits.checks.build import build
from delayed_bandits.checks.errors import InputError
from delayed_bandits.delays.base import Delays, Law, LogDelays
from delayed_bandits.delays.by_reward import REWARD_LAWS
from delayed_bandits.delays.closed_forms import (
    Constant,
    Exponential,
    Front,
    Geometric,
    Packet,
    TwoPoint,
    Uniform,
)
from delayed_bandits.delays.empirical import Empirical, Logged
from delayed_bandits.delays.pareto import Pareto
from delayed_bandits.delays.rounded_times import LogNormal, Lossy, Weibull
from delayed_bandits.delays.tabulated import HalfNormal, NegativeBinomial, Normal, Poisson

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
    for law in (
        Constant,
        Uniform,
        TwoPoint,
        Geometric,
        Poisson,
        NegativeBinomial,
        HalfNormal,
        Normal,
        Exponential,
        Pareto,
        Weibull,
        LogNormal,
        Lossy,
        Packet,
        Front,
        Empirical,
        Logged,
    )
}
"""Every delay law, but those given the reward, by its name in YAML files."""


def law_from(
    spec: Mapping[str, Any], criteo: Delays | None = None, log: LogDelays | None = None
) -> Law:
    """Build the delay law that `spec` describes.

    Parameters
    ----------
    spec : mapping
        The key `law` with a name of `LAWS` or `REWARD_LAWS`, and the parameters of that law, such
        as ``{"law": "geometric", "mean": 100}``.
    criteo : int64 array, shape (n,), optional
        The delays of the law `criteo`, in seconds and in increasing order; its parameter `scale`
        is in rounds per second.
    log : LogDelays, optional
        The delays of the law `log`, each as `criteo`.

    Raises
    ------
    InputError
        If the law or a parameter is unknown, missing or out of range, or if the law is `criteo`
        or `log` and its delays are not given.
    """
    return build(spec, LAWS | REWARD_LAWS, delays=criteo, log=log)


def laws_from(
    spec: Mapping[str, Any] | list[Mapping[str, Any]],
    criteo: Delays | None = None,
    log: LogDelays | None = None,
) -> Law | list[Law]:
    """Build the delay law that `spec` describes, or one law for each arm if it is a list.

    The parameters are those of `law_from`.

    Raises
    ------
    InputError
        As `law_from`; for a list, the message begins with the arm, from 1.
    """
    if isinstance(spec, Mapping):
        return law_from(spec, criteo, log)
    laws = []
    for arm, entry in enumerate(spec, start=1):
        try:
            laws.append(law_from(entry, criteo, log))
        except InputError as error:
            raise InputError(f"arm {arm}: {error}") from error
    return laws
