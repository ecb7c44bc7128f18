"""Known moments and bounds of delays, checked against the distribution of the delays."""

import math
from collections.abc import Mapping
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.delays.by_reward import RewardDistribution
from delayed_bandits.traces.k_armed.trace import KArmedTrace


def check_known_delays(trace: KArmedTrace, parameters: Mapping[str, Any]) -> list[str]:
    """Check mean_delay, delay_bound and delay_variance, if known, against the distribution of the
    delays.

    None stands for the value of the distribution. Where the distribution has no bound, the horizon
    is one. Returns remarks on values that void the algorithm's guarantee; InputError if a value is
    not finite, or if a delay may exceed the bound.
    """
    remarks = []
    for name in ("mean_delay", "delay_bound", "delay_variance"):
        if name not in parameters:
            continue
        given, true = parameters[name], getattr(trace, name)
        value = true if given is None else given
        if not math.isfinite(value):
            raise InputError(f"{name} is {value} by the delay distribution; give it as a parameter")
        if name == "delay_bound" and math.isinf(true):
            true = trace.horizon
        if value < true:
            fault = (
                f"{name} is {value:g}; expected at least that of the delay distribution, {true:g}"
            )
            if name == "delay_bound":
                raise InputError(fault)
            remarks.append(f"{fault}; the guarantee is gone")
    if len(trace.distributions) > 1 and "mean_delay" in parameters:
        remarks.append("the delays depend on the arm; the guarantee is for delays that do not")
    if (
        any(isinstance(distribution, RewardDistribution) for distribution in trace.distributions)
        and "mean_delay" in parameters
    ):
        remarks.append("the delays depend on the reward; the guarantee is for delays that do not")
    return remarks
