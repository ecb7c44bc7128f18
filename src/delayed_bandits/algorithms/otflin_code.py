"""OTFLinUCB and OTFLinTS as the authors' code has them.

The code that circulates as the authors' own (kept in the repository MarcoGigli/bootstrap-
conversions) differs from the printed algorithms, and gives regrets near the R(T) = 100 of the text
where those do not: the index and the sum over the window take squared norms, and the radius is not
doubled. Its first action, drawn at random, does not enter V.

Two things are as in the rest of this project: ties go to the first arm (there to a random one), and
V^-1 is the inverse of V from the start (there the identity until the first choice is made).
"""

import math

import numpy as np
from numba import njit

from delayed_bandits.algorithms.otflin import sample_parameter
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import NonNegative, Positive, Probability, Window
from delayed_bandits.kernels.linear_algebra import (
    add,
    add_to_inverse,
    dot,
    first_maximum,
    multiply,
    squared_norm,
)
from delayed_bandits.traces.arrivals import arrivals
from delayed_bandits.traces.linear.trace import LinearTrace


@njit(cache=True)
def _replay_ucb(trace, window, confidence, regularisation, width_factor):
    horizon, number, dimension = trace.arms.shape
    window = min(window, horizon)
    first, order = arrivals(trace.delays, window)
    played = np.empty(horizon, np.int64)
    converted = np.empty(horizon, np.bool_)
    inverse = np.eye(dimension) / regularisation
    conversions = np.zeros(dimension)
    estimate = np.zeros(dimension)
    squares = np.zeros(window)  # squared norms of the last m actions
    pending = 0.0  # their sum
    index = np.empty(number)
    workspace = np.empty(dimension)

    for t in range(horizon):
        for k in range(first[t], first[t + 1]):  # what has arrived since the last choice
            s = order[k]
            if converted[s]:
                add(trace.arms[s, played[s]], conversions)

        if t == 0:
            played[t] = int(trace.learner_uniforms[t] * number)
        else:
            growth = 1 + t / (regularisation * dimension)
            radius = math.sqrt(
                2 * math.log(1 / confidence) + dimension * math.log(growth) + regularisation
            )
            multiply(inverse, conversions, estimate)
            width = width_factor * (radius + pending)
            for a in range(number):
                arm = trace.arms[t, a]
                index[a] = dot(arm, estimate) + width * squared_norm(inverse, arm)
            played[t] = first_maximum(index)

        action = trace.arms[t, played[t]]
        converted[t] = trace.reward_uniforms[t] < dot(trace.theta, action)
        if t > 0:
            square = squared_norm(inverse, action)
            pending += square - squares[t % window]
            squares[t % window] = square
            add_to_inverse(inverse, action, workspace)
    return played


@njit(cache=True)
def _replay_ts(trace, window, prior_scale):
    horizon, number, dimension = trace.arms.shape
    window = min(window, horizon)
    first, order = arrivals(trace.delays, window)
    played = np.empty(horizon, np.int64)
    converted = np.empty(horizon, np.bool_)
    inverse = np.eye(dimension) / prior_scale**2
    inflation = prior_scale
    conversions = np.zeros(dimension)
    estimate = np.zeros(dimension)
    sample = np.empty(dimension)
    squares = np.zeros(window)  # squared norms of the last m actions
    pending = 0.0  # their sum
    index = np.empty(number)
    workspace = np.empty(dimension)

    for t in range(horizon):
        for k in range(first[t], first[t + 1]):  # what has arrived since the last choice
            s = order[k]
            if converted[s]:
                add(trace.arms[s, played[s]], conversions)

        if t == 0:
            played[t] = int(trace.learner_uniforms[t] * number)
        else:
            # the code samples N(V^-1 B / c, V^-1 / c); times c, with the same best arm:
            multiply(inverse, conversions, estimate)
            spread = math.sqrt(inflation)
            sample_parameter(estimate, inverse, spread, trace.learner_normals[t], sample)
            for a in range(number):
                index[a] = dot(trace.arms[t, a], sample)
            played[t] = first_maximum(index)

        action = trace.arms[t, played[t]]
        converted[t] = trace.reward_uniforms[t] < dot(trace.theta, action)
        if t > 0:
            inflation = prior_scale + pending
            add_to_inverse(inverse, action, workspace)
            square = squared_norm(inverse, action) / inflation
            pending += square - squares[t % window]
            squares[t % window] = square
    return played


@algorithm(protocol=LinearTrace, nanoseconds=500)
def otflinucb_code(
    trace: LinearTrace,
    *,
    window: Window,
    confidence: Probability,
    regularisation: Positive,
    width_factor: NonNegative = 1.0,
) -> np.ndarray:
    """OTFLinUCB of the authors' code.

    The index of arm a is <a, estimate> + width * ||a||^2 with the width
    sqrt(2 log(1/delta) + d log(1 + t/(lambda d)) + lambda) + sum of ||A_s||^2 over the window, with
    t the number of past rounds, each norm under the V of its own round.

    Parameters
    ----------
    trace : LinearTrace
        The replication to play.
    window : int
        Conversions that come later than this many rounds are ignored.
    confidence, regularisation : float
        delta and lambda.
    width_factor : float
        Multiplies the width ("alpha" in the code, there 1).

    Returns
    -------
    ndarray of int64, shape (horizon,)
        The arm played in each round.
    """
    return _replay_ucb(trace, window, confidence, regularisation, width_factor)


@algorithm(protocol=LinearTrace, nanoseconds=500)
def otflints_code(trace: LinearTrace, *, window: Window, prior_scale: Positive) -> np.ndarray:
    """OTFLinTS of the authors' code.

    The inflation of round t is c = sigma_0 + sum of the squared norms of the window, V starts at
    sigma_0^2 I, and the norm of an action is taken under c V after V has gained it.

    Parameters
    ----------
    trace : LinearTrace
        The replication to play.
    window : int
        Conversions that come later than this many rounds are ignored.
    prior_scale : float
        sigma_0.

    Returns
    -------
    ndarray of int64, shape (horizon,)
        The arm played in each round.
    """
    return _replay_ts(trace, window, prior_scale)
