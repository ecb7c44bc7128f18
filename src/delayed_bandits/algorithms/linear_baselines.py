"""Baselines for linear bandits with delayed conversions."""

import math

import numpy as np

from delayed_bandits.algorithms.otflin import confidence_radius, otflinucb
from delayed_bandits.algorithms.registry import algorithm
from delayed_bandits.checks.types import Flag, Positive, Probability, Window
from delayed_bandits.kernels import linear_algebra as la
from delayed_bandits.traces.linear.trace import LinearTrace, LinearView, pull
from delayed_bandits.traces.slots import arrived
from delayed_bandits.traces.streams import Randomness, Uniforms


@algorithm(LinearTrace, nanoseconds=80, compiled=True)
def random_play(view: LinearView, *, uniforms: Uniforms) -> None:
    """Play an arm uniformly at random in every round."""
    for t in range(view.horizon):
        pull(view, t, int(uniforms[t] * view.n_arms))
        arrived(view, t)


@algorithm(LinearTrace, nanoseconds=400)
def greedy(
    view: LinearView, *, window: Window, regularisation: Positive, randomness: Randomness
) -> None:
    """Play the arm a of the largest <a, V^-1 B>, with V and B as in OTFLinUCB."""
    given = {"window": window, "regularisation": regularisation, "randomness": randomness}
    otflinucb.function(view, **given, confidence=0.5, width_factor=0.0, stored_norms=True)


@algorithm(LinearTrace, nanoseconds=620, compiled=True)
def linucb_waiting(
    view: LinearView,
    *,
    window: Window,
    confidence: Probability,
    regularisation: Positive,
    squared_index: Flag = False,
) -> None:
    """Play LinUCB (Abbasi-Yadkori et al. 2011) on rounds older than the window.

    Least squares on these rounds estimates theta tau_m, where tau_m is the probability that a
    conversion arrives within the window. The index of an arm a is <a, estimate> + f ||a||, where f
    is `otflin.confidence_radius`. `squared_index` squares the norm. For other parameters see
    `otflin.otflinucb`.
    """
    converted = np.zeros(view.horizon, np.bool_)  # within the window
    inverse = np.eye(view.dimension) / regularisation
    conversions, estimate = np.zeros(view.dimension), np.empty(view.dimension)
    index, workspace = np.empty(view.n_arms), np.empty(view.dimension)
    for t in range(view.horizon):
        s = t - window - 1
        if s >= 0:  # every conversion of round s that counts has arrived
            action = view.action_sets[s, view.played[s]]
            la.add_to_inverse(inverse, action, workspace)
            if converted[s]:
                la.add(action, conversions)
        la.multiply(inverse, conversions, estimate)
        radius = confidence_radius(max(1, s + 2), view.dimension, confidence, regularisation)
        for a in range(view.n_arms):
            arm = view.action_sets[t, a]
            square = la.squared_norm(inverse, arm)
            bonus = square if squared_index else math.sqrt(square)
            index[a] = la.dot(arm, estimate) + radius * bonus
        pull(view, t, la.first_maximum(index))
        for slot in arrived(view, t):
            s = view.round[slot]
            converted[s] = t - s <= window
