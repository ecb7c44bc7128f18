"""OTFLinUCB with single changes, and OTFLinTS with a larger variance."""

import math

import numpy as np

from delayed_bandits.algorithms.otflin import (
    add_conversions,
    confidence_radius,
    random_arm,
    sample_parameter,
)
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import Flag, NonNegative, Positive, Probability, Window
from delayed_bandits.kernels import linear_algebra as la
from delayed_bandits.kernels.compiling import njit
from delayed_bandits.traces.linear.trace import LinearTrace, LinearView, pull
from delayed_bandits.traces.streams import Randomness


@njit(cache=True)
def _replay(
    view, window, confidence, regularisation, radii, squared_index, squared_sum, first_arm, normals
):
    """Play OTFLinUCB with changes, or OTFLinTS if `normals` is not empty.

    `normals` has shape (horizon, dimension). `radii` is the factor of the radius f in OTFLinUCB.
    OTFLinTS draws with the covariance beta V^-1, where beta = f + sum of norms. If `squared_index`
    is true, beta is squared.
    """
    n_arms, dimension = view.n_arms, view.dimension
    window = min(window, view.horizon)
    inverse = np.eye(dimension) / regularisation  # of V_t
    conversions, estimate = np.zeros(dimension), np.empty(dimension)
    recent = np.zeros((dimension, window))  # the last m actions
    products = np.zeros((dimension, dimension))  # the sum of A A' over them
    sample, index = np.empty(dimension), np.empty(n_arms)
    workspace = np.empty(max(dimension, la.BLOCK))
    for t in range(view.horizon):
        arms = view.action_sets[t]
        choice = first_arm
        if t > 0:
            radius = confidence_radius(t + 1, dimension, confidence, regularisation)
            total = 0.0
            if squared_sum:
                for i in range(dimension):
                    total += la.dot(inverse[i], products[i])
            else:
                total = la.sum_of_norms(inverse, recent, min(t, window), workspace)
            la.multiply(inverse, conversions, estimate)
            if normals.size > 0:
                spread = radius + total if squared_index else math.sqrt(radius + total)
                sample_parameter(estimate, inverse, spread, normals[t], sample)
            for a in range(n_arms):
                if normals.size > 0:
                    index[a] = la.dot(arms[a], sample)
                else:
                    square = la.squared_norm(inverse, arms[a])
                    bonus = square if squared_index else math.sqrt(square)
                    index[a] = la.dot(arms[a], estimate) + (radii * radius + total) * bonus
            choice = la.first_maximum(index)
        pull(view, t, choice)

        action, last = arms[choice], recent[:, t % window].copy()
        for i in range(dimension):
            for j in range(dimension):
                products[i, j] += action[i] * action[j] - last[i] * last[j]
            recent[i, t % window] = action[i]
        la.add_to_inverse(inverse, action, workspace)
        add_conversions(view, t, window, conversions)


@algorithm(LinearTrace, nanoseconds=1000)
def otflinucb(
    view: LinearView,
    *,
    window: Window,
    confidence: Probability,
    regularisation: Positive,
    radii: NonNegative = 2.0,
    squared_index: Flag = False,
    squared_sum: Flag = False,
    randomness: Randomness,
) -> None:
    """Play OTFLinUCB with changes. With default parameters it is `otflin.otflinucb`.

    The index of arm a is <a, estimate> + (`radii` f + sum of ||A_s||) ||a||. f is the radius of
    Theorem 1. `squared_index` squares the norm of a. `squared_sum` squares the norms in the sum.
    """
    numbers = float(confidence), float(regularisation), float(radii)
    changes = bool(squared_index), bool(squared_sum)
    normals = np.empty((0, view.dimension))
    _replay(view, window, *numbers, *changes, random_arm(view.n_arms, randomness), normals)


@algorithm(LinearTrace, nanoseconds=2000)
def otflints(
    view: LinearView,
    *,
    window: Window,
    confidence: Probability,
    regularisation: Positive,
    squared: Flag = False,
    randomness: Randomness,
) -> None:
    """Play `otflin.otflints` with beta = f + sum of norms (Section 7), or its square."""
    normals = randomness.normals((view.horizon, view.dimension))
    numbers = float(confidence), float(regularisation), 1.0
    first = random_arm(view.n_arms, randomness)
    _replay(view, window, *numbers, bool(squared), False, first, normals)
