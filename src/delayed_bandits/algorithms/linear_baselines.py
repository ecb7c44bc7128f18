"""Baselines for linear bandits with delayed conversions."""

import math

import numpy as np
from numba import njit

from delayed_bandits.algorithms.otflin import confidence_radius, otflinucb
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import Positive, Probability, Window
from delayed_bandits.kernels.linear_algebra import (
    add,
    add_to_inverse,
    dot,
    first_maximum,
    multiply,
    squared_norm,
)
from delayed_bandits.traces.linear.trace import LinearTrace


@algorithm(protocol=LinearTrace, nanoseconds=300)
def uniform_random(trace: LinearTrace) -> np.ndarray:
    """Play an arm uniformly at random in every round."""
    return (trace.learner_uniforms * trace.arms.shape[1]).astype(np.int64)


@algorithm(protocol=LinearTrace, nanoseconds=500)
def greedy(trace: LinearTrace, *, window: Window, regularisation: Positive) -> np.ndarray:
    """Play the best arm for the windowed least squares estimate of OTFLinUCB, without a bonus."""
    return otflinucb.play(
        trace,
        window=window,
        confidence=0.5,
        regularisation=regularisation,
        width_factor=0.0,
        stored_norms=True,
    )


@njit(cache=True)
def _replay_waiting(trace, window, confidence, regularisation):
    horizon, number, dimension = trace.arms.shape
    played = np.empty(horizon, np.int64)
    inverse = np.eye(dimension) / regularisation
    conversions = np.zeros(dimension)
    estimate = np.empty(dimension)
    index = np.empty(number)
    workspace = np.empty(dimension)
    for t in range(horizon):
        s = t - window - 1
        if s >= 0:  # every conversion of round s that counts has come
            action = trace.arms[s, played[s]]
            add_to_inverse(inverse, action, workspace)
            converted = trace.reward_uniforms[s] < dot(trace.theta, action)
            if converted and trace.delays[s] <= window:
                add(action, conversions)
        multiply(inverse, conversions, estimate)
        radius = confidence_radius(max(1, s + 2), dimension, confidence, regularisation)
        for a in range(number):
            arm = trace.arms[t, a]
            index[a] = dot(arm, estimate) + radius * math.sqrt(squared_norm(inverse, arm))
        played[t] = first_maximum(index)
    return played


@algorithm(protocol=LinearTrace, nanoseconds=500)
def linucb_waiting(
    trace: LinearTrace, *, window: Window, confidence: Probability, regularisation: Positive
) -> np.ndarray:
    """LinUCB (Abbasi-Yadkori et al. 2011) on the rounds that are older than the window.

    All conversions of those rounds that will ever count are known, so delays do not bias their
    least squares estimate of tau_m theta, and the radius f alone is a confidence width. Parameters
    as in `otflin.otflinucb`.
    """
    return _replay_waiting(trace, window, confidence, regularisation)
