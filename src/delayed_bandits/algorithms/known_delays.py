"""What an algorithm is told of the delays: the truth, or what its parameters say instead."""

import math
from collections.abc import Mapping
from typing import Any

from delayed_bandits.checks.errors import InputError
from delayed_bandits.traces.k_armed.anonymous import AnonymousTrace


def truth_unless(told: float | None, truth: float) -> float:
    """What is told, which is the truth unless a parameter says something else."""
    return truth if told is None else told


def check_told(trace: AnonymousTrace, parameters: Mapping[str, Any]) -> list[str]:
    """Hold what an algorithm is told against the law of the delays.

    Parameters
    ----------
    trace : AnonymousTrace
        Any trace of the setting.
    parameters : mapping
        All parameters of the algorithm; mean_delay, delay_bound and delay_variance are looked at.

    Returns
    -------
    list of str
        Remarks on what takes the algorithm's guarantee away.

    Raises
    ------
    InputError
        If something must be told that does not exist, or if a delay may exceed the bound.
    """
    remarks = []
    for name in ("mean_delay", "delay_bound", "delay_variance"):
        if name not in parameters:
            continue
        told, truth = parameters[name], getattr(trace, name)
        if not math.isfinite(truth_unless(told, truth)):
            raise InputError(
                f"{name} is {truth_unless(told, truth)}"
                f"{' by the delay law' if told is None else ''}; expected a finite number, "
                "of the law or as a parameter"
            )
        if told is not None and told < truth:
            fault = f"{name} is {told:g}; expected at least that of the delay law, {truth:g}"
            if name == "delay_bound":
                raise InputError(fault)
            remarks.append(f"{fault}; the guarantee is gone")
    if len(trace.laws) > 1 and "mean_delay" in parameters:
        remarks.append("the delays depend on the arm; the guarantee is for delays that do not")
    return remarks
