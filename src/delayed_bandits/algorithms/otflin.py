"""OTFLinUCB and OTFLinTS as printed in Vernade et al. 2020 (Algorithms 1 and 2).

Every play enters V at once, "on the fly"; B gains the arm when its conversion arrives. The width
of the confidence set pays for the conversions that the last m rounds may still bring.
"""

import math

import numpy as np
from numba import njit

from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import Flag, NonNegative, Positive, Probability, Window
from delayed_bandits.kernels.linear_algebra import (
    add,
    add_to_inverse,
    cholesky,
    dot,
    first_maximum,
    multiply,
    squared_norm,
    sum_of_norms,
)
from delayed_bandits.traces.arrivals import arrivals
from delayed_bandits.traces.linear.trace import LinearTrace


@njit(cache=True)
def confidence_radius(
    round_: int, dimension: int, confidence: float, regularisation: float
) -> float:
    """Radius f of Theorem 1 in round 1, 2, ... (that of Abbasi-Yadkori et al. 2011)."""
    growth = (dimension * regularisation + round_) / (dimension * regularisation)
    return math.sqrt(regularisation) + math.sqrt(
        2 * math.log(1 / confidence) + dimension * math.log(growth)
    )


@njit(cache=True)
def sample_parameter(mean, covariance, spread, normals, sample):
    """Write a draw from N(mean, spread^2 covariance), made of standard normals, into `sample`."""
    factor = np.zeros(covariance.shape)
    cholesky(covariance, factor)
    multiply(factor, normals, sample)
    for i in range(mean.size):
        sample[i] = mean[i] + spread * sample[i]


@njit(cache=True)
def _replay(trace, window, confidence, regularisation, width_factor, stored_norms, sampling):
    """Algorithm 1, or with `sampling` Algorithm 2: they differ in the index of an arm alone."""
    horizon, number, dimension = trace.arms.shape
    window = min(window, horizon)
    first, order = arrivals(trace.delays, window)
    played = np.empty(horizon, np.int64)
    converted = np.empty(horizon, np.bool_)
    inverse = np.eye(dimension) / regularisation  # of V_t
    conversions = np.zeros(dimension)  # B_t
    estimate = np.empty(dimension)
    recent = np.zeros((dimension, window))  # the last m actions
    norms = np.zeros(window)  # of the last m actions, each under the V_s of its own round
    stored = 0.0  # their sum
    sample = np.empty(dimension)
    index = np.empty(number)
    workspace = np.empty(max(dimension, window))

    for t in range(horizon):
        for k in range(first[t], first[t + 1]):  # what has arrived since the last choice
            s = order[k]
            if converted[s]:
                add(trace.arms[s, played[s]], conversions)

        if t == 0:  # the paper's loop starts at its round 2
            played[t] = int(trace.learner_uniforms[t] * number)
        else:
            radius = confidence_radius(t + 1, dimension, confidence, regularisation)
            pending = stored if stored_norms else sum_of_norms(inverse, recent, workspace)
            multiply(inverse, conversions, estimate)
            if sampling:
                spread = width_factor * math.sqrt(1 + pending / radius)
                sample_parameter(estimate, inverse, spread, trace.learner_normals[t], sample)
                for a in range(number):
                    index[a] = dot(trace.arms[t, a], sample)
            else:
                width = width_factor * (2 * radius + pending)
                for a in range(number):
                    arm = trace.arms[t, a]
                    index[a] = dot(arm, estimate) + width * math.sqrt(squared_norm(inverse, arm))
            played[t] = first_maximum(index)

        action = trace.arms[t, played[t]]
        converted[t] = trace.reward_uniforms[t] < dot(trace.theta, action)
        for i in range(dimension):
            recent[i, t % window] = action[i]
        norm = math.sqrt(squared_norm(inverse, action))
        stored += norm - norms[t % window]
        norms[t % window] = norm
        add_to_inverse(inverse, action, workspace)
    return played


@algorithm(protocol=LinearTrace, nanoseconds=2000)
def otflinucb(
    trace: LinearTrace,
    *,
    window: Window,
    confidence: Probability,
    regularisation: Positive,
    width_factor: NonNegative = 1.0,
    stored_norms: Flag = False,
) -> np.ndarray:
    """OTFLinUCB (Algorithm 1).

    Parameters
    ----------
    trace : LinearTrace
        The replication to play.
    window : int
        m: conversions that come later than this many rounds are ignored.
    confidence : float
        delta: the confidence set fails with probability at most 2 delta.
    regularisation : float
        lambda.
    width_factor : float
        Multiplies the confidence width; the paper's own is 1.
    stored_norms : bool
        Sum the norms ||A_s|| under V_s, stored when s was played, instead of under V_t: O(d^2)
        instead of O(m d^2) per round ("Improved computation complexity", Section 5).

    Returns
    -------
    ndarray of int64, shape (horizon,)
        The arm played in each round.
    """
    return _replay(trace, window, confidence, regularisation, width_factor, stored_norms, False)


@algorithm(protocol=LinearTrace, nanoseconds=2000)
def otflints(
    trace: LinearTrace,
    *,
    window: Window,
    confidence: Probability,
    regularisation: Positive,
    width_factor: NonNegative = 1.0,
    stored_norms: Flag = False,
) -> np.ndarray:
    """OTFLinTS (Algorithm 2); parameters as in `otflinucb`.

    The sample's covariance is beta V^-1 with beta = 1 + (sum of norms) / f. `width_factor`
    multiplies its standard deviation. The text sums the norms under V_t; line 4 of the algorithm
    sums them under V_s, which is `stored_norms`.
    """
    return _replay(trace, window, confidence, regularisation, width_factor, stored_norms, True)
