"""Conversions as observed by a learner that waits for a window."""

import dataclasses
from typing import TypeVar

import numpy as np

from delayed_bandits.traces.k_armed.trace import KArmedTrace

Kind = TypeVar("Kind", bound=KArmedTrace)


def within_window(trace: Kind, window: int) -> Kind:
    """Return the trace as observed by a learner that waits for `window` rounds.

    If no conversion (a reward of 1) arrives within the window, the learner observes a reward of 0
    at the window's end. The means still count all conversions.
    """
    window = min(window, trace.horizon)
    converted = np.take(trace.hidden_outcomes.T, trace.hidden_states, axis=1) > 0
    seen = converted & (trace.hidden_delays <= window)
    rewards = seen.astype(float).T
    return dataclasses.replace(
        trace,
        hidden_states=np.arange(trace.horizon, dtype=np.uint32),
        hidden_outcomes=rewards,
        hidden_means=np.broadcast_to(trace.hidden_means[0], rewards.shape),
        hidden_delays=np.where(seen, trace.hidden_delays, np.int32(window)),
    )
