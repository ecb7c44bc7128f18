"""A check of the delay moments and bounds that an algorithm is given."""

import math
from collections.abc import Mapping
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.delays.by_reward import RewardDistribution
from delayed_bandits.traces.k_armed.trace import KArmedTrace


def check_known_delays(trace: KArmedTrace, parameters: Mapping[str, Any]) -> list[str]:
    """Return remarks where a given moment or bound of the delays voids the guarantee.

    A remark is on a mean or variance that is too small, or on delays that depend on the arm or
    reward. None means the true value. Raises InputError if a value is not finite, or if
    `delay_bound` is less than the true bound (the horizon, if delays are unbounded).
    """
    remarks = []
    for name in ("mean_delay", "delay_bound", "delay_variance"):
        if name not in parameters:
            continue
        given, true = parameters[name], getattr(trace, name)
        value = true if given is None else given
        if not math.isfinite(value):
            raise InputError(f"{name} is {value} for these delays. Give a finite value.")
        if name == "delay_bound" and math.isinf(true):
            true = trace.horizon
        if value < true:
            fault = f"{name} is {value:g}, but the delays have {true:g}"
            if name == "delay_bound":
                raise InputError(f"{fault}. Give at least that value.")
            remarks.append(f"{fault}: the guarantee is void")
    if len(trace.distributions) > 1 and "mean_delay" in parameters:
        remarks.append("the delays depend on the arm: the guarantee does not cover them")
    by_reward = any(isinstance(one, RewardDistribution) for one in trace.distributions)
    if by_reward and "mean_delay" in parameters:
        remarks.append("the delays depend on the reward: the guarantee does not cover them")
    return remarks
